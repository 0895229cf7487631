/* table.h: named columns of numbers, written as CSV or drawn as a chart. */
#ifndef SAMPLES_HEADLESS_TABLE_H
#define SAMPLES_HEADLESS_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "headless/keeper.h"
#include "picture/chart.h"

enum { TABLE_COLUMNS = CHART_LINES + 1, TABLE_NAME = 48 };

typedef struct table {
    char names[TABLE_COLUMNS][TABLE_NAME];
    size_t columns;
    double *cells; /* row by row */
    size_t rows, capacity;
    size_t kept; /* rows that are in a checkpoint */
} table;

/* Adds a column, before the first row; the unit may be empty. */
void table_column(table *t, const char *name, const char *unit);

/* Adds a row; false when memory is refused. */
bool table_add(table *t, const double *row);

/* Whether the path has an allowed extension: .csv, or that of a picture. */
bool table_allows(const char *path);

/* The rows since the last checkpoint, into it or from it. */
bool table_log(table *t, keeper *k);

void table_free(table *t);

/* Writes a whole table as CSV, after its origin, or as a chart over the first column, by the
 * extension, and frees it. False when no file was written; errno says why. */
bool table_finish(table *t, bool whole, const char *title, const char *origin, const char *path);

/* The shortest text that reads back as the same double; NaN as nothing. */
enum { TABLE_DIGITS = 32 };
const char *table_digits(char text[TABLE_DIGITS], double number);
void table_number(FILE *file, double number);

#endif
