/* watch.c: In: a stage. Out: lines of letters, each of which shows two pixels, one above the
 * other: the upper in the colour of the letter, the lower in that of its ground. */
#include "headless/watch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "evolute/draw.h"
#include "picture/painter.h"

static const palette *const COLOURS = &PALETTE_DARK;

/* ---- The terminal ---------------------------------------------------------------------------- */

static bool says(const char *name, const char *word) {
    const char *text = getenv(name);
    return text && strstr(text, word);
}

static watch_colours colours_of_terminal(void) {
    if (getenv("NO_COLOR") && *getenv("NO_COLOR")) return WATCH_NONE;
    if (says("COLORTERM", "truecolor") || says("COLORTERM", "24bit")) return WATCH_ALL;
    return says("TERM", "256color") ? WATCH_256 : WATCH_NONE;
}

/* The first of the three that is set decides. */
static bool shows_blocks(void) {
    const char *const names[] = {"LC_ALL", "LC_CTYPE", "LANG"};
    for (int i = 0; i < 3; ++i)
        if (getenv(names[i]) && *getenv(names[i]))
            return says(names[i], "UTF-8") || says(names[i], "utf8");
    return false;
}

/* Columns and rows; 80 and 24 where the terminal does not tell. */
static void size_of_terminal(int *columns, int *rows) {
    struct winsize size = {0};
    const bool told = ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
    *columns = told ? size.ws_col : 80;
    *rows = told && size.ws_row > 0 ? size.ws_row : 24;
}

/* A row is left for the progress, and a column, so that no line breaks. */
bool watch_begin(watch *w, const scene_stage *stage) {
    const double across = stage->view.max.x - stage->view.min.x;
    const double up = stage->view.max.y - stage->view.min.y;
    int columns, rows;
    size_of_terminal(&columns, &rows);
    const int widest = columns > 2 ? columns - 1 : 1, highest = rows > 3 ? 2 * (rows - 2) : 2;
    const double scale = widest / across < highest / up ? widest / across : highest / up;
    *w = (watch){.colours = colours_of_terminal(), .blocks = shows_blocks(), .columns = columns};
    w->width = across * scale > 1 ? (int)(across * scale) : 1;
    w->height = up * scale > 2 ? 2 * (int)(up * scale / 2) : 2;
    w->pixels = malloc((size_t)w->width * (size_t)w->height * sizeof *w->pixels);
    return w->pixels != NULL;
}

void watch_end(watch *w) {
    raster_free(&w->raster);
    free(w->pixels);
    w->pixels = NULL;
}

/* ---- Letters --------------------------------------------------------------------------------- */

/* A colour of 0xRRGGBB in the cube of 6 x 6 x 6 from 16 on. */
static unsigned cube(uint32_t colour) {
    const uint32_t r = colour >> 16 & 255, g = colour >> 8 & 255, b = colour & 255;
    return 16 + 36 * ((r * 5 + 127) / 255) + 6 * ((g * 5 + 127) / 255) + (b * 5 + 127) / 255;
}

/* `layer`: 38 for the letter, 48 for its ground. */
static void set_colour(const watch *w, int layer, uint32_t colour) {
    if (w->colours == WATCH_256)
        fprintf(stderr, "\x1b[%d;5;%um", layer, cube(colour));
    else
        fprintf(stderr, "\x1b[%d;2;%u;%u;%um", layer, colour >> 16 & 255, colour >> 8 & 255,
                colour & 255);
}

/* Without colours a pixel is drawn if it is nearer to lines than to the ground, in green. */
static bool is_inked(uint32_t pixel) {
    return (pixel >> 8 & 255) > 2 * (COLOURS->ground >> 16 & 255);
}

static void draw_plain(const watch *w, uint32_t upper, uint32_t lower) {
    static const char *const BLOCKS[] = {" ", "▀", "▄", "█"};
    static const char *const PLAIN[] = {" ", "'", ".", ":"};
    const int which = is_inked(upper) + 2 * is_inked(lower);
    fputs(w->blocks ? BLOCKS[which] : PLAIN[which], stderr);
}

/* Colours are set where they change. Without blocks the letter is a space on the mean of both. */
static void draw_line(const watch *w, int row) {
    const uint32_t *upper = w->pixels + (size_t)(2 * row) * (size_t)w->width;
    const uint32_t *lower = upper + w->width;
    uint32_t letter = UINT32_MAX, ground = UINT32_MAX;
    for (int i = 0; i < w->width; ++i) {
        const uint32_t top = upper[i] & 0xffffff, bottom = lower[i] & 0xffffff;
        if (w->colours == WATCH_NONE) {
            draw_plain(w, top, bottom);
            continue;
        }
        if (w->blocks && top != letter) set_colour(w, 38, letter = top);
        if (bottom != ground) set_colour(w, 48, ground = bottom);
        fputs(w->blocks ? "▀" : " ", stderr);
    }
    fputs(w->colours == WATCH_NONE ? "\x1b[K\n" : "\x1b[0m\x1b[K\n", stderr);
}

void watch_draw(watch *w, const scene_stage *stage) {
    if (!w->pixels) return;
    raster_aim(&w->raster, w->pixels, w->width, w->height, w->width);
    raster_clear(&w->raster, COLOURS->ground);
    view v = view_fitting(&w->raster.pen, pen_at(0, 0), w->width, w->height, stage->view);
    v.colours = COLOURS;
    paint_stage(&v, stage, EVO_DRAW_SHAPES | EVO_DRAW_JOINTS);
    fprintf(stderr, "\r");
    if (w->drawn) fprintf(stderr, "\x1b[%dA", w->height / 2);
    for (int row = 0; row < w->height / 2; ++row) draw_line(w, row);
    w->drawn = true;
}
