/* walk.c: finds the ground in contacts, and sets the velocity that walks along it. */
#include "scenes/walk.h"

#include <math.h>

walker walk_begin(evo_world *world, evo_vec2 feet) {
    const evo_vec2 low = {0, 0.3}, high = {0, 1.1};
    evo_body_config config = evo_body_config_default();
    config.shape = evo_capsule(low, high, 0.3);
    config.position = feet;
    config.locks.spin = true;
    config.never_sleep = true;
    config.material.friction = 0;
    return (walker){.body = evo_body_create(world, &config), .wish = 1};
}

/* ---- The ground ------------------------------------------------------------------------------ */

enum { CONTACTS = 8 };

/* Finds the ground: of contacts that carry, the one that is most in the way. */
static bool find_ground(const evo_world *world, const walker *w, evo_contact *ground) {
    evo_contact found[CONTACTS];
    const size_t count = evo_body_contacts(world, w->body, found, CONTACTS);
    bool stands = false;
    for (size_t i = 0; i < count && i < CONTACTS; ++i) {
        const evo_vec2 normal = found[i].points[0].normal;
        if (normal.y < 0.6) continue;
        if (!stands || w->wish * (normal.x - ground->points[0].normal.x) < 0) *ground = found[i];
        stands = true;
    }
    return stands;
}

/* Velocity of the ground where it is touched, with that of a belt on it. */
static evo_vec2 ground_velocity(const evo_world *world, const evo_contact *ground) {
    const evo_contact_point *at = &ground->points[0];
    const double belt = evo_collider_get(world, ground->a).material.surface_speed;
    const evo_body owner = evo_collider_body(world, ground->a);
    const evo_vec2 v = evo_body_point_velocity(world, owner, at->point);
    return (evo_vec2){v.x + belt * at->normal.y, v.y - belt * at->normal.x};
}

bool walk_sees_ground(const evo_world *world, const walker *w) {
    const evo_vec2 ahead = evo_body_world_point(world, w->body, (evo_vec2){0.5 * w->wish, 0.4});
    const evo_vec2 down = {ahead.x, ahead.y - 1.1};
    return evo_world_ray_any(world, ahead, down, NULL);
}

/* ---- Steering -------------------------------------------------------------------------------- */

/* Seconds that it is pulled down after an edge. */
static const double KEEPS_TO_GROUND = 0.1;

/* On the ground, moves along it at its own speed; gravity must not drag it down a slope. In the
 * air, it only bends its way. */
void walk(evo_world *world, walker *w, bool jump, double seconds) {
    evo_contact ground = {.count = 0};
    evo_vec2 v = evo_body_velocity(world, w->body);
    w->stands = find_ground(world, w, &ground);
    w->free = w->stands ? 0 : w->free + seconds;
    if (w->stands) {
        const evo_vec2 n = ground.points[0].normal, base = ground_velocity(world, &ground);
        const double slide = evo_world_gravity(world).y * seconds * n.x;
        const double along = w->wish * WALK_SPEED + slide;
        v = (evo_vec2){base.x + along * n.y, base.y - along * n.x};
        if (jump) v.y = base.y + WALK_JUMP;
        if (jump) w->free = KEEPS_TO_GROUND;
    } else if (w->free < KEEPS_TO_GROUND) { /* over an edge: the ground goes on below */
        v.y = fmin(v.y, -0.6 * WALK_SPEED);
    } else {
        v.x += fmax(-0.5, fmin(0.5, w->wish * WALK_SPEED - v.x));
    }
    evo_body_set_velocity(world, w->body, v);
}

/* ---- Platforms that are solid from above alone ----------------------------------------------- */

static char one_way; /* the user data of such platforms */

void walk_mark(evo_world *world, evo_body platform) {
    (void)evo_body_set_user(world, platform, &one_way);
}

/* Holds what comes down on a platform, and lets pass what comes up through it. */
bool walk_holds(void *context, const evo_contact *contact, evo_contact_rules *rules) {
    (void)rules;
    const evo_world *world = *(evo_world **)context;
    const evo_body a = evo_collider_body(world, contact->a);
    const evo_body b = evo_collider_body(world, contact->b);
    const bool first = evo_body_user(world, a) == &one_way;
    if (!first && evo_body_user(world, b) != &one_way) return true;
    const double up = contact->points[0].normal.y * (first ? 1 : -1);
    const double rises = evo_body_velocity(world, first ? b : a).y;
    return up > 0.7 && rises < 0.1 && contact->points[0].gap > -0.05;
}
