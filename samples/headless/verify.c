/* verify.c: checks a scene against physical laws: bodies do not overlap, energy does not grow,
 * momentum is conserved without external forces, and lossless event worlds are reversible in time.
 * Which laws apply follows from the scene's bodies. */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "evolute/event.h"
#include "headless/overlap.h"
#include "headless/report.h"
#include "headless/run.h"

/* Properties of a scene that decide which laws apply. */
typedef struct scene_properties {
    bool events, elastic; /* no impact loses energy */
    bool driven;          /* a kinematic body, a surface speed or a motor may add energy */
    bool free;            /* no external forces: momentum is conserved */
    double size;          /* half the root mean bounds' area of the dynamic bodies */
} scene_properties;

/* Tolerances. Impacts are exact to rounding. In steps, contacts are soft springs, so resting bodies
 * overlap a little and fast heaps more for some steps; there only the sum of all overlaps per body
 * is limited. */
static const double EXACT = 1e-9, MEAN_OVERLAP_OF_CONTACTS = 0.3, GAIN_OF_CONTACTS = 0.01,
                    MOMENTUM_OF_CONTACTS = 1e-5, RETURN = 1e-6;

/* Impacts per body before time is reversed, unless chaos allows no more: errors grow as the
 * distance of a twin does, whose directions differ by a little, until that is another part of a
 * size. Rounding is smaller than the difference by six orders, so by then it has grown to 1e-8 of a
 * size. */
static const double HITS_BEFORE_RETURN = 10, TWIN_DIFFERS = 1e-10, TWIN_APART = 0.01;

/* Seconds: rounding may separate simultaneous impacts by this much. */
static const double INSTANT = 1e-12;

typedef struct trial {
    const arguments *asked;
    scene_stage stage;
    scene_properties is;
    sample began;
    bool simultaneous; /* a body had several impacts at one instant */
    double most_kinetic, most_energy, deepest, mean_overlap, hardest; /* change of momentum */
    verdict found;
} trial;

/* ---- What the scene is like ------------------------------------------------------------------ */

static void find_shape_properties(trial *t, evo_body body, bool moves) {
    const evo_world *world = t->stage.world;
    evo_collider found[16];
    size_t count = evo_body_colliders(world, body, found, 16);
    for (size_t i = 0; i < count && i < 16; ++i) {
        const evo_material m = evo_collider_get(world, found[i]).material;
        if (moves) t->is.elastic &= m.restitution == 1 && m.friction == 0;
    }
}

static void find_grounded_joints(trial *t, evo_body body) {
    evo_joint found[64];
    const size_t count = evo_body_joints(t->stage.world, body, found, 64);
    for (size_t i = 0; i < count && i < 64; ++i) {
        const evo_joint_config joint = evo_joint_get(t->stage.world, found[i]);
        t->is.free &= joint.a.generation != 0 && joint.b.generation != 0;
    }
}

static scene_properties find_properties(trial *t) {
    const evo_world_config *config = &t->stage.config;
    double area = 0, movers = 0;
    t->is.events = config->exact != NULL;
    t->is.driven = scene_is_driven(&t->stage);
    t->is.elastic = true;
    t->is.free = config->gravity.x == 0 && config->gravity.y == 0 && config->boundary != EVO_WALLS;
    for (size_t i = 0; i < t->stage.count; ++i) {
        const evo_body body = t->stage.actors[i].body;
        const bool moves = scene_moves(&t->stage, i);
        find_shape_properties(t, body, moves);
        find_grounded_joints(t, body);
        t->is.free &= moves;
        if (!moves) continue;
        ++movers;
        evo_collider first;
        if (evo_body_colliders(t->stage.world, body, &first, 1) == 0) continue;
        const evo_shape shape = evo_collider_get(t->stage.world, first).shape;
        const evo_pose here = {{0, 0}, 0};
        const evo_bounds b = evo_shape_bounds(&shape, here);
        area += (b.max.x - b.min.x) * (b.max.y - b.min.y);
    }
    t->is.size = movers > 0 ? sqrt(area / movers) / 2 : 1;
    return t->is;
}

/* ---- Watching -------------------------------------------------------------------------------- */

static double momentum_change(const trial *t, const sample *now) {
    return hypot(now->momentum.x - t->began.momentum.x, now->momentum.y - t->began.momentum.y);
}

static verdict watch(void *own) {
    trial *t = own;
    const sample now = sample_take(&t->stage);
    overlap found;
    if (!overlap_measure(&t->stage, &found))
        return complain(VERDICT_FAILED, "memory ran out. Run it with fewer bodies.");
    t->deepest = fmax(t->deepest, found.deepest);
    if (now.movers > 0) t->mean_overlap = fmax(t->mean_overlap, found.sum / (double)now.movers);
    t->most_kinetic = fmax(t->most_kinetic, now.kinetic);
    t->most_energy = fmax(t->most_energy, sample_energy(&now));
    t->hardest = fmax(t->hardest, momentum_change(t, &now));
    return VERDICT_FINE;
}

/* Steps between samples are not checked. */
static verdict ignore_step(void *own) {
    (void)own;
    return VERDICT_FINE;
}

/* ---- Judging --------------------------------------------------------------------------------- */

/* Prints one line per law. */
static void judge(trial *t, const char *law, bool kept, const char *format, ...) {
    va_list values;
    printf("%-14s %-8s ", law, kept ? "kept" : "BROKEN");
    va_start(values, format);
    vprintf(format, values);
    va_end(values);
    printf("\n");
    if (!kept) t->found = VERDICT_FAILED;
}

static void skip(const char *law, const char *why) {
    printf("%-14s %-8s %s\n", law, "-", why);
}

static void judge_overlap(trial *t) {
    const double deepest = t->deepest / t->is.size, mean = t->mean_overlap / t->is.size;
    if (t->is.events)
        judge(t, "overlap", deepest <= EXACT, "at most %.3g of a size of %.3g (allowed: %g)",
              deepest, t->is.size, EXACT);
    else
        judge(t, "overlap", mean <= MEAN_OVERLAP_OF_CONTACTS,
              "for each body at most %.3g of a size of %.3g (allowed: %g), one once %.3g", mean,
              t->is.size, MEAN_OVERLAP_OF_CONTACTS, deepest);
}

static void judge_energy(trial *t) {
    const double gain = t->most_energy - sample_energy(&t->began);
    const double most = fmax(t->most_kinetic, fabs(t->began.potential));
    const double scale = most > 0 ? most : 1;
    const double allowed = t->is.events ? EXACT : GAIN_OF_CONTACTS;
    const sample end = sample_take(&t->stage);
    const double drift = fabs(sample_energy(&end) - sample_energy(&t->began)) / scale;
    if (t->is.driven)
        skip("energy", "a driven body may add some");
    else if (t->is.elastic && t->is.events)
        judge(t, "energy", drift <= EXACT, "is off by %.3g (allowed: %g)", drift, EXACT);
    else
        judge(t, "energy", gain <= allowed * scale, "has grown by at most %.3g (allowed: %g)",
              gain / scale, allowed);
}

static void judge_momentum(trial *t) {
    const double scale = sqrt(2 * t->most_kinetic * t->began.mass);
    const double allowed = t->is.events ? EXACT : MOMENTUM_OF_CONTACTS;
    if (t->is.free)
        judge(t, "momentum", t->hardest <= allowed * scale, "is off by %.3g (allowed: %g)",
              scale > 0 ? t->hardest / scale : 0, allowed);
    else
        skip("momentum", "gravity, walls or static bodies take some");
}

/* ---- Back in time ---------------------------------------------------------------------------- */

static void reverse_velocities(const scene_stage *stage) {
    for (size_t i = 0; i < stage->count; ++i) {
        const evo_body body = stage->actors[i].body;
        const evo_vec2 v = evo_body_velocity(stage->world, body), back = {-v.x, -v.y};
        if (!scene_moves(stage, i)) continue;
        evo_body_set_velocity(stage->world, body, back);
        evo_body_set_spin(stage->world, body, -evo_body_spin(stage->world, body));
    }
}

static double apart(const scene_stage *stage, evo_vec2 a, evo_vec2 b) {
    const evo_bounds box = stage->config.bounds;
    double x = a.x - b.x, y = a.y - b.y;
    if (stage->config.boundary == EVO_PERIODIC) {
        x = remainder(x, box.max.x - box.min.x);
        y = remainder(y, box.max.y - box.min.y);
    }
    return hypot(x, y);
}

static bool share_a_body(const evo_impact *x, const evo_impact *y) {
    return x->a.index == y->a.index || x->a.index == y->b.index || x->b.index == y->a.index
           || x->b.index == y->b.index;
}

/* Impacts are sorted by time. */
static bool any_simultaneous(const scene_stage *stage) {
    size_t count;
    const evo_impact *impacts = evo_world_impacts(stage->world, &count);
    for (size_t i = 0; i < count; ++i)
        for (size_t k = i + 1; k < count && impacts[k].time - impacts[i].time < INSTANT; ++k)
            if (share_a_body(&impacts[i], &impacts[k])) return true;
    return false;
}

static void make_differ(const scene_stage *twin) {
    for (size_t i = 0; i < twin->count; ++i) {
        const evo_body body = twin->actors[i].body;
        const evo_vec2 v = evo_body_velocity(twin->world, body);
        const evo_vec2 turned = {v.x - TWIN_DIFFERS * v.y, v.y + TWIN_DIFFERS * v.x};
        if (scene_moves(twin, i)) evo_body_set_velocity(twin->world, body, turned);
    }
}

static bool are_apart(const trial *t, const scene_stage *stage, const scene_stage *twin) {
    for (size_t i = 0; i < stage->count; ++i) {
        const evo_vec2 here = evo_body_pose(stage->world, stage->actors[i].body).position;
        const evo_vec2 there = evo_body_pose(twin->world, twin->actors[i].body).position;
        if (apart(stage, here, there) > TWIN_APART * t->is.size) return true;
    }
    return false;
}

/* Runs forward until each body has had a few impacts, or chaos is at hand; `time` is how long that
 * took. */
static evo_result run_forward(trial *t, scene_stage *stage, scene_stage *twin, double *time) {
    const double hits = HITS_BEFORE_RETURN * fmax(1, (double)t->began.movers / 2);
    evo_result result = EVO_OK;
    make_differ(twin);
    while (*time < t->asked->seconds && result == EVO_OK && !are_apart(t, stage, twin)
           && (double)evo_world_counters(stage->world).impacts < hits) {
        result = scene_step(stage, SCENE_STEP);
        if (result == EVO_OK) result = scene_step(twin, SCENE_STEP);
        t->simultaneous |= any_simultaneous(stage);
        *time += SCENE_STEP;
    }
    return result;
}

/* The greatest distance from the start after a run forward and back. */
static verdict run_forward_and_back(trial *t, double *farthest) {
    arguments asked = *t->asked;
    scene_stage stage, twin;
    double time = 0;
    asked.setting.keep_impacts = true;
    verdict end = run_open(&stage, &asked);
    const verdict twin_end = run_open(&twin, &asked);
    if (end == VERDICT_FINE) end = twin_end;
    evo_vec2 *from = malloc((t->stage.count + 1) * sizeof *from);
    if (end == VERDICT_FINE && !from)
        end = complain(VERDICT_FAILED, "memory ran out. Run it with fewer bodies.");
    if (end == VERDICT_FINE) {
        for (size_t i = 0; i < stage.count; ++i)
            from[i] = evo_body_pose(stage.world, stage.actors[i].body).position;
        evo_result result = run_forward(t, &stage, &twin, &time);
        reverse_velocities(&stage);
        if (result == EVO_OK) result = scene_step(&stage, time);
        if (result != EVO_OK) end = run_failed(result);
        *farthest = 0;
        for (size_t i = 0; i < stage.count; ++i)
            *farthest =
                fmax(*farthest, apart(&stage, from[i],
                                      evo_body_pose(stage.world, stage.actors[i].body).position));
    }
    free(from);
    scene_close(&twin);
    scene_close(&stage);
    return end;
}

static verdict judge_return(trial *t) {
    double farthest;
    if (!t->is.events || !t->is.elastic || t->is.driven) {
        skip("time reversal", t->is.events ? "impacts lose energy" : "steps go one way");
        return VERDICT_FINE;
    }
    const verdict end = run_forward_and_back(t, &farthest);
    if (end == VERDICT_FINE && t->simultaneous && farthest > RETURN * t->is.size)
        skip("time reversal", "simultaneous impacts on one body are not reversible");
    else if (end == VERDICT_FINE)
        judge(t, "time reversal", farthest <= RETURN * t->is.size,
              "all come back within %.3g of a size (allowed: %g)", farthest / t->is.size, RETURN);
    return end;
}

static verdict check_laws(trial *t) {
    verdict end = watch(t);
    if (end == VERDICT_FINE) end = run_through(&t->stage, t->asked, 0, ignore_step, watch, t);
    if (end != VERDICT_FINE) return end;
    const size_t lost = scene_lost(&t->stage);
    judge(t, "presence", lost == 0, "%zu have left the scene", lost);
    judge_overlap(t);
    judge_energy(t);
    judge_momentum(t);
    end = judge_return(t);
    if (end == VERDICT_FINE) end = t->found;
    const verdict printed = report_printed();
    return end != VERDICT_FINE ? end : printed;
}

verdict verify(const arguments *asked) {
    trial t = {.asked = asked};
    verdict end = run_open(&t.stage, asked);
    if (end == VERDICT_FINE) {
        find_properties(&t);
        t.began = sample_take(&t.stage);
        t.most_energy = -INFINITY;
        end = check_laws(&t);
    }
    scene_close(&t.stage);
    return end;
}
