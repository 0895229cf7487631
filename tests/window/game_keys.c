/* game_keys.c: writes a script of keys for the game, and in a second line how the game stands then:
 *
 *     game-keys SEED STEPS [IDLE [RECORD]]
 *
 * The first step begins the game. During the first IDLE steps nobody plays; then it is begun
 * again, and a simple player plays. What is done to the world is written to the file RECORD,
 * with a ray before each step. */
#include <stdio.h>
#include <stdlib.h>

#include "evolute/query.h"
#include "evolute/record.h"
#include "game/game.h"

static bool append(void *to, const void *bytes, size_t size) {
    return fwrite(bytes, 1, size, (FILE *)to) == size;
}

/* Looks up from the planet; the ray is in the record. */
static void look(const game *g) {
    (void)evo_world_ray(g->world, (evo_vec2){0, 0}, (evo_vec2){0, 30}, NULL);
}

int main(int argc, char **argv) {
    static game g;
    if (argc < 3 || !game_begin(&g, strtoull(argv[1], NULL, 10))) return 2;
    const long steps = strtol(argv[2], NULL, 10);
    const long idle = argc > 3 ? strtol(argv[3], NULL, 10) : 0;
    FILE *file = argc > 4 ? fopen(argv[4], "wb") : NULL;
    const evo_record_config config = {.write = append, .context = file, .queries = true};
    if (file && evo_record_begin(g.world, &config) != EVO_OK) return 1;
    for (long i = 0; i < steps; ++i) {
        if (file) look(&g);
        const bool begins = i == 0 || i == idle;
        const unsigned keys = begins ? GAME_RESTART : i < idle ? 0 : game_keys_alone(&g);
        if (game_step(&g, keys) != EVO_OK) return 1;
        printf("%x", keys);
    }
    printf("\nwave %d, lives %d, score %ld, %s, hash %016llx\n", g.wave, g.lives, g.score,
           g.phase == GAME_LOST  ? "lost"
           : g.phase == GAME_WON ? "won"
                                 : "playing",
           (unsigned long long)game_hash(&g));
    if (file && (evo_record_end(g.world) != EVO_OK || fclose(file) != 0)) return 1;
    game_end(&g);
    return 0;
}
