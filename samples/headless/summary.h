/* summary.h: a run's results as a list of named facts, printed as text or as JSON. */
#ifndef SAMPLES_HEADLESS_SUMMARY_H
#define SAMPLES_HEADLESS_SUMMARY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SUMMARY_FACTS = 64, SUMMARY_NUMBER = 32 };

typedef struct fact {
    const char *name, *unit;
    char number[SUMMARY_NUMBER];
    const char *text; /* replaces the number; NULL: none */
} fact;

/* Zero-initialised it is empty. */
typedef struct summary {
    fact facts[SUMMARY_FACTS];
    size_t count;
} summary;

/* Names have underscores, which are printed as spaces in text. */
void summary_count(summary *s, const char *name, uint64_t count);
void summary_number(summary *s, const char *name, const char *unit, double number);

/* Of four digits: a measured time or size. */
void summary_rough(summary *s, const char *name, const char *unit, double number);

/* The text must outlive the summary. */
void summary_text(summary *s, const char *name, const char *text);

/* To stdout. */
void summary_print(const summary *s, bool json);

#endif
