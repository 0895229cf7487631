# fuzz.mk: fuzzers of libFuzzer, which comes with clang.

FUZZ_SECONDS ?= 60
FUZZERS := calls geometry saves records levels
FUZZ := $(BUILD)/fuzz
FUZZ_SOURCES := $(sort $(wildcard engine/*/*.c)) samples/headless/guess.c \
    $(filter-out %/scene.c %/describe.c,$(sort $(wildcard samples/level/*.c))) \
    $(filter-out %/target.c %/fuzzed.c,$(sort $(wildcard tests/fuzz/*.c))) tests/support/sound.c
FUZZ_FLAGS := -std=c11 -O1 -g1 -fsanitize=address,undefined -fno-sanitize-recover=all \
    -Iinclude -Iengine -Itests -Isamples -I$(BUILD)/samples -DLEVEL_MOST=300 $(JANSSON_CFLAGS) \
    $(SAME_BITS)

# As in sanitizer builds: wide lanes are made from the source of those of 4 and 1.
$(FUZZ)/engine/lanes/lanes_8.o $(FUZZ)/engine/lanes/lanes_16.o: \
    FUZZ_FLAGS := $(filter-out -fsanitize%,$(FUZZ_FLAGS))

$(FUZZ)/samples/level/fields.o: $(BUILD)/samples/level_fields.inc

$(FUZZ)/%.o: %.c
	@mkdir -p $(@D)
	clang $(FUZZ_FLAGS) -fsanitize=fuzzer-no-link -MMD -MP -c $< -o $@

$(FUZZ)/fuzz-%: $(patsubst %.c,$(FUZZ)/%.o,$(FUZZ_SOURCES)) tests/fuzz/target.c
	clang $(FUZZ_FLAGS) -fsanitize=fuzzer -DFUZZ_TARGET=fuzz_$* $^ -o $@ $(JANSSON_LIBS) -lm

# Findings are files in the folder where new programs are kept, crash-...
fuzz: $(addprefix $(FUZZ)/fuzz-,$(FUZZERS)) ## let libFuzzer invent programs, FUZZ_SECONDS each
	@for name in $(FUZZERS); do mkdir -p $(FUZZ)/$$name && $(FUZZ)/fuzz-$$name \
	    -max_total_time=$(FUZZ_SECONDS) -max_len=1024 -timeout=20 -artifact_prefix=$(FUZZ)/$$name- \
	    -print_final_stats=0 -verbosity=0 $(FUZZ)/$$name tests/fuzz/corpus/$$name || exit 1; done

-include $(patsubst %.c,$(FUZZ)/%.d,$(FUZZ_SOURCES))
