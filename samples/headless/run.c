/* run.c: the time loop and its recorders. */
#include "headless/run.h"

#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "evolute/event.h"
#include "headless/checkpoint.h"
#include "headless/progress.h"
#include "headless/recorders.h"
#include "headless/report.h"

verdict run_open(scene_stage *stage, const arguments *asked) {
    if (scene_open(stage, asked->scene, asked->values, &asked->setting)) return VERDICT_FINE;
    if (stage->why) return complain(VERDICT_FAILED, "%s", stage->why);
    return complain(VERDICT_FAILED, "%s cannot be built so. Try gentler values, or fewer bodies.",
                    asked->scene->name);
}

verdict run_failed(evo_result result) {
    return complain(VERDICT_FAILED, "a step failed: %s. Run fewer bodies, or gentler ones.",
                    evo_result_text(result));
}

/* Set by SIGINT and SIGTERM: the step in hand is the last one, and all files end there. */
static volatile sig_atomic_t interrupted;

static void interrupt(int signal_number) {
    (void)signal_number;
    interrupted = 1;
}

/* Steps from one sample to the next. */
static long stride_of(const arguments *asked) {
    return lround(fmax(1, asked->every / SCENE_STEP));
}

/* The last step of a run, which may be shorter, but not by rounding. */
static double step_of(const arguments *asked, long done) {
    const double left = asked->seconds - (double)done * SCENE_STEP;
    return left < (1 - 1e-6) * SCENE_STEP ? left : SCENE_STEP;
}

verdict run_through(scene_stage *stage, const arguments *asked, long done,
                    verdict (*step)(void *own), verdict (*look)(void *own), void *own) {
    const long steps = (long)ceil(asked->seconds / SCENE_STEP - 1e-6);
    const long stride = stride_of(asked);
    verdict so_far = VERDICT_FINE;
    for (long i = done; i < steps && so_far == VERDICT_FINE; ++i) {
        const evo_result result = scene_step(stage, step_of(asked, i));
        if (result != EVO_OK) return run_failed(result);
        const bool last = interrupted || i + 1 == steps;
        so_far = step(own);
        if (so_far == VERDICT_FINE && ((i + 1) % stride == 0 || last)) so_far = look(own);
        if (so_far == VERDICT_FINE && last && i + 1 < steps)
            so_far = complain(VERDICT_STOPPED, "it was interrupted at %g s, where all files end.",
                              evo_world_time(stage->world));
    }
    return so_far;
}

/* ---- Through time ---------------------------------------------------------------------------- */

typedef struct run_state {
    const arguments *asked;
    scene_stage *stage;
    recorders *recorders;
    trails *trails;
    account *account;
    sample now;
    progress progress;
    long steps; /* done */
    checkpoint kept;
} run_state;

/* ---- Checkpoints ----------------------------------------------------------------------------- */

/* A run that goes on has neither a sample nor a shorter step at an end between two samples. */
static bool is_due(const run_state *p) {
    return p->asked->files[FILE_CHECKPOINT] && p->steps % stride_of(p->asked) == 0
           && step_of(p->asked, p->steps - 1) >= SCENE_STEP;
}

/* All that a run goes on from, beside the world and the log. */
static bool keep_run(run_state *p, keeper *k) {
    bool done = keeper_bytes(k, &p->steps, sizeof p->steps)
                && keeper_bytes(k, &p->now, sizeof p->now)
                && keeper_bytes(k, p->account, sizeof *p->account)
                && keeper_bytes(k, p->stage->memory, p->stage->memory_size);
    for (int i = 0; i < FILE_KINDS && done; ++i) {
        recorder *r = &p->recorders->all[i];
        if (r->path && r->keep) done = r->keep(r->own, k);
    }
    return done && (!p->asked->show_trails || checkpoint_trails(k, p->trails));
}

/* One round: all that was recorded between two checkpoints. */
static bool log_round(run_state *p, keeper *log) {
    for (int i = 0; i < FILE_KINDS; ++i) {
        recorder *r = &p->recorders->all[i];
        if (r->path && r->log && !r->log(r->own, log)) return false;
    }
    return true;
}

static bool write_both(run_state *p, FILE *file) {
    checkpoint *c = &p->kept;
    keeper k = keeper_begin(file, true);
    if (!log_round(p, &c->log)) return false;
    ++c->rounds;
    return checkpoint_begin(c, &k, p->asked, p->stage->world) && keep_run(p, &k)
           && checkpoint_seal(&k);
}

static verdict write_checkpoint(run_state *p) {
    const char *path = p->asked->files[FILE_CHECKPOINT];
    output to;
    if (!is_due(p)) return VERDICT_FINE;
    if (!p->kept.log.file && !checkpoint_begin_log(&p->kept, path))
        return recorders_complain(path, FILE_CHECKPOINT);
    if (!output_begin(&to, path)) return recorders_complain(path, FILE_CHECKPOINT);
    const bool done = write_both(p, to.file);
    if (!done) (void)output_drop(&to);
    return done && output_end(&to) ? VERDICT_FINE : recorders_complain(path, FILE_CHECKPOINT);
}

/* Goes on from a checkpoint whose world has been loaded. */
static verdict resume(run_state *p) {
    checkpoint *c = &p->kept;
    const char *from = p->asked->resume, *path = p->asked->files[FILE_CHECKPOINT];
    bool done = true;
    for (uint64_t i = 0; i < c->rounds && done; ++i) done = log_round(p, &c->log);
    if (!done || !keep_run(p, &c->file) || !checkpoint_ended(c)) return checkpoint_refuse(from);
    (void)output_possible(from); /* removes a part that a killed run left */
    if (!path || checkpoint_extend_log(c, from, path)) return VERDICT_FINE;
    return recorders_complain(path, FILE_CHECKPOINT);
}

/* ---- Steps and samples ----------------------------------------------------------------------- */

static verdict take_sample(void *own) {
    run_state *p = own;
    const sample before = p->now;
    p->now = sample_take(p->stage);
    const moment at = {p->stage, &p->now, &before};
    if (p->asked->show_trails && !trails_take(p->trails, p->stage))
        return complain(VERDICT_FAILED, "memory ran out. Run it with fewer bodies.");
    const verdict recorded = recorders_take(p->recorders, &at, false);
    return recorded == VERDICT_FINE ? write_checkpoint(p) : recorded;
}

static verdict take_step(void *own) {
    run_state *p = own;
    const moment at = {p->stage, &p->now, &p->now};
    account_step(p->account, p->stage);
    progress_step(&p->progress, p->stage);
    ++p->steps;
    return recorders_take(p->recorders, &at, true);
}

static verdict draw(const scene_stage *stage, const arguments *asked, const picture_style *style) {
    const char *path = asked->files[FILE_PICTURE];
    if (!path || picture_write(path, stage, asked->scene->name, style)) return VERDICT_FINE;
    return recorders_complain(path, FILE_PICTURE);
}

static verdict first_of(verdict a, verdict b) {
    return a != VERDICT_FINE ? a : b;
}

/* Does every part even if another failed; returns the first failure. */
static verdict finish(run_state *p, const picture_style *style) {
    const verdict written = recorders_end(p->recorders);
    const verdict drawn = draw(p->stage, p->asked, style);
    const verdict reported = report(p->account, p->stage, p->asked);
    return first_of(written, first_of(drawn, reported));
}

/* From its beginning or from a checkpoint to its end. */
static verdict go_through(run_state *p, const picture_style *style) {
    verdict end = recorders_open(p->recorders, p->stage, p->asked, style);
    if (end == VERDICT_FINE) end = p->asked->resume ? resume(p) : take_sample(p);
    if (end == VERDICT_FINE)
        end = run_through(p->stage, p->asked, p->steps, take_step, take_sample, p);
    p->account->took = wall_clock() - p->progress.began;
    progress_end(&p->progress, p->stage);
    if (end == VERDICT_FINE || end == VERDICT_STOPPED) end = first_of(end, finish(p, style));
    recorders_drop(p->recorders);
    return end;
}

static verdict run_on(scene_stage *stage, arguments *asked) {
    trails been = {0};
    recorders all;
    const picture_style style = {asked->show, asked->show_trails ? &been : NULL, asked->size,
                                 asked->crop};
    account counted = account_begin(stage, asked->relax);
    run_state p = {.asked = asked,
                   .stage = stage,
                   .recorders = &all,
                   .trails = &been,
                   .account = &counted,
                   .now = sample_take(stage),
                   .progress = progress_begin(stage, asked->seconds, asked->watch)};
    verdict end = VERDICT_FINE;
    if (asked->resume) end = checkpoint_open(&p.kept, asked, stage->world);
    if (end == VERDICT_FINE) end = go_through(&p, &style);
    checkpoint_close(&p.kept);
    trails_free(&been);
    return end;
}

verdict run(arguments *asked) {
    scene_stage stage;
    signal(SIGINT, interrupt);
    signal(SIGTERM, interrupt);
    evo_threads *threads = evo_threads_create(asked->threads);
    asked->setting.tasks = evo_threads_tasks(threads); /* without threads there are none */
    verdict end = run_open(&stage, asked);
    if (end == VERDICT_FINE) end = run_on(&stage, asked);
    scene_close(&stage);
    evo_threads_destroy(threads);
    return end;
}
