#include "headless/arguments.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "headless/complain.h"

static const double LONGEST = 1e6; /* seconds: sixty million steps */

/* ---- Help ------------------------------------------------------------------------------------ */

static void print_params(const scene *s) {
    for (size_t i = 0; i < scene_param_count(s); ++i) {
        const scene_param *p = &s->params[i];
        printf("      --%-12s %s (%g to %.10g%s; %g)\n", p->name, p->help, p->min, p->max,
               p->whole ? ", whole" : "", p->value);
    }
}

static void print_list(void) {
    for (size_t i = 0; scene_at(i); ++i) {
        printf("%-12s %s\n", scene_at(i)->name, scene_at(i)->title);
        print_params(scene_at(i));
    }
}

static void print_help(const scene *s) {
    printf("usage: evolute-run SCENE [--time SECONDS] [--PARAM VALUE ...] [--output FILE.svg]\n"
           "       evolute-run --list\n"
           "Runs a scene without a window, says how it went, and draws the end of it.\n\n"
           "  --time SECONDS  how long, in the scene's own time (each scene has a default)\n"
           "  --seed N        other random numbers (12345)\n"
           "  --lanes N       numbers computed at once: 1, 4, 8, or 0 for what the machine has;\n"
           "                  the results are the same\n"
           "  --no-sleep      keeps bodies at rest awake, as the benchmarks do\n"
           "  --output FILE   draws the last moment as SVG\n"
           "  --list          all scenes, and what can be set in each\n"
           "  --help          this; after a scene, with what can be set in it\n\n");
    if (s) {
        printf("%s: %s\n", s->name, s->title);
        print_params(s);
    } else {
        printf("Scenes:");
        for (size_t i = 0; scene_at(i); ++i) printf(" %s", scene_at(i)->name);
        printf("\n");
    }
    printf("Exit codes: 0 all went well, 1 the run failed a check, 2 usage, 3 a file.\n");
}

/* ---- Reading --------------------------------------------------------------------------------- */

static bool read_number(const char *text, double *number) {
    char *end;
    *number = strtod(text, &end);
    return end != text && *end == '\0' && isfinite(*number);
}

static bool read_param(const scene *s, size_t i, const char *text, double *value) {
    const scene_param *p = &s->params[i];
    if (read_number(text, value) && scene_param_allows(p, *value)) return true;
    return refuse("--%s cannot be %s. Give a %snumber from %g to %.10g.", p->name, text,
                  p->whole ? "whole " : "", p->min, p->max);
}

static bool read_time(const char *text, double *seconds) {
    if (read_number(text, seconds) && *seconds >= 0 && *seconds <= LONGEST) return true;
    return refuse("--time cannot be %s. Give seconds from 0 to %g.", text, LONGEST);
}

static bool read_seed(const char *text, uint64_t *seed) {
    char *end;
    errno = 0;
    *seed = strtoull(text, &end, 10);
    if (*text >= '0' && *text <= '9' && *end == '\0' && errno == 0) return true;
    return refuse("--seed cannot be %s. Give a whole number from 0 to 2^64 - 1.", text);
}

static bool read_lanes(const char *text, int *lanes) {
    const bool known = strlen(text) == 1 && strchr("0148", *text);
    if (known) *lanes = *text - '0';
    return known || refuse("--lanes cannot be %s. Give 0, 1, 4 or 8.", text);
}

/* A flag that has a value. */
static bool read_flag(const char *name, const char *text, arguments *asked) {
    if (strcmp(name, "time") == 0) return read_time(text, &asked->seconds);
    if (strcmp(name, "seed") == 0) return read_seed(text, &asked->setting.seed);
    if (strcmp(name, "lanes") == 0) return read_lanes(text, &asked->setting.lanes);
    if (strcmp(name, "output") == 0) {
        asked->output = text;
        return *text || refuse("--output has no name. Give a file to draw in.");
    }
    for (size_t i = 0; i < scene_param_count(asked->scene); ++i)
        if (strcmp(name, asked->scene->params[i].name) == 0)
            return read_param(asked->scene, i, text, &asked->values[i]);
    return refuse("%s has no --%s. See evolute-run %s --help.", asked->scene->name, name,
                  asked->scene->name);
}

static bool read_flags(int argc, char **argv, arguments *asked) {
    for (int i = 2; i < argc; ++i) {
        if (strncmp(argv[i], "--", 2) != 0)
            return refuse("%s is not understood. Flags begin with --.", argv[i]);
        if (strcmp(argv[i], "--no-sleep") == 0) {
            asked->setting.never_sleep = true;
            continue;
        }
        if (i + 1 == argc) return refuse("%s needs a value. See evolute-run --help.", argv[i]);
        if (!read_flag(argv[i] + 2, argv[i + 1], asked)) return false;
        ++i;
    }
    return true;
}

static bool asks(int argc, char **argv, const char *flag) {
    for (int i = 1; i < argc; ++i)
        if (strcmp(argv[i], flag) == 0) return true;
    return false;
}

request arguments_read(int argc, char **argv, arguments *asked) {
    memset(asked, 0, sizeof *asked);
    asked->scene = argc > 1 ? scene_find(argv[1]) : NULL;
    if (asks(argc, argv, "--help") || asks(argc, argv, "--list")) {
        if (asks(argc, argv, "--help"))
            print_help(asked->scene);
        else
            print_list();
        return REQUEST_NOTHING;
    }
    if (!asked->scene) {
        refuse("%s%s. evolute-run --list shows them all.",
               argc > 1 ? "there is no scene " : "name a scene", argc > 1 ? argv[1] : "");
        return REQUEST_REFUSED;
    }
    scene_defaults(asked->scene, asked->values);
    asked->seconds = asked->scene->seconds;
    asked->setting = scene_setting_default();
    return read_flags(argc, argv, asked) ? REQUEST_RUN : REQUEST_REFUSED;
}
