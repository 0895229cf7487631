/* demo.c: a picture of a demonstration.
 *
 *     demo NAME [--PARAM VALUE ...] [--round N] [--size WIDTH,HEIGHT] [--output FILE]
 *
 * Rounds count from 0; without one it is the last. The file ends in .png, .svg or .pdf. The
 * demonstrations are those of demos/.
 */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "demos/demos.h"
#include "picture/page.h"

static const double LINE = 20, MARGIN = 14;

typedef struct asked {
    const demo *of;
    double values[SCENE_PARAMS], round, width, height;
    const char *output;
} asked;

static int usage(const char *complaint, const char *about) {
    fprintf(stderr,
            "demo: %s%s\n"
            "usage: demo NAME [--PARAM VALUE ...] [--round N] [--size WIDTH,HEIGHT] "
            "[--output FILE]\n",
            complaint, about);
    for (size_t i = 0; demo_at(i); ++i)
        fprintf(stderr, "  %-8s %s\n", demo_at(i)->name, demo_at(i)->title);
    return 2;
}

static bool read_number(const char *text, double *number) {
    char *end;
    *number = strtod(text, &end);
    return end != text && *end == '\0';
}

static bool read_param(asked *a, const char *name, const char *text) {
    for (size_t i = 0; i < demo_param_count(a->of); ++i)
        if (strcmp(a->of->params[i].name, name) == 0)
            return read_number(text, &a->values[i])
                   && scene_param_allows(&a->of->params[i], a->values[i]);
    return false;
}

static bool read_flag(asked *a, const char *flag, const char *text) {
    if (strcmp(flag, "--output") == 0) {
        a->output = text;
        return page_kind_of(text) != PAGE_UNKNOWN;
    }
    if (strcmp(flag, "--round") == 0) return read_number(text, &a->round) && a->round >= 0;
    if (strcmp(flag, "--size") == 0)
        return sscanf(text, "%lf,%lf", &a->width, &a->height) == 2 && a->width >= 100
               && a->height >= 100 && a->width <= 1e4 && a->height <= 1e4;
    return strncmp(flag, "--", 2) == 0 && read_param(a, flag + 2, text);
}

/* About the width of a letter, in pixels. */
static const double LETTER = 8;

/* Lines of text on a sheet, in the upper left corner. */
static void write_lines(const pen *p, const palette *colours, char *text) {
    const pen_style sheet = {.fill = colours->sheet};
    size_t longest = 0, count = 0;
    for (const char *at = text; *at; at += strcspn(at, "\n"), at += *at == '\n', ++count) {
        const size_t length = strcspn(at, "\n");
        if (length > longest) longest = length;
    }
    pen_box(p, pen_at(0, 0), LETTER * (double)longest + 2 * MARGIN, LINE * (double)count + MARGIN,
            sheet);
    double y = MARGIN + 8;
    for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n"), y += LINE) {
        p->text(p->page, pen_at(MARGIN, y), PEN_LEFT, 14, colours->text, line);
        printf("%s\n", line);
    }
}

static bool draw(const asked *a, const demo_stage *stage) {
    char text[400];
    page sheet;
    if (!page_begin(&sheet, a->output, a->width, a->height)) return false;
    const pen *p = &sheet.pen;
    const view v = view_fitting(p, pen_at(0, 0), a->width, a->height, a->of->view);
    demo_draw(stage, &v);
    demo_tell(stage, text, sizeof text);
    write_lines(p, v.colours, text);
    demo_say(stage, text, sizeof text);
    printf("%s\n", text);
    return page_end(&sheet);
}

int main(int argc, char **argv) {
    asked a = {.round = INFINITY, .width = 800, .height = 600, .output = "demo.png"};
    demo_stage stage;
    if (argc < 2) return usage("it needs a name", "");
    a.of = demo_find(argv[1]);
    if (!a.of) return usage("there is no demonstration ", argv[1]);
    demo_defaults(a.of, a.values);
    for (int i = 2; i < argc; i += 2) {
        if (i + 1 == argc) return usage("it needs a value: ", argv[i]);
        if (!read_flag(&a, argv[i], argv[i + 1])) return usage("this cannot be: ", argv[i]);
    }
    if (!demo_open(&stage, a.of, a.values)) return usage("these values cannot be", "");
    demo_go(&stage, (int)fmin(a.round, demo_rounds(&stage) - 1));
    if (draw(&a, &stage)) return 0;
    fprintf(stderr, "demo: %s cannot be written: %s\n", a.output, strerror(errno));
    return 3;
}
