#include "headless/report.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>

#include "evolute/event.h"
#include "headless/origin.h"
#include "headless/overlap.h"
#include "headless/summary.h"

account account_begin(const scene_stage *stage, double relax) {
    account a = {
        .began = sample_take(stage), .relax = relax, .is_relaxed = relax <= 0, .block_steps = 1};
    a.relaxed = a.blocks[0] = a.began;
    return a;
}

static void count_block(account *a, const scene_stage *stage) {
    if (++a->in_block < a->block_steps) return;
    a->in_block = 0;
    a->blocks[++a->block_count] = sample_take(stage);
    if (a->block_count < ACCOUNT_BLOCKS) return;
    a->block_count /= 2;
    a->block_steps *= 2;
    for (int i = 1; i <= a->block_count; ++i) a->blocks[i] = a->blocks[2 * i];
}

/* Exact time in a closed box. */
static bool is_gas(const scene_stage *stage) {
    return stage->config.exact != NULL && stage->config.boundary != EVO_OPEN;
}

void account_step(account *a, const scene_stage *stage) {
    size_t touches, visits, moves;
    const evo_touch *touch = evo_world_touches(stage->world, &touches);
    const evo_visit *visit = evo_world_visits(stage->world, &visits);
    const evo_move *move = evo_world_moves(stage->world, &moves);
    for (size_t i = 0; i < touches; ++i)
        ++*(touch[i].began ? &a->touches_begun : &a->touches_ended);
    for (size_t i = 0; i < visits; ++i)
        ++*(visit[i].began ? &a->sensors_entered : &a->sensors_left);
    for (size_t i = 0; i < moves; ++i) a->fell_asleep += move[i].fell_asleep;
    if (a->is_relaxed) {
        if (is_gas(stage)) count_block(a, stage);
    } else if (evo_world_time(stage->world) >= a->relax) {
        a->relaxed = a->blocks[0] = sample_take(stage);
        a->is_relaxed = true;
    }
}

/* ---- Facts ----------------------------------------------------------------------------------- */

/* Peak resident memory in megabytes. */
static double peak_memory(void) {
    struct rusage use;
    if (getrusage(RUSAGE_SELF, &use) != 0) return NAN;
#ifdef __APPLE__
    return (double)use.ru_maxrss / 1e6;
#else
    return (double)use.ru_maxrss * 1024 / 1e6;
#endif
}

static void add_counts(summary *s, const account *a, const sample *end, bool events) {
    summary_count(s, "bodies", end->counts.bodies);
    summary_count(s, "awake", end->counts.awake);
    summary_count(s, "steps", end->counts.steps);
    summary_number(s, "time", "s", end->time);
    if (events) {
        summary_count(s, "events", end->counts.events);
        summary_count(s, "impacts_of_two", end->sums.pair_impacts);
        summary_count(s, "impacts_with_what_stands", end->sums.wall_impacts);
    } else {
        summary_count(s, "contacts", end->counts.contacts);
        summary_count(s, "impacts", end->counts.impacts);
        summary_count(s, "touches_begun", a->touches_begun);
        summary_count(s, "touches_ended", a->touches_ended);
        summary_count(s, "fell_asleep", a->fell_asleep);
    }
    if (a->sensors_entered > 0) {
        summary_count(s, "sensors_entered", a->sensors_entered);
        summary_count(s, "sensors_left", a->sensors_left);
    }
}

/* Gravity, walls and what stands take some. */
static bool keeps_momentum(const scene_stage *stage, const sample *end) {
    const evo_vec2 gravity = stage->config.gravity;
    return gravity.x == 0 && gravity.y == 0 && stage->config.boundary != EVO_WALLS
           && end->movers == end->counts.bodies;
}

static void add_energy(summary *s, const scene_stage *stage, const sample *began,
                       const sample *end) {
    const double before = sample_energy(began), after = sample_energy(end);
    summary_number(s, "kinetic_energy", "J", end->kinetic);
    summary_number(s, "energy_at_first", "J", before);
    summary_number(s, "energy", "J", after);
    if (before != 0 && !scene_is_driven(stage)) /* what is driven gains and loses energy */
        summary_number(s, "energy_drift", "", (after - before) / fabs(before));
    if (!keeps_momentum(stage, end)) return;
    summary_number(s, "momentum_drift", "kg m/s",
                   hypot(end->momentum.x - began->momentum.x, end->momentum.y - began->momentum.y));
}

/* Fewer blocks tell no error. */
enum { LEAST_BLOCKS = 8 };

/* Standard error of the compressibility, by means of blocks, which hardly depend on each other
 * where they are longer than what the gas remembers; NaN: there are too few. */
static double error_of(const account *a, const scene_stage *stage) {
    const int n = a->block_count;
    double sum = 0, squares = 0;
    if (n < LEAST_BLOCKS) return NAN;
    for (int i = 0; i < n; ++i) {
        const double z = gas_between(stage, &a->blocks[i], &a->blocks[i + 1]).compressibility;
        sum += z;
        squares += z * z;
    }
    return sqrt(fmax(0, squares - sum * sum / n) / (n - 1) / n);
}

/* Only for gases all of whose bodies are dynamic. */
static void add_gas(summary *s, const account *a, const scene_stage *stage, const sample *end) {
    const bool all_move = end->movers == end->counts.bodies && end->movers > 2;
    if (!is_gas(stage) || !all_move || !(end->time > a->relaxed.time)) return;
    const gas g = gas_between(stage, &a->relaxed, end);
    summary_number(s, "watched_from", "s", a->relaxed.time);
    summary_number(s, "temperature", "J", g.temperature);
    summary_number(s, "pressure", "N/m", g.pressure);
    const double error = error_of(a, stage);
    summary_number(s, "compressibility", "", g.compressibility);
    if (isfinite(error)) summary_number(s, "compressibility_error", "", error);
    if (isfinite(g.by_rate)) summary_number(s, "compressibility_by_rate", "", g.by_rate);
    summary_number(s, "collision_rate", "1/s each", g.rate);
}

static void add_cost(summary *s, const account *a, const sample *end, bool events) {
    summary_rough(s, "wall_time", "s", a->took);
    if (end->counts.steps > 0)
        summary_rough(s, "wall_time_of_a_step", "ms", 1e3 * a->took / (double)end->counts.steps);
    if (events && end->counts.events > 0)
        summary_rough(s, "wall_time_of_an_event", "us", 1e6 * a->took / (double)end->counts.events);
    summary_rough(s, "memory_of_the_world", "MB", (double)end->counts.bytes / 1e6);
    summary_rough(s, "peak_memory", "MB", peak_memory());
}

static void add_files(summary *s, const arguments *asked) {
    static const char *const NAMES[FILE_KINDS] = {
        [FILE_PICTURE] = "picture",
        [FILE_FRAMES] = "frames",
        [FILE_CSV] = "csv",
        [FILE_PLOT] = "plot",
        [FILE_EVENTS] = "table_of_impacts",
        [FILE_TRAJECTORY] = "trajectory",
        [FILE_VELOCITIES] = "velocities",
        [FILE_NEIGHBOURS] = "neighbours",
        [FILE_CHECKPOINT] = "checkpoint",
        [FILE_RECORD] = "record",
    };
    for (int i = 0; i < FILE_KINDS; ++i)
        if (asked->files[i]) summary_text(s, NAMES[i], asked->files[i]);
}

/* ---- The end --------------------------------------------------------------------------------- */

verdict report_printed(void) {
    if (fflush(stdout) == 0 && !ferror(stdout)) return VERDICT_FINE;
    return complain(VERDICT_FILE, "this cannot be printed: %s. Send it somewhere else.",
                    strerror(errno));
}

static verdict check(const scene_stage *stage) {
    const size_t lost = scene_lost(stage);
    if (lost == 0) return VERDICT_FINE;
    return complain(VERDICT_FAILED, "bodies have left the scene: %zu. Try gentler values.", lost);
}

/* Adds what is needed to run it again: parameters, seed, build, and when this was. */
static void add_origin(summary *s, const arguments *asked, char date[ORIGIN_DATE]) {
    const scene_param *params = asked->scene->params;
    for (int i = 0; i < SCENE_PARAMS && params[i].name; ++i)
        summary_number(s, params[i].name, "", asked->values[i]);
    summary_count(s, "seed", asked->setting.seed);
    summary_text(s, "build", evo_build_text());
    origin_date(date);
    if (*date) summary_text(s, "date", date);
}

verdict report(const account *a, const scene_stage *stage, const arguments *asked) {
    const sample end = sample_take(stage);
    const bool events = stage->config.exact != NULL;
    summary facts = {.count = 0};
    overlap deep;
    char hash[20];
    if (!overlap_measure(stage, &deep))
        return complain(VERDICT_FAILED, "memory ran out. Run it with fewer bodies.");
    char date[ORIGIN_DATE];
    summary_text(&facts, "scene", asked->scene->name);
    add_origin(&facts, asked, date);
    add_counts(&facts, a, &end, events);
    add_energy(&facts, stage, &a->began, &end);
    add_gas(&facts, a, stage, &end);
    summary_number(&facts, "deepest_overlap", "m", deep.deepest);
    snprintf(hash, sizeof hash, "%016" PRIx64, evo_world_hash(stage->world));
    summary_text(&facts, "state_hash", hash);
    add_cost(&facts, a, &end, events);
    add_files(&facts, asked);
    summary_print(&facts, asked->json);
    const verdict printed = report_printed(), kept = check(stage);
    return printed != VERDICT_FINE ? printed : kept;
}
