/* 25-level.c: a level is read from a file; the tags of its bodies say what they are in the game. */
#include <evolute/evolute.h>
#include <stdio.h>

#include "guide/picture.h"
#include "level/level.h"

/* What a "tag" of the file means. */
typedef struct thing {
    const char *name;
    int worth;
} thing;

static const thing THINGS[] = {{"nothing", 0}, {"a coin", 1}, {"the chest", 10}};

static int collect(const evo_world *world, evo_body hero) {
    size_t count;
    const evo_visit *visits = evo_world_visits(world, &count);
    int worth = 0;
    for (size_t i = 0; i < count; ++i) {
        const thing *met = &THINGS[visits[i].sensor_body_tag % 3];
        if (!visits[i].began || !evo_body_equal(visits[i].visitor_body, hero)) continue;
        printf("%.1f s: %s\n", evo_world_time(world), met->name);
        worth += met->worth;
    }
    return worth;
}

int main(int argc, char **argv) {
    static char text[65536];
    FILE *file = fopen("samples/guide/25-level.json", "rb");
    const size_t size = file ? fread(text, 1, sizeof text, file) : 0;
    level here, wrong;
    evo_world *world = level_read(&here, text, size) ? level_world(&here) : NULL;
    if (file) fclose(file);
    if (!world) {
        printf("25-level.json:%s\n", here.error);
        level_close(&here);
        return 1;
    }
    const evo_body hero = level_body(&here, "hero");
    int worth = 0;
    picture_begin(argc, argv, -9, -1, 9, 5);
    for (int i = 0; i < 360; ++i) {
        if (i % 45 == 0) picture_moment(world);
        evo_world_step(world, 1.0 / 60);
        worth += collect(world, hero);
    }
    printf("worth %d\n", worth);
    level_load(world, "{\"version\": 1, \"bodies\": {\"door\": {\"postion\": [1, 2]}}}", &wrong);
    printf("%s\n", wrong.error);
    level_close(&wrong);
    level_close(&here);
    picture_end(world);
    evo_world_destroy(world);
    return 0;
}
