/* fuzz.h: fuzzers: each reads bytes as a program, runs it, and aborts where a law is broken. Programs
 * of libFuzzer call them with bytes that it invents (make fuzz), the suite `fuzzed` with those kept
 * in tests/fuzz/corpus/. */
#ifndef TESTS_FUZZ_FUZZ_H
#define TESTS_FUZZ_FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Calls of the public interface on a world. */
void fuzz_calls(const uint8_t *bytes, size_t count);

/* Questions about two shapes of raw numbers. */
void fuzz_geometry(const uint8_t *bytes, size_t count);

/* ---- For fuzzers (bytes.c) ------------------------------------------------------------------- */

typedef struct fuzz_bytes {
    const uint8_t *at, *end;
} fuzz_bytes;

static inline bool fuzz_is_over(const fuzz_bytes *b) {
    return b->at >= b->end;
}

/* Bytes behind the end are 0. */
uint8_t fuzz_byte(fuzz_bytes *b);

/* One of 0 to count - 1. */
int fuzz_one_of(fuzz_bytes *b, int count);

/* A number of ordinary size, -16 to 16; and any number, also none, of one byte and perhaps more. */
double fuzz_number(fuzz_bytes *b);
double fuzz_any_number(fuzz_bytes *b);

/* Ends the program with a message, unless a law holds. */
void fuzz_expect(bool holds, const char *law);

#endif
