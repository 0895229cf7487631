/* seams.c: seams of floors, where faces go on from each other, and edges between bodies. */
#include "body/body.h"

#include <assert.h>

#include "shape/shape.h"

MACHINE_PLAIN

/* ==== Seams =================================================================================== */

/* Finds and stores seams, and judges contacts by them. In: two colliders that stand, as hulls; out:
 * a seam of either for each two faces that go on from each other. Invariant: a collider has a seam
 * to another one exactly if that one has a seam to it; verdicts do not depend on the order of
 * seams. */

/* Fraction of the shorter face. Ends that are no farther apart count as one point. */
static const double SAME_POINT = 1e-4;

/* IN_LINE: sine of the angle up to which faces of polygons go on from each other. TURNS_BACK:
 * cosine below which a segment turns back on the other. */
static const double IN_LINE = 0.0175, TURNS_BACK = -0.999;

/* Fraction of the shorter face: depth up to which sides that are no rims count as the joint. */
static const double COVER_DEPTH = 0.05;

/* Loops over the seams of a collider. */
#define EACH_SEAM(i, s, collider)                                                                  \
    for (uint32_t i = (s)->colliders[collider].first_seam; i != NONE; i = (s)->seams[i].next)

/* ---- The table ------------------------------------------------------------------------------- */

/* Removes the seams of a collider to another one, or all. */
static void take(body_store *s, uint32_t id, uint32_t other) {
    for (uint32_t *at = &s->colliders[id].first_seam; *at != NONE;) {
        const uint32_t gone = *at;
        floor_seam *seam = &s->seams[gone];
        if (other != NONE && seam->other != other) {
            at = &seam->next;
            continue;
        }
        *at = seam->next;
        seam->next = s->seam_free;
        s->seam_free = gone;
        ++s->seams_spare;
        assert(s->seams_spare <= s->seam_list.count && "a seam is given back once");
    }
}

void seams_unlink(body_store *s, uint32_t id) {
    EACH_SEAM (i, s, id) take(s, s->seams[i].other, id);
    take(s, id, NONE);
    assert(s->colliders[id].first_seam == NONE && "it has no seams left");
}

bool seams_know(const body_store *s, uint32_t a, uint32_t b) {
    EACH_SEAM (i, s, a)
        if (s->seams[i].other == b) return true;
    return false;
}

/* ---- Linking --------------------------------------------------------------------------------- */

/* A face at a joint: its hull, its two points, that at the joint first, and the next point of the
 * hull beyond the joint. */
typedef struct face_end {
    evo_vec2 joint, far, beyond, normal;
    double length;
    int point, count;
} face_end;

static face_end face_end_of(const hull *h, int point, bool ends) {
    const int before = hull_before(h, point), after = hull_next(h, point);
    const int far = ends ? before : after, beyond = ends ? after : before;
    const evo_vec2 normal = h->normal[ends ? before : point];
    const double length = vec_length(vec_sub(h->point[far], h->point[point]));
    return (face_end){h->point[point], h->point[far], h->point[beyond], normal,
                      length,          point,         h->count};
}

/* Returns the direction of a face away from its joint. */
static evo_vec2 away(const face_end *e) {
    return vec_unit(vec_sub(e->far, e->joint), vec(1, 0));
}

/* Returns the length of the side beyond the joint that the other side lies against. */
static double covered(const face_end *own, const face_end *other) {
    const double least = COVER_DEPTH * least_of(own->length, other->length);
    const evo_vec2 side = vec_sub(own->beyond, own->joint);
    const evo_vec2 against = vec_sub(other->beyond, other->joint);
    const double length = vec_length(side), along = vec_length(against);
    if (own->count < 3 || other->count < 3) return least;
    if (vec_dot(side, against) < (1 - 1e-4) * length * along) return least;
    return (1 - 1e-3) * least_of(length, along);
}

/* Returns whether one face goes on from the other; `way`: from the origin of a's frame to that of
 * b's. */
static bool face_goes_on(const face_end *a, const face_end *b, evo_vec2 way) {
    const double near = SAME_POINT * least_of(a->length, b->length);
    const evo_vec2 back = away(a), onward = away(b);
    if (vec_length(vec_sub(a->joint, vec_add(way, b->joint))) > near) return false;
    const double turn = -vec_dot(back, onward);
    if (a->count == 2 && b->count == 2) return turn > TURNS_BACK;
    return turn > 0 && fabs(vec_cross(back, onward)) <= IN_LINE;
}

static hull turned_hull(const body_store *s, uint32_t id, evo_vec2 turn) {
    const placed p = placed_at(s->colliders[id].shape, vec(0, 0), turn);
    return placed_hull(&p);
}

/* Two hulls about the centres of their bodies, both turned as the first body is, so that seams do
 * not depend on where the bodies are; and the vector between the centres. */
typedef struct facing_hulls {
    hull of[2];
    evo_vec2 way, turn; /* turn: of the second one's frame */
} facing_hulls;

/* Links a point of one hull with one of another, on one of both sides: a seam of each, in the frame
 * of its body. False: out of memory. */
static bool link_points(body_store *s, const uint32_t ids[2], const facing_hulls *h,
                        const int at[2], const bool end[2]) {
    const face_end ends[2] = {face_end_of(&h->of[0], at[0], end[0]),
                              face_end_of(&h->of[1], at[1], end[1])};
    if (!face_goes_on(&ends[0], &ends[1], h->way)) return true;
    for (int i = 0; i < 2; ++i) { /* the solid side of a segment has no rim */
        const evo_shape *shape = s->colliders[ids[i]].shape;
        const int face = end[i] ? hull_before(&h->of[i], at[i]) : at[i];
        if (shape->kind == EVO_SEGMENT && shape->of.segment.one_sided && face != 1) return true;
    }
    if (s->seams_spare < 2 /* free seams are taken without new memory */
        && !ARRAY_RESERVE(s->memory, s->seams, s->seam_list.capacity, s->seam_list.count + 2))
        return false;
    for (int i = 0; i < 2; ++i) {
        const evo_vec2 back = i == 1 ? h->turn : vec(1, 0);
        collider_record *own = &s->colliders[ids[i]];
        uint32_t made = s->seam_free;
        if (made != NONE) {
            assert(s->seams_spare > 0 && "spare seams are counted");
            s->seam_free = s->seams[made].next;
            --s->seams_spare;
        } else {
            made = (uint32_t)s->seam_list.count++;
        }
        assert(made < s->seam_list.capacity && "seams have room");
        s->seams[made] = (floor_seam){.normal = vec_turn_back(ends[i].normal, back),
                                      .onward = vec_turn_back(away(&ends[1 - i]), back),
                                      .other = ids[1 - i],
                                      .next = own->first_seam,
                                      .cover = (float)covered(&ends[i], &ends[1 - i]),
                                      .point = (uint8_t)ends[i].point,
                                      .ends = end[i],
                                      .owns = ids[i] < ids[1 - i]};
        own->first_seam = made;
    }
    return true;
}

/* Links the two in the order of their ids, so that seams do not depend on which came first. */
bool seams_link(body_store *s, uint32_t one, uint32_t other) {
    const uint32_t a = one < other ? one : other, b = one < other ? other : one, ids[2] = {a, b};
    const body_record *of_a = &s->records[s->colliders[a].body];
    const body_record *of_b = &s->records[s->colliders[b].body];
    const body_state *at_a = &s->states[of_a->slot], *at_b = &s->states[of_b->slot];
    const evo_vec2 own = evo_direction(at_a->angle), theirs = evo_direction(at_b->angle);
    const evo_vec2 turn = of_a == of_b ? vec(1, 0) : vec_turn_back(theirs, own);
    const facing_hulls h = {{turned_hull(s, a, vec(1, 0)), turned_hull(s, b, turn)},
                            vec_turn_back(vec_sub(at_b->position, at_a->position), own),
                            turn};
    bool linked = true;
    for (int at[2] = {0, 0}; at[0] < h.of[0].count && linked; ++at[0])
        for (at[1] = 0; at[1] < h.of[1].count && linked; ++at[1])
            for (int side = 0; side < 2 && linked; ++side) {
                const bool end[2] = {side == 0, side == 1};
                linked = link_points(s, ids, &h, at, end);
            }
    assert(seams_know(s, a, b) == seams_know(s, b, a) || !linked);
    if (linked) return true;
    take(s, a, b);
    take(s, b, a);
    return false;
}

/* ---- Judging --------------------------------------------------------------------------------- */

/* Cosines. UPRIGHT: a normal that leans less over the end of a face is that face's own.
 * UPRIGHT_FLOATS: the same for normals in floats, of which both sides of a joint may take the
 * other's. */
static const double UPRIGHT = 1e-6, UPRIGHT_FLOATS = 1e-5;

/* Cosines. The normal of a face that leans over a joint by at most LEANS, over a convex joint by at
 * most LEANS_CONVEX, is turned back to the floor's. A normal within LEANS_CONVEX of the other
 * face's is that face's. */
static const double LEANS = 0.05, LEANS_CONVEX = 1e-3;

/* Fraction of the cover. Of two faces that are met this near to their joint only one has the
 * contact. The fraction must be less than a lean over the joint that UPRIGHT lets pass. */
static const double AT_JOINT = 2e-8;

static evo_vec2 seam_vertex(const evo_shape *shape, int point) {
    if (shape->kind == EVO_SEGMENT) {
        const double half = shape->of.segment.half_length;
        return vec_along(shape->center, point == 0 ? half : -half, shape->axis);
    }
    return vec_add(shape->center, vec_turn(shape->of.polygon.points[point], shape->axis));
}

/* Returns the outward normal of the face that goes on. */
static evo_vec2 onward_normal(const floor_seam *seam) {
    const evo_vec2 left = vec_left(seam->onward);
    return seam->ends ? vec_negate(left) : left;
}

/* Returns whether a body on the far side of the other face meets this face at a hollow joint, and
 * overlaps the other. `apart`: of the contact, from the joint. */
static bool seam_is_beyond(const floor_seam *seam, const seam_contact *c, evo_vec2 apart) {
    if (vec_dot(seam->normal, seam->onward) < IN_LINE || vec_length(apart) > (double)seam->cover)
        return false;
    return vec_dot(vec_along(apart, 1, vec_sub(c->center, c->point)), onward_normal(seam)) < 0;
}

static seam_verdict judge_by(const floor_seam *seam, const evo_shape *shape,
                             const seam_contact *c) {
    const evo_vec2 along = vec_left(seam->normal);
    const evo_vec2 onward = seam->ends ? along : vec_negate(along);
    const double lean = vec_dot(c->normal, onward);
    const double upright = c->in_doubles ? UPRIGHT : UPRIGHT_FLOATS;
    if (lean < -upright) return SEAM_KEEPS;
    const evo_vec2 apart = vec_sub(c->point, seam_vertex(shape, seam->point));
    const double far = vec_length(apart);
    if (shape->kind == EVO_SEGMENT && vec_dot(c->normal, seam->normal) < -upright)
        return SEAM_KEEPS;
    if (lean <= upright && seam_is_beyond(seam, c, apart)) return SEAM_DROPS;
    if (lean <= upright) {
        const bool met = far <= AT_JOINT * (double)seam->cover;
        return met && c->in_doubles && !c->flat && !seam->owns ? SEAM_DROPS : SEAM_KEEPS;
    }
    if (shape->kind != EVO_SEGMENT && far > (double)seam->cover) return SEAM_KEEPS;
    const double over = vec_dot(c->normal, seam->onward); /* the other face's normal */
    const double bend = vec_dot(seam->normal, seam->onward);
    const bool convex = bend <= -LEANS_CONVEX;
    if (c->flat && lean <= (convex ? LEANS_CONVEX : LEANS)) return SEAM_TURNS;
    if (c->flat) return convex && seam->owns && over < -LEANS_CONVEX ? SEAM_KEEPS : SEAM_DROPS;
    return bend < 0 && over < 0 && seam->owns ? SEAM_KEEPS : SEAM_DROPS;
}

/* Returns whether the collider that goes on from another one collides with the same bodies. */
static bool onward_holds(const body_store *s, uint32_t onward, uint32_t own,
                         const seam_contact *c) {
    const collider_record *next = &s->colliders[onward];
    if (collider_entry(next) == collider_entry(&s->colliders[own])) return true;
    if (c->other == NONE)
        return !c->filter || filters_meet(*c->filter, collider_entry(next)->rules.filter);
    return colliders_meet(next, &s->colliders[c->other]);
}

/* Fraction of the cover. A contact this near to a joint is at the joint. */
static const double NEAR_JOINT = 1e-3;

bool seams_face(const body_store *s, uint32_t id, const seam_contact *contact) {
    const evo_shape *shape = s->colliders[id].shape;
    EACH_SEAM (i, s, id) {
        const floor_seam *seam = &s->seams[i];
        const evo_vec2 apart = vec_sub(contact->point, seam_vertex(shape, seam->point));
        if (seam->owns && vec_length(apart) <= NEAR_JOINT * (double)seam->cover
            && vec_dot(contact->normal, onward_normal(seam)) > 0)
            return true;
    }
    return false;
}

seam_verdict seams_judge(const body_store *s, uint32_t id, seam_contact *contact) {
    const evo_shape *shape = s->colliders[id].shape;
    seam_verdict verdict = SEAM_KEEPS;
    evo_vec2 turned = contact->normal;
    EACH_SEAM (i, s, id) {
        if (!onward_holds(s, s->seams[i].other, id, contact)) continue;
        const seam_verdict by = judge_by(&s->seams[i], shape, contact);
        if (by != SEAM_KEEPS) turned = s->seams[i].normal;
        if (by > verdict) verdict = by;
    }
    contact->normal = turned;
    return verdict;
}

/* ==== Edges =================================================================================== */

/* Edges between joined bodies. In: joints and their bodies; out: lists by body, and marked
 * colliders. Invariant: an edge is in the list of its body while its joint lives; lists are in
 * the order of joints, the highest id first, whatever the order in which they were linked. */

bool edges_reserve(body_store *s, uint32_t joint) {
    const size_t needed = 2 * ((size_t)joint + 1);
    return ARRAY_RESERVE(s->memory, s->edges, s->edge_capacity, needed);
}

/* Marks the colliders of a body while it is joined, with the others' bits. */
static void mark(body_store *s, uint32_t body, uint16_t bit) {
    const body_record *record = &s->records[body];
    const bool joined = record->first_edge != NONE;
    if (record->first_collider == NONE) return;
    if (joined && bit != 0 && (edges_bits(s, body) & bit)) return; /* all have it */
    EACH_COLLIDER_FROM (c, s, record->first_collider) {
        collider_link *link = &s->links[s->colliders[c].slot];
        collider_mark(s, s->colliders[c].slot, COLLIDER_JOINED, joined);
        link->joined = (uint16_t)(joined ? link->joined | bit : 0);
    }
}

uint16_t edges_bits(const body_store *s, uint32_t body) {
    const body_record *record = &s->records[body];
    unsigned bits = 0;
    if (record->first_collider != NONE)
        return s->links[s->colliders[record->first_collider].slot].joined;
    EACH_EDGE (e, s, body) bits |= edge_bit(s->edges[e].other);
    return (uint16_t)bits;
}

/* Puts an edge into the list of its body, before those of lower joints. */
static void insert_edge(body_store *s, uint32_t at) {
    body_edge *edge = &s->edges[at];
    uint32_t before = NONE, *link = &s->records[edge->body].first_edge;
    while (*link != NONE && *link > at) {
        before = *link;
        link = &s->edges[before].next;
    }
    assert((before == NONE || before > at) && (*link == NONE || *link < at)
           && "edges are in the order of joints");
    edge->previous = before;
    edge->next = *link;
    *link = at;
    if (edge->next != NONE) s->edges[edge->next].previous = at;
    mark(s, edge->body, edge_bit(edge->other));
}

/* Updates the longest arm of a body of which one arm has changed. */
static void update_arm(body_store *s, uint32_t body, float before, float now) {
    body_record *record = &s->records[body];
    float longest = now > record->arm ? now : record->arm;
    if (now < before && before == record->arm) {
        longest = 0;
        for (uint32_t e = record->first_edge; e != NONE && longest < before; e = s->edges[e].next)
            if (s->edges[e].arm > longest) longest = s->edges[e].arm;
    }
    if (longest == record->arm) return;
    record->arm = longest;
    mass_update_turning(s, body);
}

void edges_link(body_store *s, uint32_t joint, const uint32_t *bodies, const evo_vec2 *anchors,
                bool collide) {
    assert(2 * (size_t)joint + 1 < s->edge_capacity && "room was made");
    assert(bodies[0] != bodies[1] && "a body is not joined with itself");
    still_change(s, STILL_JOINT, joint);
    for (uint32_t side = 0; side < 2; ++side) {
        body_edge *edge = &s->edges[2 * joint + side];
        *edge = (body_edge){.body = bodies[side],
                            .other = bodies[1 - side],
                            .arm = (float)vec_length(anchors[side]),
                            .collide = collide};
        if (edge->body == NONE) continue;
        insert_edge(s, 2 * joint + side);
        update_arm(s, edge->body, 0, edge->arm);
    }
}

void edges_set(body_store *s, uint32_t joint, const evo_vec2 *anchors, bool collide) {
    for (uint32_t side = 0; side < 2; ++side) {
        body_edge *edge = &s->edges[2 * joint + side];
        const float before = edge->arm;
        edge->collide = collide;
        if (edge->body == NONE) continue;
        edge->arm = (float)vec_length(anchors[side]);
        update_arm(s, edge->body, before, edge->arm);
    }
}

void edges_unlink(body_store *s, uint32_t joint) {
    still_change(s, STILL_JOINT, joint);
    for (uint32_t at = 2 * joint; at < 2 * joint + 2; ++at) {
        body_edge *edge = &s->edges[at];
        if (edge->body == NONE) continue;
        uint32_t *first = &s->records[edge->body].first_edge;
        assert((edge->next == NONE || s->edges[edge->next].previous == at) && "links go both ways");
        assert((edge->previous == NONE) == (*first == at) && "the first has none before it");
        if (edge->next != NONE) s->edges[edge->next].previous = edge->previous;
        if (edge->previous != NONE)
            s->edges[edge->previous].next = edge->next;
        else
            *first = edge->next;
        assert(*first != at && "what went is not listed");
        if (*first == NONE) mark(s, edge->body, 0);
        update_arm(s, edge->body, edge->arm, 0);
    }
    s->edges[2 * joint].body = s->edges[2 * joint + 1].body = NONE;
}

/* Walks both lists at once: either has all edges between the two bodies, and one may be long. */
bool edges_part(const body_store *s, uint32_t a, uint32_t b) {
    uint32_t of_a = s->records[a].first_edge, of_b = s->records[b].first_edge;
    while (of_a != NONE && of_b != NONE) {
        const body_edge *edge_a = &s->edges[of_a], *edge_b = &s->edges[of_b];
        if (edge_a->other == b && !edge_a->collide) return true;
        if (edge_b->other == a && !edge_b->collide) return true;
        of_a = edge_a->next;
        of_b = edge_b->next;
    }
    return false;
}
