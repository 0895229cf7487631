/* static_impact.c: impacts on what no impact moves: walls and obstacles; and sensors. */
#include "event/static_impact.h"

#include "event/law.h"
#include "event/plan.h"
#include "narrow/pair.h"

/* What no impact moves, where it touches a particle. */
typedef struct static_contact {
    impulse_body body;
    evo_material material, own; /* its own, and that of the particle's part */
    evo_vec2 normal;            /* from the particle */
    evo_vec2 arm;               /* from the particle's centre to the contact */
    bool curved;                /* either is more than a disk, or something straight */
} static_contact;

/* The particle is put on the wall exactly, whatever rounding says. */
static static_contact contact_with_wall(event_world *w, uint32_t number, cell_side side) {
    particle *p = &w->particles.all[number];
    border_particle guest = {p, w->space.gravity, now_radius(w, p), 0};
    evo_vec2 direction = borders_direction(side);
    double gap = borders_wall_gap(&w->borders, &guest, side);
    evo_vec2 position = vec_along(p->position, gap, direction);
    particle_write_two(&p->position.x, position.x, position.y);
    part_list parts;
    now_parts(w, number, &parts);
    return (static_contact){.material = w->space.wall,
                            .own = parts.all->material,
                            .normal = direction,
                            .arm = vec_scale(direction, guest.radius)};
}

/* Keeps the nearest of all images of the obstacle and parts of the particle. */
static void offer_contact(const event_world *w, uint32_t number, obstacle_image which,
                          const part_list *parts, uint32_t index, static_contact *nearest,
                          double *gap) {
    const particle_part *part = &parts->all[index];
    const obstacle *at = &w->obstacles.all[which.number];
    evo_vec2 here = now_position(w, &w->particles.all[number]);
    evo_flight there = obstacle_at(&w->obstacles, which, now_elapsed(w), here);
    placed own = now_placed(w, number, part, vec(0, 0));
    placed placement = placed_at(&at->shape, there.position, evo_direction(there.angle));
    meeting m = pair_measure(&own, &placement);
    if (!(m.gap < *gap)) return;
    *gap = m.gap;
    *nearest = (static_contact){
        .body = {there.velocity, there.spin, 0, 0, vec_sub(m.point_b, there.position), 0},
        .material = at->material,
        .own = part->material,
        .normal = m.normal,
        .arm = m.point_a,
        .curved = at->shape.kind != EVO_SEGMENT || w->particles.all[number].kind & PARTICLE_SHAPED,
    };
}

static static_contact find_contact(const event_world *w, uint32_t number, uint32_t which) {
    obstacle_list near = obstacles_near(&w->obstacles, &w->cells, &w->particles.all[number]);
    part_list parts;
    static_contact nearest = {.curved = false};
    double gap = INFINITY;
    now_parts(w, number, &parts);
    for (int list = 0; list < OBSTACLE_LISTS; ++list)
        for (size_t i = 0; i < near.counts[list]; ++i)
            for (uint32_t k = 0; near.items[list][i].number == which && k < parts.count; ++k)
                offer_contact(w, number, near.items[list][i], &parts, k, &nearest, &gap);
    return nearest;
}

/* Surface speed drags what touches along, counterclockwise around the shape. */
static void apply_belts(static_contact *a, impulse_body *body) {
    evo_vec2 across = vec_left(a->normal);
    body->velocity = vec_along(body->velocity, a->own.surface_speed, across);
    a->body.velocity = vec_along(a->body.velocity, -a->material.surface_speed, across);
}

static impulse_result resolve_contact(event_world *w, uint32_t number, static_contact *a) {
    impulse_body body = law_body(w, number, a->arm);
    impulse_law law = law_of(w, &a->own, &a->material);
    law_meeting meets = {number, NO_PARTICLE, a->curved};
    law.growth_rate = w->particles.all[number].radius * w->view.growth;
    law_hop(w, &meets, law_approach(&body, &a->body, a->normal), &law);
    apply_belts(a, &body);
    impulse_result result = impulse_resolve(&body, &a->body, a->normal, &law);
    body.velocity = vec_along(body.velocity, -a->own.surface_speed, vec_left(a->normal));
    law_apply(w, number, &body);
    return result;
}

/* The particle enters or leaves a sensor, and goes on. */
static void enter_or_leave_sensor(event_world *w, uint32_t number, uint32_t tag,
                                  event_impact *impact) {
    uint32_t sensor = plan_obstacle(tag);
    impact->sensed = true;
    impact->began = !plan_leaves(tag);
    if (impact->began)
        sensor_overlaps_add(&w->sensors, number, sensor);
    else
        sensor_overlaps_remove(&w->sensors, number, sensor);
    plan_make(w, number);
}

void static_impact_resolve(event_world *w, uint32_t number, uint32_t tag, event_impact *impact) {
    bool wall = tag < PLAN_OBSTACLE;
    now_update(w, number);
    impact->a = number;
    impact->b = NO_PARTICLE;
    impact->obstacle = wall ? NO_PARTICLE : plan_obstacle(tag);
    impact->sensed = false;
    if (!wall && w->obstacles.all[impact->obstacle].sensor) {
        enter_or_leave_sensor(w, number, tag, impact);
        return;
    }
    static_contact a = wall ? contact_with_wall(w, number, (cell_side)(tag - PLAN_WALL))
                            : find_contact(w, number, impact->obstacle);
    impulse_result result = resolve_contact(w, number, &a);
    ++w->sums.wall_impacts;
    w->sums.wall_impulse += result.impulse;
    impact->delta = a.normal;
    impact->arm = a.arm;
    impact->speed = result.speed;
    impact->impulse = result.impulse;
    law_record_impact(w, number);
    plan_renew(w, number);
}
