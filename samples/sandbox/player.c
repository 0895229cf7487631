/* player.c: a record being played. In: bytes, and the steps that are wanted; out: the replay's
 * world, and what is to be shown beside it. Invariant: step <= read <= info.steps; steps up to
 * `read` are compared, and evo_replay_seek goes to them quickly. */
#include "sandbox/player.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "evolute/query.h"

/* Bytes of keyframes. */
static const size_t BUDGET = 128 << 20;

/* ---- Opening --------------------------------------------------------------------------------- */

evo_result player_open(player *p, const void *bytes, size_t size) {
    memset(p, 0, sizeof *p);
    evo_result result = evo_replay_open(&p->replay, bytes, size, NULL);
    if (result == EVO_OK) result = evo_replay_set_budget(p->replay, BUDGET);
    if (result == EVO_OK) result = evo_replay_info_of(p->replay, &p->info);
    p->mark_count = result == EVO_OK ? evo_replay_marks(p->replay, NULL, 0) : 0;
    p->marks = malloc((p->mark_count + 1) * sizeof *p->marks);
    if (result == EVO_OK && !p->marks) result = EVO_ERROR_MEMORY;
    if (result != EVO_OK) {
        player_close(p);
        return result;
    }
    (void)evo_replay_marks(p->replay, p->marks, p->mark_count);
    p->goal = p->info.steps;
    return EVO_OK;
}

void player_close(player *p) {
    evo_replay_close(p->replay);
    free(p->marks);
    memset(p, 0, sizeof *p);
}

/* ---- Steps ----------------------------------------------------------------------------------- */

/* Notes a call that differs, unless an earlier one does. */
static void compare(player *p, const evo_replay_call *call) {
    static const char *const HOW[] = {"", "its result differs", "its callbacks are asked otherwise",
                                      "the state differs"};
    if (call->difference == EVO_SAME || (p->differs && p->difference <= call->step + 1)) return;
    p->differs = true;
    p->difference = call->step + 1;
    snprintf(p->how, sizeof p->how, "%s: %s", call->name, HOW[call->difference]);
}

/* Takes note of where the replay is after a call. */
static bool arrive(player *p, const evo_replay_call *call) {
    if (call->name) compare(p, call);
    if (p->result != EVO_OK || !call->name) return false;
    if (++p->step > p->read) p->read = p->step;
    return true;
}

/* The first hit that a query has without its filter, in the state in which it was asked. */
static void find_hit(player_query *q, const evo_world *world) {
    const evo_replay_query *asked = &q->asked;
    const evo_vec2 from = asked->from.position, to = {from.x + asked->way.x, from.y + asked->way.y};
    const evo_pose end = {to, asked->from.angle};
    if (asked->hits == 0 || (asked->way.x == 0 && asked->way.y == 0)) return;
    const evo_ray_hit hit =
        asked->shape.kind == EVO_NO_SHAPE
            ? evo_world_ray(world, from, to, NULL)
            : evo_world_cast_shape(world, &asked->shape, asked->from, end, NULL);
    q->has_hit = hit.hit && !hit.inside;
    q->hit = hit.point;
}

/* A query that a call has added. */
static void note_query(player *p) {
    evo_replay_query asked[PLAYER_QUERIES];
    const size_t count = evo_replay_queries(p->replay, asked, PLAYER_QUERIES);
    for (; p->query_count < count && p->query_count < PLAYER_QUERIES; ++p->query_count) {
        player_query *q = &p->queries[p->query_count];
        *q = (player_query){.asked = asked[p->query_count]};
        find_hit(q, evo_replay_world(p->replay));
    }
}

static void note_call(player *p, const evo_replay_call *call) {
    if (p->call_count++ >= PLAYER_CALLS) return;
    player_call *noted = &p->calls[p->call_count - 1];
    noted->differs = call->difference != EVO_SAME;
    (void)evo_replay_describe(p->replay, noted->text, sizeof noted->text);
}

static void forget_calls(player *p) {
    p->call_count = p->query_count = 0;
}

static bool is_step(const evo_replay_call *call) {
    return strcmp(call->name, "evo_world_step") == 0;
}

bool player_step(player *p) {
    evo_replay_call call;
    forget_calls(p);
    do {
        p->result = evo_replay_next(p->replay, &call);
        if (p->result != EVO_OK || !call.name) return arrive(p, &call);
        compare(p, &call);
        note_call(p, &call);
        if (!is_step(&call)) note_query(p);
    } while (!is_step(&call));
    return arrive(p, &call);
}

/* ---- Seeking --------------------------------------------------------------------------------- */

bool player_reads(const player *p) {
    return p->goal > p->read;
}

/* A record that is damaged ends where it is. */
static void give_up(player *p) {
    p->goal = 0;
    if (p->back > p->read) p->back = p->read;
}

void player_read(player *p, double seconds, double (*clock)(void)) {
    const double begun = clock();
    double now = begun;
    if (p->step < p->read && evo_replay_seek(p->replay, p->read) == EVO_OK) p->step = p->read;
    while (player_reads(p) && now - begun <= seconds) {
        evo_replay_call last;
        p->result = evo_replay_next_step(p->replay, &last);
        if (!arrive(p, &last)) give_up(p);
        now = clock();
    }
    forget_calls(p);
}

/* The last step is made call by call. */
void player_seek(player *p, uint64_t step) {
    if (step > p->info.steps) step = p->info.steps;
    p->goal = p->back = step;
    if (player_reads(p)) return;
    const uint64_t before = step > 0 ? step - 1 : 0;
    forget_calls(p);
    p->result = evo_replay_seek(p->replay, before);
    if (p->result == EVO_OK) p->step = before;
    if (p->step < step) (void)player_step(p);
}

bool player_look(player *p, uint64_t step) {
    return step <= p->read && evo_replay_seek(p->replay, step) == EVO_OK;
}

/* ---- Marks ----------------------------------------------------------------------------------- */

static void consider(const player *p, bool behind, uint64_t step, uint64_t *best) {
    const bool wanted = behind ? step > p->step : step < p->step;
    if (wanted && (*best == p->step || (behind ? step < *best : step > *best))) *best = step;
}

uint64_t player_mark(const player *p, bool behind) {
    uint64_t best = p->step;
    for (size_t i = 0; i < p->mark_count; ++i) consider(p, behind, p->marks[i].step, &best);
    if (p->differs) consider(p, behind, p->difference, &best);
    return best;
}

/* ---- Painting -------------------------------------------------------------------------------- */

static void paint_query(const player_query *q, const view *v) {
    const evo_replay_query *asked = &q->asked;
    const pen_style style = {.line = asked->differs ? v->colours->accent : v->colours->fit,
                             .width = 1.5,
                             .dashed = asked->hits == 0};
    const evo_vec2 from = asked->from.position, to = {from.x + asked->way.x, from.y + asked->way.y};
    const evo_pose end = {to, asked->from.angle};
    const bool goes = asked->way.x != 0 || asked->way.y != 0;
    const evo_bounds b = asked->bounds;
    const evo_vec2 corners[] = {b.min, {b.max.x, b.min.y}, b.max, {b.min.x, b.max.y}};
    if (goes) view_line(v, from, to, style);
    if (asked->shape.kind != EVO_NO_SHAPE) view_shape(v, &asked->shape, asked->from, style);
    if (asked->shape.kind != EVO_NO_SHAPE && goes) view_shape(v, &asked->shape, end, style);
    if (b.max.x > b.min.x)
        for (int i = 0; i < 4; ++i) view_line(v, corners[i], corners[(i + 1) % 4], style);
    if (q->has_hit) view_dot(v, q->hit, 4, style.line);
}

void player_paint(const player *p, const view *v) {
    for (size_t i = 0; i < p->query_count; ++i) paint_query(&p->queries[i], v);
}
