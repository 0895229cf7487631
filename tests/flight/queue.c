/* queue.c: events come in the order of their times, whatever the bins. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "flight/queue.h"
#include "suites.h"
#include "support/memory.h"
#include "support/random.h"

enum { BODIES = 300, ROUNDS = 20000 };

/* One event a body, and a linear search: what the queue must agree with. */
typedef struct plain {
    pair_entry firsts[BODIES];
} plain;

static plain *plain_make(void) {
    static plain made;
    memset(&made, 0, sizeof made);
    for (int i = 0; i < BODIES; ++i) made.firsts[i] = pair_entry_never((uint32_t)i);
    return &made;
}

static uint64_t slot_of(const plain *p, int body) {
    return triangle_slot((uint32_t)body, p->firsts[body].other);
}

/* By time, then by slot, then by number: two may plan the same meeting. */
static int plain_first(const plain *p) {
    int first = -1;
    for (int i = 0; i < BODIES; ++i) {
        double time = p->firsts[i].time;
        if (!(time < INFINITY)) continue;
        if (first < 0 || time < p->firsts[first].time
            || (time == p->firsts[first].time && slot_of(p, i) < slot_of(p, first)))
            first = i;
    }
    return first;
}

/* Seconds until a body's next event: of many magnitudes, and often equal. */
static double wait(int kind) {
    double choice = random_between(0, 1);
    if (kind == 0) return -log(random_between(1e-9, 1));
    if (choice < 0.2) return 0;
    if (choice < 0.5) return floor(random_between(0, 4)) * 0.25;
    if (choice < 0.9) return random_scale(1e-6, 1e3);
    return random_scale(1e3, 1e12);
}

static void renew(event_queue *q, plain *p, int body, double time) {
    p->firsts[body].time = time;
    p->firsts[body].other = (uint32_t)(body * 7 % BODIES);
    while (!queue_reserve(q, 1)) {}
    queue_push(q, p->firsts, (uint32_t)body);
}

/* The queue's first must be the linear search's. */
static int check_first(event_queue *q, const plain *p) {
    bool refused = false;
    const queue_event *first = queue_first(q, p->firsts, &refused);
    if (refused) first = queue_first(q, p->firsts, &refused);
    int wanted = plain_first(p);
    if (!first || (int)first->body != wanted || first->time != p->firsts[wanted].time)
        ck_abort_msg("body %d is not first, at %g", wanted, p->firsts[wanted].time);
    return wanted;
}

/* The first time, and the widest bin. */
static const double BEGIN = 4;

static void run_queue(int kind, test_memory *memory) {
    plain *p = plain_make();
    event_queue q;
    evo_allocator allocator = test_memory_allocator(memory);
    random_seed(11);
    while (!queue_init(&q, &allocator, BODIES, BEGIN, BEGIN)) queue_free(&q);
    for (int i = 0; i < BODIES; ++i) renew(&q, p, i, BEGIN + wait(kind));
    for (int i = 0; i < ROUNDS; ++i) {
        int first = check_first(&q, p);
        double now = p->firsts[first].time;
        queue_pop(&q);
        renew(&q, p, first, now + wait(kind));
        /* Another body's plan is outdated. */
        if (i % 3 == 0) renew(&q, p, (first + 1 + i) % BODIES, now + wait(kind));
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

static void push_at(event_queue *q, plain *p, uint32_t body, double time) {
    p->firsts[body].time = time;
    ck_assert(queue_reserve(q, 1));
    queue_push(q, p->firsts, body);
}

START_TEST(an_empty_queue_says_so) {
    test_memory memory = {0};
    evo_allocator allocator = test_memory_allocator(&memory);
    event_queue q;
    plain *p = plain_make();
    bool refused = false;
    ck_assert(queue_init(&q, &allocator, 2, 5, 1));
    ck_assert_ptr_null(queue_first(&q, p->firsts, &refused));
    push_at(&q, p, 0, 7); /* dead soon */
    push_at(&q, p, 0, 6);
    push_at(&q, p, 1, 1e300);
    ck_assert_double_eq(queue_first(&q, p->firsts, &refused)->time, 6);
    ck_assert_double_eq(queue_first(&q, p->firsts, &refused)->time, 6);
    queue_pop(&q);
    ck_assert_double_eq(queue_first(&q, p->firsts, &refused)->time, 1e300);
    queue_pop(&q);
    ck_assert_ptr_null(queue_first(&q, p->firsts, &refused));
    ck_assert(!refused);
    queue_free(&q);
}
END_TEST

/* The clock is set back by a power of two now and then, which changes no order. */
START_TEST(times_may_be_put_back) {
    plain *p = plain_make();
    test_memory memory = {0};
    evo_allocator allocator = test_memory_allocator(&memory);
    event_queue q;
    const double lap = 4096;
    random_seed(4);
    ck_assert(queue_init(&q, &allocator, BODIES, lap, lap));
    for (int i = 0; i < BODIES; ++i) renew(&q, p, i, lap + wait(0));
    for (int laps = 0; laps < 20;) {
        int first = check_first(&q, p);
        double now = p->firsts[first].time;
        queue_pop(&q);
        renew(&q, p, first, now + 100 * wait(0));
        if (now < 2 * lap) continue;
        for (int k = 0; k < BODIES; ++k) p->firsts[k].time -= lap;
        queue_rebase(&q, p->firsts, lap);
        ++laps;
    }
    queue_free(&q);
    ck_assert_uint_eq(memory.bytes, 0);
}
END_TEST

/* After a long time without events the clock is set back far beyond the last of them. */
START_TEST(times_may_be_put_back_far) {
    plain *p = plain_make();
    test_memory memory = {0};
    evo_allocator allocator = test_memory_allocator(&memory);
    const double amount = ldexp(1, 10 + 5 * _i);
    event_queue q;
    random_seed((uint64_t)_i);
    ck_assert(queue_init(&q, &allocator, BODIES, 1, 1));
    for (int i = 0; i < BODIES; ++i) renew(&q, p, i, 1 + wait(0));
    for (int i = 0; i < BODIES; ++i) renew(&q, p, i, amount + ldexp(amount, -30) * (1 + i % 97));
    for (int i = 0; i < BODIES; ++i) p->firsts[i].time -= amount;
    queue_rebase(&q, p->firsts, amount);
    double before = 0;
    for (int i = 0; i < BODIES / 4; ++i) {
        const int first = check_first(&q, p);
        const double now = p->firsts[first].time;
        ck_assert_double_ge(now, before);
        before = now;
        queue_pop(&q);
        renew(&q, p, first, INFINITY);
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
    tcase_add_loop_test(order, times_may_be_put_back_far, 0, 16);
    suite_add_tcase(suite, order);
    return suite;
}
