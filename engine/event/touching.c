#include "event/touching.h"

#include "event/law.h"
#include "event/now.h"
#include "event/plan.h"
#include "flight/line.h"
#include "narrow/pair.h"

/* ---- Both sides ------------------------------------------------------------------------------ */

/* Relative to the centre of a at the present. */
typedef struct touching_side {
    evo_vec2 at, turn;
} touching_side;

static bool is_wall(const lasting_contact *c) {
    return c->key.b == NO_PARTICLE && c->key.tag < PLAN_OBSTACLE;
}

bool touching_is_curved(const event_world *w, const lasting_contact *c) {
    const particle *all = w->particles.all;
    if (all[c->key.a].kind & PARTICLE_SHAPED) return true;
    if (c->key.b != NO_PARTICLE) return (all[c->key.b].kind & PARTICLE_SHAPED) != 0;
    return !is_wall(c) && w->obstacles.all[plan_obstacle(c->key.tag)].shape.kind != EVO_SEGMENT;
}

static touching_side side_of_particle(const event_world *w, uint32_t number, evo_vec2 at,
                                      touching_shift shift) {
    return (touching_side){vec_add(at, shift.by), evo_direction(now_angle(w, number) + shift.turn)};
}

static evo_flight flight_of_obstacle(const event_world *w, const lasting_contact *c, double ahead) {
    evo_vec2 origin = now_position(w, &w->particles.all[c->key.a]);
    return obstacle_at(&w->obstacles, c->image, now_elapsed(w) + ahead, origin);
}

static touching_side side_of_b(const event_world *w, const lasting_contact *c, touching_shift shift,
                               double ahead) {
    const particle *all = w->particles.all;
    if (c->key.b != NO_PARTICLE)
        return side_of_particle(w, c->key.b, now_delta(w, &all[c->key.a], &all[c->key.b]), shift);
    if (is_wall(c)) return (touching_side){{0, 0}, {1, 0}};
    evo_flight there = flight_of_obstacle(w, c, ahead);
    return (touching_side){there.position, evo_direction(there.angle)};
}

/* ---- Measuring ------------------------------------------------------------------------------- */

static meeting measure_wall(const event_world *w, const lasting_contact *c,
                            const touching_side *a) {
    const particle *p = &w->particles.all[c->key.a];
    border_particle guest = {p, vec(0, 0), now_radius(w, p), 0};
    cell_side side = (cell_side)(c->key.tag - PLAN_WALL);
    evo_vec2 normal = borders_direction(side);
    double gap = borders_wall_gap(&w->borders, &guest, side) - vec_dot(a->at, normal);
    meeting m = {.gap = gap, .normal = normal, .point_a = vec_along(a->at, guest.radius, normal)};
    m.point_b = vec_along(m.point_a, gap, normal);
    return m;
}

static meeting measure_disks(const event_world *w, const lasting_contact *c,
                             const touching_side sides[2]) {
    double a = now_radius(w, &w->particles.all[c->key.a]),
           b = now_radius(w, &w->particles.all[c->key.b]);
    evo_vec2 delta = vec_sub(sides[1].at, sides[0].at);
    return meeting_of_circles(sides[0].at, a, sides[1].at, b, vec_length(delta),
                              vec_unit(delta, vec(1, 0)));
}

/* Both shapes; the second is NULL for a wall. */
typedef struct touching_shapes {
    part_list parts[2];
    const evo_shape *all[2];
} touching_shapes;

static void find_shapes(const event_world *w, const lasting_contact *c, touching_shapes *s) {
    now_parts(w, c->key.a, &s->parts[0]);
    s->all[0] = &s->parts[0].all[c->key.part_a].shape;
    s->all[1] = NULL;
    if (is_wall(c)) return;
    if (c->key.b == NO_PARTICLE) {
        s->all[1] = &w->obstacles.all[plan_obstacle(c->key.tag)].shape;
        return;
    }
    now_parts(w, c->key.b, &s->parts[1]);
    s->all[1] = &s->parts[1].all[c->key.part_b].shape;
}

static meeting measure(const event_world *w, const lasting_contact *c,
                       const touching_side sides[2]) {
    touching_shapes shapes;
    if (is_wall(c)) return measure_wall(w, c, &sides[0]);
    if (c->key.b != NO_PARTICLE && !touching_is_curved(w, c)) return measure_disks(w, c, sides);
    find_shapes(w, c, &shapes);
    placed one = placed_at(shapes.all[0], sides[0].at, sides[0].turn),
           two = placed_at(shapes.all[1], sides[1].at, sides[1].turn);
    return pair_measure(&one, &two);
}

void touching_measure(event_world *w, lasting_contact *c, const touching_shift shifts[2],
                      double ahead) {
    touching_side sides[2] = {side_of_particle(w, c->key.a, vec(0, 0), shifts[0]),
                              side_of_b(w, c, shifts[1], ahead)};
    c->at = measure(w, c, sides);
    c->arms[0] = vec_sub(c->at.point_a, sides[0].at);
    c->arms[1] = vec_sub(c->at.point_b, sides[1].at);
}

/* ---- A tick begins --------------------------------------------------------------------------- */

/* In a periodic box: the nearest image of the obstacle. */
static void find_image(event_world *w, lasting_contact *c) {
    obstacle_image best = {plan_obstacle(c->key.tag), 0, 0};
    double least = INFINITY;
    for (int8_t x = -1; x <= 1; ++x)
        for (int8_t y = -1; y <= 1; ++y) {
            c->image = (obstacle_image){best.number, x, y};
            touching_side sides[2] = {
                side_of_particle(w, c->key.a, vec(0, 0), (touching_shift){{0, 0}, 0}),
                side_of_b(w, c, (touching_shift){{0, 0}, 0}, 0)};
            double gap = measure(w, c, sides).gap;
            if (gap < least) best = c->image;
            least = least_of(least, gap);
        }
    c->image = best;
}

static evo_material material_of(const event_world *w, uint32_t number, uint32_t part) {
    part_list parts;
    now_parts(w, number, &parts);
    return parts.all[part].material;
}

static evo_material material_of_b(const event_world *w, const lasting_contact *c) {
    if (c->key.b != NO_PARTICLE) return material_of(w, c->key.b, c->key.part_b);
    return is_wall(c) ? w->space.wall : w->obstacles.all[plan_obstacle(c->key.tag)].material;
}

static void mix_materials(const event_world *w, lasting_contact *c) {
    evo_material a = material_of(w, c->key.a, c->key.part_a), b = material_of_b(w, c);
    c->friction = law_friction(w, a.friction, b.friction);
    c->restitution = law_restitution(w, a.restitution, b.restitution);
    c->belt = c->key.b == NO_PARTICLE ? a.surface_speed + b.surface_speed : 0;
}

void touching_begin(event_world *w, lasting_contact *c) {
    const touching_shift none[2] = {{{0, 0}, 0}, {{0, 0}, 0}};
    if (!c->measured) mix_materials(w, c);
    c->measured = true;
    if (c->key.b == NO_PARTICLE && !is_wall(c)) {
        c->image = (obstacle_image){plan_obstacle(c->key.tag), 0, 0};
        if (w->space.periodic) find_image(w, c);
    }
    touching_measure(w, c, none, 0);
    c->first_gap = c->at.gap;
    c->first_normal = c->at.normal;
    c->first_arms[0] = c->arms[0];
    c->first_arms[1] = c->arms[1];
}

evo_vec2 touching_ground(const event_world *w, const lasting_contact *c) {
    if (c->key.b != NO_PARTICLE || is_wall(c)) return vec(0, 0);
    evo_flight there = flight_of_obstacle(w, c, 0);
    return vec_along(there.velocity, there.spin, vec_left(c->arms[1]));
}

/* ---- Along something straight ---------------------------------------------------------------- */

/* Cosine: the normal at a corner is off by more. */
static const double CORNER_COSINE = 1e-9;

bool touching_is_flat(const event_world *w, const lasting_contact *c) {
    if (c->key.b != NO_PARTICLE || w->particles.all[c->key.a].kind & PARTICLE_SHAPED) return false;
    if (is_wall(c)) return true;
    const obstacle *at = &w->obstacles.all[plan_obstacle(c->key.tag)];
    if (at->shape.kind != EVO_SEGMENT || obstacle_moves(at)) return false;
    evo_flight there = flight_of_obstacle(w, c, 0);
    evo_vec2 axis = vec_turn(at->shape.axis, evo_direction(there.angle));
    return fabs(vec_dot(c->at.normal, axis)) < CORNER_COSINE;
}

double touching_end_of_flat(const event_world *w, const lasting_contact *c) {
    if (is_wall(c)) return INFINITY;
    const obstacle *at = &w->obstacles.all[plan_obstacle(c->key.tag)];
    evo_flight there = flight_of_obstacle(w, c, 0);
    placed placement = placed_at(&at->shape, there.position, evo_direction(there.angle));
    double half = at->shape.of.segment.half_length,
           position = -vec_dot(placement.center, placement.axis);
    double speed = vec_dot(w->particles.all[c->key.a].velocity, placement.axis);
    double pull = vec_dot(now_gravity(w, c->key.a), placement.axis);
    return least_of(line_cross(half - position, -speed, -pull),
                    line_cross(half + position, speed, pull));
}
