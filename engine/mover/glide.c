/* glide.c: how a mover gets along. In: a way; out: the pose after it, the velocity without what
 * stopped it, and pushes on bodies. Ground lifts a mover along up, so that it neither slides down
 * slopes nor slows down on them; what is too steep to stand on is a wall to what would climb it. */
#include "mover/walk.h"

/* Times that a way is solved and gone. Fewer: ways end where several walls meet. */
enum { ROUNDS = 8 };

/* Fraction of the size: shorter ways are none. */
static const double SHORT = 1e-9;

/* ---- The way among planes -------------------------------------------------------------------- */

/* Lifts a way over ground. */
static evo_vec2 lifted(const walk *w, evo_plane *plane, evo_vec2 way) {
    const double rise = vec_dot(plane->normal, w->up);
    const double under = plane->depth - vec_dot(plane->normal, way);
    if (!(under > 0)) return way;
    const double most = w->config->step + 2 * w->skin;
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

/* Returns the way that planes leave; which of them had a part in it shows by their push. */
static evo_vec2 solved(const walk *w, evo_plane *planes, size_t count, evo_vec2 way) {
    double lifts[WALK_PLANES];
    const bool rises = !w->walks && vec_dot(way, w->up) > 0;
    for (size_t i = 0; i < count && !rises; ++i)
        if (vec_dot(planes[i].normal, w->up) > 0) way = lifted(w, &planes[i], way);
    for (size_t i = 0; i < count; ++i) {
        lifts[i] = planes[i].push;
        steepen(w, &planes[i], way);
    }
    way = evo_planes_solve(planes, count, way);
    for (size_t i = 0; i < count; ++i) planes[i].push += lifts[i];
    return way;
}

/* ---- What was met ---------------------------------------------------------------------------- */

/* Pushes a body that the mover walks into, until it goes as fast as the mover. */
static void push(walk *w, const evo_plane *plane) {
    if (evo_body_kind_of(w->world, plane->body) != EVO_DYNAMIC || w->result != EVO_OK) return;
    const evo_vec2 wanted = vec_add(w->velocity, w->frame);
    const double closing = vec_dot(vec_sub(plane_velocity(w, plane), wanted), plane->normal);
    const evo_mass mass = evo_body_mass(w->world, plane->body);
    if (!(closing > 0) || !(mass.mass > 0) || !(w->budget > 0)) return;
    const evo_vec2 center = evo_body_world_center(w->world, plane->body);
    const double arm = vec_cross(vec_sub(plane->point, center), plane->normal);
    const bool turns = mass.inertia > 0 && !evo_body_get(w->world, plane->body).locks.spin;
    const double answer = 1 / mass.mass + (turns ? arm * arm / mass.inertia : 0);
    const double impulse = least_of(closing / answer, w->budget);
    w->budget -= impulse;
    w->result = evo_body_apply_impulse(w->world, plane->body, vec_scale(plane->normal, -impulse),
                                       plane->point);
}

/* Takes from the velocity what goes into a plane, along up if that is ground. */
static void clip(walk *w, const evo_plane *plane, bool ground) {
    const evo_vec2 way = vec_sub(vec_add(w->velocity, w->frame), plane_velocity(w, plane));
    const double into = -vec_dot(way, plane->normal);
    if (!(into > 0)) return;
    const double rise = vec_dot(plane->normal, w->up);
    w->velocity = ground ? vec_along(w->velocity, into / rise, w->up)
                         : vec_along(w->velocity, into, plane->normal);
}

static void meet(walk *w, const evo_plane *planes, size_t count) {
    for (size_t i = 0; i < count; ++i) {
        if (!(planes[i].push > 0)) continue;
        const bool ground = footing_of(w, &planes[i]) == FOOTING_SLOPE;
        if (ground && w->walks) continue;
        push(w, &planes[i]);
        if (planes[i].clips) clip(w, &planes[i], ground);
    }
}

/* ---- Ways ------------------------------------------------------------------------------------ */

static double slide(walk *w, evo_vec2 way) {
    const double part = probe_slide(&w->probe, way);
    w->probe.at.position = vec_along(w->probe.at.position, part, way);
    return part;
}

void walk_glide(walk *w, evo_vec2 way) {
    for (int i = 0; i < ROUNDS; ++i) {
        evo_plane planes[WALK_PLANES];
        const size_t count = walk_planes(w, planes);
        way = solved(w, planes, count, way);
        meet(w, planes, count);
        if (vec_length(way) <= SHORT * w->probe.size) return;
        way = vec_scale(way, 1 - slide(w, way));
    }
}

/* Goes down to ground; false: there is none within a height, the mover stays. */
static bool land(walk *w, double height) {
    const evo_vec2 before = w->probe.at.position;
    const double part = slide(w, vec_scale(w->up, -height));
    evo_plane ground;
    if (part < 1 && walk_ground(w, &ground)) {
        walk_glide(w, vec(0, 0));
        return true;
    }
    w->probe.at.position = before;
    return false;
}

bool walk_step(walk *w, evo_vec2 direction, double way) {
    const walk before = *w;
    const double rise = w->config->step + 2 * w->skin;
    const double risen = rise * slide(w, vec_scale(w->up, rise));
    const double gone = way * slide(w, vec_scale(direction, way));
    const evo_vec2 above = w->probe.at.position;
    if (risen > w->skin && gone > SHORT * w->probe.size && land(w, risen + w->skin)) {
        const double got = vec_dot(vec_sub(w->probe.at.position, above), direction) + gone;
        w->velocity = before.velocity;
        if (got > 0) return true;
    }
    w->probe = before.probe;
    w->velocity = before.velocity;
    return false;
}

bool walk_snap(walk *w) {
    return land(w, w->config->snap + 2 * w->skin);
}
