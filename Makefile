# make help names the targets. Flags from outside are added to ours: make CFLAGS="-O2 -g".

# Line tables, of debug info: all of it takes as long to write as the code. For a debugger:
# make CFLAGS="-O0 -g" ASSERTS=yes.
CFLAGS ?= -O3 -g1
PREFIX ?= /usr/local
DESTDIR ?=
BUILD ?= build
SANITIZE ?=
# yes: the library has asserts, as those of tests have; what is installed has none.
ASSERTS ?= $(SANITIZE)
# $(call once,NAME,COMMAND): what a command prints, asked for when it is first needed and packages
# are there.
once = $(eval $(1) := $(shell $(2)))$($(1))
# Python with cffi, numpy and scipy. What sanitizers instrument cannot be loaded into one.
PYTHON ?= $(call once,PYTHON,.ci/python)
WITHOUT_PYTHON ?= $(SANITIZE)

version_part = $(shell sed -n 's/^.define EVO_VERSION_$(1) //p' include/evolute/base.h)
VERSION := $(call version_part,MAJOR).$(call version_part,MINOR).$(call version_part,PATCH)
SONAME := libevolute.so.$(call version_part,MAJOR)

WARNINGS := -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wcast-qual -Wstrict-aliasing=1
# The same bits everywhere: no fused multiply-add, whatever the machine has. gcc 12 makes some all
# the same where it vectorises by itself (vfmaddsub), so it must not. sqrt sets no errno.
SAME_BITS := -ffp-contract=off -fno-tree-vectorize -fno-tree-slp-vectorize -fno-math-errno
SANITIZER := $(if $(SANITIZE),-fsanitize=$(SANITIZE) -fno-sanitize-recover=all)
FLAGS = -std=c11 $(WARNINGS) $(SANITIZER) -Iinclude -MMD -MP $(CPPFLAGS) $(CFLAGS) $(SAME_BITS)

ENGINE := $(patsubst %.c,$(BUILD)/%.o,$(sort $(wildcard engine/*/*.c)))
# Directories of tests/: rooms of the engine, laws of physics, samples, documents, what all share.
TEST_ROOMS := $(notdir $(patsubst %/,%,$(wildcard engine/*/))) laws samples docs port fuzz support
TESTS := $(patsubst %.c,$(BUILD)/%.o,$(filter-out tests/fuzz/target.c,$(sort \
    $(wildcard tests/*.c $(TEST_ROOMS:%=tests/%/*.c)))))
SAMPLES := $(patsubst samples/%.c,$(BUILD)/samples/%,$(sort \
    $(wildcard samples/*.c samples/guide/[0-9]*.c)))
PICTURE := $(patsubst %.c,$(BUILD)/%.o,$(sort $(wildcard samples/picture/*.c)))
SCENES := $(patsubst %.c,$(BUILD)/%.o,$(sort $(wildcard samples/scenes/*.c)))
DEMOS := $(patsubst %.c,$(BUILD)/%.o,$(sort $(wildcard samples/demos/*.c)))
LEVEL := $(patsubst %.c,$(BUILD)/%.o,$(sort $(wildcard samples/level/*.c)))
HEADLESS := $(patsubst %.c,$(BUILD)/%.o,$(sort $(wildcard samples/headless/*.c)))
GAME := $(patsubst %.c,$(BUILD)/%.o,$(filter-out %/page.c,$(sort $(wildcard samples/game/*.c))))
RASTER := $(addprefix $(BUILD)/samples/sandbox/,raster.o font.o)
SANDBOX := $(patsubst %.c,$(BUILD)/%.o,$(sort $(wildcard samples/sandbox/*.c)))
HEADERS := $(sort $(wildcard include/evolute/*.h))
LIBRARY := $(BUILD)/libevolute.a
SHARED := $(BUILD)/libevolute.so
CHECKED := $(if $(ASSERTS),$(BUILD),$(BUILD)/checked)
CHECKED_ENGINE := $(ENGINE:$(BUILD)/%=$(CHECKED)/%)
CHECKED_LIBRARY := $(CHECKED)/libevolute.a
# $(call either,PROGRAMS): with the library, and with asserts, as tests run them.
either = $(sort $(1:%=$(BUILD)/%) $(1:%=$(CHECKED)/%))

.PHONY: always all help deps amalgamation python wheel docs run sandbox game web serve pictures \
    test test-deep everywhere coverage asan ubsan sanitized tsan port-cases fuzz bench run-bench \
    bench-steps bench-games bench-threads bench-calls install uninstall clean
.DEFAULT_GOAL := all
.SECONDARY:
MAKEFLAGS += --no-builtin-rules
# All cores, unless told otherwise.
ifeq ($(MAKELEVEL),0)
ifeq ($(filter -j%,$(MAKEFLAGS)),)
MAKEFLAGS += -j$(shell nproc 2>/dev/null || sysctl -n hw.ncpu 2>/dev/null || echo 2)
endif
endif

all: $(LIBRARY) ## build the library: build/libevolute.a

help: ## say what can be made
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' $(filter %Makefile %.mk,$(MAKEFILE_LIST)) | \
	    awk -F'\t' '{ printf "make %-13s %s\n", $$1, $$2 }'

# ---- Packages: a plain make says what is missing, make run and make test install it --------------

TEST_GOALS := test test-deep everywhere coverage asan ubsan sanitized
INSTALLING := $(filter run python wheel docs sandbox game web serve pictures bench $(TEST_GOALS),\
    $(MAKECMDGOALS))
# $(call needs,GROUP,GOALS): the group of packages, if one of the goals is to be made.
needs = $(if $(filter $(2),$(MAKECMDGOALS)),$(1))
deps:
	@CC='$(CC) $(CPPFLAGS) $(CFLAGS)' .ci/deps $(if $(INSTALLING),install,check) engine \
	    $(call needs,samples,run sandbox game pictures $(TEST_GOALS)) \
	    $(call needs,sandbox,sandbox game) \
	    $(call needs,web,web serve) \
	    $(call needs,docs,docs) \
	    $(call needs,tests,$(TEST_GOALS)) \
	    $(if $(WITHOUT_PYTHON),,\
	        $(call needs,python,python wheel pictures test test-deep everywhere)) \
	    $(if $(SANITIZE),sanitizers)

# ---- The engine ----------------------------------------------------------------------------------

COMPILE_ENGINE = $(CC) $(FLAGS) -fPIC -fvisibility=hidden -Iengine -c $< -o $@

# Without asserts, so that nothing in it ends a program; and with them, for tests, which are shorter
# than the best code takes to compile.
$(BUILD)/engine/%.o: engine/%.c | deps
	@mkdir -p $(@D)
	$(COMPILE_ENGINE) $(if $(ASSERTS),,-DNDEBUG)

$(BUILD)/checked/engine/%.o: override CFLAGS := $(CFLAGS:-O3=-O2)
$(BUILD)/checked/engine/%.o: engine/%.c | deps
	@mkdir -p $(@D)
	$(COMPILE_ENGINE)

%/engine/world/world.o: FLAGS += -DEVOLUTE_FLAGS='"$(strip $(CFLAGS) $(SANITIZER))"'

# The widest lanes take minutes to instrument; those of 4 and 1 are made from the same source.
%/engine/lanes/lanes_8.o %/engine/lanes/lanes_16.o: SANITIZER :=

# THREADS=no leaves the pool of threads.h out.
POOL := $(if $(filter no,$(THREADS)),,-pthread)
%/engine/threads/threads.o: FLAGS += $(if $(POOL),,-DEVOLUTE_NO_THREADS)

$(LIBRARY): $(ENGINE)
$(CHECKED_LIBRARY): $(CHECKED_ENGINE)
$(sort $(LIBRARY) $(CHECKED_LIBRARY)):
	rm -f $@
	$(AR) rcs $@ $^

ifeq ($(shell uname -s),Darwin)
NAME_IT := -Wl,-install_name,@rpath/$(SONAME)
else
NAME_IT := -Wl,-soname,$(SONAME)
endif

$(SHARED): $(ENGINE)
	$(CC) -shared $(NAME_IT) $(SANITIZER) $(LDFLAGS) $^ -o $(BUILD)/libevolute.so.$(VERSION) -lm \
	    $(POOL)
	ln -sf libevolute.so.$(VERSION) $(BUILD)/$(SONAME)
	ln -sf $(SONAME) $@

# ---- In one file ---------------------------------------------------------------------------------

amalgamation: $(BUILD)/evolute.c ## write the engine as one file and its header: build/evolute.c, .h

$(BUILD)/evolute.c: engine/amalgamate.py $(wildcard engine/*/*.[ch]) $(HEADERS)
	python3 $< $(@D)

# ---- Samples -------------------------------------------------------------------------------------

CAIRO_CFLAGS = $(call once,CAIRO_CFLAGS,pkg-config --cflags cairo 2>/dev/null)
CAIRO_LIBS = $(call once,CAIRO_LIBS,pkg-config --libs cairo)
JANSSON_CFLAGS = $(call once,JANSSON_CFLAGS,pkg-config --cflags jansson 2>/dev/null)
JANSSON_LIBS = $(call once,JANSSON_LIBS,pkg-config --libs jansson)

# The engine is what takes time in them.
$(BUILD)/samples/%.o: override CFLAGS := $(CFLAGS:-O3=-O2)
$(BUILD)/samples/%.o: samples/%.c | deps
	@mkdir -p $(@D)
	$(CC) $(FLAGS) -D_XOPEN_SOURCE=700 -Isamples $(CAIRO_CFLAGS) $(JANSSON_CFLAGS) -c $< -o $@

# The table of what scene files say, from the headers.
$(BUILD)/samples/level_fields.inc: samples/level/fields.awk $(HEADERS) samples/level/format.h
	@mkdir -p $(@D)
	awk -f $< $(filter-out %/evolute.h,$(HEADERS)) samples/level/format.h > $@.part
	@mv $@.part $@

$(BUILD)/samples/level/fields.o: $(BUILD)/samples/level_fields.inc
$(BUILD)/samples/level/fields.o: FLAGS += -I$(BUILD)/samples

RUN := $(call either,evolute-run)
PROGRAMS := $(SAMPLES) $(BUILD)/evolute-run
CHECKED_PROGRAMS := $(PROGRAMS:$(BUILD)/%=$(CHECKED)/%)

$(sort $(PROGRAMS) $(CHECKED_PROGRAMS)):
	@mkdir -p $(@D)
	$(CC) $(SANITIZER) $(LDFLAGS) $(filter %.o,$^) $(filter %.a,$^) -o $@ $(SAMPLE_LIBS) -lm $(POOL)

$(PROGRAMS): $(LIBRARY)
$(CHECKED_PROGRAMS): $(CHECKED_LIBRARY)
$(SAMPLES): %: %.o
$(SAMPLES:$(BUILD)/%=$(CHECKED)/%): $(CHECKED)/%: $(BUILD)/%.o

$(call either,samples/fit): $(PICTURE) $(SCENES)
$(call either,samples/fit): SAMPLE_LIBS = $(CAIRO_LIBS)

$(call either,samples/demo): $(PICTURE) $(SCENES) $(DEMOS)
$(call either,samples/demo): SAMPLE_LIBS = $(CAIRO_LIBS)

$(call either,samples/walker): $(SCENES)

GUIDE := $(filter $(BUILD)/samples/guide/%,$(SAMPLES))
GUIDES := $(call either,$(GUIDE:$(BUILD)/%=%))
$(GUIDES): $(BUILD)/samples/guide/picture.o $(PICTURE) $(SCENES)
$(GUIDES): SAMPLE_LIBS = $(CAIRO_LIBS)

$(call either,samples/guide/25-level): $(LEVEL) $(BUILD)/samples/headless/guess.o
$(call either,samples/guide/25-level): SAMPLE_LIBS = $(CAIRO_LIBS) $(JANSSON_LIBS)

$(RUN): $(HEADLESS) $(LEVEL) $(RASTER) $(SCENES) $(PICTURE)
$(RUN): SAMPLE_LIBS = $(CAIRO_LIBS) $(JANSSON_LIBS)

SDL_CFLAGS = $(call once,SDL_CFLAGS,pkg-config --cflags sdl2 2>/dev/null)

$(BUILD)/samples/sandbox/window.o $(BUILD)/samples/game/main.o: FLAGS += $(SDL_CFLAGS)

$(BUILD)/evolute-sandbox: $(SANDBOX) $(LEVEL) $(BUILD)/samples/headless/guess.o $(DEMOS) $(SCENES) \
    $(PICTURE) $(LIBRARY)
	$(CC) $(SANITIZER) $(LDFLAGS) $^ -o $@ $(CAIRO_LIBS) $(JANSSON_LIBS) \
	    $(shell pkg-config --libs sdl2) -lm $(POOL)

sandbox: $(BUILD)/evolute-sandbox ## play with the scenes in a window
	$(BUILD)/evolute-sandbox

$(BUILD)/evolute-game: $(GAME) $(RASTER) $(BUILD)/samples/sandbox/window.o $(SCENES) \
    $(PICTURE) $(LIBRARY)
	$(CC) $(SANITIZER) $(LDFLAGS) $^ -o $@ $(CAIRO_LIBS) $(shell pkg-config --libs sdl2) -lm $(POOL)

game: $(BUILD)/evolute-game ## play the game: shields guard a planet
	$(BUILD)/evolute-game

# Frames of the moving picture: samples/pictures/draw.sh.
$(BUILD)/moving: $(BUILD)/samples/pictures/moving.o $(RASTER) \
    $(filter-out %/main.o,$(GAME)) $(SCENES) $(PICTURE) $(LIBRARY)
	$(CC) $(SANITIZER) $(LDFLAGS) $^ -o $@ $(CAIRO_LIBS) -lm $(POOL)

# A scene file and the sandbox beside it: samples/pictures/draw.sh.
$(BUILD)/beside: $(BUILD)/samples/pictures/beside.o $(filter-out %/window.o %/main.o,$(SANDBOX)) \
    $(LEVEL) $(BUILD)/samples/headless/guess.o $(DEMOS) $(SCENES) $(PICTURE) $(LIBRARY)
	$(CC) $(SANITIZER) $(LDFLAGS) $^ -o $@ $(CAIRO_LIBS) $(JANSSON_LIBS) -lm $(POOL)

# make run SCENE=castle.json: a file, here or in samples/level, or the name of a scene.
SCENE ?= mixer
run: $(BUILD)/evolute-run ## the main job: run a scene for ten seconds, and draw the end of it
	$(BUILD)/evolute-run $(firstword $(wildcard $(SCENE) samples/level/$(SCENE)) $(SCENE)) --time 10 \
	    --output $(BUILD)/last.png

# Those of the READMEs. They differ by what Cairo and the fonts are, and are no test.
pictures: $(BUILD)/evolute-run $(BUILD)/samples/fit $(BUILD)/samples/demo $(GUIDE) python
	samples/pictures/draw.sh $(BUILD)
	samples/guide/pages.sh $(BUILD)

# ---- The reference: the guide and the headers as pages, in $(BUILD)/docs -------------------------

docs: deps ## write the reference in HTML, with the guide first: build/docs/index.html
	@samples/docs/make.sh $(BUILD) $(VERSION)

# ---- Tests ---------------------------------------------------------------------------------------

CHECK_CFLAGS = $(call once,CHECK_CFLAGS,pkg-config --cflags check 2>/dev/null)
CHECK_LIBS = $(call once,CHECK_LIBS,pkg-config --libs check)

# Most tests take longer to optimise than to run; those that all share simulate a lot.
SHARED_TESTS := $(filter $(BUILD)/tests/support/%,$(TESTS))
$(SHARED_TESTS): override CFLAGS := $(CFLAGS:-O3=-O1)
$(filter-out $(SHARED_TESTS),$(TESTS)): override CFLAGS := $(CFLAGS:-O3=-O0)
$(BUILD)/tests/%.o: tests/%.c | deps
	@mkdir -p $(@D)
	$(CC) $(FLAGS) -D_POSIX_C_SOURCE=200809L -Iengine -Itests -Isamples $(CHECK_CFLAGS) \
	    $(CAIRO_CFLAGS) $(JANSSON_CFLAGS) -c $< -o $@

# The examples in the comments of the public headers.
$(BUILD)/tests/examples.inc: tests/embed/examples.awk $(HEADERS)
	@mkdir -p $(@D)
	awk -f $< $(filter-out %/evolute.h,$(HEADERS)) > $@.part
	@mv $@.part $@

$(BUILD)/tests/docs/examples.o: $(BUILD)/tests/examples.inc
$(BUILD)/tests/docs/examples.o: FLAGS += -I$(BUILD)/tests

# Calls with special numbers, from the public headers.
$(BUILD)/tests/special_calls.inc: tests/world/special_calls.awk $(HEADERS)
	@mkdir -p $(@D)
	awk -f $< $(filter-out %/evolute.h,$(HEADERS)) > $@.part
	@mv $@.part $@

$(BUILD)/tests/world/special_numbers.o: $(BUILD)/tests/special_calls.inc
$(BUILD)/tests/world/special_numbers.o: FLAGS += -I$(BUILD)/tests

# Without SDL.
DESK := $(filter-out %/window.o %/main.o,$(SANDBOX)) \
    $(addprefix $(BUILD)/samples/,web/ink.o web/catalogue.o headless/overlap.o headless/guess.o)

# Scenes of games, which benchmarks run, too.
GAME_SCENES := $(addprefix $(BUILD)/tests/bench/,\
    games/engine.o games/ours.o games/scenes.o worlds/run.o bench.o)

TESTS_LINKED := $(TESTS) $(GAME_SCENES) $(SCENES) $(LEVEL) $(PICTURE) $(DEMOS) $(DESK) \
    $(filter-out %/main.o,$(GAME))

$(BUILD)/evolute-tests: $(TESTS_LINKED) $(CHECKED_LIBRARY)
	$(CC) $(SANITIZER) $(LDFLAGS) $^ -o $@ $(CHECK_LIBS) $(CAIRO_LIBS) $(JANSSON_LIBS) -lm -pthread

test: $(BUILD)/evolute-tests $(CHECKED_PROGRAMS) ## build and run the quick tests
test: $(if $(WITHOUT_PYTHON),,$(CHECKED)/python/evolute/compiled)
	@PYTHON='$(if $(WITHOUT_PYTHON),,$(PYTHON))' CC='$(CC)' tests/run.sh $(BUILD) $(CHECKED)

test-deep: ## run all tests, with those that search for long (tag slow)
	@CK_EXCLUDE_TAGS= $(MAKE) --no-print-directory test

# ---- What has a file of its own ------------------------------------------------------------------

include tests/everywhere.mk tests/fuzz/fuzz.mk tests/bench/bench.mk
include engine/install.mk samples/python/python.mk samples/web/web.mk

clean: ## remove what was built
	rm -rf $(BUILD)

-include $(patsubst %.o,%.d,$(sort $(ENGINE) $(CHECKED_ENGINE) $(TESTS_LINKED) $(HEADLESS) \
    $(SANDBOX) $(GAME) $(BUILD)/samples/guide/picture.o)) $(SAMPLES:=.d)
