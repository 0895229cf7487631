/* main.c: the game in a window:
 *
 *     evolute-game [--seed N] [--log]
 *
 * The seed chooses the rocks. --log prints how the game stands after each key. It ends with
 * status 2 for a wrong flag, and 3 without a display. */
#include <SDL.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "game/session.h"
#include "sandbox/raster.h"
#include "sandbox/window.h"

static bool read_arguments(int argc, char **argv, uint64_t *seed, bool *log) {
    for (int i = 1; i < argc; ++i) {
        const char *value = i + 1 < argc ? argv[i + 1] : "";
        char *end = NULL;
        if (strcmp(argv[i], "--log") == 0) {
            *log = true;
            continue;
        }
        if (strcmp(argv[i++], "--seed") != 0 || *value < '0' || *value > '9') return false;
        *seed = strtoull(value, &end, 10);
        if (*end != '\0') return false;
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

static bool show(window *w, raster *r, session *s) {
    int stride;
    uint32_t *pixels = window_pixels(w, &stride);
    if (!pixels) return false;
    raster_aim(r, pixels, w->width, w->height, stride);
    session_draw(s, &r->pen);
    window_show(w);
    return true;
}

/* False: the user ends the game. */
static bool listen(session *s, const window *w, bool log) {
    int x, y;
    for (input in = window_next(); in.kind != INPUT_NOTHING; in = window_next()) {
        if (in.kind == INPUT_QUIT || (in.kind == INPUT_KEY && in.key == KEY_ESCAPE)) return false;
        if (in.kind != INPUT_KEY) continue;
        session_key(s, in.key);
        char told[160];
        session_tell(s, told, sizeof told);
        if (log) printf("%s: %s\n", s->message, told);
        fflush(stdout);
    }
    s->held = window_held() & (GAME_LEFT | GAME_RIGHT);
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
    uint64_t seed = 1;
    bool log = false;
    window w;
    raster r = {.font_count = 0};
    if (!read_arguments(argc, argv, &seed, &log)) {
        fprintf(stderr, "usage: evolute-game [--seed N] [--log]\n");
        return 2;
    }
    const bool shown = window_open(&w, "Evolute: the game", 1000, 720);
    if (!shown || !session_begin(&s, seed)) {
        fprintf(stderr, "evolute-game: there is no %s\n", shown ? "memory" : "window");
        if (!shown) fprintf(stderr, "evolute-game: %s\n", window_error());
        window_close(&w);
        return shown ? 1 : 3;
    }
    listen_to(s.game.world);
    play(&s, &w, &r, log);
    session_end(&s);
    raster_free(&r);
    window_close(&w);
    return 0;
}
