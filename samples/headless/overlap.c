/* overlap.c: colliders sorted by their left edge; each is compared with those that begin before it
 * ends. Nothing cleverer is needed once a run. */
#include "headless/overlap.h"

#include <stdlib.h>

typedef struct part {
    evo_shape shape;
    evo_pose at;
    evo_bounds bounds;
    size_t body;
    bool moves;
} part;

static int by_left_edge(const void *a, const void *b) {
    double left = ((const part *)a)->bounds.min.x, right = ((const part *)b)->bounds.min.x;
    return (left > right) - (left < right);
}

static size_t collect_body(const scene_stage *stage, size_t body, evo_collider *found,
                           part *parts) {
    const evo_body handle = stage->actors[body].body;
    const size_t capacity = evo_world_counters(stage->world).colliders;
    const size_t count = evo_body_colliders(stage->world, handle, found, capacity);
    for (size_t i = 0; i < count; ++i) {
        part *p = &parts[i];
        p->shape = evo_collider_get(stage->world, found[i]).shape;
        p->at = evo_body_pose(stage->world, handle);
        p->bounds = evo_shape_bounds(&p->shape, p->at);
        p->body = body;
        p->moves = evo_body_get(stage->world, handle).kind == EVO_DYNAMIC;
    }
    return count;
}

static void measure_pair(const part *a, const part *b, overlap *found) {
    evo_gap gaps[2];
    if (a->body == b->body || !(a->moves || b->moves)) return;
    if (a->bounds.min.y > b->bounds.max.y || b->bounds.min.y > a->bounds.max.y) return;
    if (!evo_overlap(&a->shape, a->at, &b->shape, b->at)) return;
    ++found->pairs;
    if (evo_contacts(&a->shape, a->at, &b->shape, b->at, 0, gaps) == 0) return;
    if (-gaps[0].distance <= found->deepest) return; /* the deepest place comes first */
    found->deepest = -gaps[0].distance;
    found->where = gaps[0].point_a;
}

static void sweep(const part *parts, size_t count, overlap *found) {
    for (size_t i = 0; i < count; ++i)
        for (size_t j = i + 1; j < count && parts[j].bounds.min.x <= parts[i].bounds.max.x; ++j)
            measure_pair(&parts[i], &parts[j], found);
}

bool overlap_measure(const scene_stage *stage, overlap *found) {
    const size_t all = evo_world_counters(stage->world).colliders;
    const overlap none = {0};
    part *parts = malloc((all + 1) * sizeof *parts);
    evo_collider *colliders = malloc((all + 1) * sizeof *colliders);
    *found = none;
    if (parts && colliders) {
        size_t count = 0;
        for (size_t i = 0; i < stage->count; ++i)
            count += collect_body(stage, i, colliders, parts + count);
        qsort(parts, count, sizeof *parts, by_left_edge);
        sweep(parts, count, found);
    }
    const bool enough = parts && colliders;
    free(colliders);
    free(parts);
    return enough;
}
