/* each.h: calls of the engine for many bodies or shapes at once, so that no loop runs in Python.
 * In: arrays whose sizes the package has checked; out: how many items were done, up to the first
 * that is refused, or why it is. It is compiled into the native module. */
#include <math.h>
#include <stdlib.h>

#include <evolute/evolute.h>

/* Returns how many handles name bodies, up to the first that does not. */
static size_t evolute_exist(const evo_world *world, const evo_body *bodies, size_t count) {
    size_t i = 0;
    while (i < count && evo_body_exists(world, bodies[i])) ++i;
    return i;
}

/* Returns whether all of some numbers are finite. */
static bool evolute_finite(const double *numbers, size_t count) {
    size_t i = 0;
    while (i < count && numbers[i] - numbers[i] == 0) ++i;
    return i == count;
}

/* What evolute_read_each and evolute_write_each take of a body, and how many numbers each is. */
enum {
    EVOLUTE_POSES,
    EVOLUTE_POSITIONS,
    EVOLUTE_ANGLES,
    EVOLUTE_VELOCITIES,
    EVOLUTE_SPINS,
    EVOLUTE_WAYS
};

/* Returns arrays of the engine over numbers of one kind, which are packed. */
static evo_body_arrays evolute_arrays(int what, double *numbers) {
    evo_body_arrays arrays = {0};
    switch (what) {
    case EVOLUTE_VELOCITIES:
        arrays.velocities = (evo_vec2 *)numbers;
        break;
    case EVOLUTE_SPINS:
        arrays.spins = numbers;
        break;
    case EVOLUTE_WAYS:
        arrays.ways = (evo_vec2 *)numbers;
        break;
    default:
        arrays.poses = (evo_pose *)numbers;
    }
    return arrays;
}

/* Copies positions or angles out of poses, or into them. */
static void evolute_copy(int what, evo_pose *poses, size_t count, double *numbers, bool back) {
    for (size_t i = 0; i < count; ++i) {
        double *part[2] = {&poses[i].position.x, &poses[i].position.y};
        const size_t width = what == EVOLUTE_POSITIONS ? 2 : 1;
        if (what == EVOLUTE_ANGLES) part[0] = &poses[i].angle;
        for (size_t k = 0; k < width; ++k) {
            if (back)
                *part[k] = numbers[width * i + k];
            else
                numbers[width * i + k] = *part[k];
        }
    }
}

/* Writes numbers of one kind of each body, and returns whether all bodies are there. */
static bool evolute_read_each(const evo_world *world, const evo_body *bodies, size_t count,
                              int what, double *numbers) {
    enum { PART = 256 };
    evo_pose poses[PART];
    if (what != EVOLUTE_POSITIONS && what != EVOLUTE_ANGLES) {
        const evo_body_arrays to = evolute_arrays(what, numbers);
        return evo_world_read_bodies(world, bodies, count, &to) == count;
    }
    const evo_body_arrays to = {.poses = poses};
    const size_t width = what == EVOLUTE_POSITIONS ? 2 : 1;
    for (size_t i = 0; i < count; i += PART) {
        const size_t some = count - i < PART ? count - i : PART;
        if (evo_world_read_bodies(world, &bodies[i], some, &to) < some) return false;
        evolute_copy(what, poses, some, &numbers[width * i], false);
    }
    return true;
}

/* Sets numbers of one kind of all bodies or, refused, of none. */
static evo_result evolute_write_each(evo_world *world, const evo_body *bodies, size_t count,
                                     int what, double *numbers) {
    evo_body_arrays from = evolute_arrays(what, numbers);
    if (what != EVOLUTE_POSITIONS && what != EVOLUTE_ANGLES)
        return evo_world_write_bodies(world, bodies, count, &from);
    evo_pose one, *poses = count > 1 ? malloc(count * sizeof one) : &one;
    if (poses == NULL) return EVO_ERROR_MEMORY;
    from.poses = poses;
    evo_world_read_bodies(world, bodies, count, &from);
    evolute_copy(what, poses, count, numbers, true);
    const evo_result result = evo_world_write_bodies(world, bodies, count, &from);
    if (poses != &one) free(poses);
    return result;
}

/* Each of these makes one call for all bodies. First it checks that all bodies are there, and
 * numbers finite: EVO_ERROR_STALE and EVO_ERROR_INVALID have then changed nothing. */
static evo_result evolute_each(evo_result (*call)(evo_world *, evo_body), evo_world *world,
                               const evo_body *bodies, size_t count) {
    evo_result result = evolute_exist(world, bodies, count) < count ? EVO_ERROR_STALE : EVO_OK;
    for (size_t i = 0; i < count && result == EVO_OK; ++i) result = call(world, bodies[i]);
    return result;
}

static evo_result evolute_each_number(evo_result (*call)(evo_world *, evo_body, double),
                                      evo_world *world, const evo_body *bodies, size_t count,
                                      const double *values) {
    evo_result result = evolute_exist(world, bodies, count) < count ? EVO_ERROR_STALE : EVO_OK;
    if (!evolute_finite(values, count)) result = EVO_ERROR_INVALID;
    for (size_t i = 0; i < count && result == EVO_OK; ++i)
        result = call(world, bodies[i], values[i]);
    return result;
}

static evo_result evolute_each_vector(evo_result (*call)(evo_world *, evo_body, evo_vec2),
                                      evo_world *world, const evo_body *bodies, size_t count,
                                      const double *values) {
    evo_result result = evolute_exist(world, bodies, count) < count ? EVO_ERROR_STALE : EVO_OK;
    if (!evolute_finite(values, 2 * count)) result = EVO_ERROR_INVALID;
    for (size_t i = 0; i < count && result == EVO_OK; ++i)
        result = call(world, bodies[i], evo_vec(values[2 * i], values[2 * i + 1]));
    return result;
}

/* Gives all colliders of each body a material. */
static evo_result evolute_set_materials(evo_world *world, const evo_body *bodies, size_t count,
                                        const evo_material *material) {
    evo_result result = evo_material_check(material);
    for (size_t i = 0; i < count && result == EVO_OK; ++i) {
        const size_t of_one = evo_body_colliders(world, bodies[i], NULL, 0);
        evo_collider *found = malloc((of_one + 1) * sizeof *found);
        if (found == NULL) return EVO_ERROR_MEMORY;
        evo_body_colliders(world, bodies[i], found, of_one);
        for (size_t k = 0; k < of_one && result == EVO_OK; ++k)
            result = evo_collider_set_material(world, found[k], material);
        free(found);
    }
    return result;
}

/* Sets mass, centre and inertia of each body. */
static evo_result evolute_set_masses(evo_world *world, const evo_body *bodies, size_t count,
                                     const evo_mass *masses) {
    evo_result result = EVO_OK;
    for (size_t i = 0; i < count && result == EVO_OK; ++i)
        result = evo_body_set_mass(world, bodies[i], masses[i]);
    return result;
}

/* Reads, or sets, the tags of bodies or, `inner`, of their first colliders. */
static void evolute_tags(evo_world *world, const evo_body *bodies, size_t count, bool inner,
                         uint64_t *tags, bool set) {
    for (size_t i = 0; i < count; ++i) {
        evo_collider first = {0};
        if (inner) evo_body_colliders(world, bodies[i], &first, 1);
        if (set && inner)
            evo_collider_set_tag(world, first, tags[i]);
        else if (set)
            evo_body_set_tag(world, bodies[i], tags[i]);
        else
            tags[i] = inner ? evo_collider_tag(world, first) : evo_body_tag(world, bodies[i]);
    }
}

/* Counts distances below `reach` of points, which are sorted by x, to those after them in a
 * periodic box: of points from `begin` on, until so many pairs were looked at. Returns the first
 * point that is left. */
static size_t evolute_distances(const evo_vec2 *points, size_t count, evo_vec2 box, double reach,
                                int bins, uint64_t *counts, size_t begin, size_t most) {
    size_t looked = 0, i = begin;
    for (; i < count && looked < most; ++i) {
        for (size_t step = 1; step < count; ++step, ++looked) {
            const size_t j = i + step < count ? i + step : i + step - count;
            const double x = points[j].x - points[i].x + (j < i ? box.x : 0);
            double y = fabs(points[j].y - points[i].y);
            if (x >= reach) break;
            if (y > box.y - y) y = box.y - y;
            const double square = x * x + y * y;
            if (square < reach * reach) {
                const int bin = (int)(sqrt(square) / reach * bins);
                ++counts[bin < bins ? bin : bins - 1];
            }
        }
    }
    return i;
}

/* Creates bodies, and writes their handles. NULL: all have the shape or motion of the config. */
static size_t evolute_add(evo_world *world, const evo_body_config *common, const evo_shape *shapes,
                          double *poses, double *velocities, double *spins, size_t count,
                          evo_body *made) {
    const evo_body_arrays from = {
        .poses = (evo_pose *)poses, .velocities = (evo_vec2 *)velocities, .spins = spins};
    return evo_world_create_many(world, common, shapes, &from, count, made);
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
static size_t evolute_shapes(evo_shape_kind kind, size_t count, const double *of, evo_shape *made) {
    for (size_t i = 0; i < count; ++i) {
        const double *n = &of[5 * i];
        switch (kind) {
        case EVO_CIRCLE:
            made[i] = evo_circle(n[0]);
            break;
        case EVO_ELLIPSE:
            made[i] = evo_ellipse(n[0], n[1]);
            break;
        case EVO_RING:
            made[i] = evo_ring(n[0], n[1], n[2], n[3]);
            break;
        case EVO_SEGMENT:
            made[i] = evo_segment(evo_vec(n[0], n[1]), evo_vec(n[2], n[3]));
            break;
        case EVO_CAPSULE:
            made[i] = evo_capsule(evo_vec(n[0], n[1]), evo_vec(n[2], n[3]), n[4]);
            break;
        default:
            made[i] = n[2] == 0 ? evo_box(n[0], n[1]) : evo_rounded_box(n[0], n[1], n[2]);
        }
        if (evo_shape_broken_rule(&made[i]) != EVO_RULE_NONE) return i;
    }
    return count;
}

/* Makes one shape, and returns whether it is valid. */
static bool evolute_shape(evo_shape_kind kind, double a, double b, double c, double d, double e,
                          evo_shape *made) {
    const double of[] = {a, b, c, d, e};
    return evolute_shapes(kind, 1, of, made) == 1;
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
