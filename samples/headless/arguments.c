#include "headless/arguments.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "evolute/draw.h"
#include "headless/checkpoint.h"
#include "headless/complain.h"
#include "headless/flags.h"
#include "headless/guess.h"
#include "headless/recorder.h"
#include "level/describe.h"

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

static void print_flags(void) {
    for (size_t i = 0; flag_at(i); ++i) {
        const flag *f = flag_at(i);
        char head[32];
        snprintf(head, sizeof head, "--%s %s", f->name, f->value ? f->value : "");
        printf("  %-20s %s\n", head, f->help);
    }
    static const char *const ALONE[][2] = {
        {"--list", "all scenes and their parameters"},
        {"--schema", "the schema of scene files, for editors"},
        {"--fields", "all that scene files may say, as a table"},
        {"--version", "version, compiler and flags of this build"},
        {"--help", "this; after a scene, with its parameters"},
    };
    for (size_t i = 0; i < sizeof ALONE / sizeof *ALONE; ++i)
        printf("  %-20s %s\n", ALONE[i][0], ALONE[i][1]);
}

static void print_columns(void) {
    printf("\nColumns:\n");
    for (size_t i = 0; column_at(i); ++i)
        printf("  %-20s %s%s%s%s\n", column_at(i)->name, *column_at(i)->unit ? "[" : "",
               column_at(i)->unit, *column_at(i)->unit ? "] " : "", column_at(i)->help);
}

static void print_examples(void) {
    printf("\nExamples:\n"
           "  evolute-run bowl --count 60 --show contacts,fits --output bowl.svg\n"
           "  evolute-run harddisks --count 10000 --packing 0.5 --time 60 --neighbours g.png\n"
           "  evolute-run gas --csv gas.csv --plot energy.svg --series time,kinetic_energy\n"
           "  evolute-run break --time 3 --every 0.02 --frames break.png --events hits.csv\n"
           "  evolute-run verify sinai\n"
           "  evolute-run car --record car.evr && evolute-run replay car.evr\n"
           "  evolute-run pyramid --rows 5 --export mine.json && evolute-run mine.json\n");
}

static void print_help(const scene *s) {
    printf(
        "usage: evolute-run SCENE|FILE.json [--FLAG VALUE ...]\n"
        "       evolute-run verify SCENE [--FLAG VALUE ...]\n"
        "       evolute-run replay FILE [OTHER] [--FLAG VALUE ...]\n"
        "       evolute-run --list\n"
        "Runs a scene without a window, says how it went, and draws the end of it; or holds it "
        "against\nthe laws: overlaps, energy, momentum, and going back in time; or replays a "
        "record, and says\nwhich step and call are the first that differ, or where another record "
        "parts from it.\n\n");
    print_flags();
    if (s) {
        printf("\n%s: %s\n", s->name, s->title);
        print_params(s);
    } else {
        print_columns();
        print_examples();
        printf("\nScenes:");
        for (size_t i = 0; scene_at(i); ++i) printf(" %s", scene_at(i)->name);
        printf("\n");
    }
    printf("\nExit codes: 0 all went well, 1 the run failed a check, 2 usage, 3 a file.\n");
}

/* ---- Reading --------------------------------------------------------------------------------- */

static bool read_param(const scene *s, size_t i, const char *text, double *value) {
    const scene_param *p = &s->params[i];
    if (read_number(text, value) && scene_param_allows(p, *value)) return true;
    return refuse("--%s cannot be %s. Give a %snumber from %g to %.10g.", p->name, text,
                  p->whole ? "whole " : "", p->min, p->max);
}

/* The index of a parameter of the scene; -1 when there is none of that name. */
static int find_param(const scene *s, const char *name) {
    for (size_t i = 0; i < scene_param_count(s); ++i)
        if (strcmp(name, s->params[i].name) == 0) return (int)i;
    return -1;
}

/* Refuses a flag that there is not, and names the nearest one of the scene's and all others. */
static bool refuse_flag(const scene *s, const char *name, unsigned of) {
    guess near = guess_begin(name, strlen(name));
    for (size_t i = 0; i < scene_param_count(s); ++i) guess_offer(&near, s->params[i].name);
    for (size_t i = 0; flag_at(i); ++i)
        if (flag_at(i)->of & of) guess_offer(&near, flag_at(i)->name);
    return refuse("%s has no --%s.%s See evolute-run %s --help.", s->name, name,
                  guess_text(&near, "--"), s->name);
}

static bool refuse_scene(const char *name) {
    guess near = guess_begin(name, strlen(name));
    for (size_t i = 0; scene_at(i); ++i) guess_offer(&near, scene_at(i)->name);
    guess_offer(&near, "verify");
    guess_offer(&near, "replay");
    return refuse("%s%s.%s evolute-run --list shows them all.",
                  *name ? "there is no scene " : "name a scene", name, guess_text(&near, ""));
}

static bool read_flags(int argc, char **argv, unsigned of, arguments *asked) {
    const scene *s = asked->scene;
    for (int i = 0; i < argc; ++i) {
        const char *name = argv[i] + 2;
        if (strncmp(argv[i], "--", 2) != 0)
            return refuse("%s is not understood. Flags begin with --.", argv[i]);
        const flag *found = flag_find(name), *known = found && found->of & of ? found : NULL;
        const int param = find_param(s, name);
        if (!known && param < 0) return refuse_flag(s, name, of);
        const bool alone = param < 0 && !known->value;
        if (!alone && ++i == argc)
            return refuse("--%s needs a value. See evolute-run --help.", name);
        if (param >= 0 ? !read_param(s, (size_t)param, argv[i], &asked->values[param])
                       : !known->read(argv[i], asked))
            return false;
    }
    return true;
}

/* Whether a path would be one of the frames: the same name except for a number. */
static bool is_frame(const char *frames, const char *path) {
    char name[OUTPUT_PATH];
    const char *dot = strrchr(path, '.');
    if (!dot || dot - path < 5 || strspn(dot - 5, "0123456789") != 5) return false;
    return frames_name(frames, (unsigned)strtoul(dot - 5, NULL, 10), name)
           && output_same(name, path);
}

/* Whether a path would be the log of the checkpoint. */
static bool is_log(const char *kept, const char *path) {
    char name[OUTPUT_PATH];
    return checkpoint_log_name(kept, name) && output_same(name, path);
}

static bool collide(const arguments *asked, int i, int k) {
    const char *one = asked->files[i], *other = asked->files[k];
    if (!one || !other) return false;
    if (i == FILE_FRAMES) return is_frame(one, other);
    if (k == FILE_FRAMES) return is_frame(other, one);
    if (i == FILE_CHECKPOINT && is_log(one, other)) return true;
    if (k == FILE_CHECKPOINT && is_log(other, one)) return true;
    return output_same(one, other);
}

/* No two files may be the same; verify writes none. */
static bool check_files(const arguments *asked, bool verify) {
    if (verify && asked->resume) return refuse("verify begins anew. Leave --resume out.");
    for (int i = 0; i < FILE_KINDS; ++i) {
        if (verify && asked->files[i])
            return refuse("verify writes no files. Leave --%s out.", file_flag((file_kind)i));
        for (int k = 0; k < i; ++k)
            if (collide(asked, i, k))
                return refuse("--%s and --%s are the same file. Give each its own.",
                              file_flag((file_kind)k), file_flag((file_kind)i));
    }
    return true;
}

static bool asks(int argc, char **argv, const char *name) {
    for (int i = 1; i < argc; ++i)
        if (strcmp(argv[i], name) == 0) return true;
    return false;
}

/* Whether something was asked that needs no run; it is printed. */
static bool print_what_is_asked(int argc, char **argv, const scene *s) {
    if (asks(argc, argv, "--version"))
        puts(evo_build_text());
    else if (asks(argc, argv, "--help"))
        print_help(s);
    else if (asks(argc, argv, "--list"))
        print_list();
    else if (asks(argc, argv, "--schema"))
        describe_schema(stdout);
    else if (asks(argc, argv, "--fields"))
        describe_fields(stdout);
    else
        return false;
    return true;
}

/* Finds a scene by its name, or reads its file. */
static bool find_scene(const char *name, arguments *asked) {
    asked->scene = scene_find(name);
    if (asked->scene || !level_is_file(name)) return asked->scene || refuse_scene(name);
    if (!level_scene_open(&asked->file, name)) return refuse("%s", asked->file.error);
    asked->scene = &asked->file.scene;
    return true;
}

void arguments_close(arguments *asked) {
    level_scene_close(&asked->file);
}

/* What all runs have, and replays. */
static void set_defaults(arguments *asked) {
    asked->every = 0.1;
    asked->threads = 1;
    asked->size = 900;
    asked->relax = -1;
    asked->show = EVO_DRAW_JOINTS;
    asked->setting = scene_setting_default();
}

static bool check_replay(const arguments *asked) {
    if (asked->to < asked->from) return refuse("--to is before --from. Give a later step.");
    for (int i = 0; asked->other && i < FILE_KINDS; ++i)
        if (asked->files[i])
            return refuse("two records are compared, and nothing is written. Leave --%s out.",
                          file_flag((file_kind)i));
    return check_files(asked, false);
}

/* A record takes the place of a scene. */
static request read_replay(int argc, char **argv, arguments *asked) {
    static const scene record = {.name = "replay"};
    set_defaults(asked);
    asked->scene = &record;
    asked->to = UINT64_MAX;
    asked->replay = argc > 2 ? argv[2] : "";
    if (!*asked->replay || strncmp(asked->replay, "--", 2) == 0) {
        refuse("name a file that --record wrote.");
        return REQUEST_REFUSED;
    }
    if (argc > 3 && strncmp(argv[3], "--", 2) != 0) asked->other = argv[3];
    const int at = asked->other ? 4 : 3;
    const bool fine = read_flags(argc - at, argv + at, FLAG_REPLAY, asked) && check_replay(asked);
    return fine ? REQUEST_REPLAY : REQUEST_REFUSED;
}

request arguments_read(int argc, char **argv, arguments *asked) {
    const bool verify = argc > 1 && strcmp(argv[1], "verify") == 0;
    const int at = verify ? 2 : 1;
    const char *name = at < argc ? argv[at] : "";
    memset(asked, 0, sizeof *asked);
    if (level_is_file(name) && asks(argc, argv, "--help") && !find_scene(name, asked))
        return REQUEST_REFUSED;
    if (print_what_is_asked(argc, argv, asked->scene ? asked->scene : scene_find(name)))
        return REQUEST_NOTHING;
    if (strcmp(name, "replay") == 0 && !verify) return read_replay(argc, argv, asked);
    if (!find_scene(name, asked)) return REQUEST_REFUSED;
    scene_defaults(asked->scene, asked->values);
    set_defaults(asked);
    asked->seconds = asked->scene->seconds;
    asked->setting.complain = complain_of_call;
    if (!read_flags(argc - at - 1, argv + at + 1, FLAG_SCENE, asked)) return REQUEST_REFUSED;
    if (asked->relax > asked->seconds) {
        refuse("--relax is beyond the end. Give less than the %g seconds of --time.",
               asked->seconds);
        return REQUEST_REFUSED;
    }
    if (asked->relax < 0 && !asked->resume) asked->relax = asked->seconds / 10;
    const bool draws = !asked->no_picture && !asked->files[FILE_EXPORT] && !verify;
    if (!asked->files[FILE_PICTURE] && draws) {
        snprintf(asked->picture, sizeof asked->picture, "%s.png", asked->scene->name);
        asked->files[FILE_PICTURE] = asked->picture;
    }
    if (!check_files(asked, verify)) return REQUEST_REFUSED;
    return verify ? REQUEST_VERIFY : REQUEST_RUN;
}
