/* straight.c: the way of a point, against the obstacle's rim fattened by the circle's radius r.
 *
 * The fattened rim consists of lines at r from the straight pieces, circles of radius r about the
 * corners, a circle of radius outer + r and, in the hollow, one of radius inner - r. Wherever the
 * point first comes upon one of them, beside the piece of rim that it belongs to, the circle
 * touches; the first of these times is the time of impact. Corners need no such condition: they
 * belong to the obstacle whatever is beside them.
 */
#include "impact/straight.h"

#include "impact/circles.h"
#include "shape/kind.h"
#include "shape/ring.h"

/* Of the sizes together: so near is touching. */
static const double TOUCHING = 1e-14;

/* The point, in the obstacle's frame, and the earliest touch so far. */
typedef struct way {
    evo_vec2 from, velocity;
    double radius, first;
} way;

static void way_offer(way *w, double time) {
    if (time >= 0 && time < w->first) w->first = time;
}

static evo_vec2 way_at(const way *w, double time) {
    return vec_along(w->from, time, w->velocity);
}

/* Whether the way closes in on what lies in a direction, by more than rounding shows. */
static bool way_closes(const way *w, evo_vec2 towards) {
    return vec_dot(w->velocity, towards) > 1e-12 * vec_length(w->velocity);
}

static void meet_corner(way *w, evo_vec2 corner) {
    encounter e = {vec_sub(w->from, corner), w->velocity, w->radius};
    way_offer(w, encounter_enter(&e));
}

/* A straight piece, from either side, and its two ends. */
static void meet_piece(way *w, evo_vec2 from, evo_vec2 to) {
    meet_corner(w, from);
    meet_corner(w, to);
    evo_vec2 run = vec_sub(to, from), along = vec_unit(run, vec(1, 0));
    evo_vec2 normal = vec_left(along);
    double height = vec_dot(vec_sub(w->from, from), normal);
    if (height < 0) {
        height = -height;
        normal = vec_negate(normal);
    }
    if (!way_closes(w, vec_negate(normal))) return;
    double time = fmax(height - w->radius, 0) / -vec_dot(w->velocity, normal);
    double place = vec_dot(vec_sub(way_at(w, time), from), along);
    double length = vec_length(run), slit = TOUCHING * (length + vec_length(to));
    if (place >= -slit && place <= length + slit) way_offer(w, time);
}

/* From the outside. What has come within without a touch cannot meet the arc any more. */
static void meet_outer_arc(way *w, const evo_shape *ring) {
    encounter e = {w->from, w->velocity, ring->of.ring.outer + w->radius};
    double time = encounter_enter(&e);
    bool began_outside = vec_length(w->from) >= ring->of.ring.outer;
    if (began_outside && time < INFINITY && ring_spans(ring, way_at(w, time))) way_offer(w, time);
}

/* From within, where every straight way ends; one that begins at the rim and does not lead away
 * from it ends at once. */
static void meet_hollow(way *w, const evo_shape *ring) {
    encounter e = {w->from, w->velocity, ring->of.ring.inner - w->radius};
    if (e.reach < 0) return;
    double time = encounter_end(&e);
    if (fabs(vec_length(w->from) - e.reach) <= TOUCHING * ring->of.ring.inner) {
        double square = vec_dot(w->velocity, w->velocity);
        time = fmax(-2 * vec_dot(w->from, w->velocity) / square, 0);
    }
    if (fabs(time) < INFINITY && ring_spans(ring, way_at(w, time))) way_offer(w, time);
}

static void meet_ring(way *w, const evo_shape *ring) {
    meet_outer_arc(w, ring);
    if (ring->of.ring.inner > 0) meet_hollow(w, ring);
    for (int side = -1; side <= 1 && !ring_is_whole(ring); side += 2) {
        ring_cut cut = ring_cut_at(ring, side);
        meet_piece(w, cut.inner, cut.outer);
    }
}

double straight_time(const placed *obstacle, evo_vec2 center, double radius, evo_vec2 velocity) {
    const evo_shape *shape = obstacle->shape;
    way w = {placed_enter(obstacle, center), vec_turn_back(velocity, obstacle->axis), radius,
             INFINITY};
    evo_rim rim = shape_kind_of(shape)->nearest(shape, w.from);
    double gap = rim.distance - radius, touching = TOUCHING * (radius + shape_reach(shape));
    if (gap < -touching || (gap <= touching && way_closes(&w, vec_negate(rim.normal)))) return 0;
    if (!(vec_length(velocity) > 0)) return INFINITY;
    if (shape->kind == EVO_RING) {
        meet_ring(&w, shape);
    } else {
        double half = shape->of.segment.half_length;
        meet_piece(&w, vec(-half, 0), vec(half, 0));
    }
    return w.first;
}
