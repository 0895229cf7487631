/* beside.c: a scene file as text, and the sandbox that shows it beside that, without a window. In:
 * the file, how long it goes on, and the name of a body, which is picked; out: a picture.
 *
 *     beside SCENE.json SECONDS BODY PICTURE.png */
#include <stdio.h>
#include <stdlib.h>

#include "picture/file.h"
#include "picture/page.h"
#include "sandbox/raster.h"
#include "sandbox/scene_file.h"

/* Pixels: of the picture, and of a letter's place. */
enum { TEXT_WIDTH = 610, DESK_WIDTH = 1000, HEIGHT = 660 };

static const double LETTER = 6.4, LINE = 14.6, LETTER_SIZE = 11, MARGIN = 14;

static uint32_t pixels[(TEXT_WIDTH + DESK_WIDTH) * HEIGHT];
static desk table;
static scene_file file;

static double no_clock(void) {
    return 0;
}

/* Each letter in a column of its own, as in an editor. */
static void draw_text(const pen *on, const char *text, size_t size) {
    double x = MARGIN, y = MARGIN + LETTER_SIZE;
    for (size_t i = 0; i < size; ++i, x += LETTER) {
        const char letter[] = {text[i], '\0'};
        if (text[i] != '\n') {
            on->text(on->page, pen_at(x + LETTER / 2, y), PEN_MIDDLE, LETTER_SIZE,
                     PALETTE_LIGHT.text, letter);
            continue;
        }
        x = MARGIN - LETTER;
        y += LINE;
    }
}

static void aim(raster *r, int left, int width, pen_colour ground) {
    raster_aim(r, pixels + left, width, HEIGHT, TEXT_WIDTH + DESK_WIDTH);
    raster_clear(r, ground);
}

static bool show(const char *path, double seconds, const char *body) {
    double values[SCENE_PARAMS];
    const entry first = entry_at(0);
    entry_defaults(&first, values);
    desk_open(&table, 0, values, no_clock);
    desk_resize(&table, DESK_WIDTH, HEIGHT);
    table.shown[SHOWN_ENERGY].on = false; /* no time is taken */
    if (!scene_file_open(&file, &table, path)) return false;
    for (double t = 0; t < seconds; t += SCENE_STEP)
        if (!desk_step(&table, SCENE_STEP)) return false;
    const pick picked = {.kind = PICK_BODY, .body = level_body(&file.now->made, body)};
    inspector_pick(&table.inspector, &table.stage, picked, pen_at(0, 0));
    return true;
}

int main(int argc, char **argv) {
    raster r = {.font_count = 0};
    size_t size;
    if (argc != 5) {
        fprintf(stderr, "usage: beside SCENE.json SECONDS BODY PICTURE.png\n");
        return 2;
    }
    unsigned char *text = file_read(argv[1], &size);
    bool fine = text && show(argv[1], strtod(argv[2], NULL), argv[3]);
    if (fine) {
        aim(&r, 0, TEXT_WIDTH, 0xffffffff);
        draw_text(&r.pen, (const char *)text, size);
        aim(&r, TEXT_WIDTH, DESK_WIDTH, table.colours->ground);
        desk_draw(&table, &r.pen);
        fine = page_save_pixels(argv[4], pixels, TEXT_WIDTH + DESK_WIDTH, HEIGHT,
                                TEXT_WIDTH + DESK_WIDTH);
    }
    if (!fine) fprintf(stderr, "beside: %s cannot be drawn. %s\n", argv[1], table.message);
    raster_free(&r);
    desk_close(&table);
    scene_file_close(&file);
    free(text);
    return fine ? 0 : 1;
}
