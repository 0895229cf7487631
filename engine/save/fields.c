/* fields.c: structs by their tables of fields, joints, and the memory of pairs. */
#include <assert.h>
#include <math.h>
#include <string.h>

#include "body/body.h"
#include "core/core.h"
#include "joint/joint.h"
#include "save/save.h"
#include "shape/shape.h"

MACHINE_PLAIN

/* ==== Tables of fields ======================================================================== */

/* Structs by their tables. In: a struct and its fields; out: as in visitor.c. Invariant: a struct
 * takes the same bytes in either direction, whatever was loaded. Shapes and materials in arguments
 * of calls are visited as they are, sound or not. */

const uint8_t FIELD_SIZES[FIELD_TYPES] = {[FIELD_END] = 0,
                                          [FIELD_NUMBER] = sizeof(double),
                                          [FIELD_DOUBLE] = sizeof(double),
                                          [FIELD_FINITE] = sizeof(double),
                                          [FIELD_TIME] = sizeof(double),
                                          [FIELD_VECTOR] = sizeof(evo_vec2),
                                          [FIELD_FLOAT] = sizeof(float),
                                          [FIELD_FLAG] = sizeof(bool),
                                          [FIELD_BOOL] = sizeof(bool),
                                          [FIELD_U16] = sizeof(uint16_t),
                                          [FIELD_U32] = sizeof(uint32_t),
                                          [FIELD_U64] = sizeof(uint64_t),
                                          [FIELD_SIZE] = sizeof(size_t)};

/* ---- Fields that share a mask ---------------------------------------------------------------- */

/* Consecutive fields, no more than a mask has bits. */
typedef union field_group {
    double numbers[32];
    float floats[32];
    bool flags[32];
    char bytes[32 * sizeof(double)];
} field_group;

/* Copies spans of one type from a struct into a group, or back. Returns the field behind them. */
static const field *copy_group(char *of, const field *f, field_group *group, bool back,
                               uint32_t *count) {
    const field_type type = f->type;
    uint32_t at = 0;
    for (; f->type == type; at += f++->bytes) {
        assert(at + f->bytes <= 32 * FIELD_SIZES[type] && "a mask has a bit for each");
        char *in = of + f->offset, *row = group->bytes + at;
        memcpy(back ? in : row, back ? row : in, f->bytes);
    }
    *count = at / FIELD_SIZES[type];
    return f;
}

static const field *visit_group(visitor *v, char *of, const field *f) {
    field_group group;
    uint32_t count = f->bytes / FIELD_SIZES[f->type];
    const bool alone = f[1].type != f->type;
    const field *behind = alone ? f + 1 : copy_group(of, f, &group, false, &count);
    void *row = alone ? of + f->offset : group.bytes;
    if (f->type == FIELD_NUMBER) visit_numbers(v, (double *)row, count);
    if (f->type == FIELD_FLOAT) visit_floats(v, (float *)row, count);
    if (f->type == FIELD_FLAG) visit_flags(v, (bool *)row, count);
    if (visit_is(v, VISIT_LOAD) && !alone) copy_group(of, f, &group, true, &count);
    return behind;
}

/* ---- Fields one by one ----------------------------------------------------------------------- */

static void visit_u16(visitor *v, uint16_t *word) {
    uint32_t wide = *word;
    visit_u32(v, &wide);
    visit_check(v, wide <= UINT16_MAX);
    if (visit_is(v, VISIT_LOAD)) *word = (uint16_t)wide;
}

static void visit_size(visitor *v, size_t *size) {
    uint64_t word = *size;
    visit_u64(v, &word);
    visit_check(v, word <= SIZE_MAX);
    if (visit_is(v, VISIT_LOAD)) *size = (size_t)word;
}

/* Visits a double within the range of its type. */
static void visit_within(visitor *v, field_type type, double *number) {
    visit_double(v, number);
    visit_check(v, type == FIELD_FINITE ? isfinite(*number) : !isnan(*number));
}

/* ---- Arguments of calls ---------------------------------------------------------------------- */

const field MATERIAL_FIELDS[] = {FIELDS(NUMBER, evo_material, density, tangential_restitution),
                                 FIELD(U64, evo_material, id),
                                 {0}};

void visit_any_material(visitor *v, evo_material *material) {
    visit_fields(v, material, MATERIAL_FIELDS);
}

/* Visits the flag of a segment; in a shape of another kind it may be any byte. */
static void visit_side(visitor *v, bool *one_sided) {
    unsigned char byte;
    memcpy(&byte, one_sided, sizeof byte);
    bool side = byte != 0;
    visit_bool(v, &side);
    if (visit_is(v, VISIT_LOAD)) *one_sided = side;
}

static void visit_polygon_points(visitor *v, evo_shape *s) {
    visit_u32(v, (uint32_t *)&s->of.polygon.count);
    for (int i = 0; i < s->of.polygon.count && i < EVO_POLYGON_POINTS; ++i)
        visit_vector(v, &s->of.polygon.points[i]);
}

static void visit_any_shape(visitor *v, evo_shape *s) {
    static const field head[] = {
        FIELD(U32, evo_shape, kind), FIELDS(NUMBER, evo_shape, center, axis), {0}};
    static const field forms[][2] = {
        [EVO_NO_SHAPE] = {{0}},
        [EVO_CIRCLE] = {FIELD(NUMBER, evo_shape, of.circle)},
        [EVO_ELLIPSE] = {FIELD(NUMBER, evo_shape, of.ellipse)},
        [EVO_RING] = {FIELD(NUMBER, evo_shape, of.ring)},
        [EVO_SEGMENT] = {FIELD(NUMBER, evo_shape, of.segment.half_length)},
        [EVO_CAPSULE] = {FIELD(NUMBER, evo_shape, of.capsule)},
        [EVO_POLYGON] = {FIELD(NUMBER, evo_shape, of.polygon.radius)}};
    if (visit_is(v, VISIT_LOAD)) memset(s, 0, sizeof *s);
    visit_fields(v, s, head);
    if ((unsigned)s->kind < sizeof forms / sizeof *forms) visit_fields(v, s, forms[s->kind]);
    if (s->kind == EVO_SEGMENT) visit_side(v, &s->of.segment.one_sided);
    if (s->kind == EVO_POLYGON) visit_polygon_points(v, s);
}

/* ---- Tables ---------------------------------------------------------------------------------- */

static void visit_field(visitor *v, field_type type, void *at) {
    switch (type) {
    case FIELD_DOUBLE:
        visit_double(v, (double *)at);
        break;
    case FIELD_FINITE:
    case FIELD_TIME:
        visit_within(v, type, (double *)at);
        break;
    case FIELD_VECTOR:
        visit_vector(v, (evo_vec2 *)at);
        break;
    case FIELD_BOOL:
        visit_bool(v, (bool *)at);
        break;
    case FIELD_U16:
        visit_u16(v, (uint16_t *)at);
        break;
    case FIELD_U32:
        visit_u32(v, (uint32_t *)at);
        break;
    case FIELD_U64:
        visit_u64(v, (uint64_t *)at);
        break;
    case FIELD_SIZE:
        visit_size(v, (size_t *)at);
        break;
    case FIELD_FILTER:
        visit_filter(v, (evo_filter *)at);
        break;
    case FIELD_SHAPE:
        (v->any ? visit_any_shape : visit_shape)(v, (evo_shape *)at);
        break;
    case FIELD_MATERIAL:
        (v->any ? visit_any_material : visit_material)(v, (evo_material *)at);
        break;
    default:
        break;
    }
}

static void visit_span(visitor *v, char *of, const field *f) {
    const uint32_t size = FIELD_SIZES[f->type] > 0 ? FIELD_SIZES[f->type] : f->bytes;
    assert(f->bytes % size == 0 && "a span is of fields of one type");
    for (uint32_t at = 0; at < f->bytes; at += size) visit_field(v, f->type, of + f->offset + at);
}

static bool has_mask(field_type type) {
    return type == FIELD_NUMBER || type == FIELD_FLOAT || type == FIELD_FLAG;
}

void visit_fields(visitor *v, void *of, const field *fields) {
    for (const field *f = fields; f->type != FIELD_END;) {
        if (has_mask(f->type))
            f = visit_group(v, (char *)of, f);
        else
            visit_span(v, (char *)of, f++);
    }
}

/* ==== Joints ================================================================================== */

/* Joints, with their impulses; ended joints that were not reported yet; and the world of steps as a
 * whole. Rows and anchors of joints are derived again from their configs. */

/* ---- A joint --------------------------------------------------------------------------------- */

static void visit_joint_config(visitor *v, evo_joint_config *c) {
    uint32_t kind = (uint32_t)c->kind;
    visit_u32(v, &kind);
    visit_fields(v, c, JOINT_FIELDS);
    if (!visit_is(v, VISIT_LOAD)) return;
    c->kind = visit_check(v, joint_kind_is_sound(kind)) ? (evo_joint_kind)kind : EVO_REVOLUTE;
}

/* Visits the impulses of the rows that a joint has; of a loaded joint they follow its rows. */
static void visit_impulses(visitor *v, joint_record *joint) {
    enum { POINT = 6, MOST = POINT + 2 * JOINT_ROWS };
    const int rows = joint->rows.count, count = POINT + 2 * rows;
    float *places[MOST] = {&joint->point_x, &joint->point_y, &joint->sum.x,
                           &joint->sum.y,   &joint->force,   &joint->torque};
    float floats[MOST];
    for (int i = 0; i < rows; ++i) {
        places[POINT + i] = &joint->impulses[i];
        places[POINT + rows + i] = &joint->sum.rows[i];
    }
    for (int i = 0; i < count; ++i) floats[i] = *places[i];
    visit_floats(v, floats, (uint32_t)count);
    visit_bool(v, &joint->exceeded);
    for (int i = 0; i < count && visit_is(v, VISIT_LOAD); ++i) *places[i] = floats[i];
}

/* Finds the handle of a joint's body; {0} is the world. False: there is no such body. */
static bool find_body(const body_store *s, uint32_t id, evo_body *body) {
    *body = (evo_body){0, 0};
    if (id == NONE) return true;
    if (id >= s->record_list.count || s->records[id].generation % 2 == 0) return false;
    *body = (evo_body){id, s->records[id].generation};
    return true;
}

static bool joint_is_sound(const body_store *s, joint_record *joint) {
    evo_joint_config *c = &joint->config;
    return find_body(s, joint->bodies[0], &c->a) && find_body(s, joint->bodies[1], &c->b)
           && joint->bodies[0] != joint->bodies[1] && joint_config_is_sound(c);
}

void save_visit_joint(visitor *v, step_world *w, uint32_t id) {
    joint_record *joint = &w->joints.records[id];
    visit_u32(v, &joint->generation);
    visit_mark(v, &joint->config.tag, &joint->birth);
    if (joint->generation % 2 == 0) return;
    visit_id(v, &joint->bodies[0], 0);
    visit_id(v, &joint->bodies[1], joint->bodies[0] == NONE ? 0 : joint->bodies[0]);
    visit_joint_config(v, &joint->config);
    visit_double(v, &joint->kept);
    visit_check(v, number_fits(joint->kept));
    if (visit_is(v, VISIT_LOAD)) {
        if (!visit_check(v, joint_is_sound(&w->bodies, joint))) return;
        joint_update(joint);
        edges_link(&w->bodies, id, joint->bodies, joint->anchors, joint->config.collide);
        ++w->joints.count;
        assert(w->joints.count <= w->joints.list.count && "a record has one joint");
    }
    if (!v->still) visit_impulses(v, joint);
}

/* ---- All ------------------------------------------------------------------------------------- */

static bool reserve_joints(step_world *w, uint32_t count, uint32_t ending) {
    joint_store *j = &w->joints;
    if (!ARRAY_RESERVE(j->memory, j->records, j->list.capacity, count)
        || !still_reserve(&w->bodies, STILL_JOINT, count)
        || (count > 0 && !edges_reserve(&w->bodies, count - 1)) || !joints_reserve_ends(j, ending))
        return false;
    array_fill(j->records, 0, count, sizeof *j->records);
    array_fill(w->bodies.edges, 0xff, 2 * (size_t)count, sizeof *w->bodies.edges);
    j->list.count = count;
    j->ending_list.count = ending;
    array_fill(j->ending, 0, ending, sizeof *j->ending);
    return true;
}

/* Visits a joint that ended with one of its bodies, and was not reported yet. */
static void visit_end(visitor *v, evo_joint_end *end) {
    static const field fields[] = {FIELD(U32, evo_joint_end, joint),
                                   FIELDS(U32, evo_joint_end, a, b),
                                   FIELD(U32, evo_joint_end, kind),
                                   {0}};
    visit_fields(v, end, fields);
    visit_tag(v, &end->tag);
    if (!visit_check(v, joint_kind_is_sound((uint32_t)end->kind))) end->kind = EVO_REVOLUTE;
}

void save_visit_joints(visitor *v, const save_world *of) {
    step_world *w = of->core;
    const bool events = of->events;
    joint_store *j = &w->joints;
    uint32_t count = (uint32_t)j->list.count, ending = (uint32_t)j->ending_list.count;
    visit_count(v, &count, 1);
    visit_count(v, &ending, 2);
    visit_check(v, count < NONE / 4 && (!events || count == 0));
    if (visit_loads(v)) visit_room(v, reserve_joints(w, count, ending));
    visit_bool(v, &j->joined);
    visit_floats(v, &j->per_second, 1);
    for (uint32_t id = 0; id < count && visit_goes_on(v); ++id) save_visit_joint(v, w, id);
    for (uint32_t i = 0; i < ending && visit_goes_on(v); ++i) visit_end(v, &j->ending[i]);
}

/* ---- A world of steps ------------------------------------------------------------------------ */

/* Visits counts of the last step, which are reported, and decide nothing. */
static void visit_counts(visitor *v, step_world *w) {
    static const field fields[] = {FIELDS(U32, step_world, pair_count, colour_count),
                                   FIELD(U64, step_world, impact_count),
                                   {0}};
    visit_fields(v, w, fields);
    if (!visit_check(v, (uint32_t)w->colour_count <= COLOURS)) w->colour_count = 0;
}

void save_visit_world(visitor *v, const save_world *of) {
    step_world *w = of->core;
    visit_double(v, &w->time);
    visit_vector(v, &w->settings.gravity);
    visit_check(v, vector_fits(w->settings.gravity));
    /* Worlds of events: one large step does what many small ones do. */
    if (!of->events || !visit_is(v, VISIT_HASH)) {
        visit_u64(v, &w->steps);
        visit_double(v, &w->substep);
    }
    visit_check(v, w->time >= 0 && w->time < INFINITY && w->substep >= 0 && w->substep <= 1);
    if (!visit_is(v, VISIT_HASH)) visit_counts(v, w);
    if (visit_goes_on(v)) save_visit_bodies(v, of);
    if (visit_goes_on(v)) save_visit_islands(v, w);
    if (visit_goes_on(v)) save_visit_pairs(v, w);
    if (visit_goes_on(v)) save_visit_joints(v, of);
}

/* ==== Pairs =================================================================================== */

/* The memory of pairs: that of awake pairs, and that of islands asleep. In: both; out: their bytes,
 * or the same. Entries stay in their order, which decides nothing. */

/* ---- A pair ---------------------------------------------------------------------------------- */

static const pair_kept NOTHING = {{0, 0, 0, 0}, {-1, 0}, {0, 0, 0, 0}, 0, 0};

static void visit_kept(visitor *v, pair_kept *k, int substeps) {
    float warm[] = {k->warm.push, k->warm.drag, k->warm.normal_x, k->warm.normal_y, k->gap};
    float other[] = {k->other.push, k->other.drag};
    bool flags[] = {(k->touching & PAIR_TOUCHES) != 0, (k->touching & PAIR_BORN) != 0,
                    k->other.push != -1 || k->other.drag != 0};
    visit_flags(v, flags, 3);
    const bool has_other = flags[2];
    k->touching = (uint8_t)((flags[0] ? PAIR_TOUCHES : 0) | (flags[1] ? PAIR_BORN : 0));
    visit_floats(v, warm, 5);
    k->warm = (pair_warm){warm[0], warm[1], warm[2], warm[3]};
    k->gap = warm[4];
    if (has_other)
        visit_floats(v, other, 2);
    else
        other[0] = NOTHING.other.push;
    k->other = (pair_other){other[0], other[1]};
    k->sum = pair_sum_at_end(&k->warm, &k->other, substeps);
    visit_check(v, !has_other || other[0] != NOTHING.other.push || other[1] != 0);
    visit_check(v, warm[2] * warm[2] + warm[3] * warm[3] <= 1.01f);
}

/* Visits ids as differences from the pair before, which is mostly near. */
static void visit_ids(visitor *v, const body_store *s, pair_ids *ids, pair_ids *before) {
    visit_id(v, &ids->a, before->a);
    visit_id(v, &ids->b, ids->a);
    visit_check(v, ids->a < s->collider_list.count && ids->b < s->collider_list.count
                       && ids->a != ids->b);
    *before = *ids;
}

/* ---- The memory ------------------------------------------------------------------------------ */

static void load_pairs(visitor *v, step_world *w, uint32_t count) {
    pair_store *p = &w->pairs;
    pair_ids before = {0, 0};
    const uint32_t colliders = (uint32_t)w->bodies.collider_list.count;
    if (!visit_room(v, pairs_reserve_replace(p, colliders, count))) return;
    for (uint32_t k = 0; k < count && visit_goes_on(v); ++k) {
        pair_ids ids = {0, 0};
        pair_kept kept = NOTHING;
        visit_ids(v, &w->bodies, &ids, &before);
        visit_kept(v, &kept, w->settings.substeps);
        if (visit_goes_on(v)) pairs_append(p, ids, &kept);
    }
}

void save_visit_pairs(visitor *v, step_world *w) {
    const pair_memory *m = &w->pairs.memories[w->pairs.now];
    pair_ids before = {0, 0};
    uint64_t sum = 0;
    uint32_t count = visit_is(v, VISIT_LOAD) ? 0 : m->count;
    visit_count(v, &count, 4);
    visit_check(v, count <= PAIRS_MOST);
    if (visit_is(v, VISIT_LOAD)) {
        if (visit_goes_on(v)) load_pairs(v, w, count);
        return;
    }
    for (uint32_t k = 0; k < m->count; ++k) {
        const uint64_t outer = visit_part(v);
        pair_ids ids = {m->id_a[k], m->id_b[k]};
        pair_kept kept = pair_kept_at(m, k);
        if (pair_has_sensor(&w->bodies, ids)) kept.gap = 0;
        visit_ids(v, &w->bodies, &ids, &before);
        visit_kept(v, &kept, w->settings.substeps);
        visit_part_end(v, outer, &sum);
    }
    visit_sum(v, sum);
}

/* ---- Islands --------------------------------------------------------------------------------- */

/* Visits the bodies of an island, in the order of their ids. */
static void visit_island_bodies(visitor *v, body_store *s, const island *of, uint32_t number) {
    for (uint32_t i = 0; i < of->body_count && visit_goes_on(v); ++i) {
        const uint32_t before = i > 0 ? of->bodies[i - 1] : 0;
        visit_id(v, &of->bodies[i], before + 1);
        if (!visit_is(v, VISIT_LOAD)) continue;
        const uint32_t id = of->bodies[i];
        const bool sound = id < s->record_list.count && s->records[id].generation % 2 == 1
                           && (i == 0 || id > before) && s->records[id].island == NONE
                           && s->records[id].kind == EVO_DYNAMIC && !body_is_active(s, id)
                           && s->records[id].enabled;
        if (visit_check(v, sound)) s->records[id].island = number;
    }
}

static void visit_island_rows(visitor *v, const step_world *w, const island *of, uint32_t number) {
    const body_store *s = &w->bodies;
    pair_ids before = {0, 0};
    uint64_t sum = 0;
    for (uint32_t i = 0; i < of->row_count && visit_goes_on(v); ++i) {
        island_row *row = &of->rows[i];
        const uint64_t outer = visit_part(v);
        visit_ids(v, s, &row->ids, &before);
        pair_kept kept = row->kept;
        visit_kept(v, &kept, w->settings.substeps);
        visit_part_end(v, outer, &sum);
        if (!visit_loads(v)) continue;
        row->kept = kept;
        const collider_record *first = &s->colliders[row->ids.a];
        visit_check(v, first->generation % 2 == 1 && s->records[first->body].island == number);
    }
    visit_sum(v, sum);
}

void save_visit_island(visitor *v, step_world *w, uint32_t number) {
    island *of = &w->islands.all[number];
    visit_count(v, &of->body_count, 1);
    visit_count(v, &of->row_count, 4);
    if (v->still && of->body_count == 0) return;
    visit_check(v, of->body_count > 0);
    if (visit_loads(v)) {
        of->state = ISLAND_ASLEEP;
        if (!v->still) visit_room(v, island_reserve(of, w->memory, of->body_count, of->row_count));
        array_fill(of->rows, 0, of->row_room, sizeof *of->rows);
    }
    if (!visit_goes_on(v)) return;
    visit_island_bodies(v, &w->bodies, of, number);
    if (visit_goes_on(v)) visit_island_rows(v, w, of, number);
}

static uint32_t count_islands(const island_store *s) {
    uint32_t count = 0;
    for (size_t i = 0; i < s->list.count; ++i) count += s->all[i].state == ISLAND_ASLEEP;
    return count;
}

/* Returns whether each sleeping body, and no other, is in an island. */
static bool islands_are_whole(const step_world *w) {
    const body_store *s = &w->bodies;
    for (uint32_t id = 0; id < s->record_list.count; ++id) {
        const body_record *r = &s->records[id];
        if (r->generation % 2 == 0 || r->kind != EVO_DYNAMIC || !r->enabled) continue;
        if (body_is_active(s, id) != (r->island == NONE)) return false;
    }
    return true;
}

void save_visit_islands(visitor *v, step_world *w) {
    island_store *s = &w->islands;
    size_t count = count_islands(s);
    uint64_t sum = 0;
    visit_bool(v, &s->left);
    if (!VISIT_ARRAY(v, w->memory, s->all, count, s->list.capacity, 2)) return;
    if (visit_is(v, VISIT_LOAD)) {
        s->list.count = count;
        if (!visit_room(v, still_reserve(&w->bodies, STILL_ISLAND, count))) return;
    }
    for (uint32_t i = 0; i < s->list.count && visit_goes_on(v); ++i) {
        if (!visit_is(v, VISIT_LOAD) && s->all[i].state != ISLAND_ASLEEP) continue;
        const uint64_t outer = visit_part(v);
        save_visit_island(v, w, i);
        visit_part_end(v, outer, &sum);
    }
    visit_sum(v, sum);
    visit_check(v, islands_are_whole(w));
}
