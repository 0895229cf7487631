/* keeper.c: the checksum is FNV-1a of 64 bits. Each byte maps checksums one to one, so that no
 * single changed byte leaves a checksum as it was; any other damage does by a chance of 2^-64. */
#include "headless/keeper.h"

#include <errno.h>
#include <unistd.h>

uint64_t keeper_checksum(uint64_t checksum, const void *bytes, size_t size) {
    const unsigned char *each = bytes;
    for (size_t i = 0; i < size; ++i) checksum = (checksum ^ each[i]) * 0x100000001b3;
    return checksum;
}

keeper keeper_begin(FILE *file, bool saves) {
    const keeper k = {.file = file, .saves = saves, .checksum = 0xcbf29ce484222325};
    return k;
}

bool keeper_bytes(keeper *k, void *bytes, size_t size) {
    if (size == 0) return true;
    const size_t done = k->saves ? fwrite(bytes, 1, size, k->file) : fread(bytes, 1, size, k->file);
    if (done != size && !k->saves) errno = EILSEQ;
    if (done != size) return false;
    k->checksum = keeper_checksum(k->checksum, bytes, size);
    k->size += size;
    return true;
}

enum { BLOCK = 1 << 14 };

bool keeper_copy(keeper *from, keeper *to, uint64_t size) {
    char block[BLOCK];
    while (size > 0) {
        const size_t count = size < BLOCK ? (size_t)size : BLOCK;
        if (!keeper_bytes(from, block, count)) return false;
        if (to && !keeper_bytes(to, block, count)) return false;
        size -= count;
    }
    return true;
}

/* Moves so many bytes behind those that are kept from the part to the keeper, or back. */
static bool move_bytes(keeper *k, output *to, uint64_t size) {
    char block[BLOCK];
    while (size > 0) {
        const size_t count = size < BLOCK ? (size_t)size : BLOCK;
        if (k->saves && pread(fileno(to->file), block, count, (off_t)to->kept) != (ssize_t)count)
            return false;
        if (!keeper_bytes(k, block, count)) return false;
        if (!k->saves && fwrite(block, 1, count, to->file) != count) return false;
        to->kept += count;
        size -= count;
    }
    return true;
}

/* Empties an output: a head that it begins with is in the checkpoint, too. */
static bool empty(output *to) {
    rewind(to->file);
    return ftruncate(fileno(to->file), 0) == 0;
}

bool keeper_output(keeper *k, output *to) {
    if (!to->part[0]) { /* devices and pipes cannot be read again */
        errno = ESPIPE;
        return false;
    }
    uint64_t size = 0;
    if (k->saves) {
        const long written = ftell(to->file);
        if (written < 0 || fflush(to->file) != 0) return false;
        size = (uint64_t)written - to->kept;
    } else if (to->kept == 0 && !empty(to))
        return false;
    return keeper_bytes(k, &size, sizeof size) && move_bytes(k, to, size);
}
