/* guess.c: In: a word and names. Out: the name with the fewest edits. An edit inserts, drops or
 * replaces a letter, or swaps two neighbours. */
#include "headless/guess.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { LONGEST = 32 };

guess guess_begin(const char *word, size_t length) {
    guess g = {.word = word, .length = length};
    return g;
}

static size_t least(size_t a, size_t b) {
    return a < b ? a : b;
}

static bool same(char a, char b) {
    return tolower((unsigned char)a) == tolower((unsigned char)b);
}

/* Rows of the table of edits between the first i letters of a and the first k of b. */
static size_t count_edits(const char *a, size_t a_length, const char *b, size_t b_length) {
    size_t rows[3][LONGEST + 1];
    for (size_t k = 0; k <= b_length; ++k) rows[0][k] = k;
    for (size_t i = 1; i <= a_length; ++i) {
        const size_t *above = rows[(i - 1) % 3], *second = rows[(i + 1) % 3];
        size_t *row = rows[i % 3];
        row[0] = i;
        for (size_t k = 1; k <= b_length; ++k) {
            row[k] =
                least(least(above[k], row[k - 1]) + 1, above[k - 1] + !same(a[i - 1], b[k - 1]));
            if (i > 1 && k > 1 && same(a[i - 1], b[k - 2]) && same(a[i - 2], b[k - 1]))
                row[k] = least(row[k], second[k - 2] + 1);
        }
    }
    return rows[a_length % 3][b_length];
}

/* A beginning of three letters and more is as good as one edit. */
static size_t distance(const guess *g, const char *name) {
    const size_t length = strlen(name);
    if (g->length >= 3 && g->length < length && strncmp(g->word, name, g->length) == 0) return 1;
    return count_edits(g->word, g->length, name, length);
}

void guess_offer(guess *g, const char *name) {
    if (g->length == 0 || g->length > LONGEST || strlen(name) > LONGEST) return;
    const size_t edits = distance(g, name);
    if (edits > (g->length + 1) / 3 || (g->best && edits >= g->edits)) return;
    g->best = name;
    g->edits = edits;
}

const char *guess_text(guess *g, const char *prefix) {
    g->text[0] = '\0';
    if (g->best) snprintf(g->text, sizeof g->text, " Did you mean %s%s?", prefix, g->best);
    return g->text;
}
