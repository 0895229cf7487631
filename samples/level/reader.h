/* reader.h: values of JSON to fields, and errors with their place; for read.c and build.c. */
#ifndef SAMPLES_LEVEL_READER_H
#define SAMPLES_LEVEL_READER_H

#include <jansson.h>

#include "level/fields.h"
#include "level/level.h"
#include "level/place.h"

/* A text that is being read. */
typedef struct reader {
    level *level;
    evo_world *world;
    level_step way[LEVEL_DEPTH]; /* from the whole to what is read now */
    int depth;
    evo_material *materials; /* of the file, in its order */
    bool told;               /* a call has failed, and said why: */
    char why[LEVEL_ERROR / 2];
} reader;

/* Goes into a value of an object, or of a list, and out again. */
void reader_enter(reader *r, const char *key);
void reader_enter_item(reader *r, size_t index);
void reader_leave(reader *r);

/* Notes an error about what is read now, "path" and the words after it; only the first one stays.
 * `at_key`: it is about a name. Returns false. */
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
bool reader_fail(reader *r, bool at_key, const char *format, ...);

/* Notes why a call has refused what is read now, by what it complained of. Returns false. */
bool reader_refused(reader *r, const level_object *object, evo_result result);

/* config.complain of a world that is built; its context is the reader. */
void reader_told(void *context, const evo_complaint *complaint);

/* Reads an object: its fields into `to`, those of `more` into `to_more`; values of the others are
 * left alone. What has no field is refused. */
bool reader_object(reader *r, const level_object *object, json_t *from, void *to, void *to_more);

/* Reads a part of an object by its name, if it is there. */
bool reader_material(reader *r, json_t *from, evo_material *to);
bool reader_vector(reader *r, json_t *from, evo_vec2 *to);
bool reader_shape(reader *r, json_t *from, evo_shape *to);

/* Finds the place of a body by its name, `later` places further on in its list. */
bool reader_body(reader *r, json_t *from, size_t later, size_t *place);

/* Return whether a value is of the type; else note what it must be. */
bool reader_is_object(reader *r, json_t *value);
bool reader_is_list(reader *r, json_t *value);
bool reader_is_text(reader *r, json_t *value);

#endif
