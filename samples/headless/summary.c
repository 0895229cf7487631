#include "headless/summary.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static fact *add(summary *s, const char *name, const char *unit) {
    fact *made = &s->facts[s->count++];
    made->name = name;
    made->unit = unit;
    return made;
}

void summary_count(summary *s, const char *name, uint64_t count) {
    snprintf(add(s, name, "")->number, SUMMARY_NUMBER, "%" PRIu64, count);
}

/* Ten digits; the hash shows smaller differences. JSON has neither infinity nor NaN. */
void summary_number(summary *s, const char *name, const char *unit, double number) {
    fact *made = add(s, name, unit);
    if (isfinite(number))
        snprintf(made->number, SUMMARY_NUMBER, "%.10g", number);
    else
        snprintf(made->number, SUMMARY_NUMBER, "null");
}

void summary_rough(summary *s, const char *name, const char *unit, double number) {
    char four[SUMMARY_NUMBER];
    snprintf(four, sizeof four, "%.4g", number);
    summary_number(s, name, unit, strtod(four, NULL));
}

void summary_text(summary *s, const char *name, const char *text) {
    add(s, name, "")->text = text;
}

static void print_string(const char *text) {
    putchar('"');
    for (; *text; ++text) {
        if (*text == '"' || *text == '\\') putchar('\\');
        if ((unsigned char)*text < 32)
            printf("\\u%04x", (unsigned)*text);
        else
            putchar(*text);
    }
    putchar('"');
}

static void print_json(const summary *s) {
    for (size_t i = 0; i < s->count; ++i) {
        printf("%s\"%s\": ", i > 0 ? ",\n  " : "{\n  ", s->facts[i].name);
        if (s->facts[i].text)
            print_string(s->facts[i].text);
        else
            printf("%s", s->facts[i].number);
    }
    printf("\n}\n");
}

void summary_print(const summary *s, bool json) {
    if (json) {
        print_json(s);
        return;
    }
    for (size_t i = 0; i < s->count; ++i) {
        const fact *f = &s->facts[i];
        int width = 0;
        for (const char *c = f->name; *c; ++c, ++width) putchar(*c == '_' ? ' ' : *c);
        printf("%*s%s%s%s\n", 26 - width, "", f->text ? f->text : f->number, *f->unit ? " " : "",
               f->unit);
    }
}
