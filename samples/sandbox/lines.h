/* lines.h: a text of short lines, some of them marked. */
#ifndef SAMPLES_SANDBOX_LINES_H
#define SAMPLES_SANDBOX_LINES_H

#include <stdbool.h>
#include <stddef.h>

enum { LINES_MOST = 240, LINES_LETTERS = 46 };

typedef enum line_kind { LINE_PLAIN, LINE_HEAD, LINE_MARKED } line_kind;

typedef struct text_line {
    line_kind kind;
    char text[LINES_LETTERS + 1];
} text_line;

/* Zero-initialised it is empty. */
typedef struct text_lines {
    text_line of[LINES_MOST];
    size_t count;
} text_lines;

/* Adds a text, broken at spaces into lines of at most LINES_LETTERS; from the second one on they
 * are indented. What is beyond LINES_MOST is left out. */
void lines_add(text_lines *to, line_kind kind, const char *format, ...);

#endif
