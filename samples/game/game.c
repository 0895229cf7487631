/* game.c: a step in its order: keys turn the shields, a wave sends rocks, rocks are pulled inwards,
 * the world moves, and its impacts break rocks, give points and take lives. */
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

/* Steps: between waves; that a rock lasts, so that every wave ends. */
enum { PAUSE = 120, OLDEST = 1200 };

/* ---- Events and score ------------------------------------------------------------------------ */

static void emit(game *g, game_event_kind kind, evo_vec2 point, evo_vec2 velocity,
                 double strength) {
    const game_event e = {kind, point, velocity, strength};
    if (g->event_count < GAME_EVENTS) g->events[g->event_count++] = e;
}

static void gain(game *g, long points) {
    if (g->phase != GAME_LOST) g->score += points;
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
    case ROCK_CIRCLE:
        break;
    }
    return evo_circle(0.85 * size);
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
    const double strength[] = {7, 7, 14, 14};
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

/* Sends a rock from far away, past the planet or at it. */
static bool launch(game *g) {
    evo_body_config c = rock_config();
    const double place = chance_between(&g->random, 0, TURN);
    const double aside = chance_between(&g->random, -0.12, 0.12);
    const double faster = chance_between(&g->random, 0.8, 1.2);
    const double size = chance_between(&g->random, 0.38, 0.6);
    const double kind = chance_between(&g->random, 0, g->wave < 3 ? g->wave + 1 : 4);
    c.spin = chance_between(&g->random, -2, 2);
    c.angle = chance_between(&g->random, 0, TURN);
    c.position = evo_scale(GAME_FAR, evo_direction(place));
    c.velocity = evo_scale(-(1.8 + 0.2 * g->wave) * faster, evo_direction(place + aside));
    return add_rock(g, (game_rock_kind)kind, size, c);
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
        if (++r->age > OLDEST) {
            burst(g, r, GAME_HIT);
        } else if (distance > 1.3 * GAME_FAR) {
            gain(g, 50);
            remove_rock(g, r);
        } else if (distance > 0) {
            const double force = -mass * PULL / (distance * distance);
            evo_body_apply_center_force(g->world, r->body, evo_scale(force, at));
        }
    }
}

static int count_rocks(const game *g) {
    int count = 0;
    for (int i = 0; i < GAME_ROCKS; ++i) count += !evo_body_is_none(g->rocks[i].body);
    return count;
}

/* ---- Impacts --------------------------------------------------------------------------------- */

static void crash(game *g, game_rock *r) {
    burst(g, r, GAME_CRASH);
    if (g->phase == GAME_LOST || --g->lives > 0) return;
    const evo_blast end = {.radius = 4, .falloff = 8, .impulse_per_length = 6};
    evo_world_explode(g->world, &end);
    emit(g, GAME_END, evo_vec(0, 0), evo_vec(0, 0), 10);
    begin_phase(g, GAME_LOST);
    if (g->score > g->best) g->best = g->score;
}

/* A rock that a shield struck, with the change of velocity that this was. */
static void strain(game *g, game_rock *r, double change) {
    gain(g, (long)change);
    r->strength -= change;
    if (r->strength > 0) return;
    gain(g, 100);
    burst(g, r, GAME_BREAK);
}

/* The rock of a body by its user pointer; NULL: another body, or what has burst meanwhile. */
static void answer_impact(game *g, const evo_impact *hit) {
    game_rock *a = evo_body_user(g->world, hit->a), *b = evo_body_user(g->world, hit->b);
    game_rock *r = a ? a : b;
    if (!r) return;
    const evo_body other = a ? hit->b : hit->a;
    emit(g, GAME_HIT, hit->point, evo_body_velocity(g->world, r->body), hit->impulse);
    if (evo_body_equal(other, g->planet)) crash(g, r);
    for (int i = 0; i < GAME_RINGS; ++i)
        if (evo_body_equal(other, g->rings[i]))
            strain(g, r, hit->impulse / evo_body_mass(g->world, r->body).mass);
}

static void answer_impacts(game *g) {
    size_t count;
    const evo_impact *hits = evo_world_impacts(g->world, &count);
    for (size_t i = 0; i < count; ++i) answer_impact(g, &hits[i]);
}

/* ---- Waves ----------------------------------------------------------------------------------- */

static void begin_wave(game *g) {
    ++g->wave;
    g->waiting = 4 + 2 * g->wave;
    begin_phase(g, GAME_WAVE);
    emit(g, GAME_CALL, evo_vec(0, 0), evo_vec(0, 0), g->wave);
}

static void direct(game *g) {
    const int between = g->wave < 8 ? 84 - 8 * g->wave : 20;
    ++g->clock;
    if (g->phase == GAME_WAVE && g->waiting > 0 && g->clock % between == 0) g->waiting -= launch(g);
    if (g->phase == GAME_WAVE && g->waiting == 0 && count_rocks(g) == 0) {
        gain(g, 200 * g->wave);
        if (g->lives < GAME_LIVES) ++g->lives;
        begin_phase(g, GAME_PAUSE);
    }
    if (g->phase == GAME_PAUSE && g->clock >= PAUSE) begin_wave(g);
}

static void restart(game *g) {
    for (int i = 0; i < GAME_ROCKS; ++i)
        if (!evo_body_is_none(g->rocks[i].body)) remove_rock(g, &g->rocks[i]);
    if (g->score > g->best) g->best = g->score;
    g->score = g->wave = g->waiting = 0;
    g->lives = GAME_LIVES;
    begin_phase(g, GAME_PAUSE);
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
    restart(g);
    if (!evo_body_is_none(g->planet) && add_ring(g, 0) && add_ring(g, 1)) return true;
    game_end(g);
    return false;
}

void game_end(game *g) {
    evo_world_destroy(g->world);
    g->world = NULL;
}

evo_result game_step(game *g, unsigned keys) {
    const int turns = (keys & GAME_LEFT ? 1 : 0) - (keys & GAME_RIGHT ? 1 : 0);
    g->event_count = 0;
    if (keys & GAME_RESTART) restart(g);
    for (int i = 0; i < GAME_RINGS; ++i)
        evo_body_set_spin(g->world, g->rings[i], turns * RINGS[i].spin);
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
    const int numbers[] = {(int)g->phase, g->clock, g->wave, g->waiting, g->lives, (int)g->score};
    uint64_t hash = evo_world_hash(g->world) ^ g->random;
    for (int i = 0; i < 6; ++i) hash = (hash ^ (uint64_t)numbers[i]) * UINT64_C(0x100000001b3);
    return hash;
}

/* ---- Aiming ---------------------------------------------------------------------------------- */

/* The slice that is nearest to the direction goes there; closer than a step's turn it rests. */
unsigned game_keys_toward(const game *g, evo_vec2 point) {
    const double slice = TURN / RINGS[0].slices, angle = evo_angle(point) - TURN / 4;
    double way = angle - evo_body_pose(g->world, g->rings[0]).angle;
    way -= slice * floor(way / slice + 0.5);
    if (fabs(way) < RINGS[0].spin * GAME_STEP) return 0;
    return way > 0 ? GAME_LEFT : GAME_RIGHT;
}
