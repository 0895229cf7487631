/* fields.h: the table of what a scene file may say: names, kinds and rules of all fields. Reader,
 * writer, schema and manual go by it; fields.awk makes it of the headers. */
#ifndef SAMPLES_LEVEL_FIELDS_H
#define SAMPLES_LEVEL_FIELDS_H

#include "level/format.h"

/* How a field is written. */
typedef enum level_kind {
    LEVEL_NUMBER,
    LEVEL_BOOL,
    LEVEL_INT, /* int, and the like below */
    LEVEL_I32,
    LEVEL_SIZE,
    LEVEL_U64,      /* also as "0xff" */
    LEVEL_WORD,     /* a name of an enum */
    LEVEL_FLAGS,    /* a list of names */
    LEVEL_VECTOR,   /* [x, y] */
    LEVEL_POSE,     /* [x, y], [x, y, angle], or an object */
    LEVEL_STRUCT,   /* an object */
    LEVEL_MATERIAL, /* an object, or the name of one of the file's materials */
    LEVEL_SHAPE,    /* an object: see shapes.h */
    LEVEL_BODY      /* the name of a body */
} level_kind;

/* A name for a value of an enum. */
typedef struct level_word {
    const char *name; /* NULL: the last one was before */
    int value;
    const char *text; /* the comment of the header */
} level_word;

/* A field of a struct. */
typedef struct level_field {
    const char *name; /* NULL: the last one was before */
    size_t offset;
    level_kind kind;
    const struct level_field *parts; /* of a struct */
    const level_word *words;         /* of an enum or flags */
    double least, most;
    bool open; /* `least` itself is out of the range */
    const char *text;
} level_field;

/* What an object has beside fields: lists, names and the like, which the reader knows one by
 * one. */
typedef struct level_other {
    const char *name; /* NULL: the last one was before */
    const char *form; /* for the schema: a name in its "$defs", or a type of JSON */
    const char *text;
} level_other;

/* A kind of object in a file. */
typedef struct level_object {
    const char *name; /* "body" */
    const level_field *fields, *more;
    const level_other *others;
    size_t size; /* of the struct of `fields` */
} level_object;

extern const level_object LEVEL_SCENE, LEVEL_PARAM, LEVEL_WORLD, LEVEL_EXACT, LEVEL_MATERIALS,
    LEVEL_BODIES, LEVEL_COLLIDER, LEVEL_CHAIN, LEVEL_MASS, LEVEL_JOINT, LEVEL_REPEAT;

/* Returns the field of a name, or NULL. */
const level_field *level_find(const level_field *fields, const char *name);

/* Returns the name of a value; NULL: it has none. */
const char *level_word_of(const level_word *words, int value);

#endif
