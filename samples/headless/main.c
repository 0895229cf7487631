/* main.c: evolute-run, which runs a scene without a window:
 *
 *     evolute-run SCENE|FILE.json [--time SECONDS] [--PARAM VALUE ...] [--seed N] ...
 *     evolute-run verify SCENE
 *     evolute-run replay FILE
 *
 * It prints a summary and draws the last moment. run.c has the time loop, flags.c the flags;
 * each kind of file that it can write is one recorder. */
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

static verdict answer(request wish, arguments *asked) {
    if (wish == REQUEST_REFUSED) return VERDICT_USAGE;
    if (wish == REQUEST_NOTHING) return report_printed();
    if (wish == REQUEST_VERIFY) return verify(asked);
    if (wish == REQUEST_REPLAY) return replay(asked);
    const verdict possible = check_files(asked);
    if (possible != VERDICT_FINE) return possible;
    return asked->files[FILE_EXPORT] ? export_scene(asked) : run(asked);
}

int main(int argc, char **argv) {
    static arguments asked;
    const verdict end = answer(arguments_read(argc, argv, &asked), &asked);
    arguments_close(&asked);
    return (int)end;
}
