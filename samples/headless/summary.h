/* summary.h: what came of a run, as a list of named facts, to be printed for people or as JSON. */
#ifndef SAMPLES_HEADLESS_SUMMARY_H
#define SAMPLES_HEADLESS_SUMMARY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SUMMARY_FACTS = 48, SUMMARY_TEXT = 128 };

typedef struct fact {
    const char *name, *unit;
    char text[SUMMARY_TEXT];
    bool quoted; /* in JSON */
} fact;

/* Zero-initialised it is empty. */
typedef struct summary {
    fact facts[SUMMARY_FACTS];
    size_t count;
} summary;

/* Names have underscores, which people see as spaces. */
void summary_count(summary *s, const char *name, uint64_t count);
void summary_number(summary *s, const char *name, const char *unit, double number);
void summary_text(summary *s, const char *name, const char *text);

/* To stdout. */
void summary_print(const summary *s, bool json);

#endif
