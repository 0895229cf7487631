/* event_run.c: see event_run.h. */
#include "support/event_run.h"

#include <math.h>
#include <string.h>

#include "support/check.h"
#include "support/gas.h"
#include "support/random.h"

/* ---- Disks ----------------------------------------------------------------------------------- */

const run_setting RUNS[RUN_SETTINGS] = {
    {30, EVO_WALLS, 0, 0},     {30, EVO_WALLS, -1, 0},    {30, EVO_OPEN, 0, 0},
    {30, EVO_PERIODIC, 0, 0},  {100, EVO_WALLS, 0, 0},    {100, EVO_WALLS, -1, 0},
    {100, EVO_OPEN, 0, 0},     {100, EVO_PERIODIC, 0, 0}, {64, EVO_WALLS, 0.5, 0},
    {65, EVO_WALLS, 0.5, 0},   {65, EVO_OPEN, -2, 0},     {100, EVO_PERIODIC, 1, 0},
    {102, EVO_WALLS, 0, 2},    {101, EVO_WALLS, -1, 1},   {102, EVO_OPEN, 0, 2},
    {101, EVO_PERIODIC, 0, 1}, {102, EVO_PERIODIC, 0, 2}, {102, EVO_PERIODIC, 1, 2},
    {62, EVO_PERIODIC, 0, 1},
};

static const double SPACING = 1.4; /* of the lattice */

static int lattice_side(const run_setting *s) {
    return (int)ceil(sqrt(s->count - s->oversize));
}

double run_width(const run_setting *s) {
    return SPACING * lattice_side(s);
}

/* As wide as a periodic box allows. */
static double oversize_radius(const run_setting *s) {
    return run_width(s) / 6.1;
}

double run_height(const run_setting *s) {
    return run_width(s) + (s->oversize > 0 ? 2.1 * oversize_radius(s) : 0);
}

/* The disk with this number; without walls they are thrown at each other. */
static plain_disk disk_of(const run_setting *s, int number) {
    int side = lattice_side(s), small = s->count - s->oversize;
    plain_disk disk = {.radius = random_between(0.4, 0.65), .mass = random_scale(0.3, 3)};
    double middle = 0.5 * run_width(s);
    double x = SPACING * (number % side + 0.5), y = SPACING * (number / side + 0.5);
    if (number >= small) {
        disk.radius = oversize_radius(s);
        disk.mass = 20;
        x = run_width(s) * (number - small + 0.5) / s->oversize;
        y = run_height(s) - 1.05 * oversize_radius(s);
    }
    double throws = s->boundary == EVO_OPEN ? 0.5 : 0;
    disk.x = x;
    disk.y = y;
    disk.vx = random_between(-1, 1) + throws * (middle - x);
    disk.vy = random_between(-1, 1) + throws * (middle - y);
    return disk;
}

plain_gas run_plain(const run_setting *s) {
    plain_gas plain = {.boundary = s->boundary, .pull = s->pull, .count = s->count};
    plain.width = run_width(s);
    plain.height = run_height(s);
    random_seed(31);
    for (int i = 0; i < s->count; ++i) plain.disks[i] = disk_of(s, i);
    return plain;
}

/* ---- Worlds ---------------------------------------------------------------------------------- */

evo_world_config run_config(const run_setting *s) {
    evo_world_config config = gas_config(s->boundary, run_width(s), run_height(s));
    config.gravity.y = s->pull;
    return config;
}

void run_begin(event_run *r, const run_setting *s, const evo_world_config *config) {
    plain_gas plain = run_plain(s);
    r->world = gas_world(config);
    r->count = s->count;
    r->kept = r->seen = 0;
    for (int i = 0; i < s->count; ++i) {
        const plain_disk *d = &plain.disks[i];
        evo_body_config body = gas_disk((double)d->radius, (double)d->x, (double)d->y);
        body.velocity.x = (double)d->vx;
        body.velocity.y = (double)d->vy;
        r->bodies[i] = gas_add(r->world, &body, (double)d->mass);
    }
}

void run_note(event_run *r) {
    size_t count;
    const evo_impact *impacts = evo_world_impacts(r->world, &count);
    uint64_t ever = evo_world_counters(r->world).impacts;
    if (ever - r->seen < count) return; /* a step that was refused before it began */
    r->seen = ever;
    if (count == 0) return;
    ck_assert_uint_le(r->kept + count, RUN_KEPT);
    memcpy(r->impacts + r->kept, impacts, count * sizeof *impacts);
    r->kept += count;
}

void run_step(event_run *r, double seconds) {
    gas_step(r->world, seconds);
    run_note(r);
}

int run_number_of(const event_run *r, evo_body body) {
    for (int i = 0; i < r->count; ++i)
        if (r->bodies[i].index == body.index && r->bodies[i].generation == body.generation)
            return i;
    return -1;
}

bool run_same_body(evo_body a, evo_body b) {
    return a.index == b.index && a.generation == b.generation;
}

bool run_same_impact(const evo_impact *a, const evo_impact *b) {
    return a->time == b->time && run_same_body(a->a, b->a) && run_same_body(a->b, b->b)
           && a->point.x == b->point.x && a->point.y == b->point.y && a->normal.x == b->normal.x
           && a->normal.y == b->normal.y && a->speed == b->speed && a->impulse == b->impulse;
}

void run_check_same(const event_run *a, const event_run *b) {
    ck_assert_uint_eq(a->kept, b->kept);
    for (size_t i = 0; i < a->kept; ++i)
        if (!run_same_impact(&a->impacts[i], &b->impacts[i]))
            ck_abort_msg("impact %zu, at %.17g and at %.17g, is not the same", i,
                         a->impacts[i].time, b->impacts[i].time);
}
