#include "headless/sample.h"

#include <math.h>

static const double PI = 3.14159265358979;

static void add_body(const scene_stage *stage, size_t actor, sample *s) {
    const evo_body body = stage->actors[actor].body;
    const evo_mass mass = evo_body_mass(stage->world, body);
    const evo_vec2 v = evo_body_velocity(stage->world, body), at = scene_center(stage, actor);
    ++s->movers;
    s->mass += mass.mass;
    s->momentum.x += mass.mass * v.x;
    s->momentum.y += mass.mass * v.y;
    s->angular +=
        mass.mass * (at.x * v.y - at.y * v.x) + mass.inertia * evo_body_spin(stage->world, body);
    s->heat += 0.5 * mass.mass * (v.x * v.x + v.y * v.y);
}

/* A gas alone in a periodic box: its mean velocity is constant and no part of its heat. */
static bool momentum_is_constant(const scene_stage *stage, const sample *s) {
    return stage->config.boundary == EVO_PERIODIC && s->movers == s->counts.bodies;
}

sample sample_take(const scene_stage *stage) {
    sample s = {.time = evo_world_time(stage->world),
                .counts = evo_world_counters(stage->world),
                .sums = evo_world_sums(stage->world),
                .kinetic = evo_world_kinetic_energy(stage->world),
                .potential = scene_potential(stage)};
    for (size_t i = 0; i < stage->count; ++i)
        if (scene_moves(stage, i)) add_body(stage, i, &s);
    if (momentum_is_constant(stage, &s) && s.movers > 0)
        s.heat -= 0.5 * (s.momentum.x * s.momentum.x + s.momentum.y * s.momentum.y) / s.mass;
    return s;
}

double sample_time(const sample *s) {
    const double nanoseconds = 1e9;
    return round(s->time * nanoseconds) / nanoseconds;
}

/* ---- Gases ----------------------------------------------------------------------------------- */

static double freedoms(const scene_stage *stage, const sample *s) {
    return 2 * ((double)s->movers - (momentum_is_constant(stage, s) ? 1 : 0));
}

double sample_temperature(const scene_stage *stage, const sample *s) {
    return 2 * s->heat / freedoms(stage, s);
}

/* From the virial in a periodic box, from the walls' impulses in a box with walls. */
static double pressure_between(const scene_stage *stage, const sample *from, const sample *to) {
    const evo_bounds box = stage->config.bounds;
    const double width = box.max.x - box.min.x, height = box.max.y - box.min.y;
    const double time = to->time - from->time;
    if (stage->config.exact == NULL || stage->config.boundary == EVO_OPEN) return NAN;
    if (stage->config.boundary == EVO_WALLS)
        return (to->sums.wall_impulse - from->sums.wall_impulse) / (time * 2 * (width + height));
    return ((double)to->movers * sample_temperature(stage, to)
            + (to->sums.virial - from->sums.virial) / (2 * time))
           / (width * height);
}

/* The diameter and mass of the dynamic bodies; NaN if they are not equal disks. */
static void find_disk(const scene_stage *stage, double *diameter, double *mass) {
    *diameter = *mass = NAN;
    for (size_t i = 0; i < stage->count; ++i) {
        const evo_body body = stage->actors[i].body;
        evo_collider only;
        if (!scene_moves(stage, i)) continue;
        const size_t colliders = evo_body_colliders(stage->world, body, &only, 1);
        const evo_shape shape = evo_collider_get(stage->world, only).shape;
        const double width = 2 * shape.of.circle.radius;
        const double weighs = evo_body_mass(stage->world, body).mass;
        const bool first = isnan(*diameter), same = width == *diameter && weighs == *mass;
        if (colliders != 1 || shape.kind != EVO_CIRCLE || !(first || same)) {
            *diameter = NAN;
            return;
        }
        *diameter = width;
        *mass = weighs;
    }
}

gas gas_between(const scene_stage *stage, const sample *from, const sample *to) {
    const evo_bounds box = stage->config.bounds;
    const double area = (box.max.x - box.min.x) * (box.max.y - box.min.y);
    const double time = to->time - from->time, number = (double)to->movers;
    const double hits = (double)(to->sums.pair_impacts - from->sums.pair_impacts);
    gas g = {.temperature = sample_temperature(stage, to),
             .pressure = pressure_between(stage, from, to),
             .rate = stage->config.exact != NULL ? 2 * hits / (number * time) : NAN};
    double diameter, mass;
    find_disk(stage, &diameter, &mass);
    g.compressibility = g.pressure * area / (number * g.temperature);
    g.by_rate = 1 + sqrt(PI) / 4 * g.rate * diameter * sqrt(mass / g.temperature);
    return g;
}
