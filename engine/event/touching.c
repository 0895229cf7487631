#include "event/touching.h"

#include "event/law.h"
#include "event/now.h"
#include "event/plan.h"
#include "impact/line.h"
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
    return !is_wall(c)
           && w->obstacles.all[plan_obstacle(c->key.tag)].shape->kind != EVO_SEGMENT;
}

static touching_side side_of_particle(const event_world *w, uint32_t number, evo_vec2 at,
                                      touching_shift shift) {
    return (touching_side){vec_add(at, shift.by), evo_direction(now_angle(w, number) + shift.turn)};
}

static evo_flight flight_of_obstacle(const event_world *w, const lasting_contact *c, double ahead) {
    evo_vec2 origin = now_position(w, &w->particles.all[c->key.a]);
    return obstacle_at(&w->obstacles, c->image, now_elapsed(w) + ahead, origin);
}

static touching_side side_of_b(const event_world *w, const lasting_contact *c,
                               touching_shift shift, double ahead) {
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

static meeting measure(const event_world *w, const lasting_contact *c,
                       const touching_side sides[2]) {
    if (is_wall(c)) return measure_wall(w, c, &sides[0]);
    if (c->key.b != NO_PARTICLE && !touching_is_curved(w, c)) return measure_disks(w, c, sides);
    part_list of_a, of_b;
    now_parts(w, c->key.a, &of_a);
    const evo_shape *b = NULL;
    if (c->key.b == NO_PARTICLE) {
        b = w->obstacles.all[plan_obstacle(c->key.tag)].shape;
    } else {
        now_parts(w, c->key.b, &of_b);
        b = &of_b.all[c->key.part_b].shape;
    }
    placed one = placed_at(&of_a.all[c->key.part_a].shape, sides[0].at, sides[0].turn),
           two = placed_at(b, sides[1].at, sides[1].turn);
    return pair_measure(&one, &two);
}

/* ---- Points ---------------------------------------------------------------------------------- */

/* Of the smaller radius: points nearer than that are one. */
static const double NEAR = 0.25;

static void set_point(lasting_point *point, const meeting *m, const touching_side sides[2]) {
    point->arms[0] = vec_sub(m->point_a, sides[0].at);
    point->arms[1] = vec_sub(m->point_b, sides[1].at);
    for (int i = 0; i < 2; ++i)
        point->anchors[i] = vec_turn_back(point->arms[i], sides[i].turn);
    point->normal = m->normal;
    point->gap = m->gap;
}

/* A point that was found before goes with both. */
static void carry_point(lasting_point *point, const touching_side sides[2]) {
    for (int i = 0; i < 2; ++i) point->arms[i] = vec_turn(point->anchors[i], sides[i].turn);
    evo_vec2 way = vec_sub(vec_add(sides[1].at, point->arms[1]),
                           vec_add(sides[0].at, point->arms[0]));
    point->gap = vec_dot(way, point->normal);
}

static void begin_point(lasting_point *point) {
    point->first_gap = point->gap;
    point->first_normal = point->normal;
    point->first_arms[0] = point->arms[0];
    point->first_arms[1] = point->arms[1];
}

/* Only hollows touch at two points. */
static bool may_touch_twice(const event_world *w, const lasting_contact *c) {
    part_list of_a, of_b;
    if (!touching_is_curved(w, c)) return false;
    now_parts(w, c->key.a, &of_a);
    if (of_a.all[c->key.part_a].shape.kind == EVO_RING) return true;
    if (is_wall(c)) return false;
    if (c->key.b == NO_PARTICLE)
        return w->obstacles.all[plan_obstacle(c->key.tag)].shape->kind == EVO_RING;
    now_parts(w, c->key.b, &of_b);
    return of_b.all[c->key.part_b].shape.kind == EVO_RING;
}

static double smaller_radius(const event_world *w, const lasting_contact *c) {
    double a = w->particles.all[c->key.a].radius;
    return c->key.b == NO_PARTICLE ? a : least_of(a, w->particles.all[c->key.b].radius);
}

/* The point that this is; or a new one, in the place of one that gives no force. */
static lasting_point *point_for(const event_world *w, lasting_contact *c, const meeting *m,
                                const touching_side sides[2]) {
    double near = NEAR * smaller_radius(w, c);
    evo_vec2 arm = vec_sub(m->point_a, sides[0].at);
    bool twice = may_touch_twice(w, c);
    for (c->nearest = 0; c->nearest < c->point_count; ++c->nearest) {
        evo_vec2 off = vec_sub(arm, vec_turn(c->points[c->nearest].anchors[0], sides[0].turn));
        if (!twice || vec_dot(off, off) < near * near) return &c->points[c->nearest];
    }
    if (c->point_count < LASTING_POINTS)
        ++c->point_count;
    else
        c->nearest = c->points[0].forces[0] <= c->points[1].forces[0] ? 0 : 1;
    lasting_point *made = &c->points[c->nearest];
    *made = (lasting_point){.forces = {0, 0}};
    set_point(made, m, sides);
    begin_point(made);
    return made;
}

void touching_measure(event_world *w, lasting_contact *c, const touching_shift shifts[2],
                      double ahead) {
    touching_side sides[2] = {side_of_particle(w, c->key.a, vec(0, 0), shifts[0]),
                              side_of_b(w, c, shifts[1], ahead)};
    meeting m = measure(w, c, sides);
    for (uint32_t i = 0; i < c->point_count; ++i) carry_point(&c->points[i], sides);
    set_point(point_for(w, c, &m, sides), &m, sides);
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
    if (c->point_count == 0) mix_materials(w, c);
    if (c->key.b == NO_PARTICLE && !is_wall(c)) {
        c->image = (obstacle_image){plan_obstacle(c->key.tag), 0, 0};
        if (w->space.periodic) find_image(w, c);
    }
    touching_measure(w, c, none, 0);
    for (uint32_t i = 0; i < c->point_count; ++i) begin_point(&c->points[i]);
}

evo_vec2 touching_ground(const event_world *w, const lasting_contact *c,
                         const lasting_point *point) {
    if (c->key.b != NO_PARTICLE || is_wall(c)) return vec(0, 0);
    evo_flight there = flight_of_obstacle(w, c, 0);
    return vec_along(there.velocity, there.spin, vec_left(point->arms[1]));
}

/* ---- Along something straight ---------------------------------------------------------------- */

/* Cosine: the normal at a corner is off by more. */
static const double CORNER_COSINE = 1e-9;

bool touching_is_flat(const event_world *w, const lasting_contact *c) {
    if (c->key.b != NO_PARTICLE || w->particles.all[c->key.a].kind & PARTICLE_SHAPED) return false;
    if (is_wall(c)) return true;
    const obstacle *at = &w->obstacles.all[plan_obstacle(c->key.tag)];
    if (at->shape->kind != EVO_SEGMENT || obstacle_moves(at)) return false;
    evo_flight there = flight_of_obstacle(w, c, 0);
    evo_vec2 axis = vec_turn(at->shape->axis, evo_direction(there.angle));
    return fabs(vec_dot(c->points[0].normal, axis)) < CORNER_COSINE;
}

double touching_end_of_flat(const event_world *w, const lasting_contact *c) {
    if (is_wall(c)) return INFINITY;
    const obstacle *at = &w->obstacles.all[plan_obstacle(c->key.tag)];
    evo_flight there = flight_of_obstacle(w, c, 0);
    placed placement = placed_at(at->shape, there.position, evo_direction(there.angle));
    double half = at->shape->of.segment.half_length,
           position = -vec_dot(placement.center, placement.axis);
    double speed = vec_dot(w->particles.all[c->key.a].velocity, placement.axis);
    double pull = vec_dot(now_gravity(w, c->key.a), placement.axis);
    return least_of(line_cross(half - position, -speed, -pull),
                    line_cross(half + position, speed, pull));
}
