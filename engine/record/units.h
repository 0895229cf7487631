/* units.h: what a record consists of.
 *
 *     head     8 bytes "EVORECRD", 4 bytes version, 4 bytes: callbacks that the world had, as bits
 *     chunks   8 bytes size, 8 bytes checksum, which goes on from that before, and so many bytes
 *
 * The bytes of chunks are units, each whole in one chunk, little-endian, whole numbers of seven
 * bits a byte (save/visitor.h):
 *
 *     UNIT_STATE              size, and a whole world (evo_world_save)
 *     UNIT_CALLS + kind       arguments of a call
 *     UNIT_CALLBACKS + kind   what a callback was asked, and its answer: during a call
 *     UNIT_END                outcome of the call */
#ifndef ENGINE_RECORD_UNITS_H
#define ENGINE_RECORD_UNITS_H

#include "record/arguments.h"

/* Increases whenever bytes mean something else. */
enum { RECORD_VERSION = 2 };

static const unsigned char RECORD_MAGIC[8] = {'E', 'V', 'O', 'R', 'E', 'C', 'R', 'D'};

enum { RECORD_HEAD = 16, RECORD_CHUNK_HEAD = 16 };

typedef enum unit_kind {
    UNIT_STATE,
    UNIT_END,
    UNIT_CALLBACKS,
    UNIT_CALLS = UNIT_CALLBACKS + CALLBACK_KINDS,
    UNIT_KINDS = UNIT_CALLS + CALL_KINDS
} unit_kind;

static inline void unit_visit_pair(visitor *v, callback_pair *pair) {
    static const field fields[] = {
        FIELDS(U32, callback_pair, a, b), FIELD(BOOL, callback_pair, answer), {0}};
    static const field rules[] = {FIELD(DOUBLE, callback_pair, rules), {0}};
    visit_fields(v, pair, fields);
    if (pair->kind == CALLBACK_SOLVE) visit_fields(v, pair, rules);
}

/* Visits materials without regard to those before. */
static inline void unit_visit_mix(visitor *v, callback_mix *mix) {
    static const field fields[] = {FIELDS(DOUBLE, callback_mix, a, a.tangential_restitution),
                                   FIELD(U64, callback_mix, a.id),
                                   FIELDS(DOUBLE, callback_mix, b, b.tangential_restitution),
                                   FIELD(U64, callback_mix, b.id),
                                   FIELD(DOUBLE, callback_mix, answer),
                                   {0}};
    visit_fields(v, mix, fields);
}

/* Returns the checksum of a chunk behind another one: of the head, for the first. */
static inline uint64_t record_checksum(uint64_t before, const unsigned char *bytes, size_t size) {
    unsigned char both[16];
    visit_put_word(both, before, 8);
    visit_put_word(both + 8, visit_checksum(bytes, size), 8);
    return visit_checksum(both, sizeof both);
}

#endif
