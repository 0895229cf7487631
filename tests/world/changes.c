/* changes.c: two laws of all worlds, of steps and of events, over every scene and over random
 * scripts of calls.
 *
 * What changes nothing changes no bit: a twin that is asked questions, told what it knows, or given
 * a body far away does what its plain twin does.
 * Equal hashes have equal futures: two worlds that came to the same state in different ways stay
 * the same from there on. */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "suites.h"
#include "support/exact.h"
#include "support/neutral.h"
#include "support/random.h"
#include "support/scene.h"
#include "support/subject.h"

/* Of random numbers. */
enum { WHEN = 1, WHAT = 2 };

/* ---- What is run ----------------------------------------------------------------------------- */

/* How long, and how much of it: a few seconds for all tests, or minutes. */
typedef struct extent {
    int scene_steps, scene_most; /* as in subject_plan */
    uint64_t scene_seeds;
    int script_steps;
    uint64_t script_seeds;
    int wild_steps;
    uint64_t wild_seeds;
} extent;

static const extent QUICK = {32, 40, 1, 40, 1, 30, 1};
static const extent WHOLE = {200, 0, 1, 240, 20, 60, 24};

/* The number of a plan, of all that an extent has: scenes first, then wild worlds, then scripts of
 * both kinds. */
static bool plan_at(const extent *e, size_t number, subject_plan *plan, int *steps) {
    size_t scenes = 0;
    while (scene_at(scenes)) ++scenes;
    memset(plan, 0, sizeof *plan);
    if (number < scenes * e->scene_seeds) {
        plan->of = scene_at(number % scenes);
        plan->seed = 12345 + number / scenes;
        plan->most = e->scene_most;
        *steps = e->scene_steps;
        return true;
    }
    number -= scenes * e->scene_seeds;
    plan->wild = number < e->wild_seeds;
    if (plan->wild) {
        plan->seed = number;
        *steps = e->wild_steps;
        return true;
    }
    number -= e->wild_seeds;
    plan->exact = number % 2 == 0 ? NULL : &EXACT;
    plan->seed = number / 2;
    plan->creates = plan->destroys = true;
    *steps = e->script_steps;
    return plan->seed < e->script_seeds;
}

/* ---- What was wrong -------------------------------------------------------------------------- */

/* Check ends a test whose message is longer than 4096. */
enum { LINES = 60, TEXT = 3500 };

typedef struct complaints {
    int count, runs;
    char text[TEXT];
} complaints;

static void complain(complaints *c, const subject *s, const char *format, ...) {
    const size_t used = strlen(c->text);
    int length;
    va_list values;
    if (++c->count > LINES) return;
    length =
        snprintf(c->text + used, TEXT - used,
                 "\n  %s, seed %" PRIu64 ", step %d: ", subject_name(s), s->plan.seed, s->steps);
    va_start(values, format);
    if (length > 0 && (size_t)length < TEXT - used)
        vsnprintf(c->text + used + length, TEXT - used - (size_t)length, format, values);
    va_end(values);
}

static void check_none(const complaints *c, const char *what) {
    ck_assert_msg(c->runs > 0, "%s: nothing was run", what);
    ck_assert_msg(c->count == 0, "%s: %d of %d runs differ%s%s", what, c->count, c->runs, c->text,
                  c->count > LINES ? "\n  and so on" : "");
}

/* Whether two subjects are the same in all that a hash knows, and tell of the same step. */
static bool same(complaints *c, const subject *plain, const subject *twin) {
    char text[200];
    if (subject_hash(plain) != subject_hash(twin)) {
        const bool seen = subject_differs(plain, twin, text, sizeof text);
        complain(c, twin, "%s", seen ? text : "the hashes alone differ");
        return false;
    }
    if (subject_told(plain) == subject_told(twin)) return true;
    complain(c, twin, "other touches, impacts or sleepers are told");
    return false;
}

/* ---- What changes nothing -------------------------------------------------------------------- */

/* Often at first, when things are set up, and then now and then. */
static bool is_time(const subject *s, size_t kind) {
    subject_random(s, WHEN + 2 * kind);
    return s->steps == 0 || random_between(0, 1) < 0.25;
}

/* Calls that change nothing: some of all kinds, by number. */
typedef struct neutral_range {
    size_t first, end;
} neutral_range;

/* Makes calls that must not change the state, and looks at once whether they did. */
static bool make_calls(complaints *c, size_t kind, const subject *twin) {
    const neutral *n = neutral_at(kind);
    const uint64_t before = subject_hash(twin);
    subject_random(twin, WHAT + 2 * kind);
    if (!neutral_make(n, twin)) return true;
    if (subject_hash(twin) == before) return true;
    complain(c, twin, "%s: the call itself changes the hash", n->name);
    return false;
}

static void run_twins(complaints *c, neutral_range calls, const subject_plan *plan, int steps) {
    subject plain, twin;
    bool agree = true;
    subject_open(&plain, plan);
    subject_open(&twin, plan);
    ++c->runs;
    for (int i = 0; i < steps && agree; ++i) {
        for (size_t k = calls.first; k < calls.end && agree; ++k)
            if (is_time(&twin, k)) agree = make_calls(c, k, &twin);
        subject_step(&plain);
        subject_step(&twin);
        agree = agree && same(c, &plain, &twin);
    }
    subject_close(&plain);
    subject_close(&twin);
}

static void check_neutral(const extent *e, neutral_range calls) {
    static complaints c;
    subject_plan plan;
    int steps;
    memset(&c, 0, sizeof c);
    for (size_t i = 0; plan_at(e, i, &plan, &steps); ++i) run_twins(&c, calls, &plan, steps);
    check_none(&c, calls.end == calls.first + 1 ? neutral_at(calls.first)->name : "any calls");
}

/* Calls of all kinds by one twin; each kind by a twin of its own. */
START_TEST(what_changes_nothing_changes_no_bit) {
    check_neutral(&QUICK, (neutral_range){0, neutral_count()});
}
END_TEST

START_TEST(what_changes_nothing_changes_no_bit_for_long) {
    check_neutral(&WHOLE, (neutral_range){(size_t)_i, (size_t)_i + 1});
}
END_TEST

/* ---- What is far away ------------------------------------------------------------------------ */

enum { FAR_MOST = 6 };

typedef struct far_bodies {
    evo_body bodies[FAR_MOST];
    int count;
} far_bodies;

static void far_create(const subject *s, far_bodies *far) {
    if (far->count == FAR_MOST) return;
    const evo_body made = scene_add(s->world, EVO_STATIC, evo_circle(0.5), 7e6 + 3 * far->count, 0);
    ck_assert(evo_body_exists(s->world, made));
    far->bodies[far->count++] = made;
}

static void far_destroy(const subject *s, far_bodies *far, int which) {
    ck_assert_int_eq(evo_body_destroy(s->world, far->bodies[which]), EVO_OK);
    far->bodies[which] = far->bodies[--far->count];
}

/* Bodies that are created later would have other handles: the script creates none. Worlds of events
 * are not asked: where anything stands, plans far ahead are made again now and then, and
 * rounded. */
static void run_with_far(complaints *c, subject_plan plan, int steps, bool they_go) {
    subject plain, twin;
    far_bodies far = {.count = 0};
    char text[200];
    bool agree = true;
    plan.creates = false;
    subject_open(&plain, &plan);
    subject_open(&twin, &plan);
    const bool open = twin.config.boundary == EVO_OPEN && twin.config.exact == NULL;
    c->runs += open;
    for (int i = 0; i < steps && agree && open; ++i) {
        const bool now = is_time(&twin, 0);
        if (now && they_go && far.count > 0 && random_between(0, 1) < 0.5)
            far_destroy(&twin, &far, 0);
        else if (now)
            far_create(&twin, &far);
        subject_step(&plain);
        subject_step(&twin);
        agree = !subject_differs(&plain, &twin, text, sizeof text);
        if (!agree) complain(c, &twin, "with %d far bodies: %s", far.count, text);
        if (!agree || subject_told(&plain) == subject_told(&twin)) continue;
        complain(c, &twin, "other touches, impacts or sleepers are told");
        agree = false;
    }
    subject_close(&plain);
    subject_close(&twin);
}

static void check_far(const extent *e, bool they_go) {
    static complaints c;
    subject_plan plan;
    int steps;
    memset(&c, 0, sizeof c);
    for (size_t i = 0; plan_at(e, i, &plan, &steps); ++i) run_with_far(&c, plan, steps, they_go);
    check_none(&c, they_go ? "far bodies that come and go" : "far bodies");
}

START_TEST(far_bodies_move_nothing) {
    check_far(&QUICK, _i);
}
END_TEST

START_TEST(far_bodies_move_nothing_for_long) {
    check_far(&WHOLE, _i);
}
END_TEST

/* ---- Other ways to the same state ------------------------------------------------------------ */

/* The ways differ in the first steps; a few steps later both worlds are looked at. */
enum { WAYS_END = 24 };

/* What one of two subjects, 0 or 1, does before a step. What both have done when the ways end is
 * the same, or comes to the same. */
typedef struct way {
    const char *name;
    bool contacts, open; /* only for worlds of steps; only in open space */
    bool meets;          /* both must have the same hash then, or nothing is tested */
    void (*go)(const subject *s, far_bodies *far, int which);
} way;

/* In odd steps, or in even ones. */
static void go_neutral(const subject *s, far_bodies *far, int which) {
    (void)far;
    if (s->steps % 2 != which) return;
    subject_random(s, WHAT);
    const neutral *n = neutral_at((size_t)random_between(0, (double)neutral_count()));
    neutral_make(n, s);
}

/* Three of them, early or late. */
static void go_far(const subject *s, far_bodies *far, int which) {
    const int begin = which == 0 ? 2 : 9, end = which == 0 ? 5 : 20;
    for (int i = 0; i < 3 && s->steps == begin; ++i) far_create(s, far);
    while (s->steps == end && far->count > 0) far_destroy(s, far, far->count - 1);
}

/* The same, destroyed in the order of their making or against it. */
static void go_far_in_order(const subject *s, far_bodies *far, int which) {
    for (int i = 0; i < 3 && s->steps == 2; ++i) far_create(s, far);
    while (s->steps == 8 && far->count > 0) far_destroy(s, far, which == 0 ? 0 : far->count - 1);
}

static void set_all_awake(const subject *s, bool awake, bool backwards) {
    for (size_t i = 0; i < s->count; ++i)
        evo_body_set_asleep(s->world, s->bodies[backwards ? s->count - 1 - i : i], !awake);
}

static void go_asleep(const subject *s, far_bodies *far, int which) {
    (void)far;
    if (s->steps == 8) set_all_awake(s, false, which == 1);
    if (s->steps == 16) set_all_awake(s, true, which == 0);
}

/* Other settings and back again, by one of the two alone. */
static void go_there_and_back(const subject *s, far_bodies *far, int which) {
    const evo_filter nothing = {2, 0, 0};
    const evo_vec2 up = {0, 3};
    (void)far;
    if (which == 0 || s->steps % 4 != 1) return;
    subject_random(s, WHAT);
    const evo_body body = subject_any(s);
    const evo_collider collider = scene_collider(s->world, body);
    const evo_body_config is = evo_body_get(s->world, body);
    const evo_collider_config has = evo_collider_get(s->world, collider);
    switch ((int)random_between(0, 6)) {
    case 0:
        if (s->config.boundary != EVO_PERIODIC) evo_world_set_gravity(s->world, up);
        evo_world_set_gravity(s->world, s->gravity);
        break;
    case 1:
        evo_collider_set_filter(s->world, collider, nothing);
        evo_collider_set_filter(s->world, collider, has.filter);
        break;
    case 2:
        evo_body_set_velocity(s->world, body, up);
        evo_body_set_velocity(s->world, body, is.velocity);
        break;
    case 3:
        evo_body_set_disabled(s->world, body, !is.disabled);
        evo_body_set_disabled(s->world, body, is.disabled);
        break;
    case 4:
        evo_body_set_damping(s->world, body, 1);
        evo_body_set_spin_damping(s->world, body, 2);
        evo_body_set_damping(s->world, body, is.damping);
        evo_body_set_spin_damping(s->world, body, is.spin_damping);
        break;
    default:
        evo_collider_set_shape(s->world, collider, &has.shape);
        break;
    }
}

static const way WAYS[] = {
    {"calls that change nothing, at other times", false, false, true, go_neutral},
    {"far bodies that came and went at other times", true, true, true, go_far},
    {"far bodies that went in another order", true, true, false, go_far_in_order},
    {"sleep and waking in another order", true, false, false, go_asleep},
    {"settings changed and changed back", true, false, false, go_there_and_back},
};

enum { WAY_COUNT = sizeof WAYS / sizeof *WAYS };

/* What the future brings to both: a ball that falls into the view, whose handle is one of those
 * that are free. */
static void add_ball(subject *s) {
    if (s->config.exact != NULL || s->steps != WAYS_END + 4) return;
    const bool staged = s->plan.of != NULL;
    const evo_bounds view = s->stage.view;
    const double x = staged ? (view.min.x + view.max.x) / 2 : 0;
    scene_ball(s->world, 0.3, x, staged ? (view.min.y + view.max.y) / 2 : 10);
}

static void run_ways(complaints *c, const way *w, const subject_plan *plan, int steps, int *met) {
    subject both[2];
    far_bodies far[2] = {{.count = 0}, {.count = 0}};
    bool equal = false, agree = true;
    for (int k = 0; k < 2; ++k) subject_open(&both[k], plan);
    const evo_world_config *config = &both[0].config;
    const bool applies =
        (!w->contacts || config->exact == NULL) && (!w->open || config->boundary == EVO_OPEN);
    c->runs += applies;
    for (int i = 0; i < steps && agree && applies; ++i) {
        for (int k = 0; k < 2; ++k) {
            if (i < WAYS_END) w->go(&both[k], &far[k], k);
            add_ball(&both[k]);
            subject_step(&both[k]);
        }
        if (equal) agree = same(c, &both[0], &both[1]);
        equal = equal || (i >= WAYS_END && subject_hash(&both[0]) == subject_hash(&both[1]));
    }
    *met += equal;
    for (int k = 0; k < 2; ++k) subject_close(&both[k]);
}

static void check_ways(const extent *e, const way *w) {
    static complaints c;
    subject_plan plan;
    int steps, met = 0;
    memset(&c, 0, sizeof c);
    for (size_t i = 0; plan_at(e, i, &plan, &steps); ++i) {
        /* The handles of what comes and goes must not be those of the script's. */
        plan.creates = plan.destroys = !w->open;
        run_ways(&c, w, &plan, steps, &met);
    }
    check_none(&c, w->name);
    ck_assert_msg(!w->meets || met == c.runs, "%s: only %d of %d runs come to equal hashes",
                  w->name, met, c.runs);
}

/* @equal-futures */
START_TEST(equal_hashes_have_equal_futures) {
    check_ways(&QUICK, &WAYS[_i]);
}
END_TEST

START_TEST(equal_hashes_have_equal_futures_for_long) {
    check_ways(&WHOLE, &WAYS[_i]);
}
END_TEST

/* ---- All ------------------------------------------------------------------------------------- */

Suite *suite_changes(void) {
    Suite *suite = suite_create("changes");
    TCase *quick = tcase_create("changes"), *slow = tcase_create("long changes");
    const int neutrals = (int)neutral_count();
    tcase_add_test(quick, what_changes_nothing_changes_no_bit);
    tcase_add_loop_test(quick, far_bodies_move_nothing, 0, 2);
    tcase_add_loop_test(quick, equal_hashes_have_equal_futures, 0, WAY_COUNT);
    tcase_set_tags(quick, "long");
    suite_add_tcase(suite, quick);
    tcase_add_loop_test(slow, what_changes_nothing_changes_no_bit_for_long, 0, neutrals);
    tcase_add_loop_test(slow, far_bodies_move_nothing_for_long, 0, 2);
    tcase_add_loop_test(slow, equal_hashes_have_equal_futures_for_long, 0, WAY_COUNT);
    tcase_set_tags(slow, "slow");
    tcase_set_timeout(slow, 120);
    suite_add_tcase(suite, slow);
    return suite;
}
