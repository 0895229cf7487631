/* scene.c: a scene file as one of the scenes. In: a path; out: a scene whose `make` builds what the
 * text says, by values of its parameters. */
#include "level/scene.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "scenes/stage.h"

bool level_is_file(const char *path) {
    const size_t length = strlen(path);
    return length > 5 && strcmp(path + length - 5, ".json") == 0;
}

/* ---- Building -------------------------------------------------------------------------------- */

/* What the bodies cover, but for what is much larger than the rest of the scene. */
static evo_bounds view_of(const scene_stage *stage, const level *made) {
    evo_bounds view = {{INFINITY, INFINITY}, {-INFINITY, -INFINITY}};
    for (int still = 0; still < 2; ++still) {
        if (view.max.x > view.min.x && view.max.y > view.min.y) break;
        for (size_t i = 0; i < made->count; ++i) {
            const evo_bounds b = evo_body_bounds(stage->world, made->bodies[i]);
            if (!still && evo_body_kind_of(stage->world, made->bodies[i]) == EVO_STATIC) continue;
            view.min = stage_at(fmin(view.min.x, b.min.x), fmin(view.min.y, b.min.y));
            view.max = stage_at(fmax(view.max.x, b.max.x), fmax(view.max.y, b.max.y));
        }
    }
    if (!(view.max.x >= view.min.x && view.max.y >= view.min.y))
        return stage_view(-10, -10, 10, 10);
    const double margin = 1 + 0.2 * fmax(view.max.x - view.min.x, view.max.y - view.min.y);
    return stage_view(view.min.x - margin, view.min.y - margin, view.max.x + margin,
                      view.max.y + margin);
}

static int tint_of(const scene_stage *stage, const level *made, size_t i) {
    if (made->marks[i].tint >= 0) return made->marks[i].tint;
    return evo_body_kind_of(stage->world, made->bodies[i]) == EVO_STATIC ? 0 : stage_tint(i);
}

static bool build(scene_stage *stage, level *made, const level *read, const double *params) {
    evo_world_config config;
    if (!level_read(made, read->text, read->size)) return false;
    for (size_t i = 0; i < made->param_count; ++i) made->params[i].param.value = params[i];
    if (!level_config(made, &config)) return false;
    stage_configured(stage, &config);
    if (stage->failed || !level_add(made, stage->world)) return false;
    for (size_t i = 0; i < made->count; ++i)
        stage_note(stage, made->bodies[i], tint_of(stage, made, i));
    stage->view = made->has_view ? made->head.view : view_of(stage, made);
    return !stage->failed;
}

static void make(scene_stage *stage, const double *params) {
    level_scene *file = stage->scene->own;
    level_close(&file->made);
    stage->failed = !build(stage, &file->made, &file->read, params);
    if (!stage->failed) return;
    snprintf(file->error, sizeof file->error, "%s%s%s", file->path, *file->made.error ? ":" : "",
             *file->made.error ? file->made.error : ": memory ran out");
    stage->why = file->error;
}

_Static_assert((int)SCENE_NAME == (int)LEVEL_NAME, "names of bodies fit into those of scenes");

static void name_body(const scene_stage *stage, evo_body body, char name[SCENE_NAME]) {
    const level_scene *file = stage->scene->own;
    (void)level_name(&file->made, body, name);
}

/* ---- Opening --------------------------------------------------------------------------------- */

/* The last part of a path, without its end. */
static void name_after(const char *path, char name[64]) {
    const char *slash = strrchr(path, '/'), *base = slash ? slash + 1 : path;
    snprintf(name, 64, "%.*s", (int)fmin(63, (double)strcspn(base, ".")), base);
}

/* What the scene is by its text. */
static void take_head(level_scene *file) {
    file->scene.title = file->read.title ? file->read.title : "a scene of a file";
    file->scene.look = file->read.look ? file->read.look : "";
    file->scene.seconds = file->read.head.seconds;
    memset(file->scene.params, 0, sizeof file->scene.params);
    for (size_t i = 0; i < file->read.param_count; ++i) {
        const level_value *v = &file->read.params[i];
        file->scene.params[i] = (scene_param){.name = v->name,
                                              .value = v->param.value,
                                              .min = v->param.min,
                                              .max = v->param.max,
                                              .whole = v->param.whole,
                                              .help = v->help};
    }
}

bool level_scene_read(level_scene *file, const char *path, const char *text, size_t size) {
    double values[SCENE_PARAMS];
    scene_stage stage;
    memset(file, 0, sizeof *file);
    snprintf(file->path, sizeof file->path, "%s", path);
    name_after(path, file->name);
    if (!level_read(&file->read, text, size)) {
        snprintf(file->error, sizeof file->error, "%s:%s", file->path, file->read.error);
        return false;
    }
    file->scene = (scene){.name = file->name, .make = make, .own = file, .body_name = name_body};
    take_head(file);
    scene_defaults(&file->scene, values);
    const bool built = scene_open(&stage, &file->scene, values, NULL);
    file->scene.events = built && stage.config.exact != NULL;
    scene_close(&stage);
    return built;
}

bool level_scene_renew(level_scene *file, const char *text, size_t size) {
    level next;
    const bool read = level_read(&next, text, size);
    level *old = read ? &file->read : &next;
    if (!read) snprintf(file->error, sizeof file->error, "%s:%s", file->path, next.error);
    level_close(old);
    if (!read) return false;
    file->read = next;
    take_head(file);
    return true;
}

/* Reads a whole file, to be freed; NULL: errno says why. */
static char *read_file(const char *path, size_t *size) {
    FILE *from = fopen(path, "rb");
    char *text = NULL;
    *size = 0;
    if (!from) return NULL;
    for (size_t capacity = 1 << 16, got = 1; got > 0; capacity *= 2) {
        char *grown = realloc(text, capacity);
        if (!grown || *size > LEVEL_BYTES) {
            if (grown) errno = EFBIG;
            free(grown ? grown : text);
            fclose(from);
            return NULL;
        }
        text = grown;
        got = fread(text + *size, 1, capacity - *size, from);
        *size += got;
    }
    const bool failed = ferror(from) != 0;
    fclose(from);
    if (!failed) return text;
    free(text);
    return NULL;
}

bool level_scene_open(level_scene *file, const char *path) {
    size_t size;
    errno = 0;
    char *text = read_file(path, &size);
    if (!text) {
        memset(file, 0, sizeof *file);
        snprintf(file->error, sizeof file->error, "%.200s cannot be read: %s", path,
                 strerror(errno));
        return false;
    }
    const bool read = level_scene_read(file, path, text, size);
    free(text);
    return read;
}

void level_scene_close(level_scene *file) {
    level_close(&file->read);
    level_close(&file->made);
    memset(file, 0, sizeof *file);
}

/* ---- Writing --------------------------------------------------------------------------------- */

static int tint_in(void *context, evo_body body) {
    const scene_stage *stage = context;
    if (body.index >= stage->count) return -1;
    const scene_actor *actor = &stage->actors[body.index];
    return evo_body_equal(actor->body, body) ? actor->tint : -1;
}

char *level_scene_write(const scene_stage *stage, const level *names) {
    static const char *const STEERED[] = {"steer: code of the scene that acts before each step",
                                          NULL};
    scene_stage copy = *stage;      /* read only */
    const scene *of = stage->scene; /* NULL: of a save or a record */
    const level_notes notes = {.title = of ? of->title : NULL,
                               .look = of && *of->look ? of->look : NULL,
                               .seconds = of ? of->seconds : 0,
                               .view = &stage->view,
                               .names = names,
                               .tint = tint_in,
                               .context = &copy,
                               .left_out = stage->steer ? STEERED : NULL};
    return level_write(stage->world, &notes);
}
