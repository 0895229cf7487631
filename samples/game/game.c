/* game.c: a step in its order: keys turn the shields and shoot, a wave sends rocks and seeds,
 * all are pulled inwards, the world moves, and its impacts break rocks, give points, give and
 * take lives. */
#include "game/game.h"

#include "scenes/chance.h"

static const double TURN = 6.283185307179586, PLANET = 1;

/* The rings: radius, radians of a slice, slices, radians a second. They turn against each other. */
static const struct {
    double radius, sweep;
    int slices;
    double spin;
} RINGS[GAME_RINGS] = {{3.5, 1.1, 2, 3}, {2.1, 1.4, 1, -2}};
static const double RING_WIDTH = 0.24;

/* Attraction of the planet, as in a plane: PULL over the distance. */
static const double PULL = 5;

/* Steps: between waves; after the last rock of one, at most; that a rock and a shot last. */
enum { PAUSE = 90, LATE = 270, OLDEST = 1200, SHOT_OLDEST = 150 };

/* Charge: of a step of turning, of rest, of a shot. Without it shields stand. */
enum { TURN_COST = 3, REST_GAIN = 4, SHOT_COST = 130 };

/* ---- Events and score ------------------------------------------------------------------------ */

static void emit(game *g, game_event_kind kind, evo_vec2 point, evo_vec2 velocity,
                 double strength) {
    const game_event e = {kind, point, velocity, strength};
    if (g->event_count < GAME_EVENTS) g->events[g->event_count++] = e;
}

static void gain(game *g, long points) {
    if (!game_is_over(g)) g->score += points;
}

static void begin_phase(game *g, game_phase phase) {
    g->phase = phase;
    g->clock = 0;
}

/* ---- Rocks ----------------------------------------------------------------------------------- */

/* C does not order the calls of one expression: each random number has a line of its own. */
static evo_shape rock_shape(game *g, game_rock_kind kind, double size) {
    evo_vec2 corners[6];
    switch (kind) {
    case ROCK_ELLIPSE:
        return evo_ellipse(1.25 * size, 0.7 * size);
    case ROCK_SLICE:
        return evo_ring(size, 0.6 * size, 0, 3);
    case ROCK_POLYGON:
        for (int i = 0; i < 6; ++i) {
            const double angle = TURN / 6 * (i + chance_between(&g->random, -0.3, 0.3));
            corners[i] = evo_scale(size, evo_direction(angle));
        }
        return evo_polygon(corners, 6, 0.2 * size);
    case ROCK_SEED:
        return evo_capsule(evo_vec(-0.16, 0), evo_vec(0.16, 0), 0.17);
    case ROCK_SHOT:
        return evo_circle(0.15);
    default:
        return evo_circle(0.85 * size);
    }
}

static evo_body_config rock_config(void) {
    evo_body_config c = evo_body_config_default();
    c.material.restitution = 0.95;
    c.material.friction = 0.4;
    c.never_sleep = true;
    return c;
}

/* Returns false if there is no place, or no memory. */
static bool add_rock(game *g, game_rock_kind kind, double size, evo_body_config c) {
    const double strength[] = {7, 7, 14, 14, 0.1, 1e9};
    game_rock *r = g->rocks;
    while (r < g->rocks + GAME_ROCKS && !evo_body_is_none(r->body)) ++r;
    if (r == g->rocks + GAME_ROCKS) return false;
    c.shape = rock_shape(g, kind, size);
    c.user = r;
    const evo_body body = evo_body_create(g->world, &c);
    if (evo_body_is_none(body)) return false;
    *r = (game_rock){body, kind, strength[kind], 0};
    return true;
}

/* How far a direction is from the middle of the nearest slice of a ring, with its sign. */
static double turn_to(const game *g, int ring, double angle) {
    const double slice = TURN / RINGS[ring].slices;
    const double way = angle - TURN / 4 - evo_body_pose(g->world, g->rings[ring]).angle;
    return way - slice * floor(way / slice + 0.5);
}

/* A direction where no shield is now, if there is one among 20. */
static double open_place(game *g) {
    double place = 0;
    for (int i = 0; i < 20; ++i) {
        place = chance_between(&g->random, 0, TURN);
        if (fabs(turn_to(g, 0, place)) > 0.6 * RINGS[0].sweep
            && fabs(turn_to(g, 1, place)) > 0.6 * RINGS[1].sweep)
            break;
    }
    return place;
}

/* Sends a rock from far away at the planet, or now and then a seed. */
static bool launch(game *g, double place) {
    evo_body_config c = rock_config();
    const double aside = chance_between(&g->random, -0.05, 0.05);
    const double faster = chance_between(&g->random, 0.9, 1.2);
    const double size = chance_between(&g->random, 0.38, 0.6);
    const double kind = chance_between(&g->random, 0, g->wave < 3 ? g->wave + 1 : 4);
    const bool seed = g->waiting % 4 == 2;
    c.spin = chance_between(&g->random, -2, 2);
    c.angle = chance_between(&g->random, 0, TURN);
    c.position = evo_scale(GAME_FAR, evo_direction(place));
    c.velocity = evo_scale(-(2.1 + 0.3 * g->wave) * faster, evo_direction(place + aside));
    return add_rock(g, seed ? ROCK_SEED : (game_rock_kind)kind, size, c);
}

/* Both slices of the outer ring shoot outwards, without loss in any bounce. */
static void shoot(game *g) {
    if (g->charge < SHOT_COST || g->phase == GAME_LOST) return;
    g->charge -= SHOT_COST;
    for (int i = 0; i < RINGS[0].slices; ++i) {
        evo_body_config c = rock_config();
        const double angle = evo_body_pose(g->world, g->rings[0]).angle
                             + TURN * (0.25 + (double)i / RINGS[0].slices);
        c.position = evo_scale(RINGS[0].radius + 0.35, evo_direction(angle));
        c.velocity = evo_scale(9, evo_direction(angle));
        c.material = (evo_material){.density = 4, .restitution = 1};
        if (add_rock(g, ROCK_SHOT, 0, c)) emit(g, GAME_FIRE, c.position, c.velocity, 1);
    }
}

static void remove_rock(game *g, game_rock *r) {
    evo_body_destroy(g->world, r->body);
    r->body = (evo_body){0, 0};
}

/* A rock bursts: what is near flies away from there, and a polygon leaves three circles. */
static void burst(game *g, game_rock *r, game_event_kind kind) {
    const evo_vec2 at = evo_body_world_center(g->world, r->body);
    const evo_vec2 velocity = evo_body_velocity(g->world, r->body);
    const evo_blast blast = {
        .center = at, .radius = 0.6, .falloff = 1.6, .impulse_per_length = 0.9};
    emit(g, kind, at, velocity, evo_body_mass(g->world, r->body).mass);
    remove_rock(g, r);
    for (int i = 0; i < 3 && kind == GAME_BREAK && r->kind == ROCK_POLYGON; ++i) {
        evo_body_config c = rock_config();
        c.position = evo_add(at, evo_scale(0.3, evo_direction(TURN / 3 * i)));
        c.velocity = velocity;
        add_rock(g, ROCK_CIRCLE, 0.25, c);
    }
    evo_world_explode(g->world, &blast);
}

/* Pulls every rock inwards; drops what has flown away, and bursts what is too old. */
static void move_rocks(game *g) {
    for (game_rock *r = g->rocks; r < g->rocks + GAME_ROCKS; ++r) {
        if (evo_body_is_none(r->body)) continue;
        const evo_vec2 at = evo_body_world_center(g->world, r->body);
        const double mass = evo_body_mass(g->world, r->body).mass, distance = evo_length(at);
        if (++r->age > (r->kind == ROCK_SHOT ? SHOT_OLDEST : OLDEST)) {
            burst(g, r, GAME_HIT);
        } else if (distance > 1.3 * GAME_FAR) {
            gain(g, r->kind < ROCK_SEED ? 50 : 0);
            remove_rock(g, r);
        } else if (distance > 0) {
            const double force = -mass * PULL / (distance * distance);
            evo_body_apply_center_force(g->world, r->body, evo_scale(force, at));
        }
    }
}

static int count_rocks(const game *g) {
    int count = 0;
    for (int i = 0; i < GAME_ROCKS; ++i)
        count += !evo_body_is_none(g->rocks[i].body) && g->rocks[i].kind != ROCK_SHOT;
    return count;
}

/* ---- Impacts --------------------------------------------------------------------------------- */

static void end_game(game *g, game_phase phase) {
    emit(g, GAME_END, evo_vec(0, 0), evo_vec(0, 0), phase == GAME_WON ? 3 : 10);
    begin_phase(g, phase);
    if (g->score > g->best) g->best = g->score;
}

/* A seed gives a life, a rock takes one. */
static void land(game *g, game_rock *r) {
    const game_rock_kind kind = r->kind;
    burst(g, r, kind == ROCK_SEED ? GAME_SEED : kind == ROCK_SHOT ? GAME_HIT : GAME_CRASH);
    if (game_is_over(g) || kind == ROCK_SHOT) return;
    g->lives += kind != ROCK_SEED ? -1 : g->lives < GAME_LIVES ? 1 : 0;
    if (kind == ROCK_SEED) gain(g, 150);
    if (g->lives > 0) return;
    evo_world_explode(g->world, &(evo_blast){.radius = 4, .falloff = 8, .impulse_per_length = 6});
    end_game(g, GAME_LOST);
}

/* A rock that a shield or a shot struck, with the change of velocity that this was. */
static void strain(game *g, game_rock *r, double change) {
    const bool counts = r->kind < ROCK_SEED;
    gain(g, counts ? (long)change : 0);
    r->strength -= change;
    if (r->strength > 0) return;
    gain(g, counts ? 100 : 0);
    burst(g, r, GAME_BREAK);
}

/* One of the two is `with`; the other one may be a rock, whose place may be free by now. */
static void answer_for(game *g, const evo_impact *hit, evo_body struck, evo_body with) {
    game_rock *r = evo_body_user(g->world, struck);
    const game_rock *other = evo_body_user(g->world, with);
    bool strains = other && other->kind == ROCK_SHOT;
    if (!r) return;
    emit(g, GAME_HIT, hit->point, evo_body_velocity(g->world, struck), hit->impulse);
    for (int i = 0; i < GAME_RINGS; ++i) strains |= evo_body_equal(with, g->rings[i]);
    if (evo_body_equal(with, g->planet))
        land(g, r);
    else if (strains)
        strain(g, r, hit->impulse / evo_body_mass(g->world, struck).mass);
}

static void answer_impacts(game *g) {
    size_t count;
    const evo_impact *hits = evo_world_impacts(g->world, &count);
    for (size_t i = 0; i < count; ++i) {
        answer_for(g, &hits[i], hits[i].a, hits[i].b);
        answer_for(g, &hits[i], hits[i].b, hits[i].a);
    }
}

/* ---- Waves ----------------------------------------------------------------------------------- */

/* From the third wave on two of three rocks have one beside them, a quarter of a turn away,
 * where the same shield cannot be: one is to be shot. */
static void send(game *g) {
    const double place = open_place(g);
    g->waiting -= launch(g, place);
    if (g->wave >= 3 && g->waiting % 3 != 2) (void)launch(g, place + TURN / 4);
}

static void begin_wave(game *g) {
    g->waiting = 5 + 2 * ++g->wave;
    begin_phase(g, GAME_WAVE);
    emit(g, GAME_CALL, evo_vec(0, 0), evo_vec(0, 0), g->wave);
}

/* Rocks that stay long delay no wave but the end. */
static void direct(game *g) {
    const int between = 70 - 8 * g->wave, last = between * (5 + 2 * g->wave);
    const bool late = g->wave < GAME_WAVES && g->clock > last + LATE;
    ++g->clock;
    if (g->phase == GAME_TITLE && g->clock % 100 == 0) (void)launch(g, open_place(g));
    if (g->phase == GAME_PAUSE && g->clock >= PAUSE) begin_wave(g);
    if (g->phase != GAME_WAVE) return;
    if (g->waiting > 0 && g->clock % between == 0) send(g);
    if (g->waiting > 0 || !(late || count_rocks(g) == 0)) return;
    gain(g, 200 * g->wave);
    if (g->wave == GAME_WAVES)
        end_game(g, GAME_WON);
    else
        begin_phase(g, GAME_PAUSE);
}

static void restart(game *g, game_phase phase) {
    for (int i = 0; i < GAME_ROCKS; ++i)
        if (!evo_body_is_none(g->rocks[i].body)) remove_rock(g, &g->rocks[i]);
    if (g->score > g->best) g->best = g->score;
    g->score = g->wave = g->waiting = 0;
    g->lives = GAME_LIVES;
    g->charge = GAME_CHARGE;
    begin_phase(g, phase);
}

/* ---- The game -------------------------------------------------------------------------------- */

static bool add_ring(game *g, int number) {
    evo_body_config c = evo_body_config_default();
    evo_collider_config slice = evo_collider_config_default();
    c.kind = EVO_KINEMATIC;
    g->rings[number] = evo_body_create(g->world, &c);
    for (int i = 0; i < RINGS[number].slices; ++i) {
        const double start = TURN * (0.25 + (double)i / RINGS[number].slices);
        slice.shape = evo_ring(RINGS[number].radius, RING_WIDTH, start - RINGS[number].sweep / 2,
                               RINGS[number].sweep);
        if (evo_collider_is_none(evo_collider_create(g->world, g->rings[number], &slice)))
            return false;
    }
    return true;
}

bool game_begin(game *g, uint64_t seed) {
    evo_world_config config = evo_world_config_default();
    evo_body_config planet = evo_body_config_default();
    config.bounce_threshold = config.impact_speed = 0.2;
    planet.kind = EVO_STATIC;
    planet.shape = evo_circle(PLANET);
    *g = (game){.world = evo_world_create(&config), .random = seed};
    if (!g->world) return false;
    g->planet = evo_body_create(g->world, &planet);
    restart(g, GAME_TITLE);
    if (!evo_body_is_none(g->planet) && add_ring(g, 0) && add_ring(g, 1)) return true;
    game_end(g);
    return false;
}

void game_end(game *g) {
    evo_world_destroy(g->world);
    g->world = NULL;
}

static void turn(game *g, unsigned keys) {
    int turns = (keys & GAME_LEFT ? 1 : 0) - (keys & GAME_RIGHT ? 1 : 0);
    const int charge = g->charge + (turns == 0 ? REST_GAIN : -TURN_COST);
    if (charge < 0) turns = 0;
    g->charge = charge < 0 ? 0 : charge < GAME_CHARGE ? charge : GAME_CHARGE;
    for (int i = 0; i < GAME_RINGS; ++i)
        evo_body_set_spin(g->world, g->rings[i], turns * RINGS[i].spin);
}

evo_result game_step(game *g, unsigned keys) {
    g->event_count = 0;
    if (keys & GAME_RESTART) restart(g, GAME_PAUSE);
    if (g->phase == GAME_TITLE) keys = game_keys_alone(g);
    turn(g, keys);
    if (keys & GAME_SHOOT) shoot(g);
    direct(g);
    move_rocks(g);
    const evo_result stepped = evo_world_step(g->world, GAME_STEP);
    if (stepped == EVO_OK) answer_impacts(g);
    return stepped;
}

/* User pointers are no part of a save: bodies get those of g. */
evo_result game_load(game *g, const game *from, const void *bytes, size_t size) {
    evo_world *world = g->world;
    const evo_result loaded = evo_world_load(world, bytes, size);
    if (loaded != EVO_OK) return loaded;
    *g = *from;
    g->world = world;
    for (int i = 0; i < GAME_ROCKS; ++i)
        if (!evo_body_is_none(g->rocks[i].body))
            evo_body_set_user(world, g->rocks[i].body, &g->rocks[i]);
    return EVO_OK;
}

uint64_t game_hash(const game *g) {
    const int numbers[] = {(int)g->phase, g->clock,  g->wave,      g->waiting,
                           g->lives,      g->charge, (int)g->score};
    uint64_t hash = evo_world_hash(g->world) ^ g->random;
    for (int i = 0; i < 7; ++i) hash = (hash ^ (uint64_t)numbers[i]) * UINT64_C(0x100000001b3);
    return hash;
}

/* ---- Aiming ---------------------------------------------------------------------------------- */

/* The slice that is nearest to the direction goes there; closer than a step's turn it rests. */
unsigned game_keys_toward(const game *g, evo_vec2 point) {
    const double way = turn_to(g, 0, evo_angle(point));
    if (fabs(way) < RINGS[0].spin * GAME_STEP) return 0;
    return way > 0 ? GAME_LEFT : GAME_RIGHT;
}

unsigned game_keys_alone(const game *g) {
    double nearest = INFINITY;
    evo_vec2 target = {0, 0};
    for (int i = 0; i < GAME_ROCKS; ++i) {
        const evo_body body = g->rocks[i].body;
        if (evo_body_is_none(body) || g->rocks[i].kind >= ROCK_SEED) continue;
        const evo_vec2 at = evo_body_world_center(g->world, body);
        const double distance = evo_length(at);
        if (distance < RINGS[0].radius || distance > nearest) continue;
        if (evo_dot(at, evo_body_velocity(g->world, body)) > 0) continue;
        nearest = distance;
        target = at;
    }
    return isfinite(nearest) ? game_keys_toward(g, target) : 0;
}
