/* main.c: evolute-run, which runs a scene without a window:
 *
 *     evolute-run SCENE [--time SECONDS] [--PARAM VALUE ...] [--seed N] [--output last.png] ...
 *     evolute-run verify SCENE
 *
 * It says how the scene went, and draws the end of it. run.c has the one loop that a program around
 * a world needs; flags.c what can be asked for; and each kind of file that it can write is one
 * recorder. */
#include <errno.h>
#include <string.h>

#include "headless/report.h"
#include "headless/run.h"
#include "picture/output.h"

/* Before anything is computed that would have nowhere to go. Frames have names of their own. */
static verdict check_places(const arguments *asked) {
    for (int i = 0; i < FILE_KINDS; ++i)
        if (asked->files[i] && !output_possible(asked->files[i]))
            return complain(VERDICT_FILE, "%s cannot be written: %s. Choose another file for --%s.",
                            asked->files[i], strerror(errno), file_flag((file_kind)i));
    return VERDICT_FINE;
}

int main(int argc, char **argv) {
    arguments asked;
    const request wish = arguments_read(argc, argv, &asked);
    if (wish == REQUEST_REFUSED) return VERDICT_USAGE;
    if (wish == REQUEST_NOTHING) return (int)report_printed();
    if (wish == REQUEST_VERIFY) return (int)verify(&asked);
    const verdict possible = check_places(&asked);
    return (int)(possible == VERDICT_FINE ? run(&asked) : possible);
}
