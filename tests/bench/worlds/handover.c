#include "handover.h"

static evo_vec2 along(evo_vec2 from, evo_vec2 direction, double way) {
    evo_vec2 to = {from.x + way * direction.x, from.y + way * direction.y};
    return to;
}

piece handover_piece(const scene_stage *stage, size_t actor) {
    const evo_body body = stage->actors[actor].body;
    const evo_body_config is = evo_body_get(stage->world, body);
    evo_collider collider = {0};
    evo_body_colliders(stage->world, body, &collider, 1);
    const evo_collider_config has = evo_collider_get(stage->world, collider);
    piece p = {is.kind == EVO_DYNAMIC,
               {is.position, is.angle},
               is.velocity,
               is.spin,
               is.gravity_scale,
               has.shape,
               has.material};
    return p;
}

evo_shape handover_wall(const scene_stage *stage, const piece *wall) {
    evo_shape middle = evo_shape_at(wall->shape, wall->pose.position, wall->pose.angle);
    const evo_bounds *view = &stage->view;
    const evo_vec2 inside = {(view->min.x + view->max.x) / 2, (view->min.y + view->max.y) / 2};
    evo_vec2 out = {-middle.axis.y, middle.axis.x};
    const double left = (inside.x - middle.center.x) * out.x + (inside.y - middle.center.y) * out.y;
    middle.center =
        along(middle.center, out, left > 0 ? -WALL_HALF_THICKNESS : WALL_HALF_THICKNESS);
    return middle;
}

void handover_corners(const evo_shape *ellipse, evo_vec2 corners[HANDOVER_CORNERS]) {
    const evo_vec2 axis = ellipse->axis, across = {-axis.y, axis.x};
    for (int i = 0; i < HANDOVER_CORNERS; ++i) {
        const evo_vec2 turn = evo_direction(i * 6.283185307179586 / HANDOVER_CORNERS);
        corners[i] = along(ellipse->center, axis, turn.x * ellipse->of.ellipse.radius_x);
        corners[i] = along(corners[i], across, turn.y * ellipse->of.ellipse.radius_y);
    }
}
