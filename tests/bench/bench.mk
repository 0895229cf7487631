# bench.mk: benchmarks, beside peers where they are installed, with instruction counts where valgrind
# is.

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
$(BENCH)/peers.txt: always
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

# What calls are measured against: see tests/bench/calls.c.
CALLS_YARDSTICK ?=

bench-calls: $(BUILD)/calls-bench ## time everyday calls
	@BENCH_CALLS_YARDSTICK='$(CALLS_YARDSTICK)' $(BUILD)/calls-bench

# What worlds of events are measured against: a program of one C file, see worlds/events.c there.
YARDSTICK ?=
YARDSTICK_FLAGS ?= -O3 -march=native -fno-math-errno

$(BUILD)/yardstick: $(YARDSTICK) always
	$(CC) $(YARDSTICK_FLAGS) $< -o $@ -lm

$(BUILD)/steps-bench: $(BENCH)/steps.o $(BENCH)/bench.o $(BUILD)/tests/support/random.o $(LIBRARY)
	$(CC) $(LDFLAGS) $^ -o $@ -lm $(POOL)

$(BUILD)/saves-bench: $(BENCH)/saves.o $(BENCH)/bench.o $(LIBRARY)
	$(CC) $(LDFLAGS) $^ -o $@ -lm $(POOL)

# What steps are measured against: see tests/bench/steps.c.
STEP_YARDSTICK ?=
STEP_YARDSTICK_FLAGS ?= -O3 -march=haswell -ffp-contract=off -std=gnu11 -w

$(BUILD)/step-yardstick: $(STEP_YARDSTICK) always
	$(CC) $(STEP_YARDSTICK_FLAGS) $< -o $@ -lm -lpthread

bench-steps: $(if $(STEP_YARDSTICK),$(BUILD)/step-yardstick)
bench-steps: $(BUILD)/steps-bench ## time the step alone
	@BENCH_STEP_YARDSTICK='$(if $(STEP_YARDSTICK),$(BUILD)/step-yardstick)' $(BUILD)/steps-bench

# What scenes of games are measured against: see tests/bench/games/games.c.
GAMES_YARDSTICK ?=
GAMES_YARDSTICK_FLAGS ?= $(STEP_YARDSTICK_FLAGS)

$(BUILD)/games-yardstick: $(GAMES_YARDSTICK) always
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

-include $(patsubst %.o,%.d,$(sort $(NARROW_OBJECTS) $(WORLDS_OBJECTS) $(GAMES_OBJECTS)) \
    $(addprefix $(BENCH)/,calls.o changes.o saves.o steps.o threads.o))
