/* sound.c: In: events with a strength. Out: samples: the sum of voices, each a sine with an
 * overtone and noise, whose level falls exponentially. */
#include "game/draw.h"

#include "scenes/chance.h"

static const double TURN = 6.283185307179586, OVERTONE = 2.76; /* of a struck bar */

/* Each kind of event: hertz, octaves that it bends by in a second, seconds to a third of the
 * level, the part that is noise; level of strength 1. */
static const struct {
    double pitch, bend, lasts, noise, level;
} SOUNDS[] = {
    [GAME_HIT] = {620, -0.3, 0.09, 0.05, 0.1},  [GAME_BREAK] = {190, -2, 0.16, 0.75, 0.4},
    [GAME_CRASH] = {70, -1.5, 0.35, 0.55, 0.8}, [GAME_CALL] = {330, 1, 0.25, 0, 0.2},
    [GAME_SEED] = {520, 0.7, 0.4, 0, 0.9},      [GAME_FIRE] = {880, -3, 0.07, 0.1, 0.12},
    [GAME_END] = {110, -0.8, 1, 0.3, 0.08},
};
static const double LOUDEST = 0.5;

/* Heavy blows are deep and loud. */
void sound_hear(sound *s, const game *g) {
    for (size_t i = 0; i < g->event_count; ++i) {
        const game_event *e = &g->events[i];
        const double hertz = SOUNDS[e->kind].pitch / sqrt(1 + 0.15 * e->strength);
        s->voices[s->next++ % SOUND_VOICES] = (sound_voice){
            .pitch = hertz / SOUND_RATE,
            .bend = 1 + 0.693 * SOUNDS[e->kind].bend / SOUND_RATE,
            .fade = 1 - 1 / (SOUNDS[e->kind].lasts * SOUND_RATE),
            .level = fmin(LOUDEST, SOUNDS[e->kind].level * e->strength),
            .noise = SOUNDS[e->kind].noise,
        };
    }
}

static double voice_sample(sound_voice *v, double noise) {
    const double tone = 0.7 * sin(TURN * v->phase) + 0.3 * sin(TURN * OVERTONE * v->phase);
    const double sample = v->level * ((1 - v->noise) * tone + v->noise * noise);
    v->phase += v->pitch;
    v->pitch *= v->bend;
    v->level *= v->fade;
    return sample;
}

/* Sums are bent to the range, so that many sounds at once are no crackle. */
void sound_make(sound *s, float *samples, int count) {
    for (int i = 0; i < count; ++i) {
        const double noise = chance_between(&s->random, -1, 1);
        double sum = 0;
        for (int k = 0; k < SOUND_VOICES; ++k)
            if (s->voices[k].level > 1e-4) sum += voice_sample(&s->voices[k], noise);
        samples[i] = (float)(sum / (1 + fabs(sum)));
    }
}
