/* motion.c: bodies into rows and back. In: states in doubles, and drives; out: rows of floats, and
 * states in doubles after the step. Invariant: a body that no row pushed moves in doubles only. */
#include "solve/solve.h"

#include <assert.h>

#include "core/core.h"

/* ---- What drives a body ---------------------------------------------------------------------- */

/* Returns the factor of a speed after damping: exp(-x) up to the third order, and never below
 * zero. */
static double damping_keeps(double damping, double seconds) {
    const double x = damping * seconds;
    return 1 / (1 + x * (1 + x / 2 * (1 + x / 3)));
}

/* Returns the drive of a body that has forces, damping or locked axes. `fall`: velocity that
 * gravity adds in a substep. */
MACHINE_NOINLINE motion_drive drive_of_driven(const body_store *s, const body_motion *motion,
                                              const motion_input *in, evo_vec2 fall) {
    motion_drive d;
    const double h = in->seconds / in->substeps;
    const body_record *record = &s->records[motion->id];
    const body_forces forces = body_forces_of(s, motion->id);
    d.velocity = vec_scale(fall, forces.gravity_scale);
    d.velocity = vec_along(d.velocity, h / record->mass, forces.force);
    d.velocity = body_let(record, d.velocity);
    d.spin = motion->gyration > 0 ? h * forces.torque / record->inertia : 0;
    d.keeps = damping_keeps(forces.damping, 0.5 * h);
    d.keeps_spin = damping_keeps(forces.spin_damping, 0.5 * h);
    return d;
}

INLINE motion_drive drive_of(const body_store *s, uint32_t slot, const motion_input *in,
                             evo_vec2 fall) {
    const body_motion *motion = &s->motions[slot];
    if (motion->driven) return drive_of_driven(s, motion, in, fall);
    return (motion_drive){vec_scale(fall, (double)motion->gravity_scale), 0, 1, 1};
}

motion_drive motion_drive_of(const body_store *s, uint32_t slot, const motion_input *in) {
    return drive_of(s, slot, in, vec_scale(in->gravity, in->seconds / in->substeps));
}

/* ---- Into rows ------------------------------------------------------------------------------- */

static bool is_locked(const body_store *s, uint32_t slot) {
    return body_is_locked(&s->records[s->motions[slot].id]);
}

static bool take_rows(body_rows *rows, const body_store *s, uint32_t more, arena *a) {
    const size_t floats = 4 * ((size_t)s->awake + more + 2); /* eight lanes take two rows at once */
    const bool bounces = materials_bounce(&s->materials);
    bool damped = false, locked = false;
    for (uint32_t i = 0; i < s->awake; ++i) {
        damped |= s->motions[i].driven;
        locked |= s->motions[i].driven && is_locked(s, i);
    }
    *rows = (body_rows){.velocity = ARENA_TAKE(a, float, floats),
                        .shift = ARENA_TAKE(a, float, floats),
                        .base = ARENA_TAKE(a, float, floats),
                        .drive = ARENA_TAKE(a, float, floats),
                        .start = ARENA_TAKE(a, float, floats),
                        .keep = damped ? ARENA_TAKE(a, float, floats) : NULL,
                        .locked = locked ? ARENA_TAKE(a, float, floats) : NULL,
                        .met = bounces ? ARENA_TAKE(a, float, floats) : NULL,
                        .bounced = bounces ? ARENA_TAKE(a, uint8_t, floats / 4) : NULL};
    rows->count = (s->awake + more + 2) / 2 * 2;
    for (size_t i = 0; i < floats && rows->keep; ++i) rows->keep[i] = 1;
    if (rows->locked) memset(rows->locked, 0, floats * sizeof *rows->locked);
    return rows->velocity && rows->shift && rows->base && rows->drive && rows->start
           && (rows->keep || !damped) && (rows->locked || !locked)
           && ((rows->met && rows->bounced) || !bounces);
}

bool motion_expect_bounces(body_rows *rows, arena *a) {
    const size_t floats = 4 * ((size_t)rows->count + 2);
    if (rows->met) return true;
    rows->met = ARENA_TAKE(a, float, floats);
    rows->bounced = ARENA_TAKE(a, uint8_t, floats / 4);
    if (!rows->met || !rows->bounced) return false;
    memset(rows->bounced, 0, floats / 4);
    return true;
}

MACHINE_NOINLINE void load_driven(const body_rows *rows, const body_store *s, uint32_t slot,
                                  const motion_input *in, evo_vec2 fall) {
    const motion_drive d = drive_of_driven(s, &s->motions[slot], in, fall);
    const size_t row = body_row(slot);
    rows->drive[row] = (float)(0.5 * d.velocity.x);
    rows->drive[row + 1] = (float)(0.5 * d.velocity.y);
    rows->drive[row + 2] = (float)(0.5 * d.spin) * s->motions[slot].gyration;
    rows->keep[row] = rows->keep[row + 1] = (float)d.keeps;
    rows->keep[row + 2] = (float)d.keeps_spin;
    if (!rows->locked) return;
    const evo_vec2 locked = body_locked(&s->records[s->motions[slot].id]);
    rows->locked[row] = (float)locked.x;
    rows->locked[row + 1] = (float)locked.y;
}

INLINE void set_row(float *row, float x, float y, float z, float w) {
    row[0] = x;
    row[1] = y;
    row[2] = z;
    row[3] = w;
}

/* Sets the rows of one body, number by number: a row that is loaded whole waits for parts that were
 * just stored. */
INLINE void set_rows(const body_rows *rows, size_t row, const float v[4], evo_vec2 drive,
                     float over) {
    set_row(rows->velocity + row, v[0], v[1], v[2], v[3]);
    set_row(rows->base + row, v[0], v[1], v[2], v[3]);
    set_row(rows->start + row, v[0], v[1], v[2], v[3]);
    set_row(rows->shift + row, 0, 0, 0, over);
    set_row(rows->drive + row, (float)drive.x, (float)drive.y, 0, 0);
}

INLINE void clear_rows(const body_rows *rows, size_t row) {
    const float still[4] = {0, 0, 0, 0};
    set_rows(rows, row, still, vec(0, 0), 0);
}

INLINE void load_row(const body_rows *rows, const body_store *s, uint32_t slot, evo_vec2 half) {
    const body_state *state = &s->states[slot];
    const body_motion *motion = &s->motions[slot];
    const float velocity[4] = {(float)state->velocity.x, (float)state->velocity.y,
                               (float)state->spin * motion->gyration, motion->inverse_mass};
    set_rows(rows, body_row(slot), velocity, vec_scale(half, (double)motion->gravity_scale),
             motion->inverse_gyration);
}

/* Data of the pieces that workers load. */
typedef struct loading {
    body_rows rows;
    const body_store *bodies;
    const motion_input *in;
    evo_vec2 fall; /* velocity that gravity adds in a substep */
} loading;

/* Least number of bodies in a piece of work. */
enum { LOADED_LEAST = 64 };

static void load_piece(void *data, uint32_t from, uint32_t to, int worker) {
    const loading *all = data;
    const body_store *s = all->bodies;
    const body_rows by = all->rows; /* local copy: see scanning in find_lanes.inc.h */
    const evo_vec2 half = vec_scale(all->fall, 0.5);
    (void)worker;
    for (uint32_t i = from; i < to; ++i) load_row(&by, s, i, half);
    for (uint32_t i = from; i < to && by.keep; ++i)
        if (s->motions[i].driven) load_driven(&by, s, i, all->in, all->fall);
}

bool motion_load(body_rows *rows, const body_store *s, const motion_input *in, crew *c, arena *a) {
    if (!take_rows(rows, s, in->more, a)) return false;
    assert(rows->count % 2 == 0 && rows->count > s->awake && "lanes take two rows at once");
    const evo_vec2 fall = vec_scale(in->gravity, in->seconds / in->substeps);
    if (rows->bounced) memset(rows->bounced, 0, rows->count);
    loading all = {*rows, s, in, fall};
    clear_rows(&all.rows, 0);
    for (size_t row = s->awake + 1; row < rows->count; ++row) clear_rows(&all.rows, 4 * row);
    crew_loop(c, load_piece, &all, s->awake, LOADED_LEAST);
    return true;
}

/* ---- Back ------------------------------------------------------------------------------------ */

/* Returns the state of a damped body after free flight, by the same sums of substeps as in rows. */
static body_state flown_damped(body_state state, const motion_drive *d, const motion_input *in) {
    const double h = in->seconds / in->substeps;
    for (int i = 0; i < in->substeps; ++i) {
        const evo_vec2 v = vec_along(vec_scale(state.velocity, d->keeps), 0.5, d->velocity);
        const double spin = d->keeps_spin * state.spin + 0.5 * d->spin;
        state.position = vec_along(state.position, h, v);
        state.angle += h * spin;
        state.velocity = vec_scale(vec_along(v, 0.5, d->velocity), d->keeps);
        state.spin = d->keeps_spin * (spin + 0.5 * d->spin);
    }
    return state;
}

/* Free flight: the same drive in all substeps. */
static void fly(body_state *state, const motion_drive *d, const motion_input *in) {
    const double n = in->substeps, half = 0.5 * n * in->seconds;
    state->position = vec_along(state->position, in->seconds, state->velocity);
    state->position = vec_along(state->position, half, d->velocity);
    state->velocity = vec_along(state->velocity, n, d->velocity);
    state->angle += in->seconds * state->spin + half * d->spin;
    state->spin += n * d->spin;
}

INLINE void take_row(body_state *state, const body_motion *motion, const body_rows *rows,
                     uint32_t row) {
    const float *shift = rows->shift + 4 * (size_t)row, *v = rows->velocity + 4 * (size_t)row;
    double over = (double)motion->inverse_gyration;
    float z = (float)state->spin * motion->gyration;
    state->position.x += (double)shift[0];
    state->position.y += (double)shift[1];
    state->angle += (double)shift[2] * over;
    state->velocity.x += (double)(v[0] - (float)state->velocity.x);
    state->velocity.y += (double)(v[1] - (float)state->velocity.y);
    state->spin += (double)(v[2] - z) * over;
    if (!rows->keep) return;
    const float *keep = rows->keep + 4 * (size_t)row; /* damping at the end of the last substep */
    state->velocity = vec_scale(state->velocity, (double)keep[0]);
    state->spin *= (double)keep[2];
}

static void clear_forces(body_store *s, body_motion *motion) {
    const body_forces forces = body_forces_of(s, motion->id);
    body_clear_forces(s, motion->id);
    motion->driven =
        forces.damping > 0 || forces.spin_damping > 0 || body_is_locked(&s->records[motion->id]);
}

/* Speeds below which a body is at rest: extents of the body a second; and a fraction of the
 * velocity that gravity adds in a substep, with which heaps of small bodies tremble. */
static const double REST_SPEED = 0.1, REST_FALL = 0.25;

static inline double sleep_speed_of(const motion_ending *e, const body_motion *motion) {
    if (motion->sleep_speed > 0) return (double)motion->sleep_speed;
    return most_of(REST_SPEED * (double)motion->extent, e->trembles);
}

bool motion_is_at_rest(const motion_ending *e, const body_state *state, const body_motion *motion) {
    double extent = (double)motion->extent, spin = state->spin * extent;
    double most = sleep_speed_of(e, motion);
    return vec_dot(state->velocity, state->velocity) + spin * spin < most * most;
}

/* Returns whether rows moved a body more slowly than its sleep speed: bodies pushed out of an
 * overlap end with zero velocity, but do not count as at rest. */
static bool stays(const motion_ending *e, const float *shift, const body_motion *motion) {
    const double x = (double)shift[0], y = (double)shift[1];
    const double spin = (double)(shift[2] * motion->inverse_gyration * motion->extent);
    const double most = sleep_speed_of(e, motion) * e->input->seconds;
    return x * x + y * y + spin * spin < most * most;
}

/* Returns whether a drive accelerates a body: a body that nothing holds is not at rest, at any
 * speed. */
static bool speeds_up(const body_state *state, const motion_drive *d) {
    const evo_vec2 after = vec_along(d->velocity, d->keeps * d->keeps, state->velocity);
    const double spin = d->keeps_spin * d->keeps_spin * state->spin + d->spin;
    return vec_dot(after, after) > vec_dot(state->velocity, state->velocity)
           || spin * spin > state->spin * state->spin;
}

motion_ending motion_ending_of(const body_store *s, const body_rows *rows, const uint8_t *free,
                               const motion_input *in) {
    const evo_vec2 fall = vec_scale(in->gravity, in->seconds / in->substeps);
    return (motion_ending){s, rows, free, in, fall, REST_FALL * vec_length(fall)};
}

/* Moves a state to the end of the step. It works on a copy in registers: a struct that is stored
 * number by number and loaded whole at once waits. */
INLINE bool end_state(const motion_ending *e, uint32_t slot, body_state *state) {
    const body_motion *motion = &e->bodies->motions[slot];
    body_state now = *state;
    bool rests = true;
    assert(e->rows->velocity[body_row(slot) + 3] == motion->inverse_mass
           && "slots are those whose rows were loaded");
    if (e->free[slot + 1]) {
        const motion_drive d = drive_of(e->bodies, slot, e->input, e->fall);
        rests = !speeds_up(&now, &d);
        if (d.keeps < 1 || d.keeps_spin < 1)
            now = flown_damped(now, &d, e->input);
        else
            fly(&now, &d, e->input);
    } else {
        take_row(&now, motion, e->rows, slot + 1);
        rests = stays(e, e->rows->shift + body_row(slot), motion);
    }
    state_limit(&now, state, motion->kind);
    *state = now;
    return rests && motion_is_at_rest(e, &now, motion);
}

bool motion_end(const motion_ending *e, uint32_t slot, body_state *state) {
    return end_state(e, slot, state);
}

INLINE void settle_body(body_store *s, uint32_t slot, bool rests, float seconds) {
    body_motion *motion = &s->motions[slot];
    motion->rest = rests ? motion->rest + seconds : 0;
    if (motion->driven) clear_forces(s, motion);
}

void motion_settle(body_store *s, uint32_t slot, bool rests, double seconds) {
    settle_body(s, slot, rests, (float)seconds);
}

void motion_publish(const motion_ending *e, body_store *s, const uint32_t *others, uint32_t from,
                    uint32_t to) {
    const motion_ending by = *e; /* local copy: see scanning in find_lanes.inc.h */
    const float seconds = (float)e->input->seconds;
    for (uint32_t i = from; i < to; ++i)
        if (!others || others[i] == NONE)
            settle_body(s, i, end_state(&by, i, &s->states[i]), seconds);
}
