/* place.h: where awake colliders are in the middle of a step of free flight. */
#ifndef ENGINE_STEP_PLACE_H
#define ENGINE_STEP_PLACE_H

#include "body/body.h"
#include "core/arena.h"
#include "core/crew.h"

/* Arrays by slot of awake colliders. */
typedef struct step_places {
    float *radii; /* radii of disks that hold all of their ways; centres are in body_store.places */
    bool some_unround; /* some form is no FORM_DISK */
    bool some_fixed;   /* some body is moved by no contact */
    bool some_pulled;  /* some body is pulled harder than by gravity */
    uint8_t *far; /* by slot of bodies that go far: bounds hold only where they begin; or NULL */
} step_places;

/* `pull`: how far gravity moves a body from rest in the step. False: out of memory. */
bool place_awake(step_places *p, body_store *s, double seconds, double pull, int lanes, crew *c,
                 arena *a);

#endif
