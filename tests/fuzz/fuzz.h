/* fuzz.h: fuzzers: each reads bytes as a program, runs it, and aborts where a law is broken.
 * Programs of libFuzzer call them with bytes that it invents (make fuzz), the suite `fuzzed` with
 * those kept in tests/fuzz/corpus/. */
#ifndef TESTS_FUZZ_FUZZ_H
#define TESTS_FUZZ_FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "evolute/evolute.h"

/* Calls of the public interface on a world. */
void fuzz_calls(const uint8_t *bytes, size_t count);

/* Questions about two shapes of raw numbers. */
void fuzz_geometry(const uint8_t *bytes, size_t count);

/* A damaged save, and a damaged record, of a program of calls, with checksums made anew. */
void fuzz_saves(const uint8_t *bytes, size_t count);
void fuzz_records(const uint8_t *bytes, size_t count);

/* A scene as text (samples/level). */
void fuzz_levels(const uint8_t *bytes, size_t count);

/* ---- For fuzzers (bytes.c) ------------------------------------------------------------------- */

typedef struct fuzz_bytes {
    const uint8_t *at, *end;
} fuzz_bytes;

static inline bool fuzz_is_over(const fuzz_bytes *b) {
    return b->at >= b->end;
}

/* Bytes behind the end are 0. */
uint8_t fuzz_byte(fuzz_bytes *b);

/* One of 0 to count - 1. */
int fuzz_one_of(fuzz_bytes *b, int count);

/* A number of ordinary size, -16 to 16; and any number, also none, of one byte and perhaps more. */
double fuzz_number(fuzz_bytes *b);
double fuzz_any_number(fuzz_bytes *b);

/* Ends the program with a message, unless a law holds. */
void fuzz_expect(bool holds, const char *law);

/* ---- Hosts of worlds (host.c) ---------------------------------------------------------------- */

/* An allocator that refuses the request of a number, counted from 1; 0: none. */
typedef struct fuzz_memory {
    size_t calls, refuse;
    size_t bytes; /* allocated now */
    bool refused;
} fuzz_memory;

evo_allocator fuzz_allocator(fuzz_memory *memory);

/* What becomes of the tasks of a step. */
typedef enum fuzz_jobs_kind {
    FUZZ_JOBS_NONE,     /* there are none */
    FUZZ_JOBS_LATE,     /* they run when the step is done */
    FUZZ_JOBS_REVERSED, /* the same, the last one first */
    FUZZ_JOBS_SOME,     /* the same, but every second one never runs */
    FUZZ_JOBS_MISSING,  /* none ever runs */
    FUZZ_JOBS_THREADS,  /* threads run them */
    FUZZ_JOBS_KINDS
} fuzz_jobs_kind;

typedef struct fuzz_jobs {
    fuzz_jobs_kind kind;
    evo_task task; /* NULL: none was started */
    void *data;
    int count;
    evo_threads *threads;
} fuzz_jobs;

/* Returns tasks for the config of a world. */
evo_tasks fuzz_tasks(fuzz_jobs *jobs, fuzz_jobs_kind kind);
void fuzz_jobs_close(fuzz_jobs *jobs);

/* ---- Worlds of programs (calls.c) ------------------------------------------------------------ */

/* Called when the world of a program is empty yet, and when all calls are made; or NULL. */
typedef struct fuzz_hooks {
    void (*begin)(void *context, evo_world *world);
    void (*end)(void *context, evo_world *world);
    void *context;
} fuzz_hooks;

void fuzz_play(fuzz_bytes program, const fuzz_hooks *hooks);

/* ---- Bytes that are damaged (damage.c) ------------------------------------------------------- */

/* Bytes that grow. */
typedef struct fuzz_blob {
    unsigned char *bytes;
    size_t size, capacity;
} fuzz_blob;

/* Adds bytes; false: out of memory. */
bool fuzz_add(fuzz_blob *to, const void *bytes, size_t size);

/* Takes the save of a world; puts it into another one, which is the same then. */
fuzz_blob fuzz_save(const evo_world *world);
void fuzz_copy(evo_world *to, const evo_world *from);

/* Expects that two worlds have one hash and one save. */
void fuzz_expect_same(const evo_world *a, const evo_world *b);

/* Makes the size and the checksum in the head of a save those of its bytes. */
enum { FUZZ_SAVE_HEADER = 32 };
void fuzz_repair_save(unsigned char *bytes, size_t size);

/* Damages bytes behind a head, a few times: bits, bytes, numbers, parts that move or go. */
void fuzz_damage(fuzz_bytes *by, fuzz_blob *blob, size_t head);

#endif
