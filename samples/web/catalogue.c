#include "web/catalogue.h"

#include <stdarg.h>
#include <stdio.h>

/* Bytes; all entries take about a third. */
enum { ROOM = 65536 };

static char text[ROOM];
static size_t length;

/* Names, titles and helps have neither quotes nor backslashes. */
static void add(const char *format, ...) {
    va_list values;
    va_start(values, format);
    const int wrote = vsnprintf(text + length, ROOM - length, format, values);
    va_end(values);
    if (wrote > 0 && length + (size_t)wrote < ROOM) length += (size_t)wrote;
}

/* The texts of the values of a parameter that chooses a kind. */
static void add_names(const entry *e, size_t number) {
    const scene_param *p = &e->params[number];
    char first[32], plain[32];
    entry_value_text(e, number, p->min, first, sizeof first);
    snprintf(plain, sizeof plain, "%.6g", p->min);
    if (!p->whole || first[0] == plain[0]) return;
    add(",\"names\":[");
    for (double value = p->min; value <= p->max; ++value) {
        entry_value_text(e, number, value, first, sizeof first);
        add("%s\"%s\"", value > p->min ? "," : "", first);
    }
    add("]");
}

static void add_param(const scene_param *p, const entry *e, size_t number) {
    add("%s{\"name\":\"%s\",\"value\":%.9g,\"min\":%.9g,\"max\":%.9g,\"slide\":%.9g,\"whole\":%s,"
        "\"help\":\"%s\"",
        number > 0 ? "," : "", p->name, p->value, p->min, p->max, entry_slider_max(p),
        p->whole ? "true" : "false", p->help);
    if (e) add_names(e, number);
    add("}");
}

static void add_entry(size_t number) {
    const entry e = entry_at(number);
    add("%s{\"name\":\"%s\",\"title\":\"%s\",\"demo\":%s,\"seconds\":%.9g,\"world\":%zu,",
        number > 0 ? "," : "", e.name, e.title, e.demo ? "true" : "false",
        e.scene ? e.scene->seconds : 0, entry_world_count(&e));
    if (e.scene) add("\"look\":\"%s\",\"keys\":%u,", e.scene->look, e.scene->keys);
    add("\"params\":[");
    for (size_t i = 0; i < e.count; ++i) add_param(&e.params[i], &e, i);
    add("]}");
}

const char *catalogue_text(const desk *d) {
    if (length > 0) return text;
    add("{\"entries\":[");
    for (size_t i = 0; i < entry_count(); ++i) add_entry(i);
    add("],\"world\":[");
    for (size_t i = 0; i < WORLD_OFFERED; ++i) add_param(&WORLD_PARAM[i], NULL, i);
    add("],\"switches\":[");
    for (size_t i = 0; i < SHOWN_COUNT; ++i)
        add("%s{\"name\":\"%s\",\"key\":\"%c\"}", i > 0 ? "," : "", d->shown[i].name,
            d->shown[i].key);
    add("],\"seed\":%.0f}", (double)d->seed);
    return text;
}
