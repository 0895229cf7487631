/* neighbour_lanes.inc.h: the kernels of cells.h: the neighbour that a particle meets first, tested
 * four at a time where LANES is 8, else one by one. */
#ifndef ENGINE_EXACT_NEIGHBOUR_LANES_INC_H
#define ENGINE_EXACT_NEIGHBOUR_LANES_INC_H

#include <string.h>

#include "core/core.h"
#include "exact/cells.h"
#include "flight/flight.h"

/* Defines a function of one line. */
#define OP(type, name, arguments, value)                                                           \
    INLINE type name arguments {                                                                   \
        return value;                                                                              \
    }

#if LANES == 8

enum { WIDE = 4 };
_Static_assert((int)WIDE <= (int)NEIGHBOUR_PAD, "lists are padded to whole loads");
typedef __m256d wide_value;
typedef __m256d wide_mask;

OP(wide_value, wide_all, (double x), _mm256_set1_pd(x))
OP(wide_mask, wide_less, (wide_value a, wide_value b), _mm256_cmp_pd(a, b, _CMP_LT_OQ))
OP(wide_mask, wide_reaches, (wide_value a, wide_value b), _mm256_cmp_pd(a, b, _CMP_GE_OQ))
OP(wide_mask, wide_equal, (wide_value a, wide_value b), _mm256_cmp_pd(a, b, _CMP_EQ_OQ))
OP(wide_mask, wide_differ, (wide_value a, wide_value b), _mm256_cmp_pd(a, b, _CMP_NEQ_UQ))
OP(wide_mask, wide_and, (wide_mask a, wide_mask b), _mm256_and_pd(a, b))
OP(wide_mask, wide_or, (wide_mask a, wide_mask b), _mm256_or_pd(a, b))
OP(wide_value, wide_pick, (wide_mask mask, wide_value yes, wide_value no),
   _mm256_blendv_pd(no, yes, mask))
/* Returns b when the two are unordered. */
OP(wide_value, wide_max, (wide_value a, wide_value b), _mm256_max_pd(a, b))
OP(wide_value, wide_sqrt, (wide_value x), _mm256_sqrt_pd(x))

INLINE void wide_store(double *to, wide_value x) {
    _mm256_storeu_pd(to, x);
}

OP(unsigned, wide_bits, (wide_mask mask), (unsigned)_mm256_movemask_pd(mask))

INLINE double wide_least(wide_value x) {
    wide_value low = _mm256_min_pd(x, _mm256_permute2f128_pd(x, x, 1));
    return _mm256_cvtsd_f64(_mm256_min_pd(low, _mm256_permute_pd(low, 5)));
}

OP(wide_value, wide_numbers, (const uint32_t *numbers),
   _mm256_cvtepi32_pd(_mm_loadu_si128((const __m128i *)(const void *)numbers)))

typedef __m128i wide_cells;

typedef struct wide_particle {
    wide_value x, y, vx, vy, time, radius;
    wide_cells column, row;
} wide_particle;

INLINE wide_value two_and_two(const double *low, const double *high) {
    return _mm256_insertf128_pd(_mm256_castpd128_pd256(_mm_loadu_pd(low)), _mm_loadu_pd(high), 1);
}

INLINE int cell_word(const particle *p) {
    int word;
    memcpy(&word, &p->column, sizeof word);
    return word;
}

INLINE wide_particle wide_load(const particle *particles, const uint32_t *numbers) {
    const particle *a = particles + numbers[0], *b = particles + numbers[1];
    const particle *c = particles + numbers[2], *d = particles + numbers[3];
    wide_value positions_ac = two_and_two(&a->position.x, &c->position.x);
    wide_value positions_bd = two_and_two(&b->position.x, &d->position.x);
    wide_value velocities_ac = two_and_two(&a->velocity.x, &c->velocity.x);
    wide_value velocities_bd = two_and_two(&b->velocity.x, &d->velocity.x);
    wide_value rest_ac = two_and_two(&a->time, &c->time), rest_bd = two_and_two(&b->time, &d->time);
    __m128i both = _mm_set_epi32(cell_word(d), cell_word(c), cell_word(b), cell_word(a));
    return (wide_particle){
        .x = _mm256_unpacklo_pd(positions_ac, positions_bd),
        .y = _mm256_unpackhi_pd(positions_ac, positions_bd),
        .vx = _mm256_unpacklo_pd(velocities_ac, velocities_bd),
        .vy = _mm256_unpackhi_pd(velocities_ac, velocities_bd),
        .time = _mm256_unpacklo_pd(rest_ac, rest_bd),
        .radius = _mm256_unpackhi_pd(rest_ac, rest_bd),
        .column = _mm_and_si128(both, _mm_set1_epi32(0xffff)),
        .row = _mm_srli_epi32(both, 16),
    };
}

/* Returns the cells between particles and their own; in a periodic grid along the short way. */
INLINE wide_value cells_apart(wide_cells cell, uint16_t own, int32_t round, bool inside) {
    __m128i apart = _mm_sub_epi32(cell, _mm_set1_epi32(own));
    if (inside) return _mm256_cvtepi32_pd(apart);
    __m128i period = _mm_set1_epi32(round), half = _mm_set1_epi32(round / 2);
    __m128i over = _mm_cmpgt_epi32(apart, half);
    __m128i under = _mm_cmpgt_epi32(_mm_sub_epi32(_mm_setzero_si128(), half), apart);
    apart = _mm_sub_epi32(apart, _mm_and_si128(over, period));
    apart = _mm_add_epi32(apart, _mm_and_si128(under, period));
    return _mm256_cvtepi32_pd(apart);
}

#else

enum { WIDE = 1 };
typedef double wide_value;
typedef bool wide_mask;

OP(wide_value, wide_all, (double x), x)
OP(wide_mask, wide_less, (wide_value a, wide_value b), a < b)
OP(wide_mask, wide_reaches, (wide_value a, wide_value b), a >= b)
OP(wide_mask, wide_equal, (wide_value a, wide_value b), a == b)
OP(wide_mask, wide_differ, (wide_value a, wide_value b), a != b)
OP(wide_mask, wide_and, (wide_mask a, wide_mask b), a &&b)
OP(wide_mask, wide_or, (wide_mask a, wide_mask b), a || b)
OP(wide_value, wide_pick, (wide_mask mask, wide_value yes, wide_value no), mask ? yes : no)
OP(wide_value, wide_max, (wide_value a, wide_value b), a > b ? a : b)
OP(wide_value, wide_sqrt, (wide_value x), sqrt(x))

INLINE void wide_store(double *to, wide_value x) {
    *to = x;
}

OP(unsigned, wide_bits, (wide_mask mask), mask)
OP(double, wide_least, (wide_value x), x)
OP(wide_value, wide_numbers, (const uint32_t *numbers), (double)*numbers)

typedef int32_t wide_cells;

typedef struct wide_particle {
    wide_value x, y, vx, vy, time, radius;
    wide_cells column, row;
} wide_particle;

INLINE wide_particle wide_load(const particle *particles, const uint32_t *numbers) {
    const particle *p = particles + *numbers;
    return (wide_particle){p->position.x, p->position.y, p->velocity.x, p->velocity.y,
                           p->time,       p->radius,     p->column,     p->row};
}

INLINE wide_value cells_apart(wide_cells cell, uint16_t own, int32_t round, bool inside) {
    int32_t apart = cell - own, half = round / 2;
    if (inside) return apart;
    if (apart > half) return apart - round;
    return apart < -half ? apart + round : apart;
}

#endif

/* Parts of a search that may be left out. `plain`: gravity and growth, where there are none;
 * `inside`: the periodic border, far from it; `fast`: the test for rounding in pairs that touch and
 * slide. */
typedef struct shortcuts {
    bool plain, inside, fast;
} shortcuts;

/* Moves particles to the present. */
INLINE void wide_advance(wide_particle *p, const neighbour_view *view, shortcuts skip) {
    wide_value after = wide_all(view->now) - p->time;
    if (!skip.plain) {
        p->vx = p->vx + after * wide_all(0.5 * view->gravity.x);
        p->vy = p->vy + after * wide_all(0.5 * view->gravity.y);
    }
    p->x = p->x + after * p->vx;
    p->y = p->y + after * p->vy;
    if (!skip.plain) {
        p->vx = p->vx + after * wide_all(0.5 * view->gravity.x);
        p->vy = p->vy + after * wide_all(0.5 * view->gravity.y);
    }
}

/* The times of the meetings, and which of the particles are met. */
typedef struct wide_hit {
    wide_value time;
    wide_mask hits;
} wide_hit;

INLINE wide_hit wide_toi(const neighbour_view *view, const particle *own, const wide_particle *p,
                         shortcuts skip) {
    wide_value zero = wide_all(0);
    wide_value columns = cells_apart(p->column, own->column, view->columns, skip.inside);
    wide_value rows = cells_apart(p->row, own->row, view->rows, skip.inside);
    wide_value cell_x = columns * wide_all(view->cell_size.x),
               cell_y = rows * wide_all(view->cell_size.y);
    wide_value dx = cell_x + (p->x - wide_all(own->position.x));
    wide_value dy = cell_y + (p->y - wide_all(own->position.y));
    wide_value vx = p->vx - wide_all(own->velocity.x), vy = p->vy - wide_all(own->velocity.y);
    wide_value reach = p->radius + wide_all(own->radius);
    wide_value speed = vx * vx + vy * vy, apart = dx * dx + dy * dy;
    wide_value a = speed, b = dx * vx + dy * vy;
    wide_mask closes;
    if (skip.plain) {
        closes = wide_less(b, zero);
    } else {
        wide_value grows = reach * wide_all(view->growth);
        reach = reach * wide_all(view->scale);
        a = a - grows * grows;
        b = b - reach * grows;
        closes = wide_or(wide_less(b, zero), wide_less(a, zero));
    }
    wide_value c = apart - reach * reach;
    wide_value square = b * b - a * c; /* below 0: they miss, and the root is NaN */
    wide_value time = wide_max(c / (wide_sqrt(square) - b), zero);
    if (!skip.fast) {
        wide_mask open = wide_less(wide_all(TOUCH_EXACT) * apart, c);
        wide_mask fast = wide_less(wide_all(TOUCH_EXACT_SQUARE) * (apart * speed), b * b);
        closes = wide_and(closes, wide_or(open, fast));
    }
    return (wide_hit){time, wide_and(closes, wide_reaches(square, zero))};
}

/* Mark in place of a time, below all times: the exact search has to find it. */
static const double TIME_UNSURE = -1;

/* Returns the first meeting. TIME_UNSURE: it is within the instant, or one of several at that
 * time. */
INLINE neighbour_hit search_fast(const neighbour_view *view, const particle *particles,
                                 const particle *self, neighbour_list others, shortcuts skip) {
    wide_value best = wide_all(INFINITY), at = wide_all(0), now_at = wide_all(0);
    wide_mask tied = wide_less(at, at);
    for (size_t i = 0; i < others.count; i += WIDE) {
        wide_particle p = wide_load(particles, others.numbers + i);
        wide_advance(&p, view, skip);
        wide_hit m = wide_toi(view, self, &p, skip);
        wide_mask nearer = wide_and(m.hits, wide_less(m.time, best));
        tied = wide_or(tied, wide_equal(m.time, best));
        best = wide_pick(nearer, m.time, best);
        at = wide_pick(nearer, now_at, at);
        now_at = now_at + wide_all(WIDE);
    }
    const double time = wide_least(best);
    unsigned first = wide_bits(wide_equal(best, wide_all(time)));
    unsigned rivals = (first & (first - 1)) | (wide_bits(tied) & first);
    double places[WIDE];
    wide_store(places, at);
    unsigned lane = bits_lowest(first);
    bool alone = (time > view->instant) & (rivals == 0);
    return (neighbour_hit){alone || time == INFINITY ? time : TIME_UNSURE,
                           others.numbers[(size_t)(int64_t)places[lane] + lane]};
}

/* Returns the first meeting, of equal times the one with the lowest number. */
MACHINE_NOINLINE neighbour_hit search_exact(const neighbour_view *view, const particle *particles,
                                            const particle *self, uint32_t own,
                                            neighbour_list others) {
    const shortcuts none = {false, false, false};
    wide_value best = wide_all(INFINITY), lowest_number = wide_all(INFINITY);
    for (size_t i = 0; i < others.count; i += WIDE) {
        wide_particle p = wide_load(particles, others.numbers + i);
        wide_value number = wide_numbers(others.numbers + i);
        wide_advance(&p, view, none);
        wide_hit m = wide_toi(view, self, &p, none);
        wide_mask ties = wide_and(wide_equal(m.time, best), wide_less(number, lowest_number));
        wide_mask nearer = wide_and(m.hits, wide_or(wide_less(m.time, best), ties));
        nearer = wide_and(nearer, wide_differ(number, wide_all(own)));
        best = wide_pick(nearer, m.time, best);
        lowest_number = wide_pick(nearer, number, lowest_number);
    }
    const double time = wide_least(best);
    wide_mask first = wide_equal(best, wide_all(time));
    double lowest = wide_least(wide_pick(first, lowest_number, wide_all(INFINITY)));
    return (neighbour_hit){time, lowest < INFINITY ? (uint32_t)lowest : own};
}

MACHINE_NOINLINE neighbour_hit search_inside(const neighbour_view *view, const particle *particles,
                                             const particle *self, neighbour_list others) {
    return search_fast(view, particles, self, others, (shortcuts){true, true, true});
}

MACHINE_NOINLINE neighbour_hit search_at_border(const neighbour_view *view,
                                                const particle *particles, const particle *self,
                                                neighbour_list others) {
    return search_fast(view, particles, self, others, (shortcuts){true, false, true});
}

static neighbour_hit neighbour_first(const neighbour_view *view, const particle *particles,
                                     const particle *self, uint32_t number, neighbour_list others) {
    const bool inside = self->column > 0 && self->column + 1 < view->columns && self->row > 0
                        && self->row + 1 < view->rows; /* no cell around is across the border */
    for (size_t i = 0; i < NEIGHBOUR_PAD; ++i) others.numbers[others.count + i] = number;
    if (view->plain) {
        const neighbour_hit seen = view->nearby && inside
                                       ? search_inside(view, particles, self, others)
                                       : search_at_border(view, particles, self, others);
        if (seen.time >= 0) return seen;
    }
    return search_exact(view, particles, self, number, others);
}

#endif
