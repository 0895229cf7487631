/* edges.c: edges between joined bodies. In: joints and their bodies; out: lists by body, and marked
 * colliders. Invariant: an edge is in the list of its body while its joint lives; lists are in the
 * order of joints, the highest id first, whatever the order in which they were linked. */
#include "body/edges.h"

#include <assert.h>

bool edges_reserve(body_store *s, uint32_t joint) {
    const size_t needed = 2 * ((size_t)joint + 1);
    return ARRAY_RESERVE(s->memory, s->edges, s->edge_capacity, needed);
}

/* Marks the colliders of a body while it is joined. */
static void mark(body_store *s, uint32_t body) {
    const body_record *record = &s->records[body];
    EACH_COLLIDER_FROM (c, s, record->first_collider)
        collider_mark(s, s->colliders[c].slot, COLLIDER_JOINED, record->first_edge != NONE);
}

/* Puts an edge into the list of its body, before those of lower joints. */
static void insert(body_store *s, uint32_t at) {
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
    if (edge->next == NONE && before == NONE) mark(s, edge->body);
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
    ++s->revision;
    for (uint32_t side = 0; side < 2; ++side) {
        body_edge *edge = &s->edges[2 * joint + side];
        *edge = (body_edge){.body = bodies[side],
                            .other = bodies[1 - side],
                            .arm = (float)vec_length(anchors[side]),
                            .collide = collide};
        if (edge->body == NONE) continue;
        insert(s, 2 * joint + side);
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
    ++s->revision;
    for (uint32_t at = 2 * joint; at < 2 * joint + 2; ++at) {
        body_edge *edge = &s->edges[at];
        if (edge->body == NONE) continue;
        uint32_t *first = &s->records[edge->body].first_edge;
        assert((edge->next == NONE || s->edges[edge->next].previous == at) && "links lead back");
        assert((edge->previous == NONE) == (*first == at) && "the first has none before it");
        if (edge->next != NONE) s->edges[edge->next].previous = edge->previous;
        if (edge->previous != NONE)
            s->edges[edge->previous].next = edge->next;
        else
            *first = edge->next;
        assert(*first != at && "what went is not listed");
        if (*first == NONE) mark(s, edge->body);
        update_arm(s, edge->body, edge->arm, 0);
    }
    s->edges[2 * joint].body = s->edges[2 * joint + 1].body = NONE;
}

/* Walks both lists at once: either has all edges between the two, and one may be long. */
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
