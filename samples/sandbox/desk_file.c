/* desk_file.c: files on the desk. In: bytes, whose first ones say what they are; out: a world that
 * goes on from a save, or the replay of a record, which is played, and only read. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sandbox/desk.h"

/* Wall-clock seconds of a frame: for steps while a record is read; for steps that are played; for
 * looking back at the motion of a picked body. */
static const double READ_TIME = 0.03, PLAY_TIME = 0.012, LOOK_TIME = 0.01;

/* Steps from one look back to the next; steps forth that leave no gap in a plot. */
enum { LOOK_EVERY = 4, NO_GAP = 12 };

/* Seconds that a record may lag behind; more is dropped. */
static const double PATIENCE = 0.1;

/* ---- Opening --------------------------------------------------------------------------------- */

static double clock_of(void *context) {
    const desk *d = context;
    return d->clock();
}

/* Shows a world that no scene has built. */
static void show(desk *d, const scene_stage *stage) {
    desk_clear(d);
    d->stage = *stage;
    d->built = true;
}

static evo_result open_save(desk *d, const unsigned char *bytes, size_t size) {
    scene_stage stage = {.count = 0};
    evo_world_config config = evo_world_config_default();
    config.complain = d->complain;
    config.clock = clock_of;
    config.clock_context = d;
    evo_world *world = evo_world_create(&config);
    evo_result result = world ? evo_world_load(world, bytes, size) : EVO_ERROR_MEMORY;
    if (result == EVO_OK && !scene_adopt(&stage, world)) result = EVO_ERROR_MEMORY;
    stage.world = world;
    if (result == EVO_OK)
        show(d, &stage);
    else
        scene_close(&stage);
    d->paused &= result != EVO_OK;
    return result;
}

/* The first step has the bodies of a world that begins without any. */
static void take_first_step(desk *d) {
    if (d->stage.count > 0 || !player_step(&d->player)) return;
    (void)scene_note_bodies(&d->stage);
    d->stage.view = scene_bounds(&d->stage);
}

static evo_result open_record(desk *d, const unsigned char *bytes, size_t size) {
    scene_stage stage = {.count = 0};
    player next;
    evo_result result = player_open(&next, bytes, size);
    if (result != EVO_OK) return result;
    if (!scene_adopt(&stage, evo_replay_world(next.replay))) {
        stage.world = NULL; /* it is the replay's */
        scene_close(&stage);
        player_close(&next);
        return EVO_ERROR_MEMORY;
    }
    show(d, &stage);
    d->player = next;
    d->paused = true;
    take_first_step(d);
    return EVO_OK;
}

/* Kinds of files, by their first bytes. */
static const struct {
    const char *first;
    evo_result (*open)(desk *d, const unsigned char *bytes, size_t size);
} KINDS[] = {{"EVORECRD", open_record}, {"EVOLUTE", open_save}};

enum { KIND_COUNT = sizeof KINDS / sizeof *KINDS };

/* Lets go of all that was of another scene, and shows all of this one. */
static void begin(desk *d, desk_file file) {
    const joiner off = {.kind = JOINER_OFF};
    d->scene = ENTRY_FILE;
    d->guest = NULL;
    d->file = file;
    d->panel.slid = 0;
    d->joiner = off;
    d->shown[SHOWN_TRAILS].on = d->follows = false;
    d->scale = 0;
    d->held = 0;
    d->changed = true;
    if (desk_replays(d))
        desk_say(d, "%s: a record of %" PRIu64 " steps, %.4g s", file.name, d->player.info.steps,
                 d->player.info.seconds);
}

bool desk_open_file(desk *d, const char *name, unsigned char *bytes, size_t size) {
    desk_file file = {.bytes = bytes, .size = size};
    evo_result result = EVO_ERROR_UNSUPPORTED;
    snprintf(file.name, sizeof file.name, "%s", name);
    for (int i = 0; i < KIND_COUNT && bytes; ++i) {
        const size_t length = strlen(KINDS[i].first);
        if (size >= length && memcmp(bytes, KINDS[i].first, length) == 0)
            result = KINDS[i].open(d, bytes, size);
    }
    if (result == EVO_OK) {
        begin(d, file);
        return true;
    }
    desk_say(d, result == EVO_ERROR_UNSUPPORTED ? "%s is neither a record nor a save" : "%s: %s",
             file.name, evo_result_text(result));
    free(bytes);
    return false;
}

/* The desk clears itself as it opens: the bytes are taken away from it before. */
void desk_open_again(desk *d) {
    const desk_file file = d->file;
    if (desk_replays(d)) {
        d->paused = true;
        desk_seek(d, 0);
        return;
    }
    d->file.bytes = NULL;
    (void)desk_open_file(d, file.name, file.bytes, file.size);
}

/* ---- Playing --------------------------------------------------------------------------------- */

void desk_seek(desk *d, uint64_t step) {
    player *p = &d->player;
    history *motion = &d->inspector.motion;
    const uint64_t before = p->step;
    player_seek(p, step);
    if (player_reads(p)) return;
    d->behind = 0;
    d->changed = true;
    trails_clear(&d->trails);
    (void)scene_note_bodies(&d->stage);
    gauges_go_back(&d->gauges, evo_world_time(d->stage.world));
    if (p->step > before + NO_GAP) motion->count = d->gauges.count = 0;
    gauges_take(&d->gauges, &d->stage);
    history_take(motion, d->stage.world);
    d->looked = p->step;
}

/* Looks back at the motion of the picked body, some steps in each frame. */
static void look_back(desk *d) {
    player *p = &d->player;
    history *motion = &d->inspector.motion;
    const double begun = d->clock(), now = evo_world_time(d->stage.world);
    if (evo_body_is_none(motion->body) || d->looked == 0 || motion->count == 0) return;
    const double first = motion->rows[0].time;
    do {
        d->looked -= d->looked < LOOK_EVERY ? d->looked : LOOK_EVERY;
        const bool seen = player_look(p, d->looked);
        if (seen && evo_world_time(d->stage.world) >= first) continue; /* it is known */
        if (!seen || !history_take_earlier(motion, d->stage.world, now)) d->looked = 0;
    } while (d->looked > 0 && d->clock() - begun < LOOK_TIME);
    (void)player_look(p, p->step);
}

/* Widens the view, which shows the beginning, to what is there now; unless that has gone far. */
static void widen_view(desk *d) {
    const evo_bounds a = d->stage.view, b = scene_bounds(&d->stage);
    const evo_bounds both = {{fmin(a.min.x, b.min.x), fmin(a.min.y, b.min.y)},
                             {fmax(a.max.x, b.max.x), fmax(a.max.y, b.max.y)}};
    const double size = fmax(a.max.x - a.min.x, a.max.y - a.min.y);
    const bool far = fmax(both.max.x - both.min.x, both.max.y - both.min.y) > 4 * size;
    if (!far) d->stage.view = both;
}

/* Reads on; when all is read, shows the step that was wanted. */
static void read_on(desk *d) {
    player *p = &d->player;
    player_read(p, READ_TIME, d->clock);
    (void)scene_note_bodies(&d->stage);
    if (player_reads(p)) return;
    widen_view(d);
    desk_seek(d, p->back);
    if (p->differs) desk_say(d, "step %" PRIu64 " differs: %s", p->difference, p->how);
}

void desk_play(desk *d, double seconds) {
    const double begun = d->clock(), speed = ldexp(1, d->speed);
    if (player_reads(&d->player)) {
        read_on(d);
        return;
    }
    if (d->paused) {
        look_back(d);
        return;
    }
    d->behind = fmin(d->behind + seconds * speed, PATIENCE * speed);
    while (d->behind > 0 && d->clock() - begun < PLAY_TIME) {
        const double before = evo_world_time(d->stage.world);
        if (!desk_step(d, 0)) return;
        d->behind -= evo_world_time(d->stage.world) - before;
    }
}

/* ---- Keys ------------------------------------------------------------------------------------ */

/* Stops, and goes to a step that is farther by some; within the record. */
static void turn(desk *d, int64_t by) {
    const player *p = &d->player;
    const uint64_t back = by < 0 ? (uint64_t)-by : 0;
    d->paused = true;
    if (by >= 0)
        desk_seek(d, p->step + (uint64_t)by);
    else
        desk_seek(d, p->step > back ? p->step - back : 0);
}

/* About a second. */
static int64_t second_of(const desk *d) {
    const evo_replay_info *info = &d->player.info;
    const double steps = info->seconds > 0 ? (double)info->steps / info->seconds : 60;
    return (int64_t)fmax(1, fmin(1e6, steps));
}

/* Stops reading, and plays; from the end from the beginning. */
static void turn_pause(desk *d) {
    const player *p = &d->player;
    if (player_reads(p)) desk_seek(d, p->step);
    if (d->paused && p->step == p->info.steps) desk_seek(d, 0);
    d->paused = !d->paused;
}

bool desk_replay_key(desk *d, int key) {
    switch (key) {
    case 'p':
    case KEY_SPACE:
        turn_pause(d);
        return true;
    case 'o':
    case KEY_RIGHT:
        turn(d, 1);
        return true;
    case KEY_LEFT:
        turn(d, -1);
        return true;
    case KEY_PAGE_DOWN:
        turn(d, second_of(d));
        return true;
    case KEY_PAGE_UP:
        turn(d, -second_of(d));
        return true;
    case KEY_END:
        d->paused = true;
        desk_seek(d, d->player.info.steps);
        return true;
    case '[':
    case ']':
        d->paused = true;
        desk_seek(d, player_mark(&d->player, key == ']'));
        return true;
    case KEY_SAVE:
    case 'w':
    case 'a':
    case 'd':
    case 'x':
    case KEY_DELETE:
        desk_say(d, "a record is only read");
        return true;
    default:
        return key >= '1' && key <= '6';
    }
}

/* ---- Picking --------------------------------------------------------------------------------- */

/* Within so many pixels it is one place. */
static const double PLACE = 4, NEAR = 4;

/* The motion of the body in the last seconds: of a record by its steps, of a scene by its
 * moments. */
void desk_pick(desk *d, bool next) {
    const view v = desk_view(d, NULL);
    const pick none = {.kind = PICK_NOTHING};
    inspector *i = &d->inspector;
    const bool again = next || hypot(d->pointer.x - i->at.x, d->pointer.y - i->at.y) < PLACE;
    const pick found = pick_next(&d->stage, view_to_world(&v, d->pointer), NEAR / v.scale,
                                 again ? &i->picked : &none);
    inspector_pick(i, &d->stage, found, d->pointer);
    if (found.kind == PICK_NOTHING) return;
    d->looked = d->player.step;
    if (!desk_replays(d))
        history_read(&i->motion, i->motion.body, &d->past, evo_world_time(d->stage.world));
    history_take(&i->motion, d->stage.world);
}
