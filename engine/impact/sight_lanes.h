/* sight_lanes.h: the search of sight.h, for four flyers at once where LANES is 8, or one by one. */
#include <string.h>

#include "impact/sight.h"

/* So near, in squares of the way apart, is touching; and of those that touch, so little approach,
 * in squares of way and speed, is sliding past each other: rounding alone would make it an event. */
static const double SIGHT_TANGENT = 1e-14, SIGHT_SLIDE = 1e-28;

#if LANES == 8

enum { WIDE = 4 };
typedef __m256d wide;
typedef __m256d wide_mask;

INLINE wide wide_all(double x) {
    return _mm256_set1_pd(x);
}

INLINE wide_mask wide_less(wide a, wide b) {
    return _mm256_cmp_pd(a, b, _CMP_LT_OQ);
}

INLINE wide_mask wide_reaches(wide a, wide b) {
    return _mm256_cmp_pd(a, b, _CMP_GE_OQ);
}

INLINE wide_mask wide_equal(wide a, wide b) {
    return _mm256_cmp_pd(a, b, _CMP_EQ_OQ);
}

INLINE wide_mask wide_and(wide_mask a, wide_mask b) {
    return _mm256_and_pd(a, b);
}

INLINE wide_mask wide_or(wide_mask a, wide_mask b) {
    return _mm256_or_pd(a, b);
}

INLINE wide wide_pick(wide_mask mask, wide yes, wide no) {
    return _mm256_blendv_pd(no, yes, mask);
}

/* The larger, and b when a is not above it. */
INLINE wide wide_max(wide a, wide b) {
    return _mm256_max_pd(a, b);
}

INLINE wide wide_sqrt(wide x) {
    return _mm256_sqrt_pd(x);
}

INLINE void wide_store(double *to, wide x) {
    _mm256_storeu_pd(to, x);
}

typedef struct wide_flyer {
    wide x, y, vx, vy, time, radius, number;
    __m128i column, row;
} wide_flyer;

INLINE wide_flyer wide_load(const flyer *flyers, const uint32_t *numbers) {
    const flyer *a = flyers + numbers[0], *b = flyers + numbers[1];
    const flyer *c = flyers + numbers[2], *d = flyers + numbers[3];
    wide ways_a = _mm256_loadu_pd(&a->place.x), ways_b = _mm256_loadu_pd(&b->place.x);
    wide ways_c = _mm256_loadu_pd(&c->place.x), ways_d = _mm256_loadu_pd(&d->place.x);
    wide low_ab = _mm256_unpacklo_pd(ways_a, ways_b), high_ab = _mm256_unpackhi_pd(ways_a, ways_b);
    wide low_cd = _mm256_unpacklo_pd(ways_c, ways_d), high_cd = _mm256_unpackhi_pd(ways_c, ways_d);
    wide ab = _mm256_insertf128_pd(_mm256_castpd128_pd256(_mm_loadu_pd(&a->time)),
                                   _mm_loadu_pd(&c->time), 1);
    wide cd = _mm256_insertf128_pd(_mm256_castpd128_pd256(_mm_loadu_pd(&b->time)),
                                   _mm_loadu_pd(&d->time), 1);
    uint32_t cells[4];
    memcpy(&cells[0], &a->column, sizeof *cells);
    memcpy(&cells[1], &b->column, sizeof *cells);
    memcpy(&cells[2], &c->column, sizeof *cells);
    memcpy(&cells[3], &d->column, sizeof *cells);
    __m128i both = _mm_set_epi32((int)cells[3], (int)cells[2], (int)cells[1], (int)cells[0]);
    wide_flyer f = {
        .x = _mm256_permute2f128_pd(low_ab, low_cd, 0x20),
        .vx = _mm256_permute2f128_pd(low_ab, low_cd, 0x31),
        .y = _mm256_permute2f128_pd(high_ab, high_cd, 0x20),
        .vy = _mm256_permute2f128_pd(high_ab, high_cd, 0x31),
        .time = _mm256_unpacklo_pd(ab, cd),
        .radius = _mm256_unpackhi_pd(ab, cd),
        .number = _mm256_cvtepi32_pd(_mm_loadu_si128((const __m128i *)(const void *)numbers)),
        .column = _mm_and_si128(both, _mm_set1_epi32(0xffff)),
        .row = _mm_srli_epi32(both, 16),
    };
    return f;
}

/* How many cells farther, the short way round. */
INLINE wide cells_apart(__m128i cell, uint16_t own, int32_t round) {
    __m128i apart = _mm_sub_epi32(cell, _mm_set1_epi32(own));
    __m128i lap = _mm_set1_epi32(round), half = _mm_set1_epi32(round / 2);
    __m128i over = _mm_cmpgt_epi32(apart, half);
    __m128i under = _mm_cmpgt_epi32(_mm_sub_epi32(_mm_setzero_si128(), half), apart);
    apart = _mm_sub_epi32(apart, _mm_and_si128(over, lap));
    apart = _mm_add_epi32(apart, _mm_and_si128(under, lap));
    return _mm256_cvtepi32_pd(apart);
}

#else

enum { WIDE = 1 };
typedef double wide;
typedef bool wide_mask;

INLINE wide wide_all(double x) {
    return x;
}

INLINE wide_mask wide_less(wide a, wide b) {
    return a < b;
}

INLINE wide_mask wide_reaches(wide a, wide b) {
    return a >= b;
}

INLINE wide_mask wide_equal(wide a, wide b) {
    return a == b;
}

INLINE wide_mask wide_and(wide_mask a, wide_mask b) {
    return a && b;
}

INLINE wide_mask wide_or(wide_mask a, wide_mask b) {
    return a || b;
}

INLINE wide wide_pick(wide_mask mask, wide yes, wide no) {
    return mask ? yes : no;
}

INLINE wide wide_max(wide a, wide b) {
    return a > b ? a : b;
}

INLINE wide wide_sqrt(wide x) {
    return sqrt(x);
}

INLINE void wide_store(double *to, wide x) {
    *to = x;
}

typedef struct wide_flyer {
    wide x, y, vx, vy, time, radius, number;
    int32_t column, row;
} wide_flyer;

INLINE wide_flyer wide_load(const flyer *flyers, const uint32_t *numbers) {
    const flyer *f = flyers + *numbers;
    wide_flyer w = {f->place.x, f->place.y,        f->velocity.x, f->velocity.y, f->time,
                    f->radius,  (double)*numbers, f->column,     f->row};
    return w;
}

INLINE wide cells_apart(int32_t cell, uint16_t own, int32_t round) {
    int32_t apart = cell - own, half = round / 2;
    if (apart > half) return apart - round;
    return apart < -half ? apart + round : apart;
}

#endif

/* Where the others are by now, and how fast. */
INLINE void wide_bring(wide_flyer *f, const sight_view *view) {
    wide after = wide_all(view->now) - f->time;
    wide more_x = after * wide_all(0.5 * view->pull.x);
    wide more_y = after * wide_all(0.5 * view->pull.y);
    f->vx = f->vx + more_x;
    f->vy = f->vy + more_y;
    f->x = f->x + after * f->vx;
    f->y = f->y + after * f->vy;
    f->vx = f->vx + more_x;
    f->vy = f->vy + more_y;
}

/* The time of the first touch, or infinity. */
INLINE wide wide_meeting(const sight_view *view, const flyer *own, const wide_flyer *f) {
    wide zero = wide_all(0);
    wide cell_x = cells_apart(f->column, own->column, view->columns) * wide_all(view->side.x);
    wide cell_y = cells_apart(f->row, own->row, view->rows) * wide_all(view->side.y);
    wide dx = cell_x + (f->x - wide_all(own->place.x));
    wide dy = cell_y + (f->y - wide_all(own->place.y));
    wide vx = f->vx - wide_all(own->velocity.x), vy = f->vy - wide_all(own->velocity.y);
    wide sum = f->radius + wide_all(own->radius);
    wide reach = sum * wide_all(view->scale), grows = sum * wide_all(view->growth);
    wide speed = vx * vx + vy * vy, apart = dx * dx + dy * dy;
    wide a = speed - grows * grows;
    wide b = (dx * vx + dy * vy) - reach * grows;
    wide c = apart - reach * reach;
    wide square = b * b - a * c;
    wide time = wide_max(c / (wide_sqrt(wide_max(square, zero)) - b), zero);
    wide_mask closes = wide_or(wide_less(wide_all(SIGHT_TANGENT) * apart, c),
                               wide_less(wide_all(SIGHT_SLIDE) * (apart * speed), b * b));
    wide_mask meets = wide_and(wide_or(wide_less(b, zero), wide_less(a, zero)),
                               wide_and(wide_reaches(square, zero), closes));
    return wide_pick(meets, time, wide_all(INFINITY));
}

static sight sight_first(const sight_view *view, const flyer *flyers, uint32_t self,
                         uint32_t *others, size_t count) {
    const flyer own = flyers[self];
    wide best = wide_all(INFINITY), who = wide_all(INFINITY);
    for (size_t i = 0; i < SIGHT_ROOM; ++i) others[count + i] = self;
    for (size_t i = 0; i < count; i += WIDE) {
        wide_flyer f = wide_load(flyers, others + i);
        wide_bring(&f, view);
        wide time = wide_meeting(view, &own, &f);
        wide_mask ties = wide_and(wide_equal(time, best), wide_less(f.number, who));
        wide_mask nearer = wide_or(wide_less(time, best), ties);
        best = wide_pick(nearer, time, best);
        who = wide_pick(nearer, f.number, who);
    }
    double times[WIDE], numbers[WIDE];
    wide_store(times, best);
    wide_store(numbers, who);
    int first = 0;
    for (int i = 1; i < WIDE; ++i)
        if (times[i] < times[first] || (times[i] == times[first] && numbers[i] < numbers[first]))
            first = i;
    sight seen = {times[first], times[first] < INFINITY ? (uint32_t)numbers[first] : self};
    return seen;
}
