/* desk.h: the sandbox without its window, also that of the page: a running scene, a
 * demonstration, a save that goes on, or a record that is played, a camera, a hand and display
 * switches. The caller passes input and elapsed time, and a pen to draw with; so tests need no
 * window. */
#ifndef SAMPLES_SANDBOX_DESK_H
#define SAMPLES_SANDBOX_DESK_H

#include "picture/trails.h"
#include "sandbox/future.h"
#include "sandbox/gauges.h"
#include "sandbox/hand.h"
#include "sandbox/input.h"
#include "sandbox/inspector.h"
#include "sandbox/joiner.h"
#include "sandbox/panel.h"
#include "sandbox/past.h"
#include "sandbox/player.h"
#include "sandbox/timeline.h"

typedef enum desk_shown {
    SHOWN_CONTACTS,
    SHOWN_NORMALS,
    SHOWN_FITS,
    SHOWN_TILES,
    SHOWN_VELOCITIES,
    SHOWN_TRAILS,
    SHOWN_SLEEPING,
    SHOWN_FUTURE,
    SHOWN_ENERGY,
    SHOWN_NAMES,
    SHOWN_JOINTS,
    SHOWN_COUNT
} desk_shown;

/* A file that was opened, and its bytes. */
typedef struct desk_file {
    char name[80];
    unsigned char *bytes;
    size_t size;
} desk_file;

typedef struct desk {
    size_t scene; /* the number of the entry (entries.h), or ENTRY_FILE */
    const struct scene
        *guest; /* of ENTRY_FILE: a scene that is no entry; NULL: a save or a record */
    double values[SCENE_PARAMS]; /* of its parameters */
    double world[WORLD_PARAMS];
    uint64_t seed;
    scene_stage stage;
    bool built;           /* the stage is valid; never for a demonstration */
    evo_threads *threads; /* that share its steps; NULL: none */
    demo_stage demo;      /* valid if demo.of is not NULL */
    bool paused, quits, helps;
    bool wants_picture; /* F12 was pressed: the owner of the pixels saves them and clears this */
    bool wants_record;  /* the same of W and the record of the last minute */
    bool wants_scene;   /* the same of Ctrl+S and the scene as text */
    bool has_no_past;   /* no moment is kept, and nothing is recorded */
    unsigned held;      /* keys of scenes.h that are down */
    int speed;          /* a power of two, -3 to 3 */
    double behind;      /* world time still to be stepped */
    /* The camera: the point in the middle, and pixels per unit; 0: shows the whole scene. */
    evo_vec2 middle;
    double scale;
    bool follows;         /* the camera keeps a body in the middle: the hand's last one */
    double width, height; /* of the window */
    double panel_width;   /* 0: there is none */
    const palette *colours;
    evo_vec2 pointer; /* in pixels */
    bool presses;     /* the left button went down on the canvas, at: */
    evo_vec2 pressed_at;
    bool pans;
    evo_vec2 panned_from;
    panel_switch shown[SHOWN_COUNT];
    panel panel;
    hand hand;
    joiner joiner;
    trails trails;
    past past;
    future future;
    gauges gauges;
    desk_file file;
    player player; /* of a record; its world is that of the stage */
    timeline timeline;
    inspector inspector;
    uint64_t looked; /* of a record: the earliest step whose motion is plotted, or 0 */
    bool changed;    /* the future has become invalid */
    char message[400];
    double message_left; /* seconds */
    double (*clock)(void);
    void (*complain)(void *context, const evo_complaint *told); /* of scenes built from then on */
} desk;

/* Opens an entry with the values of its parameters; `clock` gives wall-clock seconds. */
void desk_open(desk *d, size_t number, const double *values, double (*clock)(void));
void desk_close(desk *d);

void desk_resize(desk *d, double width, double height);
void desk_answer(desk *d, const input *in);

/* Chooses another entry, with its default values. */
void desk_choose(desk *d, size_t number);

/* Chooses a scene that is no entry, and must stay while it is shown; shows it in place of the one
 * that is shown, which it is a newer state of: the camera and the pause stay. */
void desk_choose_scene(desk *d, const scene *s);
void desk_replace_scene(desk *d, const scene *s);

/* Opens a record or a save, as its first bytes say; they are the desk's from now on, and are freed.
 * False: it is neither, or damaged, which is said, and all stays as it was. */
bool desk_open_file(desk *d, const char *name, unsigned char *bytes, size_t size);

/* Opens it once more; of a record, goes to its beginning. */
void desk_open_again(desk *d);

/* Closes what is shown. */
void desk_clear(desk *d);

/* What is shown, all 0 for a save or a record; its name, and its title. */
entry desk_entry(const desk *d);
const char *desk_name(const desk *d);
const char *desk_title(const desk *d);

/* Whether a record is shown: nothing but the replay changes its world. */
static inline bool desk_replays(const desk *d) {
    return d->player.replay != NULL;
}

/* Of a record: goes to a step; plays for elapsed wall-clock time; does what a key says, true if
 * it is answered. */
void desk_seek(desk *d, uint64_t step);
void desk_play(desk *d, double seconds);
bool desk_replay_key(desk *d, int key);

/* Picks what is under the pointer; where something was picked already, what is next there. */
void desk_pick(desk *d, bool next);

/* Builds the scene anew with the current values. */
void desk_build(desk *d);

/* Advances the world by elapsed wall-clock time, within the time limit of a frame. */
void desk_run(desk *d, double seconds);

/* Makes one step at once; false: it failed, and the desk is paused. */
bool desk_step(desk *d, double seconds);

/* Stops, and goes to a moment of the last minute, or to a round of a demonstration, by its number;
 * how many there are; the number of what is shown, or as many. */
void desk_go(desk *d, size_t number);
size_t desk_moments(const desk *d);
size_t desk_moment(const desk *d);

/* Writes what the scene or demonstration tells as lines, "" without. */
void desk_tell(const desk *d, char *text, size_t size);

/* Seconds of a step, and how many of them the world has made. */
double desk_step_time(const desk *d);
double desk_steps(const desk *d);

/* Draws all of it, or the scene or demonstration alone, with its overlays. */
void desk_draw(desk *d, const pen *on);
void desk_draw_canvas(desk *d, const pen *on);

/* Shows a message for a few seconds. */
void desk_say(desk *d, const char *format, ...);

/* The current camera. */
view desk_view(const desk *d, const pen *on);

/* What the panel shows. */
panel_state desk_panel(const desk *d);

/* The width that the panel leaves, and the height that the timeline leaves. */
double desk_canvas_width(const desk *d);
double desk_canvas_height(const desk *d);

/* What the timeline and the inspector show. */
timeline_state desk_timeline(const desk *d);
inspector_state desk_inspector(const desk *d);

/* Does what a key says: letters and those of input.h. */
void desk_key(desk *d, int key);

/* Zooms by notches of a wheel, the pointer's place standing still; moves the view by pixels. */
void desk_zoom(desk *d, double notches);
void desk_pan(desk *d, evo_vec2 by);

#endif
