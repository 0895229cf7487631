/* build.c: what a text says is created in a world, in the order of the text. In: a text; out:
 * bodies and joints by name. Invariant: of a text with an error nothing is in the world. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "level/reader.h"

enum { VERSION = 1 };

/* ---- Memory ---------------------------------------------------------------------------------- */

static bool out_of_memory(level *l) {
    if (!*l->error) snprintf(l->error, sizeof l->error, "1:1: memory ran out");
    return false;
}

/* Makes room for one more. */
static bool grow(level *l, void **items, size_t count, size_t *capacity, size_t size) {
    if (count < *capacity) return true;
    const size_t next = *capacity > 0 ? 2 * *capacity : 64;
    void *grown = realloc(*items, next * size);
    if (!grown) return out_of_memory(l);
    *items = grown;
    *capacity = next;
    return true;
}

/* ---- The head -------------------------------------------------------------------------------- */

/* Names are parts of paths. */
static bool check_name(reader *r, const char *name) {
    const size_t length = strlen(name);
    if (length > 0 && length < 64 && strcspn(name, "[].$\"\\\n\r\t") == length) return true;
    return reader_fail(r, true, " is no name: it has 1 to 63 bytes, and none of [ ] . $ \" \\");
}

static bool read_text(reader *r, json_t *from, const char *name, const char **to) {
    json_t *text = json_object_get(from, name);
    if (!text) return true;
    reader_enter(r, name);
    const bool read = reader_is_text(r, text);
    reader_leave(r);
    if (read) *to = json_string_value(text);
    return read;
}

static bool read_param(reader *r, const char *name, json_t *from) {
    level *l = r->level;
    if (!check_name(r, name)) return false;
    if (l->param_count == LEVEL_PARAMS)
        return reader_fail(r, true, " is one too many; a file has at most %d parameters",
                           LEVEL_PARAMS);
    level_value *v = &l->params[l->param_count];
    *v = (level_value){.name = name, .help = "", .param = {.min = NAN, .max = NAN}};
    const bool short_form = json_is_number(from);
    if (short_form) v->param.value = json_number_value(from);
    if (!short_form
        && !(reader_object(r, &LEVEL_PARAM, from, &v->param, NULL)
             && read_text(r, from, "help", &v->help)))
        return false;
    /* Sliders need a range. */
    level_param *p = &v->param;
    if (isnan(p->min)) p->min = fmin(0, 2 * p->value);
    if (isnan(p->max)) p->max = p->value > 0 ? 2 * p->value : 1;
    if (!(p->value >= p->min && p->value <= p->max) || (p->whole && p->value != floor(p->value)))
        return reader_fail(r, false, ".value is %.9g; it must be a %snumber from %.9g to %.9g",
                           p->value, p->whole ? "whole " : "", p->min, p->max);
    ++l->param_count;
    return true;
}

/* Calls read for each member of an object of the whole, if it is there. */
static bool each_member(reader *r, const char *name,
                        bool (*read)(reader *r, const char *name, json_t *from)) {
    json_t *all = json_object_get(r->level->root, name);
    bool fine = true;
    if (!all) return true;
    reader_enter(r, name);
    fine = reader_is_object(r, all);
    for (void *i = fine ? json_object_iter(all) : NULL; i && fine;
         i = json_object_iter_next(all, i)) {
        reader_enter(r, json_object_iter_key(i));
        fine = read(r, json_object_iter_key(i), json_object_iter_value(i));
        reader_leave(r);
    }
    reader_leave(r);
    return fine;
}

static bool read_version(reader *r) {
    json_t *version = json_object_get(r->level->root, "version");
    if (!version) return reader_fail(r, false, " has no version; give \"version\": %d", VERSION);
    if (json_is_integer(version) && json_integer_value(version) == VERSION) return true;
    reader_enter(r, "version");
    (void)reader_fail(r, false, " must be %d: this program knows no other", VERSION);
    reader_leave(r);
    return false;
}

static bool read_head(level *l) {
    reader r = {.level = l};
    l->head = (level_head){.seconds = 10};
    l->has_view = json_object_get(l->root, "view") != NULL;
    if (!reader_is_object(&r, l->root) || !read_version(&r)) return false;
    if (!each_member(&r, "params", read_param)) return false;
    if (!reader_object(&r, &LEVEL_SCENE, l->root, &l->head, NULL)) return false;
    const evo_bounds *view = &l->head.view;
    if (l->has_view && !(view->max.x > view->min.x && view->max.y > view->min.y)) {
        reader_enter(&r, "view");
        return reader_fail(&r, false, " is empty; max must be above min");
    }
    return read_text(&r, l->root, "title", &l->title) && read_text(&r, l->root, "look", &l->look);
}

static bool parse(level *l) {
    json_error_t error;
    l->root = json_loadb(l->text, l->size, JSON_REJECT_DUPLICATES, &error);
    l->names = json_object();
    l->joint_names = json_object();
    if (l->root && l->names && l->joint_names) return true;
    if (l->root || json_error_code(&error) == json_error_out_of_memory) return out_of_memory(l);
    l->line = error.line > 0 ? error.line : 1;
    l->column = error.column > 0 ? error.column : 1;
    /* It is told of a token when that has been read. */
    const char *near = strstr(error.text, " near '"), *end = strrchr(error.text, '\'');
    const int length = near && end ? (int)(end - near) - 7 : 1;
    if (length > 1 && l->column >= length && !memchr(near, '\n', (size_t)length))
        l->column -= length - 1;
    snprintf(l->error, sizeof l->error, "%d:%d: %s", l->line, l->column, error.text);
    return false;
}

bool level_read(level *l, const char *text, size_t size) {
    memset(l, 0, sizeof *l);
    if (size > LEVEL_BYTES) {
        snprintf(l->error, sizeof l->error, "1:1: the text has %zu bytes; it must be at most %d",
                 size, LEVEL_BYTES);
        return false;
    }
    l->text = malloc(size + 1);
    if (!l->text) return out_of_memory(l);
    memcpy(l->text, text, size);
    l->text[size] = '\0';
    l->size = size;
    return parse(l) && read_head(l);
}

void level_close(level *l) {
    json_decref(l->root);
    json_decref(l->names);
    json_decref(l->joint_names);
    free(l->text);
    free(l->bodies);
    free(l->marks);
    free(l->joints);
    free(l->groups);
    free(l->joint_groups);
    memset(l, 0, sizeof *l);
}

/* ---- Groups ---------------------------------------------------------------------------------- */

/* Begins a group of bodies or joints; its number goes into the names. */
static bool begin_group(reader *r, level_group **groups, size_t *count, size_t *capacity,
                        json_t *names, const char *name, size_t first) {
    void *items = *groups;
    if (!check_name(r, name)) return false;
    if (!grow(r->level, &items, *count, capacity, sizeof **groups)) return false;
    *groups = items;
    if (json_object_set_new(names, name, json_integer((json_int_t)*count)) != 0)
        return out_of_memory(r->level);
    (*groups)[(*count)++] = (level_group){.name = name, .first = first};
    return true;
}

/* ---- Repeats --------------------------------------------------------------------------------- */

enum { REPEATS = 4 };

/* Rows of rows: the first one goes on fastest. */
typedef struct repeats {
    level_repeat all[REPEATS];
    int count;
    size_t copies; /* of all together */
} repeats;

static bool read_repeat(reader *r, json_t *from, repeats *to) {
    level_repeat *next = &to->all[to->count];
    if (to->count == REPEATS)
        return reader_fail(r, false, " is one too many; there are at most %d", REPEATS);
    *next = (level_repeat){.count = 1};
    if (!reader_object(r, &LEVEL_REPEAT, from, next, NULL)) return false;
    ++to->count;
    to->copies *= (size_t)next->count;
    if (to->copies <= LEVEL_MOST) return true;
    return reader_fail(r, false, ".count makes %zu copies; there must be at most %d", to->copies,
                       LEVEL_MOST);
}

static bool read_repeats(reader *r, json_t *of, repeats *to) {
    json_t *from = json_object_get(of, "repeat");
    bool read = true;
    *to = (repeats){.copies = 1};
    if (!from) return true;
    reader_enter(r, "repeat");
    if (!json_is_array(from)) read = read_repeat(r, from, to);
    for (size_t i = 0; i < json_array_size(from) && read; ++i) {
        reader_enter_item(r, i);
        read = read_repeat(r, json_array_get(from, i), to);
        reader_leave(r);
    }
    reader_leave(r);
    return read;
}

/* How far a copy is moved and turned. */
static evo_pose moved_by(const repeats *rows, size_t copy) {
    evo_pose by = {{0, 0}, 0};
    for (int i = 0; i < rows->count; ++i) {
        const level_repeat *row = &rows->all[i];
        const double times = (double)(copy % (size_t)row->count);
        copy /= (size_t)row->count;
        by.position.x += times * row->offset.x;
        by.position.y += times * row->offset.y;
        by.angle += times * row->turn;
    }
    return by;
}

/* ---- Colliders and chains -------------------------------------------------------------------- */

static bool add_collider(reader *r, json_t *from, evo_body body) {
    evo_collider_config config = evo_collider_config_default();
    if (!reader_object(r, &LEVEL_COLLIDER, from, &config, NULL)) return false;
    const evo_collider made = evo_collider_create(r->world, body, &config);
    if (evo_collider_exists(r->world, made)) return true;
    return reader_refused(r, &LEVEL_COLLIDER, evo_world_last_result(r->world));
}

/* Lists of a chain. */
typedef struct chain_lists {
    evo_vec2 *points;
    evo_material *materials;
} chain_lists;

static bool read_chain_points(reader *r, json_t *from, evo_vec2 *to) {
    for (size_t i = 0; i < json_array_size(from); ++i) {
        reader_enter_item(r, i);
        const bool read = reader_vector(r, json_array_get(from, i), &to[i]);
        reader_leave(r);
        if (!read) return false;
    }
    return true;
}

static bool read_chain_materials(reader *r, json_t *from, evo_material *to) {
    for (size_t i = 0; i < json_array_size(from); ++i) {
        to[i] = evo_material_default();
        reader_enter_item(r, i);
        const bool read = reader_material(r, json_array_get(from, i), &to[i]);
        reader_leave(r);
        if (!read) return false;
    }
    return true;
}

static bool read_chain(reader *r, json_t *from, evo_chain_config *config, chain_lists *lists) {
    json_t *points = json_object_get(from, "points"),
           *materials = json_object_get(from, "materials");
    if (!reader_object(r, &LEVEL_CHAIN, from, config, NULL)) return false;
    if (!points) return reader_fail(r, false, " has no points: a chain needs them");
    reader_enter(r, "points");
    if (!reader_is_list(r, points)) return false;
    config->count = (int)json_array_size(points);
    lists->points = malloc(sizeof *lists->points * (json_array_size(points) + 1));
    if (!lists->points) return out_of_memory(r->level);
    if (!read_chain_points(r, points, lists->points)) return false;
    reader_leave(r);
    config->points = lists->points;
    if (!materials) return true;
    reader_enter(r, "materials");
    if (!reader_is_list(r, materials)) return false;
    config->material_count = (int)json_array_size(materials);
    lists->materials = malloc(sizeof *lists->materials * (json_array_size(materials) + 1));
    if (!lists->materials) return out_of_memory(r->level);
    if (!read_chain_materials(r, materials, lists->materials)) return false;
    reader_leave(r);
    config->materials = lists->materials;
    return true;
}

/* Gives the links of a chain their shapes to the last bit. */
static bool set_links(reader *r, json_t *links, evo_chain chain) {
    const size_t count = evo_chain_colliders(r->world, chain, NULL, 0);
    if (!links) return true;
    reader_enter(r, "links");
    if (!reader_is_list(r, links)) return false;
    if (json_array_size(links) != count)
        return reader_fail(r, false, " has %zu shapes; the chain has %zu links",
                           json_array_size(links), count);
    evo_collider *found = malloc(sizeof *found * (count + 1));
    if (!found) return out_of_memory(r->level);
    (void)evo_chain_colliders(r->world, chain, found, count);
    bool set = true;
    for (size_t i = 0; i < count && set; ++i) {
        const evo_shape was = evo_collider_shape(r->world, found[i]);
        evo_shape shape;
        reader_enter_item(r, i);
        set = reader_shape(r, json_array_get(links, i), &shape);
        if (set && shape.kind == EVO_SEGMENT) shape.of.segment.one_sided = was.of.segment.one_sided;
        const evo_result result = set ? evo_collider_set_shape(r->world, found[i], &shape) : EVO_OK;
        if (result != EVO_OK) set = reader_refused(r, &LEVEL_CHAIN, result);
        reader_leave(r);
    }
    free(found);
    reader_leave(r);
    return set;
}

static bool create_chain(reader *r, json_t *from, evo_body body, chain_lists *lists) {
    evo_chain_config config = evo_chain_config_default();
    if (!read_chain(r, from, &config, lists)) return false;
    const evo_chain made = evo_chain_create(r->world, body, &config);
    if (!evo_chain_exists(r->world, made))
        return reader_refused(r, &LEVEL_CHAIN, evo_world_last_result(r->world));
    return set_links(r, json_object_get(from, "links"), made);
}

static bool add_chain(reader *r, json_t *from, evo_body body) {
    chain_lists lists = {0};
    const bool made = create_chain(r, from, body, &lists);
    free(lists.points);
    free(lists.materials);
    return made;
}

static bool add_list(reader *r, json_t *of, const char *name, evo_body body,
                     bool (*add)(reader *r, json_t *from, evo_body body)) {
    json_t *from = json_object_get(of, name);
    if (!from) return true;
    reader_enter(r, name);
    bool added = reader_is_list(r, from);
    for (size_t i = 0; i < json_array_size(from) && added; ++i) {
        reader_enter_item(r, i);
        added = add(r, json_array_get(from, i), body);
        reader_leave(r);
    }
    reader_leave(r);
    return added;
}

/* ---- Bodies ---------------------------------------------------------------------------------- */

/* Reads the mass of a body; it is set when all its colliders are there. */
static bool read_mass(reader *r, json_t *of, const evo_body_config *config, level_mark *mark) {
    json_t *from = json_object_get(of, "mass");
    if (!from) return true;
    mark->mass = evo_body_mass(r->world, r->level->bodies[r->level->count - 1]);
    reader_enter(r, "mass");
    mark->has_mass = reader_object(r, &LEVEL_MASS, from, &mark->mass, NULL);
    if (mark->has_mass && config->kind != EVO_DYNAMIC)
        mark->has_mass = reader_fail(r, false, " is set; a body that is not dynamic has none");
    reader_leave(r);
    return mark->has_mass;
}

/* Sets mass and velocity of the file, which is that of the centre of mass that a body has in the
 * end: colliders that were added have moved it. */
static bool settle(reader *r, size_t i) {
    const level *l = r->level;
    const level_mark *mark = &l->marks[i];
    char name[LEVEL_NAME];
    evo_result result = EVO_OK;
    if (mark->has_mass) result = evo_body_set_mass(r->world, l->bodies[i], mark->mass);
    if (result == EVO_OK && evo_body_kind_of(r->world, l->bodies[i]) != EVO_STATIC)
        result = evo_body_set_velocity(r->world, l->bodies[i], mark->velocity);
    return result == EVO_OK
           || reader_fail(r, false, ".bodies.%s: %s", level_name(l, l->bodies[i], name),
                          r->told ? r->why : evo_result_text(result));
}

static bool note_body(level *l, evo_body body, level_mark mark) {
    void *bodies = l->bodies, *marks = l->marks;
    size_t capacity = l->capacity;
    if (!grow(l, &bodies, l->count, &capacity, sizeof *l->bodies)) return false;
    l->bodies = bodies;
    if (!grow(l, &marks, l->count, &l->capacity, sizeof *l->marks)) return false;
    l->marks = marks;
    l->bodies[l->count] = body;
    l->marks[l->count++] = mark;
    return true;
}

static bool add_copy(reader *r, json_t *from, const evo_body_config *config, int tint) {
    if (r->level->count == LEVEL_MOST)
        return reader_fail(r, false, " is one body too many; there must be at most %d", LEVEL_MOST);
    const evo_body body = evo_body_create(r->world, config);
    if (!evo_body_exists(r->world, body))
        return reader_refused(r, &LEVEL_BODIES, evo_world_last_result(r->world));
    const level_mark mark = {.tint = tint, .asleep = config->asleep, .velocity = config->velocity};
    if (!note_body(r->level, body, mark)) return false;
    level_mark *noted = &r->level->marks[r->level->count - 1];
    noted->grown = json_object_get(from, "colliders") != NULL;
    return add_list(r, from, "colliders", body, add_collider)
           && add_list(r, from, "chains", body, add_chain) && read_mass(r, from, config, noted);
}

static bool add_body(reader *r, json_t *from, bool *repeated) {
    evo_body_config config = evo_body_config_default();
    level_body_more more = {.tint = -1};
    repeats rows;
    if (!reader_object(r, &LEVEL_BODIES, from, &config, &more) || !read_repeats(r, from, &rows))
        return false;
    *repeated = rows.count > 0;
    const evo_body_config first = config;
    for (size_t i = 0; i < rows.copies; ++i) {
        if (i > 0) {
            const evo_pose by = moved_by(&rows, i);
            config.position.x = first.position.x + by.position.x;
            config.position.y = first.position.y + by.position.y;
            config.angle = first.angle + by.angle;
        }
        if (!add_copy(r, from, &config, more.tint)) return false;
    }
    return true;
}

/* Adds one, or a list, of bodies or joints. */
static bool add_all(reader *r, json_t *from, bool *list,
                    bool (*add)(reader *r, json_t *from, bool *repeated)) {
    bool added = true;
    *list = json_is_array(from);
    if (!*list) return add(r, from, list);
    for (size_t i = 0; i < json_array_size(from) && added; ++i) {
        bool repeated;
        reader_enter_item(r, i);
        added = add(r, json_array_get(from, i), &repeated);
        reader_leave(r);
    }
    return added;
}

static bool add_bodies(reader *r, const char *name, json_t *from) {
    level *l = r->level;
    const size_t group = l->group_count, first = l->count;
    bool list = false;
    if (!begin_group(r, &l->groups, &l->group_count, &l->group_capacity, l->names, name, first)
        || !add_all(r, from, &list, add_body))
        return false;
    l->groups[group].count = l->count - first;
    l->groups[group].list = list;
    return true;
}

/* A part names its body itself. */
static bool read_part(reader *r, json_t *from, evo_body none) {
    size_t place = 0;
    json_t *of = json_object_get(from, "body");
    (void)none;
    if (!of) return reader_fail(r, false, " has no body: a part needs its name");
    reader_enter(r, "body");
    const bool found = reader_body(r, of, 0, &place);
    reader_leave(r);
    if (!found) return false;
    const evo_body body = r->level->bodies[place];
    r->level->marks[place].grown = true;
    return json_object_get(from, "points") ? add_chain(r, from, body) : add_collider(r, from, body);
}

/* ---- Joints ---------------------------------------------------------------------------------- */

/* The frame of a body that lies at a pose of the world. */
static evo_pose frame_at(const evo_world *world, evo_body body, evo_pose at) {
    if (evo_body_is_none(body)) return at;
    const evo_pose frame = {evo_body_local_point(world, body, at.position),
                            at.angle - evo_body_pose(world, body).angle};
    return frame;
}

static bool read_end(reader *r, json_t *from, const char *name, size_t later, evo_body *to) {
    json_t *end = json_object_get(from, name);
    if (!end) return true;
    /* Without a number it is one and the same for all copies. */
    const char *text = json_string_value(end);
    reader_enter(r, name);
    size_t place;
    const bool read = reader_body(r, end, text && strchr(text, '[') ? later : 0, &place);
    if (read) *to = r->level->bodies[place];
    reader_leave(r);
    return read;
}

static void place_frames(reader *r, json_t *from, const level_joint_more *more, evo_pose by,
                         evo_joint_config *config) {
    evo_pose a = json_object_get(from, "at_a") ? more->at_a : more->at;
    evo_pose b = json_object_get(from, "at_b") ? more->at_b : more->at;
    const bool both = json_object_get(from, "at") != NULL;
    evo_pose *const ends[] = {&a, &b};
    for (int i = 0; i < 2; ++i) {
        ends[i]->position.x += by.position.x;
        ends[i]->position.y += by.position.y;
        ends[i]->angle += by.angle;
    }
    if (both || json_object_get(from, "at_a")) config->frame_a = frame_at(r->world, config->a, a);
    if (both || json_object_get(from, "at_b")) config->frame_b = frame_at(r->world, config->b, b);
}

static bool note_joint(level *l, evo_joint joint) {
    void *joints = l->joints;
    if (!grow(l, &joints, l->joint_count, &l->joint_capacity, sizeof *l->joints)) return false;
    l->joints = joints;
    l->joints[l->joint_count++] = joint;
    return true;
}

/* A kind decides the defaults, so it is read first. */
static bool read_kind(reader *r, json_t *from, evo_joint_config *config) {
    evo_joint_config named = {.kind = EVO_REVOLUTE};
    json_t *kind = json_object_get(from, "kind");
    if (!reader_is_object(r, from)) return false;
    if (!kind) return reader_fail(r, false, " has no kind; give \"kind\": \"revolute\", say");
    json_t *alone = json_pack("{s:O}", "kind", kind);
    if (!alone) return out_of_memory(r->level);
    const bool read = reader_object(r, &LEVEL_JOINT, alone, &named, NULL);
    json_decref(alone);
    if (read) *config = evo_joint_config_default(named.kind);
    return read;
}

static bool add_joint(reader *r, json_t *from, bool *repeated) {
    evo_joint_config config;
    level_joint_more more = {0};
    repeats rows;
    if (!read_kind(r, from, &config) || !reader_object(r, &LEVEL_JOINT, from, &config, &more)
        || !read_repeats(r, from, &rows))
        return false;
    *repeated = rows.count > 0;
    for (size_t i = 0; i < rows.copies; ++i) {
        if (r->level->joint_count == LEVEL_MOST)
            return reader_fail(r, false, " is one joint too many; there must be at most %d",
                               LEVEL_MOST);
        if (!read_end(r, from, "a", i, &config.a) || !read_end(r, from, "b", i, &config.b))
            return false;
        place_frames(r, from, &more, moved_by(&rows, i), &config);
        const evo_joint made = evo_joint_create(r->world, &config);
        if (!evo_joint_exists(r->world, made))
            return reader_refused(r, &LEVEL_JOINT, evo_world_last_result(r->world));
        if (!note_joint(r->level, made)) return false;
    }
    return true;
}

static bool add_joints(reader *r, const char *name, json_t *from) {
    level *l = r->level;
    const size_t group = l->joint_group_count, first = l->joint_count;
    bool list = false;
    if (!begin_group(r, &l->joint_groups, &l->joint_group_count, &l->joint_group_capacity,
                     l->joint_names, name, first)
        || !add_all(r, from, &list, add_joint))
        return false;
    l->joint_groups[group].count = l->joint_count - first;
    l->joint_groups[group].list = list;
    return true;
}

/* ---- The whole ------------------------------------------------------------------------------- */

static bool read_material(reader *r, const char *name, json_t *from) {
    (void)name;
    evo_material *to = r->materials++;
    *to = evo_material_default();
    return reader_object(r, &LEVEL_MATERIALS, from, to, NULL);
}

/* Reads the materials; the caller frees them. */
static bool read_materials(reader *r) {
    json_t *all = json_object_get(r->level->root, "materials");
    evo_material *first = malloc(sizeof *first * (json_object_size(all) + 1));
    if (!first) return out_of_memory(r->level);
    r->materials = first; /* each one counts it on */
    const bool read = each_member(r, "materials", read_material);
    r->materials = first;
    return read;
}

static bool read_world(reader *r, evo_world_config *config) {
    level *l = r->level;
    json_t *from = json_object_get(l->root, "world"), *exact = json_object_get(from, "exact"),
           *wall = json_object_get(from, "wall");
    if (!from) return true;
    reader_enter(r, "world");
    bool read = reader_object(r, &LEVEL_WORLD, from, config, NULL);
    if (read && exact) {
        reader_enter(r, "exact");
        read = reader_object(r, &LEVEL_EXACT, exact, &l->exact, NULL);
        config->exact = &l->exact;
        reader_leave(r);
    }
    if (read && wall) {
        l->wall = evo_material_default();
        reader_enter(r, "wall");
        read = reader_material(r, wall, &l->wall);
        config->wall = &l->wall;
        reader_leave(r);
    }
    reader_leave(r);
    return read;
}

/* A world of the config is made once, for what it complains of. */
static bool check_world(reader *r, const evo_world_config *config) {
    evo_world_config tried = *config;
    tried.complain = reader_told;
    tried.callback_context = r;
    evo_world *world = evo_world_create(&tried);
    evo_world_destroy(world);
    if (world) return true;
    reader_enter(r, "world");
    (void)reader_refused(r, &LEVEL_WORLD, evo_world_config_check(config));
    reader_leave(r);
    return false;
}

bool level_config(level *l, evo_world_config *config) {
    reader r = {.level = l};
    *config = evo_world_config_default();
    const bool read = read_materials(&r) && read_world(&r, config) && check_world(&r, config);
    free(r.materials);
    return read;
}

/* Puts bodies to sleep again that colliders and joints have woken. */
static bool put_to_sleep(reader *r) {
    const level *l = r->level;
    char name[LEVEL_NAME];
    for (size_t i = 0; i < l->count; ++i) {
        if (!l->marks[i].asleep || evo_body_asleep(r->world, l->bodies[i])) continue;
        const evo_result result = evo_body_set_asleep(r->world, l->bodies[i], true);
        if (result != EVO_OK)
            return reader_fail(r, false, ".bodies.%s cannot be asleep: %s",
                               level_name(l, l->bodies[i], name),
                               r->told ? r->why : evo_result_text(result));
    }
    return true;
}

static bool add_parts(reader *r) {
    const evo_body none = {0};
    const level *l = r->level;
    bool added = add_list(r, l->root, "parts", none, read_part);
    for (size_t i = 0; i < l->count && added; ++i)
        if (l->marks[i].grown || l->marks[i].has_mass) added = settle(r, i);
    return added;
}

static bool add_things(reader *r) {
    return each_member(r, "bodies", add_bodies) && add_parts(r)
           && each_member(r, "joints", add_joints) && put_to_sleep(r);
}

/* Runs with the world's complaints told to the reader. */
static bool add_told(reader *r) {
    evo_world_config config = evo_world_get(r->world);
    const evo_world_config was = config;
    config.complain = reader_told;
    config.callback_context = r;
    if (evo_world_set(r->world, &config) != EVO_OK)
        return reader_fail(r, false, ": %s", "the world takes no changes now");
    const bool added = add_things(r);
    (void)evo_world_set(r->world, &was);
    return added;
}

bool level_add(level *l, evo_world *world) {
    reader r = {.level = l, .world = world};
    evo_world_config config;
    if (*l->error || !level_config(l, &config)) return false;
    const size_t size = evo_world_save(world, NULL, 0);
    void *before = malloc(size + 1);
    if (!before) return out_of_memory(l);
    (void)evo_world_save(world, before, size);
    const bool added = size > 0 ? read_materials(&r) && add_told(&r)
                                : reader_fail(&r, false, ": the world is in a step");
    free(r.materials);
    if (!added && size > 0 && evo_world_load(world, before, size) != EVO_OK) (void)out_of_memory(l);
    free(before);
    return added;
}

evo_world *level_world(level *l) {
    evo_world_config config;
    if (*l->error || !level_config(l, &config)) return NULL;
    evo_world *world = evo_world_create(&config);
    if (!world) {
        (void)out_of_memory(l);
        return NULL;
    }
    if (level_add(l, world)) return world;
    evo_world_destroy(world);
    return NULL;
}

bool level_load(evo_world *world, const char *text, level *l) {
    return level_read(l, text, strlen(text)) && level_add(l, world);
}

const char *level_name(const level *l, evo_body body, char text[LEVEL_NAME]) {
    *text = '\0';
    for (size_t i = 0; i < l->count; ++i) {
        if (!evo_body_equal(l->bodies[i], body)) continue;
        for (size_t k = 0; k < l->group_count; ++k) {
            const level_group *g = &l->groups[k];
            if (i < g->first || i - g->first >= g->count) continue;
            if (g->list)
                snprintf(text, LEVEL_NAME, "%s[%zu]", g->name, i - g->first);
            else
                snprintf(text, LEVEL_NAME, "%s", g->name);
        }
    }
    return text;
}
