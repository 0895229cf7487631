/* solve.c: a way among planes. In: planes (n, depth, most) and a wanted way; out: the nearest way
 * w with n w >= depth for all of them, by pushes along normals, each from 0 to `most`. Pushes are
 * the multipliers of that least-squares problem, found one plane after the other (Hildreth, with
 * bounds); planes that contradict each other leave the last one kept. */
#include "evolute/mover.h"

#include "core/vector.h"
#include "shape/limits.h"

/* Times that all planes are looked at. Fewer: ways into wedges of a few degrees end in them. */
enum { ROUNDS = 2048 };

/* Fraction of the lengths in hand: pushes that change by less, all together, are final. */
static const double FINAL = 1e-14;

/* Pushes the way once by each plane; returns how far in all. */
static double push_all(evo_plane *planes, size_t count, evo_vec2 *way) {
    double total = 0;
    for (size_t i = 0; i < count; ++i) {
        evo_plane *p = &planes[i];
        const double before = p->push;
        const double wanted = before + p->depth - vec_dot(p->normal, *way);
        p->push = least_of(most_of(wanted, 0), p->most);
        *way = vec_along(*way, p->push - before, p->normal);
        total += fabs(p->push - before);
    }
    return total;
}

static bool planes_are_sound(const evo_plane *planes, size_t count) {
    for (size_t i = 0; i < count; ++i)
        if (!vector_fits(planes[i].normal) || !number_fits(planes[i].depth)
            || !(planes[i].most >= 0))
            return false;
    return count == 0 || planes;
}

evo_vec2 evo_planes_solve(evo_plane *planes, size_t count, evo_vec2 way) {
    if ((count > 0 && !planes) || !vector_fits(way) || !planes_are_sound(planes, count))
        return vec(0, 0);
    double size = fabs(way.x) + fabs(way.y);
    for (size_t i = 0; i < count; ++i) {
        planes[i].push = 0;
        size = most_of(size, fabs(planes[i].depth));
    }
    for (int i = 0; i < ROUNDS && push_all(planes, count, &way) > FINAL * size; ++i) continue;
    return way;
}

evo_vec2 evo_planes_clip(const evo_plane *planes, size_t count, evo_vec2 velocity) {
    for (size_t i = 0; i < count && planes; ++i) {
        if (!(planes[i].push > 0) || !planes[i].clips) continue;
        const double into = least_of(0, vec_dot(velocity, planes[i].normal));
        velocity = vec_along(velocity, -into, planes[i].normal);
    }
    return velocity;
}
