/* force.c: public functions: blasts, wind and water, and the list of forces of the last step. */
#include <assert.h>

#include "core/core.h"
#include "evolute/force.h"
#include "evolute/vector.h"
#include "shape/shape.h"
#include "world/world.h"

MACHINE_SMALL

/* ==== Blasts, wind and water ================================================================== */

/* Pushes of blasts, wind and water: geometry of shape/shape.h and evo_shape_below in, impulses and
 * forces of body/body.h out. Made of calls that are recorded, they are in records themselves.
 * Invariant: what a call refuses is known before its first change. */

/* ---- Blasts ---------------------------------------------------------------------------------- */

/* A collider within reach of a blast. */
typedef struct blast_target {
    evo_body body;
    evo_collider collider;
} blast_target;

static bool target_before(const void *a, const void *b) {
    const blast_target *x = a, *y = b;
    if (x->body.index != y->body.index) return x->body.index < y->body.index;
    return x->collider.index < y->collider.index;
}

static evo_result check_blast(call_fault *f, const evo_blast *b) {
    TRY(fault_by_rules(f, "", RULES_BLAST, b));
    const double reach = b->radius + b->falloff;
    return fault_by_rules(f, "radius + falloff", RULES_NUMBER, &reach);
}

static double blast_strength(const evo_blast *b, double distance) {
    const double reach = b->radius + b->falloff;
    if (distance <= b->radius) return 1;
    return distance < reach ? (reach - distance) / b->falloff : 0;
}

/* Impulse, and its moment about the centre of the blast. */
typedef struct blast_sum {
    evo_vec2 impulse;
    double moment;
} blast_sum;

/* Returns the length of a shape's outline along a way from the centre, as far as a straight face at
 * this distance is within reach. `own` is seen from the centre. */
static double blast_length(const placed *own, evo_vec2 way, double distance, double reach) {
    const evo_bounds seen = shape_bounds(own->shape, vec_turn_back(own->axis, way));
    const double across = vec_cross(way, own->center);
    const double half = sqrt((reach - distance) * (reach + distance));
    const double low = most_of(across + seen.min.y, -half);
    return most_of(least_of(across + seen.max.y, half) - low, 0);
}

/* Returns the way that a blast pushes a shape which it does not see from a hollow. */
static evo_vec2 blast_way(const placed *own, const evo_nearest *rim, facing_side side) {
    if (side == FACING_MOUTH) return own->axis;
    if (rim->distance > 0) return vec_negate(rim->normal);
    return evo_unit(placed_leave(own, shape_kind_of(own->shape)->weight(own->shape).centroid));
}

/* Adds the impulse on a shape. That on a hollow acts through the centre of its arc. */
static void blast_add(blast_sum *sum, const evo_blast *b, const evo_shape *shape, evo_pose at) {
    const evo_nearest rim = evo_shape_nearest(shape, at, b->center);
    const double distance = most_of(rim.distance, 0), reach = b->radius + b->falloff;
    const double impulse = b->impulse_per_length * blast_strength(b, distance);
    const placed own = placed_at(shape, vec_sub(at.position, b->center), evo_direction(at.angle));
    const evo_vec2 from = placed_enter(&own, vec(0, 0));
    const facing_side side = facing_side_of(shape, from);
    if (!(distance < reach)) return;
    if (side == FACING_HOLLOW) {
        const evo_vec2 lit = vec_turn(facing_hollow_of(shape, from, reach), own.axis);
        sum->impulse = vec_along(sum->impulse, impulse, lit);
        sum->moment += impulse * vec_cross(own.center, lit);
        return;
    }
    const evo_vec2 way = blast_way(&own, &rim, side);
    sum->impulse = vec_along(sum->impulse, impulse * blast_length(&own, way, distance, reach), way);
}

/* Lists the colliders within reach, by bodies; false: out of memory. */
static bool blast_find(const evo_world *world, const evo_blast *b, blast_target **targets,
                       size_t *count) {
    const double reach = b->radius + b->falloff;
    const evo_bounds box = {vec_sub(b->center, vec(reach, reach)),
                            vec_add(b->center, vec(reach, reach))};
    evo_query query = b->query;
    query.sensors = false;
    *targets = NULL;
    *count = evo_world_overlap_bounds(world, box, &query, NULL, 0);
    if (*count == 0) return true;
    evo_collider *found = MEMORY_TAKE(&world->memory, evo_collider, *count);
    *targets = found ? MEMORY_TAKE(&world->memory, blast_target, *count) : NULL;
    const size_t again = evo_world_overlap_bounds(world, box, &query, found, found ? *count : 0);
    assert(again == *count && "what is counted is found again");
    (void)again;
    for (size_t i = 0; *targets && i < *count; ++i)
        (*targets)[i] = (blast_target){evo_collider_body(world, found[i]), found[i]};
    memory_give(&world->memory, found, *count * sizeof *found);
    if (*targets) sort_items(*targets, *count, sizeof **targets, target_before);
    return *targets != NULL;
}

/* Pushes a body by all of its colliders that are targets; returns whether it does. */
static bool blast_push(evo_world *world, const evo_blast *b, const blast_target *targets,
                       size_t count) {
    const evo_body body = targets[0].body;
    const evo_pose at = evo_body_pose(world, body);
    blast_sum sum = {{0, 0}, 0};
    if (evo_body_kind_of(world, body) != EVO_DYNAMIC) return false;
    for (size_t i = 0; i < count; ++i) {
        const evo_shape shape = evo_collider_shape(world, targets[i].collider);
        blast_add(&sum, b, &shape, at);
    }
    const double square = vec_dot(sum.impulse, sum.impulse);
    if (!(square > 0)) return false;
    const evo_vec2 arm = vec_scale(vec_left(sum.impulse), -sum.moment / square);
    return evo_body_apply_impulse(world, body, sum.impulse, vec_add(b->center, arm)) == EVO_OK;
}

static evo_result explode(evo_world *world, const evo_blast *b, size_t *pushed) {
    blast_target *targets;
    size_t count, next;
    if (!world || !b) return fault_null(fault_of(world), "blast");
    TRY(check_blast(fault_of(world), b));
    TRY(locked_refusal(world));
    if (!blast_find(world, b, &targets, &count)) return EVO_ERROR_MEMORY;
    for (size_t i = 0; i < count; i = next) {
        for (next = i + 1; next < count && evo_body_equal(targets[next].body, targets[i].body);)
            ++next;
        *pushed += blast_push(world, b, targets + i, next - i);
    }
    memory_give(&world->memory, targets, count * sizeof *targets);
    return EVO_OK;
}

size_t evo_world_explode(evo_world *world, const evo_blast *blast) {
    size_t pushed = 0;
    (void)world_refuse(world, __func__, explode(world, blast, &pushed));
    return pushed;
}

/* ---- Forces ---------------------------------------------------------------------------------- */

/* Motion of a body and what resists a change of it. */
typedef struct force_body {
    evo_body body;
    evo_pose pose;
    evo_vec2 center, velocity;
    double spin, inverse_mass, inverse_inertia;
    double step; /* seconds that the force will act */
} force_body;

/* A force at the centre of mass, and a torque. */
typedef struct force_push {
    evo_vec2 force;
    double torque;
} force_push;

/* Length of the first step, as long as there is none to go by. */
static const double FIRST_STEP = 1.0 / 60;

static double next_step(const evo_world *world) {
    const step_world *w = &world->core;
    return w->substep > 0 ? w->substep * w->settings.substeps : FIRST_STEP;
}

/* Finds the body that a force is to act on, if one can. */
static evo_result force_find(const evo_world *world, evo_body body, force_body *found) {
    const body_record *record = body_of(world, body);
    if (!record) return fault_stale(world, "body", body.generation);
    if (record->kind != EVO_DYNAMIC || !record->enabled || world->config.exact)
        return FAULT(world, EVO_ERROR_UNSUPPORTED, "body is %s; nothing pushes it",
                     record->kind != EVO_DYNAMIC ? "not dynamic"
                     : !record->enabled          ? "disabled"
                                                 : "in exact time");
    const body_state now = body_now(world, body.index);
    *found = (force_body){.body = body,
                          .pose = body_pose(world, body.index),
                          .center = now.position,
                          .velocity = now.velocity,
                          .spin = now.spin,
                          .inverse_mass = 1 / record->mass,
                          .inverse_inertia = body_turns(record) ? 1 / record->inertia : 0,
                          .step = next_step(world)};
    return EVO_OK;
}

static evo_vec2 force_velocity_at(const force_body *b, evo_vec2 arm) {
    return vec_along(b->velocity, b->spin, vec_left(arm));
}

/* Returns how fast a force of 1 along a direction of length 1 changes the velocity there. */
static double force_yield(const force_body *b, evo_vec2 arm, evo_vec2 along) {
    const double turning = vec_cross(arm, along);
    return b->inverse_mass + turning * turning * b->inverse_inertia;
}

/* Applies both, or none: once the first call is done, the other has its memory. */
static evo_result force_apply(evo_world *world, const force_body *b, force_push push) {
    if (!vector_fits(push.force) || !number_fits(push.torque)
        || !vector_fits(vec_scale(push.force, b->inverse_mass))
        || !number_fits(push.torque * b->inverse_inertia))
        return FAULT(world, EVO_ERROR_INVALID,
                     "the force is too large for the body's mass; velocity and spin must grow "
                     "by 1e30 a second at most");
    const evo_result pushed = evo_body_apply_center_force(world, b->body, push.force);
    return pushed == EVO_OK ? evo_body_apply_torque(world, b->body, push.torque) : pushed;
}

/* ---- Wind ------------------------------------------------------------------------------------ */

/* Mass of air in a volume, in kilograms and metres; a larger one blows things about faster. */
static const double AIR_DENSITY = 1.225;

/* Finds the force of a wind of this speed and direction, relative to the collider's. */
static force_push wind_push(const force_body *b, const placed *own, evo_vec2 along, double speed,
                            evo_vec2 strength) {
    const evo_vec2 axis = vec_turn_back(own->axis, along), left = vec_left(along);
    const evo_bounds seen = shape_bounds(own->shape, axis);
    const facing_slant slant = facing_slant_of(own->shape, axis);
    const double pressure = 0.5 * AIR_DENSITY * speed * speed;
    const double drag = pressure * strength.x * (seen.max.y - seen.min.y);
    const double lift = pressure * strength.y * slant.sum;
    const evo_vec2 middle = vec_along(own->center, 0.5 * (seen.min.y + seen.max.y), left);
    const double yield = force_yield(b, middle, along) * drag * b->step;
    const double part = yield > speed ? speed / yield : 1;
    const double torque = drag * vec_cross(middle, along) + lift * vec_cross(own->center, left)
                          + pressure * strength.y * slant.moment;
    return (force_push){vec_scale(vec_along(vec_scale(along, drag), lift, left), part),
                        part * torque};
}

static evo_result apply_wind(evo_world *world, evo_collider collider, evo_vec2 wind, double drag,
                             double lift) {
    force_body b;
    const collider_record *record = collider_of(world, collider);
    if (!record) return fault_stale(world, "collider", collider.generation);
    TRY(locked_refusal(world));
    TRY(TAKES(world, wind, RULES_VECTOR));
    TRY(TAKES(world, drag, RULES_FROM_0));
    TRY(TAKES(world, lift, RULES_NUMBER));
    TRY(force_find(world, evo_collider_body(world, collider), &b));
    if (record->sensor)
        return FAULT(world, EVO_ERROR_UNSUPPORTED, "collider is a sensor; no wind meets it");
    const evo_shape shape = evo_collider_shape(world, collider);
    const placed own =
        placed_at(&shape, vec_sub(b.pose.position, b.center), evo_direction(b.pose.angle));
    const evo_vec2 middle = placed_leave(&own, shape_kind_of(&shape)->weight(&shape).centroid);
    const evo_vec2 relative = vec_sub(wind, force_velocity_at(&b, middle));
    const double speed = vec_length(relative);
    if (!(speed > 0)) return EVO_OK;
    return force_apply(world, &b, wind_push(&b, &own, evo_unit(relative), speed, vec(drag, lift)));
}

evo_result evo_collider_apply_wind(evo_world *world, evo_collider collider, evo_vec2 wind,
                                   double drag, double lift) {
    return world_refuse(world, __func__, apply_wind(world, collider, wind, drag, lift));
}

/* ---- Water ----------------------------------------------------------------------------------- */

static evo_result check_water(call_fault *f, const evo_water *w) {
    if (!w) return fault_null(f, "water");
    TRY(fault_by_rules(f, "", RULES_WATER, w));
    if (!vec_is_zero(w->normal)) return EVO_OK;
    return fault_note(f, EVO_ERROR_INVALID, "normal is (0, 0); it must have a length");
}

/* Joins two masses. */
static evo_mass mass_joined(evo_mass a, evo_mass b) {
    if (!(a.mass > 0)) return b;
    if (!(b.mass > 0)) return a;
    const double mass = a.mass + b.mass, part = b.mass / mass;
    const evo_vec2 apart = vec_sub(b.center, a.center);
    return (evo_mass){mass, vec_along(a.center, part, apart),
                      a.inertia + b.inertia + a.mass * part * vec_dot(apart, apart)};
}

/* Finds what the body displaces at a pose. */
static evo_mass displaced(const evo_world *world, const force_body *b, evo_pose at,
                          const evo_water *water) {
    const body_store *s = &world->core.bodies;
    evo_mass all = {0, {0, 0}, 0};
    EACH_COLLIDER (c, s, b->body.index) {
        const evo_shape shape = collider_shape(&s->colliders[c]);
        if (s->colliders[c].sensor) continue;
        all = mass_joined(all, evo_shape_below(&shape, at, water->point, water->normal));
    }
    all.mass *= water->density;
    all.inertia *= water->density;
    return all;
}

/* Moves a body ahead at its present motion. A force that is that of half a step later, and acts for
 * the whole of a step in which the body falls on a parabola, keeps the area of phase space: so what
 * swings gains nothing. */
static force_body half_a_step_ahead(force_body b) {
    const double time = 0.5 * b.step, angle = b.pose.angle + time * b.spin;
    const evo_vec2 center = vec_along(b.center, time, b.velocity);
    const evo_vec2 from =
        vec_turn_back(vec_sub(b.pose.position, b.center), evo_direction(b.pose.angle));
    b.center = center;
    b.pose.position = vec_add(center, vec_turn(from, evo_direction(angle)));
    b.pose.angle = angle;
    return b;
}

/* Square of the frequency above which a swing is slowed down, times that of the step. Larger: light
 * rafts are thrown out of the water; smaller: what a step could resolve is slowed down, too. */
static const double SWIFTEST = 1;

/* Part of its rise and fall that such a swing loses in a step: smaller, and the weight of one step
 * out of the water keeps it going. */
static const double SWIFT_DRAG = 0.5;

/* How a body lies in the water. */
typedef struct water_line {
    double stiffness; /* square of the frequency at which it swings, at most */
    double cover;     /* height of the water above its top; below 0: it sticks out */
    double height;    /* of its tallest collider in the water */
} water_line;

/* A collider in the water adds the weight of a layer of water as wide as itself, as a spring. */
static void water_line_add(water_line *line, const force_body *b, const placed *own,
                           const evo_water *water) {
    const evo_vec2 up = evo_unit(water->normal), along = vec(up.y, -up.x);
    const evo_bounds height = shape_bounds(own->shape, vec_turn_back(own->axis, along));
    const evo_bounds width = shape_bounds(own->shape, vec_turn_back(own->axis, vec_negate(up)));
    const double depth = vec_dot(up, vec_sub(water->point, vec_add(b->center, own->center)));
    const double middle = vec_dot(along, own->center);
    const double low = middle + width.min.y, high = middle + width.max.y;
    if (depth <= height.min.y) return;
    line->stiffness += (high - low) * b->inverse_mass
                       + (high * high * high - low * low * low) / 3 * b->inverse_inertia;
    line->cover = least_of(line->cover, depth - height.max.y);
    line->height = most_of(line->height, height.max.y - height.min.y);
}

static water_line water_line_of(const evo_world *world, const force_body *b, const evo_water *water,
                                double gravity) {
    const body_store *s = &world->core.bodies;
    const evo_vec2 turn = evo_direction(b->pose.angle), from = vec_sub(b->pose.position, b->center);
    water_line line = {0, INFINITY, 0};
    EACH_COLLIDER (c, s, b->body.index) {
        const evo_shape shape = collider_shape(&s->colliders[c]);
        const placed own = placed_at(&shape, from, turn);
        if (!s->colliders[c].sensor) water_line_add(&line, b, &own, water);
    }
    line.stiffness *= water->density * gravity;
    return line;
}

/* Finds the part of a lack of balance that a step can correct: all of it, but for what is so light
 * for its width that it would swing faster than steps can tell. That is slowed down within its own
 * height of the surface, and where it would come to the surface faster than it could be stopped. */
static double water_part(const evo_world *world, const force_body *b, const evo_water *water,
                         double gravity) {
    const water_line line = water_line_of(world, b, water, gravity);
    const double swift = line.stiffness * b->step * b->step;
    if (!(swift > SWIFTEST)) return 1;
    const double part = SWIFTEST / swift, speed = vec_dot(b->velocity, evo_unit(water->normal));
    return line.cover < line.height + speed * speed / (2 * part * gravity) ? part : 1;
}

/* Returns a rate of decay that within a step takes up a motion at most. */
static double rate_within(double rate, double yield, double step) {
    const double most = rate * yield * step;
    return most > 1 ? rate / most : rate;
}

/* Forces of balance, and of drags: of what swings too fast, rise and spin are taken away, too. */
static force_push water_push(const evo_world *world, const force_body *b, const evo_water *water,
                             evo_mass below) {
    const evo_vec2 gravity = world->core.settings.gravity, up = evo_unit(water->normal);
    const evo_vec2 arm = vec_sub(below.center, b->center);
    const evo_vec2 lack = vec_sub(water->flow, force_velocity_at(b, arm));
    const double part = water_part(world, b, water, vec_length(gravity));
    const double swift = part < 1 ? SWIFT_DRAG / b->step : 0, mass = 1 / b->inverse_mass;
    const double yield = force_yield(b, arm, vec_unit(lack, vec(1, 0)));
    const double rate = rate_within(water->drag * below.mass, yield, b->step);
    const double turning = water->spin_drag * below.inertia * b->inverse_inertia;
    const double slowing = most_of(rate_within(turning, 1, b->step), swift);
    const evo_vec2 drag =
        vec_along(vec_scale(lack, rate), most_of(swift * mass - rate, 0) * vec_dot(lack, up), up);
    const double scale = body_forces_of(&world->core.bodies, b->body.index).gravity_scale;
    const double carried = scale * mass + part * (below.mass - scale * mass);
    const double torque = vec_cross(arm, vec_along(drag, -part * below.mass, gravity));
    const double inertia = b->inverse_inertia > 0 ? 1 / b->inverse_inertia : 0;
    return (force_push){vec_along(drag, -carried, gravity), torque - slowing * inertia * b->spin};
}

/* Returns whether a sleeping body goes on sleeping: still water carries less than its weight. */
static bool sleeps_on_water(const evo_world *world, const force_body *b, const evo_water *water,
                            evo_mass below) {
    const double scale = body_forces_of(&world->core.bodies, b->body.index).gravity_scale;
    return evo_body_asleep(world, b->body) && vec_is_zero(water->flow)
           && below.mass * b->inverse_mass < scale;
}

static evo_result apply_buoyancy(evo_world *world, evo_body body, const evo_water *water) {
    force_body b;
    if (!body_of(world, body)) return fault_stale(world, "body", body.generation);
    TRY(locked_refusal(world));
    TRY(check_water(fault_of(world), water));
    TRY(force_find(world, body, &b));
    b = half_a_step_ahead(b);
    const evo_mass below = displaced(world, &b, b.pose, water);
    if (!(below.mass > 0) || sleeps_on_water(world, &b, water, below)) return EVO_OK;
    return force_apply(world, &b, water_push(world, &b, water, below));
}

evo_result evo_body_apply_buoyancy(evo_world *world, evo_body body, const evo_water *water) {
    return world_refuse(world, __func__, apply_buoyancy(world, body, water));
}

/* ==== Forces of the last step ================================================================= */

/* Lists the forces of contacts. In: what the step solved, in its arena; out: a list that is made
 * when the user asks for it. */

static void count_force(void *context, const step_force *force) {
    (void)force;
    ++*(size_t *)context;
}

static void add_force(void *context, const step_force *force) {
    evo_world *world = context;
    const uint32_t a = force->ids.a, b = force->ids.b;
    world->forces.all[world->forces.list.count++] =
        (evo_force){.a = body_of_collider(world, a),
                    .b = body_of_collider(world, b),
                    .collider_a = collider_handle(world, a),
                    .collider_b = collider_handle(world, b),
                    .point = force->point,
                    .arm_a = force->arms[0],
                    .arm_b = force->arms[1],
                    .normal = force->normal,
                    .impulse = force->impulse};
}

static bool list_forces(evo_world *world) {
    force_list *f = &world->forces;
    size_t count = 0;
    step_visit_forces(&world->core, count_force, &count);
    if (!ARRAY_RESERVE(&world->memory, f->all, f->list.capacity, count)) return false;
    step_visit_forces(&world->core, add_force, world);
    f->listed = true;
    return true;
}

const evo_force *evo_world_forces(const evo_world *world, size_t *count) {
    if (count) *count = 0;
    if (!world || world->locked) return NULL;
    world_lock(world);
    const bool listed = world->forces.listed || list_forces(world->self);
    world_unlock(world);
    const force_list *f = &world->forces;
    if (!listed || f->list.count == 0) return NULL;
    if (count) *count = f->list.count;
    return f->all;
}

void forces_forget(evo_world *world) {
    step_forget_forces(&world->core);
    world->forces.list.count = 0;
    world->forces.listed = false;
}

void forces_free(evo_world *world) {
    ARRAY_FREE(&world->memory, world->forces.all, world->forces.list.capacity);
}
