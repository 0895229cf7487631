/* moving.c: the game by a script of keys, without a window: a digit to f a step, the sum of the keys of
 * game.h. How it stands at its end, whether the last minute can be made again, and a picture; or
 * frames for moving.py: pixels, 4 bytes each, 0x00RRGGBB, row by row, to the standard output.
 *
 *     moving SEED KEYS PICTURE.png
 *     moving SEED KEYS FIRST EVERY COUNT WIDTH HEIGHT
 *
 * A frame is drawn at step FIRST and each EVERY steps from then on, COUNT of them. */
#include <ctype.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

#include "game/session.h"
#include "picture/page.h"
#include "sandbox/raster.h"

enum { SIZE_MOST = 4096 };

/* Makes steps by the next digits of the script, and returns how many: fewer at its end. */
static long advance(session *s, FILE *keys, long steps) {
    for (long made = 0; made < steps; ++made) {
        const int digit = getc(keys);
        if (!isxdigit(digit)) {
            ungetc(digit, keys);
            return made;
        }
        session_step(s, (unsigned)(digit <= '9' ? digit - '0' : digit - 'a' + 10));
    }
    return steps;
}

/* All of the script, how the game stands then, and the last minute once more. False: the script has
 * no steps, or something else. */
static bool play(session *s, FILE *keys) {
    char told[160];
    if (advance(s, keys, LONG_MAX) == 0 || getc(keys) != '\n') return false;
    session_tell(s, told, sizeof told);
    printf("%s\n", told);
    session_key(s, 'v');
    while (s->replays) session_step(s, 0);
    printf("%s\n", s->message);
    return true;
}

/* Writes frames, each after so many steps; the first after `steps`. */
static bool write_frames(session *s, FILE *keys, raster *r, const long *asked) {
    const size_t size = (size_t)r->width * (size_t)r->height;
    long steps = asked[0];
    for (long frame = 0; frame < asked[2]; ++frame, steps = asked[1]) {
        if (advance(s, keys, steps) < steps) return false;
        s->message[0] = '\0';
        session_draw(s, &r->pen);
        if (fwrite(r->pixels, sizeof *r->pixels, size, stdout) != size) return false;
    }
    return true;
}

/* Reads first, every, count, width and height; of a picture the last two are given. False: one is not
 * there, or out of range. */
static bool read_numbers(int argc, char **argv, long *asked) {
    if (argc == 4) asked[3] = 1000, asked[4] = 720;
    if (argc != 8) return argc == 4;
    for (int i = 0; i < 5; ++i) asked[i] = strtol(argv[3 + i], NULL, 10);
    return asked[0] >= 0 && asked[1] >= 0 && asked[2] > 0 && asked[3] > 0 && asked[3] <= SIZE_MOST
           && asked[4] > 0 && asked[4] <= SIZE_MOST;
}

static bool save_picture(session *s, raster *r, const char *path) {
    session_draw(s, &r->pen);
    return page_save_pixels(path, r->pixels, r->width, r->height, r->stride);
}

int main(int argc, char **argv) {
    static session s;
    raster r = {.font_count = 0};
    long asked[5];
    if (!read_numbers(argc, argv, asked)) {
        fprintf(stderr, "usage: moving SEED KEYS PICTURE.png | FIRST EVERY COUNT WIDTH HEIGHT\n");
        return 2;
    }
    const int width = (int)asked[3], height = (int)asked[4];
    FILE *keys = fopen(argv[2], "r");
    uint32_t *pixels = calloc((size_t)width * (size_t)height, sizeof *pixels);
    bool fine = keys && pixels && session_begin(&s, strtoull(argv[1], NULL, 10));
    if (fine) {
        raster_aim(&r, pixels, width, height, width);
        fine = argc == 8 ? write_frames(&s, keys, &r, asked)
                         : play(&s, keys) && save_picture(&s, &r, argv[3]);
        session_end(&s);
    }
    if (keys) fclose(keys);
    raster_free(&r);
    free(pixels);
    if (!fine) fprintf(stderr, "moving: no keys, or too few, or other ones, or no memory\n");
    return fine ? 0 : 1;
}
