/* frame.c: points and velocities of a body, in its frame and in the world. Of a stale handle all
 * are zero. */
#include "shape/limits.h"
#include "world/world.h"

static bool takes(const evo_world *world, evo_body body, evo_vec2 at) {
    return body_of(world, body) && vector_fits(at);
}

GETTER(body, evo_vec2, evo_body_world_center, body_now(world, body.index).position, vec(0, 0))

evo_vec2 evo_body_point_velocity(const evo_world *world, evo_body body, evo_vec2 point) {
    if (!takes(world, body, point)) return vec(0, 0);
    const body_state state = body_now(world, body.index);
    const evo_vec2 arm = vec_sub(point, state.position);
    return vec_along(state.velocity, state.spin, vec_left(arm));
}

/* The frame of a body, or of the world. False: there is none, or nothing to place in it. */
static bool frame_of(const evo_world *world, evo_body body, evo_vec2 at, evo_pose *frame) {
    *frame = (evo_pose){{0, 0}, 0};
    if (evo_body_is_none(body)) return vector_fits(at);
    if (!takes(world, body, at)) return false;
    *frame = body_pose(world, body.index);
    return true;
}

evo_vec2 evo_body_world_point(const evo_world *world, evo_body body, evo_vec2 local) {
    evo_pose at;
    if (!frame_of(world, body, local, &at)) return vec(0, 0);
    return vec_add(at.position, vec_turn(local, evo_direction(at.angle)));
}

evo_vec2 evo_body_local_point(const evo_world *world, evo_body body, evo_vec2 point) {
    evo_pose at;
    if (!frame_of(world, body, point, &at)) return vec(0, 0);
    return vec_turn_back(vec_sub(point, at.position), evo_direction(at.angle));
}

evo_vec2 evo_body_world_vector(const evo_world *world, evo_body body, evo_vec2 local) {
    evo_pose at;
    return frame_of(world, body, local, &at) ? vec_turn(local, evo_direction(at.angle)) : vec(0, 0);
}

evo_vec2 evo_body_local_vector(const evo_world *world, evo_body body, evo_vec2 vector) {
    evo_pose at;
    if (!frame_of(world, body, vector, &at)) return vec(0, 0);
    return vec_turn_back(vector, evo_direction(at.angle));
}
