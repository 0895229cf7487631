#include "headless/complain.h"

#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

/* Overwrites the progress line, where there may be one. */
static void say(const char *format, va_list values) {
    if (isatty(STDERR_FILENO) == 1) fprintf(stderr, "\r%90s\r", "");
    fputs("evolute-run: ", stderr);
    vfprintf(stderr, format, values);
    fputc('\n', stderr);
}

verdict complain(verdict why, const char *format, ...) {
    va_list values;
    va_start(values, format);
    say(format, values);
    va_end(values);
    return why;
}

static void say_of(const char *format, ...) {
    va_list values;
    va_start(values, format);
    say(format, values);
    va_end(values);
}

void complain_of_call(void *context, const evo_complaint *told) {
    (void)context;
    say_of("%s%s: %s.", told->kind == EVO_WARNING ? "warning: " : "", told->call, told->text);
}

bool refuse(const char *format, ...) {
    va_list values;
    va_start(values, format);
    say(format, values);
    va_end(values);
    return false;
}
