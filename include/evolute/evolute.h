/* evolute.h: the whole interface. Each header can also be included alone.
 *
 * A word that begins with @ marks the promise before it, by a name that its tests have, too.
 */
#ifndef EVOLUTE_H
#define EVOLUTE_H

/* In the order in which they are read. clang-format off */
#include "base.h"
#include "vector.h"
#include "shape.h"
#include "world.h"
#include "body.h"
#include "contact.h"
#include "event.h"
#include "joint.h"
#include "query.h"
#include "mover.h"
#include "force.h"
#include "loop.h"
#include "snapshot.h"
#include "record.h"
#include "draw.h"
#include "exact.h"
#include "collide.h"
#include "threads.h"
/* clang-format on */

#endif
