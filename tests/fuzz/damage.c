/* damage.c: bytes of saves and records that fuzzers damage, and worlds that are copied by them. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "save/save.h"

bool fuzz_add(fuzz_blob *to, const void *bytes, size_t size) {
    if (to->size + size > to->capacity) {
        const size_t capacity = 2 * (to->size + size);
        unsigned char *grown = realloc(to->bytes, capacity);
        if (!grown) return false;
        to->bytes = grown;
        to->capacity = capacity;
    }
    memcpy(to->bytes + to->size, bytes, size);
    to->size += size;
    return true;
}

/* ---- Worlds ---------------------------------------------------------------------------------- */

fuzz_blob fuzz_save(const evo_world *world) {
    fuzz_blob made = {NULL, evo_world_save(world, NULL, 0), 0};
    made.capacity = made.size;
    made.bytes = malloc(made.size);
    fuzz_expect(made.bytes && evo_world_save(world, made.bytes, made.size) == made.size,
                "a save has the size that it says");
    return made;
}

void fuzz_expect_same(const evo_world *a, const evo_world *b) {
    const fuzz_blob one = fuzz_save(a), other = fuzz_save(b);
    fuzz_expect(one.size == other.size && memcmp(one.bytes, other.bytes, one.size) == 0,
                "equal worlds have one save");
    fuzz_expect(evo_world_hash(a) == evo_world_hash(b), "equal worlds have one hash");
    free(one.bytes);
    free(other.bytes);
}

void fuzz_copy(evo_world *to, const evo_world *from) {
    const fuzz_blob save = fuzz_save(from);
    fuzz_expect(evo_world_load(to, save.bytes, save.size) == EVO_OK, "a world's save is loaded");
    free(save.bytes);
    fuzz_expect_same(to, from);
}

/* ---- Repairs --------------------------------------------------------------------------------- */

enum { HEADER = FUZZ_SAVE_HEADER, AT_SIZE = 16, AT_CHECKSUM = 24 };

static void put_word(unsigned char *to, uint64_t word) {
    for (int i = 0; i < 8; ++i) to[i] = (unsigned char)(word >> 8 * i);
}

void fuzz_repair_save(unsigned char *bytes, size_t size) {
    if (size <= HEADER) return;
    put_word(bytes + AT_SIZE, size);
    put_word(bytes + AT_CHECKSUM, visit_checksum(bytes + HEADER, size - HEADER));
}

/* ---- Damages --------------------------------------------------------------------------------- */

static size_t place(fuzz_bytes *by, size_t size) {
    const size_t high = fuzz_byte(by), low = fuzz_byte(by);
    return (256 * high + low) % size;
}

static void put_number(fuzz_bytes *by, unsigned char *at, size_t room) {
    static const double numbers[] = {0, -0.0, 1, 1e30, -1e30, 1e300, 1e-300, 0.5, INFINITY, NAN};
    const double number = numbers[fuzz_one_of(by, sizeof numbers / sizeof *numbers)];
    memcpy(at, &number, room < sizeof number ? room : sizeof number);
}

/* Copies a part to another place, or drops one. */
static void move_part(fuzz_bytes *by, unsigned char *all, size_t at, size_t size) {
    const size_t from = place(by, size), behind = at > from ? at : from;
    const size_t part = fuzz_byte(by) % 64u;
    memmove(all + at, all + from, part < size - behind ? part : size - behind);
}

static size_t drop_part(fuzz_bytes *by, unsigned char *all, size_t at, size_t size) {
    const size_t part = fuzz_byte(by) % 64u, dropped = part < size - at ? part : size - at;
    memmove(all + at, all + at + dropped, size - at - dropped);
    return dropped;
}

static void damage(fuzz_bytes *by, fuzz_blob *blob, size_t head) {
    const size_t size = blob->size - head, at = place(by, size);
    unsigned char *all = blob->bytes + head;
    switch (fuzz_one_of(by, 6)) {
    case 0:
        all[at] ^= (unsigned char)(1u << fuzz_one_of(by, 8));
        break;
    case 1:
        all[at] = fuzz_byte(by);
        break;
    case 2:
        all[at] = (unsigned char)(all[at] + fuzz_one_of(by, 5) - 2);
        break;
    case 3:
        put_number(by, all + at, size - at);
        break;
    case 4:
        move_part(by, all, at, size);
        break;
    default:
        blob->size -= drop_part(by, all, at, size);
        break;
    }
}

enum { DAMAGES = 4 };

void fuzz_damage(fuzz_bytes *by, fuzz_blob *blob, size_t head) {
    for (int n = fuzz_one_of(by, DAMAGES); n >= 0 && blob->size > head; --n) damage(by, blob, head);
}
