#include "picture/file.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

/* A pipe has no size: it is read until it ends. */
unsigned char *file_read(const char *path, size_t *size) {
    size_t capacity = 1 << 16;
    unsigned char *bytes = malloc(capacity);
    FILE *file = fopen(path, "rb");
    *size = 0;
    while (file && bytes) {
        const size_t count = fread(bytes + *size, 1, capacity - *size, file);
        *size += count;
        if (*size < capacity) break;
        unsigned char *more = realloc(bytes, capacity *= 2);
        if (!more) free(bytes);
        bytes = more;
    }
    const bool whole = file && bytes && !ferror(file);
    if (file) fclose(file);
    if (whole) return bytes;
    free(bytes);
    return NULL;
}
