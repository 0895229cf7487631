# python.mk: the package, with the library in its native module, and its wheel.

PACKAGE := $(BUILD)/python/evolute
MODULES := $(patsubst samples/python/%,$(BUILD)/python/%,$(wildcard samples/python/evolute/*.*))

$(MODULES): $(PACKAGE)/%: samples/python/evolute/%
	@mkdir -p $(@D)
	cp $< $@

$(PACKAGE)/native.so: samples/python/build.py samples/python/each.h $(HEADERS) $(LIBRARY) | deps
	CC='$(CC)' $(PYTHON) $< include $(LIBRARY) $@

# Modules are compiled beforehand, so that the first import is as quick as later ones.
$(PACKAGE)/compiled: $(MODULES) $(PACKAGE)/native.so
	$(PYTHON) -m compileall -q $(PACKAGE)
	@touch $@

python: $(PACKAGE)/compiled ## build the Python package: PYTHONPATH=build/python

wheel: | deps ## write a wheel and an sdist of the Python package: build/wheels
	@mkdir -p $(BUILD)/wheels
	cd samples/python && CC='$(CC)' $(PYTHON) -B -c "import backend, sys; \
	    print(backend.build_wheel(sys.argv[1]), backend.build_sdist(sys.argv[1]))" \
	    $(abspath $(BUILD)/wheels)
