#include "headless/keeper.h"

#include <errno.h>
#include <stdint.h>
#include <unistd.h>

bool keeper_bytes(keeper *k, void *bytes, size_t size) {
    if (size == 0) return true;
    const size_t done = k->saves ? fwrite(bytes, 1, size, k->file) : fread(bytes, 1, size, k->file);
    if (done != size && !k->saves) errno = EILSEQ;
    return done == size;
}

/* Copies bytes from one file to another. */
static bool copy(FILE *from, FILE *to, uint64_t size) {
    char part[4096];
    while (size > 0) {
        const size_t count = size < sizeof part ? (size_t)size : sizeof part;
        if (fread(part, 1, count, from) != count) return false;
        if (fwrite(part, 1, count, to) != count) return false;
        size -= count;
    }
    return true;
}

/* Devices and pipes cannot be read again. */
bool keeper_output(keeper *k, output *to) {
    uint64_t size = 0;
    if (!k->saves) {
        rewind(to->file); /* a head that it begins with is in the checkpoint, too */
        return ftruncate(fileno(to->file), 0) == 0 && keeper_bytes(k, &size, sizeof size)
               && copy(k->file, to->file, size);
    }
    const long written = ftell(to->file);
    FILE *again = to->part[0] ? fopen(to->part, "rb") : NULL;
    if (!again) return false;
    size = written > 0 ? (uint64_t)written : 0;
    const bool done =
        fflush(to->file) == 0 && keeper_bytes(k, &size, sizeof size) && copy(again, k->file, size);
    fclose(again);
    return done;
}
