/* move.c: one move of a mover, and its glides along planes. */
#include <string.h>

#include "mover/mover.h"

MACHINE_SMALL

/* ==== Gliding ================================================================================= */

/* Moves a mover along planes. In: a way; out: the pose after it, the velocity without its parts
 * into planes, and pushes on bodies. Ground lifts a mover along up, so that it neither slides down
 * slopes nor slows down on them; ground too steep to stand on is a wall for a mover that would
 * climb it. */

/* Times that a way is solved and gone. Fewer: ways end where several walls meet. */
enum { GLIDES = 8 };

/* Fraction of the size: shorter ways are none. */
static const double SHORT_WAY = 1e-9;

/* ---- The way among planes -------------------------------------------------------------------- */

/* Lifts a way over ground. */
static evo_vec2 lifted(const walk *w, evo_plane *plane, evo_vec2 way) {
    const double rise = vec_dot(plane->normal, w->up);
    const double under = plane->depth - vec_dot(plane->normal, way);
    if (!(under > 0)) return way;
    const double most = w->config->step + 2 * w->gap;
    const footing kind = footing_of(w, plane);
    if (kind == FOOTING_NONE || (kind == FOOTING_EDGE && under > most * rise)) return way;
    plane->push = under;
    return vec_along(way, under / rise, w->up);
}

/* Makes a wall of a plane that is too steep, if it would lift the way. */
static void steepen(const walk *w, evo_plane *plane, evo_vec2 way) {
    const double rise = vec_dot(plane->normal, w->up);
    const double under = plane->depth - vec_dot(plane->normal, way), up = vec_dot(way, w->up);
    if (rise <= 0 || !(under > 0) || up + under * rise <= most_of(0, up)) return;
    if (footing_of(w, plane) != FOOTING_NONE) return;
    const evo_vec2 level = vec_along(plane->normal, -rise, w->up);
    const double length = vec_length(level);
    if (!(length > 0)) return;
    plane->normal = vec_scale(level, 1 / length);
    plane->depth /= length;
}

/* Multiple of the push that a plane needs alone, and of pushes of others into it: a plane pushes no
 * farther. Larger: wedges of bodies throw movers; smaller: lifts sink into movers that lean on
 * something. */
static const double ALONE = 3;

/* Bounds the pushes of planes, of all or of moving bodies: a mover never goes the exact way out of
 * a wedge. */
static void bound_pushes(const walk *w, evo_plane *planes, size_t count, evo_vec2 way, bool all) {
    double needs[WALK_PLANES];
    for (size_t i = 0; i < count; ++i)
        needs[i] = most_of(0, planes[i].depth - vec_dot(planes[i].normal, way));
    for (size_t i = 0; i < count; ++i) {
        if (!all && plane_kind(w, &planes[i]) == EVO_STATIC) continue;
        planes[i].most = ALONE * needs[i];
        for (size_t k = 0; k < count; ++k)
            planes[i].most += needs[k] * most_of(0, -vec_dot(planes[i].normal, planes[k].normal));
    }
}

/* Returns the way that planes leave; which of them had a part in it shows by their push. It gets no
 * longer than by their depths. */
static evo_vec2 solved(const walk *w, evo_plane *planes, size_t count, evo_vec2 way) {
    double lifts[WALK_PLANES], depths = 0;
    const bool rises = !w->walks && vec_dot(way, w->up) > 0;
    for (size_t i = 0; i < count && !rises; ++i)
        if (vec_dot(planes[i].normal, w->up) > 0) way = lifted(w, &planes[i], way);
    for (size_t i = 0; i < count; ++i) {
        lifts[i] = planes[i].push;
        steepen(w, &planes[i], way);
        if (planes[i].depth > 0) depths += planes[i].depth * planes[i].depth;
    }
    bound_pushes(w, planes, count, way, false);
    const double most = vec_length(way) + sqrt(depths);
    way = planes_solve(planes, count, way, WALK_ROUNDS);
    for (size_t i = 0; i < count; ++i) planes[i].push += lifts[i];
    const double length = vec_length(way);
    return length > most ? vec_scale(way, most / length) : way;
}

/* ---- Velocity -------------------------------------------------------------------------------- */

/* Removes the part of the velocity that goes into a plane: along up if the plane is ground, else
 * along the normal. */
static void clip(walk *w, const evo_plane *plane, bool ground) {
    const evo_vec2 way = vec_sub(vec_add(w->velocity, w->frame), plane_velocity(w, plane));
    const double into = -vec_dot(way, plane->normal);
    if (!(into > 0)) return;
    const double rise = vec_dot(plane->normal, w->up);
    w->velocity = ground ? vec_along(w->velocity, into / rise, w->up)
                         : vec_along(w->velocity, into, plane->normal);
}

/* Returns whether a plane is ground that only carries the mover, and is not pushed. */
static bool bears(const walk *w, const evo_plane *plane) {
    return w->walks && footing_of(w, plane) == FOOTING_SLOPE;
}

/* Pushes the bodies that a way goes into; returns whether there were some. */
static bool push_all(walk *w, const evo_plane *planes, size_t count, evo_vec2 way) {
    bool some = false;
    for (size_t i = 0; i < count; ++i) {
        const evo_plane *p = &planes[i];
        if (plane_kind(w, p) != EVO_DYNAMIC) continue;
        if (!(p->depth > vec_dot(p->normal, way)) || bears(w, p)) continue;
        if (w->weighs && footing_of(w, p) == FOOTING_SLOPE) continue; /* lands by its mass */
        walk_push(w, p, w->seen[i].depth);
        some = true;
    }
    return some;
}

static void clip_all(walk *w, const evo_plane *planes, size_t count) {
    for (size_t i = 0; i < count; ++i)
        if (planes[i].push > 0) walk_touch(w, &planes[i], 0);
    for (size_t i = 0; i < count; ++i)
        if (planes[i].push > 0 && planes[i].clips && !bears(w, &planes[i]))
            clip(w, &planes[i], footing_of(w, &planes[i]) == FOOTING_SLOPE);
}

/* ---- Ways ------------------------------------------------------------------------------------ */

static double slide(walk *w, evo_vec2 way) {
    const double part = probe_slide(&w->probe, way);
    w->probe.at.position = vec_along(w->probe.at.position, part, way);
    w->looked &= !(part > 0);
    return part;
}

/* Moves along a way, and along the planes that stop it; clips the velocity and pushes bodies. */
static void walk_glide(walk *w, evo_vec2 way) {
    for (int i = 0; i < GLIDES; ++i) {
        evo_plane planes[WALK_PLANES];
        size_t count = walk_planes(w, planes);
        if (push_all(w, planes, count, way)) count = walk_planes(w, planes);
        way = solved(w, planes, count, way);
        clip_all(w, planes, count);
        w->parted = true;
        if (vec_length(way) <= SHORT_WAY * w->probe.size) return;
        way = vec_scale(way, 1 - slide(w, way));
    }
}

/* Puts the mover back to where it was. */
static void go_back(walk *w, evo_vec2 to) {
    w->looked &= vec_length(vec_sub(to, w->probe.at.position)) == 0;
    w->probe.at.position = to;
}

/* Fraction of the size: gaps to ground that are so right are left. */
static const double RIGHT_GAP = 5e-4;

/* Goes down to ground; false: there is none within a height, the mover stays. */
static bool land(walk *w, double height) {
    const evo_vec2 before = w->probe.at.position;
    evo_plane ground;
    const double right = w->sinks > 0 ? PLANE_MARGIN * w->probe.size + w->sinks : 0;
    bool lands = walk_ground(w, &ground) && ground.depth > -RIGHT_GAP * w->probe.size - right;
    if (!lands) {
        lands = slide(w, vec_scale(w->up, -height)) < 1 && walk_ground(w, &ground);
        w->parted = !lands; /* ground that was below pushes it up as far as it comes */
    }
    if (lands)
        walk_glide(w, vec(0, 0));
    else
        go_back(w, before);
    return lands;
}

/* Climbs a step, if a step keeps the mover from going `way` far in a level direction. False: the
 * mover stays. */
static bool walk_step(walk *w, evo_vec2 direction, double way) {
    const evo_vec2 from = w->probe.at.position, velocity = w->velocity;
    const double rise = w->config->step + 2 * w->gap;
    const double risen = rise * slide(w, vec_scale(w->up, rise));
    const double gone = way * slide(w, vec_scale(direction, way));
    const evo_vec2 above = w->probe.at.position;
    const double least = least_of(2 * w->gap, 0.5 * way); /* no way goes on by gaps alone */
    if (risen > w->gap && gone > least && land(w, risen + w->gap)) {
        const double got = vec_dot(vec_sub(w->probe.at.position, above), direction) + gone;
        w->velocity = velocity;
        if (got > 0) return true;
    }
    go_back(w, from);
    w->velocity = velocity;
    return false;
}

/* ==== A move ================================================================================== */

/* Moves a mover. In: its pose, its ground, a wanted velocity; out: the same after some seconds. The
 * mover is carried by its ground, goes its way, climbs a step that stopped it, keeps to ground that
 * falls, and finds its new ground. */

/* In sizes of the mover: ground farther than this from where it was expected carries no mover. */
static const double TORN = 2;

/* Fraction of a way: a mover with less of its way left was not stopped. */
static const double STOPPED = 1e-6;

evo_mover_config evo_mover_config_default(void) {
    return (evo_mover_config){
        .up = {0, 1}, .step = 0.25, .snap = 0.25, .steepest = 0.872664625997164788, .push = 100};
}

/* ---- Riding ---------------------------------------------------------------------------------- */

/* Returns where the centre of mass of a body will be after some seconds. */
static evo_pose expected(const walk *w, evo_body body) {
    const double seconds = w->probe.seconds;
    const body_state now = probe_state(&w->probe, body.index);
    return (evo_pose){vec_along(now.position, seconds, now.velocity),
                      now.angle + seconds * now.spin};
}

/* Returns the way by which the ground carries it: that of the centre of the rim that it stands on,
 * which rolls on nothing. */
static evo_vec2 carried_by(walk *w, const evo_mover *mover) {
    const evo_body body = mover->ground;
    if (!mover->grounded || !evo_body_exists(w->world, body)) return vec(0, 0);
    evo_plane ground;
    evo_vec2 belt = vec(0, 0); /* the way of the belt that it stands on */
    if (walk_ground(w, &ground) && evo_body_equal(ground.body, body))
        belt = vec_scale(belt_velocity(w, &ground), w->probe.seconds);
    const evo_pose from = mover->ground_pose, to = expected(w, body);
    const evo_vec2 now = evo_body_world_center(w->world, body);
    if (vec_length(vec_sub(now, from.position)) > TORN * w->probe.size) return belt;
    if (to.angle == from.angle) return vec_add(belt, vec_sub(to.position, from.position));
    const evo_vec2 center = support_of(&w->probe, vec_negate(mover->ground_normal)).center;
    const evo_vec2 arm = vec_sub(center, from.position);
    const evo_vec2 turned = vec_turn(arm, evo_direction(to.angle - from.angle));
    return vec_add(belt, vec_sub(vec_add(to.position, turned), center));
}

/* The same, but that a dynamic body jerks it along no more than an overlap pushes it: logs that are
 * struck roll on without it. */
static evo_vec2 ride_of(walk *w, const evo_mover *mover) {
    const evo_vec2 ride = carried_by(w, mover);
    const double seconds = w->probe.seconds, most = OUT_SPEED * w->probe.size * seconds;
    if (evo_body_kind_of(w->world, mover->ground) != EVO_DYNAMIC) return ride;
    const evo_vec2 steady = vec_scale(mover->ground_velocity, seconds);
    const evo_vec2 jerk = vec_sub(ride, steady);
    const double length = vec_length(jerk);
    return length > most ? vec_along(steady, most / length, jerk) : ride;
}

/* ---- Walking --------------------------------------------------------------------------------- */

/* Goes a way over ground: climbs steps that stop it, and keeps to ground that falls. Returns
 * whether the mover still stands. */
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
    return land(w, w->config->snap + 2 * w->gap + w->drop);
}

/* ---- Standing -------------------------------------------------------------------------------- */

/* Stores the ground of the mover after a move, or that it is in the air. */
static void note_ground(walk *w, evo_mover *mover, bool may) {
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

/* Fraction of the size: spaces too narrow by less do not crush. Larger: it is noticed late;
 * smaller: gaps that are kept by rounding alone crush. */
static const double TOO_NARROW = 0.005;

/* Fraction of the size: a body that overlaps a mover deeper crushes it alone. */
static const double SWALLOWED = 0.25;

/* Stores by how much the space between two planes is too narrow: the overlap that no near way out
 * removes. */
static void find_crush(walk *w, evo_mover *mover) {
    evo_plane planes[WALK_PLANES];
    double crush = 0;
    walk_look(w);
    const size_t count = w->seen_count;
    for (size_t i = 0; i < count; ++i)
        if (w->seen[i].depth > SWALLOWED * w->probe.size) crush = most_of(crush, w->seen[i].depth);
    memcpy(planes, w->seen, count * sizeof *planes);
    bound_pushes(w, planes, count, vec(0, 0), true);
    const evo_vec2 way = planes_solve(planes, count, vec(0, 0), WALK_ROUNDS);
    for (size_t i = 0; i < count; ++i) /* remaining depths */
        planes[i].depth = most_of(0, planes[i].depth - vec_dot(planes[i].normal, way));
    for (size_t i = 0; i < count; ++i)
        for (size_t k = 0; k < count && planes[i].depth > 0; ++k) {
            const double against = -vec_dot(planes[i].normal, planes[k].normal);
            crush = most_of(crush, planes[i].depth + most_of(0, against) * planes[k].depth);
        }
    mover->crushed = crush > TOO_NARROW * w->probe.size;
    mover->crush = mover->crushed ? crush : 0;
}

/* ---- The call -------------------------------------------------------------------------------- */

static evo_result check_move(const evo_world *world, const evo_mover_config *c,
                             const evo_mover *mover, evo_vec2 velocity, double seconds) {
    call_fault *f = fault_of(world);
    if (!world) return EVO_ERROR_INVALID;
    if (!c) return fault_null(f, "config");
    if (!shape_measurable(&c->shape)) return fault_by_shape(f, "shape", &c->shape);
    TRY(fault_by_rules(f, "", RULES_MOVER_CONFIG, c));
    if (!(vec_length(c->up) > 0))
        return fault_note(f, EVO_ERROR_INVALID, "up is (%g, %g); it must have a length", c->up.x,
                          c->up.y);
    if (!mover) return fault_null(f, "mover");
    TRY(fault_by_rules(f, "mover", RULES_MOVER, mover));
    TRY(TAKES(world, velocity, RULES_VECTOR));
    TRY(TAKES(world, seconds, RULES_FROM_0));
    return world->locked ? fault_locked(f) : EVO_OK;
}

/* Fraction of the size: largest depth to which a mover's weight presses it into its ground. */
static const double SINKS = 0.05;

/* Sets up a move, and gathers the colliders near it. `w` has the world, the config, the moved mover
 * and the lists. */
static void begin_walk(walk *w, const evo_mover *mover, evo_vec2 velocity, double seconds,
                       near_list *near) {
    const evo_mover_config *config = w->config;
    w->gap = KEPT_GAP * shape_reach(&config->shape);
    w->probe = probe_of(w->world, &config->shape, mover->pose, &config->query);
    w->probe.seconds = seconds;
    w->probe.near = near;
    w->probe.pushed = w->pushed;
    w->probe.passes = config->passes;
    w->probe.context = config->context;
    w->up = vec_unit(config->up, vec(0, 1));
    const evo_vec2 right = vec(w->up.y, -w->up.x);
    const placed own = placed_at(&config->shape, vec(0, 0), w->probe.turn);
    const placed upright = {own.shape, vec_turn_back(own.center, right),
                            vec_turn_back(own.axis, right)};
    w->foot = placed_bounds(&upright).min.y;
    w->upright = evo_direction(config->steepest).x;
    w->budget = config->push < SHAPE_LARGEST ? config->push * seconds : INFINITY;
    const double up = vec_dot(velocity, w->up);
    w->walks = mover->grounded && evo_body_exists(w->world, mover->ground) && up <= 0;
    w->velocity = w->walks ? vec_along(velocity, -up, w->up) : velocity;
    const double far = most_of(config->step, config->snap) + PLANE_MARGIN * w->probe.size
                       + seconds * (vec_length(mover->ground_velocity) + vec_length(w->velocity));
    probe_gather(&w->probe,
                 bounds_wider(probe_bounds(&w->probe, vec_scale(w->velocity, seconds)), far),
                 (PLANE_MARGIN + FARTHEST) * w->probe.size, near);
}

/* Lets the mover go along gravity as its weight has gone, if it rests on a body. Sets the velocity
 * of its ground, and returns the way by which the ground carries it. */
static evo_vec2 begin_ride(walk *w, const evo_mover *mover, evo_vec2 pull) {
    const double seconds = w->probe.seconds;
    const rider *weight = riders_find(&w->world->core, mover->rider);
    evo_vec2 ride = ride_of(w, mover), goes = vec(0, 0);
    if (weight && w->weighs && mover->grounded) {
        ride = vec_along(ride, -vec_dot(ride, pull), pull);
        goes = vec_scale(pull, -weight->speed);
        w->sinks = SINKS * w->probe.size;
        w->probe.falls = most_of(0, -seconds * weight->speed);
        w->probe.fixed = true;
        (void)slide(w, vec_scale(pull, -weight->way));
        w->probe.fixed = false;
    } else if (w->weighs) {
        w->probe.falls = most_of(0, seconds * vec_dot(w->velocity, pull));
    }
    if (!mover->grounded) return ride;
    w->drop = most_of(0, -seconds * vec_dot(mover->ground_velocity, w->up));
    w->frame = seconds > 0 ? vec_scale(ride, 1 / seconds) : mover->ground_velocity;
    w->frame = vec_add(w->frame, goes);
    return ride;
}

evo_result evo_mover_move(evo_world *world, const evo_mover_config *config, evo_mover *mover,
                          evo_vec2 velocity, double seconds) {
    const evo_result refused = check_move(world, config, mover, velocity, seconds);
    if (refused != EVO_OK) return world_refuse(world, __func__, refused);
    warn_of_query(world, __func__, &config->query);
    pushed_bodies pushed;
    pushed.count = 0;
    evo_plane seen[WALK_PLANES];
    near_list near;
    evo_mover moved = *mover;
    moved.before = mover->pose;
    moved.touch_count = 0;
    walk w = {.world = world, .config = config};
    w.mover = &moved;
    w.seen = seen;
    w.pushed = &pushed;
    begin_walk(&w, mover, velocity, seconds, &near);
    const evo_vec2 gravity = world->core.settings.gravity, pull = vec_unit(gravity, vec(0, 0));
    w.weighs = config->mass > 0 && !world->config.exact && !vec_is_zero(gravity);
    const evo_vec2 ride = begin_ride(&w, mover, pull), normal = mover->ground_normal;
    /* The speed of its fall, before gravity acts in the step. */
    const double falls = -vec_dot(vec_add(w.velocity, w.frame), pull)
                         + (w.walks ? 0 : seconds * vec_length(gravity));
    evo_vec2 way = vec_scale(w.velocity, seconds);
    const double rise = vec_dot(normal, w.up);
    if (w.walks && !(rise < w.upright - 1e-9)) /* along the slope that it stands on */
        way = vec_along(way, -vec_dot(normal, way) / rise, w.up);
    bool stands = true;
    if (w.walks)
        stands = walk_over(&w, way, ride);
    else
        walk_glide(&w, vec_add(ride, way));
    note_ground(&w, &moved, stands);
    find_crush(&w, &moved);
    for (size_t i = 0; i < w.seen_count; ++i)
        if (seen[i].depth >= -2 * w.gap) walk_touch(&w, &seen[i], 0);
    if (w.result == EVO_OK && !rules_hold(RULES_MOVER, &moved)) w.result = EVO_ERROR_LIMIT;
    if (w.result == EVO_OK) w.result = walk_give_pushes(&w, &moved, falls);
    if (w.result == EVO_OK) *mover = moved;
    return world_refuse(world, __func__, w.result);
}

/* ---- After a move ---------------------------------------------------------------------------- */

size_t evo_mover_touches(const evo_mover *mover, evo_mover_touch *touches, size_t capacity) {
    const bool some = mover && mover->touch_count > 0 && mover->touch_count <= EVO_MOVER_TOUCHES;
    const size_t count = some ? (size_t)mover->touch_count : 0;
    for (size_t i = 0; i < count && i < capacity && touches; ++i) touches[i] = mover->touches[i];
    return count;
}

evo_pose evo_mover_pose_between(const evo_mover *mover, double part) {
    if (!mover) return (evo_pose){{0, 0}, 0};
    const evo_vec2 way = vec_sub(mover->pose.position, mover->before.position);
    return (evo_pose){vec_along(mover->before.position, part, way), mover->pose.angle};
}
