/* vector.h: arithmetic of vectors, poses and bounds.
 *
 *     evo_vec2 target = evo_vec(3, 4), position = evo_body_pose(world, body).position;
 *     evo_vec2 way = evo_sub(target, position);
 *     evo_vec2 velocity = evo_scale(5, evo_unit(way)); // 5 units/s towards the target
 *
 * These functions are compiled into your program, by its flags. Where its bits must be the same on
 * every machine, build it with -ffp-contract=off. The engine does not depend on that.
 */
#ifndef EVOLUTE_VECTOR_H
#define EVOLUTE_VECTOR_H

#include <math.h>

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Vectors --------------------------------------------------------------------------------- */

/* Returns the vector (x, y). In C++, too. */
static inline evo_vec2 evo_vec(double x, double y) {
    evo_vec2 v;
    v.x = x;
    v.y = y;
    return v;
}

/* Returns a + b. */
static inline evo_vec2 evo_add(evo_vec2 a, evo_vec2 b) {
    return evo_vec(a.x + b.x, a.y + b.y);
}

/* Returns a - b: the way from b to a. */
static inline evo_vec2 evo_sub(evo_vec2 a, evo_vec2 b) {
    return evo_vec(a.x - b.x, a.y - b.y);
}

/* Returns s times a. */
static inline evo_vec2 evo_scale(double s, evo_vec2 a) {
    return evo_vec(s * a.x, s * a.y);
}

/* Returns a for part 0, b for part 1, and a point on the line between for parts between. */
static inline evo_vec2 evo_lerp(evo_vec2 a, evo_vec2 b, double part) {
    return evo_vec((1 - part) * a.x + part * b.x, (1 - part) * a.y + part * b.y);
}

/* Returns the vector turned to the left by a quarter of a turn. */
static inline evo_vec2 evo_left(evo_vec2 a) {
    return evo_vec(-a.y, a.x);
}

/* Returns the vector turned by an angle in radians, counterclockwise. */
static inline evo_vec2 evo_turned(evo_vec2 a, double angle) {
    const evo_vec2 d = evo_direction(angle);
    return evo_vec(d.x * a.x - d.y * a.y, d.y * a.x + d.x * a.y);
}

/* Returns the scalar product of a and b. */
static inline double evo_dot(evo_vec2 a, evo_vec2 b) {
    return a.x * b.x + a.y * b.y;
}

/* Returns the cross product: the area of the parallelogram of a and b, above 0 where b is on the
 * left of a. */
static inline double evo_cross(evo_vec2 a, evo_vec2 b) {
    return a.x * b.y - a.y * b.x;
}

/* Returns the length of a. */
static inline double evo_length(evo_vec2 a) {
    return sqrt(evo_dot(a, a));
}

/* Returns the distance of two points. */
static inline double evo_distance(evo_vec2 a, evo_vec2 b) {
    return evo_length(evo_sub(a, b));
}

/* Returns the vector of length 1 in the same direction, also for tiny and huge vectors; (0, 0) for
 * (0, 0). */
static inline evo_vec2 evo_unit(evo_vec2 a) {
    const double x = fabs(a.x), y = fabs(a.y), most = x > y ? x : y;
    double length;
    if (!(most > 0)) return evo_vec(0, 0);
    a = evo_vec(a.x / most, a.y / most);
    length = evo_length(a);
    return evo_vec(a.x / length, a.y / length);
}

/* Returns `angle` plus whole turns, so that it is at most half a turn from `about`, in radians. */
static inline double evo_angle_near(double angle, double about) {
    const double turn = 6.283185307179586;
    return angle + turn * floor((about - angle) / turn + 0.5);
}

/* ---- Poses ----------------------------------------------------------------------------------- */

/* Returns where a point of a pose's frame is in the world. */
static inline evo_vec2 evo_pose_point(evo_pose at, evo_vec2 local) {
    return evo_add(at.position, evo_turned(local, at.angle));
}

/* Returns a point of the world in the frame of a pose. */
static inline evo_vec2 evo_pose_local(evo_pose at, evo_vec2 point) {
    const evo_vec2 d = evo_direction(at.angle), way = evo_sub(point, at.position);
    return evo_vec(d.x * way.x + d.y * way.y, d.x * way.y - d.y * way.x);
}

/* Returns in the world a pose that is given in the frame of the outer one. */
static inline evo_pose evo_pose_in(evo_pose outer, evo_pose inner) {
    evo_pose at;
    at.position = evo_pose_point(outer, inner.position);
    at.angle = outer.angle + inner.angle;
    return at;
}

/* Returns the reverse: a pose of the world in the frame of the outer one. */
static inline evo_pose evo_pose_from(evo_pose outer, evo_pose at) {
    evo_pose inner;
    inner.position = evo_pose_local(outer, at.position);
    inner.angle = at.angle - outer.angle;
    return inner;
}

/* Returns the pose at a part of the way, from 0 to 1, with angles between, which are not taken
 * modulo a turn. */
static inline evo_pose evo_pose_between(evo_pose from, evo_pose to, double part) {
    evo_pose at;
    at.position = evo_lerp(from.position, to.position, part);
    at.angle = (1 - part) * from.angle + part * to.angle;
    return at;
}

/* ---- Bounds ---------------------------------------------------------------------------------- */

/* Returns whether two boxes share a point. */
static inline bool evo_bounds_overlap(evo_bounds a, evo_bounds b) {
    return a.min.x <= b.max.x && b.min.x <= a.max.x && a.min.y <= b.max.y && b.min.y <= a.max.y;
}

/* Returns whether all of b is in a. */
static inline bool evo_bounds_contain(evo_bounds a, evo_bounds b) {
    return a.min.x <= b.min.x && b.max.x <= a.max.x && a.min.y <= b.min.y && b.max.y <= a.max.y;
}

/* Returns the smallest box that contains both. */
static inline evo_bounds evo_bounds_joined(evo_bounds a, evo_bounds b) {
    evo_bounds both;
    both.min =
        evo_vec(a.min.x < b.min.x ? a.min.x : b.min.x, a.min.y < b.min.y ? a.min.y : b.min.y);
    both.max =
        evo_vec(a.max.x > b.max.x ? a.max.x : b.max.x, a.max.y > b.max.y ? a.max.y : b.max.y);
    return both;
}

#ifdef __cplusplus
}
#endif

#endif
