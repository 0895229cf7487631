/* inspect.h: a picked thing in words and numbers. */
#ifndef SAMPLES_SANDBOX_INSPECT_H
#define SAMPLES_SANDBOX_INSPECT_H

#include "sandbox/lines.h"
#include "sandbox/pick.h"

/* Adds handle, tag, kind, pose, velocity, mass, sleep, material, filter; joints with their loads;
 * contacts with normals, gaps and impulses. Nothing is added if the thing is gone. */
void inspect(text_lines *to, const evo_world *world, const pick *p);

#endif
