/* lists.h: digests of all that a step reports, one for each list, of all fields of all entries: so
 * that tests compare lists as they compare hashes. */
#ifndef TESTS_SUPPORT_LISTS_H
#define TESTS_SUPPORT_LISTS_H

#include "evolute/evolute.h"

typedef enum list_kind {
    LIST_STATE, /* evo_world_hash */
    LIST_TOUCHES,
    LIST_VISITS,
    LIST_IMPACTS,
    LIST_MOVES,
    LIST_FORCES,
    LIST_JOINT_ENDS,
    LIST_CONTACTS, /* of the whole world, as they are now */
    LIST_VISITORS, /* of all sensors */
    LIST_JOINTS,   /* loads and positions of all joints */
    LIST_COUNTERS, /* but for bytes */
    LIST_USERS,    /* user pointers of the entries above */
    LIST_KINDS
} list_kind;

typedef struct lists {
    uint64_t digests[LIST_KINDS];
    size_t counts[LIST_KINDS]; /* entries, of all steps that were added */
} lists;

/* Returns the lists of the last step. */
lists lists_of(const evo_world *world);

/* Returns one digest of touches, visits, impacts and joint ends, which last until the next step,
 * whatever is called or refused meanwhile. User pointers are left out. */
uint64_t lists_lasting(const evo_world *world);

/* Adds a step to the digests of the steps before it. */
void lists_add(lists *sum, const lists *step);

/* Leaves the user pointers out: loads and replays into other worlds have none. */
void lists_forget_users(lists *l);

/* Returns the name of the first list that differs, or NULL. */
const char *lists_difference(const lists *a, const lists *b);

#endif
