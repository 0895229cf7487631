/* export.c: a scene as a scene file. In: arguments; out: the file, and a line about it. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "headless/run.h"
#include "picture/output.h"

static bool write_text(const char *path, const char *text) {
    output to;
    if (!output_begin(&to, path)) return false;
    if (fputs(text, to.file) >= 0) return output_end(&to);
    return output_drop(&to);
}

static verdict write_scene(const scene_stage *stage, const arguments *asked) {
    const char *path = asked->files[FILE_EXPORT];
    char *text = level_scene_write(stage, *asked->file.path ? &asked->file.made : NULL);
    if (!text) return complain(VERDICT_FAILED, "memory ran out. Export a scene of fewer bodies.");
    const bool written = write_text(path, text);
    const bool whole = !strstr(text, "\n  \"left_out\": ");
    free(text);
    if (!written)
        return complain(VERDICT_FILE, "%s cannot be written: %s. Choose another file for --export.",
                        path, strerror(errno));
    printf("%s: %zu bodies of %s%s\n", path, stage->count, asked->scene->name,
           whole ? "" : "; its \"left_out\" says what a file cannot hold");
    return VERDICT_FINE;
}

verdict export_scene(const arguments *asked) {
    scene_stage stage;
    verdict end = run_open(&stage, asked);
    if (end == VERDICT_FINE) end = write_scene(&stage, asked);
    scene_close(&stage);
    return end;
}
