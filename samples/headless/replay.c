/* replay.c: a record, made again call by call: says which step and call are the first that differ.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "evolute/record.h"
#include "headless/report.h"
#include "headless/run.h"

/* A whole file, to be freed; NULL: errno says why. */
static unsigned char *read_file(const char *path, size_t *size) {
    size_t capacity = 1 << 16;
    unsigned char *bytes = malloc(capacity);
    FILE *file = fopen(path, "rb");
    *size = 0;
    while (file && bytes) {
        const size_t count = fread(bytes + *size, 1, capacity - *size, file);
        *size += count;
        if (*size < capacity) break;
        unsigned char *more = realloc(bytes, capacity *= 2);
        if (!more) free(bytes);
        bytes = more;
    }
    const bool whole = file && bytes && !ferror(file);
    if (file) fclose(file);
    if (whole) return bytes;
    free(bytes);
    return NULL;
}

/* What came of a call, in words. */
static void tell(const evo_outcome *o, evo_difference how, char *text, size_t size) {
    if (how == EVO_DIFFERS_HASH)
        snprintf(text, size, "hash %016" PRIx64, o->hash);
    else if (o->generation > 0)
        snprintf(text, size, "number %" PRIu32 ", generation %" PRIu32, o->index, o->generation);
    else
        snprintf(text, size, "%s", evo_result_text(o->result));
}

static verdict complain_of(const evo_replay_call *call) {
    char then[120], now[120];
    if (call->difference == EVO_DIFFERS_QUESTION)
        return complain(VERDICT_FAILED,
                        "step %" PRIu64 ", call %" PRIu64
                        ", %s differs: its callbacks are asked otherwise after %" PRIu64
                        " questions.",
                        call->step, call->number, call->name, call->questions);
    tell(&call->then, call->difference, then, sizeof then);
    tell(&call->now, call->difference, now, sizeof now);
    return complain(VERDICT_FAILED,
                    "step %" PRIu64 ", call %" PRIu64 ", %s differs: then %s; now %s.", call->step,
                    call->number, call->name, then, now);
}

/* Makes all calls again, up to the first that differs. */
static verdict make_again(evo_replay *replay, const char *path) {
    evo_replay_call call;
    evo_result result;
    bool unfinished = false;
    do {
        result = evo_replay_next(replay, &call);
        if (call.difference != EVO_SAME) return complain_of(&call);
        unfinished |= call.unfinished;
    } while (result == EVO_OK && call.name);
    if (result == EVO_ERROR_MEMORY) return run_failed(result);
    if (result != EVO_OK)
        return complain(VERDICT_FILE,
                        "%s is damaged after step %" PRIu64 ", call %" PRIu64
                        ". All before are as they were.",
                        path, call.step, call.number);
    printf("%" PRIu64 " steps, %" PRIu64 " calls: all as they were recorded.%s\n", call.step,
           call.number, unfinished ? " The record ends within a call." : "");
    return report_printed();
}

verdict replay(const arguments *asked) {
    evo_replay *opened;
    size_t size;
    unsigned char *bytes = read_file(asked->replay, &size);
    if (!bytes)
        return complain(VERDICT_FILE, "%s cannot be read: %s. Give a file that --record wrote.",
                        asked->replay, strerror(errno));
    verdict answer = VERDICT_FILE;
    if (evo_replay_open(&opened, bytes, size, NULL) == EVO_OK) {
        (void)evo_world_set_lanes(evo_replay_world(opened), asked->setting.lanes);
        answer = make_again(opened, asked->replay);
    } else {
        complain(answer, "%s is no record. Give a file that --record wrote.", asked->replay);
    }
    evo_replay_close(opened);
    free(bytes);
    return answer;
}
