/* move.c: one move of a mover. In: where it is, what it stands on, a wanted velocity; out: the same
 * after some seconds. It rides its ground, goes its way, climbs a step that stopped it, keeps to
 * ground that falls, and looks what it stands on. */
#include "core/trig.h"
#include "mover/walk.h"

/* Sizes: ground that is so far from where it was expected carries nothing. */
static const double TORN = 2;

/* Fraction of a way: what is gone to so little was not stopped. */
static const double STOPPED = 1e-6;

evo_mover_config evo_mover_config_default(void) {
    return (evo_mover_config){
        .up = {0, 1}, .step = 0.25, .snap = 0.25, .steepest = 0.872664625997164788, .push = 100};
}

/* ---- Riding ---------------------------------------------------------------------------------- */

/* Returns where the centre of mass of a body will be after some seconds. */
static evo_pose expected(const walk *w, evo_body body) {
    const double seconds = w->probe.seconds;
    return (evo_pose){vec_along(evo_body_world_center(w->world, body), seconds,
                                evo_body_velocity(w->world, body)),
                      evo_body_pose(w->world, body).angle
                          + seconds * evo_body_spin(w->world, body)};
}

/* Returns the velocity of the belt that it stands on. */
static evo_vec2 belt_of(const walk *w, evo_body body) {
    evo_plane ground;
    if (!walk_ground(w, &ground) || !evo_body_equal(ground.body, body)) return vec(0, 0);
    return belt_velocity(w, &ground);
}

/* Returns the way by which the ground carries it: that of the centre of the rim that it stands on,
 * which rolls on nothing. */
static evo_vec2 ride_of(const walk *w, const evo_mover *mover) {
    const evo_body body = mover->ground;
    if (!mover->grounded || !evo_body_exists(w->world, body)) return vec(0, 0);
    const evo_vec2 belt = vec_scale(belt_of(w, body), w->probe.seconds);
    const evo_pose from = mover->ground_pose, to = expected(w, body);
    const evo_vec2 now = evo_body_world_center(w->world, body);
    if (vec_length(vec_sub(now, from.position)) > TORN * w->probe.size) return belt;
    if (to.angle == from.angle) return vec_add(belt, vec_sub(to.position, from.position));
    const evo_vec2 center = support_of(&w->probe, vec_negate(mover->ground_normal)).center;
    const evo_vec2 arm = vec_sub(center, from.position);
    const evo_vec2 turned = vec_turn(arm, evo_direction(to.angle - from.angle));
    return vec_add(belt, vec_sub(vec_add(to.position, turned), center));
}

/* ---- Walking --------------------------------------------------------------------------------- */

/* Returns the way of a level velocity, along the slope that it stands on. */
static evo_vec2 way_on(const walk *w, const evo_mover *mover, evo_vec2 velocity) {
    const evo_vec2 way = vec_scale(velocity, w->probe.seconds), normal = mover->ground_normal;
    const double rise = vec_dot(normal, w->up);
    if (!w->walks || rise < w->upright - 1e-9) return way;
    return vec_along(way, -vec_dot(normal, way) / rise, w->up);
}

/* Goes a way over ground: climbs what stops it, and keeps to what falls. Returns whether it still
 * stands. */
static bool walk_over(walk *w, evo_vec2 way, evo_vec2 ride) {
    const evo_vec2 level = vec_along(way, -vec_dot(way, w->up), w->up), from = w->probe.at.position;
    const double wanted = vec_length(level);
    const evo_vec2 direction = vec_unit(level, vec(0, 0)), velocity = w->velocity;
    walk_glide(w, vec_add(ride, way));
    const evo_vec2 gone = vec_sub(vec_sub(w->probe.at.position, from), ride);
    const double left = wanted - vec_dot(gone, direction);
    if (left > STOPPED * (wanted + w->probe.size) && w->config->step > 0) {
        const evo_vec2 clipped = w->velocity;
        w->velocity = velocity;
        if (!walk_step(w, direction, left)) w->velocity = clipped;
    }
    return walk_snap(w);
}

/* ---- Standing -------------------------------------------------------------------------------- */

/* Notes what the mover stands on after a move; or that it is in the air. */
static void stand(const walk *w, evo_mover *mover, bool may) {
    evo_plane ground;
    const bool was = mover->grounded && w->walks;
    evo_vec2 velocity = vec_add(w->velocity, w->frame);
    bool stands = may && walk_ground(w, &ground);
    if (stands && !was) {
        const evo_vec2 way = vec_sub(velocity, plane_velocity(w, &ground));
        stands = vec_dot(way, ground.normal) <= 1e-6 * vec_length(velocity);
    }
    mover->pose = w->probe.at;
    mover->velocity = velocity;
    mover->grounded = stands;
    mover->ground = (evo_body){0, 0};
    mover->ground_normal = mover->ground_velocity = vec(0, 0);
    mover->ground_pose = (evo_pose){{0, 0}, 0};
    if (!stands) return;
    mover->ground = ground.body;
    mover->ground_normal = ground.normal;
    mover->ground_velocity = vec_add(plane_velocity(w, &ground), belt_velocity(w, &ground));
    mover->ground_pose = expected(w, ground.body);
    velocity = was ? w->velocity : vec_sub(velocity, mover->ground_velocity);
    mover->velocity = vec_along(velocity, -vec_dot(velocity, w->up), w->up);
}

/* ---- The call -------------------------------------------------------------------------------- */

static bool height_is_sound(double height) {
    return height >= 0 && number_fits(height);
}

static bool config_is_sound(const evo_mover_config *c) {
    return shape_measurable(&c->shape) && vector_fits(c->up) && vec_length(c->up) > 0
           && height_is_sound(c->step) && height_is_sound(c->snap) && c->steepest >= 0
           && c->steepest < 0.5 * PI && c->push >= 0;
}

static bool mover_is_sound(const evo_mover *m) {
    return pose_fits(m->pose) && vector_fits(m->velocity) && vector_fits(m->ground_normal)
           && vector_fits(m->ground_velocity) && pose_fits(m->ground_pose);
}

static walk walk_of(evo_world *world, const evo_mover_config *config, const evo_mover *mover,
                    double seconds) {
    walk w = {.world = world, .config = config, .skin = SKIN * shape_reach(&config->shape)};
    w.probe = probe_of(world, &config->shape, mover->pose, &config->query);
    w.probe.seconds = seconds;
    w.probe.passes = config->passes;
    w.probe.context = config->context;
    w.up = vec_unit(config->up, vec(0, 1));
    w.upright = evo_direction(config->steepest).x;
    w.budget = config->push < SHAPE_LARGEST ? config->push * seconds : INFINITY;
    return w;
}

static void move(walk *w, evo_mover *mover, evo_vec2 velocity) {
    const double up = vec_dot(velocity, w->up);
    w->walks = mover->grounded && evo_body_exists(w->world, mover->ground) && up <= 0;
    w->velocity = w->walks ? vec_along(velocity, -up, w->up) : velocity;
    const evo_vec2 ride = ride_of(w, mover);
    if (mover->grounded) {
        w->frame = mover->ground_velocity;
        if (w->probe.seconds > 0) w->frame = vec_scale(ride, 1 / w->probe.seconds);
    }
    const evo_vec2 way = way_on(w, mover, w->velocity);
    bool stands = true;
    if (w->walks)
        stands = walk_over(w, way, ride);
    else
        walk_glide(w, vec_add(ride, way));
    stand(w, mover, stands);
}

evo_result evo_mover_move(evo_world *world, const evo_mover_config *config, evo_mover *mover,
                          evo_vec2 velocity, double seconds) {
    const bool sound = world && config && mover && config_is_sound(config) && mover_is_sound(mover)
                       && vector_fits(velocity) && number_fits(seconds) && seconds >= 0;
    if (!sound) return world_refuse(world, __func__, EVO_ERROR_INVALID);
    if (world->locked) return world_refuse(world, __func__, EVO_ERROR_LOCKED);
    walk w = walk_of(world, config, mover, seconds);
    evo_mover moved = *mover;
    move(&w, &moved, velocity);
    if (w.result != EVO_OK) return world_refuse(world, __func__, w.result);
    if (!mover_is_sound(&moved)) return world_refuse(world, __func__, EVO_ERROR_LIMIT);
    *mover = moved;
    return EVO_OK;
}
