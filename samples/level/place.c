/* place.c: where in a text a value stands. In: text that the parser of JSON has taken, and the
 * way to a value; out: line and column. It runs where an error is told, so no value need keep
 * its place. */
#include "level/place.h"

#include <string.h>

typedef struct scan {
    const char *at, *end;
} scan;

static void skip_space(scan *s) {
    while (s->at < s->end && strchr(" \t\r\n", *s->at) && *s->at != '\0') ++s->at;
}

static void skip_string(scan *s) {
    for (++s->at; s->at < s->end && *s->at != '"'; ++s->at)
        if (*s->at == '\\') ++s->at;
    if (s->at < s->end) ++s->at;
}

/* Skips a value, however deep it is. */
static void skip_value(scan *s) {
    size_t depth = 0;
    do {
        skip_space(s);
        if (s->at >= s->end) return;
        const char c = *s->at;
        if (c == '"') {
            skip_string(s);
        } else if (c == '{' || c == '[') {
            ++depth;
            ++s->at;
            continue;
        } else if (c == '}' || c == ']') {
            if (depth == 0) return;
            --depth;
            ++s->at;
        } else if (c == ',' || c == ':') {
            ++s->at;
            continue;
        } else {
            while (s->at < s->end && !strchr(" \t\r\n,:]}", *s->at)) ++s->at;
        }
    } while (depth > 0);
}

/* Goes to the value of a key; `key` gets where its name stands. */
static bool enter_object(scan *s, const level_step *step, const char **key) {
    for (++s->at; s->at < s->end;) {
        skip_space(s);
        if (s->at >= s->end || *s->at != '"') return false;
        const char *name = s->at;
        skip_string(s);
        const size_t length = (size_t)(s->at - name);
        const bool same =
            length == step->length + 2 && memcmp(name + 1, step->key, step->length) == 0;
        skip_space(s);
        if (s->at < s->end) ++s->at; /* the colon */
        skip_space(s);
        *key = name;
        if (same) return true;
        skip_value(s);
        skip_space(s);
        if (s->at >= s->end || *s->at != ',') return false;
        ++s->at;
    }
    return false;
}

static bool enter_list(scan *s, size_t index) {
    ++s->at;
    for (size_t i = 0;; ++i) {
        skip_space(s);
        if (s->at >= s->end || *s->at == ']') return false;
        if (i == index) return true;
        skip_value(s);
        skip_space(s);
        if (s->at >= s->end || *s->at != ',') return false;
        ++s->at;
    }
}

static bool enter(scan *s, const level_step *step, const char **key) {
    if (s->at >= s->end) return false;
    if (step->key && *s->at == '{') return enter_object(s, step, key);
    const bool x = step->key && step->length == 1 && *step->key == 'x';
    const bool y = step->key && step->length == 1 && *step->key == 'y';
    if (*s->at != '[' || (step->key && !x && !y)) return false;
    *key = s->at;
    return enter_list(s, step->key ? (size_t)y : step->index);
}

void level_place(const char *text, size_t size, const level_step *way, int steps, bool at_key,
                 int *line, int *column) {
    scan s = {text, text + size};
    skip_space(&s);
    const char *found = s.at;
    for (int i = 0; i < steps; ++i) {
        const char *key = s.at;
        if (!enter(&s, &way[i], &key)) break;
        found = at_key && i + 1 == steps ? key : s.at;
    }
    *line = 1;
    *column = 1;
    for (const char *at = text; at < found; ++at) {
        if (*at == '\n') {
            ++*line;
            *column = 1;
        } else if (((unsigned char)*at & 0xc0) != 0x80) {
            ++*column; /* of characters, not of bytes */
        }
    }
}
