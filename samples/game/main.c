/* main.c: the game in a window:
 *
 *     evolute-game [--seed N] [--keys FILE] [--picture FILE] [--log]
 *
 * The seed chooses the rocks. A file of keys has a digit a step, the sum of the keys of game.h: all
 * of its steps are made as fast as can be, and then the program says how the game stands. The
 * picture is that of the end. --log prints how it stands after each key, too. It ends with status 2
 * for a wrong flag, and 3 without a display. */
#include <SDL.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "game/session.h"
#include "picture/page.h"
#include "sandbox/raster.h"
#include "sandbox/window.h"

typedef struct arguments {
    const char *keys, *picture;
    uint64_t seed;
    bool log;
} arguments;

static bool read_seed(const char *text, uint64_t *seed) {
    char *end;
    *seed = strtoull(text, &end, 10);
    return *text >= '0' && *text <= '9' && *end == '\0';
}

static bool read_arguments(int argc, char **argv, arguments *asked) {
    for (int i = 1; i < argc; ++i) {
        const char *flag = argv[i];
        if (strcmp(flag, "--log") == 0) {
            asked->log = true;
            continue;
        }
        const char *value = ++i < argc ? argv[i] : "";
        if (*value && strcmp(flag, "--keys") == 0)
            asked->keys = value;
        else if (*value && strcmp(flag, "--picture") == 0)
            asked->picture = value;
        else if (strcmp(flag, "--seed") != 0 || !read_seed(value, &asked->seed))
            return false;
    }
    return true;
}

/* ---- Screen, sound, keys --------------------------------------------------------------------- */

/* 0: there is none, and the game is silent. */
static SDL_AudioDeviceID open_audio(void) {
    const SDL_AudioSpec wanted = {
        .freq = SOUND_RATE, .format = AUDIO_F32SYS, .channels = 1, .samples = 512};
    if (SDL_InitSubSystem(SDL_INIT_AUDIO) != 0) return 0;
    const SDL_AudioDeviceID device = SDL_OpenAudioDevice(NULL, 0, &wanted, NULL, 0);
    if (device) SDL_PauseAudioDevice(device, 0);
    return device;
}

/* Keeps a fifteenth of a second of samples ahead. */
static void feed(SDL_AudioDeviceID audio, sound *s) {
    float samples[512];
    while (audio && SDL_GetQueuedAudioSize(audio) < SOUND_RATE / 15 * sizeof *samples) {
        sound_make(s, samples, 512);
        if (SDL_QueueAudio(audio, samples, sizeof samples) != 0) return;
    }
}

static bool show(window *w, raster *r, const session *s) {
    int stride;
    uint32_t *pixels = window_pixels(w, &stride);
    if (!pixels) return false;
    raster_aim(r, pixels, w->width, w->height, stride);
    session_draw(s, &r->pen);
    window_show(w);
    return true;
}

static void print_state(const session *s, const char *what) {
    const game *g = &s->game;
    printf("%s: wave %d, lives %d, score %ld, %s, shield %.2f, hash %016llx\n", what, g->wave,
           g->lives, g->score, g->phase == GAME_LOST ? "lost" : "playing",
           evo_body_pose(g->world, g->rings[0]).angle, (unsigned long long)game_hash(g));
    fflush(stdout);
}

/* False: the user ends the game. */
static bool listen(session *s, const window *w, bool log) {
    int x, y;
    for (input in = window_next(); in.kind != INPUT_NOTHING; in = window_next()) {
        if (in.kind == INPUT_QUIT || (in.kind == INPUT_KEY && in.key == KEY_ESCAPE)) return false;
        if (in.kind != INPUT_KEY) continue;
        session_key(s, in.key);
        if (log) print_state(s, s->message);
    }
    const Uint8 *down = SDL_GetKeyboardState(NULL);
    s->held = (down[SDL_SCANCODE_LEFT] || down[SDL_SCANCODE_A] ? GAME_LEFT : 0)
              | (down[SDL_SCANCODE_RIGHT] || down[SDL_SCANCODE_D] ? GAME_RIGHT : 0);
    const bool pressed = SDL_GetMouseState(&x, &y) & SDL_BUTTON(1);
    session_point(s, pressed, evo_vec(x, y), w->width, w->height);
    return true;
}

static void play(session *s, window *w, raster *r, bool log) {
    const SDL_AudioDeviceID audio = open_audio();
    double last = window_clock();
    while (listen(s, w, log)) {
        const double now = window_clock();
        session_run(s, now - last);
        last = now;
        feed(audio, &s->sound);
        if (!show(w, r, s)) break;
        window_wait(now + GAME_STEP - window_clock());
    }
}

/* Makes a step of each digit, and at the end those of the last minute once more. */
static bool play_keys(session *s, window *w, raster *r, const char *path) {
    FILE *file = fopen(path, "r");
    bool fine = file != NULL;
    int digit;
    for (long step = 0; fine && (digit = getc(file)) != EOF && digit != '\n'; ++step) {
        fine = digit >= '0' && digit <= '7';
        if (fine) session_step(s, (unsigned)(digit - '0'));
        if (fine && step % 16 == 0) fine = show(w, r, s);
    }
    if (file) fclose(file);
    if (!fine) {
        fprintf(stderr, "evolute-game: %s cannot be read, or has keys but 0 to 7\n", path);
        return false;
    }
    print_state(s, "keys");
    session_key(s, 'v');
    while (s->replays) session_step(s, 0);
    printf("%s\n", s->message);
    return show(w, r, s);
}

static bool save_picture(const raster *r, const char *path) {
    if (r->pixels && page_save_pixels(path, r->pixels, r->width, r->height, r->stride)) return true;
    fprintf(stderr, "evolute-game: %s cannot be written\n", path);
    return false;
}

static void print_complaint(void *context, const evo_complaint *told) {
    (void)context;
    fprintf(stderr, "evolute-game: %s%s: %s\n", told->kind == EVO_WARNING ? "warning: " : "",
            told->call, told->text);
}

/* Has calls told that fail, or are hardly meant. */
static void listen_to(evo_world *world) {
    evo_world_config config = evo_world_get(world);
    config.complain = print_complaint;
    (void)evo_world_set(world, &config);
}

int main(int argc, char **argv) {
    static session s;
    arguments asked = {.seed = 1};
    window w;
    raster r = {.font_count = 0};
    bool fine = true;
    if (!read_arguments(argc, argv, &asked)) {
        fprintf(stderr, "usage: evolute-game [--seed N] [--keys FILE] [--picture FILE] [--log]\n");
        return 2;
    }
    const bool shown = window_open(&w, "Evolute: the game", 1000, 720);
    if (!shown || !session_begin(&s, asked.seed)) {
        fprintf(stderr, "evolute-game: there is no %s\n", shown ? "memory" : "window");
        if (!shown) fprintf(stderr, "evolute-game: %s\n", window_error());
        window_close(&w);
        return shown ? 1 : 3;
    }
    listen_to(s.game.world);
    if (asked.keys)
        fine = play_keys(&s, &w, &r, asked.keys);
    else
        play(&s, &w, &r, asked.log);
    if (fine && asked.picture) fine = save_picture(&r, asked.picture);
    session_end(&s);
    raster_free(&r);
    window_close(&w);
    return fine ? 0 : 1;
}
