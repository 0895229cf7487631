/* sdl.c: the renderer of chapter 23 in a window of SDL2. */
#include <SDL.h>
#include <evolute/evolute.h>

static void draw_outline(void *context, const evo_draw_item *item, const evo_vec2 *points,
                         size_t count, bool closed) {
    SDL_FPoint pixels[129];
    for (size_t i = 0; i < count; ++i)
        pixels[i] = (SDL_FPoint){(float)(320 + 40 * points[i].x), (float)(400 - 40 * points[i].y)};
    pixels[count] = pixels[0];
    const bool moves = item->role == EVO_ROLE_DYNAMIC;
    SDL_SetRenderDrawColor(context, moves ? 255 : 128, 200, 128, 255);
    SDL_RenderDrawLinesF(context, pixels, (int)count + closed);
}

int main(int argc, char **argv) {
    (void)argc;
    (void)argv;
    SDL_Window *window;
    SDL_Renderer *renderer;
    SDL_Event event = {0};
    if (SDL_Init(SDL_INIT_VIDEO) != 0
        || SDL_strcmp(SDL_GetCurrentVideoDriver(), "offscreen") == 0 /* there is no display */
        || SDL_CreateWindowAndRenderer(640, 480, 0, &window, &renderer) != 0)
        return 3;
    evo_world *world = evo_world_create(NULL);
    evo_world_set_gravity(world, evo_vec(0, -10));
    evo_body_config body = evo_body_config_default();
    body.shape = evo_ellipse(1, 0.6);
    body.position = evo_vec(0, 8);
    evo_body_create(world, &body);
    body.kind = EVO_STATIC;
    body.shape = evo_box(6, 0.5);
    body.position = evo_vec(0, -0.5);
    body.angle = 0.1;
    evo_body_create(world, &body);
    const evo_draw draw = {.context = renderer, .outline = draw_outline};
    while (event.type != SDL_QUIT) {
        while (SDL_PollEvent(&event) && event.type != SDL_QUIT) continue;
        evo_world_step(world, 1.0 / 60);
        SDL_SetRenderDrawColor(renderer, 20, 20, 30, 255);
        SDL_RenderClear(renderer);
        evo_world_draw(world, &draw);
        SDL_RenderPresent(renderer);
        SDL_Delay(16);
    }
    evo_world_destroy(world);
    SDL_Quit();
    return 0;
}
