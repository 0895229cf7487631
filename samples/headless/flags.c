#include "headless/flags.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "evolute/draw.h"
#include "headless/complain.h"
#include "headless/guess.h"
#include "picture/page.h"

static const double LONGEST = 1e6; /* seconds: sixty million steps */

bool read_number(const char *text, double *number) {
    char *end;
    *number = strtod(text, &end);
    return end != text && *end == '\0' && isfinite(*number);
}

/* ---- Time and chance ------------------------------------------------------------------------- */

static bool read_seconds(const char *name, const char *text, double *seconds) {
    if (read_number(text, seconds) && *seconds >= 0 && *seconds <= LONGEST) return true;
    return refuse("--%s cannot be %s. Give seconds from 0 to %g.", name, text, LONGEST);
}

static bool read_time(const char *text, arguments *asked) {
    return read_seconds("time", text, &asked->seconds);
}

static bool read_every(const char *text, arguments *asked) {
    return read_seconds("every", text, &asked->every);
}

static bool read_relax(const char *text, arguments *asked) {
    return read_seconds("relax", text, &asked->relax);
}

static bool read_seed(const char *text, arguments *asked) {
    char *end;
    errno = 0;
    asked->setting.seed = strtoull(text, &end, 10);
    if (*text >= '0' && *text <= '9' && *end == '\0' && errno == 0) return true;
    return refuse("--seed cannot be %s. Give a whole number from 0 to 2^64 - 1.", text);
}

static bool read_lanes(const char *text, arguments *asked) {
    static const char *const known[] = {"0", "1", "4", "8", "16"};
    for (size_t i = 0; i < sizeof known / sizeof *known; ++i) {
        if (strcmp(text, known[i]) != 0) continue;
        asked->setting.lanes = atoi(text);
        return true;
    }
    return refuse("--lanes cannot be %s. Give 0, 1, 4, 8 or 16.", text);
}

static bool read_threads(const char *text, arguments *asked) {
    double number;
    const bool known =
        read_number(text, &number) && number >= 0 && number <= 64 && number == floor(number);
    if (known) asked->threads = (int)number;
    return known || refuse("--threads cannot be %s. Give 0 to 64.", text);
}

static bool read_no_sleep(const char *text, arguments *asked) {
    (void)text;
    asked->setting.never_sleep = true;
    return true;
}

/* ---- Files ----------------------------------------------------------------------------------- */

const char *file_flag(file_kind kind) {
    static const char *const NAMES[FILE_KINDS] = {
        [FILE_PICTURE] = "output",
        [FILE_FRAMES] = "frames",
        [FILE_CSV] = "csv",
        [FILE_PLOT] = "plot",
        [FILE_EVENTS] = "events",
        [FILE_TRAJECTORY] = "trajectory",
        [FILE_VELOCITIES] = "velocities",
        [FILE_NEIGHBOURS] = "neighbours",
        [FILE_CHECKPOINT] = "checkpoint",
        [FILE_RECORD] = "record",
        [FILE_EXPORT] = "export",
    };
    return NAMES[kind];
}

static bool read_file(const char *text, file_kind kind, arguments *asked) {
    asked->files[kind] = text;
    return *text || refuse("--%s has no name. Give a file to write.", file_flag(kind));
}

static bool read_picture(const char *text, file_kind kind, arguments *asked) {
    if (!read_file(text, kind, asked)) return false;
    return page_kind_of(text) != PAGE_UNKNOWN
           || refuse("--%s cannot be %s. A picture's name ends in .png, .svg or .pdf.",
                     file_flag(kind), text);
}

static bool read_table(const char *text, file_kind kind, arguments *asked) {
    if (!read_file(text, kind, asked)) return false;
    return table_allows(text)
           || refuse("--%s cannot be %s. Let the name end in .csv, or in .png, .svg or .pdf for a "
                     "chart.",
                     file_flag(kind), text);
}

static bool read_output(const char *text, arguments *asked) {
    return read_picture(text, FILE_PICTURE, asked);
}

static bool read_frames(const char *text, arguments *asked) {
    return read_picture(text, FILE_FRAMES, asked);
}

static bool read_csv(const char *text, arguments *asked) {
    return read_table(text, FILE_CSV, asked);
}

static bool read_plot(const char *text, arguments *asked) {
    return read_table(text, FILE_PLOT, asked);
}

static bool read_velocities(const char *text, arguments *asked) {
    return read_table(text, FILE_VELOCITIES, asked);
}

static bool read_neighbours(const char *text, arguments *asked) {
    return read_table(text, FILE_NEIGHBOURS, asked);
}

static bool read_events(const char *text, arguments *asked) {
    asked->setting.keep_impacts = true;
    return read_file(text, FILE_EVENTS, asked);
}

static bool read_trajectory(const char *text, arguments *asked) {
    return read_file(text, FILE_TRAJECTORY, asked);
}

static bool read_checkpoint(const char *text, arguments *asked) {
    return read_file(text, FILE_CHECKPOINT, asked);
}

static bool read_record(const char *text, arguments *asked) {
    return read_file(text, FILE_RECORD, asked);
}

static bool read_export(const char *text, arguments *asked) {
    if (!read_file(text, FILE_EXPORT, asked)) return false;
    return level_is_file(text)
           || refuse("--export cannot be %s. Let the name of a scene file end in .json.", text);
}

static bool read_resume(const char *text, arguments *asked) {
    asked->resume = text;
    return *text || refuse("--resume has no name. Give a file that --checkpoint wrote.");
}

static bool read_no_picture(const char *text, arguments *asked) {
    (void)text;
    asked->no_picture = true;
    return true;
}

/* ---- What is shown --------------------------------------------------------------------------- */

/* Calls read for each word between commas. */
static bool read_words(const char *text, arguments *asked,
                       bool (*read)(const char *word, size_t length, arguments *asked)) {
    for (;;) {
        const size_t length = strcspn(text, ",");
        if (!read(text, length, asked)) return false;
        if (text[length] == '\0') return true;
        text += length + 1;
    }
}

static bool read_column(const char *word, size_t length, arguments *asked) {
    const column *found = column_find(word, length);
    if (asked->column_count == TABLE_COLUMNS)
        return refuse("--series are too many. Give %d of them at most.", TABLE_COLUMNS);
    asked->columns[asked->column_count++] = found;
    guess near = guess_begin(word, length);
    for (size_t i = 0; column_at(i); ++i) guess_offer(&near, column_at(i)->name);
    return found
           || refuse("--series has no %.*s.%s See evolute-run --help for their names.", (int)length,
                     word, guess_text(&near, ""));
}

static bool read_series(const char *text, arguments *asked) {
    asked->column_count = 0;
    if (!read_words(text, asked, read_column)) return false;
    return asked->column_count > 1
           || refuse("--series needs two at least: the axis, and a column over it.");
}

static bool read_crop(const char *text, arguments *asked) {
    (void)text;
    return asked->crop = true;
}

static bool read_pixels(const char *text, arguments *asked) {
    if (read_number(text, &asked->size) && asked->size >= 50 && asked->size <= 8000) return true;
    return refuse("--pixels cannot be %s. Give a number from 50 to 8000.", text);
}

static const struct {
    const char *name;
    unsigned flag; /* of evolute/draw.h; 0: trails */
} SHOWN[] = {
    {"contacts", EVO_DRAW_CONTACTS}, {"normals", EVO_DRAW_NORMALS},
    {"fits", EVO_DRAW_FITS},         {"velocities", EVO_DRAW_VELOCITIES},
    {"tiles", EVO_DRAW_TILES},       {"bounds", EVO_DRAW_BOUNDS},
    {"names", EVO_DRAW_NAMES},       {"trails", 0},
    {"joints", EVO_DRAW_JOINTS},
};

static bool read_shown(const char *word, size_t length, arguments *asked) {
    for (size_t i = 0; i < sizeof SHOWN / sizeof *SHOWN; ++i)
        if (strlen(SHOWN[i].name) == length && strncmp(SHOWN[i].name, word, length) == 0) {
            asked->show |= SHOWN[i].flag;
            asked->show_trails |= SHOWN[i].flag == 0;
            return true;
        }
    guess near = guess_begin(word, length);
    for (size_t i = 0; i < sizeof SHOWN / sizeof *SHOWN; ++i) guess_offer(&near, SHOWN[i].name);
    return refuse("--show knows no %.*s.%s See evolute-run --help.", (int)length, word,
                  guess_text(&near, ""));
}

/* It shows what it names alone: without it, joints are shown. */
static bool read_show(const char *text, arguments *asked) {
    asked->show = 0;
    return read_words(text, asked, read_shown);
}

static bool read_summary(const char *text, arguments *asked) {
    asked->json = strcmp(text, "json") == 0;
    return asked->json || strcmp(text, "text") == 0
           || refuse("--summary cannot be %s. Give text or json.", text);
}

static bool read_watch(const char *text, arguments *asked) {
    (void)text;
    asked->watch = isatty(STDERR_FILENO) == 1;
    return asked->watch
           || refuse("--watch draws in a terminal. Leave it out where stderr is none.");
}

/* ---- Replays --------------------------------------------------------------------------------- */

static bool read_step(const char *name, const char *text, uint64_t *step) {
    char *end;
    errno = 0;
    *step = strtoull(text, &end, 10);
    if (*text >= '0' && *text <= '9' && *end == '\0' && errno == 0) return true;
    return refuse("--%s cannot be %s. Give the number of a step, from 0.", name, text);
}

static bool read_from(const char *text, arguments *asked) {
    return read_step("from", text, &asked->from);
}

static bool read_to(const char *text, arguments *asked) {
    return read_step("to", text, &asked->to);
}

static bool read_calls(const char *text, arguments *asked) {
    (void)text;
    return asked->calls = true;
}

/* ---- The table ------------------------------------------------------------------------------- */

static const flag ALL[] = {
    {FLAG_REPLAY, "from", "STEP", "of a replay: the step that it begins behind (0)", read_from},
    {FLAG_REPLAY, "to", "STEP", "of a replay: the last step (all)", read_to},
    {FLAG_REPLAY, "calls", NULL, "of a replay: prints its calls", read_calls},
    {FLAG_SCENE, "time", "SECONDS", "how long, in the scene's own time (each scene has a default)",
     read_time},
    {FLAG_SCENE, "seed", "N", "other random numbers (12345)", read_seed},
    {FLAG_SCENE | FLAG_REPLAY, "output", "FILE", "the last moment as a picture (SCENE.png)",
     read_output},
    {FLAG_SCENE, "no-picture", NULL, "no picture of the last moment", read_no_picture},
    {FLAG_SCENE, "summary", "KIND", "text or json (text)", read_summary},
    {FLAG_SCENE | FLAG_REPLAY, "every", "SECONDS",
     "interval of samples for the following files (0.1)", read_every},
    {FLAG_SCENE | FLAG_REPLAY, "csv", "FILE", "a table of columns over time", read_csv},
    {FLAG_SCENE | FLAG_REPLAY, "plot", "FILE", "the same as a chart, by default of the energies",
     read_plot},
    {FLAG_SCENE | FLAG_REPLAY, "series", "A,B,...", "the axis of both, and the columns over it",
     read_series},
    {FLAG_SCENE | FLAG_REPLAY, "events", "FILE", "a row an impact, as CSV", read_events},
    {FLAG_SCENE | FLAG_REPLAY, "trajectory", "FILE", "positions of the bodies, as extended XYZ",
     read_trajectory},
    {FLAG_SCENE | FLAG_REPLAY, "frames", "FILE",
     "numbered pictures: run.png becomes run-00000.png and so on", read_frames},
    {FLAG_SCENE, "checkpoint", "FILE",
     "the whole run so far, at each sample, with its log FILE.log", read_checkpoint},
    {FLAG_SCENE, "resume", "FILE",
     "goes on from a checkpoint and its log, as if it had never stopped", read_resume},
    {FLAG_SCENE, "record", "FILE",
     "all that is done to the world, for replay; as far as the run went", read_record},
    {FLAG_SCENE, "export", "FILE",
     "the scene as it is built, as a scene file (.json), without a run", read_export},
    {FLAG_SCENE | FLAG_REPLAY, "show", "A,B,...",
     "in pictures: contacts, normals, fits, velocities, tiles, bounds, names, trails, joints "
     "(joints)",
     read_show},
    {FLAG_SCENE | FLAG_REPLAY, "pixels", "N", "of the longer side of pictures (900)", read_pixels},
    {FLAG_SCENE | FLAG_REPLAY, "crop", NULL, "pictures of 3 : 2, which what moves fills",
     read_crop},
    {FLAG_SCENE, "velocities", "FILE", "how speeds are spread, beside Maxwell and Boltzmann",
     read_velocities},
    {FLAG_SCENE, "neighbours", "FILE", "the pair distribution", read_neighbours},
    {FLAG_SCENE, "relax", "SECONDS",
     "when a gas begins to be watched (a tenth of the time, of the first one with --resume)",
     read_relax},
    {FLAG_SCENE, "watch", NULL, "draws the scene in the terminal while it runs", read_watch},
    {FLAG_SCENE | FLAG_REPLAY, "lanes", "N",
     "numbers computed at once: 1, 4, 8, 16, 0 for what there is; no result changes", read_lanes},
    {FLAG_SCENE, "threads", "N",
     "that share steps of large scenes (1), 0 for all cores; no result changes", read_threads},
    {FLAG_SCENE, "no-sleep", NULL, "keeps bodies at rest awake, as the benchmarks do",
     read_no_sleep},
};

const flag *flag_at(size_t number) {
    return number < sizeof ALL / sizeof *ALL ? &ALL[number] : NULL;
}

const flag *flag_find(const char *name) {
    for (size_t i = 0; flag_at(i); ++i)
        if (strcmp(ALL[i].name, name) == 0) return &ALL[i];
    return NULL;
}
