/* table.h: named columns of numbers, to be written as CSV or drawn as a chart. */
#ifndef SAMPLES_HEADLESS_TABLE_H
#define SAMPLES_HEADLESS_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "picture/chart.h"

enum { TABLE_COLUMNS = CHART_LINES + 1, TABLE_NAME = 48 };

typedef struct table {
    char names[TABLE_COLUMNS][TABLE_NAME];
    size_t columns;
    double *cells; /* row by row */
    size_t rows, capacity;
} table;

/* One more column, of a name and a unit, which may be empty. Before the first row. */
void table_column(table *t, const char *name, const char *unit);

/* One more row; false when memory is refused. */
bool table_add(table *t, const double *row);

/* Whether a file of this name can be one: .csv, or a picture. */
bool table_allows(const char *path);

void table_free(table *t);

/* Writes it, if it is whole, as CSV or as a chart over the first column, by what the name ends
 * with; and frees it. False when there is no such file then; errno says why. */
bool table_finish(table *t, bool whole, const char *title, const char *path);

/* A number in as few digits as bring it back to the last bit; what is none as `nan`. */
void table_number(FILE *file, double number);

#endif
