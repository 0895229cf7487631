/* evolute.h: everything. Include the parts alone if you like: each stands by itself. */
#ifndef EVOLUTE_H
#define EVOLUTE_H

#include "base.h"
#include "collide.h"
#include "draw.h"
#include "event.h"
#include "query.h"
#include "shape.h"

#endif
