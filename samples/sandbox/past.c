/* past.c: the last minute. In: a stage, step by step; out: an earlier one, or the bytes of a
 * record. Invariant: moments are in order of time, and all together within PAST_BYTES, but the last
 * two. */
#include "sandbox/past.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "evolute/record.h"

/* Seconds that are kept, and from one moment to the next, at least. */
static const double PAST_SECONDS = 60, PAST_EVERY = 0.5;

/* Bytes of all moments, at most: large ones lie farther apart. Bytes of a tape from which on it is
 * cut earlier, and beyond which nothing is written: what is gone back to is written whole. */
static const size_t PAST_BYTES = 48 << 20, TAPE_BYTES = 16 << 20, TAPE_MOST = 48 << 20;

/* Steps on a tape: a minute. Steps from hash to hash: each takes about as long as a step. */
enum { TAPE_STEPS = 3600, PAST_HASHES = 60 };

/* ---- Moments --------------------------------------------------------------------------------- */

static void drop(past *p, size_t number) {
    p->bytes -= p->moments[number].size;
    free(p->moments[number].bytes);
    memmove(p->moments + number, p->moments + number + 1,
            (--p->count - number) * sizeof *p->moments);
}

/* Drops what is older than a minute, or too much. */
static void trim(past *p) {
    const double now = p->moments[p->count - 1].time;
    while (p->count > 2
           && (p->moments[0].time < now - PAST_SECONDS || p->bytes > PAST_BYTES
               || p->count == PAST_MOMENTS))
        drop(p, 0);
}

/* Seconds from a moment to the next one: of this size, they fill their bytes in a minute. */
static double spacing(const past_moment *m) {
    return fmax(PAST_EVERY, PAST_SECONDS * (double)m->size / (double)PAST_BYTES);
}

static void append(unsigned char *to, size_t *at, const void *from, size_t size) {
    if (size > 0) memcpy(to + *at, from, size);
    *at += size;
}

/* Saves a world with so many bytes behind it. It is visited once, if it is about as large as it was
 * for the moment before. */
static bool save(const past *p, const evo_world *world, past_moment *m, size_t behind) {
    size_t room = p->count > 0 ? p->moments[p->count - 1].world : 0;
    room += room / 8;
    m->bytes = malloc(room + behind);
    m->world = evo_world_save(world, m->bytes, m->bytes ? room : 0);
    m->size = m->world + behind;
    unsigned char *fitting = realloc(m->bytes, m->size);
    if (!fitting) free(m->bytes);
    m->bytes = fitting;
    return fitting && (m->world <= room || evo_world_save(world, fitting, m->world) == m->world);
}

static bool keep(past *p, const scene_stage *stage) {
    const size_t actors = stage->count * sizeof *stage->actors;
    past_moment m = {.time = evo_world_time(stage->world), .actors = stage->count};
    if (!save(p, stage->world, &m, stage->memory_size + actors)) return false;
    size_t at = m.world;
    append(m.bytes, &at, stage->memory, stage->memory_size);
    append(m.bytes, &at, stage->actors, actors);
    p->moments[p->count++] = m;
    p->bytes += m.size;
    trim(p);
    return true;
}

/* ---- Records --------------------------------------------------------------------------------- */

static bool write_tape(void *own, const void *bytes, size_t size) {
    past_tape *t = &((past *)own)->tapes[1];
    if (t->size + size > TAPE_MOST) return false;
    if (t->size + size > t->capacity) {
        const size_t capacity = 2 * (t->size + size);
        unsigned char *more = realloc(t->bytes, capacity);
        if (!more) return false;
        t->bytes = more;
        t->capacity = capacity;
    }
    memcpy(t->bytes + t->size, bytes, size);
    t->size += size;
    return true;
}

/* A tape that is a minute long becomes the first one. A recording that has failed begins anew after
 * a minute, too. */
static void record(past *p, evo_world *world) {
    const evo_record_config config = {.write = write_tape, .context = p, .hash_every = PAST_HASHES};
    past_tape *t = &p->tapes[1];
    const bool full = t->steps++ >= TAPE_STEPS || t->size > TAPE_BYTES;
    if (p->recorded == world && !full) return;
    if (p->recorded == world) {
        const past_tape oldest = p->tapes[0];
        (void)evo_record_end(world);
        p->tapes[0] = *t;
        *t = oldest;
    }
    t->size = 0;
    t->steps = 1;
    p->recorded = world;
    (void)evo_record_begin(world, &config);
}

unsigned char *past_record(const past *p, size_t *size) {
    const past_tape *first = &p->tapes[0], *second = &p->tapes[1];
    *size = 0;
    unsigned char *bytes =
        first->size + second->size > 0 ? malloc(first->size + second->size) : NULL;
    if (!bytes) return NULL;
    append(bytes, size, first->bytes, first->size);
    append(bytes, size, second->bytes, second->size);
    return bytes;
}

/* ---- Taking and going ------------------------------------------------------------------------ */

void past_take(past *p, const scene_stage *stage) {
    const double now = evo_world_time(stage->world);
    while (p->count > 0 && p->moments[p->count - 1].time > now) drop(p, p->count - 1);
    const past_moment *last = p->count > 0 ? &p->moments[p->count - 1] : NULL;
    if (!last || now >= last->time + spacing(last)) (void)keep(p, stage);
    p->shown = p->count;
    record(p, stage->world);
}

/* Gives the stage what it had then. Actors that came later are gone, and are not shown. */
static bool go_to(const past_moment *m, scene_stage *stage) {
    if (evo_world_load(stage->world, m->bytes, m->world) != EVO_OK) return false;
    const unsigned char *from = m->bytes + m->world;
    if (stage->memory_size > 0) memcpy(stage->memory, from, stage->memory_size);
    if (m->actors > 0)
        memcpy(stage->actors, from + stage->memory_size, m->actors * sizeof *stage->actors);
    stage->count = m->actors;
    return true;
}

/* Keeps the present before it is left, so that there is a way back to it. */
bool past_go(past *p, scene_stage *stage, size_t number) {
    const double now = evo_world_time(stage->world);
    const bool later = p->count > 0 && p->moments[p->count - 1].time < now;
    if (number >= p->count) return true;
    const double wanted = p->moments[number].time;
    if (p->shown == p->count && later && !keep(p, stage)) return false;
    while (number > 0 && (number >= p->count || p->moments[number].time > wanted)) --number;
    if (!go_to(&p->moments[number], stage)) return false;
    p->shown = number;
    return true;
}

void past_clear(past *p) {
    while (p->count > 0) drop(p, p->count - 1);
    for (int i = 0; i < 2; ++i) free(p->tapes[i].bytes);
    memset(p, 0, sizeof *p);
}
