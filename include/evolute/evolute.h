/* evolute.h: the whole interface. Each header can also be included alone. */
#ifndef EVOLUTE_H
#define EVOLUTE_H

/* In the order in which they are read. clang-format off */
#include "base.h"
#include "body.h"
#include "collide.h"
#include "trace.h"
#include "contact.h"
#include "draw.h"
#include "event.h"
#include "joint.h"
#include "loop.h"
#include "query.h"
#include "mover.h"
#include "record.h"
#include "shape.h"
#include "snapshot.h"
#include "vector.h"
#include "world.h"
/* clang-format on */

#endif
