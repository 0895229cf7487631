/* push.c: bodies that a mover pushes, and bodies that carry it. In: planes of bodies that a mover
 * goes into, and planes that it stands on; out: motions of these bodies and its weight, given once
 * the move has succeeded; touches. Invariant: a move pushes with no more than its budget. */
#include "mover/mover.h"

MACHINE_SMALL

/* ==== Pushes ================================================================================== */

void walk_touch(const walk *w, const evo_plane *plane, double impulse) {
    evo_mover *m = w->mover;
    const double seconds = w->probe.seconds;
    int i = 0;
    while (i < m->touch_count
           && !(evo_collider_equal(m->touches[i].collider, plane->collider)
                && vec_dot(m->touches[i].normal, plane->normal) > 0.9))
        ++i;
    if (i == EVO_MOVER_TOUCHES) return;
    const double before = i < m->touch_count ? m->touches[i].force : 0;
    if (i == m->touch_count) ++m->touch_count;
    m->touches[i] = (evo_mover_touch){plane->collider,
                                      plane->body,
                                      plane->normal,
                                      plane->point,
                                      vec_add(plane_velocity(w, plane), belt_velocity(w, plane)),
                                      seconds > 0 ? before + impulse / seconds : 0};
}

/* Part of an overlap with a body that is pushed out in a move. Larger: crates hop on heads;
 * smaller: they sink in where they fell on one. */
static const double PUSHED_OUT = 0.1;

/* Half of the speed that gravity adds in the step counts: the mean over the step. */
void walk_push(walk *w, const evo_plane *plane, double overlap) {
    pushed_bodies *p = w->pushed;
    const evo_body body = plane->body;
    const double seconds = w->probe.seconds;
    if (w->result != EVO_OK || !(seconds > 0)) return;
    const evo_vec2 wanted = vec_add(w->velocity, w->frame);
    const evo_vec2 gravity = w->world->core.settings.gravity;
    const double falls = 0.5 * seconds * vec_dot(gravity, plane->normal);
    const double closing =
        vec_dot(vec_sub(plane_velocity(w, plane), wanted), plane->normal)
        + most_of(0, falls * body_forces_of(&w->world->core.bodies, body.index).gravity_scale)
        + PUSHED_OUT / seconds * most_of(0, overlap);
    const evo_mass mass = evo_body_mass(w->world, body);
    if (!(closing > 0) || !(mass.mass > 0) || !(w->budget > 0)) return;
    const evo_vec2 center = evo_body_world_center(w->world, body);
    const double arm = vec_cross(vec_sub(plane->point, center), plane->normal);
    const bool turns = mass.inertia > 0 && !evo_body_get(w->world, body).locks.spin;
    const double answer = 1 / mass.mass + (turns ? arm * arm / mass.inertia : 0);
    const double size = least_of(closing / answer, w->budget);
    const evo_vec2 impulse = vec_scale(plane->normal, -size);
    w->budget -= size;
    walk_touch(w, plane, size);
    int at = 0;
    while (at < p->count && !evo_body_equal(p->all[at].body, body)) ++at;
    if (at == PUSHED_MOST) return;
    pushed_body *b = &p->all[at];
    if (at == p->count) {
        const body_state now = body_now(w->world, body.index);
        *b = (pushed_body){body, now, now};
        ++p->count;
    }
    b->after = state_after_impulse(w->world, body.index, b->after, impulse, plane->point);
    b->after.velocity = body_let(body_named(w->world, body), b->after.velocity);
    if (!vector_fits(impulse) || !vector_fits(b->after.velocity) || !number_fits(b->after.spin))
        w->result = EVO_ERROR_LIMIT;
}

/* ==== Weight ================================================================================== */

/* Cosine: steeper planes carry nothing. */
static const double BEARS = 0.1;

/* Returns whether a plane carries the mover's weight: it is upright, or of the mover's ground. */
static bool bears_weight(const walk *w, const evo_plane *p, evo_vec2 up) {
    const double rise = vec_dot(p->normal, up);
    return plane_kind(w, p) == EVO_DYNAMIC
           && (rise >= w->upright - 1e-9
               || (rise > BEARS && evo_body_equal(p->body, w->mover->ground)));
}

/* Finds the planes that carry the mover: the nearest plane, and the one that is farthest from it to
 * a side. Returns their number. */
static int find_feet(const walk *w, evo_vec2 up, int feet[RIDER_FEET], double gaps[WALK_PLANES]) {
    int count = 0;
    for (size_t i = 0; i < w->seen_count; ++i) {
        const evo_plane *p = &w->seen[i];
        if (!bears_weight(w, p, up)) continue;
        gaps[i] = -p->depth / vec_dot(p->normal, up);
        if (count == 0 || gaps[i] < gaps[feet[0]]) feet[0] = (int)i;
        count = 1;
    }
    double farthest = 0;
    for (size_t i = 0; i < w->seen_count && count > 0; ++i) {
        const evo_plane *p = &w->seen[i], *first = &w->seen[feet[0]];
        const double side = fabs(vec_cross(up, vec_sub(p->point, first->point)));
        if (side <= farthest || !bears_weight(w, p, up)) continue;
        farthest = side;
        feet[1] = (int)i;
        count = 2;
    }
    return count;
}

/* Puts the mover's weight on its ground: the weight begins with the speed at which the mover falls,
 * and keeps the speed that it had. */
static evo_result weigh_on_ground(const walk *w, evo_mover *mover, double falls) {
    evo_world *world = w->world;
    const evo_vec2 up = vec_negate(vec_unit(world->core.settings.gravity, vec(0, 0)));
    const rider *before = riders_find(&world->core, mover->rider);
    double gaps[WALK_PLANES];
    int feet[RIDER_FEET];
    const bool rests =
        w->weighs && mover->grounded && evo_body_kind_of(world, mover->ground) == EVO_DYNAMIC;
    const int count = rests ? find_feet(w, up, feet, gaps) : 0;
    if (count == 0) mover->rider = 0;
    if (count == 0) return EVO_OK;
    if (!before) mover->rider = world->core.riders.last + 1;
    call_load load = {.number = (double)mover->rider,
                      .mass = w->config->mass,
                      .speed = before ? before->speed : falls};
    evo_body on[RIDER_FEET] = {{0, 0}, {0, 0}};
    for (int i = 0; i < count; ++i) {
        const evo_plane *p = &w->seen[feet[i]];
        on[i] = p->body;
        load.feet[i].arm = vec_sub(p->point, evo_body_world_center(world, p->body));
        load.feet[i].gap = gaps[feet[i]];
    }
    return evo_body_bear(world, on[0], on[1], load);
}

evo_result walk_give_pushes(const walk *w, evo_mover *mover, double falls) {
    evo_world *world = w->world;
    const pushed_bodies *pushed = w->pushed;
    evo_body bodies[PUSHED_MOST];
    size_t count = 0;
    for (int i = 0; i < pushed->count; ++i) bodies[count++] = pushed->all[i].body;
    if (count > 0 && !step_wake_all(&world->core, bodies, count)) return EVO_ERROR_MEMORY;
    TRY(weigh_on_ground(w, mover, falls));
    for (int i = 0; i < pushed->count; ++i) {
        const pushed_body *b = &pushed->all[i];
        TRY(evo_body_set_velocity(world, b->body, b->after.velocity));
        if (b->after.spin != b->before.spin) TRY(evo_body_set_spin(world, b->body, b->after.spin));
    }
    return EVO_OK;
}
