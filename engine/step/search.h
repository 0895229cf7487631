/* search.h: what flyers meet that have left the bounds that the index has of them. */
#ifndef ENGINE_STEP_SEARCH_H
#define ENGINE_STEP_SEARCH_H

#include "step/flyers.h"

/* Cell of a disk: a level of index.h, or LEVELS: it is too large. */
typedef struct disk_key {
    int level;
    double x, y;
} disk_key;

/* The disk in which a flyer's partners are known, once it has left its bounds. */
typedef struct flyer_disk {
    evo_vec2 center;
    double radius, until; /* until: time of the drift up to which it holds */
    disk_key key;
    uint32_t next; /* in its bucket */
    int doubled;   /* how often its reach was doubled */
} flyer_disk;

/* Mark of a collider in a search, and the pair, or entry of the list, that it has with what
 * searches. */
typedef struct search_mark {
    uint32_t mark, pair, entry;
} search_mark;

/* Searches for what a flyer may meet, if it leaves its bounds in this drift. */
void search_beyond(impacts *m, uint32_t number);

/* Gives a flyer its next disk; and when it reaches the rim of its disk; INFINITY: not in this
 * drift. */
void search_on(impacts *m, uint32_t number);
double search_end(const impacts *m, uint32_t number);

void searches_close(impacts *m);

#endif
