/* main.c: the sandbox: scenes in a window, whose bodies can be stopped, dragged and thrown;
 * records, which are played, saves, and scene files, which are read anew when they change.
 *
 *     evolute-sandbox [SCENE|FILE] [--PARAM VALUE ...] [--seconds N] [--log] [--dark] [--help]
 *
 * It ends with status 2 for a wrong flag or file, and 3 without a display. H shows the keys. The
 * window is in window.c, everything else in desk.h; here is the loop between them. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "picture/file.h"
#include "picture/page.h"
#include "sandbox/desk.h"
#include "sandbox/raster.h"
#include "sandbox/scene_file.h"
#include "sandbox/window.h"

enum { WIDTH = 1280, HEIGHT = 720 };

static const double FRAME = 1.0 / 60;

/* Seconds from one look at the scene file on disk to the next. */
static const double LOOK_EVERY = 0.5;

typedef struct asked {
    size_t number; /* of the entry */
    double values[SCENE_PARAMS];
    const char *file; /* a record, a save or a scene file; NULL: the entry is shown */
    double width, height;
    double seconds; /* 0: until the user ends it */
    bool log;       /* prints the state to stdout, for scripts */
    bool dark, help;
} asked;

static void print_usage(FILE *to) {
    fprintf(to, "usage: evolute-sandbox [SCENE|FILE] [FLAG ...]\n"
                "  FILE                 a record, to be played, a save, or a scene file (.json), "
                "which is\n"
                "                       read anew when it changes; more are dropped onto the "
                "window\n"
                "  --PARAM VALUE        a parameter of the scene: evolute-run --list names them\n"
                "  --size WIDTHxHEIGHT  of the window, in pixels\n"
                "  --dark               colours on a dark ground\n"
                "  --seconds N          ends by itself, and says how long frames took\n"
                "  --log                says every second how things are, and each time the user "
                "does something\n"
                "  --help               this\n"
                "Scenes and demonstrations:\n");
    for (size_t i = 0; i < entry_count(); ++i)
        fprintf(to, "  %-16s %s\n", entry_at(i).name, entry_at(i).title);
}

static bool refuse(const char *complaint, const char *about) {
    fprintf(stderr, "evolute-sandbox: %s%s\n", complaint, about);
    print_usage(stderr);
    return false;
}

static bool read_number(const char *text, double *number) {
    char *end;
    *number = strtod(text, &end);
    return end != text && *end == '\0';
}

static bool read_param(asked *a, const char *name, const char *text) {
    const entry e = entry_at(a->number);
    for (size_t i = 0; i < e.count; ++i)
        if (strcmp(e.params[i].name, name) == 0)
            return (read_number(text, &a->values[i])
                    && scene_param_allows(&e.params[i], a->values[i]))
                   || refuse("it cannot be set to ", text);
    return refuse("there is no such flag: --", name);
}

/* Flags without a value. */
static bool read_switch(asked *a, const char *flag) {
    if (strcmp(flag, "--log") == 0) return a->log = true;
    if (strcmp(flag, "--dark") == 0) return a->dark = true;
    if (strcmp(flag, "--help") == 0) return a->help = true;
    return false;
}

static bool read_flag(asked *a, const char *flag, const char *text) {
    if (strcmp(flag, "--seconds") == 0)
        return (read_number(text, &a->seconds) && a->seconds > 0)
               || refuse("these are no seconds: ", text);
    if (strcmp(flag, "--size") == 0)
        return (sscanf(text, "%lfx%lf", &a->width, &a->height) == 2 && a->width >= 320
                && a->height >= 200 && a->width <= 1e4 && a->height <= 1e4)
               || refuse("this is no size of a window: ", text);
    return read_param(a, flag + 2, text);
}

static bool read_arguments(int argc, char **argv, asked *a) {
    const bool named = argc > 1 && strncmp(argv[1], "--", 2) != 0;
    a->number = entry_find(named ? argv[1] : "bowl");
    if (!entry_at(a->number).name) {
        if (access(argv[1], F_OK) != 0) return refuse("there is no scene and no file ", argv[1]);
        a->file = argv[1];
        a->number = entry_find("bowl");
    }
    const entry e = entry_at(a->number);
    entry_defaults(&e, a->values);
    for (int i = named ? 2 : 1; i < argc; ++i) {
        if (strncmp(argv[i], "--", 2) != 0) return refuse("this is no flag: ", argv[i]);
        if (read_switch(a, argv[i])) continue;
        if (++i == argc) return refuse("it needs a value: ", argv[i - 1]);
        if (!read_flag(a, argv[i - 1], argv[i])) return false;
    }
    return true;
}

/* ---- The log --------------------------------------------------------------------------------- */

static void log_hand(const desk *d) {
    const evo_world *world = d->stage.world;
    const evo_body body = d->hand.body;
    if (!d->built || !evo_body_exists(world, body)) return;
    const evo_vec2 at = evo_body_pose(world, body).position, v = evo_body_velocity(world, body);
    printf(", %s %u at (%.2f, %.2f) going (%.2f, %.2f)", d->hand.holds ? "holding" : "held",
           body.index, at.x, at.y, v.x, v.y);
}

/* The step of a record, and the first lines of what the inspector shows. */
static void log_sheet(desk *d) {
    const inspector_state sheet = desk_inspector(d);
    const player *p = &d->player;
    if (desk_replays(d))
        printf(", step %llu of %llu, read %llu", (unsigned long long)p->step,
               (unsigned long long)p->info.steps, (unsigned long long)p->read);
    if (p->differs) printf(", differs in step %llu", (unsigned long long)p->difference);
    inspector_write(&d->inspector, &sheet);
    for (size_t i = 0; i < d->inspector.lines.count; ++i)
        if (d->inspector.lines.of[i].kind != LINE_PLAIN)
            printf("; %s", d->inspector.lines.of[i].text);
}

static void log_state(desk *d, const char *what) {
    const view v = desk_view(d, NULL);
    const size_t bodies = d->built ? evo_world_counters(d->stage.world).bodies : 0;
    const size_t joints = d->built ? evo_world_joints(d->stage.world, NULL, 0) : 0;
    printf("%s: scene %s, time %.3f, bodies %zu, joints %zu, %s, scale %.3f, first value %g", what,
           desk_name(d), d->built ? evo_world_time(d->stage.world) : 0.0, bodies, joints,
           d->paused ? "paused" : "running", v.scale, d->values[0]);
    log_hand(d);
    log_sheet(d);
    printf("\n");
    fflush(stdout);
}

static void log_times(const desk *d, double seconds, long frames) {
    const gauges *g = &d->gauges;
    printf("%ld frames in %.1f s: %.1f a second; a frame takes %.2f ms: world %.2f, drawing %.2f, "
           "screen %.2f\n",
           frames, seconds, (double)frames / seconds, g->world + g->drawing + g->screen, g->world,
           g->drawing, g->screen);
    fflush(stdout);
}

/* The next name of a file that does not exist. That of an opened file may have a folder. */
static void name_file(char *path, size_t size, const desk *d, const char *end, int *number) {
    const char *name = d->scene == ENTRY_FILE ? "file" : desk_name(d);
    do snprintf(path, size, "evolute-%s-%d%s", name, ++*number, end);
    while (access(path, F_OK) == 0);
}

static void save_picture(desk *d, const raster *r, int *number) {
    char path[80];
    name_file(path, sizeof path, d, ".png", number);
    if (page_save_pixels(path, r->pixels, r->width, r->height, r->stride))
        desk_say(d, "saved as %s", path);
    else
        desk_say(d, "%s cannot be written: %s", path, strerror(errno));
    printf("%s\n", d->message);
    fflush(stdout);
    d->wants_picture = false;
}

/* The last minute, for evolute-run replay. */
static void save_record(desk *d, int *number) {
    size_t size;
    char path[80];
    unsigned char *bytes = past_record(&d->past, &size);
    name_file(path, sizeof path, d, ".evr", number);
    FILE *file = bytes ? fopen(path, "wb") : NULL;
    const bool written = file && fwrite(bytes, 1, size, file) == size;
    if (bytes && file && fclose(file) == 0 && written)
        desk_say(d, "saved as %s", path);
    else
        desk_say(d, bytes ? "%s cannot be written: %s" : "there is no past yet", path,
                 strerror(errno));
    free(bytes);
    printf("%s\n", d->message);
    fflush(stdout);
    d->wants_record = false;
}

/* What the engine tells of a call. */
static void print_complaint(void *context, const evo_complaint *told) {
    (void)context;
    fprintf(stderr, "evolute-sandbox: %s%s: %s\n", told->kind == EVO_WARNING ? "warning: " : "",
            told->call, told->text);
}

/* ---- The loop -------------------------------------------------------------------------------- */

static const char *name_of(const input *in) {
    static char name[24];
    if (in->kind == INPUT_PRESS) return "press";
    if (in->kind == INPUT_RELEASE) return "release";
    if (in->kind == INPUT_WHEEL) return "wheel";
    if (in->kind == INPUT_DROP) return "drop";
    if (in->kind != INPUT_KEY) return NULL;
    snprintf(name, sizeof name, in->key > 32 && in->key < 127 ? "key %c" : "key %d", in->key);
    return name;
}

/* Opens a record or a save, under the last part of its path. */
static bool open_bytes(desk *d, const char *path) {
    const char *slash = strrchr(path, '/');
    size_t size;
    unsigned char *bytes = file_read(path, &size);
    if (!bytes) desk_say(d, "%s cannot be read: %s", path, strerror(errno));
    return bytes && desk_open_file(d, slash ? slash + 1 : path, bytes, size);
}

static bool open_file(desk *d, scene_file *f, const char *path) {
    const bool opened = level_is_file(path) ? scene_file_open(f, d, path) : open_bytes(d, path);
    if (!opened) fprintf(stderr, "evolute-sandbox: %s\n", d->message);
    return opened;
}

static void save_scene(desk *d, scene_file *f) {
    (void)scene_file_write(f, d);
    printf("%s\n", d->message);
    fflush(stdout);
    d->wants_scene = false;
}

/* Looks whether the scene file has changed. */
static void watch_file(desk *d, scene_file *f, bool log) {
    if (!scene_file_watch(f, d)) return;
    printf("%s\n", d->message);
    if (log) log_state(d, "file");
    fflush(stdout);
}

static void listen(desk *d, scene_file *f, bool log) {
    for (input in = window_next(); in.kind != INPUT_NOTHING; in = window_next()) {
        if (in.kind == INPUT_DROP)
            (void)open_file(d, f, in.path);
        else
            desk_answer(d, &in);
        if (log && name_of(&in)) log_state(d, name_of(&in));
    }
    const entry e = desk_entry(d);
    d->held = window_held() & (d->built && e.scene ? e.scene->keys : 0);
}

/* False when the window has no pixels. */
static bool draw(window *w, desk *d, raster *r, int *files) {
    int stride;
    uint32_t *pixels = window_pixels(w, &stride);
    if (!pixels) return false;
    desk_resize(d, w->width, w->height);
    raster_aim(r, pixels, w->width, w->height, stride);
    raster_clear(r, d->colours->ground);
    desk_draw(d, &r->pen);
    if (d->wants_picture) save_picture(d, r, files);
    if (d->wants_record) save_record(d, files);
    return true;
}

static void run(window *w, desk *d, scene_file *f, const asked *a) {
    raster r = {.font_count = 0};
    const double begun = window_clock();
    double last = begun, logged = begun, looked = begun;
    long frames = 0;
    int files = 0;
    while (!d->quits && !(a->seconds > 0 && last - begun >= a->seconds)) {
        const double now = window_clock(), gone = now - last;
        last = now;
        listen(d, f, a->log);
        if (d->wants_scene) save_scene(d, f);
        if (now - looked >= LOOK_EVERY) {
            watch_file(d, f, a->log);
            looked = now;
        }
        desk_run(d, gone);
        const double drawing = window_clock();
        if (!draw(w, d, &r, &files)) break;
        const double showing = window_clock();
        window_show(w);
        const double end = window_clock();
        gauges_time(&d->gauges, drawing - now, showing - drawing, end - showing);
        ++frames;
        window_wait(now + FRAME - end);
        if (a->log && now - logged >= 1) {
            log_state(d, "second");
            logged = now;
        }
    }
    if (a->log || a->seconds > 0) log_times(d, window_clock() - begun, frames);
    raster_free(&r);
}

int main(int argc, char **argv) {
    asked a = {.width = WIDTH, .height = HEIGHT};
    window w;
    static desk d;
    static scene_file f;
    if (!read_arguments(argc, argv, &a)) return 2;
    if (a.help) {
        print_usage(stdout);
        return 0;
    }
    if (!window_open(&w, "Evolute", (int)a.width, (int)a.height)) {
        fprintf(stderr,
                "evolute-sandbox: there is no window: %s. Run evolute-run, which needs "
                "none.\n",
                window_error());
        window_close(&w);
        return 3;
    }
    desk_open(&d, a.number, a.values, window_clock);
    if (a.dark) d.colours = &PALETTE_DARK;
    d.complain = print_complaint;
    desk_build(&d);
    const bool opened = !a.file || open_file(&d, &f, a.file);
    if (opened) run(&w, &d, &f, &a);
    desk_close(&d);
    scene_file_close(&f);
    window_close(&w);
    return opened ? 0 : 2;
}
