/* series.c: columns over time. */
#include <stdlib.h>

#include "headless/recorder.h"
#include "headless/table.h"

typedef struct series {
    table rows;
    const char *path, *title, *origin;
    const column *columns[TABLE_COLUMNS];
} series;

static bool take(void *own, const moment *at) {
    series *s = own;
    double row[TABLE_COLUMNS];
    for (size_t i = 0; i < s->rows.columns; ++i) row[i] = s->columns[i]->value(at);
    return table_add(&s->rows, row);
}

static bool log_rows(void *own, keeper *k) {
    return table_log(&((series *)own)->rows, k);
}

static void drop(void *own) {
    series *s = own;
    table_free(&s->rows);
    free(s);
}

static bool end(void *own) {
    series s = *(series *)own;
    free(own);
    return table_finish(&s.rows, true, s.title, s.origin, s.path);
}

bool series_open(recorder *r, const char *path, const char *origin, const char *title,
                 const column *const *columns, size_t count) {
    series *s = calloc(1, sizeof *s);
    if (!s) return false;
    s->path = path;
    s->title = title;
    s->origin = origin;
    for (size_t i = 0; i < count; ++i) {
        s->columns[i] = columns[i];
        table_column(&s->rows, columns[i]->name, columns[i]->unit);
    }
    const recorder made = {path, false, take, end, drop, NULL, log_rows, s};
    *r = made;
    return true;
}
