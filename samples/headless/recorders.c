/* recorders.c: the recorders of a run, one for each file that is asked for. */
#include "headless/recorders.h"

#include <errno.h>
#include <string.h>

verdict recorders_complain(const char *path, file_kind kind) {
    return complain(VERDICT_FILE, "%s cannot be written: %s. Choose another file for --%s.", path,
                    strerror(errno), file_flag(kind));
}

static bool open_series(recorder *r, const arguments *asked, const char *origin, file_kind kind) {
    static const char *const ENERGIES[] = {"time", "energy", "kinetic_energy", "potential_energy"};
    const column *columns[TABLE_COLUMNS];
    size_t count = asked->column_count;
    memcpy(columns, asked->columns, sizeof columns);
    if (count == 0 && kind == FILE_PLOT)
        for (; count < 4; ++count)
            columns[count] = column_find(ENERGIES[count], strlen(ENERGIES[count]));
    if (count == 0)
        for (size_t i = 0; column_at(i); ++i)
            if (!column_at(i)->costly) columns[count++] = column_at(i);
    return series_open(r, asked->files[kind], origin, asked->scene->name, columns, count);
}

static bool open_recorder(recorder *r, const scene_stage *stage, const arguments *asked,
                          const char *origin, file_kind kind, const picture_style *style) {
    const char *path = asked->files[kind];
    switch (kind) {
    case FILE_CSV:
    case FILE_PLOT:
        return open_series(r, asked, origin, kind);
    case FILE_EVENTS:
        return impacts_open(r, path, origin);
    case FILE_TRAJECTORY:
        return trajectory_open(r, path, origin);
    case FILE_FRAMES:
        return frames_open(r, path, asked->scene->name, style);
    case FILE_VELOCITIES:
        return velocities_open(r, path, origin, asked->relax);
    case FILE_NEIGHBOURS:
        return neighbours_open(r, path, origin, asked->relax);
    case FILE_RECORD:
        return record_open(r, path, stage->world);
    default:
        return true; /* the last picture is drawn at the end */
    }
}

void recorders_drop(recorders *w) {
    for (int i = 0; i < FILE_KINDS; ++i) {
        if (w->all[i].path) w->all[i].drop(w->all[i].own);
        w->all[i].path = NULL;
    }
}

verdict recorders_open(recorders *w, const scene_stage *stage, const arguments *asked,
                       const picture_style *style) {
    memset(w, 0, sizeof *w);
    origin_text(w->origin, asked);
    for (int i = 0; i < FILE_KINDS; ++i) {
        if (!asked->files[i]) continue;
        if (!open_recorder(&w->all[i], stage, asked, w->origin, (file_kind)i, style)) {
            recorders_drop(w);
            return recorders_complain(asked->files[i], (file_kind)i);
        }
    }
    return VERDICT_FINE;
}

verdict recorders_take(recorders *w, const moment *at, bool every_step) {
    for (int i = 0; i < FILE_KINDS; ++i) {
        recorder *r = &w->all[i];
        if (r->path && r->every_step == every_step && !r->take(r->own, at))
            return recorders_complain(r->path, (file_kind)i);
    }
    return VERDICT_FINE;
}

verdict recorders_end(recorders *w) {
    verdict answer = VERDICT_FINE;
    for (int i = 0; i < FILE_KINDS; ++i) {
        recorder *r = &w->all[i];
        if (r->path && !r->end(r->own)) {
            const verdict failed = recorders_complain(r->path, (file_kind)i);
            if (answer == VERDICT_FINE) answer = failed;
        }
        r->path = NULL;
    }
    return answer;
}
