#include "picture/crop.h"

#include <math.h>

/* Parts of the longer side: what is left free around it. */
static const double FREE = 0.05;

static evo_bounds joined(evo_bounds a, evo_bounds b) {
    const evo_bounds both = {{fmin(a.min.x, b.min.x), fmin(a.min.y, b.min.y)},
                             {fmax(a.max.x, b.max.x), fmax(a.max.y, b.max.y)}};
    return both;
}

static evo_bounds body_bounds(const evo_world *world, evo_body body) {
    enum { MOST = 16 };
    evo_collider colliders[MOST];
    evo_bounds all = {{INFINITY, INFINITY}, {-INFINITY, -INFINITY}};
    const size_t count = evo_body_colliders(world, body, colliders, MOST);
    for (size_t i = 0; i < count && i < MOST; ++i) {
        const evo_shape shape = evo_collider_get(world, colliders[i]).shape;
        all = joined(all, evo_shape_bounds(&shape, evo_body_pose(world, body)));
    }
    return all;
}

static bool is_within(evo_bounds a, evo_bounds b) {
    return a.min.x >= b.min.x && a.min.y >= b.min.y && a.max.x <= b.max.x && a.max.y <= b.max.y;
}

static evo_bounds with_point(evo_bounds b, evo_vec2 at, evo_bounds within) {
    const evo_bounds point = {at, at};
    return is_within(point, within) ? joined(b, point) : b;
}

/* Where joints hold on to the world. */
static evo_bounds with_anchors(evo_bounds all, const scene_stage *stage) {
    enum { MOST = 64 };
    evo_joint joints[MOST];
    const size_t count = evo_world_joints(stage->world, joints, MOST);
    for (size_t i = 0; i < count && i < MOST; ++i) {
        const evo_joint_config joint = evo_joint_get(stage->world, joints[i]);
        if (joint.a.generation == 0) all = with_point(all, joint.frame_a.position, stage->view);
    }
    return all;
}

static evo_bounds with_trails(evo_bounds all, const scene_stage *stage, const trails *t) {
    for (size_t i = 0; i < t->actors * TRAIL_LENGTH; ++i)
        if (i % TRAIL_LENGTH < t->kept) all = with_point(all, t->positions[i], stage->view);
    return all;
}

/* What moves, and what stands wholly in the view. */
static evo_bounds content_of(const scene_stage *stage, const trails *shown) {
    evo_bounds all = {{INFINITY, INFINITY}, {-INFINITY, -INFINITY}};
    if (evo_body_exists(stage->world, stage->hero)) return scene_frame(stage);
    all = with_anchors(all, stage);
    if (shown) all = with_trails(all, stage, shown);
    for (size_t i = 0; i < stage->count; ++i) {
        const evo_body body = stage->actors[i].body;
        if (!evo_body_exists(stage->world, body)) continue;
        const evo_bounds b = body_bounds(stage->world, body);
        if (is_within(b, stage->view)) all = joined(all, b);
    }
    return all.min.x < all.max.x ? all : stage->view;
}

evo_bounds crop_bounds(const scene_stage *stage, const trails *shown, double aspect) {
    const evo_bounds b = content_of(stage, shown);
    double across = b.max.x - b.min.x, up = b.max.y - b.min.y;
    const double margin = FREE * fmax(across, aspect * up);
    across = fmax(across + 2 * margin, aspect * (up + 2 * margin));
    const double x = (b.min.x + b.max.x) / 2, y = (b.min.y + b.max.y) / 2;
    const evo_bounds frame = {{x - across / 2, y - across / aspect / 2},
                              {x + across / 2, y + across / aspect / 2}};
    return frame;
}
