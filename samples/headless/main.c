/* main.c: evolute-run, which runs a scene without a window:
 *
 *     evolute-run SCENE [--time SECONDS] [--PARAM VALUE ...] [--seed N] [--output last.png] ...
 *     evolute-run verify SCENE
 *     evolute-run replay FILE
 *
 * It prints a summary and draws the last moment. run.c has the time loop, flags.c the flags; each
 * kind of file that it can write is one recorder. */
#include <errno.h>
#include <string.h>

#include "headless/recorder.h"
#include "headless/report.h"
#include "headless/run.h"

static bool is_possible(const char *path, file_kind kind) {
    char first[OUTPUT_PATH];
    if (kind != FILE_FRAMES) return output_possible(path);
    return frames_name(path, 0, first) && output_possible(first);
}

/* Called first, so that no run is computed whose files cannot be written. */
static verdict check_files(const arguments *asked) {
    for (int i = 0; i < FILE_KINDS; ++i)
        if (asked->files[i] && !is_possible(asked->files[i], (file_kind)i))
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
    if (wish == REQUEST_REPLAY) return (int)replay(&asked);
    const verdict possible = check_files(&asked);
    return (int)(possible == VERDICT_FINE ? run(&asked) : possible);
}
