/* graph.c: a graph is made and unmade, and gives back what it does not need. */
#include "contact/batches.h"
#include "contact/bodies.h"
#include "contact/states.h"

/* Steps between two looks for idle memory, at first. */
enum { TRIM_STEPS = 32 };

/* ---- Making and unmaking --------------------------------------------------------------------- */

void graph_init(graph *g, const evo_allocator *memory, const evo_world_config *config) {
    static const graph empty;
    *g = empty;
    g->memory = memory;
    g->config = config;
    int lanes = config->lanes ? config->lanes : 8;
    g->measure = measure_kernels_for(lanes);
    g->scan = scan_kernel_for(lanes);
    g->bodies.free_extra = g->templates.free_number = NONE;
    g->contacts.free_contact = g->kept.free_kept = NONE;
    g->batches.free_batch = g->batches.free_extra = NONE;
    for (int i = 0; i < BUCKETS; ++i) g->batches.first[i] = NONE;
    g->found.memory = memory;
    g->trimming.steps = TRIM_STEPS;
    grid_init(&g->index, memory);
}

static void bodies_free(graph *g) {
    body_store *b = &g->bodies;
    array_free(g->memory, &b->records, &b->record_list.capacity, sizeof *b->records);
    array_free(g->memory, &b->extras, &b->extra_list.capacity, sizeof *b->extras);
    array_free(g->memory, &b->states, &b->state_capacity, sizeof *b->states);
    array_free(g->memory, &b->sims, &b->sim_capacity, sizeof *b->sims);
    array_free(g->memory, &b->colours, &b->colour_capacity, sizeof *b->colours);
    array_free(g->memory, &b->moved, &b->moved_list.capacity, sizeof *b->moved);
    array_free(g->memory, &b->woken, &b->woken_list.capacity, sizeof *b->woken);
}

static void colliders_free(graph *g) {
    collider_store *c = &g->colliders;
    array_free(g->memory, &c->records, &c->record_list.capacity, sizeof *c->records);
    array_free(g->memory, &c->centers, &c->center_capacity, sizeof *c->centers);
    array_free(g->memory, &c->geometry, &c->geometry_capacity, sizeof *c->geometry);
    array_free(g->memory, &c->sims, &c->sim_capacity, sizeof *c->sims);
}

static void batch_pool_free(graph *g) {
    batch_pool *p = &g->batches;
    aligned_free(g->memory, &p->block);
    array_free(g->memory, &p->sorts, &p->sort_capacity, sizeof *p->sorts);
    array_free(g->memory, &p->pairs, &p->pairs_capacity, sizeof *p->pairs);
    array_free(g->memory, &p->extras, &p->extra_capacity, sizeof *p->extras);
}

static void near_free(graph *g) {
    near_list *n = &g->near;
    array_free(g->memory, &n->row_a, &n->row_a_capacity, sizeof *n->row_a);
    array_free(g->memory, &n->row_b, &n->row_b_capacity, sizeof *n->row_b);
    array_free(g->memory, &n->clearance, &n->clearance_capacity, sizeof *n->clearance);
    array_free(g->memory, &n->contact, &n->contact_capacity, sizeof *n->contact);
}

static void undo_free(graph *g) {
    step_undo *u = &g->undo;
    array_free(g->memory, &u->normals, &u->normal_capacity, sizeof *u->normals);
    array_free(g->memory, &u->woken, &u->woken_list.capacity, sizeof *u->woken);
    array_free(g->memory, &u->calm, &u->calm_list.capacity, sizeof *u->calm);
    array_free(g->memory, &u->recoloured, &u->recoloured_list.capacity, sizeof *u->recoloured);
}

void graph_free(graph *g) {
    const evo_allocator *memory = g->memory;
    bodies_free(g);
    colliders_free(g);
    templates_free(g);
    grid_free(&g->index);
    array_free(memory, &g->contacts.all, &g->contacts.list.capacity, sizeof *g->contacts.all);
    array_free(memory, &g->contacts.sensing, &g->contacts.sensing_list.capacity,
               sizeof *g->contacts.sensing);
    array_free(memory, &g->contacts.ending, &g->contacts.ending_list.capacity,
               sizeof *g->contacts.ending);
    array_free(memory, &g->contacts.activated, &g->contacts.activated_list.capacity,
               sizeof *g->contacts.activated);
    near_free(g);
    batch_pool_free(g);
    array_free(memory, &g->kept.all, &g->kept.list.capacity, sizeof *g->kept.all);
    undo_free(g);
    array_free(memory, &g->touches.shown, &g->touches.shown_list.capacity,
               sizeof *g->touches.shown);
    array_free(memory, &g->touches.due, &g->touches.due_list.capacity, sizeof *g->touches.due);
    aligned_free(memory, &g->scratch.block);
    array_free(memory, &g->found.ids, &g->found.capacity, sizeof *g->found.ids);
    array_free(memory, &g->marks, &g->mark_capacity, sizeof *g->marks);
    array_free(memory, &g->sleepers, &g->sleeper_list.capacity, sizeof *g->sleepers);
}

void *graph_scratch(graph *g, size_t size) {
    scratch_block *s = &g->scratch;
    if (size > s->needed) s->needed = size;
    if (size > s->capacity || !s->block.block) {
        size_t wanted = size + size / 16 + 1024;
        if (!aligned_resize(g->memory, &s->block, s->capacity, wanted)) return NULL;
        s->capacity = wanted;
    }
    return aligned_begin(&s->block);
}

static size_t larger(size_t a, size_t b) {
    return a > b ? a : b;
}

static void trim_scratch(graph *g) {
    scratch_block *s = &g->scratch;
    size_t needed = larger(s->needed, s->needed_before), ample = needed + needed / 8 + 4096;
    s->needed_before = s->needed;
    s->needed = 0;
    if (s->capacity > ample && aligned_resize(g->memory, &s->block, 0, ample)) s->capacity = ample;
}

static void trim_near(graph *g) {
    near_list *n = &g->near;
    size_t needed = n->count + n->count / 8 + 256; /* for what comes and goes */
    array_trim(g->memory, &n->row_a, &n->row_a_capacity, needed, sizeof *n->row_a);
    array_trim(g->memory, &n->row_b, &n->row_b_capacity, needed, sizeof *n->row_b);
    array_trim(g->memory, &n->clearance, &n->clearance_capacity, needed, sizeof *n->clearance);
    array_trim(g->memory, &n->contact, &n->contact_capacity, needed, sizeof *n->contact);
}

static bool record_is_free(const body_record *record) {
    return record->generation % 2 == 0 && !record->waiting;
}

/* Records behind the last that lives go; ids that come again begin with a later generation. */
static void trim_body_records(graph *g) {
    body_store *b = &g->bodies;
    size_t *count = &b->record_list.count;
    if (*count < 2 * b->count + 64) return;
    for (; *count > 0 && record_is_free(&b->records[*count - 1]); --*count)
        if (b->records[*count - 1].generation > b->last_generation)
            b->last_generation = b->records[*count - 1].generation;
    array_trim(g->memory, &b->records, &b->record_list.capacity, *count, sizeof *b->records);
}

static void trim_collider_records(graph *g) {
    collider_store *c = &g->colliders;
    size_t *count = &c->record_list.count;
    if (*count < 2 * c->living + 64) return;
    for (; *count > 0 && c->records[*count - 1].generation % 2 == 0; --*count)
        if (c->records[*count - 1].generation > c->last_generation)
            c->last_generation = c->records[*count - 1].generation;
    array_trim(g->memory, &c->records, &c->record_list.capacity, *count, sizeof *c->records);
}

static void trim_bodies(graph *g) {
    body_store *b = &g->bodies;
    trim_body_records(g);
    array_trim(g->memory, &b->states, &b->state_capacity, b->count, sizeof *b->states);
    array_trim(g->memory, &b->sims, &b->sim_capacity, b->count, sizeof *b->sims);
    array_trim(g->memory, &b->colours, &b->colour_capacity, b->count, sizeof *b->colours);
    array_trim(g->memory, &b->moved, &b->moved_list.capacity, b->count, sizeof *b->moved);
    array_trim(g->memory, &b->woken, &b->woken_list.capacity, b->count, sizeof *b->woken);
}

static void trim_colliders(graph *g) {
    collider_store *c = &g->colliders;
    trim_collider_records(g);
    array_trim(g->memory, &c->centers, &c->center_capacity, c->count, sizeof *c->centers);
    array_trim(g->memory, &c->geometry, &c->geometry_capacity, c->count, sizeof *c->geometry);
    array_trim(g->memory, &c->sims, &c->sim_capacity, c->count, sizeof *c->sims);
    grid_trim(&g->index, c->record_list.count);
}

static void trim_undo(graph *g) {
    step_undo *u = &g->undo;
    array_trim(g->memory, &u->normals, &u->normal_capacity, 2 * BATCH * g->batches.count,
               sizeof *u->normals);
    array_trim(g->memory, &u->woken, &u->woken_list.capacity, 0, sizeof *u->woken);
    array_trim(g->memory, &u->calm, &u->calm_list.capacity, 0, sizeof *u->calm);
    array_trim(g->memory, &u->recoloured, &u->recoloured_list.capacity, 0, sizeof *u->recoloured);
}

void graph_trim(graph *g) {
    const evo_allocator *memory = g->memory;
    contact_pool *p = &g->contacts;
    size_t most = g->bodies.count; /* of what a step lists, so many may well come again */
    trim_scratch(g);
    trim_near(g);
    trim_bodies(g);
    trim_colliders(g);
    batches_trim(g);
    graph_pack(g);
    array_trim(memory, &p->all, &p->list.capacity, p->list.count, sizeof *p->all);
    array_trim(memory, &p->sensing, &p->sensing_list.capacity, p->sensing_list.count,
               sizeof *p->sensing);
    if (p->sleeping == 0) {
        g->kept.list.count = 0;
        g->kept.free_kept = NONE;
    }
    array_trim(memory, &g->kept.all, &g->kept.list.capacity, g->kept.list.count,
               sizeof *g->kept.all);
    array_trim(memory, &g->touches.due, &g->touches.due_list.capacity,
               g->touches.due_list.count + most / 8, sizeof *g->touches.due);
    array_trim(memory, &g->touches.shown, &g->touches.shown_list.capacity,
               g->touches.shown_list.count + most / 8, sizeof *g->touches.shown);
    array_trim(memory, &p->ending, &p->ending_list.capacity, most, sizeof *p->ending);
    array_trim(memory, &p->activated, &p->activated_list.capacity, most, sizeof *p->activated);
    array_trim(memory, &g->found.ids, &g->found.capacity, most, sizeof *g->found.ids);
    trim_undo(g);
    array_trim(memory, &g->sleepers, &g->sleeper_list.capacity, most, sizeof *g->sleepers);
}

/* At most every time that three quarters of the bodies have gone. */
void graph_shrink(graph *g) {
    if (g->bodies.count >= g->shrink_below) return;
    g->shrink_below = g->bodies.count / 4;
    graph_trim(g);
}
