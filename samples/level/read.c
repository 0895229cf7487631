/* read.c: values of JSON to fields. In: objects, and the table of fields; out: structs of the
 * headers, or an error with line, column, path, value and rule. Invariant: `way` leads from the
 * whole text to what is read. */
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "headless/guess.h"
#include "level/reader.h"
#include "level/shapes.h"

/* ---- The way, and errors --------------------------------------------------------------------- */

static void enter(reader *r, level_step step) {
    if (r->depth < LEVEL_DEPTH) r->way[r->depth] = step;
    ++r->depth;
}

void reader_enter(reader *r, const char *key) {
    enter(r, (level_step){key, strlen(key), 0});
}

void reader_enter_item(reader *r, size_t index) {
    enter(r, (level_step){NULL, 0, index});
}

void reader_leave(reader *r) {
    --r->depth;
}

static int steps_of(const reader *r) {
    return r->depth < LEVEL_DEPTH ? r->depth : LEVEL_DEPTH;
}

/* Writes "bodies.tower[3].shape". */
static void write_path(const reader *r, char *to, size_t size) {
    size_t at = 0;
    *to = '\0';
    for (int i = 0; i < steps_of(r) && at < size; ++i) {
        const level_step *step = &r->way[i];
        if (!step->key)
            at += (size_t)snprintf(to + at, size - at, "[%zu]", step->index);
        else /* a hostile name is cut */
            at += (size_t)snprintf(to + at, size - at, "%s%.*s", i > 0 ? "." : "",
                                   step->length < 40 ? (int)step->length : 40, step->key);
    }
}

bool reader_fail(reader *r, bool at_key, const char *format, ...) {
    level *l = r->level;
    char path[160], words[320];
    va_list values;
    if (*l->error) return false;
    va_start(values, format);
    vsnprintf(words, sizeof words, format, values);
    va_end(values);
    write_path(r, path, sizeof path);
    level_place(l->text, l->size, r->way, steps_of(r), at_key, &l->line, &l->column);
    snprintf(l->error, sizeof l->error, "%d:%d: %s%s", l->line, l->column,
             *path ? path : "the scene", words);
    return false;
}

void reader_told(void *context, const evo_complaint *complaint) {
    reader *r = context;
    if (complaint->kind != EVO_FAILURE || r->told) return;
    r->told = true;
    snprintf(r->why, sizeof r->why, "%s", complaint->text);
}

/* A complaint begins with the field that it is about, "material.density is -1": the same names lead
 * to the value in the text. */
bool reader_refused(reader *r, const level_object *object, evo_result result) {
    const int depth = r->depth;
    char first[32];
    if (!r->told) return reader_fail(r, false, ": %s", evo_result_text(result));
    r->told = false;
    const size_t length = strcspn(r->why, " .[");
    snprintf(first, sizeof first, "%.*s", length < 31 ? (int)length : 31, r->why);
    if (!level_find(object->fields, first)) return reader_fail(r, false, ": %s", r->why);
    for (const char *at = r->why;;) {
        const size_t part = strcspn(at, " .[");
        enter(r, (level_step){at, part, 0});
        if (at[part] != '.') {
            (void)reader_fail(r, false, "%s", at + part);
            break;
        }
        at += part + 1;
    }
    r->depth = depth;
    return false;
}

/* ---- Types ----------------------------------------------------------------------------------- */

/* Writes a value as an error has it: short ones as they stand. */
static const char *text_of(json_t *value, char text[LEVEL_NAME]) {
    char *whole = json_dumps(value, JSON_ENCODE_ANY | JSON_COMPACT | JSON_REAL_PRECISION(9));
    const bool nested = json_is_object(value) || json_is_array(value);
    if (!whole || strlen(whole) > 40)
        snprintf(text, LEVEL_NAME, "%s",
                 nested && json_is_array(value) ? "a list"
                 : nested                       ? "an object"
                                                : "a long text");
    else
        snprintf(text, LEVEL_NAME, "%s", whole);
    free(whole);
    return text;
}

static bool must_be(reader *r, json_t *value, const char *rule) {
    char text[LEVEL_NAME];
    return reader_fail(r, false, " is %s; it must be %s", text_of(value, text), rule);
}

bool reader_is_object(reader *r, json_t *value) {
    return json_is_object(value) || must_be(r, value, "an object, {...}");
}

bool reader_is_list(reader *r, json_t *value) {
    return json_is_array(value) || must_be(r, value, "a list, [...]");
}

bool reader_is_text(reader *r, json_t *value) {
    return json_is_string(value) || must_be(r, value, "a text, \"...\"");
}

/* ---- Numbers --------------------------------------------------------------------------------- */

/* "$name" is the value of a parameter. */
static bool read_param(reader *r, const char *name, double *to) {
    const level *l = r->level;
    guess near = guess_begin(name, strlen(name));
    for (size_t i = 0; i < l->param_count; ++i) {
        if (strcmp(l->params[i].name, name) == 0) {
            *to = l->params[i].param.value;
            return true;
        }
        guess_offer(&near, l->params[i].name);
    }
    return reader_fail(r, false, " is \"$%.40s\"; there is no such parameter.%s", name,
                       guess_text(&near, "$"));
}

static bool read_number(reader *r, json_t *from, double *to) {
    if (json_is_number(from)) {
        *to = json_number_value(from);
        return true;
    }
    const char *text = json_string_value(from);
    if (text && *text == '$') return read_param(r, text + 1, to);
    const bool infinite = text && strcmp(text + (*text == '-'), "infinity") == 0;
    if (infinite) *to = *text == '-' ? -INFINITY : INFINITY;
    return infinite || must_be(r, from, "a number");
}

static bool in_range(reader *r, json_t *from, const level_field *f, double number) {
    if (number >= f->least && number <= f->most && !(f->open && number == f->least)) return true;
    char rule[64];
    if (isinf(f->most) && f->open)
        snprintf(rule, sizeof rule, "above %.9g", f->least);
    else if (isinf(f->most))
        snprintf(rule, sizeof rule, "%.9g or more", f->least);
    else
        snprintf(rule, sizeof rule, "%.9g to %.9g", f->least, f->most);
    return must_be(r, from, rule);
}

/* A whole number as a double, from `least` to `most`. */
static bool read_whole(reader *r, json_t *from, const level_field *f, double least, double most,
                       double *to) {
    if (!read_number(r, from, to)) return false;
    if (!(*to >= least && *to <= most && *to == floor(*to)))
        return must_be(r, from, least < 0 ? "a whole number" : "a whole number, 0 or more");
    return in_range(r, from, f, *to);
}

static bool read_u64(reader *r, json_t *from, uint64_t *to) {
    static const char RULE[] = "a whole number, 0 or more, or a text as \"0xff\"";
    const char *text = json_string_value(from);
    if (text && *text != '$') {
        char *end;
        errno = 0;
        *to = strtoull(text, &end, 0);
        if (*text >= '0' && *text <= '9' && *end == '\0' && errno == 0) return true;
        return must_be(r, from, RULE);
    }
    if (json_is_integer(from)) {
        *to = (uint64_t)json_integer_value(from);
        return json_integer_value(from) >= 0 || must_be(r, from, RULE);
    }
    double number;
    if (!read_number(r, from, &number)) return false;
    if (!(number >= 0 && number < 0x1p64 && number == floor(number))) return must_be(r, from, RULE);
    *to = (uint64_t)number;
    return true;
}

/* ---- Names ----------------------------------------------------------------------------------- */

static const level_word *find_word(reader *r, json_t *from, const level_word *words) {
    if (!reader_is_text(r, from)) return NULL;
    const char *name = json_string_value(from);
    for (const level_word *w = words; w->name; ++w)
        if (strcmp(w->name, name) == 0) return w;
    guess near = guess_begin(name, strlen(name));
    char all[160] = "";
    for (const level_word *w = words; w->name; ++w) {
        guess_offer(&near, w->name);
        const size_t at = strlen(all);
        snprintf(all + at, sizeof all - at, "%s%s", at > 0 ? ", " : "", w->name);
    }
    char text[LEVEL_NAME];
    (void)reader_fail(r, false, " is %s; it must be one of %s.%s", text_of(from, text), all,
                      guess_text(&near, ""));
    return NULL;
}

static bool read_flags(reader *r, json_t *from, const level_word *words, unsigned *to) {
    *to = 0;
    if (!reader_is_list(r, from)) return false;
    for (size_t i = 0; i < json_array_size(from); ++i) {
        reader_enter_item(r, i);
        const level_word *word = find_word(r, json_array_get(from, i), words);
        reader_leave(r);
        if (!word) return false;
        *to |= (unsigned)word->value;
    }
    return true;
}

bool reader_material(reader *r, json_t *from, evo_material *to) {
    const char *name = json_string_value(from);
    json_t *all = json_object_get(r->level->root, "materials");
    if (!name) return reader_object(r, &LEVEL_MATERIALS, from, to, NULL);
    size_t at = 0;
    for (void *i = json_object_iter(all); i; i = json_object_iter_next(all, i), ++at) {
        if (strcmp(json_object_iter_key(i), name) != 0) continue;
        *to = r->materials[at];
        return true;
    }
    guess near = guess_begin(name, strlen(name));
    for (void *i = json_object_iter(all); i; i = json_object_iter_next(all, i))
        guess_offer(&near, json_object_iter_key(i));
    char text[LEVEL_NAME];
    return reader_fail(r, false, " is %s; there is no such material.%s", text_of(from, text),
                       guess_text(&near, ""));
}

/* Finds the group of "tower[3]", and its number; -1: it has none. */
static const level_group *find_group(json_t *names, const level_group *groups, const char *name,
                                     long *number) {
    char base[LEVEL_NAME];
    const size_t length = strcspn(name, "[");
    *number = -1;
    if (length >= sizeof base || strlen(name) >= LEVEL_NAME) return NULL;
    memcpy(base, name, length);
    base[length] = '\0';
    if (name[length] == '[') {
        char *end;
        const char *digits = name + length + 1;
        *number = strtol(digits, &end, 10);
        if (*digits < '0' || *digits > '9' || strcmp(end, "]") != 0) return NULL;
    }
    json_t *found = json_object_get(names, base);
    return found ? &groups[json_integer_value(found)] : NULL;
}

/* Returns the place of a name among all, or -1. */
static long place_of(json_t *names, const level_group *groups, const char *name, size_t later) {
    long number;
    const level_group *g = find_group(names, groups, name, &number);
    if (!g) return -1;
    if (number < 0) return !g->list && g->count == 1 ? (long)g->first : -1;
    const size_t at = (size_t)number + later;
    return g->list && at < g->count ? (long)(g->first + at) : -1;
}

evo_body level_body(const level *l, const char *name) {
    const evo_body none = {0};
    const long at = name ? place_of(l->names, l->groups, name, 0) : -1;
    return at < 0 ? none : l->bodies[at];
}

evo_joint level_joint(const level *l, const char *name) {
    const evo_joint none = {0};
    const long at = name ? place_of(l->joint_names, l->joint_groups, name, 0) : -1;
    return at < 0 ? none : l->joints[at];
}

const evo_body *level_bodies(const level *l, const char *name, size_t *count) {
    long number;
    const level_group *g = name ? find_group(l->names, l->groups, name, &number) : NULL;
    *count = g && number < 0 ? g->count : 0;
    return *count > 0 ? &l->bodies[g->first] : NULL;
}

bool reader_body(reader *r, json_t *from, size_t later, size_t *place) {
    const level *l = r->level;
    if (!reader_is_text(r, from)) return false;
    const char *name = json_string_value(from);
    const long at = place_of(l->names, l->groups, name, later);
    if (at >= 0) {
        *place = (size_t)at;
        return true;
    }
    long number;
    char text[LEVEL_NAME];
    const level_group *g = find_group(l->names, l->groups, name, &number);
    text_of(from, text);
    if (g && !g->list) return reader_fail(r, false, " is %s; %s is no list", text, g->name);
    if (g && number < 0)
        return reader_fail(r, false, " is %s; it is a list: one of %s[0] to [%zu] is meant", text,
                           g->name, g->count - 1);
    if (g)
        return reader_fail(r, false, " is %s, %zu later; the list ends with [%zu]", text, later,
                           g->count - 1);
    guess near = guess_begin(name, strcspn(name, "["));
    for (size_t i = 0; i < l->group_count; ++i) guess_offer(&near, l->groups[i].name);
    return reader_fail(r, false, " is %s; there is no such body.%s", text, guess_text(&near, ""));
}

/* ---- Values ---------------------------------------------------------------------------------- */

bool reader_vector(reader *r, json_t *from, evo_vec2 *to) {
    if (json_array_size(from) != 2) return must_be(r, from, "two numbers, [x, y]");
    for (size_t i = 0; i < 2; ++i) {
        reader_enter_item(r, i);
        const bool read = read_number(r, json_array_get(from, i), i == 0 ? &to->x : &to->y);
        reader_leave(r);
        if (!read) return false;
    }
    return true;
}

static bool read_fields(reader *r, const level_field *fields, json_t *from, void *to);

static bool read_pose(reader *r, json_t *from, evo_pose *to) {
    const size_t count = json_array_size(from);
    double *const numbers[] = {&to->position.x, &to->position.y, &to->angle};
    if (count != 2 && count != 3) return must_be(r, from, "[x, y], [x, y, angle] or an object");
    to->angle = 0;
    for (size_t i = 0; i < count; ++i) {
        reader_enter_item(r, i);
        const bool read = read_number(r, json_array_get(from, i), numbers[i]);
        reader_leave(r);
        if (!read) return false;
    }
    return true;
}

static bool read_value(reader *r, const level_field *f, json_t *from, void *struct_at) {
    void *to = (char *)struct_at + f->offset;
    double number = 0;
    switch (f->kind) {
    case LEVEL_NUMBER:
        if (!read_number(r, from, &number) || !in_range(r, from, f, number)) return false;
        *(double *)to = number;
        return true;
    case LEVEL_BOOL:
        if (!json_is_boolean(from)) return must_be(r, from, "true or false");
        *(bool *)to = json_is_true(from);
        return true;
    case LEVEL_INT:
        if (!read_whole(r, from, f, INT32_MIN, INT32_MAX, &number)) return false;
        *(int *)to = (int)number;
        return true;
    case LEVEL_I32:
        if (!read_whole(r, from, f, INT32_MIN, INT32_MAX, &number)) return false;
        *(int32_t *)to = (int32_t)number;
        return true;
    case LEVEL_SIZE: {
        uint64_t whole = 0;
        if (!read_u64(r, from, &whole)) return false;
        if (whole > SIZE_MAX) return must_be(r, from, "smaller");
        *(size_t *)to = (size_t)whole;
        return true;
    }
    case LEVEL_U64:
        return read_u64(r, from, to);
    case LEVEL_WORD: {
        const level_word *word = find_word(r, from, f->words);
        if (word) memcpy(to, &word->value, sizeof word->value); /* an enum is an int */
        return word != NULL;
    }
    case LEVEL_FLAGS:
        return read_flags(r, from, f->words, to);
    case LEVEL_VECTOR:
        return reader_vector(r, from, to);
    case LEVEL_POSE:
        return json_is_object(from) ? read_fields(r, f->parts, from, to) : read_pose(r, from, to);
    case LEVEL_STRUCT:
        return read_fields(r, f->parts, from, to);
    case LEVEL_MATERIAL:
        return reader_material(r, from, to);
    case LEVEL_SHAPE:
        return reader_shape(r, from, to);
    default: /* bodies of joints are read when all bodies are there */
        return true;
    }
}

static bool refuse_name(reader *r, const char *name, const char *of, const level_field *fields,
                        const level_field *more, const level_other *others) {
    guess near = guess_begin(name, strlen(name));
    for (const level_field *f = fields; f && f->name; ++f) guess_offer(&near, f->name);
    for (const level_field *f = more; f && f->name; ++f) guess_offer(&near, f->name);
    for (const level_other *o = others; o && o->name; ++o) guess_offer(&near, o->name);
    return reader_fail(r, true, " is no field of %s%s.%s", *of == 'e' || *of == 'o' ? "an " : "a ",
                       of, guess_text(&near, ""));
}

static const level_other *find_other(const level_other *others, const char *name) {
    for (const level_other *o = others; o && o->name; ++o)
        if (strcmp(o->name, name) == 0) return o;
    return NULL;
}

static bool read_members(reader *r, const char *of, const level_field *fields,
                         const level_field *more, const level_other *others, json_t *from, void *to,
                         void *to_more) {
    if (!reader_is_object(r, from)) return false;
    for (void *i = json_object_iter(from); i; i = json_object_iter_next(from, i)) {
        const char *name = json_object_iter_key(i);
        json_t *value = json_object_iter_value(i);
        const level_field *f = level_find(fields, name), *m = more ? level_find(more, name) : NULL;
        bool read = true;
        reader_enter(r, name);
        if (f)
            read = read_value(r, f, value, to);
        else if (m)
            read = read_value(r, m, value, to_more);
        else if (!find_other(others, name))
            read = refuse_name(r, name, of, fields, more, others);
        reader_leave(r);
        if (!read) return false;
    }
    return true;
}

static bool read_fields(reader *r, const level_field *fields, json_t *from, void *to) {
    return read_members(r, "it", fields, NULL, NULL, from, to, NULL);
}

bool reader_object(reader *r, const level_object *object, json_t *from, void *to, void *to_more) {
    return read_members(r, object->name, object->fields, object->more, object->others, from, to,
                        to_more);
}

/* ---- Shapes ---------------------------------------------------------------------------------- */

static bool read_points(reader *r, json_t *from, shape_numbers *n) {
    if (!reader_is_list(r, from)) return false;
    const size_t count = json_array_size(from);
    if (count < 3 || count > EVO_POLYGON_POINTS)
        return reader_fail(r, false, " has %zu points; a polygon has 3 to %d", count,
                           EVO_POLYGON_POINTS);
    for (size_t i = 0; i < count; ++i) {
        reader_enter_item(r, i);
        const bool read = reader_vector(r, json_array_get(from, i), &n->points[i]);
        reader_leave(r);
        if (!read) return false;
    }
    n->count = (int)count;
    return true;
}

static bool read_length(reader *r, json_t *from, const shape_field *f, double *to) {
    if (!read_number(r, from, to)) return false;
    if (f->type == SHAPE_LENGTH && !(*to > 0)) return must_be(r, from, "above 0");
    if (f->type == SHAPE_FROM_0 && !(*to >= 0)) return must_be(r, from, "0 or more");
    return fabs(*to) <= 1e30 || must_be(r, from, "finite and at most 1e30");
}

static bool read_shape_field(reader *r, const shape_field *f, json_t *from, shape_numbers *n) {
    void *to = (char *)n + f->offset;
    if (f->type == SHAPE_POINTS) return read_points(r, from, n);
    return f->type == SHAPE_VECTOR ? reader_vector(r, from, to) : read_length(r, from, f, to);
}

/* Returns the field of a shape; NULL: the kind has none of that name. */
static const shape_field *find_shape_field(shape_kind kind, bool raw, const char *name) {
    for (const shape_field *f = SHAPE_FIELDS; f->name; ++f)
        if (((raw ? f->raw : f->made) >> kind & 1) != 0 && strcmp(f->name, name) == 0) return f;
    return NULL;
}

static bool refuse_shape_field(reader *r, shape_kind kind, bool raw, const char *name) {
    guess near = guess_begin(name, strlen(name));
    for (const shape_field *f = SHAPE_FIELDS; f->name; ++f)
        if (((raw ? f->raw : f->made) >> kind & 1) != 0) guess_offer(&near, f->name);
    return reader_fail(r, true, " is no field of a %s%s.%s", SHAPE_NAMES[kind],
                       raw ? " with an axis" : "", guess_text(&near, ""));
}

/* What a shape cannot do without. */
static bool is_needed(const shape_field *f) {
    return f->type == SHAPE_LENGTH || f->type == SHAPE_POINTS || strcmp(f->name, "from") == 0
           || strcmp(f->name, "to") == 0;
}

static bool find_kind(reader *r, json_t *from, shape_kind *kind) {
    level_word words[SHAPE_KINDS + 1] = {{0}};
    json_t *named = json_object_get(from, "kind");
    for (int i = 0; i < SHAPE_KINDS; ++i) words[i] = (level_word){SHAPE_NAMES[i], i, ""};
    if (!named) return reader_fail(r, false, " has no kind; give \"kind\": \"circle\", say");
    reader_enter(r, "kind");
    const level_word *found = find_word(r, named, words);
    reader_leave(r);
    if (found) *kind = (shape_kind)found->value;
    return found != NULL;
}

bool reader_shape(reader *r, json_t *from, evo_shape *to) {
    shape_numbers numbers = {0};
    shape_kind kind = SHAPE_CIRCLE;
    const bool raw = json_object_get(from, "axis") != NULL;
    if (!reader_is_object(r, from) || !find_kind(r, from, &kind)) return false;
    for (void *i = json_object_iter(from); i; i = json_object_iter_next(from, i)) {
        const char *name = json_object_iter_key(i);
        const shape_field *f = find_shape_field(kind, raw, name);
        if (strcmp(name, "kind") == 0) continue;
        reader_enter(r, name);
        const bool read = f ? read_shape_field(r, f, json_object_iter_value(i), &numbers)
                            : refuse_shape_field(r, kind, raw, name);
        reader_leave(r);
        if (!read) return false;
    }
    for (const shape_field *f = SHAPE_FIELDS; f->name; ++f)
        if (((raw ? f->raw : f->made) >> kind & 1) != 0 && is_needed(f)
            && !json_object_get(from, f->name))
            return reader_fail(r, false, " has no %s: a %s needs it", f->name, SHAPE_NAMES[kind]);
    *to = shape_of(kind, &numbers, raw);
    const evo_shape_rule rule = evo_shape_broken_rule(to);
    return rule == EVO_RULE_NONE || reader_fail(r, false, ": %s", evo_shape_rule_text(rule));
}
