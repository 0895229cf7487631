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
# Python with cffi, numpy and scipy. What sanitizers instrument cannot be loaded into one.
PYTHON ?= $(shell .ci/python)
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
# Directories of tests/: rooms of the engine, laws of physics, samples, documents, and what serves all.
TEST_ROOMS := $(notdir $(patsubst %/,%,$(wildcard engine/*/))) laws samples docs port fuzz support
TESTS := $(patsubst %.c,$(BUILD)/%.o,$(filter-out tests/fuzz/target.c,$(sort \
    $(wildcard tests/*.c $(TEST_ROOMS:%=tests/%/*.c)))))
SAMPLES := $(patsubst samples/%.c,$(BUILD)/samples/%,$(sort \
    $(wildcard samples/*.c samples/guide/[0-9]*.c)))
PICTURE := $(patsubst %.c,$(BUILD)/%.o,$(sort $(wildcard samples/picture/*.c)))
SCENES := $(patsubst %.c,$(BUILD)/%.o,$(sort $(wildcard samples/scenes/*.c)))
DEMOS := $(patsubst %.c,$(BUILD)/%.o,$(sort $(wildcard samples/demos/*.c)))
HEADLESS := $(patsubst %.c,$(BUILD)/%.o,$(sort $(wildcard samples/headless/*.c)))
GAME := $(patsubst %.c,$(BUILD)/%.o,$(filter-out %/page.c,$(sort $(wildcard samples/game/*.c))))
SANDBOX := $(patsubst %.c,$(BUILD)/%.o,$(sort $(wildcard samples/sandbox/*.c)))
HEADERS := $(sort $(wildcard include/evolute/*.h))
LIBRARY := $(BUILD)/libevolute.a
SHARED := $(BUILD)/libevolute.so
CHECKED := $(if $(ASSERTS),$(BUILD),$(BUILD)/checked)
CHECKED_ENGINE := $(ENGINE:$(BUILD)/%=$(CHECKED)/%)
CHECKED_LIBRARY := $(CHECKED)/libevolute.a

.PHONY: all amalgamation python wheel docs help run sandbox game web serve pictures test test-deep \
    everywhere bench bench-steps bench-games bench-threads bench-calls run-bench \
    run-bench-always port-cases coverage fuzz \
    asan ubsan sanitized tsan install uninstall clean deps
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
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' Makefile | awk -F'\t' '{printf "make %-10s %s\n", $$1, $$2}'

# ---- Packages: a plain make says what is missing, make run and make test install it --------------

INSTALLING := $(filter run python wheel docs sandbox game web serve pictures test test-deep everywhere \
    bench asan ubsan sanitized,$(MAKECMDGOALS))
deps:
	@CC='$(CC) $(CPPFLAGS) $(CFLAGS)' .ci/deps $(if $(INSTALLING),install,check) engine \
	    $(if $(filter run sandbox game pictures test test-deep everywhere asan ubsan \
	        sanitized,$(MAKECMDGOALS)),samples) \
	    $(if $(filter sandbox game,$(MAKECMDGOALS)),sandbox) \
	    $(if $(filter web serve,$(MAKECMDGOALS)),web) \
	    $(if $(filter docs,$(MAKECMDGOALS)),docs) \
	    $(if $(filter test test-deep everywhere asan ubsan sanitized,$(MAKECMDGOALS)),tests) \
	    $(if $(filter python wheel pictures test test-deep everywhere,$(MAKECMDGOALS)),\
	        $(if $(WITHOUT_PYTHON),,python)) \
	    $(if $(SANITIZE),sanitizers)

# ---- The engine ----------------------------------------------------------------------------------

COMPILE_ENGINE = $(CC) $(FLAGS) -fPIC -fvisibility=hidden -Iengine -c $< -o $@

# Without asserts, so that nothing in it ends a program; and with them, for tests.
$(BUILD)/engine/%.o: engine/%.c | deps
	@mkdir -p $(@D)
	$(COMPILE_ENGINE) $(if $(ASSERTS),,-DNDEBUG)

$(BUILD)/checked/engine/%.o: engine/%.c | deps
	@mkdir -p $(@D)
	$(COMPILE_ENGINE)

%/engine/world/world.o: FLAGS += -DEVOLUTE_FLAGS='"$(strip $(CFLAGS) $(SANITIZER))"'

# Sanitizer builds validate worlds after steps.
%/engine/world/step.o: FLAGS += $(if $(SANITIZE),-DEVOLUTE_VALIDATE)

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

# ---- Python: a package, with the library in its native module ------------------------------------

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

# ---- Samples -------------------------------------------------------------------------------------

CAIRO_CFLAGS = $(shell pkg-config --cflags cairo 2>/dev/null)
CAIRO_LIBS = $(shell pkg-config --libs cairo)

$(BUILD)/samples/%.o: samples/%.c | deps
	@mkdir -p $(@D)
	$(CC) $(FLAGS) -D_XOPEN_SOURCE=700 -Isamples $(CAIRO_CFLAGS) -c $< -o $@

$(SAMPLES): %: %.o $(LIBRARY)
	$(CC) $(SANITIZER) $(LDFLAGS) $(filter %.o,$^) $(LIBRARY) -o $@ $(SAMPLE_LIBS) -lm $(POOL)

$(BUILD)/samples/fit: $(PICTURE) $(SCENES)
$(BUILD)/samples/fit: SAMPLE_LIBS = $(CAIRO_LIBS)

$(BUILD)/samples/demo: $(PICTURE) $(SCENES) $(DEMOS)
$(BUILD)/samples/demo: SAMPLE_LIBS = $(CAIRO_LIBS)

$(BUILD)/samples/walker: $(SCENES)

GUIDE := $(filter $(BUILD)/samples/guide/%,$(SAMPLES))
$(GUIDE): $(BUILD)/samples/guide/picture.o $(PICTURE) $(SCENES)
$(GUIDE): SAMPLE_LIBS = $(CAIRO_LIBS)

$(BUILD)/evolute-run: $(HEADLESS) $(BUILD)/samples/sandbox/raster.o $(SCENES) $(PICTURE) $(LIBRARY)
	$(CC) $(SANITIZER) $(LDFLAGS) $^ -o $@ $(CAIRO_LIBS) -lm $(POOL)

SDL_CFLAGS = $(shell pkg-config --cflags sdl2 2>/dev/null)

$(BUILD)/samples/sandbox/window.o $(BUILD)/samples/game/main.o: FLAGS += $(SDL_CFLAGS)

$(BUILD)/evolute-sandbox: $(SANDBOX) $(DEMOS) $(SCENES) $(PICTURE) $(LIBRARY)
	$(CC) $(SANITIZER) $(LDFLAGS) $^ -o $@ $(CAIRO_LIBS) $(shell pkg-config --libs sdl2) -lm $(POOL)

sandbox: $(BUILD)/evolute-sandbox ## play with the scenes in a window
	$(BUILD)/evolute-sandbox

$(BUILD)/evolute-game: $(GAME) $(addprefix $(BUILD)/samples/sandbox/,raster.o window.o) $(SCENES) \
    $(PICTURE) $(LIBRARY)
	$(CC) $(SANITIZER) $(LDFLAGS) $^ -o $@ $(CAIRO_LIBS) $(shell pkg-config --libs sdl2) -lm $(POOL)

game: $(BUILD)/evolute-game ## play the game: shields guard a planet
	$(BUILD)/evolute-game

# Frames of the moving picture: samples/pictures/draw.sh.
$(BUILD)/moving: $(BUILD)/samples/pictures/moving.o $(BUILD)/samples/sandbox/raster.o \
    $(filter-out %/main.o,$(GAME)) $(SCENES) $(PICTURE) $(LIBRARY)
	$(CC) $(SANITIZER) $(LDFLAGS) $^ -o $@ $(CAIRO_LIBS) -lm $(POOL)

# ---- The page: scenes and demonstrations in WebAssembly, static files in $(BUILD)/web ------------

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
    $(filter-out $(addprefix samples/sandbox/,main.c window.c raster.c desk_frame.c),\
        $(wildcard samples/sandbox/*.c)))
WASM_OBJECTS := $(patsubst %.c,$(BUILD)/wasm/%.o,$(WASM_SOURCES))
WASM_FLAGS = --target=wasm32-wasi --sysroot=$(WASM_SYSROOT) -std=c11 $(WARNINGS) -Iinclude \
    -isystem $(BUILD)/wasm/include -MMD -MP $(WASM_SPEED) -msimd128 -DNDEBUG \
    -fvisibility=hidden $(SAME_BITS)
PAGE := $(patsubst samples/web/%,$(BUILD)/web/%,\
        $(filter-out %.c %.h %.py,$(wildcard samples/web/*))) \
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

run: $(BUILD)/evolute-run ## the main job: run a scene for ten seconds, and draw the end of it
	$(BUILD)/evolute-run mixer --time 10 --output $(BUILD)/last.png

# Those of the READMEs. They differ by what Cairo and the fonts are, and are no test.
pictures: $(BUILD)/evolute-run $(BUILD)/samples/fit $(BUILD)/samples/demo $(GUIDE) python
	samples/pictures/draw.sh $(BUILD)
	samples/guide/pages.sh $(BUILD)

# ---- The reference: the guide and the headers as pages, in $(BUILD)/docs -------------------------

docs: deps ## write the reference in HTML, with the guide first: build/docs/index.html
	@samples/docs/make.sh $(BUILD) $(VERSION)

# ---- Tests ---------------------------------------------------------------------------------------

CHECK_CFLAGS = $(shell pkg-config --cflags check 2>/dev/null)
CHECK_LIBS = $(shell pkg-config --libs check)

$(BUILD)/tests/%.o: tests/%.c | deps
	@mkdir -p $(@D)
	$(CC) $(FLAGS) -D_POSIX_C_SOURCE=200809L -Iengine -Itests -Isamples $(CHECK_CFLAGS) \
	    $(CAIRO_CFLAGS) -c $< -o $@

# The examples in the comments of the public headers.
$(BUILD)/tests/examples.inc: tests/embed/examples.awk $(HEADERS)
	@mkdir -p $(@D)
	awk -f $< $(filter-out %/evolute.h,$(HEADERS)) > $@.part
	@mv $@.part $@

$(BUILD)/tests/docs/examples.o: $(BUILD)/tests/examples.inc
$(BUILD)/tests/docs/examples.o: FLAGS += -I$(BUILD)/tests

# Without SDL.
DESK := $(filter-out %/window.o %/main.o,$(SANDBOX)) \
    $(addprefix $(BUILD)/samples/,web/ink.o web/catalogue.o headless/overlap.o headless/guess.o)

# Scenes of games, which benchmarks run, too.
GAME_SCENES := $(addprefix $(BUILD)/tests/bench/,\
    games/engine.o games/ours.o games/scenes.o worlds/run.o bench.o)

# The same tests with 16 lanes on machines without AVX-512: twice 8 of AVX2, with the same bits.
EMULATED := $(patsubst %,$(BUILD)/emulated/engine/%.o,core/core lanes/lanes_16)

$(EMULATED): $(BUILD)/emulated/engine/%.o: engine/%.c | deps
	@mkdir -p $(@D)
	$(CC) $(FLAGS) -DEVOLUTE_EMULATE_16 -Iengine -c $< -o $@

TESTS_LINKED := $(TESTS) $(GAME_SCENES) $(SCENES) $(PICTURE) $(DEMOS) $(DESK) \
    $(filter-out %/main.o,$(GAME))

# Files of the library are left out where others with the same functions stand before it.
$(BUILD)/emulated-tests: $(EMULATED)
$(BUILD)/evolute-tests $(BUILD)/emulated-tests: $(TESTS_LINKED) $(CHECKED_LIBRARY)
	$(CC) $(SANITIZER) $(LDFLAGS) $(filter $(EMULATED),$^) $(TESTS_LINKED) $(CHECKED_LIBRARY) -o $@ \
	    $(CHECK_LIBS) $(CAIRO_LIBS) -lm -pthread

# Worlds for memcheck, at up to 8 lanes, and at 16 emulated ones: it knows no AVX-512.
MEMCHECK := $(patsubst %,$(BUILD)/tests/%.o,memcheck/heaps support/lists support/random \
    support/random_world)

$(BUILD)/memcheck-heaps-16: $(EMULATED)
$(BUILD)/memcheck-heaps $(BUILD)/memcheck-heaps-16: $(MEMCHECK) $(CHECKED_LIBRARY)
	$(CC) $(SANITIZER) $(LDFLAGS) $(filter $(EMULATED),$^) $(MEMCHECK) $(CHECKED_LIBRARY) -o $@ \
	    $(CHECK_LIBS) -lm $(POOL)

# A script of keys for the game in a window and on the page.
$(BUILD)/game-keys: $(addprefix $(BUILD)/,tests/window/game_keys.o samples/game/game.o \
    samples/scenes/chance.o) $(LIBRARY)
	$(CC) $(SANITIZER) $(LDFLAGS) $^ -o $@ -lm $(POOL)

test: $(BUILD)/evolute-tests $(BUILD)/evolute-run $(SAMPLES) ## build and run the quick tests
test: $(if $(WITHOUT_PYTHON),,python)
	@PYTHON='$(if $(WITHOUT_PYTHON),,$(PYTHON))' CC='$(CC)' tests/run.sh $(BUILD)

test-deep: ## run all tests, with those that search for long (tag slow)
	@CK_EXCLUDE_TAGS= $(MAKE) --no-print-directory test

PORTS := $(patsubst %.cpp,$(BUILD)/%,$(sort $(wildcard tests/port/*.cpp)))

$(PORTS): $(BUILD)/%: %.cpp tests/port/port.h
	@mkdir -p $(@D)
	$(CXX) -std=c++11 $(WARNINGS) -O2 $< -o $@ -lbox2d

port-cases: $(PORTS) ## record the numbers of Box2D 2.4 that port.c compares
	@{ echo scene,name,value; for port in $(PORTS); do \
	    $$port | sed "s/^/$$(basename $$port),/; s/ /,/"; done; } > tests/cases/box2d.csv

# Each compiler has a folder of its own: make sanitized CC=clang.
SANITIZED = LSAN_OPTIONS=suppressions=.ci/leaks:print_suppressions=0 CK_FORK=no $(MAKE) \
    CFLAGS="-O1 -g1" BUILD=$(BUILD)/$@-$(notdir $(firstword $(CC)))

asan: ## run the tests with the address sanitizer
	+$(SANITIZED) SANITIZE=address test

ubsan: ## run the tests with the sanitizer of undefined behaviour
	+$(SANITIZED) SANITIZE=undefined test

sanitized: ## run the tests with both at once
	+$(SANITIZED) SANITIZE=address,undefined test

tsan: ## run the tests of threads with the sanitizer of races
	$(MAKE) CFLAGS="-O1 -g1" BUILD=$(BUILD)/$@ SANITIZE=thread \
	    WITHOUT_PYTHON=1 $(BUILD)/$@/evolute-tests
	for suite in threads workers; do \
	    CK_FORK=no CK_RUN_SUITE=$$suite $(BUILD)/$@/evolute-tests || exit 1; done

coverage: ## print how much of the engine the quick tests run, and what they never do
	@CK_FORK=no CK_EXCLUDE_TAGS="slow long" WITHOUT_PYTHON=1 $(MAKE) --no-print-directory \
	    CFLAGS="-O1 -g1 --coverage" LDFLAGS=--coverage ASSERTS=yes BUILD=$(BUILD)/coverage test || true
	@tests/coverage.sh $(BUILD)/coverage

# ---- Fuzzers: libFuzzer, which comes with clang -----------------------------------------------

FUZZ_SECONDS ?= 60
FUZZERS := calls geometry saves records
FUZZ := $(BUILD)/fuzz
FUZZ_SOURCES := $(sort $(wildcard engine/*/*.c)) \
    $(filter-out %/target.c %/fuzzed.c,$(sort $(wildcard tests/fuzz/*.c)))
FUZZ_FLAGS := -std=c11 -O1 -g1 -fsanitize=address,undefined -fno-sanitize-recover=all \
    -Iinclude -Iengine -Itests $(SAME_BITS)

# As in sanitizer builds: wide lanes are made from the source of those of 4 and 1.
$(FUZZ)/engine/lanes/lanes_8.o $(FUZZ)/engine/lanes/lanes_16.o: \
    FUZZ_FLAGS := $(filter-out -fsanitize%,$(FUZZ_FLAGS))

$(FUZZ)/%.o: %.c
	@mkdir -p $(@D)
	clang $(FUZZ_FLAGS) -fsanitize=fuzzer-no-link -MMD -MP -c $< -o $@

$(FUZZ)/fuzz-%: $(patsubst %.c,$(FUZZ)/%.o,$(FUZZ_SOURCES)) tests/fuzz/target.c
	clang $(FUZZ_FLAGS) -fsanitize=fuzzer -DFUZZ_TARGET=fuzz_$* $^ -o $@ -lm

# Findings are files in the folder where new programs are kept, crash-...
fuzz: $(addprefix $(FUZZ)/fuzz-,$(FUZZERS)) ## let libFuzzer invent programs, FUZZ_SECONDS each
	@for name in $(FUZZERS); do mkdir -p $(FUZZ)/$$name && $(FUZZ)/fuzz-$$name \
	    -max_total_time=$(FUZZ_SECONDS) -max_len=1024 -timeout=20 -artifact_prefix=$(FUZZ)/$$name- \
	    -print_final_stats=0 -verbosity=0 $(FUZZ)/$$name tests/fuzz/corpus/$$name || exit 1; done

everywhere: test ## run what is not run each time: deep searches, mutants, other compilers, ASE
	+@tests/everywhere.sh

# ---- Benchmarks: against peers where they are installed, with instruction counts where valgrind is

# One make sees to the packages, a second one looks for what is there then.
bench: deps ## time the narrowphase and whole worlds, beside their bars and peers
	@CC='$(CC)' CXX='$(CXX)' .ci/deps install bench || echo "Going on without them."
	@$(MAKE) --no-print-directory run-bench

ifneq ($(filter run-bench bench-games %-bench,$(MAKECMDGOALS)),)
has_header = $(shell printf '\043include <$(1)>\n' | $(2) -E - >/dev/null 2>&1 && echo 1)
HAS_BOX2D := $(call has_header,box2d/b2_world.h,$(CXX) -x c++)
HAS_CHIPMUNK := $(call has_header,chipmunk/chipmunk.h,$(CC) -x c)
HAS_VALGRIND := $(call has_header,valgrind/callgrind.h,$(CC) -x c)
endif

PEER_FLAGS ?= -O3 -march=native
PEER_DEFINES := $(if $(HAS_BOX2D),-DEVOLUTE_BENCH_BOX2D) \
    $(if $(HAS_CHIPMUNK),-DEVOLUTE_BENCH_CHIPMUNK)
PEER_LIBS := $(if $(HAS_BOX2D),-lbox2d) $(if $(HAS_CHIPMUNK),-lchipmunk)

BENCH := $(BUILD)/tests/bench
BENCH_WORLDS := $(patsubst %.c,$(BUILD)/%.o,$(sort $(wildcard tests/bench/worlds/*.c)))
NARROW_OBJECTS := $(addprefix $(BENCH)/,bench.o narrow.o $(if $(HAS_BOX2D),box2d_gjk.o)) \
    $(BUILD)/tests/support/random.o
WORLDS_OBJECTS := $(BENCH)/bench.o $(if $(HAS_BOX2D),$(BENCH)/worlds/box2d.o) \
    $(if $(HAS_CHIPMUNK),$(BENCH_WORLDS),$(filter-out %/chipmunk.o,$(BENCH_WORLDS))) $(SCENES)

GAMES := $(patsubst %.c,$(BUILD)/%.o,$(sort $(wildcard tests/bench/games/*.c)))
GAMES_OBJECTS := $(GAMES) $(if $(HAS_BOX2D),$(BENCH)/games/box2d.o) $(BENCH)/bench.o \
    $(BENCH)/worlds/run.o $(BUILD)/tests/support/random.o $(SCENES)

# Changes when the peers do, so that what names them is compiled anew.
$(BENCH)/peers.txt: run-bench-always
	@mkdir -p $(@D)
	@echo '$(PEER_DEFINES)' | cmp -s - $@ || echo '$(PEER_DEFINES)' > $@

PEER_USERS := $(BENCH)/narrow.o $(BENCH)/worlds/peer.o $(BENCH)/games/games.o
$(PEER_USERS): $(BENCH)/peers.txt
$(PEER_USERS): FLAGS += $(PEER_DEFINES)
$(BENCH)/worlds/chipmunk.o: FLAGS = -std=c11 $(WARNINGS) $(PEER_FLAGS) -Iinclude -MMD -MP

$(BENCH)/%.o: tests/bench/%.cpp
	@mkdir -p $(@D)
	$(CXX) -std=c++11 $(WARNINGS) $(PEER_FLAGS) -Iinclude -Isamples -Itests/bench -MMD -MP -c $< -o $@

$(BUILD)/narrow-bench: $(NARROW_OBJECTS) $(LIBRARY)
$(BUILD)/worlds-bench: $(WORLDS_OBJECTS) $(LIBRARY)
$(BUILD)/games-bench: $(GAMES_OBJECTS) $(LIBRARY)
$(BUILD)/narrow-bench $(BUILD)/worlds-bench $(BUILD)/games-bench:
	$(if $(HAS_BOX2D),$(CXX),$(CC)) $(LDFLAGS) $^ -o $@ $(PEER_LIBS) -lm $(POOL)

$(BUILD)/changes-bench: $(BENCH)/changes.o $(LIBRARY)
	$(CC) $(LDFLAGS) $^ -o $@ -lm $(POOL)

$(BUILD)/threads-bench: $(BENCH)/threads.o $(addprefix $(BENCH)/,bench.o games/engine.o \
    games/ours.o games/scenes.o worlds/run.o) $(BUILD)/tests/support/random.o $(SCENES) $(LIBRARY)
	$(CC) $(LDFLAGS) $^ -o $@ -lm $(POOL)

bench-threads: $(BUILD)/threads-bench ## time steps that workers share
	@$(BUILD)/threads-bench

$(BUILD)/calls-bench: $(BENCH)/calls.o $(BENCH)/bench.o $(LIBRARY)
	$(CC) $(LDFLAGS) $^ -o $@ -lm $(POOL)

bench-calls: $(BUILD)/calls-bench ## time everyday calls
	@$(BUILD)/calls-bench

# What worlds of events are measured against: a program of one C file, see worlds/events.c there.
YARDSTICK ?=
YARDSTICK_FLAGS ?= -O3 -march=native -fno-math-errno

$(BUILD)/yardstick: $(YARDSTICK) run-bench-always
	$(CC) $(YARDSTICK_FLAGS) $< -o $@ -lm

$(BUILD)/steps-bench: $(BENCH)/steps.o $(BENCH)/bench.o $(BUILD)/tests/support/random.o $(LIBRARY)
	$(CC) $(LDFLAGS) $^ -o $@ -lm $(POOL)

$(BUILD)/saves-bench: $(BENCH)/saves.o $(BENCH)/bench.o $(LIBRARY)
	$(CC) $(LDFLAGS) $^ -o $@ -lm $(POOL)

# What steps are measured against: see tests/bench/steps.c.
STEP_YARDSTICK ?=
STEP_YARDSTICK_FLAGS ?= -O3 -march=haswell -ffp-contract=off -std=gnu11 -w

$(BUILD)/step-yardstick: $(STEP_YARDSTICK) run-bench-always
	$(CC) $(STEP_YARDSTICK_FLAGS) $< -o $@ -lm -lpthread

bench-steps: $(if $(STEP_YARDSTICK),$(BUILD)/step-yardstick)
bench-steps: $(BUILD)/steps-bench ## time the step alone
	@BENCH_STEP_YARDSTICK='$(if $(STEP_YARDSTICK),$(BUILD)/step-yardstick)' $(BUILD)/steps-bench

# What scenes of games are measured against: see tests/bench/games/games.c.
GAMES_YARDSTICK ?=
GAMES_YARDSTICK_FLAGS ?= $(STEP_YARDSTICK_FLAGS)

$(BUILD)/games-yardstick: $(GAMES_YARDSTICK) run-bench-always
	$(CC) $(GAMES_YARDSTICK_FLAGS) $< -o $@ -lm

bench-games: $(if $(GAMES_YARDSTICK),$(BUILD)/games-yardstick)
bench-games: $(BUILD)/games-bench ## time scenes as games have them, beside Box2D
	@BENCH_GAMES_YARDSTICK='$(if $(GAMES_YARDSTICK),$(BUILD)/games-yardstick)' $(BUILD)/games-bench

run-bench: $(BUILD)/steps-bench $(if $(STEP_YARDSTICK),$(BUILD)/step-yardstick)
run-bench: $(BUILD)/narrow-bench $(BUILD)/worlds-bench $(BUILD)/games-bench $(BUILD)/saves-bench \
    $(if $(HAS_VALGRIND),$(BUILD)/changes-bench) $(if $(YARDSTICK),$(BUILD)/yardstick)
	@BENCH_STEP_YARDSTICK='$(if $(STEP_YARDSTICK),$(BUILD)/step-yardstick)' \
	    BENCH_YARDSTICK='$(if $(YARDSTICK),$(BUILD)/yardstick)' YARDSTICK_FLAGS='$(YARDSTICK_FLAGS)' \
	    CC='$(CC)' CXX='$(CXX)' OUR_FLAGS='$(strip $(CPPFLAGS) $(CFLAGS) $(SAME_BITS))' \
	    PEER_FLAGS='$(PEER_FLAGS)' tests/bench/bench.sh $(BUILD)

# ---- Installing ----------------------------------------------------------------------------------

INCLUDE_TO = $(DESTDIR)$(PREFIX)/include/evolute
LIBRARY_TO = $(DESTDIR)$(PREFIX)/lib
PACKAGE_TO = $(LIBRARY_TO)/pkgconfig
CMAKE_TO = $(LIBRARY_TO)/cmake/evolute

define PKG_CONFIG_FILE
prefix=$${pcfiledir}/../..
Name: evolute
Description: 2D rigid-body physics with exact smooth shapes
Version: $(VERSION)
Cflags: -I$${prefix}/include
Libs: -L$${prefix}/lib -levolute
Libs.private: -lm $(POOL)
endef

# Relocatable: everything is found from where this file is.
define CMAKE_FILE
get_filename_component(_evolute_prefix "$${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
if(NOT TARGET evolute::evolute)
  add_library(evolute::evolute SHARED IMPORTED)
  set_target_properties(evolute::evolute PROPERTIES
    IMPORTED_LOCATION "$${_evolute_prefix}/lib/libevolute.so.$(VERSION)"
    IMPORTED_SONAME "$(SONAME)"
    INTERFACE_INCLUDE_DIRECTORIES "$${_evolute_prefix}/include")
  add_library(evolute::static STATIC IMPORTED)
  set_target_properties(evolute::static PROPERTIES
    IMPORTED_LOCATION "$${_evolute_prefix}/lib/libevolute.a"
    INTERFACE_INCLUDE_DIRECTORIES "$${_evolute_prefix}/include"
    INTERFACE_LINK_LIBRARIES "m;$(POOL)")
endif()
unset(_evolute_prefix)
endef

define CMAKE_VERSION_FILE
set(PACKAGE_VERSION "$(VERSION)")
if(PACKAGE_VERSION VERSION_LESS PACKAGE_FIND_VERSION)
  set(PACKAGE_VERSION_COMPATIBLE FALSE)
else()
  set(PACKAGE_VERSION_COMPATIBLE TRUE)
  if(PACKAGE_VERSION STREQUAL PACKAGE_FIND_VERSION)
    set(PACKAGE_VERSION_EXACT TRUE)
  endif()
endif()
endef

export PKG_CONFIG_FILE CMAKE_FILE CMAKE_VERSION_FILE

# The shared library is made of the same objects.
install: $(LIBRARY) $(SHARED) ## install headers, libraries, evolute.pc and the CMake package under PREFIX
	install -d $(INCLUDE_TO) $(PACKAGE_TO) $(CMAKE_TO)
	install -m 644 $(HEADERS) $(INCLUDE_TO)
	install -m 644 $(BUILD)/libevolute.a $(LIBRARY_TO)
	install -m 755 $(BUILD)/libevolute.so.$(VERSION) $(LIBRARY_TO)
	ln -sf libevolute.so.$(VERSION) $(LIBRARY_TO)/$(SONAME)
	ln -sf $(SONAME) $(LIBRARY_TO)/libevolute.so
	printf '%s\n' "$$PKG_CONFIG_FILE" > $(PACKAGE_TO)/evolute.pc
	printf '%s\n' "$$CMAKE_FILE" > $(CMAKE_TO)/evoluteConfig.cmake
	printf '%s\n' "$$CMAKE_VERSION_FILE" > $(CMAKE_TO)/evoluteConfigVersion.cmake
	chmod 644 $(PACKAGE_TO)/evolute.pc $(CMAKE_TO)/*.cmake

uninstall: ## remove what install put there
	rm -rf $(INCLUDE_TO) $(CMAKE_TO)
	rm -f $(PACKAGE_TO)/evolute.pc $(LIBRARY_TO)/libevolute.a $(LIBRARY_TO)/libevolute.so \
	    $(LIBRARY_TO)/$(SONAME) $(LIBRARY_TO)/libevolute.so.$(VERSION)

clean: ## remove what was built
	rm -rf $(BUILD)

-include $(patsubst %.o,%.d,$(ENGINE) $(CHECKED_ENGINE) $(EMULATED) $(TESTS) $(MEMCHECK) $(PICTURE) $(SCENES) $(DEMOS) \
    $(HEADLESS) \
    $(SANDBOX) $(GAME) $(DESK) $(WASM_OBJECTS) $(patsubst %.c,$(FUZZ)/%.o,$(FUZZ_SOURCES)) \
    $(NARROW_OBJECTS) $(WORLDS_OBJECTS) $(GAMES_OBJECTS) $(BENCH)/changes.o $(BENCH)/saves.o)
-include $(addsuffix .d,$(SAMPLES))
