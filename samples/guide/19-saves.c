/* 19-saves.c: a falling pile is saved to a file, loaded, and goes on as if it had never been. */
#include <evolute/evolute.h>
#include <stdio.h>
#include <stdlib.h>

#include "guide/picture.h"

static void build(evo_world *world) {
    evo_body_config body = evo_body_config_default();
    for (int i = 0; i < 20; ++i) {
        body.position = evo_vec(0.3 * (i % 3), 1 + 0.8 * i);
        body.shape = i % 2 == 0 ? evo_box(0.4, 0.3) : evo_circle(0.35);
        evo_body_create(world, &body);
    }
    body.kind = EVO_STATIC;
    body.position = evo_vec(0, -0.5);
    body.shape = evo_box(5, 0.5);
    evo_body_create(world, &body);
}

static size_t save(const evo_world *world, FILE *file) {
    const size_t size = evo_world_save(world, NULL, 0);
    void *bytes = malloc(size);
    if (bytes) evo_world_save(world, bytes, size);
    const bool written = bytes && fwrite(bytes, 1, size, file) == size;
    free(bytes);
    return written ? size : 0;
}

static evo_result load(evo_world *world, FILE *file, size_t size, bool damaged) {
    char *bytes = malloc(size);
    rewind(file);
    const bool read = bytes && fread(bytes, 1, size, file) == size;
    if (read && damaged) ++bytes[size / 2];
    const evo_result result = read ? evo_world_load(world, bytes, size) : EVO_ERROR_MEMORY;
    free(bytes);
    return result;
}

int main(int argc, char **argv) {
    evo_world *world = evo_world_create(NULL), *other = evo_world_create(NULL);
    evo_world_set_gravity(world, evo_vec(0, -10));
    FILE *file = tmpfile();
    build(world);
    picture_begin(argc, argv, -5, -1, 5, 6);
    for (int i = 0; i < 90; ++i) evo_world_step(world, 1.0 / 60);
    const size_t size = save(world, file);
    printf("damaged: %s\n", evo_result_text(load(other, file, size, true)));
    printf("whole: %s\n", evo_result_text(load(other, file, size, false)));
    for (int i = 0; i < 120; ++i) evo_world_step(world, 1.0 / 60);
    for (int i = 0; i < 120; ++i) evo_world_step(other, 1.0 / 60);
    const bool same = evo_world_hash(world) == evo_world_hash(other);
    printf("two seconds later: %s\n", same ? "the same bits" : "other bits");
    fclose(file);
    picture_end(other);
    evo_world_destroy(world);
    evo_world_destroy(other);
    return 0;
}
