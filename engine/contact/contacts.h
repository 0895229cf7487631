/* contacts.h: a step's contacts: measured, chosen, committed; and the touches that they tell of. */
#ifndef ENGINE_CONTACT_CONTACTS_H
#define ENGINE_CONTACT_CONTACTS_H

#include "contact/graph.h"
#include "narrow/contact.h"

/* Measures all active contacts, for a step. */
void contacts_measure(graph *g, double seconds);

/* Chooses by the rows what may push. Until they are committed the world is as it was before: what
 * contacts remember of their last step is not touched. */
void contacts_choose(graph *g, double seconds, int substeps, const measure_rows *rows,
                     double bounce, bool begun, measure_choice *choice);

/* What is to be solved: batches, in the order of their colours; behind them what has no colour,
 * one by one: eight times the batch, plus the lane. */
typedef struct active_list {
    uint32_t *batches; /* room for all */
    uint32_t *singles; /* room for contacts_uncoloured_size bytes */
    size_t count, single_count;
} active_list;

size_t contacts_uncoloured_size(const graph *g);

/* Lets none but the chosen push, and lists those. */
void contacts_commit(graph *g, const measure_choice *choice, active_list *active);

/* After that: those that pass are taken as they will be where their two meet in the step. What
 * passes then still, lanes could not tell: it is told one by one. */
void contacts_predict(graph *g, double seconds, const measure_rows *rows, measure_choice *choice);

/* Then what was looked at exactly, and clears, comes to no line either as it moves. */
void contacts_keep_clear(graph *g, double seconds, int substeps, const measure_rows *rows,
                         const measure_choice *choice);
void contact_write(graph *g, const contact *c, const contact_points *found);

/* What lanes pushed whose normals turned far: at once when contacts are committed, and when all are
 * predicted, for what is borne is told by pushes. */
void contacts_forget_turned(graph *g);

/* What has parted leaves its batch. */
bool contacts_part_reserve(graph *g, const measure_choice *choice);
void contacts_part(graph *g, const measure_choice *choice);

/* Room for so many touches more, due when the next step is done; then adding cannot fail. */
bool touches_reserve(graph *g, size_t more);
void touch_add(graph *g, uint32_t collider_a, uint32_t collider_b, bool began, bool sensor);
void contact_note_touch(graph *g, uint32_t contact_id); /* it does, from now on */
size_t touches_most(const graph *g, const measure_choice *choice);

/* Notes what began or ceased to touch; after the solver, what touched and left within the step. */
void touches_note(graph *g, const measure_choice *choice);
void touches_note_bounces(graph *g);

#endif
