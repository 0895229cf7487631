/* arguments.h: the parsed arguments of evolute-run. */
#ifndef SAMPLES_HEADLESS_ARGUMENTS_H
#define SAMPLES_HEADLESS_ARGUMENTS_H

#include "headless/columns.h"
#include "headless/table.h"
#include "level/scene.h"

typedef enum request {
    REQUEST_RUN,
    REQUEST_VERIFY,
    REQUEST_REPLAY,
    REQUEST_NOTHING, /* help or a list was requested, and has been printed */
    REQUEST_REFUSED  /* and stderr says why */
} request;

/* The files that a run can write. */
typedef enum file_kind {
    FILE_PICTURE,
    FILE_FRAMES,
    FILE_CSV,
    FILE_PLOT,
    FILE_EVENTS,
    FILE_TRAJECTORY,
    FILE_VELOCITIES,
    FILE_NEIGHBOURS,
    FILE_CHECKPOINT,
    FILE_RECORD,
    FILE_EXPORT,
    FILE_KINDS
} file_kind;

typedef struct arguments {
    const scene *scene;
    level_scene file; /* that the scene is, if it has a path */
    double values[SCENE_PARAMS];
    double seconds;
    double every; /* interval of samples, in the scene's time */
    int threads;
    double relax; /* time from which a gas is sampled; negative: that of the checkpoint */
    scene_setting setting;
    const char *files[FILE_KINDS]; /* NULL: not requested */
    const char *resume;            /* a checkpoint to go on from, or NULL */
    const char *replay, *other;    /* records, or NULL; the other one is compared */
    uint64_t from, to;             /* steps of the record */
    bool calls;                    /* are printed */
    bool no_picture;
    char picture[64];                     /* the default of files[FILE_PICTURE] */
    const column *columns[TABLE_COLUMNS]; /* of series; none: the default of each */
    size_t column_count;
    double size;   /* of pictures, in pixels */
    bool crop;     /* as in picture_style */
    unsigned show; /* flags of evolute/draw.h, in addition to shapes */
    bool show_trails;
    bool json;
    bool watch; /* draws in the terminal */
} arguments;

/* The name of the flag that names such a file. */
const char *file_flag(file_kind kind);

/* Frees the scene's file. */
void arguments_close(arguments *asked);

request arguments_read(int argc, char **argv, arguments *asked);

#endif
