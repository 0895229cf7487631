/* test_queue.c: events come in the order of their times, whatever the bins. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "impact/queue.h"
#include "suites.h"
#include "support/memory.h"
#include "support/random.h"

enum { BODIES = 300, ROUNDS = 20000 };

/* One event a body, looked through from end to end: what the queue must agree with. */
typedef struct plain {
    double time[BODIES];
    uint64_t slot[BODIES];
    uint32_t stamps[BODIES];
} plain;

static int plain_first(const plain *p) {
    int first = -1;
    for (int i = 0; i < BODIES; ++i) {
        if (!(p->time[i] < INFINITY)) continue;
        if (first < 0 || p->time[i] < p->time[first]
            || (p->time[i] == p->time[first] && p->slot[i] < p->slot[first]))
            first = i;
    }
    return first;
}

/* How long until a body's next event: of many sizes, and often the same as another's. */
static double wait(int kind) {
    double choice = random_between(0, 1);
    if (kind == 0) return -log(random_between(1e-9, 1));
    if (choice < 0.2) return 0;
    if (choice < 0.5) return floor(random_between(0, 4)) * 0.25;
    if (choice < 0.9) return random_scale(1e-6, 1e3);
    return random_scale(1e3, 1e12);
}

static void renew(event_queue *q, plain *p, int body, double now, int kind) {
    ++p->stamps[body];
    p->time[body] = now + wait(kind);
    p->slot[body] = (uint64_t)body * 7 % BODIES;
    queue_bodies bodies = {p->stamps, p->slot};
    while (!queue_push(q, &bodies, (uint32_t)body, p->time[body])) {}
}

static void run_queue(int kind, test_memory *memory) {
    static plain p;
    event_queue q;
    evo_allocator allocator = test_memory_allocator(memory);
    queue_bodies bodies = {p.stamps, p.slot};
    memset(&p, 0, sizeof p);
    random_seed(11);
    while (!queue_init(&q, &allocator, BODIES, 0)) queue_free(&q);
    for (int i = 0; i < BODIES; ++i) renew(&q, &p, i, 0, kind);
    for (int i = 0; i < ROUNDS; ++i) {
        bool refused = false;
        const queue_event *first = queue_first(&q, &bodies, &refused);
        if (refused) first = queue_first(&q, &bodies, &refused);
        int wanted = plain_first(&p);
        ck_assert_ptr_nonnull(first);
        ck_assert_msg((int)first->body == wanted && first->time == p.time[wanted],
                      "event %d is of body %u at %g, not of %d at %g", i, first->body, first->time,
                      wanted, p.time[wanted]);
        double now = first->time;
        queue_pop(&q);
        renew(&q, &p, wanted, now, kind);
        /* And somebody else's plans come to nothing. */
        if (i % 3 == 0) renew(&q, &p, (wanted + 1 + i) % BODIES, now, kind);
    }
    queue_free(&q);
    ck_assert_uint_eq(memory->bytes, 0);
}

START_TEST(events_come_by_time) {
    test_memory memory = {0};
    run_queue(_i, &memory);
}
END_TEST

START_TEST(refused_memory_loses_nothing) {
    test_memory whole = {0};
    run_queue(1, &whole);
    for (size_t k = 1; k <= whole.calls; ++k) {
        test_memory memory = {.refuse = k};
        run_queue(1, &memory);
        ck_assert_uint_eq(memory.refused, 1);
    }
}
END_TEST

START_TEST(an_empty_queue_says_so) {
    test_memory memory = {0};
    evo_allocator allocator = test_memory_allocator(&memory);
    event_queue q;
    uint32_t stamp = 0;
    uint64_t slot = 0;
    bool refused = false;
    const queue_bodies one = {&stamp, &slot};
    ck_assert(queue_init(&q, &allocator, 1, 5));
    ck_assert_ptr_null(queue_first(&q, &one, &refused));
    ck_assert(queue_push(&q, &one, 0, 7)); /* which is dead soon */
    stamp = 1;
    ck_assert(queue_push(&q, &one, 0, 6) && queue_push(&q, &one, 0, 1e300));
    ck_assert_double_eq(queue_first(&q, &one, &refused)->time, 6);
    ck_assert_double_eq(queue_first(&q, &one, &refused)->time, 6);
    queue_pop(&q);
    ck_assert_double_eq(queue_first(&q, &one, &refused)->time, 1e300);
    queue_pop(&q);
    ck_assert_ptr_null(queue_first(&q, &one, &refused));
    ck_assert(!refused);
    queue_free(&q);
}
END_TEST

/* The clock is put back by a power of two now and then, and nobody notices. */
START_TEST(times_may_be_put_back) {
    static plain p;
    test_memory memory = {0};
    evo_allocator allocator = test_memory_allocator(&memory);
    event_queue q;
    const double lap = 4096;
    queue_bodies bodies = {p.stamps, p.slot};
    memset(&p, 0, sizeof p);
    random_seed(4);
    ck_assert(queue_init(&q, &allocator, BODIES, lap));
    for (int i = 0; i < BODIES; ++i) renew(&q, &p, i, lap, 0);
    int laps = 0;
    for (long i = 0; laps < 20; ++i) {
        bool refused = false;
        const queue_event *first = queue_first(&q, &bodies, &refused);
        int wanted = plain_first(&p);
        ck_assert_int_eq((int)first->body, wanted);
        double now = first->time;
        queue_pop(&q);
        ++p.stamps[wanted];
        p.time[wanted] = now + 100 * wait(0);
        ck_assert(queue_push(&q, &bodies, (uint32_t)wanted, p.time[wanted]));
        if (now < 2 * lap) continue;
        queue_rebase(&q, lap);
        for (int k = 0; k < BODIES; ++k) p.time[k] -= lap;
        ++laps;
    }
    queue_free(&q);
    ck_assert_uint_eq(memory.bytes, 0);
}
END_TEST

Suite *suite_queue(void) {
    Suite *suite = suite_create("queue");
    TCase *order = tcase_create("order");
    tcase_add_loop_test(order, events_come_by_time, 0, 2);
    tcase_add_test(order, refused_memory_loses_nothing);
    tcase_add_test(order, an_empty_queue_says_so);
    tcase_add_test(order, times_may_be_put_back);
    suite_add_tcase(suite, order);
    return suite;
}
