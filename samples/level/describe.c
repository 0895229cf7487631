/* describe.c: the table of fields as a schema and as a manual. In: the tables that the reader
 * goes by; out: text. */
#include "level/describe.h"

#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "level/fields.h"
#include "level/level.h"
#include "level/shapes.h"

/* ---- Objects and their defaults -------------------------------------------------------------- */

/* Structs of default values, by object. */
typedef struct defaults {
    evo_world_config world;
    evo_exact_config exact;
    evo_material material;
    evo_body_config body;
    evo_collider_config collider;
    evo_chain_config chain;
    evo_mass mass;
    evo_joint_config joint;
    level_head head;
    level_repeat repeat;
    level_param param;
} defaults;

typedef struct described {
    const level_object *object;
    size_t offset; /* in `defaults` */
    const char *title;
} described;

static const described ALL[] = {
    {&LEVEL_SCENE, offsetof(defaults, head), "The whole"},
    {&LEVEL_PARAM, offsetof(defaults, param), "A parameter"},
    {&LEVEL_WORLD, offsetof(defaults, world), "The world"},
    {&LEVEL_EXACT, offsetof(defaults, exact), "Exact time"},
    {&LEVEL_MATERIALS, offsetof(defaults, material), "A material"},
    {&LEVEL_BODIES, offsetof(defaults, body), "A body"},
    {&LEVEL_MASS, offsetof(defaults, mass), "A mass"},
    {&LEVEL_COLLIDER, offsetof(defaults, collider), "A collider"},
    {&LEVEL_CHAIN, offsetof(defaults, chain), "A chain"},
    {&LEVEL_JOINT, offsetof(defaults, joint), "A joint"},
    {&LEVEL_REPEAT, offsetof(defaults, repeat), "A repeat"},
};

enum { OBJECTS = sizeof ALL / sizeof *ALL };

static defaults defaults_of_all(void) {
    const defaults all = {.world = evo_world_config_default(),
                          .material = evo_material_default(),
                          .body = evo_body_config_default(),
                          .collider = evo_collider_config_default(),
                          .chain = evo_chain_config_default(),
                          .joint = evo_joint_config_default(EVO_REVOLUTE),
                          .head = {.seconds = 10},
                          .repeat = {.count = 1}};
    return all;
}

/* Writes a default value that one word can say; false: it cannot. */
static bool default_text(const level_field *f, const void *of, char *text, size_t size) {
    const char *at = (const char *)of + f->offset;
    double number;
    uint64_t whole;
    int word;
    bool is;
    switch (f->kind) {
    case LEVEL_NUMBER:
        memcpy(&number, at, sizeof number);
        snprintf(text, size, "%.9g", number);
        return isfinite(number);
    case LEVEL_INT:
    case LEVEL_I32:
        memcpy(&word, at, sizeof word);
        snprintf(text, size, "%d", word);
        return true;
    case LEVEL_BOOL:
        memcpy(&is, at, sizeof is);
        snprintf(text, size, "%s", is ? "true" : "false");
        return true;
    case LEVEL_U64:
        memcpy(&whole, at, sizeof whole);
        if (whole > (uint64_t)1 << 53)
            snprintf(text, size, "\"%#" PRIx64 "\"", whole);
        else
            snprintf(text, size, "%" PRIu64, whole);
        return true;
    case LEVEL_WORD:
        memcpy(&word, at, sizeof word);
        snprintf(text, size, "\"%s\"", level_word_of(f->words, word));
        return true;
    default:
        return false;
    }
}

/* ---- The schema ------------------------------------------------------------------------------ */

static void put_text(FILE *to, const char *text) {
    putc('"', to);
    for (; *text; ++text) {
        if (*text == '"' || *text == '\\') putc('\\', to);
        putc(*text, to);
    }
    putc('"', to);
}

static void put_range(FILE *to, const level_field *f) {
    if (isfinite(f->least))
        fprintf(to, ", \"%s\": %.9g", f->open ? "exclusiveMinimum" : "minimum", f->least);
    if (isfinite(f->most)) fprintf(to, ", \"maximum\": %.9g", f->most);
}

static void put_words(FILE *to, const level_word *words) {
    fprintf(to, "\"enum\": [");
    for (const level_word *w = words; w->name; ++w)
        fprintf(to, "%s\"%s\"", w == words ? "" : ", ", w->name);
    fprintf(to, "]");
}

static void put_members(FILE *to, const level_field *fields, const void *usual);

static void put_type(FILE *to, const level_field *f, const void *usual) {
    switch (f->kind) {
    case LEVEL_NUMBER:
    case LEVEL_INT:
    case LEVEL_I32:
        fprintf(to, "\"anyOf\": [{\"type\": \"%s\"",
                f->kind == LEVEL_NUMBER ? "number" : "integer");
        put_range(to, f);
        fprintf(to, "}, {\"$ref\": \"#/definitions/named\"}]");
        return;
    case LEVEL_BOOL:
        fprintf(to, "\"type\": \"boolean\"");
        return;
    case LEVEL_SIZE:
    case LEVEL_U64:
        fprintf(to, "\"anyOf\": [{\"type\": \"integer\", \"minimum\": 0}, "
                    "{\"type\": \"string\", \"pattern\": \"^[0-9$]\"}]");
        return;
    case LEVEL_WORD:
        put_words(to, f->words);
        return;
    case LEVEL_FLAGS:
        fprintf(to, "\"type\": \"array\", \"items\": {");
        put_words(to, f->words);
        fprintf(to, "}");
        return;
    case LEVEL_VECTOR:
        fprintf(to, "\"$ref\": \"#/definitions/vector\"");
        return;
    case LEVEL_POSE:
        fprintf(to, "\"$ref\": \"#/definitions/pose\"");
        return;
    case LEVEL_STRUCT:
        fprintf(to, "\"type\": \"object\", \"additionalProperties\": false, \"properties\": {");
        put_members(to, f->parts, usual ? (const char *)usual + f->offset : NULL);
        fprintf(to, "}");
        return;
    case LEVEL_MATERIAL:
        fprintf(to, "\"$ref\": \"#/definitions/material_or_name\"");
        return;
    case LEVEL_SHAPE:
        fprintf(to, "\"$ref\": \"#/definitions/shape\"");
        return;
    default:
        fprintf(to, "\"type\": \"string\"");
    }
}

/* An object with a "$ref" has no other members that count, so words stand beside it in a list. */
static void put_field(FILE *to, const level_field *f, const void *usual) {
    char text[64];
    fprintf(to, "\n      \"%s\": {\"description\": ", f->name);
    put_text(to, f->text);
    if (usual && default_text(f, usual, text, sizeof text)) fprintf(to, ", \"default\": %s", text);
    fprintf(to, ", \"allOf\": [{");
    put_type(to, f, usual);
    fprintf(to, "}]}");
}

static void put_members(FILE *to, const level_field *fields, const void *usual) {
    for (const level_field *f = fields; f->name; ++f) {
        if (f != fields) putc(',', to);
        put_field(to, f, usual);
    }
}

static void put_other(FILE *to, const level_other *o) {
    const bool text = strcmp(o->form, "string") == 0;
    fprintf(to, "\n      \"%s\": {\"description\": ", o->name);
    put_text(to, o->text);
    if (text)
        fprintf(to, ", \"type\": \"string\"}");
    else
        fprintf(to, ", \"allOf\": [{\"$ref\": \"#/definitions/%s\"}]}", o->form);
}

/* Members of an object, within its braces. */
static void put_object(FILE *to, const described *d, const defaults *all) {
    const level_object *o = d->object;
    const char *usual = o == &LEVEL_PARAM ? NULL : (const char *)all + d->offset;
    const bool root = o == &LEVEL_SCENE;
    fprintf(to, "\"type\": \"object\", \"additionalProperties\": false, ");
    if (root) fprintf(to, "\"required\": [\"version\"], ");
    if (o == &LEVEL_JOINT || o == &LEVEL_CHAIN)
        fprintf(to, "\"required\": [\"%s\"], ", o == &LEVEL_JOINT ? "kind" : "points");
    fprintf(to, "\"properties\": {");
    put_members(to, o->fields, usual);
    if (o->more->name && o->fields->name) putc(',', to);
    put_members(to, o->more, NULL);
    for (const level_other *other = o->others; other->name; ++other) {
        putc(',', to);
        put_other(to, other);
    }
    fprintf(to, "}");
}

/* A kind of shape by its arguments, or beside an axis by its fields. */
static void put_shape_kind(FILE *to, int kind, bool raw) {
    fprintf(to,
            "\n      {\"type\": \"object\", \"additionalProperties\": false, \"required\": "
            "[\"kind\"%s], \"properties\": {\"kind\": {\"const\": \"%s\"}",
            raw ? ", \"axis\"" : "", SHAPE_NAMES[kind]);
    for (const shape_field *f = SHAPE_FIELDS; f->name; ++f) {
        if (((raw ? f->raw : f->made) >> kind & 1) == 0) continue;
        fprintf(to, ",\n        \"%s\": {\"description\": ", f->name);
        put_text(to, f->text);
        if (f->type == SHAPE_VECTOR || f->type == SHAPE_POINTS)
            fprintf(to, ", \"allOf\": [{\"$ref\": \"#/definitions/%s\"}]}",
                    f->type == SHAPE_VECTOR ? "vector" : "points");
        else
            fprintf(to,
                    ", \"anyOf\": [{\"type\": \"number\"%s}, {\"$ref\": "
                    "\"#/definitions/named\"}]}",
                    f->type == SHAPE_LENGTH   ? ", \"exclusiveMinimum\": 0"
                    : f->type == SHAPE_FROM_0 ? ", \"minimum\": 0"
                                              : "");
    }
    fprintf(to, "}}");
}

static void put_shapes(FILE *to) {
    fprintf(to, ",\n    \"shape\": {\"anyOf\": [");
    for (int kind = 0; kind < SHAPE_KINDS; ++kind) {
        if (kind > 0) putc(',', to);
        put_shape_kind(to, kind, false);
        if (kind == SHAPE_BOX) continue;
        putc(',', to);
        put_shape_kind(to, kind, true);
    }
    fprintf(to, "]}");
}

/* Forms that are no struct. */
static const char FORMS[] =
    "\n    \"named\": {\"type\": \"string\", \"pattern\": \"^([$].+|-?infinity)$\"},"
    "\n    \"number\": {\"anyOf\": [{\"type\": \"number\"}, {\"$ref\": \"#/definitions/named\"}]},"
    "\n    \"vector\": {\"type\": \"array\", \"items\": {\"$ref\": \"#/definitions/number\"}, "
    "\"minItems\": 2, \"maxItems\": 2},"
    "\n    \"pose\": {\"anyOf\": [{\"type\": \"array\", \"items\": {\"$ref\": "
    "\"#/definitions/number\"}, \"minItems\": 2, \"maxItems\": 3}, {\"type\": \"object\", "
    "\"additionalProperties\": false, \"properties\": {\"position\": {\"$ref\": "
    "\"#/definitions/vector\"}, \"angle\": {\"$ref\": \"#/definitions/number\"}}}]},"
    "\n    \"points\": {\"type\": \"array\", \"items\": {\"$ref\": \"#/definitions/vector\"}},"
    "\n    \"version\": {\"const\": 1},"
    "\n    \"strings\": {\"type\": \"array\", \"items\": {\"type\": \"string\"}},"
    "\n    \"shapes\": {\"type\": \"array\", \"items\": {\"$ref\": \"#/definitions/shape\"}},"
    "\n    \"material_or_name\": {\"anyOf\": [{\"type\": \"string\"}, {\"$ref\": "
    "\"#/definitions/material\"}]},"
    "\n    \"list_of_materials\": {\"type\": \"array\", \"items\": {\"$ref\": "
    "\"#/definitions/material_or_name\"}},"
    "\n    \"materials\": {\"type\": \"object\", \"additionalProperties\": {\"$ref\": "
    "\"#/definitions/material\"}},"
    "\n    \"params\": {\"type\": \"object\", \"additionalProperties\": {\"anyOf\": [{\"type\": "
    "\"number\"}, {\"$ref\": \"#/definitions/param\"}]}},"
    "\n    \"bodies\": {\"type\": \"object\", \"additionalProperties\": {\"anyOf\": [{\"$ref\": "
    "\"#/definitions/body\"}, {\"type\": \"array\", \"items\": {\"$ref\": "
    "\"#/definitions/body\"}}]}},"
    "\n    \"joints\": {\"type\": \"object\", \"additionalProperties\": {\"anyOf\": [{\"$ref\": "
    "\"#/definitions/joint\"}, {\"type\": \"array\", \"items\": {\"$ref\": "
    "\"#/definitions/joint\"}}]}},"
    "\n    \"colliders\": {\"type\": \"array\", \"items\": {\"$ref\": \"#/definitions/collider\"}},"
    "\n    \"chains\": {\"type\": \"array\", \"items\": {\"$ref\": \"#/definitions/chain\"}},"
    "\n    \"parts\": {\"type\": \"array\", \"items\": {\"anyOf\": [{\"$ref\": "
    "\"#/definitions/collider\"}, {\"$ref\": \"#/definitions/chain\"}]}}";

void describe_schema(FILE *to) {
    const defaults all = defaults_of_all();
    fprintf(to, "{\n  \"$schema\": \"http://json-schema.org/draft-07/schema#\",\n"
                "  \"title\": \"A scene of Evolute\",\n  ");
    put_object(to, &ALL[0], &all);
    fprintf(to, ",\n  \"definitions\": {%s", FORMS);
    put_shapes(to);
    for (int i = 1; i < OBJECTS; ++i) {
        const bool repeat = ALL[i].object == &LEVEL_REPEAT;
        fprintf(to, ",\n    \"%s\": {", ALL[i].object->name);
        if (repeat)
            fprintf(to, "\"anyOf\": [{\"type\": \"array\", \"maxItems\": 4, \"items\": "
                        "{\"$ref\": \"#/definitions/one_repeat\"}}, {\"$ref\": "
                        "\"#/definitions/one_repeat\"}]},\n    \"one_repeat\": {");
        put_object(to, &ALL[i], &all);
        fprintf(to, "}");
    }
    fprintf(to, "\n  }\n}\n");
}

/* ---- Tables for people ----------------------------------------------------------------------- */

/* Writes a text in a cell: a bar would end it. */
static void put_cell(FILE *to, const char *text) {
    for (; *text; ++text) {
        if (*text == '|') putc('\\', to);
        putc(*text, to);
    }
}

static const char *takes(const level_field *f) {
    switch (f->kind) {
    case LEVEL_NUMBER:
        return "number";
    case LEVEL_BOOL:
        return "true or false";
    case LEVEL_INT:
    case LEVEL_I32:
    case LEVEL_SIZE:
        return "whole number";
    case LEVEL_U64:
        return "whole number, or `\"0xff\"`";
    case LEVEL_VECTOR:
        return "`[x, y]`";
    case LEVEL_POSE:
        return "`[x, y, angle]`";
    case LEVEL_MATERIAL:
        return "material, or its name";
    case LEVEL_SHAPE:
        return "shape";
    case LEVEL_BODY:
        return "name of a body";
    default:
        return "";
    }
}

static void put_takes(FILE *to, const level_field *f) {
    const char *between = "";
    if (f->kind == LEVEL_STRUCT) {
        fprintf(to, "object of ");
        for (const level_field *p = f->parts; p->name; ++p, between = ", ")
            fprintf(to, "%s`%s`", between, p->name);
        return;
    }
    fputs(takes(f), to);
    if (f->kind == LEVEL_FLAGS) fputs("list of ", to);
    for (const level_word *w = f->words; w && w->name; ++w, between = ", ")
        fprintf(to, "%s`%s`", between, w->name);
}

static void put_rows(FILE *to, const level_field *fields, const void *usual) {
    char text[64];
    for (const level_field *f = fields; f->name; ++f) {
        fprintf(to, "| `%s` | ", f->name);
        put_takes(to, f);
        fprintf(to, " | %s | ", usual && default_text(f, usual, text, sizeof text) ? text : "");
        put_cell(to, f->text);
        fprintf(to, " |\n");
    }
}

static void put_shape_rows(FILE *to) {
    fprintf(to, "\n### A shape\n\n| field | of | |\n|---|---|---|\n");
    for (const shape_field *f = SHAPE_FIELDS; f->name; ++f) {
        const char *between = "";
        const unsigned kinds = f->made | f->raw;
        fprintf(to, "| `%s` | ", f->name);
        if ((kinds & 0x3f) == 0x3f) fprintf(to, "all");
        for (int kind = 0; kind < SHAPE_KINDS && (kinds & 0x3f) != 0x3f; ++kind) {
            if ((kinds >> kind & 1) == 0) continue;
            fprintf(to, "%s`%s`", between, SHAPE_NAMES[kind]);
            between = ", ";
        }
        fprintf(to, " | %s |\n", f->text);
    }
}

void describe_fields(FILE *to) {
    const defaults all = defaults_of_all();
    for (int i = 0; i < OBJECTS; ++i) {
        const level_object *o = ALL[i].object;
        fprintf(to, "%s### %s\n\n| field | takes | default | |\n|---|---|---|---|\n",
                i > 0 ? "\n" : "", ALL[i].title);
        put_rows(to, o->fields, o == &LEVEL_PARAM ? NULL : (const char *)&all + ALL[i].offset);
        put_rows(to, o->more, NULL);
        for (const level_other *other = o->others; other->name; ++other)
            fprintf(to, "| `%s` | | | %s |\n", other->name, other->text);
    }
    put_shape_rows(to);
}
