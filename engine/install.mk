# install.mk: headers, libraries, evolute.pc and the CMake package, put under PREFIX and removed.

INCLUDE_TO = $(DESTDIR)$(PREFIX)/include/evolute
LIBRARY_TO = $(DESTDIR)$(PREFIX)/lib
PACKAGE_TO = $(LIBRARY_TO)/pkgconfig
CMAKE_TO = $(LIBRARY_TO)/cmake/evolute
CMAKE_FILES := $(addprefix $(BUILD)/package/,evoluteConfig.cmake evoluteConfigVersion.cmake)

# Templates are filled in each time: THREADS may have changed.
$(BUILD)/package/%: engine/%.in always
	@mkdir -p $(@D)
	sed 's/@VERSION@/$(VERSION)/; s/@SONAME@/$(SONAME)/; s/@POOL@/$(POOL)/' $< > $@

install: $(LIBRARY) $(SHARED) $(BUILD)/package/evolute.pc $(CMAKE_FILES)
install: ## install headers, libraries, evolute.pc and the CMake package under PREFIX
	install -d $(INCLUDE_TO) $(PACKAGE_TO) $(CMAKE_TO)
	install -m 644 $(HEADERS) $(INCLUDE_TO)
	install -m 644 $(LIBRARY) $(LIBRARY_TO)
	install -m 755 $(BUILD)/libevolute.so.$(VERSION) $(LIBRARY_TO)
	ln -sf libevolute.so.$(VERSION) $(LIBRARY_TO)/$(SONAME)
	ln -sf $(SONAME) $(LIBRARY_TO)/libevolute.so
	install -m 644 $(BUILD)/package/evolute.pc $(PACKAGE_TO)
	install -m 644 $(CMAKE_FILES) $(CMAKE_TO)

uninstall: ## remove what install put there
	rm -rf $(INCLUDE_TO) $(CMAKE_TO)
	rm -f $(PACKAGE_TO)/evolute.pc $(LIBRARY_TO)/libevolute.a $(LIBRARY_TO)/libevolute.so \
	    $(LIBRARY_TO)/$(SONAME) $(LIBRARY_TO)/libevolute.so.$(VERSION)
