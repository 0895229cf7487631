#include "subject.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hash.h"
#include "random.h"
#include "script.h"
#include "support/check.h"

/* Bodies that a script may create. */
enum { SCRIPT_MOST = 512 };

/* ---- Opening --------------------------------------------------------------------------------- */

static void open_scene(subject *s) {
    const scene *of = s->plan.of;
    scene_setting setting = scene_setting_default();
    double values[SCENE_PARAMS];
    setting.seed = s->plan.seed;
    scene_defaults(of, values);
    for (size_t i = 0; i < scene_param_count(of); ++i)
        if (strcmp(of->params[i].name, "count") == 0 && s->plan.most > 0)
            values[i] = fmax(of->params[i].min, fmin(values[i], s->plan.most));
    ck_assert_msg(scene_open(&s->stage, of, values, &setting), "%s cannot be built", of->name);
    s->world = s->stage.world;
    s->config = s->stage.config;
    s->gravity = s->config.gravity;
    s->count = s->capacity = s->stage.count;
    s->bodies = calloc(s->count + 1, sizeof *s->bodies);
    ck_assert_ptr_nonnull(s->bodies);
    for (size_t i = 0; i < s->count; ++i) s->bodies[i] = s->stage.actors[i].body;
}

void subject_open(subject *s, const subject_plan *plan) {
    memset(s, 0, sizeof *s);
    s->plan = *plan;
    if (plan->of) {
        open_scene(s);
        return;
    }
    s->capacity = SCRIPT_MOST;
    s->bodies = calloc(s->capacity, sizeof *s->bodies);
    ck_assert_ptr_nonnull(s->bodies);
    script_open(s);
}

void subject_close(subject *s) {
    if (s->plan.of)
        scene_close(&s->stage);
    else
        evo_world_destroy(s->world);
    free(s->bodies);
    memset(s, 0, sizeof *s);
}

const char *subject_name(const subject *s) {
    if (s->plan.of) return s->plan.of->name;
    if (s->plan.wild) return "a wild world";
    return s->plan.exact != NULL ? "a script of events" : "a script of contacts";
}

/* ---- Running --------------------------------------------------------------------------------- */

void subject_random(const subject *s, uint64_t purpose) {
    random_seed(s->plan.seed * 1000003 + (uint64_t)s->steps * 101 + purpose + 1);
    (void)random_between(0, 1); /* the first is much alike for near seeds */
}

void subject_step(subject *s) {
    if (!s->plan.of) script_play(s);
    const evo_result result = evo_world_step(s->world, SCENE_STEP);
    const bool went = result == EVO_OK || result == EVO_ERROR_LIMIT;
    ck_assert_msg(went, "%s, seed %llu, step %d: %s", subject_name(s),
                  (unsigned long long)s->plan.seed, s->steps, evo_result_text(result));
    ++s->steps;
}

evo_body subject_any(const subject *s) {
    const evo_body none = {0, 0};
    for (int tries = 0; tries < 16; ++tries) {
        const evo_body body = s->bodies[(size_t)random_between(0, (double)s->count)];
        if (evo_body_exists(s->world, body)) return body;
    }
    return none;
}

/* ---- Comparing ------------------------------------------------------------------------------- */

uint64_t subject_hash(const subject *s) {
    return evo_world_hash(s->world);
}

static uint64_t hash_numbers(uint64_t hash, const double *numbers, size_t count) {
    for (size_t i = 0; i < count; ++i) hash = hash_double(hash, numbers[i]);
    return hash;
}

uint64_t subject_told(const subject *s) {
    uint64_t hash = HASH_BEGIN;
    size_t count;
    const evo_touch *touches = evo_world_touches(s->world, &count);
    for (size_t i = 0; i < count; ++i) {
        const evo_touch *t = &touches[i];
        const double numbers[] = {
            t->a.index, t->b.index, t->collider_a.index, t->collider_b.index, t->began ? 1.0 : 0.,
            t->impulse, t->speed,   t->point.x,          t->normal.y};
        hash = hash_numbers(hash, numbers, sizeof numbers / sizeof *numbers);
    }
    const evo_impact *impacts = evo_world_impacts(s->world, &count);
    for (size_t i = 0; i < count; ++i) {
        const evo_impact *m = &impacts[i];
        const double numbers[] = {m->time,     m->a.index,  m->b.index, m->point.x, m->point.y,
                                  m->normal.x, m->normal.y, m->speed,   m->impulse};
        hash = hash_numbers(hash, numbers, sizeof numbers / sizeof *numbers);
    }
    const evo_move *moves = evo_world_moves(s->world, &count);
    for (size_t i = 0; i < count; ++i)
        if (moves[i].fell_asleep) hash = hash_double(hash, moves[i].body.index);
    const evo_visit *visits = evo_world_visits(s->world, &count);
    for (size_t i = 0; i < count; ++i) hash = hash_double(hash, visits[i].visitor.index);
    return hash;
}

enum { LOOKS = 8 };

static const char *const LOOK_NAMES[LOOKS] = {"x",          "y",    "angle", "velocity x",
                                              "velocity y", "spin", "awake", "existence"};

static void look(const subject *s, evo_body body, double found[LOOKS]) {
    const evo_pose pose = evo_body_pose(s->world, body);
    const evo_vec2 velocity = evo_body_velocity(s->world, body);
    const double all[LOOKS] = {pose.position.x,
                               pose.position.y,
                               pose.angle,
                               velocity.x,
                               velocity.y,
                               evo_body_spin(s->world, body),
                               !evo_body_asleep(s->world, body),
                               evo_body_exists(s->world, body)};
    memcpy(found, all, sizeof all);
}

bool subject_differs(const subject *a, const subject *b, char *text, size_t size) {
    text[0] = 0;
    if (a->count != b->count) {
        snprintf(text, size, "%zu bodies and %zu", a->count, b->count);
        return true;
    }
    for (size_t i = 0; i < a->count; ++i) {
        double in_a[LOOKS], in_b[LOOKS];
        look(a, a->bodies[i], in_a);
        look(b, b->bodies[i], in_b);
        for (int k = 0; k < LOOKS; ++k) {
            if (memcmp(&in_a[k], &in_b[k], sizeof in_a[k]) == 0) continue;
            snprintf(text, size, "%s of body %zu of %zu is %.17g and %.17g", LOOK_NAMES[k], i,
                     a->count, in_a[k], in_b[k]);
            return true;
        }
    }
    return false;
}
