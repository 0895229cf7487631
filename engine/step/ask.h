/* ask.h: what the user is asked about pairs: whether they collide at all, and whether they do so in
 * this step; and one-way colliders, which answer themselves. Pairs that pass have no row and no
 * impact in it, and nothing is remembered of them. */
#ifndef ENGINE_STEP_ASK_H
#define ENGINE_STEP_ASK_H

#include "evolute/collide.h"
#include "evolute/contact.h"
#include "measure/measure.h"

typedef struct pair_questions {
    bool (*should_collide)(void *context, evo_collider a, evo_collider b);
    bool (*pre_solve)(void *context, const evo_contact *contact, evo_contact_rules *rules);
    void *context;
    int substeps;
} pair_questions;

static inline bool pair_is_asked(const pair_questions *ask, const body_store *s) {
    return ask->should_collide || ask->pre_solve || s->one_ways > 0;
}

/* Asks about all pairs that may meet in the step, drops those that pass, and keeps the rules of
 * others. False: out of memory. */
bool pairs_ask(const pair_questions *ask, const measure_input *in, const measure_output *measured,
               pair_list *list, arena *a);

/* Returns whether two colliders that were not expected to meet may do so; `gap`: as they are.
 * *rules: by which; *ruled: they are not those of the materials. */
bool pair_ask_found(const pair_questions *ask, const body_store *s, const uint32_t slots[2],
                    const evo_gap *gap, evo_contact_rules *rules, bool *ruled);

/* Drops entry k of a list, and its second. */
void pair_pass(const pair_list *list, uint32_t k);

#endif
