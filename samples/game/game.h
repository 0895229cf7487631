/* game.h: the rules of the game, without output: a planet with a garden, shields that turn about
 * it, rocks to be kept off, and seeds to be let in. Turning and shooting take charge, which comes
 * back at rest. Six waves, and the garden blooms. In: the keys of each step. Out: poses to draw,
 * events to hear and see.
 *
 * Invariant: the same keys give the same game, to the last bit, on every machine. So a replay is
 * the keys, and the rules read neither clocks nor frames. */
#ifndef SAMPLES_GAME_GAME_H
#define SAMPLES_GAME_GAME_H

#include <evolute/evolute.h>

/* Keys of a step, combined with |. */
enum { GAME_LEFT = 1, GAME_RIGHT = 2, GAME_RESTART = 4, GAME_SHOOT = 8 };

enum { GAME_RINGS = 2, GAME_ROCKS = 64, GAME_EVENTS = 64, GAME_LIVES = 5, GAME_WAVES = 6 };

enum { GAME_CHARGE = 396 }; /* when full; turning for a step takes 3 of it */

#define GAME_STEP (1.0 / 60)

/* Units: the planet's radius is 1. Rocks come from GAME_FAR. */
static const double GAME_FAR = 12, GAME_VIEW = 8.5;

/* Before it begins the game plays by itself. */
typedef enum game_phase { GAME_TITLE, GAME_PAUSE, GAME_WAVE, GAME_LOST, GAME_WON } game_phase;
typedef enum game_rock_kind {
    ROCK_CIRCLE,
    ROCK_ELLIPSE,
    ROCK_SLICE,
    ROCK_POLYGON,
    ROCK_SEED, /* not to be kept off: it gives the planet a life */
    ROCK_SHOT  /* the player's own */
} game_rock_kind;

/* A body's user pointer is its rock, and the rock has the body's handle: {0} of a free place. */
typedef struct game_rock {
    evo_body body;
    game_rock_kind kind;
    double strength; /* changes of velocity that it takes from shields before it breaks */
    int age;         /* in steps */
} game_rock;

typedef enum game_event_kind {
    GAME_HIT,   /* something struck something; strength: the impulse */
    GAME_BREAK, /* a rock broke at a shield; strength: its mass */
    GAME_CRASH, /* a rock struck the planet; strength: its mass */
    GAME_SEED,  /* a seed reached the planet */
    GAME_FIRE,  /* a shot leaves a shield */
    GAME_CALL,  /* a wave begins; strength: its number */
    GAME_END    /* the planet is lost, or saved */
} game_event_kind;

typedef struct game_event {
    game_event_kind kind;
    evo_vec2 point, velocity; /* velocity: of what struck */
    double strength;
} game_event;

/* Everything but the world is plain data: copied with the world's save it is a saved game. */
typedef struct game {
    evo_world *world;
    evo_body planet, rings[GAME_RINGS];
    game_rock rocks[GAME_ROCKS];
    uint64_t random;
    game_phase phase;
    int clock; /* steps since the phase began */
    int wave, waiting, lives, charge;
    long score, best;
    game_event events[GAME_EVENTS]; /* of the last step */
    size_t event_count;
} game;

/* Makes a new game. False, and nothing is left to end: memory was refused. */
bool game_begin(game *g, uint64_t seed);
void game_end(game *g);

/* Advances the game by GAME_STEP. On failure, of memory, the world has not moved. */
evo_result game_step(game *g, unsigned keys);

/* Makes g the game `from`, with its own world, which gets the saved state. */
evo_result game_load(game *g, const game *from, const void *bytes, size_t size);

/* Hash of all that decides the future. */
uint64_t game_hash(const game *g);

/* Whether it waits for a beginning. */
static inline bool game_is_over(const game *g) {
    return g->phase == GAME_TITLE || g->phase == GAME_LOST || g->phase == GAME_WON;
}

/* The keys of a simple player: towards the nearest rock that comes. */
unsigned game_keys_alone(const game *g);

/* The keys that turn the nearest slice of the outer ring towards a point. */
unsigned game_keys_toward(const game *g, evo_vec2 point);

#endif
