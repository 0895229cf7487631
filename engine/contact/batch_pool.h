/* batch_pool.h: the batches of a world, in one block. */
#ifndef ENGINE_CONTACT_BATCH_POOL_H
#define ENGINE_CONTACT_BATCH_POOL_H

#include "contact/batch.h"
#include "core/aligned.h"
#include "core/array.h"

/* Colours, and one more for constraints that get none, because a body has as many already. */
enum { COLOURS = 63 };

/* Within a colour, batches are of one kind, with or without extras. */
enum { COLOUR_BUCKETS = 2 * BATCH_KINDS, BUCKETS = (COLOURS + 1) * COLOUR_BUCKETS };

/* All batches, in one block; a batch keeps its number. Those of a bucket are linked, and only the
 * first may have lanes to spare. */
typedef struct batch_pool {
    aligned_block block;
    batch *batches; /* in that */
    batch_sort *sorts;
    batch_pairs *pairs;
    batch_extra *extras;
    size_t count, capacity; /* of batches; free ones below the count are linked */
    size_t sort_capacity, pairs_capacity;
    size_t extra_count, extra_capacity;
    uint32_t free_batch, free_extra; /* an extra's link is in the bits of its first float */
    size_t used, extras_used, lanes;
    bool any_squeezed; /* perhaps */
    unsigned colours;  /* of which there are any batches: all from here on have none */
    uint32_t first[BUCKETS];
} batch_pool;

#endif
