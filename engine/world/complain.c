/* complain.c: complaints: sentences for the user about calls that are refused, and about calls that
 * succeed, but probably do not do what was intended. In: faults that calls have noted; out:
 * sentences. Invariant: a call changes the same whether the user asks for complaints or not. */
#include <assert.h>
#include <ctype.h>
#include <stdio.h>

#include "evolute/vector.h"
#include "joint/joint.h"
#include "shape/shape.h"
#include "world/world.h"

/* ==== Telling ================================================================================= */

void world_complain(const evo_world_config *config, const char *call, evo_result result,
                    const call_fault *noted) {
    const evo_complaint told = {result == EVO_OK ? EVO_WARNING : EVO_FAILURE, result, call,
                                noted ? noted->text : evo_result_text(result)};
    config->complain(config->callback_context, &told);
}

void world_tell(const evo_world *world, const char *call, evo_result result) {
    call_fault *f = &world->self->fault;
    const bool noted = f->noted && f->result == result;
    f->noted = false;
    if (result != EVO_OK || noted) world_complain(&world->config, call, result, noted ? f : NULL);
}

evo_result world_refuse(const evo_world *world, const char *call, evo_result result) {
    if (fault_of(world) && listener_is_asked(&world->listener)) world_tell(world, call, result);
    return result;
}

/* Queries of several threads have a fault each. */
static bool query_ends(const evo_world *world, const char *call, const call_fault *f) {
    if (f->noted && world && world->config.complain)
        world_complain(&world->config, call, f->result, f);
    return world && !f->noted;
}

bool query_is_given(const evo_world *world, const char *call, const char *name, bool given) {
    call_fault f;
    f.noted = false;
    if (!given) (void)fault_null(&f, name);
    return query_ends(world, call, &f);
}

bool query_takes(const evo_world *world, const char *call, const char *name,
                 const number_rule *rules, const void *of) {
    call_fault f;
    f.noted = false;
    (void)fault_by_rules(&f, name, rules, of);
    return query_ends(world, call, &f);
}

bool query_takes_shape(const evo_world *world, const char *call, const evo_shape *shape) {
    call_fault f;
    f.noted = false;
    if (!shape) (void)fault_null(&f, "shape");
    if (shape && !shape_measurable(shape)) (void)fault_by_shape(&f, "shape", shape);
    return query_ends(world, call, &f);
}

/* ==== Faults ================================================================================== */

evo_result fault_null(call_fault *f, const char *name) {
    return fault_note(f, EVO_ERROR_INVALID, "%s is NULL; it must be given", name);
}

evo_result fault_locked(call_fault *f) {
    return fault_note(f, EVO_ERROR_LOCKED,
                      "the world is in a step; a callback must not change it: note what is to be "
                      "done, and do it after the step");
}

evo_result fault_stale(const evo_world *world, const char *name, uint32_t generation) {
    return FAULT(world, EVO_ERROR_STALE, "%s names nothing; %s", name,
                 generation == 0 ? "it is zeroed: it was never created, or refused"
                                 : "it was destroyed, or is of another world");
}

evo_result fault_full(const evo_world *world) {
    return FAULT(world, EVO_ERROR_LIMIT,
                 "the world is full; it has half a billion bodies and colliders at most, and 4 "
                 "billion colliders in its life");
}

evo_result fault_materials(const evo_world *world) {
    return FAULT(world, EVO_ERROR_LIMIT,
                 "material is one too many; 65,535 different ones are in use at most");
}

/* ---- Shapes ---------------------------------------------------------------------------------- */

/* A number of a shape, as users write it. */
typedef struct shape_number {
    evo_shape_kind kind;
    const char *field;
    size_t offset;
} shape_number;

#define NUMBER_OF(kind, field)                                                                     \
    { kind, #field, offsetof(evo_shape, field) }

static const shape_number SHAPE_FIELDS[] = {
    NUMBER_OF(EVO_NO_SHAPE, center.x), /* of all kinds */
    NUMBER_OF(EVO_NO_SHAPE, center.y),
    NUMBER_OF(EVO_NO_SHAPE, axis.x),
    NUMBER_OF(EVO_NO_SHAPE, axis.y),
    NUMBER_OF(EVO_CIRCLE, of.circle.radius),
    NUMBER_OF(EVO_ELLIPSE, of.ellipse.radius_x),
    NUMBER_OF(EVO_ELLIPSE, of.ellipse.radius_y),
    NUMBER_OF(EVO_RING, of.ring.inner),
    NUMBER_OF(EVO_RING, of.ring.outer),
    NUMBER_OF(EVO_RING, of.ring.half_sweep),
    NUMBER_OF(EVO_SEGMENT, of.segment.half_length),
    NUMBER_OF(EVO_CAPSULE, of.capsule.half_length),
    NUMBER_OF(EVO_CAPSULE, of.capsule.radius),
    NUMBER_OF(EVO_POLYGON, of.polygon.radius),
};

/* Returns whether a number is what breaks a rule. */
static bool is_broken(evo_shape_rule rule, const evo_shape *shape, const shape_number *n,
                      double number) {
    const bool sweep = strcmp(n->field, "of.ring.half_sweep") == 0;
    switch (rule) {
    case EVO_RULE_FINITE:
        return !number_fits(number);
    case EVO_RULE_SIZE:
        return n->kind != EVO_NO_SHAPE && !sweep && !(number >= SHAPE_SMALLEST);
    case EVO_RULE_INNER:
        return n->kind == EVO_RING && number < 0;
    case EVO_RULE_SWEEP:
    case EVO_RULE_HALF:
        return sweep;
    case EVO_RULE_THIN:
        return n->kind == EVO_ELLIPSE && number <= shape_thickness(shape) / 2;
    case EVO_RULE_AXIS:
        return strcmp(n->field, "axis.x") == 0;
    default:
        return false;
    }
}

/* Returns what breaks a rule where no number of the shape is one that the user wrote; or NULL. */
static const char *words_of(evo_shape_rule rule, const evo_shape *s) {
    const bool line = s->kind == EVO_SEGMENT || s->kind == EVO_CAPSULE;
    switch (rule) {
    case EVO_RULE_FINITE:
        /* The half length is the first number of both. */
        if (line && !number_fits(s->of.segment.half_length)) return " has an end that does not fit";
        if (s->kind == EVO_RING && !number_fits(s->of.ring.inner + s->of.ring.outer))
            return " has a radius or a width that does not fit";
        if (!vector_fits(s->center)) return NULL;
        if (!vector_fits(s->axis)) return " is turned by an angle that does not fit";
        return s->kind == EVO_POLYGON && number_fits(s->of.polygon.radius)
                   ? " has a point that does not fit"
                   : NULL;
    case EVO_RULE_SIZE:
        if (s->kind != EVO_RING) return NULL;
        return s->of.ring.outer + s->of.ring.inner > 0 ? " has a width that is too small"
                                                       : " has a radius that is too small";
    case EVO_RULE_AREA:
        return " has points on one line, or none";
    case EVO_RULE_CONVEX:
        return " has points in another order";
    default:
        return NULL;
    }
}

/* Writes the number that breaks a rule, as ".of.circle.radius is -1"; else words. */
static void write_rule_number(evo_shape_rule rule, const evo_shape *shape, char *to, size_t size) {
    const char *words = words_of(rule, shape);
    char text[NUMBER_TEXT];
    if (words) {
        snprintf(to, size, "%s", words);
        return;
    }
    for (size_t i = 0; i < sizeof SHAPE_FIELDS / sizeof *SHAPE_FIELDS; ++i) {
        const shape_number *n = &SHAPE_FIELDS[i];
        double number;
        if (n->kind != EVO_NO_SHAPE && n->kind != shape->kind) continue;
        memcpy(&number, (const char *)shape + n->offset, sizeof number);
        if (!is_broken(rule, shape, n, number)) continue;
        snprintf(to, size, ".%s is %s", n->field, number_text(number, text));
        return;
    }
    if (rule == EVO_RULE_KIND)
        snprintf(to, size, ".kind is %d", (int)shape->kind);
    else if (shape->kind == EVO_POLYGON)
        snprintf(to, size, ".of.polygon.count is %d", shape->of.polygon.count);
    else
        snprintf(to, size, " has a number that does not fit");
}

/* Notes why a box has a side that does not fit: the box keeps its sides without the rounding. */
static evo_result fault_by_box(call_fault *f, const char *in, const evo_shape *box) {
    const double radius = box->of.polygon.radius;
    const evo_vec2 flat = box->of.polygon.points[2], half = vec_add(flat, vec(radius, radius));
    char x[NUMBER_TEXT], y[NUMBER_TEXT], r[NUMBER_TEXT];
    number_text(half.x, x);
    number_text(half.y, y);
    if (half.x > 0 && half.y > 0 && (flat.x <= 0 || flat.y <= 0))
        return fault_note(f, EVO_ERROR_INVALID,
                          "%s.of.polygon.radius is %s; it must be at most half_width and "
                          "half_height, %s and %s",
                          in, number_text(radius, r), x, y);
    return fault_note(
        f, EVO_ERROR_INVALID,
        "%s is a box of %s by %s; half_width and half_height must be above 0, at most "
        "1e30, and neither below 1e-15 of the other",
        in, x, y);
}

evo_result fault_by_shape(call_fault *f, const char *in, const evo_shape *shape) {
    const evo_shape_rule rule = evo_shape_broken_rule(shape);
    char number[FAULT_TEXT / 2];
    if (rule == EVO_RULE_NONE) return EVO_OK;
    if (!f) return EVO_ERROR_INVALID;
    if (!shape) return fault_null(f, in);
    if (shape->kind == EVO_POLYGON && shape->of.polygon.count == 0 && vector_fits(shape->center)
        && vector_fits(shape->axis) && number_fits(shape->of.polygon.radius))
        return fault_by_box(f, in, shape);
    write_rule_number(rule, shape, number, sizeof number);
    const char *text = evo_shape_rule_text(rule);
    return fault_note(f, EVO_ERROR_INVALID, "%s%s; %c%.*s", in, number, tolower(text[0]),
                      (int)strlen(text) - 2, text + 1);
}

/* ==== Warnings ================================================================================ */

/* Notes a filter with one part of which nothing meets the other. */
static void doubt_filter(call_fault *f, evo_filter filter, const char *does) {
    const bool mask = filter.mask == 0;
    if ((filter.category == 0) == mask || filter.group != 0) return;
    (void)fault_note(f, EVO_OK,
                     "filter.%s is 0 beside a %s of %#llx: it %s nothing; set a %s, or begin with "
                     "evo_filter_default",
                     mask ? "mask" : "category", mask ? "category" : "mask",
                     (unsigned long long)(filter.category | filter.mask), does,
                     mask ? "mask" : "category");
}

void warn_of_filter(const evo_world *world, evo_filter filter) {
    doubt_filter(fault_of(world), filter, "collides with");
}

void warn_of_query(const evo_world *world, const char *call, const evo_query *query) {
    call_fault f;
    if (!fault_of(world) || !query || !call) return;
    f.noted = false;
    doubt_filter(&f, query->filter, "finds");
    (void)query_ends(world, call, &f);
}

/* ---- Bodies ---------------------------------------------------------------------------------- */

static bool has_mass(const evo_shape *shape, double density, bool sensor) {
    return !sensor && evo_shape_mass(shape, density).mass > 0;
}

/* A body may get colliders and a mass before the next step. */
void warn_of_body_later(evo_world *world, const evo_body_config *config, evo_body made) {
    if (!fault_of(world) || world->doubts.body.generation != 0) return;
    const bool weighs = config->kind != EVO_DYNAMIC
                        || has_mass(&config->shape, config->material.density, config->sensor);
    if (config->shape.kind == EVO_NO_SHAPE || !weighs) world->doubts.body = made;
}

/* Notes what a body lacks as a step begins. Bodies with joints may do without shapes. */
static void doubt_body(evo_world *world, call_fault *f) {
    const body_record *record = body_of(world, world->doubts.body);
    const body_store *s = &world->core.bodies;
    const unsigned index = world->doubts.body.index;
    bool weighs = false;
    world->doubts.body = (evo_body){0, 0};
    if (!record) return;
    if (record->first_collider == NONE && record->first_edge == NONE)
        (void)fault_note(f, EVO_OK,
                         "the body of index %u has no shape: nothing meets it; set shape in its "
                         "config, or give it a collider",
                         index);
    if (record->first_collider == NONE || record->kind != EVO_DYNAMIC || record->mass_set) return;
    EACH_COLLIDER_FROM (c, s, record->first_collider) {
        const evo_shape shape = collider_shape(&s->colliders[c]);
        const evo_material *m = &s->materials.all[s->colliders[c].material];
        weighs |= has_mass(&shape, m->density, s->colliders[c].sensor);
    }
    if (!weighs)
        (void)fault_note(f, EVO_OK,
                         "the body of index %u is dynamic, and its shapes have no mass: it gets "
                         "mass 1; set material.density, or a mass by evo_body_set_mass",
                         index);
}

/* ---- Chains ---------------------------------------------------------------------------------- */

/* Side of a chain on which a point is. */
typedef enum chain_side { SIDE_NONE, SIDE_FRONT, SIDE_BACK } chain_side;

/* Returns on which side of the nearest of some links a point is; none beyond their ends. Of two
 * links that share the nearest point the one that the point is farther off counts. */
static chain_side links_side(const body_store *s, collider_run run, evo_vec2 point) {
    double nearest = INFINITY, off = 0;
    chain_side side = SIDE_NONE;
    for (uint32_t c = run.first; c != run.until; c = s->colliders[c].next) {
        const evo_shape link = collider_shape(&s->colliders[c]);
        const double half = link.of.segment.half_length;
        const evo_vec2 from = vec_sub(point, link.center);
        const double along = vec_dot(from, link.axis), across = vec_cross(link.axis, from);
        const double beyond = most_of(fabs(along) - half, 0);
        const double distance = sqrt(across * across + beyond * beyond);
        const double tie = 1e-9 * half;
        if (distance > nearest + tie || (distance > nearest - tie && fabs(across) <= off)) continue;
        nearest = distance;
        off = fabs(across);
        side = beyond > off ? SIDE_NONE : across <= 0 ? SIDE_FRONT : SIDE_BACK;
    }
    return side;
}

/* Bounds of a chain in its body's frame, with as much around as it is long: what lies over a flat
 * floor is within. */
static evo_bounds bounds_of_links(const body_store *s, collider_run run) {
    evo_bounds box = NO_BOUNDS;
    const evo_pose none = {{0, 0}, 0};
    for (uint32_t c = run.first; c != run.until; c = s->colliders[c].next) {
        const evo_shape link = collider_shape(&s->colliders[c]);
        box = evo_bounds_joined(box, evo_shape_bounds(&link, none));
    }
    const double more = most_of(box.max.x - box.min.x, box.max.y - box.min.y);
    return (evo_bounds){vec_sub(box.min, vec(more, more)), vec_add(box.max, vec(more, more))};
}

/* Notes a chain that all dynamic bodies within its bounds are behind; one that has none there yet
 * is looked at again as the next step begins. */
void warn_of_chain(evo_world *world, evo_chain chain) {
    const body_store *s = &world->core.bodies;
    if (!fault_of(world) || !evo_chain_exists(world, chain)) return;
    const chain_record *record = &world->chains[chain.index];
    if (record->first == NONE || !s->colliders[record->first].shape->of.segment.one_sided) return;
    const collider_run run = chain_run(s, record->first);
    const evo_bounds box = bounds_of_links(s, run);
    size_t front = 0, back = 0;
    EACH_BODY (id, s) {
        if (s->records[id].kind != EVO_DYNAMIC) continue;
        const evo_vec2 at = evo_body_local_point(world, record->body, body_now(world, id).position);
        const bool within = evo_bounds_contain(box, (evo_bounds){at, at});
        const chain_side side = within ? links_side(s, run, at) : SIDE_NONE;
        front += side == SIDE_FRONT;
        back += side == SIDE_BACK;
        if (front > 0) return;
    }
    if (back > 0)
        (void)FAULT(world, EVO_OK,
                    "points: all bodies near the chain are behind it, and fall through; it is "
                    "solid on the left of the way from point to point: turn the order round");
    else if (world->doubts.chain.generation == 0)
        world->doubts.chain = chain;
}

/* ---- Joints and steps ------------------------------------------------------------------------ */

void warn_of_motor(const evo_world *world, const evo_joint_config *c) {
    const bool off = !c->motor && joint_features(c->kind) & JOINT_HAS_MOTOR;
    if (c->motor_speed != 0 && off)
        (void)FAULT(world, EVO_OK,
                    "motor_speed is %g, and motor is false: nothing turns or slides by itself",
                    c->motor_speed);
    if (c->kind == EVO_MOTOR && c->turn_speed != 0 && c->torque_limit == 0)
        (void)FAULT(world, EVO_OK,
                    "turn_speed is %g, and torque_limit is 0, no torque: b does not turn",
                    c->turn_speed);
}

void warn_of_joint(const evo_world *world, double apart, double reach) {
    if (!(apart > reach)) return;
    (void)FAULT(world, EVO_OK,
                "frame_a and frame_b are %.3g apart, and the smaller body reaches %.3g: the "
                "joint pulls both together at once",
                apart, reach);
}

void warn_of_step(evo_world *world, double seconds) {
    call_fault *f = fault_of(world);
    if (!f) return;
    if (seconds == 0 && !world->doubts.stood) {
        world->doubts.stood = true;
        (void)fault_note(f, EVO_OK,
                         "seconds is 0: nothing moves; 1 / 60 is 0 in C, where 1.0 / 60 is not");
    }
    if (seconds == 0) return;
    const evo_chain chain = world->doubts.chain;
    world->doubts.chain = (evo_chain){0, 0};
    if (chain.generation != 0) warn_of_chain(world, chain);
    world->doubts.chain = (evo_chain){0, 0};
    if (world->doubts.body.generation != 0) doubt_body(world, f);
}
