/* summary.h: what came of a run, as a list of named facts, to be printed for people or as JSON. */
#ifndef SAMPLES_HEADLESS_SUMMARY_H
#define SAMPLES_HEADLESS_SUMMARY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SUMMARY_FACTS = 48, SUMMARY_NUMBER = 32 };

typedef struct fact {
    const char *name, *unit;
    char number[SUMMARY_NUMBER];
    const char *text; /* in place of the number; NULL: there is none */
} fact;

/* Zero-initialised it is empty. */
typedef struct summary {
    fact facts[SUMMARY_FACTS];
    size_t count;
} summary;

/* Names have underscores, which people see as spaces. */
void summary_count(summary *s, const char *name, uint64_t count);
void summary_number(summary *s, const char *name, const char *unit, double number);

/* The text is to last for as long as the summary. */
void summary_text(summary *s, const char *name, const char *text);

/* To stdout. */
void summary_print(const summary *s, bool json);

#endif
