/* game.c: the game without a window: scripts of keys, the replay, sounds, sparks, frames. */
#include <stdlib.h>
#include <string.h>

#include "evolute/record.h"
#include "game/session.h"
#include "suites.h"
#include "web/ink.h"

enum { SEEDS = 6, LONG_ENOUGH = 9000 };

static game played, again;
static unsigned char script[LONG_ENOUGH];

/* Check notes each assertion in a file, so what is true is not asserted. */
static void step(game *g, unsigned keys) {
    if (game_step(g, keys) != EVO_OK) ck_abort_msg("a step failed");
}

static void begin(game *g, uint64_t seed) {
    ck_assert(game_begin(g, seed));
    ck_assert_int_eq(g->phase, GAME_TITLE);
    step(g, GAME_RESTART);
    ck_assert_int_eq(g->phase, GAME_PAUSE);
    ck_assert_int_eq(g->lives, GAME_LIVES);
}

/* Steps until the planet is lost, with the same keys all the time. */
static int lose(game *g, unsigned keys) {
    int steps = 0;
    for (; g->phase != GAME_LOST && steps < LONG_ENOUGH; ++steps) step(g, keys);
    ck_assert_int_eq(g->phase, GAME_LOST);
    return steps;
}

/* ---- Rules ----------------------------------------------------------------------------------- */

/* A simple player comes to the third wave; the script of its keys gives the same game in another
 * world, and any other script another one. */
START_TEST(waves_are_survived) {
    int steps = 0;
    begin(&played, (uint64_t)_i);
    for (; played.wave < 3 && steps < LONG_ENOUGH; ++steps) {
        script[steps] = (unsigned char)game_keys_alone(&played);
        step(&played, script[steps]);
    }
    ck_assert_int_eq(played.wave, 3);
    ck_assert_int_ge(played.score, 200 + 400);
    begin(&again, (uint64_t)_i);
    for (int i = 0; i < steps; ++i) step(&again, script[i]);
    ck_assert(game_hash(&again) == game_hash(&played));
    ck_assert_int_eq(again.score, played.score);
    step(&again, GAME_LEFT);
    step(&played, GAME_RIGHT);
    ck_assert(game_hash(&again) != game_hash(&played));
    game_end(&played);
    game_end(&again);
}
END_TEST

/* Nobody at the keys, or one that is held, is no way to play: lost within half a minute. */
START_TEST(no_key_alone_is_enough) {
    const unsigned keys[] = {0, GAME_LEFT, GAME_RIGHT, GAME_SHOOT, GAME_LEFT | GAME_SHOOT};
    for (int i = 0; i < 5; ++i) {
        begin(&played, (uint64_t)_i);
        ck_assert_int_lt(lose(&played, keys[i]), 30 * 60);
        game_end(&played);
    }
}
END_TEST

/* Before anybody begins, the game plays by itself, and nothing counts. */
START_TEST(the_title_plays_by_itself) {
    size_t most = 0;
    ck_assert(game_begin(&played, 1));
    for (int i = 0; i < 2000; ++i) {
        const size_t bodies = evo_world_counters(played.world).bodies;
        step(&played, GAME_LEFT | GAME_SHOOT);
        if (bodies > most) most = bodies;
    }
    ck_assert_uint_gt(most, 1 + GAME_RINGS);
    ck_assert_int_eq(played.phase, GAME_TITLE);
    ck_assert_int_eq(played.score, 0);
    ck_assert_int_eq(played.lives, GAME_LIVES);
    game_end(&played);
}
END_TEST

/* Steps until a kind of event; false: there was none. */
static bool until(game *g, game_event_kind kind, unsigned keys, int steps) {
    for (int i = 0; i < steps; ++i) {
        step(g, keys == GAME_RESTART ? game_keys_alone(g) : keys);
        for (size_t k = 0; k < g->event_count; ++k)
            if (g->events[k].kind == kind) return true;
    }
    return false;
}

/* A seed that reaches the planet gives a life, and points; a rock takes one. */
START_TEST(seeds_give_lives) {
    begin(&played, 3);
    played.lives = 2;
    ck_assert(until(&played, GAME_SEED, GAME_RESTART, 3000));
    ck_assert_int_ge(played.lives, 2);
    const int lives = played.lives;
    ck_assert(until(&played, GAME_CRASH, 0, 3000));
    ck_assert_int_lt(played.lives, lives + 1);
    game_end(&played);
}
END_TEST

/* The last wave ends in a garden in bloom, and whoever begins anew keeps the best score. */
START_TEST(the_last_wave_is_the_goal) {
    begin(&played, 2);
    for (int i = 0; i < 20000 && played.phase != GAME_WON; ++i) {
        played.lives = GAME_LIVES;
        step(&played, game_keys_alone(&played));
    }
    ck_assert_int_eq(played.phase, GAME_WON);
    ck_assert_int_eq(played.wave, GAME_WAVES);
    ck_assert(game_is_over(&played));
    const long score = played.score;
    step(&played, GAME_RESTART);
    ck_assert_int_eq(played.best, score);
    ck_assert_int_eq(played.wave, 0);
    game_end(&played);
}
END_TEST

/* Turning takes charge, and without any shields stand; rest gives it back; shots take it. */
START_TEST(charge_is_spent) {
    begin(&played, 1);
    int turned = 0;
    for (; played.charge > 2; ++turned) step(&played, GAME_LEFT);
    ck_assert_int_eq(turned, GAME_CHARGE / 3);
    const double angle = evo_body_pose(played.world, played.rings[0]).angle;
    for (int i = 0; i < 20; ++i) step(&played, GAME_LEFT);
    ck_assert_double_eq(evo_body_pose(played.world, played.rings[0]).angle, angle);
    for (int i = 0; i < 100; ++i) step(&played, 0);
    ck_assert_int_eq(played.charge, GAME_CHARGE);
    step(&played, GAME_SHOOT);
    ck_assert_int_lt(played.charge, GAME_CHARGE);
    game_end(&played);
}
END_TEST

/* The masses of a shot and of a circle that met, as one: 1 / (1 / m + 1 / n); 0: these were
 * others. */
static double mass_of_shot(const game *g, const evo_impact *hit) {
    const game_rock *a = evo_body_user(g->world, hit->a), *b = evo_body_user(g->world, hit->b);
    if (!a || !b || a->kind + b->kind != ROCK_SHOT + ROCK_CIRCLE) return 0;
    return 1
           / (1 / evo_body_mass(g->world, hit->a).mass + 1 / evo_body_mass(g->world, hit->b).mass);
}

/* Shots bounce off rocks without loss: the impulse is twice the momentum along the normal, but
 * where a third body is touched. */
START_TEST(shots_bounce_by_the_law) {
    size_t bounces = 0, exact = 0;
    for (uint64_t seed = 1; seed <= 20; ++seed) {
        begin(&played, seed);
        for (int i = 0; i < 1200; ++i) {
            size_t count;
            for (int k = 0; k < GAME_ROCKS; ++k) played.rocks[k].strength = 1e6;
            step(&played, game_keys_alone(&played) | (i % 50 == 0 ? GAME_SHOOT : 0u));
            const evo_impact *hits = evo_world_impacts(played.world, &count);
            for (size_t k = 0; k < count; ++k) {
                const double mass = mass_of_shot(&played, &hits[k]);
                if (mass == 0) continue;
                exact += fabs(hits[k].impulse / (mass * hits[k].speed) - 2) < 1e-6;
                ++bounces;
            }
        }
        game_end(&played);
    }
    ck_assert_uint_ge(bounces, 20);
    ck_assert_uint_ge(10 * exact, 9 * bounces);
}
END_TEST

/* Scores stay when the planet is lost, and a restart begins anew, but for the best one. */
START_TEST(a_game_is_lost_and_restarted) {
    begin(&played, (uint64_t)_i);
    lose(&played, 0);
    const long score = played.score;
    ck_assert_int_eq(played.lives, 0);
    ck_assert_int_eq(played.best, score);
    for (int i = 0; i < 300; ++i) step(&played, (unsigned)i % 3);
    ck_assert_int_eq(played.phase, GAME_LOST);
    ck_assert_int_eq(played.score, score);
    step(&played, GAME_RESTART);
    ck_assert_int_eq(played.phase, GAME_PAUSE);
    ck_assert_int_eq(played.lives, GAME_LIVES);
    ck_assert_int_eq(played.score, 0);
    ck_assert_int_eq(played.best, score);
    ck_assert_uint_eq(evo_world_counters(played.world).bodies, 1 + GAME_RINGS);
    for (int i = 0; i < 200; ++i) step(&played, game_keys_alone(&played));
    ck_assert_int_eq(played.wave, 1);
    game_end(&played);
}
END_TEST

/* Handles and user pointers name each other, and no rock is left in the world without a place. */
START_TEST(rocks_are_known_by_handles) {
    begin(&played, 3);
    size_t most = 0, known = 0, all = 0, wrong = 0;
    for (int i = 0; i < 6000; ++i) {
        size_t rocks = 0;
        step(&played, game_keys_alone(&played));
        for (int k = 0; k < GAME_ROCKS; ++k) {
            game_rock *r = &played.rocks[k];
            if (evo_body_is_none(r->body)) continue;
            known += evo_body_user(played.world, r->body) == r;
            ++rocks;
        }
        all += rocks;
        wrong += evo_world_counters(played.world).bodies != 1 + GAME_RINGS + rocks;
        if (rocks > most) most = rocks;
    }
    ck_assert_uint_ge(most, 3);
    ck_assert_uint_eq(known, all);
    ck_assert_uint_eq(wrong, 0);
    game_end(&played);
}
END_TEST

/* Rocks break at shields and crash at the planet, and those that are there have strength left. */
START_TEST(rocks_break_where_they_should) {
    size_t broken = 0, wrong = 0;
    begin(&played, (uint64_t)_i);
    for (int i = 0; i < 3000; ++i) {
        step(&played, game_keys_alone(&played));
        for (int k = 0; k < GAME_ROCKS; ++k)
            wrong += !evo_body_is_none(played.rocks[k].body) && !(played.rocks[k].strength > 0);
        for (size_t k = 0; k < played.event_count; ++k) {
            const game_event *e = &played.events[k];
            const double distance = evo_length(e->point);
            wrong += !(isfinite(e->strength) && e->strength >= 0);
            wrong += e->kind == GAME_CRASH && distance > 2.2;
            wrong += e->kind == GAME_BREAK && (distance < 1 || distance > 4.8);
            broken += e->kind == GAME_BREAK;
        }
    }
    ck_assert_uint_ge(broken, 5);
    ck_assert_uint_eq(wrong, 0);
    game_end(&played);
}
END_TEST

/* Whether one of the two is a circle, and the other one a shield; its mass. */
static double mass_of_circle(const game *g, const evo_impact *hit) {
    const evo_body bodies[] = {hit->a, hit->b};
    const game_rock *r = NULL;
    bool shield = false;
    for (int i = 0; i < 2; ++i) {
        if (evo_body_user(g->world, bodies[i])) r = evo_body_user(g->world, bodies[i]);
        shield |= evo_body_equal(bodies[i], g->rings[0]) || evo_body_equal(bodies[i], g->rings[1]);
    }
    return r && shield && r->kind == ROCK_CIRCLE ? evo_body_mass(g->world, r->body).mass : 0;
}

/* A circle that strikes a shield gets its mass times speed along the normal, and times the
 * restitution once more, whether the shield turns or not. No rock breaks here. */
START_TEST(bounces_are_exact) {
    size_t bounces = 0;
    for (uint64_t seed = 1; seed <= 12; ++seed) {
        begin(&played, seed);
        for (int i = 0; i < 1400; ++i) {
            size_t count;
            for (int k = 0; k < GAME_ROCKS; ++k) played.rocks[k].strength = 1e6;
            step(&played, (unsigned)(i / 40) % 3);
            const evo_impact *hits = evo_world_impacts(played.world, &count);
            for (size_t k = 0; k < count; ++k) {
                const double mass = mass_of_circle(&played, &hits[k]);
                if (mass == 0) continue;
                ck_assert_double_eq_tol(hits[k].impulse / (mass * hits[k].speed), 1.95, 1e-6);
                ++bounces;
            }
        }
        game_end(&played);
    }
    ck_assert_uint_ge(bounces, 30);
}
END_TEST

/* ---- Keys ------------------------------------------------------------------------------------ */

static double shield_angle(const game *g, int ring) {
    return evo_body_pose(g->world, g->rings[ring]).angle;
}

START_TEST(keys_turn_the_shields) {
    begin(&played, 1);
    for (int i = 0; i < 30; ++i) step(&played, GAME_LEFT);
    const double outer = shield_angle(&played, 0), inner = shield_angle(&played, 1);
    ck_assert_double_gt(outer, 1);
    ck_assert_double_lt(inner, -0.6);
    for (int i = 0; i < 30; ++i) step(&played, GAME_LEFT | GAME_RIGHT);
    ck_assert_double_eq(shield_angle(&played, 0), outer);
    for (int i = 0; i < 30; ++i) step(&played, GAME_RIGHT);
    ck_assert_double_eq_tol(shield_angle(&played, 0), 0, 1e-12);
    ck_assert_double_eq_tol(shield_angle(&played, 1), 0, 1e-12);
    game_end(&played);
}
END_TEST

/* Wherever a pointer is, half a turn is enough, and then the shield rests between planet and it. */
START_TEST(the_shield_follows_a_pointer) {
    begin(&played, 1);
    for (int i = 0; i < 40; ++i) {
        const evo_vec2 there = evo_scale(6, evo_direction(2.4 * i));
        for (int k = 0; k < 40; ++k) step(&played, game_keys_toward(&played, there));
        ck_assert_uint_eq(game_keys_toward(&played, there), 0);
        evo_ray_hit hit =
            evo_world_ray(played.world, evo_scale(0.7, there), evo_scale(0.5, there), NULL);
        ck_assert(hit.hit);
        ck_assert(evo_body_equal(hit.body, played.rings[0])
                  || evo_body_user(played.world, hit.body));
        if (played.phase == GAME_LOST) step(&played, GAME_RESTART);
    }
    game_end(&played);
}
END_TEST

/* ---- Records --------------------------------------------------------------------------------- */

static struct {
    unsigned char *bytes;
    size_t size;
} recorded;

static bool write_record(void *context, const void *bytes, size_t size) {
    (void)context;
    recorded.bytes = realloc(recorded.bytes, recorded.size + size);
    ck_assert_ptr_nonnull(recorded.bytes);
    memcpy(recorded.bytes + recorded.size, bytes, size);
    recorded.size += size;
    return true;
}

/* A record of a game, with rays and casts that look round in it, is played again without its rules:
 * nothing differs, and any step is found. */
START_TEST(games_are_recorded) {
    enum { STEPS = 300 };
    static uint64_t hashes[STEPS + 1];
    const evo_record_config config = {.write = write_record, .queries = true};
    evo_replay *replay;
    evo_replay_call call;
    int steps = 0;
    begin(&played, 7 + (uint64_t)_i);
    ck_assert_int_eq(evo_record_begin(played.world, &config), EVO_OK);
    for (int i = 0; i < STEPS; ++i) {
        const evo_vec2 there = evo_scale(9, evo_direction(0.1 * i));
        (void)evo_world_ray(played.world, there, (evo_vec2){0, 0}, NULL);
        (void)evo_world_cast_circle(played.world, there, evo_scale(-1, there), 0.2, NULL);
        const double before = evo_world_time(played.world);
        step(&played, game_keys_toward(&played, there));
        if (evo_world_time(played.world) > before) hashes[++steps] = evo_world_hash(played.world);
    }
    ck_assert_int_gt(steps, STEPS / 2);
    ck_assert_int_eq(evo_record_end(played.world), EVO_OK);
    ck_assert_int_eq(evo_replay_open(&replay, recorded.bytes, recorded.size, NULL), EVO_OK);
    for (int i = 0; i < steps; ++i) {
        evo_replay_query asked[4];
        ck_assert_int_eq(evo_replay_next_step(replay, &call), EVO_OK);
        ck_assert_int_eq(call.difference, EVO_SAME);
        ck_assert_str_eq(call.name, "evo_world_step");
        ck_assert_uint_ge(evo_replay_queries(replay, asked, 4), 2);
    }
    for (int i = 37; i < 4 * STEPS; i += 119) {
        const uint64_t at = 1 + (uint64_t)(i * 7 % steps);
        ck_assert_int_eq(evo_replay_seek(replay, at), EVO_OK);
        ck_assert_uint_eq(evo_world_hash(evo_replay_world(replay)), hashes[at]);
    }
    evo_replay_close(replay);
    free(recorded.bytes);
    memset(&recorded, 0, sizeof recorded); /* tests may share a process */
    game_end(&played);
}
END_TEST

/* ---- The last minute ------------------------------------------------------------------------- */

static tape kept;
static playback replayed;

/* Steps replayed, all of which must be as they were but `differing`. */
static int replay_all(int differing) {
    int steps = 0;
    ck_assert(playback_begin(&replayed, &kept));
    while (playback_step(&replayed, &kept)) ++steps;
    if (differing == 0) {
        ck_assert_int_eq(replayed.differing, 0);
        ck_assert(game_hash(&replayed.game) == game_hash(&played));
        ck_assert_int_eq(replayed.game.score, played.score);
    }
    ck_assert((differing > 0) == (replayed.differing > 0));
    playback_end(&replayed);
    return steps;
}

/* A lost game, a restart and a pilot: a replay at any time is the last minute, to the last bit. */
START_TEST(the_last_minute_is_the_same) {
    ck_assert(!playback_begin(&replayed, &kept));
    begin(&played, 2);
    for (int i = 0; i < 9000; ++i) {
        const unsigned keys = i < 1500 ? 0 : i == 1500 ? GAME_RESTART : game_keys_alone(&played);
        if (tape_step(&kept, &played, keys) != EVO_OK) ck_abort_msg("a step failed");
        if (i % 2500 == 700 || i == 3600)
            ck_assert_int_eq(replay_all(0), i < TAPE_STEPS ? i + 1 : TAPE_STEPS);
    }
    ck_assert_int_eq(replay_all(0), TAPE_STEPS);
    tape_part *last = &kept.parts[kept.newer];
    last->keys[last->count / 2] ^= GAME_LEFT;
    replay_all(1);
    tape_clear(&kept);
    game_end(&played);
}
END_TEST

/* What is forecast is what happens, to the last bit, while the keys stay as they are. */
START_TEST(the_forecast_comes_true) {
    static forecast seen;
    size_t ways = 0, landings = 0, wrong = 0;
    begin(&played, 2);
    for (int i = 0; i < 900; ++i) step(&played, 0);
    for (int look = 0; look < 6; ++look) {
        seen.clock = -100;
        forecast_look(&seen, &played, 0);
        evo_body bodies[GAME_ROCKS];
        bool gone[GAME_ROCKS] = {false};
        for (int k = 0; k < GAME_ROCKS; ++k) bodies[k] = played.rocks[k].body;
        for (int i = 0; i < FORECAST_POINTS * FORECAST_EVERY; ++i) {
            for (int k = 0; k < GAME_ROCKS; ++k) {
                if (evo_body_is_none(bodies[k]) || gone[k]) continue;
                gone[k] = !evo_body_equal(played.rocks[k].body, bodies[k]);
                landings += gone[k] && seen.ways[k].lands;
                if (gone[k] || i % FORECAST_EVERY != 0) continue;
                const evo_vec2 at = evo_body_world_center(played.world, bodies[k]);
                const evo_vec2 told = seen.ways[k].points[i / FORECAST_EVERY];
                wrong += at.x != told.x || at.y != told.y;
                ++ways;
            }
            step(&played, 0);
        }
    }
    ck_assert_uint_ge(ways, 100);
    ck_assert_uint_ge(landings, 1);
    ck_assert_uint_eq(wrong, 0);
    forecast_end(&seen);
    game_end(&played);
}
END_TEST

/* ---- Sparks, sounds, frames ------------------------------------------------------------------ */

static session table;

static double loudest(sound *s, int count) {
    static float samples[4410];
    double most = 0;
    for (int done = 0; done < count; done += 4410) {
        sound_make(s, samples, 4410);
        for (int i = 0; i < 4410; ++i) most = fmax(most, fabs((double)samples[i]));
    }
    ck_assert_double_le(most, 1);
    return most;
}

START_TEST(impacts_are_heard) {
    static sound s;
    const game_event events[] = {{GAME_HIT, {0, 0}, {0, 0}, 0.5},   {GAME_HIT, {0, 0}, {0, 0}, 3},
                                 {GAME_BREAK, {0, 0}, {0, 0}, 0.5}, {GAME_CALL, {0, 0}, {0, 0}, 1},
                                 {GAME_SEED, {0, 0}, {0, 0}, 1},    {GAME_FIRE, {0, 0}, {0, 0}, 1},
                                 {GAME_END, {0, 0}, {0, 0}, 10}};
    double heard[7];
    again = (game){.event_count = 1};
    ck_assert_double_eq(loudest(&s, 4410), 0);
    for (int i = 0; i < 7; ++i) {
        again.events[0] = events[i];
        sound_hear(&s, &again);
        heard[i] = loudest(&s, 44100 / 5);
        ck_assert_double_gt(heard[i], 0.01);
        loudest(&s, 44100 * 9);
        ck_assert_double_eq(loudest(&s, 4410), 0);
    }
    ck_assert_double_gt(heard[1], 2 * heard[0]);
}
END_TEST

/* Frames of any length make the same steps; sparks come of impacts, and go out. */
START_TEST(frames_make_fixed_steps) {
    const int rates[] = {30, 60, 75, 144};
    uint64_t first = 0;
    for (int i = 0; i < 4; ++i) {
        size_t alight = 0, late = 0;
        ck_assert(session_begin(&table, 5));
        table.held = GAME_LEFT;
        for (int frame = 0; frame < 12 * rates[i]; ++frame) {
            session_run(&table, (1 + 1e-9) / rates[i]);
            for (int k = 0; k < DRAW_SPARKS; ++k) alight += table.sparks.sparks[k].left > 0;
        }
        if (i == 0) first = game_hash(&table.game);
        ck_assert(game_hash(&table.game) == first);
        ck_assert_double_eq_tol(evo_world_time(table.game.world), 12, 1e-6);
        ck_assert_uint_gt(alight, 0);
        table.game.event_count = 0;
        for (int k = 0; k < 60; ++k) sparks_step(&table.sparks, &table.game);
        for (int k = 0; k < DRAW_SPARKS; ++k) late += table.sparks.sparks[k].left > 0;
        ck_assert_uint_eq(late, 0);
        session_end(&table);
    }
}
END_TEST

/* Keys of the session: pause, replay and back, restart; the game stands meanwhile. */
START_TEST(letters_command_the_session) {
    ck_assert(session_begin(&table, 5));
    session_key(&table, 'v');
    ck_assert(!table.replays && strstr(table.message, "no last minute"));
    session_run(&table, GAME_STEP);
    session_key(&table, 'x');
    for (int i = 0; i < 60; ++i) session_run(&table, GAME_STEP);
    ck_assert_int_eq(table.game.phase, GAME_TITLE); /* it was too early */
    session_key(&table, 'x');
    session_run(&table, GAME_STEP);
    ck_assert_int_eq(table.game.phase, GAME_PAUSE);
    for (int i = 0; i < 600; ++i) session_run(&table, GAME_STEP);
    const uint64_t before = game_hash(&table.game);
    session_key(&table, 'p');
    session_run(&table, 1);
    ck_assert(game_hash(&table.game) == before);
    session_key(&table, 'v');
    ck_assert(table.replays && session_shown(&table) != &table.game);
    for (int i = 0; i < 680; ++i) session_run(&table, GAME_STEP);
    ck_assert(!table.replays && strstr(table.message, "equal to the last bit"));
    ck_assert(game_hash(&table.game) == before);
    session_key(&table, 'v');
    session_key(&table, 'v');
    session_key(&table, 'r');
    session_run(&table, GAME_STEP);
    ck_assert_int_eq(table.game.wave, 0);
    ck_assert_int_eq(table.game.score, 0);
    const int charge = table.game.charge;
    session_point(&table, true, pen_at(320, 240), 640, 480);
    session_run(&table, GAME_STEP);
    ck_assert_int_lt(table.game.charge, charge); /* a press on the planet shoots */
    session_point(&table, false, pen_at(320, 240), 640, 480);
    session_end(&table);
}
END_TEST

/* What is drawn lies between two steps, and all of it is finite. */
START_TEST(the_game_is_drawn) {
    static ink paper;
    size_t moved = 0;
    ck_assert(session_begin(&table, 5));
    for (int i = 0; i < 700; ++i)
        session_step(&table, i == 0 ? GAME_RESTART : i % 60 < 20 || i > 690 ? GAME_LEFT : 0);
    for (int i = 0; i < 2; ++i) {
        static ink_word first[20000];
        table.loop.owed = 0.5 * i * GAME_STEP;
        ink_begin(&paper, 640, 480);
        session_draw(&table, &paper.pen);
        ck_assert_uint_gt(paper.count, 300);
        ck_assert_uint_lt(paper.count, 20000);
        for (size_t k = 0; i > 0 && k < paper.count; ++k)
            moved += first[k].bits != paper.words[k].bits;
        memcpy(first, paper.words, paper.count * sizeof *first);
    }
    ck_assert_uint_gt(moved, 2);
    ck_assert_uint_lt(moved, paper.count / 2);
    free(paper.words);
    memset(&paper, 0, sizeof paper);
    session_end(&table);
}
END_TEST

Suite *suite_game(void) {
    Suite *suite = suite_create("game");
    TCase *rules = tcase_create("rules"), *output = tcase_create("output");
    tcase_add_loop_test(rules, waves_are_survived, 1, 1 + SEEDS);
    tcase_add_loop_test(rules, no_key_alone_is_enough, 1, 1 + SEEDS);
    tcase_add_test(rules, the_title_plays_by_itself);
    tcase_add_test(rules, seeds_give_lives);
    tcase_add_test(rules, the_last_wave_is_the_goal);
    tcase_add_test(rules, charge_is_spent);
    tcase_add_test(rules, shots_bounce_by_the_law);
    tcase_add_loop_test(rules, a_game_is_lost_and_restarted, 1, 1 + SEEDS);
    tcase_add_test(rules, rocks_are_known_by_handles);
    tcase_add_loop_test(rules, rocks_break_where_they_should, 1, 1 + SEEDS);
    tcase_add_test(rules, bounces_are_exact);
    tcase_add_test(rules, keys_turn_the_shields);
    tcase_add_test(rules, the_shield_follows_a_pointer);
    tcase_add_loop_test(rules, games_are_recorded, 0, 2);
    tcase_add_test(rules, the_last_minute_is_the_same);
    tcase_add_test(rules, the_forecast_comes_true);
    tcase_add_test(output, impacts_are_heard);
    tcase_add_test(output, frames_make_fixed_steps);
    tcase_add_test(output, letters_command_the_session);
    tcase_add_test(output, the_game_is_drawn);
    suite_add_tcase(suite, rules);
    suite_add_tcase(suite, output);
    return suite;
}
