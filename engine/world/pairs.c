/* pairs.c: who is near whom.
 *
 * Every mover gets some slack: the way it may go before its pairs must be found again. Circles
 * about the colliders, wider by the slack, go into the grid; the pairs of circles that overlap are
 * all that can touch until one has used its slack up. What is too fast for that goes in as the
 * circle about the way it will make in the next step, and its pairs are found again after it. */
#include "broad/scan.h"
#include "world/world.h"

/* Steps that slack should last for: for the body as it moves now, and for one that others set in
 * motion. */
static const double SLACK_STEPS = 12, SLACK_STEPS_ALL = 12;

/* Falls from rest that slack should last for. Bodies no larger than a few falls go without. */
static const double SLACK_FALLS = 2;

/* Of a body's size: the least slack; the most for what others may do to it, and for how it moves
 * itself. More slack means more pairs, less means finding them more often. */
static const double SLACK_LEAST = 0.05, SLACK_MOST_ALL = 0.5, SLACK_MOST = 1;

/* Steps between two sortings of bodies by place. */
enum { SORT_STEPS = 32 };

/* ---- Slack ----------------------------------------------------------------------------------- */

/* How far bodies move in a step, in the mean; none counts for more than its size, lest one that is
 * very fast should matter to all. */
static double mean_stride(const evo_world *world, double seconds) {
    double sum = 0;
    for (uint32_t rank = 0; rank < world->movers; ++rank) {
        const body_trait *trait = &world->traits[rank];
        sum += least_of((double)trait->pace * seconds, (double)trait->size);
    }
    return world->movers > 0 ? sum / (double)world->movers : 0;
}

/* How far the body's smallest collider gets from its own centre: a thin ring is not small. */
static double least_reach(const evo_world *world, uint32_t body) {
    uint32_t rank = world->traits[body].collider_begin, end = colliders_end(world, body);
    double least = (double)make_of(world, world->links[rank].make)->reach;
    while (++rank < end)
        least = least_of(least, (double)make_of(world, world->links[rank].make)->reach);
    return least;
}

static void give_slack(evo_world *world, double seconds) {
    double gravity = vec_length(world->config.gravity);
    double stride_of_all = SLACK_STEPS_ALL * mean_stride(world, seconds);
    for (uint32_t rank = 0; rank < world->movers; ++rank) {
        body_trait *trait = &world->traits[rank];
        double size = (double)trait->size, stride = (double)trait->pace * seconds;
        double pull = trait->driven ? vec_length(body_pull(world, rank))
                                    : gravity * fabs((double)trait->pull);
        double fall = pull * seconds * seconds;
        double all = most_of(SLACK_LEAST * size, least_of(stride_of_all, SLACK_MOST_ALL * size));
        double own = most_of(SLACK_STEPS * stride, SLACK_FALLS * fall);
        double most = SLACK_MOST * size;
        if (own > most && size > 0) most = SLACK_MOST * least_reach(world, rank);
        double slack = most_of(all, least_of(own, most));
        trait->slack = stride + fall > slack ? 0 : (float)slack; /* 0: it will be swept */
    }
    rush_widen(world);
}

/* The way that a body without slack goes in the next step. */
static evo_vec2 sweep_of(const evo_world *world, uint32_t body, double seconds) {
    if (world->traits[body].slack > 0) return vec(0, 0);
    evo_vec2 way = vec_scale(world->motions[body].velocity, seconds);
    return vec_along(way, seconds * seconds, body_pull(world, body));
}

/* ---- Items ----------------------------------------------------------------------------------- */

typedef struct item_maker {
    const evo_world *world;
    double seconds;
} item_maker;

/* What a collider may reach besides its own shape: slack, and for swept ones what turning adds. */
static double margin_of(const item_maker *maker, uint32_t rank) {
    const evo_world *world = maker->world;
    const collider_link *link = &world->links[rank];
    if (link->body >= world->movers) return 0;
    const body_trait *trait = &world->traits[link->body];
    /* The body may be behind where its colliders are placed. */
    double behind = (double)trait->pace * (double)trait->lead;
    if (trait->slack > 0) return (double)trait->slack + behind;
    double turning = fabs(world->motions[link->body].spin) * (double)trait->extent;
    return SLACK_LEAST * (double)trait->size + turning * maker->seconds + behind;
}

static evo_vec2 sweep_of_collider(const item_maker *maker, uint32_t rank) {
    uint32_t body = maker->world->links[rank].body;
    return body < maker->world->movers ? sweep_of(maker->world, body, maker->seconds) : vec(0, 0);
}

static grid_item item_of(const item_maker *maker, uint32_t rank) {
    const evo_world *world = maker->world;
    const collider_link *link = &world->links[rank];
    grid_item item = {world->centers[rank],
                      (float)((double)make_of(world, link->make)->reach + margin_of(maker, rank)),
                      rank};
    if (link->body >= world->movers || world->traits[link->body].slack > 0) return item;
    evo_vec2 sweep = sweep_of_collider(maker, rank);
    item.center = vec_along(item.center, 0.5, sweep);
    item.reach += (float)(0.5 * vec_length(sweep));
    return item;
}

static grid_box box_of_shape(const evo_shape *shape, const collider_form *form) {
    grid_box box = {{0, 0}, {(double)form->axis_x, (double)form->axis_y}, 0, 0, 0};
    switch (shape->kind) {
    case EVO_CIRCLE:
        box.half_x = box.half_y = shape->of.circle.radius;
        break;
    case EVO_ELLIPSE: /* as the circle about it, which turning does not change */
        box.half_x = box.half_y = most_of(shape->of.ellipse.radius_x, shape->of.ellipse.radius_y);
        break;
    case EVO_RING:
        box.half_x = box.half_y = shape->of.ring.outer;
        box.hollow = shape->of.ring.inner;
        break;
    case EVO_SEGMENT:
        box.half_x = shape->of.segment.half_length;
        break;
    case EVO_NO_SHAPE:
        break;
    }
    return box;
}

/* For the scans of several levels: the collider's own box or, when it is swept, that of its way. */
static grid_box box_of(const void *context, uint32_t rank) {
    const item_maker *maker = context;
    const evo_world *world = maker->world;
    evo_vec2 sweep = sweep_of_collider(maker, rank);
    double margin = margin_of(maker, rank), way = vec_length(sweep);
    if (way > 0) {
        double reach = (double)make_of(world, world->links[rank].make)->reach + margin;
        grid_box swept = {vec_along(world->centers[rank], 0.5, sweep), vec_scale(sweep, 1 / way),
                          reach + 0.5 * way, reach, 0};
        return swept;
    }
    const evo_shape *shape = &make_of(world, world->links[rank].make)->key.shape;
    grid_box box = box_of_shape(shape, &world->forms[rank]);
    box.center = world->centers[rank];
    box.half_x += margin;
    box.half_y += margin;
    box.hollow = most_of(box.hollow - margin, 0);
    return box;
}

/* ---- Grids ----------------------------------------------------------------------------------- */

/* Sensors are always among the moving, wherever their body is: they notice still things too. */
static bool goes_with_movers(const evo_world *world, uint32_t rank) {
    return rank < world->moving_colliders || world->links[rank].sensor;
}

static size_t collect_items(const item_maker *maker, bool moving, grid_item *items) {
    const evo_world *world = maker->world;
    size_t count = 0;
    for (uint32_t rank = 0; rank < world->collider_count; ++rank) {
        if (goes_with_movers(world, rank) != moving) continue;
        const body_trait *trait = &world->traits[world->links[rank].body];
        if (rank < world->moving_colliders || world->bodies[trait->slot].enabled)
            items[count++] = item_of(maker, rank);
    }
    return count;
}

/* Now the grids know where everybody is. */
static void gather_strays(evo_world *world) {
    for (size_t slot = 0; slot < world->body_slots.count && world->stray_count > 0; ++slot)
        world->bodies[slot].stray = false;
    world->stray_count = 0;
    world->gridded = true;
}

static bool build_grids(evo_world *world, const item_maker *maker) {
    size_t most = world->collider_count;
    grid_place *places =
        scratch_reserve(world, most * (sizeof(grid_place) + sizeof(grid_item)) + 16);
    if (!places) return false;
    grid_item *items = (grid_item *)(void *)(places + most);
    size_t count = collect_items(maker, true, items);
    double cell = world->config.cell_size > 0 ? world->config.cell_size
                                              : grid_suitable_cell(items, count, world->cell);
    if (cell != world->cell) world->still_sorted = false;
    world->cell = cell;
    world->gridded = false;
    if (!grid_build(&world->moving, cell, items, count, places)) return false;
    if (!world->still_sorted) {
        count = collect_items(maker, false, items);
        if (!grid_build(&world->still, cell, items, count, places)) return false;
        world->still_sorted = true;
    }
    gather_strays(world);
    return true;
}

/* ---- Finding --------------------------------------------------------------------------------- */

/* Into scratch, which is lent to the list of pairs while it grows. */
static bool find_near(evo_world *world, const item_maker *maker, size_t *count) {
    const scan_kernels *scan = world->scan;
    grid_boxes boxes = {box_of, maker};
    near_pairs near = {&world->memory, world->scratch, 0, world->scratch_capacity, false};
    scan->within(&world->moving, &near);
    scan->between(&world->moving, &world->still, &near);
    scan->under(&world->moving, &world->moving, &boxes, &near);
    scan->under(&world->moving, &world->still, &boxes, &near);
    scan->over(&world->moving, &world->still, &boxes, &near);
    world->scratch = near.items;
    world->scratch_capacity = near.capacity;
    *count = near.count;
    return !near.out_of_memory;
}

bool standing_begin(evo_world *world, double seconds) {
    bool unsorted = !world->arranged || world->unsorted_steps >= SORT_STEPS;
    if (unsorted && !arrange(world)) return false;
    place_movers(world, seconds);
    give_slack(world, seconds);
    item_maker maker = {world, seconds};
    size_t near;
    return build_grids(world, &maker) && find_near(world, &maker, &near)
           && batching(world, seconds, near);
}
