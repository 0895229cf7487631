/* moving.c: frames of the game, for moving.py: a script of keys goes in (a digit a step, as
 * evolute-game --keys reads it), pixels come out, 4 bytes each, 0x00RRGGBB, row by row.
 *
 *     moving SEED KEYS FIRST EVERY COUNT WIDTH HEIGHT
 *
 * A frame is drawn at step FIRST and each EVERY steps from then on, COUNT of them. */
#include <stdio.h>
#include <stdlib.h>

#include "game/session.h"
#include "sandbox/raster.h"

enum { SIZE_MOST = 4096 };

/* Makes steps by the next digits of the script. False: it has no more. */
static bool advance(session *s, FILE *keys, long steps) {
    while (steps-- > 0) {
        const int digit = getc(keys);
        if (digit < '0' || digit > '7') return false;
        session_step(s, (unsigned)(digit - '0'));
    }
    return true;
}

/* Writes frames, each after so many steps; the first after `steps`. */
static bool write_frames(session *s, FILE *keys, raster *r, const long *asked) {
    const size_t size = (size_t)r->width * (size_t)r->height;
    long steps = asked[0];
    for (long frame = 0; frame < asked[2]; ++frame, steps = asked[1]) {
        if (!advance(s, keys, steps)) return false;
        s->message[0] = '\0';
        session_draw(s, &r->pen);
        if (fwrite(r->pixels, sizeof *r->pixels, size, stdout) != size) return false;
    }
    return true;
}

/* Reads first, every, count, width and height. False: one is not there, or out of range. */
static bool read_numbers(int argc, char **argv, long *asked) {
    if (argc != 8) return false;
    for (int i = 0; i < 5; ++i) asked[i] = strtol(argv[3 + i], NULL, 10);
    return asked[0] >= 0 && asked[1] >= 0 && asked[2] > 0 && asked[3] > 0 && asked[3] <= SIZE_MOST
           && asked[4] > 0 && asked[4] <= SIZE_MOST;
}

int main(int argc, char **argv) {
    static session s;
    raster r = {.font_count = 0};
    long asked[5];
    if (!read_numbers(argc, argv, asked)) {
        fprintf(stderr, "usage: moving SEED KEYS FIRST EVERY COUNT WIDTH HEIGHT\n");
        return 2;
    }
    const int width = (int)asked[3], height = (int)asked[4];
    FILE *keys = fopen(argv[2], "r");
    uint32_t *pixels = calloc((size_t)width * (size_t)height, sizeof *pixels);
    bool fine = keys && pixels && session_begin(&s, strtoull(argv[1], NULL, 10));
    if (fine) {
        raster_aim(&r, pixels, width, height, width);
        fine = write_frames(&s, keys, &r, asked);
        session_end(&s);
    }
    if (keys) fclose(keys);
    raster_free(&r);
    free(pixels);
    if (!fine) fprintf(stderr, "moving: no keys, or too few, or no memory\n");
    return fine ? 0 : 1;
}
