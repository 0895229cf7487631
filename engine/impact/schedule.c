#include "impact/schedule.h"

#include "core/array.h"

/* ---- Making one ------------------------------------------------------------------------------ */

bool schedule_init(schedule *s, const evo_allocator *memory, const schedule_space *space,
                   uint32_t flyers, double world_time) {
    schedule empty = {.memory = memory, .space = *space, .count = flyers, .begun = world_time};
    *s = empty;
    s->cells.memory = memory;
    s->table.memory = s->queue.memory = memory;
    s->sights = sight_kernels_for(space->lanes ? space->lanes : 8);
    s->lap = 1;
    s->view.now = s->lap;
    s->view.pull = space->pull;
    s->view.scale = 1;
    s->view.growth = space->growth;
    if (!lined_resize(memory, &s->flyer_block, 0, (size_t)flyers * sizeof *s->flyers + CACHE_LINE))
        return false;
    s->flyers = lined_begin(&s->flyer_block);
    return array_reserve(memory, &s->turns, &s->turn_capacity, flyers, sizeof *s->turns)
           && array_reserve(memory, &s->around, &s->around_capacity,
                            (size_t)flyers + CELL_NAMES + SIGHT_ROOM, sizeof *s->around);
}

void schedule_free(schedule *s) {
    lined_free(s->memory, &s->flyer_block);
    array_free(s->memory, &s->turns, &s->turn_capacity, sizeof *s->turns);
    array_free(s->memory, &s->kinds, &s->kind_capacity, sizeof *s->kinds);
    array_free(s->memory, &s->around, &s->around_capacity, sizeof *s->around);
    cells_free(&s->cells);
    pair_table_free(&s->table);
    queue_free(&s->queue);
}

static bool kinds_equal(const flyer_kind *a, const flyer_kind *b) {
    return a->inverse_mass == b->inverse_mass && a->inverse_inertia == b->inverse_inertia
           && a->friction == b->friction && a->restitution == b->restitution;
}

uint32_t schedule_kind(schedule *s, const flyer_kind *kind) {
    /* Those made alike mostly follow each other. */
    if (s->kind_count > 0 && kinds_equal(kind, &s->kinds[s->kind_count - 1]))
        return (uint32_t)s->kind_count - 1;
    if (!array_reserve(s->memory, &s->kinds, &s->kind_capacity, s->kind_count + 1,
                       sizeof *s->kinds))
        return NO_FLYER;
    s->kinds[s->kind_count] = *kind;
    return (uint32_t)s->kind_count++;
}

void schedule_set(schedule *s, uint32_t number, const evo_flight *flight, double radius,
                  uint32_t kind) {
    flyer f = {.place = flight->position,
               .velocity = flight->velocity,
               .time = s->view.now,
               .radius = radius,
               .kind = kind};
    flyer_turn turn = {flight->angle, flight->spin, s->view.now, -INFINITY};
    s->flyers[number] = f;
    s->turns[number] = turn;
    s->widest = most_of(s->widest, radius);
}

/* ---- Time ------------------------------------------------------------------------------------ */

static double world_time(const schedule *s, double clock, double turned) {
    return s->begun + (clock - s->lap + turned);
}

double schedule_time(const schedule *s) {
    return world_time(s, s->present.clock, s->present.turned);
}

/* The present, by the clock as it is now; it may be behind. */
static double present_clock(const schedule *s) {
    return s->present.clock - (s->turned - s->present.turned);
}

double schedule_elapsed(const schedule *s) {
    return s->present.clock - s->lap + s->present.turned;
}

/* In the first lap of the clock. */
static moment moment_wound(const schedule *s, moment m) {
    double laps = floor(m.clock / s->lap) - 1;
    m.clock -= laps * s->lap;
    m.turned += laps * s->lap;
    return m;
}

/* ---- Flyers ---------------------------------------------------------------------------------- */

static queue_bodies bodies_of(const schedule *s) {
    queue_bodies bodies = {s->flyers, s->table.firsts};
    return bodies;
}

/* To the present. */
INLINE void bring(const schedule *s, flyer *f) {
    double after = s->view.now - f->time;
    evo_vec2 velocity = f->velocity;
    if (!s->bare) velocity = vec_along(velocity, 0.5 * after, s->space.pull);
    evo_vec2 place = vec_along(f->place, after, velocity);
    if (!s->bare) velocity = vec_along(velocity, 0.5 * after, s->space.pull);
    flyer_write(f, place, velocity, s->view.now);
}

static void bring_turn(const schedule *s, flyer_turn *turn) {
    turn->angle += turn->spin * (s->view.now - turn->time);
    turn->time = s->view.now;
}

/* All times are set back. What has not been looked at for two laps is brought to the present: times
 * farther off would lose digits. */
static void set_clock_back(schedule *s, double amount) {
    pair_table_rebase(&s->table, amount);
    queue_rebase(&s->queue, amount);
    s->view.now -= amount;
    s->turned += amount;
    for (uint32_t i = 0; i < s->count; ++i) {
        flyer *f = &s->flyers[i];
        flyer_turn *turn = &s->turns[i];
        f->time -= amount;
        turn->time -= amount;
        turn->struck -= amount;
        if (f->time < 0) bring(s, f);
        if (turn->time < 0) bring_turn(s, turn);
    }
}

evo_flight schedule_flight(const schedule *s, uint32_t number) {
    const flyer *f = &s->flyers[number];
    const flyer_turn *turn = &s->turns[number];
    evo_vec2 corner = cells_corner(&s->cells, f);
    double now = present_clock(s), after = now - f->time;
    evo_flight flight = {vec_add(corner, flyer_place_after(f, after, s->space.pull)),
                         flyer_velocity_after(f, after, s->space.pull),
                         turn->angle + turn->spin * (now - turn->time), turn->spin};
    return flight;
}

/* ---- Plans ----------------------------------------------------------------------------------- */

static border_guest guest_of(const schedule *s, const flyer *f) {
    border_guest guest = {f, s->space.pull, f->radius * s->view.scale, f->radius * s->view.growth};
    return guest;
}

static border_meeting first_border(const schedule *s, const flyer *f) {
    border_guest guest = guest_of(s, f);
    return borders_first(&s->borders, &guest);
}

INLINE pair_entry border_entry(const schedule *s, uint32_t number) {
    const flyer *f = &s->flyers[number];
    border_meeting first = s->bare ? borders_first_cell(&s->cells, f) : first_border(s, f);
    pair_entry entry = {s->view.now + first.time, number, first.way};
    return entry;
}

/* The first that it sees of some others. */
INLINE pair_entry sight_entry(const schedule *s, uint32_t number, uint32_t *others, size_t count) {
    sight seen = s->sights->first(&s->view, s->flyers, number, others, count);
    pair_entry entry = {s->view.now + seen.time, seen.other, s->flyers[seen.other].stamp};
    return entry;
}

/* A dense table is told of everybody, one by one. */
static pair_entry first_by_row(schedule *s, uint32_t number, size_t count) {
    pair_table_clear(&s->table, number);
    for (size_t i = 0; i < count; ++i) {
        uint32_t one[1 + SIGHT_ROOM] = {s->around[i]};
        if (*one != number) pair_table_note(&s->table, number, sight_entry(s, number, one, 1));
    }
    pair_table_note(&s->table, number, border_entry(s, number));
    pair_entry first = pair_table_first_of(&s->table, number);
    if (first.other != number) first.what = s->flyers[first.other].stamp;
    return first;
}

/* What a flyer, which is at the present, will meet; there is room in the queue. */
static void plan(schedule *s, uint32_t number) {
    size_t count = cells_around(&s->cells, s->flyers, &s->flyers[number], s->around);
    pair_entry first;
    if (s->table.dense)
        first = first_by_row(s, number, count);
    else
        first = pair_entry_first(sight_entry(s, number, s->around, count), border_entry(s, number));
    s->table.firsts[number] = first;
    if (!(first.time < INFINITY)) return;
    queue_bodies bodies = bodies_of(s);
    queue_push(&s->queue, &bodies, number);
}

/* Its way is another from here on. */
static void replan(schedule *s, uint32_t number) {
    ++s->flyers[number].stamp;
    plan(s, number);
}

/* ---- Starting -------------------------------------------------------------------------------- */

static evo_bounds bounds_of_flyers(const schedule *s) {
    evo_bounds all = {{0, 0}, {0, 0}};
    for (uint32_t i = 0; i < s->count; ++i) {
        evo_vec2 at = s->flyers[i].place;
        if (i == 0) all.min = all.max = at;
        all.min = vec(least_of(all.min.x, at.x), least_of(all.min.y, at.y));
        all.max = vec(most_of(all.max.x, at.x), most_of(all.max.y, at.y));
    }
    return all;
}

/* A time in which the typical flyer comes some way: the power of two above that. */
static double suitable_lap(const schedule *s) {
    double squares = 0;
    for (uint32_t i = 0; i < s->count; ++i)
        squares += vec_dot(s->flyers[i].velocity, s->flyers[i].velocity);
    double way = most_of(s->cells.side.x, s->cells.side.y);
    if (!(way > 0)) way = 2 * s->widest;
    double speed = sqrt(squares / s->count + vec_length(s->space.pull) * way);
    if (!(speed > 0) || !(way > 0)) return 1;
    int power;
    (void)frexp(2 * way / speed, &power);
    return ldexp(1, power);
}

/* Of a lap: who touches and slides by meets sooner, if rounding says so, and nobody else does. */
static const double INSTANT = 0x1p-36;

static bool lay(schedule *s) {
    bool bounded = s->space.periodic || s->space.walled;
    evo_bounds bounds = bounded ? s->space.bounds : bounds_of_flyers(s);
    bool few = s->count <= PAIR_TABLE_DENSE && !s->space.periodic;
    double least = few ? INFINITY : 2 * s->widest;
    if (!cells_lay(&s->cells, s->memory, bounds, s->space.periodic, least, s->count)) return false;
    s->view.side = s->cells.side;
    s->view.columns = s->space.periodic ? s->cells.columns : 0;
    s->view.rows = s->space.periodic ? s->cells.rows : 0;
    s->view.plain =
        s->space.pull.x == 0 && s->space.pull.y == 0 && s->space.growth == 0 && s->view.scale == 1;
    s->bare = s->view.plain && s->space.periodic;
    borders around = {&s->cells, s->space.walled, vec_sub(bounds.max, bounds.min)};
    s->borders = around;
    return true;
}

schedule_start_result schedule_start(schedule *s) {
    bool dense = s->count <= PAIR_TABLE_DENSE;
    if (!lay(s)) return SCHEDULE_NO_ROOM;
    s->lap = suitable_lap(s);
    s->view.instant = s->lap * INSTANT;
    s->view.now = s->present.clock = s->reached.clock = s->lap;
    if (!pair_table_init(&s->table, s->memory, s->count, dense)
        || !queue_init(&s->queue, s->memory, s->count, s->view.now, s->lap)
        || !queue_reserve(&s->queue, s->count))
        return SCHEDULE_NO_ROOM;
    for (uint32_t i = 0; i < s->count; ++i) {
        s->flyers[i].time = s->turns[i].time = s->view.now;
        cells_put(&s->cells, s->flyers, i, s->flyers[i].place);
    }
    for (uint32_t i = 0; i < s->count; ++i) plan(s, i);
    return SCHEDULE_STARTED;
}

/* ---- Events ---------------------------------------------------------------------------------- */

static double mixed_restitution(const schedule *s, double a, double b) {
    return s->space.mix_restitution ? s->space.mix_restitution(a, b) : most_of(a, b);
}

static double mixed_friction(const schedule *s, double a, double b) {
    if (s->space.mix_friction) return s->space.mix_friction(a, b);
    return a > 0 && b > 0 ? sqrt(a * b) : 0;
}

static blow_side side_of(const schedule *s, uint32_t number, evo_vec2 arm) {
    const flyer_kind *kind = &s->kinds[s->flyers[number].kind];
    blow_side side = {s->flyers[number].velocity, s->turns[number].spin, kind->inverse_mass,
                      kind->inverse_inertia, arm};
    return side;
}

static void side_done(schedule *s, uint32_t number, const blow_side *side) {
    flyer_write_two(&s->flyers[number].velocity.x, side->velocity.x, side->velocity.y);
    if (side->spin == s->turns[number].spin) return;
    bring_turn(s, &s->turns[number]);
    s->turns[number].spin = side->spin;
}

/* The way from one flyer to another, both at the present. */
static evo_vec2 way_between(const schedule *s, const flyer *a, const flyer *b) {
    int32_t columns = b->column - a->column, rows = b->row - a->row;
    if (columns > s->view.columns / 2) columns -= s->view.columns;
    if (columns < -(s->view.columns / 2)) columns += s->view.columns;
    if (rows > s->view.rows / 2) rows -= s->view.rows;
    if (rows < -(s->view.rows / 2)) rows += s->view.rows;
    return vec(columns * s->view.side.x + (b->place.x - a->place.x),
               rows * s->view.side.y + (b->place.y - a->place.y));
}

/* By general laws: those who turn each other, by friction, or who grow. */
static blow strike_roughly(schedule *s, uint32_t a, uint32_t b, evo_vec2 way,
                           const blow_rule *rule) {
    const flyer *first = &s->flyers[a], *second = &s->flyers[b];
    double length = vec_length(way);
    blow_side side_a = side_of(s, a, vec_scale(way, first->radius * s->view.scale / length));
    blow_side side_b = side_of(s, b, vec_scale(way, -second->radius * s->view.scale / length));
    blow struck = blow_strike(&side_a, &side_b, way, rule);
    side_done(s, a, &side_a);
    side_done(s, b, &side_b);
    return struck;
}

/* Smooth disks: the same, where nothing turns. */
static blow strike_smoothly(schedule *s, uint32_t a, uint32_t b, evo_vec2 way, double restitution) {
    flyer *first = &s->flyers[a], *second = &s->flyers[b];
    evo_vec2 velocity_a = first->velocity, velocity_b = second->velocity;
    double mass_a = s->kinds[first->kind].inverse_mass;
    double mass_b = s->kinds[second->kind].inverse_mass;
    blow struck = blow_smoothly(&velocity_a, &velocity_b, mass_a, mass_b, way, restitution);
    flyer_write_two(&first->velocity.x, velocity_a.x, velocity_a.y);
    flyer_write_two(&second->velocity.x, velocity_b.x, velocity_b.y);
    return struck;
}

static void strike_pair(schedule *s, uint32_t a, uint32_t b, schedule_impact *impact) {
    flyer *first = &s->flyers[a], *second = &s->flyers[b];
    bring(s, first);
    bring(s, second);
    const flyer_kind *kind_a = &s->kinds[first->kind], *kind_b = &s->kinds[second->kind];
    evo_vec2 way = way_between(s, first, second);
    blow_rule rule = {mixed_restitution(s, kind_a->restitution, kind_b->restitution),
                      mixed_friction(s, kind_a->friction, kind_b->friction),
                      (first->radius + second->radius) * s->view.growth};
    bool rough = rule.friction > 0 || rule.swelling != 0;
    blow struck = rough ? strike_roughly(s, a, b, way, &rule)
                        : strike_smoothly(s, a, b, way, rule.restitution);
    ++s->sums.impacts;
    s->sums.virial += struck.impulse * struck.length;
    impact->a = a;
    impact->b = b;
    impact->way = way;
    impact->share = first->radius / (first->radius + second->radius);
    impact->speed = struck.speed;
    impact->impulse = struck.impulse;
    replan(s, a);
    replan(s, b);
}

/* The flyer stands at the wall exactly, whatever rounding says. */
static void stand_at_wall(schedule *s, uint32_t number, cell_way way) {
    flyer *f = &s->flyers[number];
    border_guest guest = guest_of(s, f);
    double gap = borders_wall_gap(&s->borders, &guest, way);
    f->place = vec_along(f->place, gap, borders_direction(way));
}

static void strike_wall(schedule *s, uint32_t number, cell_way way, schedule_impact *impact) {
    flyer *f = &s->flyers[number];
    bring(s, f);
    stand_at_wall(s, number, way);
    const flyer_kind *kind = &s->kinds[f->kind];
    evo_vec2 direction = borders_direction(way);
    blow_side side = side_of(s, number, vec_scale(direction, f->radius * s->view.scale));
    blow_side wall = {{0, 0}, 0, 0, 0, {0, 0}};
    blow_rule rule = {mixed_restitution(s, kind->restitution, s->space.wall_restitution),
                      mixed_friction(s, kind->friction, s->space.wall_friction),
                      f->radius * s->view.growth};
    blow struck = blow_strike(&side, &wall, direction, &rule);
    side_done(s, number, &side);
    ++s->sums.wall_impacts;
    s->sums.wall_impulse += struck.impulse;
    impact->a = number;
    impact->b = NO_FLYER;
    impact->way = direction;
    impact->share = f->radius * s->view.scale;
    impact->speed = struck.speed;
    impact->impulse = struck.impulse;
    replan(s, number);
}

evo_vec2 schedule_point(const schedule *s, const schedule_impact *impact) {
    const flyer *f = &s->flyers[impact->a];
    evo_vec2 center = vec_add(cells_corner(&s->cells, f), f->place);
    return vec_along(center, impact->share, impact->way);
}

/* Whether a plan is nobody's business but the engine's. */
INLINE bool is_inner(const schedule *s, uint32_t number, const pair_entry *plan) {
    if (plan->other == number) return plan->what < CELL_WAYS;
    return s->flyers[plan->other].stamp != plan->what;
}

/* A border to cross, or a partner who has been struck by somebody else. */
static void handle_inner(schedule *s, uint32_t number, const pair_entry *planned) {
    cell_way way = (cell_way)planned->what;
    bool crosses = planned->other == number;
    bring(s, &s->flyers[number]);
    if (crosses) cells_cross(&s->cells, s->flyers, number, way);
    plan(s, number);
}

static void handle_impact(schedule *s, uint32_t number, const pair_entry *planned,
                          schedule_impact *impact) {
    if (planned->other == number)
        strike_wall(s, number, (cell_way)(planned->what - CELL_WAYS), impact);
    else
        strike_pair(s, number, planned->other, impact);
    impact->time = world_time(s, s->view.now, s->turned);
}

/* How far ahead of the present borders are crossed, in laps. */
static const double AHEAD = 1024;

/* Sets the clock back as often as an event at this time needs it. */
static void wind_clock(schedule *s, double time) {
    set_clock_back(s, (floor(time / s->lap) - 1) * s->lap);
}

/* The flyer's plan is due. */
static void begin_event(schedule *s, uint32_t number) {
    double time = s->table.firsts[number].time;
    if (time >= 2 * s->lap) wind_clock(s, time);
    queue_pop(&s->queue);
    ++s->sums.events;
    s->view.now = s->table.firsts[number].time;
}

/* The flyer whose plan comes next; NO_FLYER for none. */
static uint32_t next_flyer(schedule *s, bool *refused) {
    queue_bodies bodies = bodies_of(s);
    const queue_event *first = queue_first(&s->queue, &bodies, refused);
    return first ? first->body : NO_FLYER;
}

/* The flyer who is next to meet something, once what comes before that is done; NO_FLYER when there
 * is none, as far as it looks. */
static uint32_t look(schedule *s, bool *refused) {
    for (;;) {
        *refused = !queue_reserve(&s->queue, 2);
        uint32_t number = *refused ? NO_FLYER : next_flyer(s, refused);
        if (number == NO_FLYER) return NO_FLYER;
        pair_entry planned = s->table.firsts[number];
        if (!is_inner(s, number, &planned)) return number;
        if (planned.time > present_clock(s) + AHEAD * s->lap) return NO_FLYER;
        begin_event(s, number);
        handle_inner(s, number, &planned);
    }
}

bool schedule_look(schedule *s, double *when) {
    bool refused;
    uint32_t number = look(s, &refused);
    *when = INFINITY;
    if (number != NO_FLYER) *when = world_time(s, s->table.firsts[number].time, s->turned);
    return !refused;
}

/* Of a time: so near are two that the world's clock hardly tells apart. */
static const double SAME_TIME = 0x1p-51;

void schedule_go(schedule *s, double seconds) {
    bool refused;
    uint32_t number = look(s, &refused);
    moment target = {s->present.clock + seconds, s->present.turned};
    s->reached = s->present;
    s->present = moment_wound(s, target);
    if (number == NO_FLYER) return;
    moment next = {s->table.firsts[number].time, s->turned};
    double now = schedule_time(s), then = world_time(s, next.clock, next.turned);
    if (fabs(then - now) <= SAME_TIME * fabs(then)) s->present = moment_wound(s, next);
}

schedule_outcome schedule_next(schedule *s, schedule_impact *impact) {
    bool refused;
    uint32_t number = look(s, &refused);
    if (refused) return SCHEDULE_MEMORY;
    if (number == NO_FLYER) return SCHEDULE_REACHED;
    pair_entry planned = s->table.firsts[number];
    if (planned.time > present_clock(s)) return SCHEDULE_REACHED;
    begin_event(s, number);
    handle_impact(s, number, &planned, impact);
    moment now = {s->view.now, s->turned};
    s->reached = now;
    return SCHEDULE_IMPACT;
}

void schedule_stop(schedule *s) {
    s->present = moment_wound(s, s->reached);
}
