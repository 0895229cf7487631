/* each.h: calls of the engine for many bodies or shapes at once, so that no loop runs in Python.
 * In: arrays whose sizes the package has checked; out: how many items were done, up to the first
 * that is refused, or why it is. It is compiled into the native module. */
#include <evolute/evolute.h>

/* Returns how many handles name bodies, up to the first that does not. */
static size_t evolute_exist(const evo_world *world, const evo_body *bodies, size_t count) {
    size_t i = 0;
    while (i < count && evo_body_exists(world, bodies[i])) ++i;
    return i;
}

static evo_result evolute_each(evo_result (*call)(evo_world *, evo_body), evo_world *world,
                               const evo_body *bodies, size_t count) {
    evo_result result = EVO_OK;
    for (size_t i = 0; i < count && result == EVO_OK; ++i)
        result = call(world, bodies[i]);
    return result;
}

static evo_result evolute_each_number(evo_result (*call)(evo_world *, evo_body, double),
                                  evo_world *world, const evo_body *bodies, size_t count,
                                  const double *values) {
    evo_result result = EVO_OK;
    for (size_t i = 0; i < count && result == EVO_OK; ++i)
        result = call(world, bodies[i], values[i]);
    return result;
}

static evo_result evolute_each_vector(evo_result (*call)(evo_world *, evo_body, evo_vec2),
                                  evo_world *world, const evo_body *bodies, size_t count,
                                  const evo_vec2 *values) {
    evo_result result = EVO_OK;
    for (size_t i = 0; i < count && result == EVO_OK; ++i)
        result = call(world, bodies[i], values[i]);
    return result;
}

/* Gives each body a collider of its own shape, and writes their handles. */
static size_t evolute_attach(evo_world *world, const evo_body *bodies, size_t count,
                             const evo_collider_config *common, const evo_shape *shapes,
                             evo_collider *made) {
    evo_collider_config config = *common;
    for (size_t i = 0; i < count; ++i) {
        config.shape = shapes[i];
        made[i] = evo_collider_create(world, bodies[i], &config);
        if (made[i].generation == 0) return i;
    }
    return count;
}

/* Writes the first collider of each body. */
static size_t evolute_colliders(const evo_world *world, const evo_body *bodies, size_t count,
                                evo_collider *found) {
    for (size_t i = 0; i < count; ++i) evo_body_colliders(world, bodies[i], &found[i], 1);
    return count;
}

/* Makes shapes of five numbers each, of which a kind reads as many as it has. */
static size_t evolute_shapes(evo_shape_kind kind, size_t count, const double *of,
                             evo_shape *made) {
    for (size_t i = 0; i < count; ++i) {
        const double *n = &of[5 * i];
        switch (kind) {
        case EVO_CIRCLE: made[i] = evo_circle(n[0]); break;
        case EVO_ELLIPSE: made[i] = evo_ellipse(n[0], n[1]); break;
        case EVO_RING: made[i] = evo_ring(n[0], n[1], n[2], n[3]); break;
        case EVO_SEGMENT: made[i] = evo_segment(evo_vec(n[0], n[1]), evo_vec(n[2], n[3])); break;
        case EVO_CAPSULE:
            made[i] = evo_capsule(evo_vec(n[0], n[1]), evo_vec(n[2], n[3]), n[4]);
            break;
        default: made[i] = n[2] == 0 ? evo_box(n[0], n[1]) : evo_rounded_box(n[0], n[1], n[2]);
        }
        if (evo_shape_broken_rule(&made[i]) != EVO_RULE_NONE) return i;
    }
    return count;
}

/* Writes mass, center and inertia of each shape. */
static size_t evolute_masses(const evo_shape *shapes, size_t count, double density,
                             evo_mass *found) {
    for (size_t i = 0; i < count; ++i) found[i] = evo_shape_mass(&shapes[i], density);
    return count;
}

static size_t evolute_areas(const evo_shape *shapes, size_t count, double *found) {
    for (size_t i = 0; i < count; ++i) found[i] = evo_shape_area(&shapes[i]);
    return count;
}

/* Writes boxes about shapes at the origin. */
static size_t evolute_bounds(const evo_shape *shapes, size_t count, evo_bounds *found) {
    const evo_pose origin = {{0, 0}, 0};
    for (size_t i = 0; i < count; ++i) found[i] = evo_shape_bounds(&shapes[i], origin);
    return count;
}

/* Turns shapes about their body's origin, then moves them. */
static size_t evolute_moved(const evo_shape *shapes, size_t count, evo_vec2 offset, double angle,
                            evo_shape *made) {
    for (size_t i = 0; i < count; ++i) made[i] = evo_shape_at(shapes[i], offset, angle);
    return count;
}
