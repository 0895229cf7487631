/* pick.c: what lies under the pointer. In: a stage and a point; out: the handles of one of the
 * things there. Invariant: equal worlds list the same things in the same order. */
#include "sandbox/pick.h"

#include <math.h>
#include <stdlib.h>

#include "picture/painter.h"
#include "sandbox/hand.h"
#include "sandbox/joiner.h"

enum { MOST = 64 };

/* How much farther than bodies points of contacts and lines of joints may lie, in radii of the
 * pointer. */
static const double CONTACT_REACH = 2, JOINT_REACH = 3;

typedef struct picks {
    pick of[MOST];
    size_t count;
} picks;

/* ---- Listing --------------------------------------------------------------------------------- */

static bool same(const pick *p, const pick *q) {
    return p->kind == q->kind && evo_body_equal(p->body, q->body) && evo_collider_equal(p->a, q->a)
           && evo_collider_equal(p->b, q->b) && evo_joint_equal(p->joint, q->joint);
}

/* The place of a thing in the list, or the length of the list. */
static size_t find(const picks *all, const pick *p) {
    size_t i = 0;
    while (i < all->count && !same(&all->of[i], p)) ++i;
    return i;
}

static void add(picks *all, pick p) {
    if (all->count < MOST && find(all, &p) == all->count) all->of[all->count++] = p;
}

/* Bodies that move come first: what stands is large, and lies behind. */
static void add_bodies(picks *all, const scene_stage *stage, evo_vec2 at, double near) {
    const evo_query query = {.sensors = true};
    const evo_shape spot = evo_circle(near);
    evo_collider found[MOST];
    const evo_pose here = {at, 0};
    const evo_world *world = stage->world;
    size_t count = evo_world_overlap_shape(world, &spot, here, &query, found, MOST);
    if (count > MOST) count = MOST;
    for (int moves = 1; moves >= 0; --moves)
        for (size_t i = 0; i < count; ++i) {
            const evo_body body = evo_collider_body(world, found[i]);
            if ((evo_body_kind_of(world, body) == EVO_DYNAMIC) != (moves == 1)) continue;
            add(all, (pick){.kind = PICK_BODY, .body = body});
            add(all, (pick){.kind = PICK_COLLIDER, .body = body, .a = found[i]});
        }
}

static void add_contacts(picks *all, const scene_stage *stage, evo_vec2 at, double within) {
    const size_t count = evo_world_contacts(stage->world, NULL, 0);
    evo_contact *contacts = malloc((count + 1) * sizeof *contacts);
    if (!contacts) return;
    (void)evo_world_contacts(stage->world, contacts, count);
    for (size_t i = 0; i < count; ++i)
        for (int k = 0; k < contacts[i].count; ++k) {
            const evo_vec2 point = contacts[i].points[k].point;
            if (!(hypot(point.x - at.x, point.y - at.y) <= within)) continue;
            add(all, (pick){.kind = PICK_CONTACT, .a = contacts[i].a, .b = contacts[i].b});
        }
    free(contacts);
}

static void add_joints(picks *all, const scene_stage *stage, evo_vec2 at, double within) {
    const size_t count = evo_world_joints(stage->world, NULL, 0);
    evo_joint *joints = malloc((count + 1) * sizeof *joints);
    if (!joints) return;
    (void)evo_world_joints(stage->world, joints, count);
    for (size_t i = 0; i < count; ++i)
        if (joiner_distance(stage, joints[i], at) <= within)
            add(all, (pick){.kind = PICK_JOINT, .joint = joints[i]});
    free(joints);
}

pick pick_next(const scene_stage *stage, evo_vec2 at, double near, const pick *after) {
    picks all = {.count = 0};
    at = hand_into_box(stage, at);
    add_bodies(&all, stage, at, near);
    add_contacts(&all, stage, at, CONTACT_REACH * near);
    add_joints(&all, stage, at, JOINT_REACH * near);
    if (all.count == 0) return (pick){.kind = PICK_NOTHING};
    const size_t place = find(&all, after);
    return all.of[place == all.count ? 0 : (place + 1) % all.count];
}

/* ---- What is picked -------------------------------------------------------------------------- */

bool pick_exists(const evo_world *world, const pick *p) {
    switch (p->kind) {
    case PICK_BODY:
        return evo_body_exists(world, p->body);
    case PICK_COLLIDER:
        return evo_collider_exists(world, p->a);
    case PICK_CONTACT:
        return evo_collider_exists(world, p->a) && evo_collider_exists(world, p->b);
    case PICK_JOINT:
        return evo_joint_exists(world, p->joint);
    default:
        return false;
    }
}

/* The one of two bodies that moves, preferably the second. */
static evo_body moving_one(const evo_world *world, evo_body a, evo_body b) {
    const bool moves = evo_body_exists(world, b) && evo_body_kind_of(world, b) != EVO_STATIC;
    return moves ? b : a;
}

evo_body pick_body(const scene_stage *stage, const pick *p) {
    const evo_world *world = stage->world;
    if (p->kind == PICK_CONTACT)
        return moving_one(world, evo_collider_body(world, p->a), evo_collider_body(world, p->b));
    if (p->kind == PICK_JOINT) {
        const evo_joint_config joint = evo_joint_get(world, p->joint);
        return moving_one(world, joint.a, joint.b);
    }
    return p->body;
}

/* ---- Painting -------------------------------------------------------------------------------- */

static void paint_collider(const view *v, const scene_stage *stage, evo_collider collider,
                           pen_style style) {
    const evo_shape shape = evo_collider_shape(stage->world, collider);
    const evo_body body = evo_collider_body(stage->world, collider);
    paint_ghost(v, stage, &shape, evo_body_pose(stage->world, body), style);
}

static void paint_body(const view *v, const scene_stage *stage, evo_body body, pen_style style) {
    evo_collider found[MOST];
    const size_t count = evo_body_colliders(stage->world, body, found, MOST);
    for (size_t i = 0; i < count && i < MOST; ++i) paint_collider(v, stage, found[i], style);
}

static void paint_contact(const view *v, const scene_stage *stage, const pick *p) {
    const pen_style line = {.line = v->colours->accent, .width = 2};
    evo_contact contact;
    if (!evo_world_contact(stage->world, p->a, p->b, &contact)) return;
    for (int i = 0; i < contact.count; ++i) {
        view_dot(v, contact.points[i].point, 4, v->colours->accent);
        view_arrow(v, contact.points[i].point, contact.points[i].normal, 24, line);
    }
}

void pick_paint(const pick *p, const view *v, const scene_stage *stage) {
    const pen_style rim = {.line = v->colours->accent, .width = 2.5};
    const pen_style faint = {.line = pen_faint(v->colours->accent, 0.6), .width = 1.5};
    if (!pick_exists(stage->world, p)) return;
    if (p->kind == PICK_BODY) paint_body(v, stage, p->body, rim);
    if (p->kind == PICK_COLLIDER) paint_body(v, stage, p->body, faint);
    if (p->kind == PICK_COLLIDER) paint_collider(v, stage, p->a, rim);
    if (p->kind == PICK_CONTACT) paint_contact(v, stage, p);
    if (p->kind != PICK_JOINT) return;
    evo_vec2 ends[2];
    joiner_ends(stage, p->joint, ends);
    view_line(v, ends[0], ends[1], rim);
    for (int i = 0; i < 2; ++i) view_dot(v, ends[i], 4, v->colours->accent);
}
