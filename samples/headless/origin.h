/* origin.h: where an output comes from, as its first line says: scene, parameters, seed, build and
 * date. */
#ifndef SAMPLES_HEADLESS_ORIGIN_H
#define SAMPLES_HEADLESS_ORIGIN_H

#include <stdio.h>

#include "headless/arguments.h"

enum { ORIGIN_TEXT = 1024, ORIGIN_DATE = 32 };

/* All but the date, which is the same for the same arguments; without quotes. */
void origin_text(char text[ORIGIN_TEXT], const arguments *asked);

/* The time now, as 2026-01-31T23:59:59Z; "": it is not known. */
void origin_date(char date[ORIGIN_DATE]);

/* Writes the line that begins a table: a comment with the text and the date. */
void origin_line(FILE *file, const char *text);

#endif
