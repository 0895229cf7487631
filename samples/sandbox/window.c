#include "sandbox/window.h"

#include <SDL.h>

#include "scenes/scenes.h"

/* ---- Opening --------------------------------------------------------------------------------- */

/* Returns whether SDL shows windows to nobody, though nobody has asked for that: it does so by
 * itself where there is no display. */
static bool is_hidden(void) {
    const char *driver = SDL_GetCurrentVideoDriver();
    const bool hides =
        driver && (SDL_strcmp(driver, "offscreen") == 0 || SDL_strcmp(driver, "dummy") == 0);
    return hides && !SDL_getenv("SDL_VIDEODRIVER");
}

bool window_open(window *w, const char *title, int width, int height) {
    const window none = {NULL, width, height};
    *w = none;
    if (SDL_Init(SDL_INIT_VIDEO) != 0) return false;
    if (is_hidden()) return SDL_SetError("there is no display") == 0;
    w->shown = SDL_CreateWindow(title, SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED, width,
                                height, SDL_WINDOW_RESIZABLE);
    return w->shown != NULL;
}

void window_close(window *w) {
    if (w->shown) SDL_DestroyWindow(w->shown);
    SDL_Quit();
}

const char *window_error(void) {
    return SDL_GetError();
}

/* ---- Listening ------------------------------------------------------------------------------- */

static int key_of(SDL_Keycode key, int held) {
    if (key == SDLK_s && held & (KMOD_CTRL | KMOD_GUI)) return KEY_SAVE;
    switch (key) {
    case SDLK_HOME:
        return KEY_HOME;
    case SDLK_DELETE:
    case SDLK_BACKSPACE:
        return KEY_DELETE;
    case SDLK_PAGEUP:
        return KEY_PAGE_UP;
    case SDLK_PAGEDOWN:
        return KEY_PAGE_DOWN;
    case SDLK_LEFT:
        return KEY_LEFT;
    case SDLK_RIGHT:
        return KEY_RIGHT;
    case SDLK_F12:
        return KEY_F12;
    case SDLK_END:
        return KEY_END;
    default:
        return key > 0 && key < 128 ? (int)key : 0;
    }
}

static evo_vec2 point(int x, int y) {
    const evo_vec2 at = {x, y};
    return at;
}

static evo_vec2 pointer(void) {
    int x, y;
    SDL_GetMouseState(&x, &y);
    return point(x, y);
}

/* The path of a dropped file, which is SDL's. */
static const char *kept_path(char *dropped) {
    static char path[4096];
    SDL_strlcpy(path, dropped ? dropped : "", sizeof path);
    SDL_free(dropped);
    return path;
}

static input translated(const SDL_Event *e) {
    input in = {.kind = INPUT_NOTHING};
    switch (e->type) {
    case SDL_QUIT:
        in.kind = INPUT_QUIT;
        break;
    case SDL_KEYDOWN:
        in.kind = INPUT_KEY;
        in.key = key_of(e->key.keysym.sym, e->key.keysym.mod);
        break;
    case SDL_MOUSEBUTTONDOWN:
    case SDL_MOUSEBUTTONUP:
        in.kind = e->type == SDL_MOUSEBUTTONDOWN ? INPUT_PRESS : INPUT_RELEASE;
        in.button = e->button.button;
        in.at = point(e->button.x, e->button.y);
        break;
    case SDL_MOUSEMOTION:
        in.kind = INPUT_MOVE;
        in.at = point(e->motion.x, e->motion.y);
        break;
    case SDL_MOUSEWHEEL:
        in.kind = INPUT_WHEEL;
        in.wheel = e->wheel.y;
        in.at = pointer();
        break;
    case SDL_DROPFILE:
        in.kind = INPUT_DROP;
        in.path = kept_path(e->drop.file);
        break;
    default:
        break;
    }
    return in;
}

input window_next(void) {
    SDL_Event e;
    while (SDL_PollEvent(&e)) {
        const input in = translated(&e);
        if (in.kind != INPUT_NOTHING) return in;
    }
    const input nothing = {.kind = INPUT_NOTHING};
    return nothing;
}

unsigned window_held(void) {
    const Uint8 *down = SDL_GetKeyboardState(NULL);
    return (down[SDL_SCANCODE_LEFT] ? SCENE_LEFT : 0u)
           | (down[SDL_SCANCODE_RIGHT] ? SCENE_RIGHT : 0u)
           | (down[SDL_SCANCODE_UP] ? SCENE_UP : 0u);
}

/* ---- Showing --------------------------------------------------------------------------------- */

/* The window's own surface, without a copy. Needs four bytes per pixel. */
uint32_t *window_pixels(window *w, int *stride) {
    SDL_Surface *surface = SDL_GetWindowSurface(w->shown);
    if (!surface || surface->format->BytesPerPixel != 4) return NULL;
    w->width = surface->w;
    w->height = surface->h;
    *stride = surface->pitch / 4;
    return surface->pixels;
}

void window_show(window *w) {
    SDL_UpdateWindowSurface(w->shown);
}

double window_clock(void) {
    return (double)SDL_GetPerformanceCounter() / (double)SDL_GetPerformanceFrequency();
}

void window_wait(double seconds) {
    if (seconds > 0) SDL_Delay((Uint32)(1e3 * seconds));
}
