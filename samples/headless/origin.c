/* origin.c: where an output comes from. In: arguments of a run; out: a line that makes it again. */
#include "headless/origin.h"

#include <inttypes.h>
#include <time.h>

#include "evolute/world.h"

void origin_text(char text[ORIGIN_TEXT], const arguments *asked) {
    const scene_param *params = asked->scene->params;
    char digits[TABLE_DIGITS];
    size_t at = (size_t)snprintf(text, ORIGIN_TEXT, "evolute-run %s",
                                 *asked->file.path ? asked->file.path : asked->scene->name);
    if (asked->replay) {
        (void)snprintf(text + at, ORIGIN_TEXT - at, " %s; %s", asked->replay, evo_build_text());
        return;
    }
    for (int i = 0; i < SCENE_PARAMS && params[i].name && at < ORIGIN_TEXT; ++i)
        at += (size_t)snprintf(text + at, ORIGIN_TEXT - at, " --%s %s", params[i].name,
                               table_digits(digits, asked->values[i]));
    if (at < ORIGIN_TEXT)
        (void)snprintf(text + at, ORIGIN_TEXT - at, " --seed %" PRIu64 "; %s", asked->setting.seed,
                       evo_build_text());
}

void origin_date(char date[ORIGIN_DATE]) {
    const time_t now = time(NULL);
    const struct tm *at = gmtime(&now);
    if (!at || strftime(date, ORIGIN_DATE, "%Y-%m-%dT%H:%M:%SZ", at) == 0) *date = '\0';
}

void origin_line(FILE *file, const char *text) {
    char date[ORIGIN_DATE];
    origin_date(date);
    fprintf(file, "# %s; %s\n", text, date);
}
