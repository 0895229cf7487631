#include "csv.h"
#include "support/check.h"

#include <stdlib.h>
#include <string.h>

static int split(char *line, const char **cells) {
    int count = 0;
    line[strcspn(line, "\r\n")] = 0;
    for (char *cell = line; cell && count < CSV_COLUMNS; ++count) {
        char *comma = strchr(cell, ',');
        if (comma) *comma = 0;
        cells[count] = cell;
        cell = comma ? comma + 1 : NULL;
    }
    return count;
}

void csv_open(csv *table, const char *path) {
    memset(table, 0, sizeof *table);
    table->file = fopen(path, "r");
    ck_assert_msg(table->file, "%s cannot be read: run the tests from the repository", path);
    ck_assert_msg(fgets(table->header, CSV_LINE, table->file), "%s is empty", path);
    table->columns = split(table->header, table->names);
}

int csv_next(csv *table) {
    if (!fgets(table->line, CSV_LINE, table->file)) return 0;
    ck_assert_int_eq(split(table->line, table->cells), table->columns);
    ++table->rows;
    return 1;
}

void csv_close(csv *table) {
    fclose(table->file);
}

int csv_has(const csv *table, const char *column) {
    for (int i = 0; i < table->columns; ++i)
        if (strcmp(table->names[i], column) == 0) return 1;
    return 0;
}

const char *csv_text(const csv *table, const char *column) {
    for (int i = 0; i < table->columns; ++i)
        if (strcmp(table->names[i], column) == 0) return table->cells[i];
    ck_abort_msg("there is no column %s", column);
    return "";
}

double csv_number(const csv *table, const char *column) {
    return strtod(csv_text(table, column), NULL);
}

double csv_float(const csv *table, const char *column) {
    return (double)strtof(csv_text(table, column), NULL);
}
