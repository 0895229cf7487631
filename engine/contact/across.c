#include "contact/across.h"

/* A cosine: so little a normal is off that stands on the segment. */
static const double UPRIGHT = 1e-5;

bool across_turns(const graph *g, const contact *c, evo_vec2 axis, evo_vec2 normal,
                  evo_vec2 *last) {
    if (c->state != CONTACT_ACTIVE || c->at[0] == NONE) return false;
    uint32_t number = c->at[0] / BATCH, lane = c->at[0] % BATCH;
    const batch *at = &g->batches.batches[number];
    if (!(g->batches.pairs[number].touching >> lane & 1)) return false;
    *last = vec((double)at->normal_x[lane], (double)at->normal_y[lane]);
    return vec_dot(*last, normal) < 0 && fabs(vec_dot(*last, axis)) < UPRIGHT;
}
