#include "event/plan.h"

#include "core/filter.h"
#include "impact/line.h"
#include "impact/toi.h"
#include "event/parts.h"
#include "event/sensor_overlaps.h"
#include "shape/kind.h"

/* ---- Among flyers ---------------------------------------------------------------------------- */

/* The first that it sees of some others. */
INLINE pair_entry sight_entry(const schedule *s, uint32_t number, uint32_t *others, size_t count) {
    sight seen = s->sights->first(&s->view, s->flyers, &s->self, number, others, count);
    pair_entry entry = {s->view.now + seen.time, seen.other, s->flyers[seen.other].stamp};
    return entry;
}

static void note(schedule *s, uint32_t number, pair_entry entry) {
    pair_table_note(&s->table, number, entry);
}

/* A dense table is told of everybody, one by one. */
static void note_sights(schedule *s, uint32_t number, size_t count) {
    if (!s->table.dense) {
        note(s, number, sight_entry(s, number, s->around, count));
        return;
    }
    for (size_t i = 0; i < count; ++i) {
        uint32_t one[1 + SIGHT_ROOM] = {s->around[i]};
        if (*one != number) note(s, number, sight_entry(s, number, one, 1));
    }
}

/* How far ahead to look where nothing else ends the search, in laps. */
static const double FAR = 16;

static double horizon_of(const schedule *s, uint32_t number) {
    return least_of(s->table.firsts[number].time - s->view.now, FAR * s->lap);
}

static evo_flight flight_from(const schedule *s, uint32_t number, evo_vec2 at) {
    const flyer *f = &s->flyers[number];
    evo_vec2 velocity = flyer_velocity_after(f, s->view.now - f->time, pull_of(s, number));
    evo_flight flight = {at, velocity, angle_of(s, number), s->turns[number].spin};
    return flight;
}

/* When a part of one meets a part of the other. */
static double parts_meet(const schedule *s, uint32_t a, uint32_t b, evo_vec2 way, double horizon) {
    part_list parts_a, parts_b;
    parts_list(s, a, &parts_a);
    parts_list(s, b, &parts_b);
    evo_flight flight_a = flight_from(s, a, vec(0, 0)), flight_b = flight_from(s, b, way);
    double first = horizon;
    bool any = false;
    for (size_t i = 0; i < parts_a.count; ++i)
        for (size_t k = 0; k < parts_b.count; ++k) {
            if (!filters_meet(parts_a.all[i].filter, parts_b.all[k].filter)) continue;
            flier one = {&parts_a.all[i].shape, flight_a, pull_of(s, a)};
            flier two = {&parts_b.all[k].shape, flight_b, pull_of(s, b)};
            double time = fliers_meet(&one, &two, first);
            if (!(time <= first)) continue;
            first = time;
            any = true;
        }
    return any ? first : INFINITY;
}

static void note_special(schedule *s, uint32_t number, uint32_t other) {
    const flyer *f = &s->self;
    flyer there = s->flyers[other];
    there.place = flyer_place_after(&there, s->view.now - there.time, pull_of(s, other));
    evo_vec2 way = way_between(s, f, &there);
    double time = parts_meet(s, number, other, way, horizon_of(s, number));
    pair_entry entry = {s->view.now + time, other, there.stamp};
    note(s, number, entry);
}

/* Sees to those of a list that are not simply disks under the same pull, and drops those that it
 * does not meet; how many remain. */
static size_t sort_out(schedule *s, uint32_t number, size_t count) {
    const flyer *f = &s->flyers[number];
    size_t kept = 0;
    for (size_t i = 0; i < count; ++i) {
        uint32_t other = s->around[i];
        const flyer *there = &s->flyers[other];
        if (other == number) continue;
        if (s->choosy && !filters_meet(kind_of(s, f)->filter, kind_of(s, there)->filter)) continue;
        if (is_special(f) || is_special(there))
            note_special(s, number, other);
        else
            s->around[kept++] = other;
    }
    return kept;
}

/* ---- Alone ----------------------------------------------------------------------------------- */

static bool is_borne_by(const schedule *s, uint32_t number, uint32_t what) {
    if (!(s->flyers[number].kind & FLYER_SUPPORTED)) return false;
    const flyer_support *support = &s->supports[number];
    return support->whats[0] == what || support->whats[1] == what;
}

static void note_alone(schedule *s, uint32_t number, double time, uint32_t what) {
    pair_entry entry = {s->view.now + time, number, what};
    note(s, number, entry);
}

/* All ways out of the cell, and the walls but for one that bears it. What has parts meets walls by
 * these, see walls in the world. */
static void note_borders(schedule *s, uint32_t number) {
    const flyer *f = &s->self;
    border_guest guest = {f, pull_of(s, number), radius_of(s, f), f->radius * s->view.growth};
    bool walled = s->space.walled && !(f->kind & FLYER_SHAPED);
    pair_entry first = pair_entry_never(number);
    for (cell_way way = 0; way < CELL_WAYS; ++way) {
        pair_entry cross = {s->view.now + borders_cell_time(&s->borders, &guest, way), number,
                            PLAN_CROSS + way};
        first = pair_entry_first(first, cross);
        if (!walled || is_borne_by(s, number, PLAN_WALL + way)) continue;
        pair_entry wall = {s->view.now + borders_wall_time(&s->borders, &guest, way), number,
                           PLAN_WALL + way};
        first = pair_entry_first(first, wall);
    }
    note(s, number, first);
}

/* ---- Obstacles ------------------------------------------------------------------------------- */

static void note_obstacle(schedule *s, uint32_t number, near_obstacle which) {
    const obstacle *at = &s->obstacles.all[which.number];
    const flyer *f = &s->self;
    if (is_borne_by(s, number, plan_of_obstacle(which.number, false))) return;
    if (at->for_parts && !(f->kind & FLYER_SHAPED)) return;
    evo_flight there = obstacle_after(&s->obstacles, which, elapsed(s), position_of(s, f));
    bool leaves = at->sensor && visits_find(s, number, which.number) != NO_FLYER;
    part_list parts;
    parts_list(s, number, &parts);
    double first = INFINITY, horizon = horizon_of(s, number);
    evo_flight own = flight_from(s, number, vec(0, 0));
    for (size_t i = 0; i < parts.count; ++i) {
        if (!filters_meet(parts.all[i].filter, at->filter)) continue;
        flier one = {&parts.all[i].shape, own, pull_of(s, number)},
              two = {at->shape, there, {0, 0}};
        double time =
            leaves ? visits_leave_time(&one, &two, horizon) : fliers_meet(&one, &two, horizon);
        first = least_of(first, time);
    }
    note_alone(s, number, first, plan_of_obstacle(which.number, leaves));
}

static void note_obstacles(schedule *s, uint32_t number) {
    obstacle_list list = obstacles_near(&s->obstacles, &s->cells, &s->flyers[number]);
    for (int i = 0; i < 2; ++i)
        for (size_t k = 0; k < list.counts[i]; ++k) note_obstacle(s, number, list.items[i][k]);
}

/* What lies on a segment comes to its end; what was only searched for some time is searched for
 * again. */
static void note_end_of_support(schedule *s, uint32_t number) {
    uint32_t what = s->supports[number].whats[0];
    if (what < PLAN_OBSTACLE) return;
    near_obstacle which = {plan_obstacle(what), 0, 0};
    const obstacle *at = &s->obstacles.all[which.number];
    const flyer *f = &s->self;
    evo_flight there = obstacle_after(&s->obstacles, which, elapsed(s), position_of(s, f));
    placed stands = placed_at(at->shape, there.position, evo_direction(there.angle));
    double half = at->shape->of.segment.half_length, place = -vec_dot(stands.center, stands.axis);
    double speed = vec_dot(f->velocity, stands.axis);
    double pull = vec_dot(pull_of(s, number), stands.axis);
    double time = least_of(fall_through(half - place, -speed, -pull),
                           fall_through(half + place, speed, pull));
    note_alone(s, number, time, PLAN_FREE);
}

/* Cells become too narrow, even when nobody moves: whoever comes first then has them laid anew. */
static const double BEYOND = 1.001; /* of enough */

static void note_narrow_cells(schedule *s, uint32_t number) {
    double time = (BEYOND * s->enough - s->view.scale) / s->view.growth;
    note_alone(s, number, most_of(time, 0), PLAN_AGAIN);
}

static bool looks_again(const schedule *s, uint32_t number) {
    return is_special(&s->flyers[number]) || s->special_count > 0 || s->obstacles.count > 0;
}

/* ---- All together ---------------------------------------------------------------------------- */

static void plan_widely(schedule *s, uint32_t number, size_t count) {
    pair_table_clear(&s->table, number);
    note_borders(s, number);
    if (s->obstacles.count > 0) note_obstacles(s, number);
    if (s->choosy || s->special_count > 0) count = sort_out(s, number, count);
    note_sights(s, number, count);
    if (s->flyers[number].kind & FLYER_SUPPORTED) note_end_of_support(s, number);
    if (s->enough < INFINITY) note_narrow_cells(s, number);
    if (looks_again(s, number)) note_alone(s, number, FAR * s->lap, PLAN_AGAIN);
    pair_entry first = pair_table_first_of(&s->table, number);
    if (first.other != number) s->table.firsts[number].what = s->flyers[first.other].stamp;
}

/* Among nothing but disks in a periodic box: what it meets first, of which nothing is noted yet. */
static pair_entry find_barely(schedule *s, uint32_t number) {
    copy_at_present(s, number, &s->self);
    size_t count = cells_around(&s->cells, s->flyers, &s->self, s->around);
    border_meeting border = borders_first_cell(&s->cells, &s->self);
    pair_entry alone = {s->view.now + border.time, number, border.way};
    return pair_entry_first(sight_entry(s, number, s->around, count), alone);
}

static void push(schedule *s, uint32_t number) {
    queue_keys keys = {&s->flyers->stamp, sizeof *s->flyers, s->table.firsts};
    if (s->table.firsts[number].time < INFINITY) queue_push(&s->queue, &keys, number);
}

void plan_make(schedule *s, uint32_t number) {
    if (s->bare) {
        s->table.firsts[number] = find_barely(s, number);
    } else {
        copy_at_present(s, number, &s->self);
        plan_widely(s, number, cells_around(&s->cells, s->flyers, &s->self, s->around));
    }
    push(s, number);
}

void plan_anew(schedule *s, uint32_t number) {
    ++s->flyers[number].stamp;
    plan_make(s, number);
}

/* Both searches are long and wait for each other in nothing: a processor does them at once, unless
 * something that it cannot foresee, as where an event is to wait, comes between. */
void plan_both_anew(schedule *s, uint32_t a, uint32_t b) {
    if (!s->bare) {
        plan_anew(s, a);
        plan_anew(s, b);
        return;
    }
    ++s->flyers[a].stamp;
    ++s->flyers[b].stamp;
    pair_entry first = find_barely(s, a), second = find_barely(s, b);
    s->table.firsts[a] = first;
    s->table.firsts[b] = second;
    push(s, a);
    push(s, b);
}
