#include "headless/table.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "headless/origin.h"
#include "picture/page.h"

void table_column(table *t, const char *name, const char *unit) {
    char *to = t->names[t->columns++];
    if (*unit)
        snprintf(to, TABLE_NAME, "%s [%s]", name, unit);
    else
        snprintf(to, TABLE_NAME, "%s", name);
}

bool table_add(table *t, const double *row) {
    if (t->rows == t->capacity) {
        const size_t capacity = 2 * t->capacity + 256;
        double *cells = realloc(t->cells, capacity * t->columns * sizeof *cells);
        if (!cells) return false;
        t->cells = cells;
        t->capacity = capacity;
    }
    memcpy(t->cells + t->rows++ * t->columns, row, t->columns * sizeof *row);
    return true;
}

bool table_log(table *t, keeper *k) {
    const size_t size = t->columns * sizeof *t->cells;
    uint64_t count = t->rows - t->kept;
    if (!keeper_bytes(k, &count, sizeof count)) return false;
    for (; count > 0; --count) {
        double row[TABLE_COLUMNS];
        if (k->saves) memcpy(row, t->cells + t->kept * t->columns, size);
        if (!keeper_bytes(k, row, size)) return false;
        if (!k->saves && !table_add(t, row)) return false;
        ++t->kept;
    }
    return true;
}

void table_free(table *t) {
    free(t->cells);
    t->cells = NULL;
    t->rows = t->capacity = 0;
}

/* ---- Writing --------------------------------------------------------------------------------- */

static bool is_csv(const char *path) {
    const char *dot = strrchr(path, '.');
    return dot && strcmp(dot, ".csv") == 0;
}

bool table_allows(const char *path) {
    return is_csv(path) || page_kind_of(path) != PAGE_UNKNOWN;
}

const char *table_digits(char text[TABLE_DIGITS], double number) {
    for (int digits = 15; digits <= 17; ++digits) {
        snprintf(text, TABLE_DIGITS, "%.*g", digits, number);
        if (strtod(text, NULL) == number) break;
    }
    return isnan(number) ? "" : text;
}

void table_number(FILE *file, double number) {
    char text[TABLE_DIGITS];
    fputs(table_digits(text, number), file);
}

static bool write_csv(const table *t, const char *origin, const char *path) {
    output to;
    if (!output_begin(&to, path)) return false;
    origin_line(to.file, origin);
    for (size_t k = 0; k < t->columns; ++k) fprintf(to.file, "%s%s", k > 0 ? "," : "", t->names[k]);
    for (size_t i = 0; i < t->rows * t->columns; ++i) {
        fputc(i % t->columns == 0 ? '\n' : ',', to.file);
        table_number(to.file, t->cells[i]);
    }
    fputc('\n', to.file);
    return output_end(&to);
}

static bool write_chart(const table *t, const char *title, const char *path) {
    enum { WIDTH = 760, HEIGHT = 420 };
    page sheet;
    chart c = {.title = title, .cells = t->cells, .rows = t->rows, .lines = t->columns - 1};
    for (size_t k = 0; k < t->columns; ++k) c.names[k] = t->names[k];
    if (!page_begin(&sheet, path, WIDTH, HEIGHT)) return false;
    chart_draw(&sheet.pen, pen_at(0, 0), WIDTH, HEIGHT, &c);
    return page_end(&sheet);
}

bool table_finish(table *t, bool whole, const char *title, const char *origin, const char *path) {
    const bool written =
        whole && (is_csv(path) ? write_csv(t, origin, path) : write_chart(t, title, path));
    const int why = errno;
    table_free(t);
    errno = why;
    return written;
}
