/* fields.c: the table of fields. In: what fields.awk writes of the headers; out: kinds of
 * objects. */
#include "level/fields.h"

#include <math.h>
#include <string.h>

/* Kind, parts and words by the type of a field. */
#define FIELD(of, name, type, least, most, open, text)                                             \
    { #name, offsetof(of, name), TYPE_##type, least, most, open, text }
#define WORD(value, name, text)                                                                    \
    { #name, value, text }

#define TYPE_double LEVEL_NUMBER, NULL, NULL
#define TYPE_bool LEVEL_BOOL, NULL, NULL
#define TYPE_int LEVEL_INT, NULL, NULL
#define TYPE_unsigned LEVEL_FLAGS, NULL, WORDS_flags
#define TYPE_size_t LEVEL_SIZE, NULL, NULL
#define TYPE_uint64_t LEVEL_U64, NULL, NULL
#define TYPE_int32_t LEVEL_I32, NULL, NULL
#define TYPE_evo_vec2 LEVEL_VECTOR, FIELDS_evo_vec2, NULL
#define TYPE_evo_pose LEVEL_POSE, FIELDS_evo_pose, NULL
#define TYPE_evo_bounds LEVEL_STRUCT, FIELDS_evo_bounds, NULL
#define TYPE_evo_material LEVEL_MATERIAL, FIELDS_evo_material, NULL
#define TYPE_evo_filter LEVEL_STRUCT, FIELDS_evo_filter, NULL
#define TYPE_evo_locks LEVEL_STRUCT, FIELDS_evo_locks, NULL
#define TYPE_evo_shape LEVEL_SHAPE, NULL, NULL
#define TYPE_evo_body LEVEL_BODY, NULL, NULL
#define TYPE_evo_body_kind LEVEL_WORD, NULL, WORDS_evo_body_kind
#define TYPE_evo_joint_kind LEVEL_WORD, NULL, WORDS_evo_joint_kind
#define TYPE_evo_boundary LEVEL_WORD, NULL, WORDS_evo_boundary

#include "level_fields.inc"

/* ---- Objects --------------------------------------------------------------------------------- */

static const level_other NO_OTHERS[] = {{0}};
static const level_field NO_FIELDS[] = {{0}};

static const level_other SCENE_OTHERS[] = {
    {"$schema", "string", "where editors find the names: scene.schema.json"},
    {"version", "version", "of the format: 1"},
    {"units", "string", "a reminder; nothing reads it: metres, kilograms, seconds, radians"},
    {"title", "string", "a sentence about the scene"},
    {"look", "string", "what to do, and what to look at"},
    {"left_out", "strings", "what the world had that a file cannot hold; nothing reads it"},
    {"params", "params", "numbers that programs may change, by name: \"$name\" stands for each"},
    {"world", "world", "the config of the world"},
    {"materials", "materials", "materials by name"},
    {"bodies", "bodies", "bodies by name: one, or a list, or one that is repeated"},
    {"parts", "parts", "colliders and chains that come after all bodies: `body` names theirs"},
    {"joints", "joints", "joints by name: one, or a list, or one that is repeated"},
    {0}};

static const level_other PARAM_OTHERS[] = {{"help", "string", "what the number means"}, {0}};

static const level_other WORLD_OTHERS[] = {
    {"exact", "exact", "makes it a world of exact time; {} will do"},
    {"wall", "material_or_name", "material of the walls"},
    {0}};

static const level_other BODY_OTHERS[] = {
    {"colliders", "colliders", "more colliders"},
    {"chains", "chains", "chains of segments"},
    {"mass", "mass", "in place of the mass of its shapes"},
    {"repeat", "repeat", "makes it a list of copies; a list of repeats makes rows of rows"},
    {0}};

static const level_other COLLIDER_OTHERS[] = {{"body", "string", "in `parts`: its body"}, {0}};

static const level_other CHAIN_OTHERS[] = {
    {"points", "points", "in the frame of the body"},
    {"materials", "list_of_materials", "one for each link"},
    {"links", "shapes", "the segments to the last bit, where points cannot tell them"},
    {"body", "string", "in `parts`: its body"},
    {0}};

static const level_other JOINT_OTHERS[] = {
    {"repeat", "repeat", "makes it a list of copies, between the next bodies of both lists"}, {0}};

const level_object LEVEL_SCENE = {"scene", FIELDS_level_head, NO_FIELDS, SCENE_OTHERS,
                                  sizeof(level_head)},
                   LEVEL_PARAM = {"param", FIELDS_level_param, NO_FIELDS, PARAM_OTHERS,
                                  sizeof(level_param)},
                   LEVEL_WORLD = {"world", FIELDS_evo_world_config, NO_FIELDS, WORLD_OTHERS,
                                  sizeof(evo_world_config)},
                   LEVEL_EXACT = {"exact", FIELDS_evo_exact_config, NO_FIELDS, NO_OTHERS,
                                  sizeof(evo_exact_config)},
                   LEVEL_MATERIALS = {"material", FIELDS_evo_material, NO_FIELDS, NO_OTHERS,
                                      sizeof(evo_material)},
                   LEVEL_BODIES = {"body", FIELDS_evo_body_config, FIELDS_level_body_more,
                                   BODY_OTHERS, sizeof(evo_body_config)},
                   LEVEL_COLLIDER = {"collider", FIELDS_evo_collider_config, NO_FIELDS,
                                     COLLIDER_OTHERS, sizeof(evo_collider_config)},
                   LEVEL_CHAIN = {"chain", FIELDS_evo_chain_config, NO_FIELDS, CHAIN_OTHERS,
                                  sizeof(evo_chain_config)},
                   LEVEL_MASS = {"mass", FIELDS_evo_mass, NO_FIELDS, NO_OTHERS, sizeof(evo_mass)},
                   LEVEL_JOINT = {"joint", FIELDS_evo_joint_config, FIELDS_level_joint_more,
                                  JOINT_OTHERS, sizeof(evo_joint_config)},
                   LEVEL_REPEAT = {"repeat", FIELDS_level_repeat, NO_FIELDS, NO_OTHERS,
                                   sizeof(level_repeat)};

const level_field *level_find(const level_field *fields, const char *name) {
    for (const level_field *f = fields; f->name; ++f)
        if (strcmp(f->name, name) == 0) return f;
    return NULL;
}

const char *level_word_of(const level_word *words, int value) {
    for (const level_word *w = words; w->name; ++w)
        if (w->value == value) return w->name;
    return NULL;
}
