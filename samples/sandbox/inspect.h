/* inspect.h: a picked thing in words and numbers. */
#ifndef SAMPLES_SANDBOX_INSPECT_H
#define SAMPLES_SANDBOX_INSPECT_H

#include "sandbox/lines.h"
#include "sandbox/pick.h"

/* Adds handle, tag, name, kind, pose, velocity, mass, sleep, material, filter; joints with their
 * loads; contacts with normals, gaps and impulses. Nothing is added if the thing is gone. */
void inspect(text_lines *to, const scene_stage *stage, const pick *p);

#endif
