#include "support/lists.h"

#include <stdlib.h>

#include "support/check.h"
#include "support/hash.h"

static const char *const NAMES[LIST_KINDS] = {
    "the state",  "touches",  "visits",   "impacts", "moves",    "forces",
    "joint ends", "contacts", "visitors", "joints",  "counters", "user pointers"};

/* ---- Fields ---------------------------------------------------------------------------------- */

static uint64_t add_number(uint64_t hash, uint64_t number) {
    return (hash ^ number ^ (number >> 29)) * UINT64_C(0x100000001b3);
}

static uint64_t add_vector(uint64_t hash, evo_vec2 v) {
    return hash_double(hash_double(hash, v.x), v.y);
}

static uint64_t add_pose(uint64_t hash, evo_pose p) {
    return hash_double(add_vector(hash, p.position), p.angle);
}

static uint64_t add_bodies(uint64_t hash, evo_body a, evo_body b) {
    return add_number(add_number(hash, evo_body_pack(a)), evo_body_pack(b));
}

static uint64_t add_colliders(uint64_t hash, evo_collider a, evo_collider b) {
    return add_number(add_number(hash, evo_collider_pack(a)), evo_collider_pack(b));
}

static void begin(lists *l, list_kind kind, size_t count) {
    l->counts[kind] = count;
    l->digests[kind] = add_number(HASH_BEGIN, count);
}

static void add_user(lists *l, const void *user) {
    l->digests[LIST_USERS] = add_number(l->digests[LIST_USERS], (uintptr_t)user);
}

static void add_users(lists *l, const void *a, const void *b, const void *c, const void *d) {
    const void *all[] = {a, b, c, d};
    for (int i = 0; i < 4; ++i) add_user(l, all[i]);
}

static uint64_t add_tags(uint64_t hash, uint64_t a, uint64_t b, uint64_t c, uint64_t d) {
    return add_number(add_number(add_number(add_number(hash, a), b), c), d);
}

/* ---- Lists ----------------------------------------------------------------------------------- */

static void add_touches(lists *l, const evo_world *world) {
    size_t count;
    const evo_touch *all = evo_world_touches(world, &count);
    begin(l, LIST_TOUCHES, count);
    uint64_t *digest = &l->digests[LIST_TOUCHES];
    for (const evo_touch *t = all; count-- > 0; ++t) {
        *digest = add_bodies(*digest, t->a, t->b);
        *digest = add_colliders(*digest, t->collider_a, t->collider_b);
        *digest = add_number(*digest, t->began);
        *digest = add_vector(add_vector(*digest, t->point), t->normal);
        *digest = hash_double(hash_double(*digest, t->speed), t->impulse);
        *digest = add_tags(*digest, t->tag_a, t->tag_b, t->collider_tag_a, t->collider_tag_b);
        add_users(l, t->user_a, t->user_b, t->collider_user_a, t->collider_user_b);
    }
}

static void add_visits(lists *l, const evo_world *world) {
    size_t count;
    const evo_visit *all = evo_world_visits(world, &count);
    begin(l, LIST_VISITS, count);
    uint64_t *digest = &l->digests[LIST_VISITS];
    for (const evo_visit *v = all; count-- > 0; ++v) {
        *digest = add_colliders(*digest, v->sensor, v->visitor);
        *digest = add_bodies(*digest, v->sensor_body, v->visitor_body);
        *digest = add_number(*digest, v->began);
        *digest = add_tags(*digest, v->sensor_tag, v->visitor_tag, v->sensor_body_tag,
                           v->visitor_body_tag);
        add_users(l, v->sensor_user, v->visitor_user, v->sensor_body_user, v->visitor_body_user);
    }
}

static void add_impacts(lists *l, const evo_world *world) {
    size_t count;
    const evo_impact *all = evo_world_impacts(world, &count);
    begin(l, LIST_IMPACTS, count);
    uint64_t *digest = &l->digests[LIST_IMPACTS];
    for (const evo_impact *i = all; count-- > 0; ++i) {
        *digest = add_bodies(hash_double(*digest, i->time), i->a, i->b);
        *digest = add_colliders(*digest, i->collider_a, i->collider_b);
        *digest = add_vector(add_vector(*digest, i->point), i->normal);
        *digest = hash_double(hash_double(*digest, i->speed), i->impulse);
        *digest = add_vector(add_vector(*digest, i->push), i->between);
        *digest = add_tags(*digest, i->tag_a, i->tag_b, i->collider_tag_a, i->collider_tag_b);
        add_users(l, i->user_a, i->user_b, i->collider_user_a, i->collider_user_b);
    }
}

static void add_moves(lists *l, const evo_world *world) {
    size_t count;
    const evo_move *all = evo_world_moves(world, &count);
    begin(l, LIST_MOVES, count);
    uint64_t *digest = &l->digests[LIST_MOVES];
    for (const evo_move *m = all; count-- > 0; ++m) {
        *digest = add_number(*digest, evo_body_pack(m->body));
        *digest = add_pose(add_pose(*digest, m->before), m->now);
        *digest = add_pose(*digest, evo_body_pose_between(world, m->body, 0.3));
        *digest = add_number(add_number(*digest, m->fell_asleep), m->tag);
        add_user(l, m->user);
    }
}

static void add_forces(lists *l, const evo_world *world) {
    size_t count;
    const evo_force *all = evo_world_forces(world, &count);
    begin(l, LIST_FORCES, count);
    uint64_t *digest = &l->digests[LIST_FORCES];
    for (const evo_force *f = all; count-- > 0; ++f) {
        *digest = add_bodies(*digest, f->a, f->b);
        *digest = add_colliders(*digest, f->collider_a, f->collider_b);
        *digest = add_vector(add_vector(*digest, f->point), f->normal);
        *digest = add_vector(add_vector(*digest, f->arm_a), f->arm_b);
        *digest = add_vector(*digest, f->impulse);
    }
}

static void add_joint_ends(lists *l, const evo_world *world) {
    size_t count;
    const evo_joint_end *all = evo_world_joint_ends(world, &count);
    begin(l, LIST_JOINT_ENDS, count);
    uint64_t *digest = &l->digests[LIST_JOINT_ENDS];
    for (const evo_joint_end *e = all; count-- > 0; ++e) {
        *digest = add_number(add_number(*digest, e->joint.index), e->joint.generation);
        *digest = add_bodies(add_number(*digest, e->kind), e->a, e->b);
        *digest = add_number(add_number(*digest, e->broke), e->tag);
        add_user(l, e->user);
    }
}

static uint64_t add_contact(uint64_t hash, const evo_contact *c) {
    hash = add_number(add_colliders(hash, c->a, c->b), (uint64_t)c->count);
    for (int i = 0; i < c->count; ++i) {
        const evo_contact_point *p = &c->points[i];
        hash = hash_double(add_vector(add_vector(hash, p->point), p->normal), p->gap);
        hash = hash_double(hash_double(hash, p->normal_impulse), p->tangential_impulse);
    }
    return hash;
}

static void add_contacts(lists *l, const evo_world *world) {
    const size_t count = evo_world_contacts(world, NULL, 0);
    evo_contact *all = malloc((count + 1) * sizeof *all);
    ck_assert_ptr_nonnull(all);
    ck_assert_uint_eq(evo_world_contacts(world, all, count), count);
    begin(l, LIST_CONTACTS, count);
    uint64_t *digest = &l->digests[LIST_CONTACTS];
    for (size_t i = 0; i < count; ++i) *digest = add_contact(*digest, &all[i]);
    free(all);
}

/* ---- What there is now ----------------------------------------------------------------------- */

static void add_visitors_of(lists *l, const evo_world *world, evo_collider sensor) {
    enum { MOST = 256 };
    evo_collider found[MOST];
    const size_t count = evo_collider_visitors(world, sensor, found, MOST);
    const evo_collider last = {(uint32_t)count, 0};
    uint64_t *digest = &l->digests[LIST_VISITORS];
    l->counts[LIST_VISITORS] += count;
    *digest = add_colliders(*digest, sensor, last);
    for (size_t i = 0; i < count && i < MOST; ++i)
        *digest = add_colliders(*digest, sensor, found[i]);
}

static void add_visitors(lists *l, const evo_world *world) {
    const size_t count = evo_world_colliders(world, NULL, 0);
    evo_collider *all = malloc((count + 1) * sizeof *all);
    ck_assert_ptr_nonnull(all);
    (void)evo_world_colliders(world, all, count);
    begin(l, LIST_VISITORS, 0);
    for (size_t i = 0; i < count; ++i)
        if (evo_collider_is_sensor(world, all[i])) add_visitors_of(l, world, all[i]);
    free(all);
}

static uint64_t add_joint(uint64_t hash, const evo_world *world, evo_joint j) {
    hash = add_number(add_number(hash, j.index), j.generation);
    hash = hash_double(add_vector(hash, evo_joint_force(world, j)), evo_joint_torque(world, j));
    hash = hash_double(hash, evo_joint_motor_load(world, j));
    hash = hash_double(hash_double(hash, evo_joint_angle(world, j)), evo_joint_speed(world, j));
    hash = hash_double(hash, evo_joint_translation(world, j));
    hash = hash_double(hash, evo_joint_separation(world, j));
    return hash_double(hash, evo_joint_twist(world, j));
}

static void add_joints(lists *l, const evo_world *world) {
    const size_t count = evo_world_joints(world, NULL, 0);
    evo_joint *all = malloc((count + 1) * sizeof *all);
    ck_assert_ptr_nonnull(all);
    (void)evo_world_joints(world, all, count);
    begin(l, LIST_JOINTS, count);
    uint64_t *digest = &l->digests[LIST_JOINTS];
    for (size_t i = 0; i < count; ++i) *digest = add_joint(*digest, world, all[i]);
    free(all);
}

static void add_counters(lists *l, const evo_world *world) {
    const evo_counters c = evo_world_counters(world);
    const uint64_t numbers[] = {c.bodies,   c.awake, c.colliders, c.pairs,
                                c.contacts, c.steps, c.impacts,   c.events};
    begin(l, LIST_COUNTERS, 1);
    uint64_t *digest = &l->digests[LIST_COUNTERS];
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; ++i)
        *digest = add_number(*digest, numbers[i]);
}

/* ---- All ------------------------------------------------------------------------------------- */

lists lists_of(const evo_world *world) {
    lists l = {.digests = {[LIST_STATE] = evo_world_hash(world), [LIST_USERS] = HASH_BEGIN}};
    add_touches(&l, world);
    add_visits(&l, world);
    add_impacts(&l, world);
    add_moves(&l, world);
    add_forces(&l, world);
    add_joint_ends(&l, world);
    add_contacts(&l, world);
    add_visitors(&l, world);
    add_joints(&l, world);
    add_counters(&l, world);
    return l;
}

uint64_t lists_lasting(const evo_world *world) {
    lists l = {.digests = {0}};
    uint64_t hash = HASH_BEGIN;
    add_touches(&l, world);
    add_visits(&l, world);
    add_impacts(&l, world);
    add_joint_ends(&l, world);
    for (int i = 0; i < LIST_USERS; ++i) hash = add_number(hash, l.digests[i]);
    return hash;
}

void lists_add(lists *sum, const lists *step) {
    for (int i = 0; i < LIST_KINDS; ++i) {
        sum->digests[i] = add_number(sum->digests[i], step->digests[i]);
        sum->counts[i] += step->counts[i];
    }
}

void lists_forget_users(lists *l) {
    l->digests[LIST_USERS] = 0;
}

const char *lists_difference(const lists *a, const lists *b) {
    for (int i = 0; i < LIST_KINDS; ++i)
        if (a->digests[i] != b->digests[i]) return NAMES[i];
    return NULL;
}
