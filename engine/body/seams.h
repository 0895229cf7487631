/* seams.h: edges between joined bodies, and seams of floors, where faces go on from each other. */
#ifndef ENGINE_BODY_SEAMS_H
#define ENGINE_BODY_SEAMS_H

#include "core/memory.h"
#include "evolute/body.h"

typedef struct body_store body_store;

/* ==== Edges =================================================================================== */

/* Edges between joined bodies: two for each joint, 2 * joint and 2 * joint + 1, in the lists of its
 * bodies. Colliders of joined bodies are marked, so that their pairs are tested for joints. */

/* An end of a joint. */
typedef struct body_edge {
    uint32_t body, other;    /* ids, or NONE: the world */
    uint32_t next, previous; /* edges of the body */
    float arm;               /* from the body's origin to the anchor */
    bool collide;
} body_edge;

/* Makes room for the edges of joints up to this one; false: out of memory. */
bool edges_reserve(body_store *s, uint32_t joint);

/* Links two bodies, by id, at anchors in their frames; NONE is the world. They collide with each
 * other if `collide`. */
void edges_link(body_store *s, uint32_t joint, const uint32_t *bodies, const evo_vec2 *anchors,
                bool collide);
void edges_unlink(body_store *s, uint32_t joint);

/* Moves the anchors of a joint, and sets whether its bodies collide. */
void edges_set(body_store *s, uint32_t joint, const evo_vec2 *anchors, bool collide);

/* Returns the bit by which links of colliders mark a body that theirs is joined with. */
static inline uint16_t edge_bit(uint32_t body) {
    return (uint16_t)(body == NONE ? 0 : 1u << body % 16);
}

/* Returns the bits that links of a body's colliders have. */
uint16_t edges_bits(const body_store *s, uint32_t body);

/* Returns whether a joint keeps two bodies from colliding. */
bool edges_part(const body_store *s, uint32_t a, uint32_t b);

/* ==== Seams =================================================================================== */

/* Seams: places where faces of colliders that stand go on from each other.
 *
 * A seam belongs to a face of a collider, at the end from which another collider's face goes on:
 * links of a chain, segments that share an end, polygons whose faces lie in one line. Their bodies
 * are one, or stand, or move alike. Only normals between those of the two faces are contacts there:
 * the fan of a convex joint, which one of the two owns, none at a flat or hollow one. The sides of
 * polygons that lie against each other are no rim. Numbers are in the frame of the body, about its
 * centre. */

typedef struct floor_seam {
    evo_vec2 normal; /* of the own face */
    evo_vec2 onward; /* direction of the other face from the joint on */
    uint32_t other;  /* id of the collider that goes on */
    uint32_t next;   /* seam of the same collider, or a free one; or NONE */
    float cover;     /* distance from the joint up to which sides beyond the face are no rim */
    uint8_t point;   /* of the hull: the joint */
    bool ends;       /* the own face ends there; else it begins there, counterclockwise */
    bool owns;       /* the fan of the joint */
} floor_seam;

/* Finds where faces of two colliders of floors go on from each other; their bodies keep their
 * relative place until seams_unlink. False: out of memory, and the two have no seam. */
bool seams_link(body_store *s, uint32_t a, uint32_t b);

/* Returns whether two colliders have a joint. */
bool seams_know(const body_store *s, uint32_t a, uint32_t b);

/* Removes all seams of a collider. */
void seams_unlink(body_store *s, uint32_t id);

typedef enum seam_verdict { SEAM_KEEPS, SEAM_TURNS, SEAM_DROPS } seam_verdict;

/* A contact at the rim of a floor: `normal` leads away from it. */
typedef struct seam_contact {
    evo_vec2 point, normal;
    evo_vec2 center; /* centre of mass of the other body */
    uint32_t other;  /* its id: joints with what lets it pass are none; NONE: it is no collider */
    bool flat;       /* the other one touches with a face */
    bool in_doubles; /* measured in doubles: else both sides of a joint may keep a contact at it */
    const evo_filter *filter; /* if it is no collider; NULL: all colliders hold it */
} seam_contact;

/* Judges a contact by the joints of a collider. SEAM_TURNS: its normal is now the nearest allowed
 * one; SEAM_DROPS: it is no contact, and its normal is that of a face at the joint. */
seam_verdict seams_judge(const body_store *s, uint32_t id, seam_contact *contact);

/* Returns whether a contact lies at a joint whose fan a collider owns, and on the open side of the
 * one that goes on: at sharp joints it may come from behind of its owner. */
bool seams_face(const body_store *s, uint32_t id, const seam_contact *contact);

#endif
