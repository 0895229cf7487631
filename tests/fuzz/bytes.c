/* bytes.c: what fuzzers read from their bytes. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"

uint8_t fuzz_byte(fuzz_bytes *b) {
    return fuzz_is_over(b) ? 0 : *b->at++;
}

int fuzz_one_of(fuzz_bytes *b, int count) {
    return fuzz_byte(b) % count;
}

double fuzz_number(fuzz_bytes *b) {
    const int high = fuzz_byte(b), low = fuzz_byte(b);
    return (double)(256 * high + low - 32768) / 2048;
}

double fuzz_any_number(fuzz_bytes *b) {
    static const double some[] = {0,    1,   -1,    1e-9, -1e-9,    1e-30,     1e30,        -1e30,
                                  1e31, 1e6, -1e12, 1e99, INFINITY, -INFINITY, (double)NAN, 1e-300};
    enum { SOME = sizeof some / sizeof *some, RAW = 255 };
    const uint8_t kind = fuzz_byte(b);
    if (kind < SOME) return some[kind];
    if (kind != RAW) return fuzz_number(b);
    uint64_t bits = 0;
    for (int i = 0; i < 8; ++i) bits = bits << 8 | fuzz_byte(b);
    double raw;
    memcpy(&raw, &bits, sizeof raw);
    return raw;
}

void fuzz_expect(bool holds, const char *law) {
    if (holds) return;
    fprintf(stderr, "fuzz: broken: %s\n", law);
    abort();
}
