/* overlap.c: sort and sweep: colliders are sorted by left edge; each is compared with those that
 * begin before its right edge. That is fast enough for a check between steps. */
#include "headless/overlap.h"

#include <stdlib.h>

#include "picture/images.h"

enum { MOST_JOINTS = 64 }; /* of a body, that are looked at */

typedef struct part {
    evo_shape shape;
    evo_pose at;
    evo_bounds bounds;
    size_t body;
    bool moves;
    evo_filter filter;
} part;

typedef struct part_list {
    part *all;
    size_t count, capacity;
} part_list;

static int by_left_edge(const void *a, const void *b) {
    double left = ((const part *)a)->bounds.min.x, right = ((const part *)b)->bounds.min.x;
    return (left > right) - (left < right);
}

static bool add_part(part_list *list, const part *added) {
    if (list->count == list->capacity) {
        size_t capacity = 2 * list->capacity + 64;
        part *all = realloc(list->all, capacity * sizeof *all);
        if (!all) return false;
        list->all = all;
        list->capacity = capacity;
    }
    list->all[list->count++] = *added;
    return true;
}

/* One shape, at all of its periodic images. */
static bool add_images(const scene_stage *stage, part_list *list, part p) {
    const evo_vec2 home = p.at.position;
    const images seen = images_of(stage, evo_shape_bounds(&p.shape, p.at));
    for (size_t i = 0; i < seen.count; ++i) {
        p.at.position.x = home.x + seen.shifts[i].x;
        p.at.position.y = home.y + seen.shifts[i].y;
        p.bounds = evo_shape_bounds(&p.shape, p.at);
        if (!add_part(list, &p)) return false;
    }
    return true;
}

static bool add_body(const scene_stage *stage, size_t body, evo_collider *found, size_t capacity,
                     part_list *list) {
    const evo_body handle = stage->actors[body].body;
    const size_t count = evo_body_colliders(stage->world, handle, found, capacity);
    for (size_t i = 0; i < count; ++i) {
        const evo_collider_config config = evo_collider_get(stage->world, found[i]);
        part p = {.shape = config.shape,
                  .filter = config.filter,
                  .at = evo_body_pose(stage->world, handle),
                  .body = body,
                  .moves = evo_body_get(stage->world, handle).kind == EVO_DYNAMIC};
        if (!add_images(stage, list, p)) return false;
    }
    return true;
}

static bool filters_let(evo_filter a, evo_filter b) {
    const evo_filter all = evo_filter_default();
    if (a.category == 0 && a.mask == 0) a.category = all.category, a.mask = all.mask;
    if (b.category == 0 && b.mask == 0) b.category = all.category, b.mask = all.mask;
    if (a.group == b.group && a.group != 0) return a.group > 0;
    return (a.category & b.mask) != 0 && (b.category & a.mask) != 0;
}

/* Whether a joint keeps two bodies from colliding. */
static bool are_joined(const scene_stage *stage, evo_body a, evo_body b) {
    evo_joint found[MOST_JOINTS];
    const size_t count = evo_body_joints(stage->world, a, found, MOST_JOINTS);
    for (size_t i = 0; i < count && i < MOST_JOINTS; ++i) {
        const evo_joint_config joint = evo_joint_get(stage->world, found[i]);
        const evo_body other = joint.a.index == a.index ? joint.b : joint.a;
        if (other.index == b.index && other.generation == b.generation && !joint.collide)
            return true;
    }
    return false;
}

static void measure_pair(const scene_stage *stage, const part *a, const part *b, overlap *found) {
    evo_gap gaps[2];
    if (a->body == b->body || !(a->moves || b->moves)) return;
    if (!filters_let(a->filter, b->filter)) return;
    if (a->bounds.min.y > b->bounds.max.y || b->bounds.min.y > a->bounds.max.y) return;
    if (!evo_overlap(&a->shape, a->at, &b->shape, b->at)) return;
    if (evo_contacts(&a->shape, a->at, &b->shape, b->at, 0, gaps) == 0) return;
    if (are_joined(stage, stage->actors[a->body].body, stage->actors[b->body].body)) return;
    found->sum -= gaps[0].distance;
    if (-gaps[0].distance <= found->deepest) return; /* the deepest contact comes first */
    found->deepest = -gaps[0].distance;
    found->where = gaps[0].point_a;
}

static void sweep(const scene_stage *stage, const part *parts, size_t count, overlap *found) {
    for (size_t i = 0; i < count; ++i)
        for (size_t j = i + 1; j < count && parts[j].bounds.min.x <= parts[i].bounds.max.x; ++j)
            measure_pair(stage, &parts[i], &parts[j], found);
}

bool overlap_measure(const scene_stage *stage, overlap *found) {
    const size_t all = evo_world_counters(stage->world).colliders;
    const overlap none = {0};
    evo_collider *colliders = malloc((all + 1) * sizeof *colliders);
    part_list parts = {0};
    bool enough = colliders != NULL;
    *found = none;
    for (size_t i = 0; enough && i < stage->count; ++i)
        enough = add_body(stage, i, colliders, all, &parts);
    if (enough && parts.count > 0) {
        qsort(parts.all, parts.count, sizeof *parts.all, by_left_edge);
        sweep(stage, parts.all, parts.count, found);
    }
    free(colliders);
    free(parts.all);
    return enough;
}
