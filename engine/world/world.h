/* world.h: what the files of this floor ask of each other. */
#ifndef ENGINE_WORLD_WORLD_H
#define ENGINE_WORLD_WORLD_H

#include "core/filter.h"
#include "world/state.h"

/* ---- Handles (handle.c) ---------------------------------------------------------------------- */

/* NULL for a dead handle. */
body_card *body_of(const evo_world *world, evo_body body);
collider_card *collider_of(const evo_world *world, evo_collider collider);

static inline evo_body body_handle(const evo_world *world, uint32_t slot) {
    evo_body handle = {slot, world->bodies[slot].generation};
    return handle;
}

static inline evo_collider collider_handle(const evo_world *world, uint32_t slot) {
    evo_collider handle = {slot, world->colliders[slot].generation};
    return handle;
}

/* To write, while the world does not fly. */
static inline body_motion *motion_of(const evo_world *world, const body_card *card) {
    return &world->motions[card->rank];
}

/* The rank behind the body's last collider. */
static inline uint32_t colliders_end(const evo_world *world, uint32_t body) {
    return body + 1 < world->body_count ? world->traits[body + 1].collider_begin
                                        : (uint32_t)world->collider_count;
}

/* ---- Flight (flight.c) ----------------------------------------------------------------------- */

/* Takes off: dynamic bodies are from here on in the schedule. When that is refused, nothing has
 * changed. */
evo_result flight_begin(evo_world *world);

/* Lands, so that bodies can be changed; false when memory is refused, and then it flies on. */
bool flight_end(evo_world *world);

/* For destroying a world. */
void flight_free(evo_world *world);

/* To read: where a body is now, and how it moves, in flight or not. */
body_motion flight_motion(const evo_world *world, const body_card *card);

evo_result flight_step(evo_world *world, double seconds);

static inline body_motion body_now(const evo_world *world, const body_card *card) {
    return world->flying ? flight_motion(world, card) : *motion_of(world, card);
}

/* ---- What is kept apart (extra.c, make.c) ---------------------------------------------------- */

/* To read: that of a body without one says nothing out of the ordinary. */
const body_extra *extra_of(const evo_world *world, const body_card *card);

/* To write; there must be room for one more, unless the body has one. */
bool extra_reserve(evo_world *world);
body_extra *extra_make(evo_world *world, body_card *card);
void extra_give(evo_world *world, body_card *card);

/* The number of the make that a config asks for, with one user more; NOBODY when memory is refused.
 * It is given back as often as it was taken. */
uint32_t make_take(evo_world *world, const evo_collider_config *config);
void make_give(evo_world *world, uint32_t number);
void makes_free(evo_world *world);

static inline const collider_make *make_of(const evo_world *world, uint32_t number) {
    return world->makes[number].make;
}

static inline const make_key *key_of_collider(const evo_world *world, const collider_card *card) {
    return &make_of(world, card->make)->key;
}

static inline const evo_shape *shape_of(const evo_world *world, uint32_t collider_slot) {
    return &key_of_collider(world, &world->colliders[collider_slot])->shape;
}

/* ---- Bodies (mass.c, handle.c) --------------------------------------------------------------- */

/* Whether the solver gives the body a row: it is in motion, or may be set in motion. */
bool body_moves(const evo_world *world, const body_card *card);

/* The centre of mass, in the body: what is not dynamic turns about its origin. */
static inline evo_vec2 body_center(const evo_world *world, const body_card *card) {
    if (card->extra == NOBODY || card->kind != EVO_DYNAMIC) return vec(0, 0);
    return world->body_extras[card->extra].extra.center;
}

/* The body's pose, from its centre of mass, and back. */
evo_pose body_pose(const evo_world *world, const body_card *card);
evo_vec2 body_center_at(const evo_world *world, const body_card *card, evo_pose pose);

/* Mass, centre and inertia by the colliders, unless set by hand; the body stays in the pose that it
 * had. Needs room for an extra. */
void mass_update(evo_world *world, body_card *card, evo_pose pose);

/* What the body's trait takes from its card. */
void trait_update(evo_world *world, const body_card *card);

/* The radius of gyration by which contacts turn the body; 0: they do not. */
double body_turns_by(const body_card *card);

/* Whether a step has to look at the body's extra: for forces that wait, and for damping. */
bool body_is_driven(const evo_world *world, const body_card *card);

/* The velocity that gravity and forces add to a mover in a second. */
evo_vec2 body_pull(const evo_world *world, uint32_t rank);

/* Forces act for one step, or on nobody who does not move. */
void forces_clear(evo_world *world, body_card *card);

/* Where the mover is measured: its lead ahead of where it is. */
typedef struct body_lead {
    evo_vec2 position;
    double angle;
} body_lead;

static inline body_lead body_led(const evo_world *world, uint32_t rank) {
    const body_motion *m = &world->motions[rank];
    double lead = (double)world->traits[rank].lead;
    body_lead led = {vec_along(m->position, lead, m->velocity), m->angle + lead * m->spin};
    return led;
}

/* ---- Colliders (collider.c) ------------------------------------------------------------------ */

/* For one more collider: whether its config is sound, room for it, and then adding it, which cannot
 * fail. */
bool material_is_sound(const evo_material *m);
bool collider_is_sound(const evo_collider_config *config);
bool collider_reserve(evo_world *world);
evo_collider collider_add(evo_world *world, body_card *owner, uint32_t make, void *user);

/* Takes one away, but not from its body's mass. Needs the recall, linked, and room to forget it. */
void collider_remove(evo_world *world, uint32_t slot);

/* ---- Room (room.c) --------------------------------------------------------------------------- */

/* Scratch memory, at least this large; NULL when refused. What is at its beginning stays. */
void *scratch_reserve(evo_world *world, size_t size);

/* Room for so many batches and extras. */
bool batches_reserve(evo_world *world, size_t batches, size_t extras);

/* Room that has not been needed for this many steps, nor for as many before, is given back. When
 * that proves to have been too soon, it takes twice as many from then on. */
enum { ROOM_LATELY = 32 };

/* At a step's end: gives back what has not been needed for long, scratch too. */
void room_trim(evo_world *world);

/* ---- Order and places (arrange.c, place.c) --------------------------------------------------- */

/* Gives all bodies and colliders their ranks. */
bool arrange(evo_world *world);

/* Brings centres and axes of the moving colliders to where they are measured in a step. */
void place_movers(evo_world *world, double seconds);

/* Those of what stands still, when ranks are new. */
void place_anew(evo_world *world);

/* ---- Contacts (pairs.c, batching.c, standing.c, contacts.c, touches.c, impacts.c) ------------ */

/* Takes all contacts down into the recall, unless they are down already. False when memory is
 * refused; then everything is as it was. Then waking cannot fail. */
bool standing_end(evo_world *world);

/* Room for that: then it cannot fail. */
bool recall_reserve(evo_world *world);

/* Shows all contacts that stand as they would be recalled, sensors too. */
typedef void contact_visitor(void *context, const recalled *shown);
void standing_visit(const evo_world *world, contact_visitor *visit, void *context);

/* Finds each collider's recalled contacts in the list. */
void recall_link(evo_world *world);

/* Walks the recalled contacts of a collider, by slot, while none stand. */
recalled *recall_first(const evo_world *world, uint32_t slot);
recalled *recall_next(const evo_world *world, const recalled *r, uint32_t slot);

/* Finds all pairs for a step of this length, and sets their contacts up. False when memory is
 * refused; then the contacts are in the recall as they were. */
bool standing_begin(evo_world *world, double seconds);

/* Sets up contacts for so many near_pairs, which stand in scratch. */
bool batching(evo_world *world, double seconds, size_t near_count);

/* The recalled contact of two colliders, by slot, or NULL. */
recalled *recall_find(const evo_world *world, uint32_t a, uint32_t b, bool second);

/* After the pairs were found: what nobody took is forgotten, with its touch, but for what is
 * between two that are still. Needs room for that many touches. */
size_t recall_endings(const evo_world *world);
void recall_settle(evo_world *world);

/* Ends the touches of a collider that is about to go. Needs the recall, linked, and room for what
 * ends, which is asked for a body with all its colliders. */
bool forget_reserve(evo_world *world, const body_card *card);
void recall_forget(evo_world *world, uint32_t slot);

/* A pair as narrow/ sees it, about an origin of its own. */
void contact_sides(const evo_world *world, uint32_t a, uint32_t b, contact_side *side_a,
                   contact_side *side_b);

/* Measures all contacts, and chooses by the rows what may push, and what comes together faster than
 * `bounce`, which may bounce. Until they are committed the world
 * is as it was before: what they remember of their last step is not touched. */
void contacts_measure(evo_world *world, double seconds, int substeps, const solve_rows *rows,
                      double bounce, measure_choice *choice);
void contacts_commit(evo_world *world, const measure_choice *choice);

/* Notes what began or ceased to touch; after the solver, what touched and left within the step.
 * Room is made for both at once, for this choice and so many batches that may be chosen later: then
 * noting cannot fail. */
bool touches_reserve(evo_world *world, const measure_choice *choice, size_t batches);
void touches_note(evo_world *world, const measure_choice *choice);
void touches_note_bounces(evo_world *world, const measure_choice *choice);

/* The same for what the solver says about impacts. */
bool impacts_reserve(evo_world *world, const measure_choice *choice, size_t batches);
void impacts_note(evo_world *world, const measure_choice *choice, double seconds);

/* The order of impacts, for sort_items: by time, then by handle. */
bool impact_before(const void *first, const void *second);

/* ---- Rushes (rush.c) ------------------------------------------------------------------------- */

/* What is too sudden for the solver: finds all impacts of the step at their true time. *asleep is a
 * sleeper that would be struck, whom to wake before asking again, or NULL. False when memory is
 * refused; in any case the world is as it was. */
bool rush_find(evo_world *world, double seconds, const measure_choice *choice, body_card **asleep);

/* Whether somebody may have gone where he has no pairs: then pairs are to be found anew, for which
 * his slack is made as wide as he needs. */
bool rush_strays(evo_world *world, double seconds);
void rush_widen(evo_world *world);

/* Finds whom the solver takes over, who were struck and are slow now: how many, and contacts of
 * theirs. Then they stand where the step has to begin for them, for contacts to be measured
 * anew. */
size_t rush_tame(evo_world *world, double seconds);
void rush_place(evo_world *world);

/* After the contacts were committed: the solver leaves alone who is in a rush. After it: they are
 * where their flights have taken them. Neither can fail. */
void rush_hold(evo_world *world, measure_choice *choice);
void rush_note(evo_world *world);
void rush_settle(evo_world *world, double seconds);

/* Gives back what it keeps about contacts when it has not been used for some time. */
void rush_trim(evo_world *world);

/* What it keeps about contacts is of those that stand no longer. */
void rush_forget(evo_world *world);
void rush_free(evo_world *world);

/* ---- Sleep (sleep.c) ------------------------------------------------------------------------- */

/* Wakes a body and whatever it touches, directly or through other sleepers. */
bool sleep_wake(evo_world *world, body_card *card);

/* Wakes what touches the body, whatever it is itself. Needs the recall, linked. */
void sleep_wake_neighbours(evo_world *world, const body_card *card);

/* Sends one body to sleep. */
bool sleep_send(evo_world *world, body_card *card);

/* Wakes all sleepers; those that something has touched in this step. */
bool sleep_wake_everyone(evo_world *world);
void sleep_wake_touched(evo_world *world);

/* Sends islands of bodies that have been at rest for long enough to sleep, when it is time to see
 * whether there are any. Falling asleep, and waking what was touched, need room of these kinds. */
bool sleep_is_due(const evo_world *world);
size_t sleep_scratch(const evo_world *world);
bool sleep_reserve(evo_world *world, bool due);
void sleep_fall(evo_world *world);

/* ---- Queries (query.c) ----------------------------------------------------------------------- */

/* Notes that the grids do not know where the body's colliders are. */
void body_strays(evo_world *world, body_card *card);

/* ---- Events (events.c) ----------------------------------------------------------------------- */

/* Room for so many touches more, due when the next step is done; then adding cannot fail. */
bool touch_reserve(evo_world *world, size_t more);
void touch_add(evo_world *world, uint32_t collider_a, uint32_t collider_b, bool began, bool sensor);

/* Impacts and sleepers are from here on those of the present step; touches, when they are shown. */
void events_begin(evo_world *world);
void events_show(evo_world *world);

#endif
