/* laws.c: counts broken laws from the poses of bodies. A pose of NaN breaks those of rest and of
 * the arena, and makes the error of its joints infinite.
 *
 * The error of a joint is the distance of its two anchors; that of a wheel is their distance across
 * its axis alone. */
#include "laws.h"

#include <math.h>

static const double MOVED = 0.05, MOVED_FAR = 0.5, INSIDE = 0.05;

/* Returns where a point of the pose's frame is in the world. */
static evo_vec2 global(evo_pose frame, evo_vec2 point) {
    const evo_vec2 axis = evo_direction(frame.angle);
    return (evo_vec2){frame.position.x + axis.x * point.x - axis.y * point.y,
                      frame.position.y + axis.y * point.x + axis.x * point.y};
}

/* Returns the point in the frame of a pose. */
static evo_vec2 local(evo_pose frame, evo_vec2 point) {
    const evo_vec2 axis = evo_direction(frame.angle);
    const double x = point.x - frame.position.x, y = point.y - frame.position.y;
    return (evo_vec2){axis.x * x + axis.y * y, axis.x * y - axis.y * x};
}

/* Returns whether a point is at least INSIDE below every edge. */
static bool is_inside(const game_shape *polygon, evo_vec2 point) {
    for (int i = 0; i < polygon->count; ++i) {
        const evo_vec2 a = polygon->points[i], b = polygon->points[(i + 1) % polygon->count];
        const double x = b.x - a.x, y = b.y - a.y;
        if (x * (point.y - a.y) - y * (point.x - a.x) < INSIDE * hypot(x, y)) return false;
    }
    return true;
}

static bool is_in_a_box(const game_scene *game, const evo_pose *poses, int created,
                        evo_vec2 point) {
    for (int i = 1; i < created; ++i) {
        const game_shape *shape = &game->shapes[game->bodies[i].first_shape];
        if (shape->kind == GAME_POLYGON && is_inside(shape, local(poses[i], point))) return true;
    }
    return false;
}

void laws_watch(game_laws *laws, const game_scene *game, const game_engine *engine, void *world,
                int created) {
    static evo_pose poses[GAME_BODIES];
    if (!game->bodies[game->body_count - 1].bullet) return; /* bullets come last */
    for (int i = 0; i < created; ++i) poses[i] = engine->pose(world, i);
    for (int i = 0; i < created; ++i)
        if (game->bodies[i].bullet && !laws->was_inside[i])
            laws->was_inside[i] = is_in_a_box(game, poses, created, poses[i].position);
}

static double joint_error(const game_joint *joint, evo_pose a, evo_pose b) {
    const evo_vec2 on_b = global(b, joint->anchor_b);
    const evo_pose frame_a = {global(a, joint->anchor_a), a.angle + joint->axis};
    const evo_vec2 apart = local(frame_a, on_b);
    return joint->kind == EVO_WHEEL ? fabs(apart.y) : hypot(apart.x, apart.y);
}

static double worst_joint_error(const game_scene *game, const game_engine *engine, void *world) {
    double worst = 0;
    for (int i = 0; i < game->joint_count; ++i) {
        const game_joint *joint = &game->joints[i];
        const double error =
            joint_error(joint, engine->pose(world, joint->a), engine->pose(world, joint->b));
        worst = fmax(worst, isnan(error) ? INFINITY : error);
    }
    return worst;
}

static double mean_way(const game_scene *game, const game_engine *engine, void *world) {
    double sum = 0;
    int count = 0;
    for (int i = 0; i < game->body_count; ++i) {
        if (game->bodies[i].kind != EVO_DYNAMIC) continue;
        sum += engine->pose(world, i).position.x - game->bodies[i].pose.position.x;
        ++count;
    }
    return sum / count;
}

static bool is_in_arena(const game_scene *game, evo_pose frame, const game_body *body,
                        evo_vec2 at) {
    const evo_bounds arena = game->arena;
    const evo_vec2 in_arena = local(frame, at);
    return in_arena.x > arena.min.x && in_arena.x < arena.max.x && in_arena.y > arena.min.y
           && in_arena.y < arena.max.y && at.y > body->floor;
}

void laws_count(game_laws *laws, const game_scene *game, const game_engine *engine, void *world) {
    const evo_pose frame = engine->pose(world, 0);
    for (int i = 1; i < game->body_count; ++i) {
        const evo_vec2 from = game->bodies[i].pose.position;
        const evo_vec2 to = engine->pose(world, i).position;
        const double way = hypot(to.x - from.x, to.y - from.y);
        laws->moved += !(way <= MOVED);
        laws->moved_far += !(way <= MOVED_FAR);
        laws->outside += !is_in_arena(game, frame, &game->bodies[i], to);
        laws->inside += laws->was_inside[i];
    }
    laws->joint_error = worst_joint_error(game, engine, world);
    laws->way = mean_way(game, engine, world);
}
