#include "headless/complain.h"

#include <stdarg.h>
#include <stdio.h>

static void say(const char *format, va_list values) {
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

bool refuse(const char *format, ...) {
    va_list values;
    va_start(values, format);
    say(format, values);
    va_end(values);
    return false;
}
