/* describe.h: the table of fields as a schema for editors, and as a table for people. */
#ifndef SAMPLES_LEVEL_DESCRIBE_H
#define SAMPLES_LEVEL_DESCRIBE_H

#include <stdio.h>

/* Writes a JSON Schema (draft 7), by which editors complete and check scene files. */
void describe_schema(FILE *to);

/* Writes tables of all fields, in Markdown: name, what it takes, default, and the comment of the
 * header. */
void describe_fields(FILE *to);

#endif
