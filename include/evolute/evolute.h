/* evolute.h: the whole interface. Each header can also be included alone. */
#ifndef EVOLUTE_H
#define EVOLUTE_H

#include "base.h"
#include "collide.h"
#include "draw.h"
#include "event.h"
#include "joint.h"
#include "query.h"
#include "record.h"
#include "shape.h"
#include "snapshot.h"

#endif
