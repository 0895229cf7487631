# everywhere.mk: what make test leaves out: sanitizers, coverage, 16 emulated lanes, memcheck,
# windows, and the numbers of Box2D. make everywhere runs most of it.

# ---- Sanitizers and coverage ---------------------------------------------------------------------

# Each compiler has a folder of its own: make sanitized CC=clang.
SANITIZED = LSAN_OPTIONS=suppressions=.ci/leaks:print_suppressions=0 CK_FORK=no $(MAKE) \
    CFLAGS="-O1 -g1" BUILD=$(BUILD)/$@-$(notdir $(firstword $(CC)))

asan: ## run the tests with the address sanitizer
	+$(SANITIZED) SANITIZE=address test

ubsan: ## run the tests with the sanitizer of undefined behaviour
	+$(SANITIZED) SANITIZE=undefined test

sanitized: ## run the tests with both at once
	+$(SANITIZED) SANITIZE=address,undefined test

tsan: ## run the tests of threads and readers with the sanitizer of races
	$(MAKE) CFLAGS="-O1 -g1" BUILD=$(BUILD)/$@ SANITIZE=thread \
	    WITHOUT_PYTHON=1 $(BUILD)/$@/evolute-tests
	for suite in threads workers readers; do \
	    CK_FORK=no CK_RUN_SUITE=$$suite $(BUILD)/$@/evolute-tests || exit 1; done

# Neither Python nor the programs of samples: their suites have the tag `programs`.
coverage: deps ## print how much of the engine the quick tests run, and what they never do
	@$(MAKE) --no-print-directory CFLAGS="-O1 -g1 --coverage" LDFLAGS=--coverage ASSERTS=yes \
	    BUILD=$(BUILD)/coverage $(addprefix $(BUILD)/coverage/,evolute-tests evolute-run)
	@CK_FORK=no CK_EXCLUDE_TAGS="slow long programs" PYTHON= tests/run.sh $(BUILD)/coverage || true
	@tests/coverage.sh $(BUILD)/coverage

everywhere: test ## run what is not run each time: deep searches, mutants, other compilers, ASE
	+@tests/everywhere.sh

# ---- 16 lanes ------------------------------------------------------------------------------------

# The same tests with 16 lanes on machines without AVX-512: twice 8 of AVX2, with the same bits.
EMULATED := $(patsubst %,$(BUILD)/emulated/engine/%.o,core/core lanes/lanes_16)

$(EMULATED): $(BUILD)/emulated/engine/%.o: engine/%.c | deps
	@mkdir -p $(@D)
	$(CC) $(FLAGS) -DEVOLUTE_EMULATE_16 -Iengine -c $< -o $@

# Files of the library are left out where others with the same functions stand before it.
$(BUILD)/emulated-tests: $(EMULATED) $(TESTS_LINKED) $(CHECKED_LIBRARY)
	$(CC) $(SANITIZER) $(LDFLAGS) $^ -o $@ $(CHECK_LIBS) $(CAIRO_LIBS) $(JANSSON_LIBS) -lm -pthread

# ---- Programs for scripts ------------------------------------------------------------------------

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

PORTS := $(patsubst %.cpp,$(BUILD)/%,$(sort $(wildcard tests/port/*.cpp)))

$(PORTS): $(BUILD)/%: %.cpp tests/port/port.h
	@mkdir -p $(@D)
	$(CXX) -std=c++11 $(WARNINGS) -O2 $< -o $@ -lbox2d

port-cases: $(PORTS) ## record the numbers of Box2D 2.4 that port.c compares
	@{ echo scene,name,value; for port in $(PORTS); do \
	    $$port | sed "s/^/$$(basename $$port),/; s/ /,/"; done; } > tests/cases/box2d.csv

-include $(patsubst %.o,%.d,$(EMULATED) $(MEMCHECK) $(BUILD)/tests/window/game_keys.o)
