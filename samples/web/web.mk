# web.mk: the page: scenes and demonstrations in WebAssembly, static files in $(BUILD)/web.

WASM_CC ?= clang
# Fast where most of a step goes, small elsewhere.
WASM_FAST := engine/lanes/lanes_4.c
WASM_SPEED = -DEVOLUTE_SMALL $(if $(filter $(WASM_FAST),$<),-Os,-Oz)
# Where wasi-libc is; Debian's place.
WASM_SYSROOT ?= /usr
WASM_SOURCES := $(sort $(wildcard engine/*/*.c samples/scenes/*.c samples/demos/*.c \
        samples/web/*.c) \
    $(filter-out %/main.c,$(wildcard samples/game/*.c)) \
    $(addprefix samples/picture/,crop.c images.c painter.c palette.c trails.c view.c) \
    $(filter-out $(addprefix samples/sandbox/,main.c window.c raster.c font.c desk_frame.c \
        scene_file.c),\
        $(wildcard samples/sandbox/*.c)))
WASM_OBJECTS := $(patsubst %.c,$(BUILD)/wasm/%.o,$(WASM_SOURCES))
WASM_FLAGS = --target=wasm32-wasi --sysroot=$(WASM_SYSROOT) -std=c11 $(WARNINGS) -Iinclude \
    -isystem $(BUILD)/wasm/include -MMD -MP $(WASM_SPEED) -msimd128 -DNDEBUG \
    -fvisibility=hidden $(SAME_BITS)
PAGE := $(patsubst samples/web/%,$(BUILD)/web/%,\
        $(filter-out %.c %.h %.py %.mk,$(wildcard samples/web/*))) \
    $(BUILD)/web/docs/README.html $(BUILD)/web/game.html $(BUILD)/web/game.js
DOCUMENTS := README.md $(addprefix samples/,README.md limits.md box2d-v3.md) \
    $(sort $(wildcard samples/guide/*.md)) $(addsuffix /README.md,engine tests tests/bench)

# Headers of the system must not be found but these two.
$(BUILD)/wasm/include: | deps
	@mkdir -p $@
	@for from in /usr/include /usr/local/include /opt/homebrew/include; do \
	    [ ! -d $$from/cglm ] || ln -sfn $$from/cglm $@/cglm; \
	    [ ! -f $$from/uthash.h ] || ln -sf $$from/uthash.h $@/uthash.h; done

$(BUILD)/wasm/engine/%.o: engine/%.c | $(BUILD)/wasm/include
	@mkdir -p $(@D)
	$(WASM_CC) $(WASM_FLAGS) -Iengine -c $< -o $@

$(BUILD)/wasm/samples/%.o: samples/%.c | $(BUILD)/wasm/include
	@mkdir -p $(@D)
	$(WASM_CC) $(WASM_FLAGS) -Oz -Isamples -c $< -o $@

$(BUILD)/web/evolute.wasm: $(WASM_OBJECTS)
	@mkdir -p $(@D)
	$(WASM_CC) --target=wasm32-wasi --sysroot=$(WASM_SYSROOT) -mexec-model=reactor \
	    -Wl,--strip-all -Wl,--compress-relocations -Wl,-z,stack-size=1048576 $^ -o $@

$(BUILD)/web/game.%: samples/game/game.%
	@mkdir -p $(@D)
	cp $< $@

$(filter-out $(BUILD)/web/docs/% $(BUILD)/web/game.%,$(PAGE)): $(BUILD)/web/%: samples/web/%
	@mkdir -p $(@D)
	cp $< $@

# Markdown as pages, with the pictures and sources that it leads to.
$(BUILD)/web/docs/README.html: samples/web/pages.py $(DOCUMENTS)
	python3 $< $(BUILD)/web/docs $(DOCUMENTS)

# What is loaded before the first scene moves, and all of it.
FIRST_LOADED := index.html style.css evolute.wasm \
    $(addsuffix .js,main address controls engine ink pointer small)
web: $(BUILD)/web/evolute.wasm $(PAGE) ## build the page: static files in build/web
	@cd $(BUILD)/web && for file in $(FIRST_LOADED); do gzip -9c $$file; done | wc -c | \
	    awk '{ printf "%s: %d kB compressed before the first scene moves", "$(BUILD)/web", $$1 / 1000 }'
	@du -sk --apparent-size $(BUILD)/web | awk '{ printf ", %d kB in all\n", $$1 }'

PORT ?= 8000
serve: web ## show the page: http://localhost:8000
	@echo "http://localhost:$(PORT)"
	@cd $(BUILD)/web && exec python3 -m http.server $(PORT)

-include $(WASM_OBJECTS:.o=.d)
