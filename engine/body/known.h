/* known.h: pointers of the user, by the handle and the birth of the thing that had them. */
#ifndef ENGINE_BODY_KNOWN_H
#define ENGINE_BODY_KNOWN_H

#include <stdatomic.h>

#include "core/memory.h"

/* ==== Pointers of the user ==================================================================== */

/* A body, collider or joint keeps the user's pointer in its record, also when it is destroyed. The
 * pointer of a thing that a save or a frame may bring back is listed here when another one gets its
 * record, or when the world goes to another moment. The state of a world cannot tell two branches
 * of time apart in which a handle is given twice: births can.
 *
 * Invariant: a listed pointer is the one that the user set last. */

/* A thing that lived: its id, a generation of the id, and its birth: 0 for the first thing that
 * this world had by the handle; all others are counted. */
typedef struct known_life {
    uint32_t id, generation, birth;
} known_life;

typedef struct known_user {
    void *user;
    uint32_t generation, birth;
    uint32_t next; /* of the same id, older; 1 more than its place, or 0 */
} known_user;

/* An id: the latest generation that it had when the world went to another moment. */
typedef struct known_id {
    uint32_t latest, first; /* first: the newest, as `next` */
} known_id;

typedef enum known_kind { KNOWN_BODY, KNOWN_COLLIDER, KNOWN_JOINT, KNOWN_KINDS } known_kind;

typedef struct known_list {
    known_id *ids;
    known_user *all;
    size_t id_capacity;
    list_size list;
    uint32_t births;
} known_list;

typedef struct known_users {
    atomic_bool needed; /* there is a save, or a frame */
    known_list of[KNOWN_KINDS];
} known_users;

void known_free(known_users *k, const evo_allocator *memory);

/* Makes room for a number of ids, and for `more` listed pointers, if any are needed; false: out of
 * memory. */
bool known_reserve(known_users *k, const evo_allocator *memory, known_kind kind, size_t ids,
                   size_t more);

/* Lists the pointer of a thing that lived, before another one gets its record; there is room for
 * it. */
void known_note(known_users *k, known_kind kind, known_life life, void *user);

/* Changes the listed pointer of a life, if there is one. */
void known_change(known_users *k, known_kind kind, known_life life, void *user);

/* Returns the birth of a thing that is created. */
uint32_t known_birth(known_users *k, known_kind kind, uint32_t id, uint32_t generation);

/* known_leave lists a life that the world had, and its pointer, as the world goes to another
 * moment; false: out of memory. known_enter begins a life of that moment; returns its listed
 * pointer, or NULL. */
bool known_leave(known_users *k, const evo_allocator *memory, known_kind kind, known_life life,
                 void *user);
void *known_enter(known_users *k, known_kind kind, known_life life);

#endif
