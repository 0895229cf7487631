/* plain_gas.c: see plain_gas.h. */
#include "support/plain_gas.h"

#include <math.h>

/* The time until a coordinate crosses the wall: the root at which it decreases. */
static long double wall_time(long double gap, long double speed, long double pull) {
    if (gap < 0) gap = 0;
    if (pull == 0) return speed < 0 ? gap / -speed : INFINITY;
    long double square = speed * speed - 2 * pull * gap;
    if (square < 0) return INFINITY;
    long double time = (-speed - sqrtl(square)) / pull;
    return time > 0 ? time : INFINITY;
}

/* The time to one of the two walls along an axis: y if `upright`, x otherwise. */
static long double time_to_wall(const plain_gas *g, const plain_disk *d, bool upright, bool high) {
    long double at = upright ? d->y : d->x, speed = upright ? d->vy : d->vx;
    long double size = upright ? g->height : g->width, pull = upright ? g->pull : 0;
    if (high) return wall_time(size - d->radius - at, -speed, -pull);
    return wall_time(at - d->radius, speed, pull);
}

/* The time until disk b, shifted by `aside` to a periodic image, touches disk a. */
static long double pair_time(const plain_disk *a, const plain_disk *b, long double aside_x,
                             long double aside_y) {
    long double x = b->x + aside_x - a->x, y = b->y + aside_y - a->y;
    long double vx = b->vx - a->vx, vy = b->vy - a->vy, reach = a->radius + b->radius;
    long double closes = x * vx + y * vy, speed = vx * vx + vy * vy;
    long double square = closes * closes - speed * (x * x + y * y - reach * reach);
    if (closes >= 0 || square < 0) return INFINITY;
    return fmaxl((-closes - sqrtl(square)) / speed, 0);
}

/* A candidate for the next impact: with a wall, or with a periodic image of a disk. */
typedef struct plain_plan {
    long double time;
    int a, b;
    int wall; /* 2 * upright + high */
    long double aside_x, aside_y;
} plain_plan;

static void offer(plain_plan *first, plain_plan plan) {
    if (plan.time < first->time) *first = plan;
}

static void plan_pair(const plain_gas *g, int a, int b, plain_plan *first) {
    int boxes = g->boundary == EVO_PERIODIC ? 1 : 0;
    for (int i = -boxes; i <= boxes; ++i)
        for (int k = -boxes; k <= boxes; ++k) {
            plain_plan plan = {0, a, b, 0, i * g->width, k * g->height};
            plan.time = pair_time(&g->disks[a], &g->disks[b], plan.aside_x, plan.aside_y);
            offer(first, plan);
        }
}

static plain_plan first_plan(const plain_gas *g) {
    plain_plan first = {INFINITY, 0, 0, 0, 0, 0};
    for (int a = 0; a < g->count; ++a) {
        for (int b = a + 1; b < g->count; ++b) plan_pair(g, a, b, &first);
        for (int wall = 0; wall < 4 && g->boundary == EVO_WALLS; ++wall) {
            plain_plan plan = {0, a, -1, wall, 0, 0};
            plan.time = time_to_wall(g, &g->disks[a], wall / 2, wall % 2);
            offer(&first, plan);
        }
    }
    return first;
}

static void move_all(plain_gas *g, long double time) {
    for (int i = 0; i < g->count; ++i) {
        plain_disk *d = &g->disks[i];
        d->x += time * d->vx;
        d->y += time * d->vy + 0.5L * time * time * g->pull;
        d->vy += time * g->pull;
        if (g->boundary != EVO_PERIODIC) continue;
        d->x -= floorl(d->x / g->width) * g->width;
        d->y -= floorl(d->y / g->height) * g->height;
    }
    g->time += time;
}

static void strike_pair(plain_gas *g, const plain_plan *plan, plain_impact *done) {
    plain_disk *a = &g->disks[plan->a], *b = &g->disks[plan->b];
    /* Wrapping may have changed the image since then. */
    long double x = b->x - a->x, y = b->y - a->y;
    if (g->boundary == EVO_PERIODIC) {
        x -= roundl(x / g->width) * g->width;
        y -= roundl(y / g->height) * g->height;
    }
    long double length = hypotl(x, y);
    long double speed = -((b->vx - a->vx) * x + (b->vy - a->vy) * y) / length;
    long double impulse = 2 * speed * a->mass * b->mass / (a->mass + b->mass);
    a->vx -= impulse / a->mass * x / length;
    a->vy -= impulse / a->mass * y / length;
    b->vx += impulse / b->mass * x / length;
    b->vy += impulse / b->mass * y / length;
    done->speed = speed;
    done->impulse = impulse;
}

static void strike_wall(plain_gas *g, const plain_plan *plan, plain_impact *done) {
    plain_disk *d = &g->disks[plan->a];
    long double *speed = plan->wall / 2 ? &d->vy : &d->vx;
    done->speed = fabsl(*speed);
    done->impulse = 2 * d->mass * done->speed;
    *speed = plan->wall % 2 ? -done->speed : done->speed;
}

plain_impact plain_gas_next(plain_gas *g) {
    plain_plan plan = first_plan(g);
    plain_impact done = {INFINITY, plan.a, plan.b, 0, 0};
    if (!(plan.time < INFINITY)) return done;
    move_all(g, plan.time);
    done.time = g->time;
    if (plan.b < 0)
        strike_wall(g, &plan, &done);
    else
        strike_pair(g, &plan, &done);
    return done;
}
