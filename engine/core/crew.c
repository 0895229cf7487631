/* crew.c: loops shared by workers. In: a loop; out: it is done. Invariant: a claim names its loop,
 * so a late worker takes no piece of another loop; and a loop is changed only when all its pieces
 * are done. */
#include "core/crew.h"

#include <assert.h>

#include "core/core.h"

/* Pieces of a loop for each worker: fewer wait longer for the last one, more are claimed more
 * often. */
enum { PIECES_A_WORKER = 8 };

void crew_init(crew *c, const evo_tasks *tasks) {
    *c = (crew){.workers = 1};
    if (tasks->workers < 2) return;
    c->tasks = *tasks;
    c->workers = tasks->workers < CREW_MOST ? tasks->workers : CREW_MOST;
}

/* The first piece of a share. */
static uint32_t first_piece(const crew *c, uint32_t share, uint32_t pieces) {
    return (uint32_t)((uint64_t)share * pieces / (uint32_t)c->workers);
}

/* A share: number of the loop, the piece behind its last one, and the next piece. A claim that
 * succeeds keeps the loop open until the piece is done. */
static uint64_t share_of(uint32_t loop, uint32_t end, uint32_t next) {
    assert(next <= end && end <= 0xffff && "numbers of pieces have 16 bits, and ascend");
    return (uint64_t)loop << 32 | end << 16 | next;
}

/* Claims a piece of a share of a loop; false: none is left, or the loop is over. */
static bool claim(crew *c, uint32_t share, uint32_t loop, uint32_t *piece) {
    atomic_uint_least64_t *at = &c->claims[share].number;
    uint64_t seen = atomic_load_explicit(at, memory_order_relaxed);
    do {
        if (seen >> 32 != loop || (seen & 0xffff) >= (seen >> 16 & 0xffff)) return false;
    } while (!atomic_compare_exchange_weak_explicit(at, &seen, seen + 1, memory_order_acquire,
                                                    memory_order_relaxed));
    *piece = (uint32_t)(seen & 0xffff);
    return true;
}

static void do_piece(crew *c, uint32_t piece, int worker) {
    const uint64_t items = atomic_load_explicit(&c->now.items, memory_order_relaxed);
    const uint32_t pieces = atomic_load_explicit(&c->now.pieces, memory_order_relaxed);
    const crew_piece run = atomic_load_explicit(&c->now.piece, memory_order_relaxed);
    void *data = atomic_load_explicit(&c->now.data, memory_order_relaxed);
    const uint32_t from = (uint32_t)(items * piece / pieces);
    const uint32_t to = (uint32_t)(items * (piece + 1) / pieces);
    assert(from < to && to <= items && "a piece has items of its loop");
    run(data, from, to, worker);
    atomic_fetch_add_explicit(&c->done[worker].number, 1, memory_order_release);
}

/* Does pieces of a loop, those of the worker's own share first, until none is left. */
static void work(crew *c, uint32_t loop, int worker) {
    uint32_t piece;
    for (int i = 0; i < c->workers; ++i)
        while (claim(c, (uint32_t)((worker + i) % c->workers), loop, &piece))
            do_piece(c, piece, worker);
}

static void stay(void *data, int worker) {
    crew *c = data;
    uint32_t last = 0;
    while (atomic_load_explicit(&c->now.open, memory_order_acquire)) {
        const uint32_t loop = atomic_load_explicit(&c->now.number, memory_order_acquire);
        if (loop != last)
            work(c, loop, worker);
        else
            MACHINE_PAUSE();
        last = loop;
    }
}

void crew_gather(crew *c) {
    if (c->workers < 2) return;
    atomic_store_explicit(&c->now.open, true, memory_order_release);
    c->tasks.start(c->tasks.context, stay, c, c->workers - 1);
}

void crew_dismiss(crew *c) {
    if (!atomic_load_explicit(&c->now.open, memory_order_relaxed)) return;
    atomic_store_explicit(&c->now.open, false, memory_order_release);
    c->tasks.finish(c->tasks.context);
}

/* Pieces that all workers did, ever. */
static uint64_t count_done(crew *c) {
    uint64_t sum = 0;
    for (int i = 0; i < c->workers; ++i)
        sum += atomic_load_explicit(&c->done[i].number, memory_order_acquire);
    return sum;
}

/* How many pieces a loop has; less than two are done alone. */
static uint32_t pieces_of(crew *c, uint32_t items, uint32_t least) {
    if (!c || !atomic_load_explicit(&c->now.open, memory_order_relaxed)) return 1;
    const uint32_t most = (uint32_t)c->workers * PIECES_A_WORKER, fits = items / least;
    return fits < most ? fits : most;
}

void crew_loop(crew *c, crew_piece piece, void *data, uint32_t items, uint32_t least) {
    const uint32_t pieces = pieces_of(c, items, least);
    if (pieces < 2) {
        if (items > 0) piece(data, 0, items, 0);
        return;
    }
    const uint64_t end = count_done(c) + pieces;
    const uint32_t loop = atomic_load_explicit(&c->now.number, memory_order_relaxed) + 1;
    atomic_store_explicit(&c->now.items, items, memory_order_relaxed);
    atomic_store_explicit(&c->now.pieces, pieces, memory_order_relaxed);
    atomic_store_explicit(&c->now.piece, piece, memory_order_relaxed);
    atomic_store_explicit(&c->now.data, data, memory_order_relaxed);
    for (uint32_t i = 0; i < (uint32_t)c->workers; ++i)
        atomic_store_explicit(
            &c->claims[i].number,
            share_of(loop, first_piece(c, i + 1, pieces), first_piece(c, i, pieces)),
            memory_order_release);
    atomic_store_explicit(&c->now.number, loop, memory_order_release);
    work(c, loop, 0);
    while (count_done(c) != end) MACHINE_PAUSE();
}
