/* laws.c: counts broken laws from the poses of bodies. A pose of NaN breaks those of rest and of
 * the arena. */
#include "laws.h"

#include <math.h>

static const double MOVED = 0.05, MOVED_FAR = 0.5, INSIDE = 0.05;

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
        if (shape->count > 2 && is_inside(shape, local(poses[i], point))) return true;
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

void laws_count(game_laws *laws, const game_scene *game, const game_engine *engine, void *world) {
    const evo_bounds arena = game->arena;
    const evo_pose frame = engine->pose(world, 0);
    for (int i = 1; i < game->body_count; ++i) {
        const evo_vec2 from = game->bodies[i].pose.position;
        const evo_vec2 to = engine->pose(world, i).position, in_arena = local(frame, to);
        const double way = hypot(to.x - from.x, to.y - from.y);
        laws->moved += !(way <= MOVED);
        laws->moved_far += !(way <= MOVED_FAR);
        laws->outside += !(in_arena.x > arena.min.x && in_arena.x < arena.max.x
                           && in_arena.y > arena.min.y && in_arena.y < arena.max.y);
        laws->inside += laws->was_inside[i];
    }
}
