# python.mk: the package, with the library in its native module, and its wheel.

PACKAGE := $(BUILD)/python/evolute
PACKAGES := $(call either,python/evolute)
PAINTER := samples/sandbox/raster.c \
    $(addprefix samples/picture/,painter.c view.c images.c palette.c)
MODULES := $(wildcard samples/python/evolute/*.*)

$(PACKAGE)/native.so: $(LIBRARY)
$(CHECKED)/python/evolute/native.so: $(CHECKED_LIBRARY)
$(PACKAGES:=/native.so): samples/python/build.py samples/python/each.h samples/python/paint.h \
    $(PAINTER) $(HEADERS) $(BUILD)/python/for | deps
	@mkdir -p $(@D)
	CC='$(CC)' $(PYTHON) $< include $(filter %.a,$^) $@

# Modules are compiled beforehand, so that the first import is as quick as later ones.
$(PACKAGES:=/compiled): %/compiled: $(MODULES) %/native.so
	cp $(MODULES) $(@D)
	$(PYTHON) -m compileall -q $(@D)
	@touch $@

# The Python that the module is compiled for: another one builds it anew.
$(BUILD)/python/for: always
	@mkdir -p $(@D)
	@echo '$(PYTHON)' "$$($(PYTHON) --version)" | cmp -s - $@ || \
	    echo '$(PYTHON)' "$$($(PYTHON) --version)" >$@

python: $(PACKAGE)/compiled ## build the Python package for PYTHON=python3, and say how to use it
	@echo "The package is for $$(cat $(BUILD)/python/for). To use it:"
	@echo "    PYTHONPATH=$(BUILD)/python $(PYTHON) samples/science/haff.py"

wheel: | deps ## write a wheel and an sdist of the Python package: build/wheels
	@mkdir -p $(BUILD)/wheels
	cd samples/python && CC='$(CC)' $(PYTHON) -B -c "import backend, sys; \
	    print(backend.build_wheel(sys.argv[1]), backend.build_sdist(sys.argv[1]))" \
	    $(abspath $(BUILD)/wheels)
