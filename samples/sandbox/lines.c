#include "sandbox/lines.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const size_t INDENT = 4;

/* How many letters of a text go into a line with so much room. */
static size_t fitting(const char *text, size_t room) {
    const size_t length = strlen(text);
    if (length <= room) return length;
    size_t end = room;
    while (end > 0 && text[end] != ' ') --end;
    return end > 0 ? end : room;
}

void lines_add(text_lines *to, line_kind kind, const char *format, ...) {
    char text[600];
    va_list values;
    va_start(values, format);
    vsnprintf(text, sizeof text, format, values);
    va_end(values);
    const char *at = text;
    for (size_t indent = 0; to->count < LINES_MOST; indent = INDENT) {
        text_line *line = &to->of[to->count++];
        const size_t length = fitting(at, LINES_LETTERS - indent);
        line->kind = kind;
        snprintf(line->text, sizeof line->text, "%*s%.*s", (int)indent, "", (int)length, at);
        at += length;
        while (*at == ' ') ++at;
        if (*at == '\0') return;
    }
}
