#include "scenes/chance.h"

#include <math.h>

#include "evolute/evolute.h"

static const double LN2 = 0.69314718055994531, TURN = 6.283185307179586;

/* x = m 2^e with m in [sqrt(1/2), sqrt(2)): log m = 2 atanh t, where t = (m - 1) / (m + 1) is at
 * most 0.172 and the series needs eleven terms. */
double chance_log(double x) {
    int e;
    double m = frexp(x, &e), sum = 0;
    if (m < 0.70710678118654752) {
        m *= 2;
        --e;
    }
    double t = (m - 1) / (m + 1);
    for (int k = 11; k >= 0; --k) sum = sum * t * t + 1.0 / (2 * k + 1);
    return 2 * t * sum + e * LN2;
}

/* x = k log 2 + r with r at most 0.35: e^r by its series, times 2^k. */
double chance_exp(double x) {
    double k = floor(x / LN2 + 0.5), r = x - k * LN2, sum = 1;
    for (int i = 16; i > 0; --i) sum = 1 + sum * r / i;
    return ldexp(sum, (int)k);
}

static uint64_t next_word(uint64_t *state) {
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

double chance_part(uint64_t *state) {
    return (double)(next_word(state) >> 11) * (1.0 / 9007199254740992.0);
}

double chance_between(uint64_t *state, double low, double high) {
    return low + (high - low) * chance_part(state);
}

double chance_scale(uint64_t *state, double low, double high) {
    return low * chance_exp(chance_part(state) * chance_log(high / low));
}

/* Box and Muller. */
double chance_normal(uint64_t *state) {
    double u = chance_part(state) + 1e-300;
    double v = chance_part(state);
    return sqrt(-2 * chance_log(u)) * evo_direction(TURN * v).x;
}
