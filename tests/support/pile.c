/* pile.c: see pile.h. */
#include <math.h>
#include <stdlib.h>

#include "evolute/collide.h"
#include "support/check.h"
#include "support/lab.h"
#include "support/pile.h"
#include "support/random.h"

static const double LONG = 0.6, SHORT = 0.35, RADIUS = 0.5;

/* Below this gap bodies count as touching. */
static const double TOUCH = 0.005;

static evo_shape shape_of(const pile *p) {
    return p->ellipses ? evo_ellipse(LONG * p->unit, SHORT * p->unit)
                       : evo_circle(RADIUS * p->unit);
}

static evo_world *world_of(const pile *p) {
    evo_world_config config = evo_world_config_default();
    config.gravity.y = -10;
    config.substeps = p->substeps;
    return lab_make(config);
}

void pile_make(pile *p) {
    double spacing = p->ellipses ? 1.3 : 1.1, width = 2 * sqrt(p->count);
    int columns = (int)((width - 0.2) / spacing);
    double left = 0.5 * (width - (columns - 1) * spacing);
    p->width = width * p->unit;
    p->height = (4 * (p->count / columns + 2) * spacing + 20) * p->unit;
    p->world = world_of(p);
    lab_box(p->world, p->corner, p->width, p->height);
    random_seed(12345);
    for (int i = 0; i < p->count; ++i) {
        double x = left + i % columns * spacing + random_between(-0.04, 0.04);
        double y = (i / columns + 0.5) * spacing + 0.05 + random_between(-0.04, 0.04);
        evo_body_config config = lab_body(shape_of(p), x * p->unit, y * p->unit);
        config.position.x += p->corner.x;
        config.position.y += p->corner.y;
        if (p->ellipses) config.angle = random_between(-3, 3);
        p->bodies[i] = evo_body_create(p->world, &config);
    }
}

/* ---- Looking --------------------------------------------------------------------------------- */

static int by_height(const void *a, const void *b) {
    const evo_pose *p = a, *q = b;
    return (p->position.y > q->position.y) - (p->position.y < q->position.y);
}

static double energy_of(const pile *p, evo_body body) {
    double speed = lab_speed(p->world, body), spin = evo_body_spin(p->world, body);
    evo_mass mass = evo_body_mass(p->world, body);
    double energy = 0.5 * (mass.mass * speed * speed + mass.inertia * spin * spin);
    return energy / pow(p->unit, 4);
}

/* One pair, in units. */
static void look_at(const pile *p, const evo_shape *shape, const evo_pose *a, const evo_pose *b,
                    pile_state *state) {
    evo_pose near_a = {{0, 0}, a->angle};
    evo_pose near_b = {{b->position.x - a->position.x, b->position.y - a->position.y}, b->angle};
    double depth = -evo_measure(shape, near_a, shape, near_b).distance / p->unit;
    if (!(depth > -TOUCH)) return;
    ++state->touching;
    if (depth > 0) state->mean_overlap += depth;
    state->most_overlap = fmax(state->most_overlap, depth);
}

static int by_size(const void *a, const void *b) {
    const double *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

static double calm_energy(const pile *p) {
    static double energies[PILE_MOST];
    double sum = 0;
    for (int i = 0; i < p->count; ++i) energies[i] = energy_of(p, p->bodies[i]);
    qsort(energies, (size_t)p->count, sizeof *energies, by_size);
    for (int i = 0; i < p->count - PILE_LOOSE; ++i) sum += energies[i];
    return sum / p->count;
}

pile_state pile_look(const pile *p) {
    pile_state state = {0, 0, 0, 0, 0, 0};
    evo_pose *poses = malloc((size_t)p->count * sizeof *poses);
    ck_assert_ptr_nonnull(poses);
    for (int i = 0; i < p->count; ++i) {
        poses[i] = evo_body_pose(p->world, p->bodies[i]);
        poses[i].position.x -= p->corner.x;
        poses[i].position.y -= p->corner.y;
        double x = poses[i].position.x, y = poses[i].position.y;
        bool inside = x > 0 && x < p->width && y > 0 && y < p->height;
        state.escaped += !inside; /* NaN is not inside either */
    }
    state.energy = calm_energy(p);
    qsort(poses, (size_t)p->count, sizeof *poses, by_height);
    state.top = poses[(int)(0.98 * (p->count - 1))].position.y / p->unit;
    evo_shape shape = shape_of(p);
    double reach = (p->ellipses ? LONG : RADIUS) * p->unit, far = 2.02 * reach;
    for (int i = 0; i < p->count; ++i)
        for (int j = i + 1; j < p->count; ++j) {
            if (poses[j].position.y - poses[i].position.y > far) break;
            if (fabs(poses[j].position.x - poses[i].position.x) < far)
                look_at(p, &shape, &poses[i], &poses[j], &state);
        }
    if (state.touching > 0) state.mean_overlap /= state.touching;
    free(poses);
    return state;
}
