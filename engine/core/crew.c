/* crew.c: loops shared by workers. In: a loop; out: it is done. Invariant: a claim names its loop,
 * so a late worker takes no piece of another loop; and a loop is changed only when all its pieces
 * are done. */
#include "core/crew.h"

#include <assert.h>

#include "core/core.h"

#if defined(_WIN32)
#ifdef __cplusplus
extern "C"
#endif
    __declspec(dllimport) int __stdcall SwitchToThread(void); /* without the names of windows.h */
#define MACHINE_YIELD() ((void)SwitchToThread())
#elif defined(__unix__) || defined(__APPLE__)
#include <sched.h>
#define MACHINE_YIELD() ((void)sched_yield())
#else
#define MACHINE_YIELD() ((void)0)
#endif

/* Number of pieces of a loop for each worker. Fewer: workers wait longer for the last piece; more:
 * pieces are claimed more often. */
enum { PIECES_A_WORKER = 8 };

/* Numbers of pauses after which a worker, and worker 0, first offer their core to other threads,
 * and between two such offers. More: where cores are fewer than workers, a waiting worker keeps a
 * core from a working one; fewer: each loop begins late. A piece that has begun ends soon, unless
 * its worker was interrupted. */
enum { WORKER_PATIENCE = 100, LEADER_PATIENCE = 1000, OFFERED_EVERY = 20 };

/* Pauses that a task waits for `start` to come back: some hundred microseconds. Fewer: tasks leave
 * where starting many takes long; more: a job system that runs them inside `start` costs more. */
enum { START_PATIENCE = 20000 };

void crew_wait(uint32_t *pauses, uint32_t patience) {
    if (++*pauses >= patience && *pauses % OFFERED_EVERY == 0)
        MACHINE_YIELD();
    else
        MACHINE_PAUSE();
}

/* The first piece of a share. */
static uint32_t first_piece(const crew *c, uint32_t share, uint32_t pieces) {
    return (uint32_t)((uint64_t)share * pieces / (uint32_t)c->workers);
}

/* A share: number of the loop, the piece behind its last one, and the next piece. A claim that
 * succeeds keeps the loop open until the piece is done. */
static uint64_t claim_share(uint32_t loop, uint32_t end, uint32_t next) {
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

/* Does pieces of a loop until none is left, the pieces of the worker's own share first. */
static void work(crew *c, uint32_t loop, int worker) {
    uint32_t piece;
    for (int i = 0; i < c->workers; ++i)
        while (claim(c, (uint32_t)((worker + i) % c->workers), loop, &piece))
            do_piece(c, piece, worker);
}

/* Changes the state, unless it is another one than `from` by now. */
static bool change_state(crew *c, unsigned from, crew_state to) {
    return atomic_compare_exchange_strong_explicit(&c->now.state, &from, (unsigned)to,
                                                   memory_order_acq_rel, memory_order_acquire);
}

static void stay(void *data, int worker) {
    crew *c = data;
    uint32_t last = 0, pauses = 0;
    for (;;) {
        const unsigned state = atomic_load_explicit(&c->now.state, memory_order_acquire);
        const uint32_t loop = atomic_load_explicit(&c->now.number, memory_order_acquire);
        if (state == CREW_AWAY) return;
        if (loop != last) {
            work(c, loop, worker);
            last = loop;
            pauses = 0;
        } else if (state == CREW_GATHERS && pauses == START_PATIENCE) {
            (void)change_state(c, CREW_GATHERS, CREW_AWAY); /* all others leave at once */
            pauses = 0;
        } else {
            crew_wait(&pauses, WORKER_PATIENCE);
        }
    }
}

void crew_gather(crew *c, const evo_tasks *tasks, int workers) {
    assert(workers > 1 && workers <= CREW_MOST && "there is somebody to gather");
    *c = (crew){.tasks = *tasks, .workers = workers};
    atomic_store_explicit(&c->now.state, CREW_GATHERS, memory_order_release);
    tasks->start(tasks->context, stay, c, workers - 1);
    (void)change_state(c, CREW_GATHERS, CREW_STAYS);
}

bool crew_dismiss(crew *c) {
    const bool stayed = change_state(c, CREW_STAYS, CREW_AWAY);
    c->tasks.finish(c->tasks.context);
    return stayed;
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
    if (!c || atomic_load_explicit(&c->now.state, memory_order_relaxed) != CREW_STAYS) return 1;
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
            claim_share(loop, first_piece(c, i + 1, pieces), first_piece(c, i, pieces)),
            memory_order_release);
    atomic_store_explicit(&c->now.number, loop, memory_order_release);
    work(c, loop, 0);
    for (uint32_t pauses = 0; count_done(c) != end;) crew_wait(&pauses, LEADER_PATIENCE);
}

/* ---- How many workers pay -------------------------------------------------------------------- */

/* Steps before more workers are tried for the first time, and least and most steps between two
 * trials. More: cores that become idle are found later; fewer: trials cost more. */
enum { FIRST_TRIAL = 2, LEAST_WAIT = 8, MOST_WAIT = 128 };

/* Steps in turn that decide: one alone may have been interrupted. */
enum { DECIDE = 2 };

/* Costs as multiples of the usual one: below, a trial is better; above, a step is slow. */
static const double BETTER = 0.95, SLOW = 1.3;

/* Part of the latest cost in the usual one. */
static const double LATEST = 0.125;

int crew_choose(const crew_choice *c, const evo_tasks *tasks) {
    const int most = tasks->workers;
    if (most < 2 || (!tasks->clock && c->steps > 0)) return 1;
    return tasks->clock && 1 << c->tried < most ? 1 << c->tried : most;
}

/* Stays with a number of workers, the longer the less trials gained. */
static void stay_with(crew_choice *c, int level) {
    c->level = c->tried = level;
    c->wait = c->wait == 0 ? LEAST_WAIT : c->wait < MOST_WAIT ? 2 * c->wait : MOST_WAIT;
    c->steps = c->wait;
    c->in_turn = 0;
}

/* The first step of a trial finds workers asleep and caches cold: it only may not be slow. */
static void note_trial(crew_choice *c, double cost) {
    if (!(cost < (c->in_turn < 0 ? SLOW : BETTER) * c->usual)) {
        c->fewer = !c->fewer;
        stay_with(c, c->level);
    } else if (++c->in_turn == DECIDE) {
        c->usual = cost;
        c->wait = 0;
        stay_with(c, c->tried);
    }
}

/* Tries others at once where steps have become slow. */
static void note_usual(crew_choice *c, double cost) {
    const bool slow = cost > SLOW * c->usual;
    c->in_turn = slow ? c->in_turn + 1 : 0;
    if (!slow) c->usual += LATEST * (cost - c->usual);
    if (c->in_turn < DECIDE) return;
    c->usual = cost;
    c->fewer = true;
    c->steps = 0;
}

void crew_note(crew_choice *c, const evo_tasks *tasks, bool stayed, double cost) {
    const bool alone = c->steps > 0; /* without a clock */
    c->steps -= alone;
    if (!stayed) {
        stay_with(c, 0);
    } else if (!tasks->clock) {
        c->wait = alone ? c->wait : 0;
    } else if (c->tried != c->level) {
        note_trial(c, cost);
    } else if (c->usual == 0) {
        c->usual = cost;
        c->steps = FIRST_TRIAL - 1;
    } else {
        note_usual(c, cost);
        if (c->steps > 0) return;
        c->fewer = c->level > 0 && (c->fewer || 1 << c->level >= tasks->workers);
        c->tried = c->fewer ? c->level - 1 : c->level + 1;
        c->in_turn = -1;
    }
}
