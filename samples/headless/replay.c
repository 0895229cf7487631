/* replay.c: records, made again. One is compared with what was recorded, call by call, and seen in
 * files of all kinds on the way; two are compared with each other. In: files that --record wrote;
 * out: the first step and call that differ. */
#include "evolute/record.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "evolute/snapshot.h"
#include "headless/recorders.h"
#include "headless/report.h"
#include "headless/run.h"
#include "picture/file.h"

/* ---- Records --------------------------------------------------------------------------------- */

typedef struct opened {
    const char *path;
    unsigned char *bytes;
    evo_replay *replay;
    evo_world *world;
    evo_replay_info info;
} opened;

static verdict open_record(opened *o, const char *path, int lanes) {
    size_t size;
    memset(o, 0, sizeof *o);
    o->path = path;
    o->bytes = file_read(path, &size);
    if (!o->bytes)
        return complain(VERDICT_FILE, "%s cannot be read: %s. Give a file that --record wrote.",
                        path, strerror(errno));
    const evo_result result = evo_replay_open(&o->replay, o->bytes, size, NULL);
    if (result == EVO_ERROR_MEMORY || evo_replay_info_of(o->replay, &o->info) == EVO_ERROR_MEMORY)
        return run_failed(EVO_ERROR_MEMORY);
    if (result != EVO_OK)
        return complain(VERDICT_FILE, "%s is no record. Give a file that --record wrote.", path);
    o->world = evo_replay_world(o->replay);
    (void)evo_world_set_lanes(o->world, lanes);
    return VERDICT_FINE;
}

static void close_record(opened *o) {
    evo_replay_close(o->replay);
    free(o->bytes);
}

/* The last call as text, to be freed; NULL: memory is refused. */
static char *text_of(const opened *o) {
    const size_t size = evo_replay_describe(o->replay, NULL, 0) + 1;
    char *text = malloc(size);
    if (text) (void)evo_replay_describe(o->replay, text, size);
    return text;
}

static verdict complain_of_damage(const opened *o, const evo_replay_call *call) {
    return complain(VERDICT_FILE,
                    "%s is damaged after step %" PRIu64 ", call %" PRIu64
                    ". All before are as they were.",
                    o->path, call->step, call->number);
}

/* ---- One record ------------------------------------------------------------------------------ */

/* What came of a call, in words. */
static void tell(const evo_outcome *o, evo_difference how, char *text, size_t size) {
    if (how == EVO_DIFFERS_HASH)
        snprintf(text, size, "hash %016" PRIx64, o->hash);
    else if (o->generation > 0)
        snprintf(text, size, "number %" PRIu32 ", generation %" PRIu32, o->index, o->generation);
    else
        snprintf(text, size, "%s", evo_result_text(o->result));
}

/* Says how the last call differs; of a query the answers are known by their checksums alone. */
static verdict complain_of(const opened *o, const evo_replay_call *call) {
    char then[120], now[120], *text = text_of(o);
    const char *what = text ? text : call->name;
    const bool outcome =
        call->then.result != call->now.result || call->then.index != call->now.index
        || call->then.generation != call->now.generation || call->then.hash != call->now.hash;
    verdict said;
    tell(&call->then, call->difference, then, sizeof then);
    tell(&call->now, call->difference, now, sizeof now);
    if (call->difference == EVO_DIFFERS_QUESTION)
        said =
            complain(VERDICT_FAILED,
                     "step %" PRIu64 ", call %" PRIu64
                     ", %s differs: its callbacks are asked otherwise after %" PRIu64 " questions.",
                     call->step, call->number, what, call->questions);
    else if (outcome)
        said = complain(VERDICT_FAILED,
                        "step %" PRIu64 ", call %" PRIu64 ", %s differs: then %s; now %s.",
                        call->step, call->number, what, then, now);
    else
        said = complain(VERDICT_FAILED,
                        "step %" PRIu64 ", call %" PRIu64 ", %s differs: its answers are others.",
                        call->step, call->number, what);
    free(text);
    return said;
}

typedef struct play {
    const arguments *asked;
    opened *record;
    scene_stage stage;
    recorders recorders;
    trails trails;
    sample now;
    double due; /* time of the next sample */
    evo_replay_call call;
    bool unfinished;
} play;

/* The impacts of all steps from here on are listed. */
static void list_impacts(const play *p) {
    evo_world_config config = evo_world_get(p->record->world);
    config.impact_speed = 0;
    if (p->asked->files[FILE_EVENTS]) (void)evo_world_set(p->record->world, &config);
}

static verdict take_sample(play *p) {
    const sample before = p->now;
    if (!scene_note_bodies(&p->stage)
        || (p->asked->show_trails && !trails_take(&p->trails, &p->stage)))
        return run_failed(EVO_ERROR_MEMORY);
    p->now = sample_take(&p->stage);
    p->due = evo_world_time(p->stage.world) + (1 - 1e-9) * p->asked->every;
    return recorders_take(&p->recorders, &(moment){&p->stage, &p->now, &before}, false);
}

static verdict take_step(play *p) {
    const verdict taken =
        recorders_take(&p->recorders, &(moment){&p->stage, &p->now, &p->now}, true);
    return taken == VERDICT_FINE && evo_world_time(p->stage.world) >= p->due ? take_sample(p)
                                                                             : taken;
}

static verdict print_call(const play *p) {
    char *text = text_of(p->record);
    const evo_result result = p->call.now.result;
    if (!text) return run_failed(EVO_ERROR_MEMORY);
    printf("%8" PRIu64 "  %s%s%s\n", p->call.step, text, result == EVO_OK ? "" : ": ",
           result == EVO_OK ? "" : evo_result_text(result));
    free(text);
    return VERDICT_FINE;
}

static bool is_load(const evo_replay_call *call) {
    return call->name && strcmp(call->name, "evo_world_load") == 0;
}

/* Makes all calls up to a step again, as far as none differs. */
static verdict play_on(play *p) {
    opened *o = p->record;
    uint64_t steps = p->asked->from;
    while (steps < p->asked->to) {
        const evo_result result = evo_replay_next(o->replay, &p->call);
        if (p->call.difference != EVO_SAME) return complain_of(o, &p->call);
        if (result == EVO_ERROR_MEMORY) return run_failed(result);
        if (result != EVO_OK) return complain_of_damage(o, &p->call);
        if (!p->call.name) break;
        p->unfinished |= p->call.unfinished;
        verdict taken = p->asked->calls && !is_load(&p->call) ? print_call(p) : VERDICT_FINE;
        if (is_load(&p->call)) list_impacts(p);
        const bool steps_on = strcmp(p->call.name, "evo_world_step") == 0
                              || strncmp(p->call.name, "evo_world_run", 13) == 0;
        steps = p->call.step + steps_on;
        if (taken == VERDICT_FINE && steps_on) taken = take_step(p);
        if (taken != VERDICT_FINE) return taken;
    }
    return VERDICT_FINE;
}

/* The view has all that moves at the beginning and at the end. */
static verdict find_view(play *p) {
    opened *o = p->record;
    const uint64_t to = p->asked->to < o->info.steps ? p->asked->to : o->info.steps;
    const bool draws = p->asked->files[FILE_PICTURE] || p->asked->files[FILE_FRAMES];
    if (p->asked->from > o->info.steps)
        return complain(VERDICT_USAGE, "%s has %" PRIu64 " steps. Give an earlier one for --from.",
                        o->path, o->info.steps);
    evo_result sought = evo_replay_seek(o->replay, draws ? to : p->asked->from);
    if (sought != EVO_ERROR_MEMORY && !scene_adopt(&p->stage, o->world)) sought = EVO_ERROR_MEMORY;
    if (sought == EVO_OK && draws) {
        const evo_bounds end = scene_bounds(&p->stage);
        sought = evo_replay_seek(o->replay, p->asked->from);
        if (!scene_note_bodies(&p->stage)) sought = EVO_ERROR_MEMORY;
        const evo_bounds begin = scene_bounds(&p->stage);
        p->stage.view = (evo_bounds){{fmin(begin.min.x, end.min.x), fmin(begin.min.y, end.min.y)},
                                     {fmax(begin.max.x, end.max.x), fmax(begin.max.y, end.max.y)}};
    }
    if (sought == EVO_OK || sought == EVO_ERROR_CORRUPT) return VERDICT_FINE;
    return run_failed(sought);
}

static verdict draw(play *p, const picture_style *style) {
    const char *path = p->asked->files[FILE_PICTURE];
    if (!path) return VERDICT_FINE;
    if (!scene_note_bodies(&p->stage)) return run_failed(EVO_ERROR_MEMORY);
    if (picture_write(path, &p->stage, p->asked->scene->name, style)) return VERDICT_FINE;
    return recorders_complain(path, FILE_PICTURE);
}

/* Plays, writes all files up to the first difference, and says how it went. */
static verdict play_through(play *p) {
    const picture_style style = {p->asked->show, p->asked->show_trails ? &p->trails : NULL,
                                 p->asked->size, p->asked->crop};
    verdict end = recorders_open(&p->recorders, &p->stage, p->asked, &style);
    if (end != VERDICT_FINE) return end;
    list_impacts(p);
    const verdict played = take_sample(p) == VERDICT_FINE ? play_on(p) : VERDICT_FILE;
    end = recorders_end(&p->recorders);
    if (end == VERDICT_FINE) end = draw(p, &style);
    if (played != VERDICT_FINE || end != VERDICT_FINE) return played != VERDICT_FINE ? played : end;
    evo_replay_info info = p->record->info;
    const bool part = p->asked->from > 0 || p->asked->to < info.steps;
    if (part)
        printf("steps %" PRIu64 " to %" PRIu64 ": all calls as they were recorded.\n",
               p->asked->from, p->asked->to < info.steps ? p->asked->to : info.steps);
    else
        printf("%" PRIu64 " steps, %" PRIu64 " calls: all as they were recorded.%s\n", p->call.step,
               p->call.number, p->unfinished ? " The record ends within a call." : "");
    return report_printed();
}

static verdict play_one(opened *o, const arguments *asked) {
    play p = {.asked = asked, .record = o};
    verdict end = find_view(&p);
    if (end == VERDICT_FINE) end = play_through(&p);
    trails_free(&p.trails);
    p.stage.world = NULL; /* the replay's own */
    scene_close(&p.stage);
    return end;
}

/* ---- Two records ----------------------------------------------------------------------------- */

/* Goes to a step of both; *same: their states are. */
static verdict go_to(opened both[2], uint64_t step, bool *same) {
    for (int i = 0; i < 2; ++i) {
        const evo_result result = evo_replay_seek(both[i].replay, step);
        if (result == EVO_ERROR_CORRUPT)
            return complain(VERDICT_FILE, "%s is damaged before step %" PRIu64 ".", both[i].path,
                            step);
        if (result != EVO_OK) return run_failed(result);
    }
    *same = evo_world_hash(both[0].world) == evo_world_hash(both[1].world);
    return VERDICT_FINE;
}

/* Makes the next call of a record again, up to a step. False: it is the last of them, or none. */
static bool next_call(opened *o, uint64_t step, evo_replay_call *call) {
    return evo_replay_next(o->replay, call) == EVO_OK && call->name && call->step == step;
}

/* Finds the first body, by number, that is or moves otherwise; false: there is none. */
static bool find_body(const opened both[2], evo_body *found) {
    const size_t count = evo_world_bodies(both[0].world, NULL, 0),
                 others = evo_world_bodies(both[1].world, NULL, 0);
    evo_body *a = malloc((count + 1) * sizeof *a), *b = malloc((others + 1) * sizeof *b);
    bool differs = false;
    if (a && b) {
        (void)evo_world_bodies(both[0].world, a, count);
        (void)evo_world_bodies(both[1].world, b, others);
    }
    for (size_t i = 0; a && b && !differs && (i < count || i < others); ++i) {
        *found = i < count ? a[i] : b[i];
        if (i < count && i < others && b[i].index < found->index) *found = b[i];
        evo_pose pose[2];
        evo_vec2 velocity[2];
        double spin[2];
        for (int k = 0; k < 2; ++k) {
            pose[k] = evo_body_pose(both[k].world, *found);
            velocity[k] = evo_body_velocity(both[k].world, *found);
            spin[k] = evo_body_spin(both[k].world, *found);
        }
        differs = i >= count || i >= others || !evo_body_equal(a[i], b[i])
                  || memcmp(&pose[0], &pose[1], sizeof *pose) != 0
                  || memcmp(&velocity[0], &velocity[1], sizeof *velocity) != 0
                  || memcmp(&spin[0], &spin[1], sizeof *spin) != 0;
    }
    free(a);
    free(b);
    return differs;
}

/* Says which body differs first, if any does. */
static void tell_body(const opened both[2]) {
    evo_body body;
    if (!find_body(both, &body)) return;
    const uint64_t tag = evo_body_tag(both[0].world, body);
    printf("Body %" PRIu32, body.index);
    if (tag != 0) printf(" (tag %" PRIu64 ")", tag);
    printf(" is the first that differs:\n");
    for (int i = 0; i < 2; ++i) {
        const evo_pose at = evo_body_pose(both[i].world, body);
        const evo_vec2 v = evo_body_velocity(both[i].world, body);
        if (evo_body_exists(both[i].world, body))
            printf("  at (%.17g, %.17g), angle %.17g, velocity (%.17g, %.17g), in %s\n",
                   at.position.x, at.position.y, at.angle, v.x, v.y, both[i].path);
        else
            printf("  not there in %s\n", both[i].path);
    }
}

/* Both are alike up to a step, and differ after the next one: finds the call between them. */
static verdict tell_call(opened both[2], uint64_t step) {
    bool same = true, goes[2] = {true, true};
    for (uint64_t number = 0; same && goes[0] && goes[1]; ++number) {
        evo_replay_call calls[2];
        char *texts[2];
        for (int i = 0; i < 2; ++i) {
            goes[i] = next_call(&both[i], step, &calls[i]);
            texts[i] = goes[i] ? text_of(&both[i]) : NULL;
        }
        const bool alike =
            texts[0] && texts[1] ? strcmp(texts[0], texts[1]) == 0 : texts[0] == texts[1];
        same = alike && evo_world_hash(both[0].world) == evo_world_hash(both[1].world);
        if (!same) {
            printf("They part in step %" PRIu64 ", call %" PRIu64 " behind step %" PRIu64 ":\n",
                   step + 1, number + 1, step);
            for (int i = 0; i < 2; ++i)
                printf("  %s, in %s\n", texts[i] ? texts[i] : "no call", both[i].path);
        }
        free(texts[0]);
        free(texts[1]);
    }
    tell_body(both);
    const verdict printed = report_printed();
    return printed == VERDICT_FINE ? VERDICT_FAILED : printed;
}

/* Halves the steps between one at which states are the same and one at which they differ. */
static verdict compare(opened both[2], const arguments *asked) {
    const uint64_t a = both[0].info.steps, b = both[1].info.steps, most = a < b ? a : b;
    uint64_t low = asked->from, high = asked->to < most ? asked->to : most;
    bool same = false;
    if (low > high)
        return complain(VERDICT_USAGE, "%s has %" PRIu64 " steps. Give an earlier one for --from.",
                        both[a <= b ? 0 : 1].path, most);
    verdict end = go_to(both, low, &same);
    if (end != VERDICT_FINE) return end;
    if (!same) {
        printf("They differ behind step %" PRIu64 " already.\n", low);
        tell_body(both);
        end = report_printed();
        return end == VERDICT_FINE ? VERDICT_FAILED : end;
    }
    end = go_to(both, high, &same);
    if (end == VERDICT_FINE && same) {
        printf("%" PRIu64 " steps: all states are the same.%s\n", high,
               a == b || asked->to <= most ? "" : " One record goes on.");
        return report_printed();
    }
    while (end == VERDICT_FINE && high - low > 1) {
        const uint64_t middle = low + (high - low) / 2;
        end = go_to(both, middle, &same);
        *(same ? &low : &high) = middle;
    }
    if (end == VERDICT_FINE) end = go_to(both, low, &same);
    return end == VERDICT_FINE ? tell_call(both, low) : end;
}

verdict replay(const arguments *asked) {
    opened both[2];
    memset(both, 0, sizeof both);
    verdict end = open_record(&both[0], asked->replay, asked->setting.lanes);
    if (end == VERDICT_FINE && asked->other)
        end = open_record(&both[1], asked->other, asked->setting.lanes);
    if (end == VERDICT_FINE) end = asked->other ? compare(both, asked) : play_one(&both[0], asked);
    close_record(&both[0]);
    close_record(&both[1]);
    return end;
}
