/* guess.h: the name that a misspelt one was meant to be. */
#ifndef SAMPLES_HEADLESS_GUESS_H
#define SAMPLES_HEADLESS_GUESS_H

#include <stddef.h>

enum { GUESS_TEXT = 80 };

typedef struct guess {
    const char *word;
    size_t length;
    const char *best; /* NULL: none is near */
    size_t edits;     /* between the word and the best name */
    char text[GUESS_TEXT];
} guess;

/* Begins for a word of `length` characters. */
guess guess_begin(const char *word, size_t length);

/* Considers a name. */
void guess_offer(guess *g, const char *name);

/* " Did you mean NAME?" of the nearest name, after `prefix`; "" if none is near. */
const char *guess_text(guess *g, const char *prefix);

#endif
