/* place.c: places of awake colliders in a step, and bodies that are driven to a pose. */
#include "step/private.h"

#include <assert.h>

#include "core/core.h"
#include "measure/measure.h"
#include "shape/shape.h"
#include "step/drift.h"
#include "step/step.h"

/* ==== Places in a step ======================================================================== */

/* Places awake colliders, and bounds the disk that each sweeps in a step of free flight. The bounds
 * of a body that goes far hold only its beginning: it searches its path in each substep
 * (search.c). */

/* Fraction of the reach that bounds are enlarged by, so that pairs exist shortly before they
 * touch. */
static const double SWEEP_MARGIN = 0.01;

/* Multiple of a body's extent: a body that moves farther in half a step goes far. Larger: more
 * pairs are found that never meet; smaller: more bodies are flyers. */
static const double FAR = 4;

/* Multiple of the extent by which bounds of bodies that go far are enlarged. */
static const double FAR_MARGIN = 0.25;

/* Places the centre of a collider off its body's centre of mass, with the body at `middle`; returns
 * how far the centre swings in the step. */
MACHINE_NOINLINE double place_center(const body_store *s, uint32_t slot, evo_vec2 middle,
                                     double seconds) {
    const body_state *state = &s->states[s->links[slot].body];
    const evo_vec2 center = collider_at(s, slot)->shape->center;
    s->places[slot] = vec_add(middle, vec_turn(center, evo_direction(state->angle)));
    const double arm = vec_length(center);
    return least_of(seconds * (fabs(state->spin) * arm), 2 * arm);
}

static bool has_center(const collider_form *form) {
    return form->offset_x != 0 || form->offset_y != 0;
}

/* Returns whether forces, joints or a large gravity scale pull a body. */
static bool is_pulled(const body_motion *motion, double seconds) {
    return motion->driven || fabsf(motion->gravity_scale) > 1
           || body_pull(motion, (float)seconds) > 0;
}

/* Returns a bound of how far forces, joints and a large gravity scale move a body and its rim in
 * the step, beyond gravity. */
MACHINE_NOINLINE double more_pull(const place_input *in, uint32_t slot) {
    const body_store *s = in->bodies;
    const body_motion *motion = &s->motions[slot];
    if (!is_pulled(motion, in->seconds)) return 0;
    const body_record *record = &s->records[motion->id];
    const body_forces forces = body_forces_of(s, motion->id);
    const double turning = motion->gyration > 0 ? fabs(forces.torque) / record->inertia : 0;
    const double rate = vec_length(forces.force) / record->mass + turning * (double)motion->extent
                        + (double)body_pull(motion, (float)in->seconds);
    const double fall = most_of(fabs((double)motion->gravity_scale) - 1, 0) * in->pull;
    return fall + 0.5 * in->seconds * in->seconds * rate;
}

/* Returns whether a body goes far, or may be pulled far; pulls of joints do not count. */
static inline bool goes_far(const place_input *in, uint32_t slot) {
    const body_motion *motion = &in->bodies->motions[slot];
    const double seconds = in->seconds, pull = in->pull;
    const evo_vec2 way = vec_scale(in->bodies->states[slot].velocity, 0.5 * seconds);
    const double most = FAR * (double)motion->extent;
    if (!(motion->inverse_mass > 0) || !(most > 0)) return false;
    if (vec_dot(way, way) > most * most || pull > most) return true;
    if (!motion->driven && !(fabsf(motion->gravity_scale) > 1)) return false;
    const double joints = 0.5 * seconds * seconds * (double)body_pull(motion, (float)seconds);
    return more_pull(in, slot) + pull - joints > most;
}

/* Places in hand. Pieces take a local copy, so that the compiler need not reload it after each
 * store. */
typedef struct placed_bodies {
    place_input in;
    step_places places;
    body_store bodies;
} placed_bodies;

/* Places of bodies and colliders: the data that workers share. */
typedef struct placing {
    placed_bodies of;
    uint8_t *far; /* room for marks */
    turn_parts parts;
    atomic_bool fixed, pulled, some_far, unround;
} placing;

/* Marks bodies that go far. */
static void mark_piece(void *data, uint32_t from, uint32_t to, int worker) {
    placing *all = data;
    const place_input in = all->of.in;
    const body_motion *motions = in.bodies->motions;
    uint8_t *far = all->far;
    bool fixed = false, pulled = false, some_far = false;
    (void)worker;
    for (uint32_t i = from; i < to; ++i) {
        fixed |= motions[i].kind != EVO_DYNAMIC;
        pulled |= is_pulled(&motions[i], in.seconds);
        far[i] = goes_far(&in, i);
        some_far |= far[i];
    }
    if (fixed) flag_set(&all->fixed, true);
    if (pulled) flag_set(&all->pulled, true);
    if (some_far) flag_set(&all->some_far, true);
}

/* Splits the angles of bodies into parts for lanes. */
static void split_angle(const turn_parts *parts, const body_store *s, uint32_t slot) {
    const collider_link *link = &s->links[slot];
    const double angle = link->kind == FORM_DISK ? 0 : s->states[link->body].angle;
    const angle_parts of = angle_part(angle);
    parts->rest[slot] = (float)of.rest;
    parts->odd[slot] = (float)(of.quarters & 1);
    parts->sign[slot] = 1 - (float)(of.quarters & 2);
}

/* Colliders that lanes turn at once; the last piece may have fewer. */
enum { TURNED = 8 };

static void turn_piece(void *data, uint32_t from, uint32_t to, int worker) {
    const placing *all = data;
    const body_store *s = &all->of.bodies;
    const uint32_t first = TURNED * from, most = TURNED * to;
    const uint32_t end = most < s->collider_awake ? most : s->collider_awake;
    const turn_range range = {s, all->of.places.radii, (float)all->of.in.seconds, first, end};
    (void)worker;
    for (uint32_t i = first; i < end; ++i) split_angle(&all->parts, s, i);
    all->of.in.turn(&all->parts, &range, &all->of.places.sizes);
}

/* Bounds a collider of a body that goes far, at the beginning of the step. */
static void place_far(const step_places *p, const body_store *s, uint32_t slot) {
    const uint32_t body = s->links[slot].body;
    const evo_vec2 center = collider_at(s, slot)->shape->center;
    s->places[slot] = s->states[body].position;
    if (has_center(&s->forms[slot])) (void)place_center(s, slot, s->states[body].position, 0);
    p->radii[slot] =
        (float)((double)s->forms[slot].reach * (1 + SWEEP_MARGIN) + 2 * vec_length(center)
                + FAR_MARGIN * (double)s->motions[body].extent);
    collider_sweep *sweep = &s->sweeps[slot];
    sweep->rim +=
        sqrtf(sweep->velocity_x * sweep->velocity_x + sweep->velocity_y * sweep->velocity_y);
    sweep->velocity_x = sweep->velocity_y = 0;
}

/* Places a collider in the middle of the free flight of its body; returns the radius of a disk that
 * holds it throughout. */
static inline double place_collider(const placed_bodies *all, uint32_t slot) {
    const body_store *s = &all->bodies;
    const double seconds = all->in.seconds;
    const collider_link link = s->links[slot];
    const collider_form *form = &s->forms[slot];
    const body_state *state = &s->states[link.body];
    const double half = 0.5 * seconds;
    const evo_vec2 velocity = state->velocity;
    const evo_vec2 middle = vec_along(state->position, half, velocity);
    const float spin =
        link.kind == FORM_DISK ? 0 : (float)state->spin; /* the spin of a disk does not show */
    double swing = 0, more = 0;
    float rim = fabsf(spin) * (form->reach + fabsf(form->offset_x) + fabsf(form->offset_y));
    s->places[slot] = middle;
    if (has_center(form)) swing = place_center(s, slot, middle, seconds);
    if (all->places.some_pulled) more = more_pull(&all->in, link.body);
    if (more > 0) rim += (float)(more / seconds);
    s->sweeps[slot] = (collider_sweep){form->radius_x,
                                       form->radius_y,
                                       (float)velocity.x,
                                       (float)velocity.y,
                                       rim,
                                       spin,
                                       4 * (link.body + 1),
                                       0};
    const double way = half * vec_length(velocity) + swing;
    return (double)form->reach * (1 + SWEEP_MARGIN) + way + all->in.pull + more;
}

static void place_piece(void *data, uint32_t from, uint32_t to, int worker) {
    placing *shared = data;
    const placed_bodies all = shared->of;
    bool unround = false;
    (void)worker;
    for (uint32_t i = from; i < to; ++i) {
        const collider_link *link = &all.bodies.links[i];
        unround |= link->kind != FORM_DISK;
        all.places.radii[i] = (float)place_collider(&all, i);
        if (all.places.far && all.places.far[link->body]) place_far(&all.places, &all.bodies, i);
        assert(!(all.places.radii[i] < all.bodies.forms[i].reach) && "bounds hold the collider");
    }
    if (unround) flag_set(&shared->unround, true);
}

/* Least number of bodies or colliders in a piece. */
enum { PLACED_LEAST = 64 };

bool place_awake(step_places *p, const place_input *in, arena *a) {
    const body_store *s = in->bodies;
    const uint32_t count = s->collider_awake;
    const size_t room = (size_t)count + TURNED;
    placing all = {.of = {.in = *in, .bodies = *s}};
    p->radii = ARENA_TAKE(a, float, room);
    p->sizes = (index_sizes){NULL, NULL};
    all.far = ARENA_TAKE(a, uint8_t, s->awake);
    if (!p->radii || !all.far) return false;
    crew_loop(in->crew, mark_piece, &all, s->awake, PLACED_LEAST);
    p->far = flag_get(&all.some_far) ? all.far : NULL;
    p->some_fixed = flag_get(&all.fixed);
    p->some_pulled = flag_get(&all.pulled) || p->far;
    all.of.places = *p;
    crew_loop(in->crew, place_piece, &all, count, PLACED_LEAST);
    p->some_unround = flag_get(&all.unround);
    if (!p->some_unround) return true; /* disks about their centres of mass need no turns */
    if (s->shapes.corners.rows)               /* else there is no box */
        p->sizes = (index_sizes){ARENA_TAKE(a, float, room), ARENA_TAKE(a, float, room)};
    all.of.places.sizes = p->sizes;
    const arena_mark mark = arena_mark_of(a);
    all.parts = (turn_parts){ARENA_SCRATCH(a, float, room), ARENA_SCRATCH(a, float, room),
                             ARENA_SCRATCH(a, float, room)};
    if (!all.parts.rest || !all.parts.odd || !all.parts.sign
        || (s->shapes.corners.rows && (!p->sizes.x || !p->sizes.y)))
        return false;
    crew_loop(in->crew, turn_piece, &all, (count + TURNED - 1) / TURNED, PLACED_LEAST / TURNED);
    arena_drop(a, mark);
    return true;
}

/* ==== Driven bodies =========================================================================== */

/* Kinematic bodies that are driven to a pose. In: targets, and the times at which they are due;
 * out: velocities, and rest on arrival. */

/* Fraction of a step: a body that is due so much later arrives with the step. */
static const double DUE_WITH = 1e-6;

static bool arrives(const step_world *w, uint32_t body, double seconds) {
    const double due = w->bodies.forces[body].arrives;
    return due > 0 && due <= w->time + (1 + DUE_WITH) * seconds;
}

static void send(step_world *w, uint32_t body, double seconds) {
    body_state *state = state_of_body(&w->bodies, body);
    const evo_pose target = w->bodies.forces[body].target;
    state->velocity = vec_scale(vec_sub(target.position, state->position), 1 / seconds);
    state->spin = (target.angle - state->angle) / seconds;
}

bool drives_begin(step_world *w, double seconds, drive_arrivals *to) {
    const body_store *s = &w->bodies;
    *to = (drive_arrivals){NULL, 0};
    if (!s->forces || !s->stepped) return true;
    for (uint32_t i = 0; i < s->awake; ++i) {
        const uint32_t body = s->motions[i].id;
        if (!arrives(w, body, seconds)) continue;
        assert(s->motions[i].kind == EVO_KINEMATIC && "what rows push is not driven to a pose");
        if (!to->all) to->all = ARENA_TAKE(&w->arena, drive_arrival, s->awake);
        if (!to->all) return false;
        to->all[to->count++] = (drive_arrival){body, s->states[i].velocity, s->states[i].spin};
        send(w, body, seconds);
    }
    return true;
}

static void arrive(step_world *w, uint32_t body) {
    body_state *state = state_of_body(&w->bodies, body);
    const evo_pose target = w->bodies.forces[body].target;
    *state = (body_state){.position = target.position, .angle = target.angle};
    body_stop_drive(&w->bodies, body);
    (void)step_set_motion(w, body, vec(0, 0), 0); /* without memory the body stays awake */
}

void drives_end(step_world *w, const drive_arrivals *arrivals, bool done) {
    for (uint32_t i = 0; i < arrivals->count; ++i) {
        const drive_arrival *a = &arrivals->all[i];
        body_state *state = state_of_body(&w->bodies, a->body);
        if (done) {
            arrive(w, a->body);
            continue;
        }
        state->velocity = a->velocity;
        state->spin = a->spin;
    }
}
