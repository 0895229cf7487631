/* scan.c: the search about one proxy. Lanes look at items in floats, with some tolerance; what they
 * find is looked at once more in doubles. */
#include "broad/scan.h"

#include "core/array.h"
#include "core/machine.h"

#define LANES 1
#include "broad/scan_lanes.h"

scan_kernel scan_kernel_4, scan_kernel_8;

scan_kernel *scan_kernel_for(int lanes) {
    return MACHINE_CHOOSE(lanes, scan_part, scan_kernel_4, scan_kernel_8);
}

/* Of a cell's width, and of what lies between: floats know places no better. */
static const double TOLERANCE = 1e-5;

/* Squares of what is larger are no floats. */
static const double FLOAT_LARGEST = 1e15;

/* A box so many times as long as it is wide is searched along, not about. */
static const double LONG = 4;

typedef struct search {
    const grid *g;
    scan_kernel *scan;
    uint32_t id;
    evo_vec2 center;
    double reach;
    id_list *found;
    bool round;
    scan_circle circle; /* as items of the tile see it */
    bool by_floats;
} search;

static bool reserve(id_list *list, size_t more) {
    if (list->count + more <= list->capacity) return true;
    if (array_reserve(list->memory, &list->ids, &list->capacity, 2 * list->count + more,
                      sizeof *list->ids))
        return true;
    list->out_of_memory = true;
    return false;
}

static void enter_tile(search *s, const tile *in) {
    evo_vec2 from = vec_sub(s->center, grid_corner(s->g, in));
    double farthest = fabs(from.x) + fabs(from.y) + s->reach;
    double tolerance = TOLERANCE * (s->g->width[in->level] + farthest);
    s->by_floats = in->level != GRID_TOP && farthest < FLOAT_LARGEST;
    s->circle.x = (float)from.x;
    s->circle.y = (float)from.y;
    s->circle.outer = (float)(s->reach + tolerance);
    s->circle.inner = s->round ? (float)(s->reach - tolerance) : -INFINITY;
}

static void add_all(const tile *in, uint32_t begin, uint32_t end, id_list *found) {
    for (uint32_t at = begin; at < end; ++at)
        if (in->id[at] != NONE) found->ids[found->count++] = in->id[at] | SCAN_DOUBT;
}

static void search_part(void *context, const tile *in, const tile_part *part) {
    search *s = context;
    if (!reserve(s->found, (size_t)in->count + 8)) return;
    enter_tile(s, in);
    if (s->by_floats)
        s->scan(in, part, &s->circle, s->found);
    else
        add_all(in, 0, in->count, s->found);
}

static double search_run(void *context, const tile *in, uint32_t begin, uint32_t end) {
    search *s = context;
    if (reserve(s->found, (size_t)(end - begin) + 8)) add_all(in, begin, end, s->found);
    return 1;
}

/* Of what was found from `kept` on, what meets the proxy: where floats are in doubt, by doubles. */
static void keep_meeting(const search *s, size_t kept) {
    id_list *found = s->found;
    for (size_t i = kept; i < found->count; ++i) {
        uint32_t other = found->ids[i] & ~SCAN_DOUBT;
        bool sure = other == found->ids[i];
        found->ids[kept] = other;
        kept += other != s->id && (sure || grid_meet(s->g, s->id, other));
    }
    found->count = kept;
}

void grid_search(const grid *g, scan_kernel *scan, uint32_t id, id_list *found) {
    const grid_proxy *p = &g->proxies[id];
    double reach = (double)p->reach;
    search s = {.g = g,
                .scan = scan,
                .id = id,
                .center = p->center,
                .reach = reach,
                .found = found,
                .round = p->box == NONE};
    size_t before = found->count;
    const grid_box *box = p->box == NONE ? NULL : &g->boxes[p->box].box;
    if (box && box->half_x > LONG * box->half_y) {
        evo_vec2 from = vec_along(box->center, -box->half_x, box->axis);
        run_visitor by = {search_run, &s};
        (void)region_way(g, from, vec_scale(box->axis, 2 * box->half_x), box->half_y, 1, &by);
    } else {
        evo_vec2 half = {reach, reach};
        evo_bounds about = {vec_sub(p->center, half), vec_add(p->center, half)};
        region_parts(g, about, search_part, &s);
    }
    keep_meeting(&s, before);
}
