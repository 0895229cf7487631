/* write.c: a world as text. In: what getters of the public headers tell; out: a file that makes the
 * same world, to the last bit where it was not stepped yet. Invariant: things stand in the order of
 * their creation. */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "evolute/event.h"
#include "level/chain.h"
#include "level/fields.h"
#include "level/level.h"
#include "level/shapes.h"

/* ---- Text ------------------------------------------------------------------------------------ */

/* Text that grows; `failed`: memory ran out. */
typedef struct writer {
    char *text;
    size_t size, capacity;
    bool failed;
    evo_material *materials; /* those that are named, sorted by their bytes */
    size_t material_count;
} writer;

static void put(writer *w, const char *format, ...) {
    char piece[256];
    va_list values;
    va_start(values, format);
    const int length = vsnprintf(piece, sizeof piece, format, values);
    va_end(values);
    if (w->failed || length < 0) return;
    if (w->size + (size_t)length + 1 > w->capacity) {
        const size_t capacity = 2 * w->capacity + 4096;
        char *grown = realloc(w->text, capacity);
        w->failed = !grown;
        if (!grown) return;
        w->text = grown;
        w->capacity = capacity;
    }
    memcpy(w->text + w->size, piece, (size_t)length + 1);
    w->size += (size_t)length;
}

/* Writes a text of any length with its quotes. */
static void put_text(writer *w, const char *text) {
    put(w, "\"");
    for (const char *at = text; *at; ++at) {
        const unsigned char c = (unsigned char)*at;
        if (c == '"' || c == '\\')
            put(w, "\\%c", c);
        else if (c < 0x20)
            put(w, "\\u%04x", c);
        else
            put(w, "%c", c);
    }
    put(w, "\"");
}

/* Writes the shortest number that reads back the same. */
static void put_number(writer *w, double number) {
    char digits[32];
    if (isinf(number)) {
        put(w, "\"%sinfinity\"", number < 0 ? "-" : "");
        return;
    }
    if (number == 0 && signbit(number)) {
        put(w, "-0.0"); /* -0 would be a whole number, which has no sign */
        return;
    }
    for (int precision = 15; precision <= 17; ++precision) {
        snprintf(digits, sizeof digits, "%.*g", precision, number);
        if (strtod(digits, NULL) == number) break;
    }
    put(w, "%s", digits);
}

static void put_vector(writer *w, evo_vec2 v) {
    put(w, "[");
    put_number(w, v.x);
    put(w, ", ");
    put_number(w, v.y);
    put(w, "]");
}

static void put_pose(writer *w, evo_pose p) {
    const double zero = 0;
    put(w, "[");
    put_number(w, p.position.x);
    put(w, ", ");
    put_number(w, p.position.y);
    if (memcmp(&p.angle, &zero, sizeof zero) != 0) {
        put(w, ", ");
        put_number(w, p.angle);
    }
    put(w, "]");
}

/* Numbers above 2^53 are texts, since many programs read numbers as doubles. */
static void put_u64(writer *w, uint64_t number) {
    if (number <= (uint64_t)1 << 53)
        put(w, "%llu", (unsigned long long)number);
    else
        put(w, "\"0x%llx\"", (unsigned long long)number);
}

/* Members of an object: a comma before each but the first. */
typedef struct members {
    writer *w;
    int count;
} members;

static void put_name(members *m, const char *name) {
    put(m->w, "%s\"%s\": ", m->count++ > 0 ? ", " : "", name);
}

/* ---- Materials ------------------------------------------------------------------------------- */

static int compare_materials(const void *a, const void *b) {
    return memcmp(a, b, sizeof(evo_material));
}

static bool same_material(const evo_material *a, const evo_material *b) {
    return compare_materials(a, b) == 0;
}

/* Keeps materials that are met twice, but for the default one. */
static void keep_shared(writer *w, size_t count) {
    const evo_material usual = evo_material_default();
    size_t kept = 0;
    qsort(w->materials, count, sizeof *w->materials, compare_materials);
    for (size_t i = 0; i < count;) {
        const evo_material m = w->materials[i];
        size_t next = i + 1;
        while (next < count && same_material(&w->materials[next], &m)) ++next;
        if (next - i > 1 && !same_material(&m, &usual)) w->materials[kept++] = m;
        i = next;
    }
    w->material_count = kept;
}

/* ---- Fields ---------------------------------------------------------------------------------- */

static void put_shape(writer *w, const evo_shape *shape) {
    shape_kind kind;
    shape_numbers n;
    const shape_numbers zero = {0};
    const bool raw = shape_numbers_of(shape, &kind, &n);
    put(w, "{\"kind\": \"%s\"", SHAPE_NAMES[kind]);
    for (const shape_field *f = SHAPE_FIELDS; f->name; ++f) {
        const char *of = (const char *)&n + f->offset, *base = (const char *)&zero + f->offset;
        if (((raw ? f->raw : f->made) >> kind & 1) == 0) continue;
        const size_t size = f->type == SHAPE_VECTOR ? sizeof(evo_vec2) : sizeof(double);
        const bool optional = f->type != SHAPE_LENGTH && f->type != SHAPE_POINTS
                              && strcmp(f->name, "from") != 0 && strcmp(f->name, "to") != 0;
        if (optional && memcmp(of, base, size) == 0) continue;
        put(w, ", \"%s\": ", f->name);
        if (f->type == SHAPE_POINTS) {
            for (int i = 0; i < n.count; ++i) {
                put(w, i > 0 ? ", " : "[");
                put_vector(w, n.points[i]);
            }
            put(w, "]");
        } else if (f->type == SHAPE_VECTOR) {
            evo_vec2 v;
            memcpy(&v, of, sizeof v);
            put_vector(w, v);
        } else {
            double number;
            memcpy(&number, of, sizeof number);
            put_number(w, number);
        }
    }
    put(w, "}");
}

static size_t size_of(level_kind kind) {
    switch (kind) {
    case LEVEL_BOOL:
        return sizeof(bool);
    case LEVEL_INT:
    case LEVEL_I32:
    case LEVEL_FLAGS:
    case LEVEL_WORD:
        return sizeof(int);
    case LEVEL_VECTOR:
        return sizeof(evo_vec2);
    case LEVEL_POSE:
        return sizeof(evo_pose);
    case LEVEL_MATERIAL:
        return sizeof(evo_material);
    default:
        return sizeof(double); /* U64 and SIZE are as large */
    }
}

static bool same_fields(const level_field *fields, const void *a, const void *b);

static bool same_value(const level_field *f, const void *a, const void *b) {
    const char *x = (const char *)a + f->offset, *y = (const char *)b + f->offset;
    evo_shape s, t;
    if (f->kind == LEVEL_STRUCT) return same_fields(f->parts, x, y);
    if (f->kind == LEVEL_BODY) return true; /* written by name */
    if (f->kind == LEVEL_SIZE) return memcmp(x, y, sizeof(size_t)) == 0;
    if (f->kind != LEVEL_SHAPE) return memcmp(x, y, size_of(f->kind)) == 0;
    memcpy(&s, x, sizeof s);
    memcpy(&t, y, sizeof t);
    return shape_same(&s, &t);
}

static bool same_fields(const level_field *fields, const void *a, const void *b) {
    for (const level_field *f = fields; f->name; ++f)
        if (!same_value(f, a, b)) return false;
    return true;
}

static void put_fields(members *m, const level_field *fields, const void *of, const void *base);

static void put_object(writer *w, const level_field *fields, const void *of, const void *base) {
    members m = {w, 0};
    put(w, "{");
    put_fields(&m, fields, of, base);
    put(w, "}");
}

static void put_material(writer *w, const evo_material *material) {
    const evo_material usual = evo_material_default();
    const evo_material *named =
        bsearch(material, w->materials, w->material_count, sizeof *w->materials, compare_materials);
    if (named)
        put(w, "\"material_%zu\"", (size_t)(named - w->materials) + 1);
    else
        put_object(w, LEVEL_MATERIALS.fields, material, &usual);
}

static void put_flags(writer *w, const level_word *words, unsigned flags) {
    const char *between = "";
    put(w, "[");
    for (const level_word *word = words; word->name; ++word) {
        if ((flags & (unsigned)word->value) == 0) continue;
        put(w, "%s\"%s\"", between, word->name);
        between = ", ";
    }
    put(w, "]");
}

static void put_value(writer *w, const level_field *f, const char *at, const char *base) {
    switch (f->kind) {
    case LEVEL_NUMBER:
        put_number(w, *(const double *)(const void *)at);
        return;
    case LEVEL_BOOL:
        put(w, *(const bool *)(const void *)at ? "true" : "false");
        return;
    case LEVEL_INT:
    case LEVEL_I32:
        put(w, "%d", *(const int *)(const void *)at);
        return;
    case LEVEL_SIZE:
        put_u64(w, *(const size_t *)(const void *)at);
        return;
    case LEVEL_U64:
        put_u64(w, *(const uint64_t *)(const void *)at);
        return;
    case LEVEL_WORD:
        put(w, "\"%s\"", level_word_of(f->words, *(const int *)(const void *)at));
        return;
    case LEVEL_FLAGS:
        put_flags(w, f->words, *(const unsigned *)(const void *)at);
        return;
    case LEVEL_VECTOR:
        put_vector(w, *(const evo_vec2 *)(const void *)at);
        return;
    case LEVEL_POSE:
        put_pose(w, *(const evo_pose *)(const void *)at);
        return;
    case LEVEL_STRUCT:
        put_object(w, f->parts, at, base);
        return;
    case LEVEL_MATERIAL:
        put_material(w, (const evo_material *)(const void *)at);
        return;
    default:
        put_shape(w, (const evo_shape *)(const void *)at);
    }
}

/* Writes the fields that differ from those of another struct, the default one. */
static void put_fields(members *m, const level_field *fields, const void *of, const void *base) {
    for (const level_field *f = fields; f->name; ++f) {
        if (same_value(f, of, base)) continue;
        put_name(m, f->name);
        put_value(m->w, f, (const char *)of + f->offset, (const char *)base + f->offset);
    }
}

/* ---- What there is --------------------------------------------------------------------------- */

typedef enum part_place { PART_FIRST, PART_NESTED, PART_CHAIN, PART_LATE } part_place;

/* A collider, or a chain by its first link. */
typedef struct part {
    evo_collider collider;
    evo_chain chain;
    size_t body; /* its place in the list of bodies */
    part_place place;
} part;

/* A body or joint, and its name. */
typedef struct thing {
    char name[LEVEL_NAME];         /* of its group */
    bool list;                     /* the group is a list */
    bool begins, ends;             /* the group */
    size_t number;                 /* in the group */
    size_t first_part, part_count; /* of a body */
    bool mass_set, late;           /* late: it has parts that come after all bodies */
} thing;

typedef struct content {
    const evo_world *world;
    const level_notes *notes;
    evo_body *bodies;
    thing *things; /* of the bodies, and of the joints behind them */
    size_t count;
    evo_joint *joints;
    size_t joint_count;
    evo_collider *colliders;
    size_t collider_count;
    part *parts; /* in the order of creation; those of a body stand together, but for late ones */
    size_t part_count, first_late;
    size_t *places; /* of bodies, by index */
    evo_world *scratch;
} content;

static void *take(size_t count, size_t size) {
    return calloc(count + 1, size);
}

/* Lists all, in order of handles. */
static bool list_all(content *c) {
    const evo_world *world = c->world;
    c->count = evo_world_bodies(world, NULL, 0);
    c->joint_count = evo_world_joints(world, NULL, 0);
    c->collider_count = evo_world_colliders(world, NULL, 0);
    c->bodies = take(c->count, sizeof *c->bodies);
    c->joints = take(c->joint_count, sizeof *c->joints);
    c->colliders = take(c->collider_count, sizeof *c->colliders);
    c->parts = take(c->collider_count, sizeof *c->parts);
    c->things = take(c->count + c->joint_count, sizeof *c->things);
    if (!c->bodies || !c->joints || !c->colliders || !c->parts || !c->things) return false;
    (void)evo_world_bodies(world, c->bodies, c->count);
    (void)evo_world_joints(world, c->joints, c->joint_count);
    (void)evo_world_colliders(world, c->colliders, c->collider_count);
    const size_t most = c->count > 0 ? c->bodies[c->count - 1].index : 0;
    c->places = take(most, sizeof *c->places);
    if (!c->places) return false;
    for (size_t i = 0; i < c->count; ++i) c->places[c->bodies[i].index] = i;
    return true;
}

/* A part is nested in its body if all parts before it in the order of creation are written before
 * it, too: else it and all that follow come late. */
static void place_parts(content *c) {
    size_t at = 0;
    bool late = false, chains = false;
    for (size_t i = 0; i < c->collider_count; ++i) {
        part *p = &c->parts[c->part_count];
        *p = (part){.collider = c->colliders[i]};
        p->body = c->places[evo_collider_body(c->world, p->collider).index];
        p->chain = evo_collider_chain(c->world, p->collider);
        const bool link = !evo_chain_is_none(p->chain);
        evo_collider first;
        if (link) (void)evo_chain_colliders(c->world, p->chain, &first, 1);
        if (link && !evo_collider_equal(first, p->collider)) continue;
        if (p->body != at) chains = false;
        late = late || p->body < at || (p->body == at && chains && !link);
        at = p->body;
        chains = chains || link;
        thing *of = &c->things[p->body];
        const bool plain = !evo_collider_get(c->world, p->collider).no_sensors;
        p->place = late                           ? PART_LATE
                   : link                         ? PART_CHAIN
                   : of->part_count == 0 && plain ? PART_FIRST
                                                  : PART_NESTED;
        of->late |= late;
        if (!late && of->part_count++ == 0) of->first_part = c->part_count;
        ++c->part_count;
        if (!late) c->first_late = c->part_count;
    }
}

/* ---- Names ----------------------------------------------------------------------------------- */

/* Finds the group of a thing that a level has made; false: there is none. */
static bool find_name(const level_group *groups, size_t count, size_t place, thing *to) {
    size_t low = 0, high = count;
    while (low < high) { /* groups stand in order */
        const size_t middle = (low + high) / 2;
        if (groups[middle].first + groups[middle].count <= place)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == count || place < groups[low].first) return false;
    snprintf(to->name, sizeof to->name, "%s", groups[low].name);
    to->list = groups[low].list;
    to->number = place - groups[low].first;
    return true;
}

/* Names what a level has made as it does, and all else by numbers of one list. A group that is not
 * whole and in order is named anew. */
static void end_groups(thing *things, size_t count, const char *rest) {
    size_t spare = 0;
    for (size_t i = 0; i < count; ++i) {
        thing *t = &things[i], *last = i > 0 ? &things[i - 1] : NULL;
        const bool unnamed = *t->name == '\0';
        t->begins = !last || strcmp(t->name, last->name) != 0 || (!unnamed && !t->list);
        if (unnamed) t->number = t->begins ? 0 : last->number + 1;
        if (unnamed) t->list = true;
    }
    for (size_t i = 0; i < count; ++i) {
        thing *t = &things[i];
        const thing *next = i + 1 < count ? &things[i + 1] : NULL;
        t->ends = !next || next->begins;
    }
    /* Numbers of a list begin at 0 and miss none. */
    for (size_t i = 0; i < count;) {
        size_t end = i;
        bool whole = true;
        while (!things[end].ends) ++end;
        for (size_t k = i; k <= end; ++k) whole = whole && things[k].number == k - i;
        const bool unnamed = *things[i].name == '\0';
        char name[LEVEL_NAME];
        if (unnamed) snprintf(name, sizeof name, spare > 0 ? "%s_%zu" : "%s", rest, spare + 1);
        if (!unnamed && !whole) snprintf(name, sizeof name, "%.60s_%zu", things[i].name, i);
        if (unnamed) ++spare;
        for (size_t k = i; k <= end; ++k) {
            if (unnamed || !whole) memcpy(things[k].name, name, sizeof name);
            things[k].number = k - i;
        }
        i = end + 1;
    }
}

static void name_all(content *c) {
    const level *names = c->notes->names;
    for (size_t i = 0; names && i < names->count; ++i) {
        if (!evo_body_exists(c->world, names->bodies[i])) continue;
        (void)find_name(names->groups, names->group_count, i,
                        &c->things[c->places[names->bodies[i].index]]);
    }
    end_groups(c->things, c->count, "body");
    thing *joints = c->things + c->count;
    for (size_t i = 0; names && i < names->joint_count; ++i)
        for (size_t k = 0; k < c->joint_count; ++k)
            if (evo_joint_equal(c->joints[k], names->joints[i]))
                (void)find_name(names->joint_groups, names->joint_group_count, i, &joints[k]);
    end_groups(joints, c->joint_count, "joint");
}

static void put_reference(writer *w, const thing *t) {
    char name[2 * LEVEL_NAME];
    if (t->list)
        snprintf(name, sizeof name, "%s[%zu]", t->name, t->number);
    else
        snprintf(name, sizeof name, "%s", t->name);
    put_text(w, name);
}

/* ---- Masses ---------------------------------------------------------------------------------- */

/* Finds whose mass was set: in a copy of the world, the mass of such a body does not follow another
 * shape. */
static bool find_set_masses(content *c) {
    const size_t size = evo_world_save(c->world, NULL, 0);
    evo_world_config config = evo_world_get(c->world);
    config.should_collide = NULL;
    config.pre_solve = NULL;
    config.complain = NULL;
    evo_world *copy = evo_world_create(&config);
    void *bytes = malloc(size + 1);
    const bool found = copy && bytes && evo_world_save(c->world, bytes, size) == size
                       && evo_world_load(copy, bytes, size) == EVO_OK;
    evo_collider_config lump = evo_collider_config_default();
    for (size_t i = 0; i < c->count && found; ++i) {
        if (evo_body_kind_of(copy, c->bodies[i]) != EVO_DYNAMIC) continue;
        const evo_mass was = evo_body_mass(copy, c->bodies[i]);
        lump.shape = evo_circle(1 + sqrt(was.mass)); /* of more mass than the body */
        const evo_collider added = evo_collider_create(copy, c->bodies[i], &lump);
        c->things[i].mass_set =
            evo_collider_exists(copy, added) && evo_body_mass(copy, c->bodies[i]).mass == was.mass;
    }
    free(bytes);
    evo_world_destroy(copy);
    return found;
}

/* ---- Positions ------------------------------------------------------------------------------- */

static evo_body_config config_of(const content *c, size_t i) {
    evo_body_config config = evo_body_get(c->world, c->bodies[i]);
    const thing *t = &c->things[i];
    const evo_body_config usual = evo_body_config_default();
    config.material = usual.material;
    config.filter = usual.filter;
    if (t->part_count == 0 || c->parts[t->first_part].place != PART_FIRST) return config;
    const evo_collider_config first = evo_collider_get(c->world, c->parts[t->first_part].collider);
    config.shape = first.shape;
    config.material = first.material;
    config.filter = first.filter;
    config.sensor = first.sensor;
    config.flags = first.flags;
    config.one_way = first.one_way;
    config.collider_tag = first.tag;
    return config;
}

/* Creates the parts of a body, but the first and chains, in the scratch world. */
static void create_parts(content *c, size_t i, evo_body body, size_t from, size_t to) {
    for (size_t k = from; k < to; ++k) {
        const part *p = &c->parts[k];
        if (p->body != i || p->place == PART_FIRST || !evo_chain_is_none(p->chain)) continue;
        const evo_collider_config more = evo_collider_get(c->world, p->collider);
        (void)evo_collider_create(c->scratch, body, &more);
    }
}

/* Returns the centre of mass that a body gets which is created so, as the reader does it. */
static evo_vec2 created_center(content *c, size_t i, const evo_body_config *config) {
    const evo_body body = evo_body_create(c->scratch, config);
    const thing *t = &c->things[i];
    create_parts(c, i, body, t->first_part, t->first_part + t->part_count);
    if (t->late) { /* other bodies come between: colliders added at once are weighed as one */
        evo_body_config other = evo_body_config_default();
        other.shape = evo_circle(1);
        (void)evo_body_destroy(c->scratch, evo_body_create(c->scratch, &other));
        create_parts(c, i, body, c->first_late, c->part_count);
    }
    if (t->mass_set)
        (void)evo_body_set_mass(c->scratch, body, evo_body_mass(c->world, c->bodies[i]));
    const evo_vec2 center = evo_body_world_center(c->scratch, body);
    (void)evo_body_destroy(c->scratch, body);
    return center;
}

/* The distance from a number to the next one, at the size of the larger of two. */
static double unit_of(double a, double b) {
    const double size = fmax(fabs(a), fabs(b));
    return nextafter(size, INFINITY) - size;
}

/* A world keeps centres of mass; the position that it tells is rounded, by units of the larger
 * one of both. A position next to it is looked for from which the same centre comes: mostly the
 * one that is told. */
static evo_vec2 position_of(content *c, size_t i, const evo_body_config *config) {
    const evo_vec2 center = evo_body_world_center(c->world, c->bodies[i]), told = config->position;
    const double unit_x = unit_of(center.x, told.x), unit_y = unit_of(center.y, told.y);
    evo_body_config tried = *config;
    evo_vec2 found = told;
    bool x = false, y = false;
    if (memcmp(&center, &told, sizeof center) == 0) return told;
    for (int k = 0; k < 33 && !(x && y); ++k) {
        const double step = (k % 2 == 0 ? 0.25 : -0.25) * ((k + 1) / 2);
        tried.position = (evo_vec2){told.x + step * unit_x, told.y + step * unit_y};
        const evo_vec2 there = created_center(c, i, &tried);
        if (!x && there.x == center.x) found.x = tried.position.x;
        if (!y && there.y == center.y) found.y = tried.position.y;
        x |= there.x == center.x;
        y |= there.y == center.y;
    }
    return found;
}

/* ---- Chains ---------------------------------------------------------------------------------- */

static void put_links(members *m, const evo_shape *links, size_t count) {
    put_name(m, "links");
    for (size_t i = 0; i < count; ++i) {
        evo_shape plain = links[i];
        plain.of.segment.one_sided = false;
        put(m->w, i > 0 ? ", " : "[");
        put_shape(m->w, &plain);
    }
    put(m->w, "]");
}

static void put_chain_materials(members *m, const content *c, const evo_collider *links,
                                size_t count) {
    const evo_material first = evo_collider_material(c->world, links[0]),
                       usual = evo_material_default();
    bool same = true;
    for (size_t i = 1; i < count; ++i) {
        const evo_material other = evo_collider_material(c->world, links[i]);
        same = same && same_material(&first, &other);
    }
    if (same && same_material(&first, &usual)) return;
    put_name(m, same ? "material" : "materials");
    for (size_t i = 0; i < (same ? 1 : count); ++i) {
        const evo_material one = evo_collider_material(c->world, links[i]);
        if (!same) put(m->w, i > 0 ? ", " : "[");
        put_material(m->w, &one);
    }
    if (!same) put(m->w, "]");
}

static void put_chain_points(members *m, const evo_shape *links, size_t count, bool *loop) {
    evo_vec2 *points = take(count, sizeof *points);
    m->w->failed = m->w->failed || !points;
    if (!points) return;
    const bool exact = chain_points(links, count, points, loop);
    put_name(m, "points");
    for (size_t i = 0; i < count + !*loop; ++i) {
        put(m->w, i > 0 ? ", " : "[");
        put_vector(m->w, points[i]);
    }
    put(m->w, "]");
    if (!exact) put_links(m, links, count);
    free(points);
}

static void put_chain(members *m, const content *c, const part *p) {
    const size_t count = evo_chain_colliders(c->world, p->chain, NULL, 0);
    evo_collider *links = take(count, sizeof *links);
    evo_shape *shapes = take(count, sizeof *shapes);
    m->w->failed = m->w->failed || !links || !shapes;
    if (links && shapes) {
        (void)evo_chain_colliders(c->world, p->chain, links, count);
        for (size_t i = 0; i < count; ++i) shapes[i] = evo_collider_shape(c->world, links[i]);
        evo_chain_config config = evo_chain_config_default();
        const evo_chain_config usual = config;
        put_chain_points(m, shapes, count, &config.loop);
        config.two_sided = !shapes[0].of.segment.one_sided;
        config.filter = evo_collider_filter(c->world, links[0]);
        config.tag = evo_collider_tag(c->world, links[0]);
        put_fields(m, LEVEL_CHAIN.fields, &config, &usual);
        put_chain_materials(m, c, links, count);
    }
    free(links);
    free(shapes);
}

/* ---- Bodies and joints ----------------------------------------------------------------------- */

static void put_part(members *m, const content *c, const part *p) {
    const evo_collider_config usual = evo_collider_config_default();
    if (!evo_chain_is_none(p->chain)) {
        put_chain(m, c, p);
        return;
    }
    const evo_collider_config config = evo_collider_get(c->world, p->collider);
    put_fields(m, LEVEL_COLLIDER.fields, &config, &usual);
}

/* Writes the parts of a body that are in a list of it. */
static void put_nested(members *m, const content *c, size_t i, const char *name, part_place place) {
    const thing *t = &c->things[i];
    int count = 0;
    for (size_t k = t->first_part; k < t->first_part + t->part_count; ++k) {
        if (c->parts[k].place != place) continue;
        members one = {m->w, 0};
        if (count == 0) put_name(m, name);
        put(m->w, count++ > 0 ? ", {" : "[{");
        put_part(&one, c, &c->parts[k]);
        put(m->w, "}");
    }
    if (count > 0) put(m->w, "]");
}

static void put_body(writer *w, content *c, size_t i) {
    members m = {w, 0};
    const evo_body_config usual = evo_body_config_default();
    const evo_mass none = {0};
    const level_notes *notes = c->notes;
    evo_body_config config = config_of(c, i);
    config.position = position_of(c, i, &config);
    const int tint = notes->tint ? notes->tint(notes->context, c->bodies[i]) : -1;
    put(w, "{");
    put_fields(&m, LEVEL_BODIES.fields, &config, &usual);
    if (tint >= 0) put_name(&m, "tint");
    if (tint >= 0) put(w, "%d", tint);
    put_nested(&m, c, i, "colliders", PART_NESTED);
    put_nested(&m, c, i, "chains", PART_CHAIN);
    if (c->things[i].mass_set) {
        const evo_mass mass = evo_body_mass(c->world, c->bodies[i]);
        put_name(&m, "mass");
        put_object(w, LEVEL_MASS.fields, &mass, &none);
    }
    put(w, "}");
}

static void put_end(members *m, const content *c, const char *name, evo_body body) {
    if (!evo_body_exists(c->world, body)) return;
    put_name(m, name);
    put_reference(m->w, &c->things[c->places[body.index]]);
}

static void put_joint(writer *w, content *c, size_t i) {
    members m = {w, 0};
    const evo_joint_config config = evo_joint_get(c->world, c->joints[i]);
    evo_joint_config usual = evo_joint_config_default(config.kind);
    usual.kind = (evo_joint_kind)-1; /* it is always written */
    put(w, "{");
    put_end(&m, c, "a", config.a);
    put_end(&m, c, "b", config.b);
    put_fields(&m, LEVEL_JOINT.fields, &config, &usual);
    put(w, "}");
}

/* Writes bodies or joints, in groups. */
static void put_groups(writer *w, content *c, const char *name, const thing *things, size_t count,
                       void (*put_one)(writer *w, content *c, size_t i)) {
    if (count == 0) return;
    put(w, ",\n  \"%s\": {", name);
    for (size_t i = 0; i < count; ++i) {
        const thing *t = &things[i];
        if (t->begins) {
            put(w, i > 0 ? ",\n    " : "\n    ");
            put_text(w, t->name);
            put(w, t->list ? ": [\n      " : ": ");
        } else {
            put(w, ",\n      ");
        }
        put_one(w, c, i);
        if (t->ends && t->list) put(w, "\n    ]");
    }
    put(w, "\n  }");
}

static void put_late(writer *w, const content *c) {
    int count = 0;
    for (size_t i = 0; i < c->part_count; ++i) {
        members m = {w, 0};
        if (c->parts[i].place != PART_LATE) continue;
        put(w, count++ > 0 ? ",\n    {" : ",\n  \"parts\": [\n    {");
        put_name(&m, "body");
        put_reference(w, &c->things[c->parts[i].body]);
        put_part(&m, c, &c->parts[i]);
        put(w, "}");
    }
    if (count > 0) put(w, "\n  ]");
}

/* ---- The whole ------------------------------------------------------------------------------- */

static void put_world(writer *w, const content *c) {
    const evo_world_config config = evo_world_get(c->world), usual = evo_world_config_default();
    const evo_exact_config none = {0};
    const evo_material plain = evo_material_default();
    members m = {w, 0};
    put(w, ",\n  \"world\": {");
    put_fields(&m, LEVEL_WORLD.fields, &config, &usual);
    if (config.exact) put_name(&m, "exact");
    if (config.exact) put_object(w, LEVEL_EXACT.fields, config.exact, &none);
    if (config.wall && !same_material(config.wall, &plain)) {
        put_name(&m, "wall");
        put_material(w, config.wall);
    }
    put(w, "}");
}

/* Returns false: what follows is not the first. */
static bool put_sentence(writer *w, bool first, const char *sentence) {
    put(w, first ? ",\n  \"left_out\": [" : ", ");
    put_text(w, sentence);
    return false;
}

static void put_left_out(writer *w, const content *c) {
    const evo_world_config config = evo_world_get(c->world);
    bool first = true;
    if (config.mix_friction) first = put_sentence(w, first, "mix_friction: a callback");
    if (config.mix_restitution) first = put_sentence(w, first, "mix_restitution: a callback");
    if (config.should_collide) first = put_sentence(w, first, "should_collide: a callback");
    if (config.pre_solve) first = put_sentence(w, first, "pre_solve: a callback");
    for (const char *const *more = c->notes->left_out; more && *more; ++more)
        first = put_sentence(w, first, *more);
    if (!first) put(w, "]");
}

static void put_head(writer *w, const content *c) {
    const level_notes *n = c->notes;
    put(w, "{\n  \"version\": 1");
    if (n->title) put(w, ",\n  \"title\": ");
    if (n->title) put_text(w, n->title);
    if (n->look) put(w, ",\n  \"look\": ");
    if (n->look) put_text(w, n->look);
    if (n->seconds > 0) put(w, ",\n  \"seconds\": ");
    if (n->seconds > 0) put_number(w, n->seconds);
    if (n->view) {
        put(w, ",\n  \"view\": {\"min\": ");
        put_vector(w, n->view->min);
        put(w, ", \"max\": ");
        put_vector(w, n->view->max);
        put(w, "}");
    }
    put_left_out(w, c);
    put_world(w, c);
}

static void put_materials(writer *w) {
    const evo_material usual = evo_material_default();
    for (size_t i = 0; i < w->material_count; ++i) {
        put(w, i > 0 ? ",\n    " : ",\n  \"materials\": {\n    ");
        put(w, "\"material_%zu\": ", i + 1);
        put_object(w, LEVEL_MATERIALS.fields, &w->materials[i], &usual);
    }
    if (w->material_count > 0) put(w, "\n  }");
}

static bool find_materials(writer *w, const content *c) {
    w->materials = take(c->collider_count, sizeof *w->materials);
    if (!w->materials) return false;
    for (size_t i = 0; i < c->collider_count; ++i)
        w->materials[i] = evo_collider_material(c->world, c->colliders[i]);
    keep_shared(w, c->collider_count);
    return true;
}

static bool prepare(writer *w, content *c) {
    evo_world_config plain = evo_world_config_default();
    if (!list_all(c)) return false;
    place_parts(c);
    name_all(c);
    c->scratch = evo_world_create(&plain);
    return c->scratch && find_set_masses(c) && find_materials(w, c);
}

char *level_write(const evo_world *world, const level_notes *notes) {
    static const level_notes NONE = {0};
    content c = {.world = world, .notes = notes ? notes : &NONE};
    writer w = {0};
    w.failed = !prepare(&w, &c);
    if (!w.failed) {
        put_head(&w, &c);
        put_materials(&w);
        put_groups(&w, &c, "bodies", c.things, c.count, put_body);
        put_late(&w, &c);
        put_groups(&w, &c, "joints", c.things + c.count, c.joint_count, put_joint);
        put(&w, "\n}\n");
    }
    evo_world_destroy(c.scratch);
    free(c.bodies);
    free(c.joints);
    free(c.colliders);
    free(c.parts);
    free(c.things);
    free(c.places);
    free(w.materials);
    if (!w.failed) return w.text;
    free(w.text);
    return NULL;
}
