/* replay.h: a record, read unit by unit and done again. Its world is made by world/record.c. */
#ifndef ENGINE_RECORD_REPLAY_H
#define ENGINE_RECORD_REPLAY_H

#include "record/mixes.h"
#include "record/units.h"

typedef struct record_place {
    size_t at;         /* where the next chunk begins */
    uint64_t checksum; /* of the chunk before */
    visitor v;         /* of the chunk that is read */
} record_place;

struct evo_replay {
    evo_allocator memory;
    evo_world *world;
    const unsigned char *bytes;
    size_t size;
    record_place place;
    uint32_t callbacks; /* that the recorded world had, as bits */
    bool ended;
    mixes mixes;
    call_store store;
    /* replay_mix: programs that replay nothing are linked without it. */
    double (*mix)(struct evo_replay *r, callback_kind kind, const evo_material *a,
                  const evo_material *b);
    evo_replay_call now; /* the call that is made */
};

/* Reads the head of a record; false: there is none. */
bool replay_read_head(evo_replay *r);

/* Loads the state that a record begins with. */
evo_result replay_begin(evo_replay *r);

void replay_free(evo_replay *r);

/* Answers what a callback is asked as it was answered then. */
bool replay_answer(evo_replay *r, callback_kind kind, evo_collider a, evo_collider b,
                   evo_contact_rules *rules);
double replay_mix(evo_replay *r, callback_kind kind, const evo_material *a, const evo_material *b);

#endif
