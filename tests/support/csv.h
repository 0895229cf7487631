/* csv.h: reads the reference cases: a header line of column names, then rows. */
#ifndef TESTS_SUPPORT_CSV_H
#define TESTS_SUPPORT_CSV_H

#include <stdio.h>

enum { CSV_COLUMNS = 80, CSV_LINE = 4096 };

typedef struct csv {
    FILE *file;
    char header[CSV_LINE], line[CSV_LINE];
    const char *names[CSV_COLUMNS], *cells[CSV_COLUMNS];
    int columns, rows;
} csv;

/* Fails the running test when the file cannot be read. Paths start at the repository. */
void csv_open(csv *table, const char *path);
int csv_next(csv *table); /* 0 after the last row */
void csv_close(csv *table);

int csv_has(const csv *table, const char *column);

/* A cell of the current row. csv_float rounds to float32, the type of the inputs. */
const char *csv_text(const csv *table, const char *column);
double csv_number(const csv *table, const char *column);
double csv_float(const csv *table, const char *column);

#endif
