/* levels.c: texts of scenes: what is refused has a place in the text and leaves the world as it
 * was; what is taken is written, and read again as the same world. A text is the bytes as they
 * are, or a small scene in which words are put in the place of others. */
#include <stdlib.h>
#include <string.h>

#include "evolute/evolute.h"
#include "fuzz.h"
#include "level/level.h"

static const char SCENE[] =
    "{\"version\": 1, \"params\": {\"n\": {\"value\": 2, \"whole\": true}}, "
    "\"world\": {\"gravity\": [0, -10], \"substeps\": 4, \"bounds\": {\"min\": [-9, -9], \"max\": "
    "[9, 9]}}, "
    "\"materials\": {\"m\": {\"density\": 2, \"friction\": 0.5, \"restitution\": 0.5}}, "
    "\"bodies\": {\"g\": {\"kind\": \"static\", \"shape\": {\"kind\": \"segment\", \"from\": [-9, "
    "0], \"to\": [9, 0]}, \"chains\": [{\"points\": [[9, 1], [0, 0], [-9, 1]], \"loop\": false, "
    "\"material\": \"m\"}]}, "
    "\"t\": [{\"position\": [0, 1], \"velocity\": [1, 2], \"spin\": 3, \"material\": \"m\", "
    "\"shape\": {\"kind\": \"circle\", \"radius\": 0.5}, \"mass\": {\"mass\": 2}}, "
    "{\"shape\": {\"kind\": \"polygon\", \"points\": [[0, 0], [1, 0], [0, 1]], \"radius\": 0.1}, "
    "\"locks\": {\"spin\": true}, \"asleep\": true}, "
    "{\"shape\": {\"kind\": \"ellipse\", \"radius_x\": 1, \"radius_y\": 0.5, \"axis\": [1, 0]}, "
    "\"repeat\": [{\"count\": \"$n\", \"offset\": [2, 0]}]}], "
    "\"d\": {\"flags\": [\"quiet\"], \"tag\": \"0xff\", \"shape\": {\"kind\": \"box\", "
    "\"half_width\": 1, \"half_height\": 2}, \"colliders\": [{\"shape\": {\"kind\": \"ring\", "
    "\"radius\": 1, \"width\": 0.2, \"start\": 0, \"sweep\": 3}, \"sensor\": true}]}}, "
    "\"parts\": [{\"body\": \"t[0]\", \"shape\": {\"kind\": \"capsule\", \"from\": [0, 0], \"to\": "
    "[1, 0], \"radius\": 0.2}}], "
    "\"joints\": {\"h\": {\"kind\": \"revolute\", \"a\": \"d\", \"b\": \"t[0]\", \"at\": [0, 2]}, "
    "\"p\": [{\"kind\": \"pulley\", \"a\": \"t[0]\", \"b\": \"t[1]\", \"ground_a\": [0, 9], "
    "\"frame_a\": [1, 2, 3]}]}}";

static const char *const WORDS[] = {"0",
                                    "-1",
                                    "1e31",
                                    "1e-300",
                                    "-0.0",
                                    "9007199254740993",
                                    "18446744073709551615",
                                    "true",
                                    "null",
                                    "\"infinity\"",
                                    "\"-infinity\"",
                                    "\"$n\"",
                                    "\"$\"",
                                    "\"0x\"",
                                    "[]",
                                    "{}",
                                    "[1, 2]",
                                    "[[1, 2]]",
                                    "\"t[1]\"",
                                    "\"t[9]\"",
                                    "\"t\"",
                                    "\"d\"",
                                    "\"m\"",
                                    "\"\"",
                                    "\"exact\"",
                                    "\"walls\"",
                                    "\"boundary\"",
                                    "\"kinematic\"",
                                    "\"disabled\"",
                                    "\"never_sleep\"",
                                    "\"one_way\"",
                                    "\"links\"",
                                    "\"two_sided\"",
                                    "\"wheel\"",
                                    "\"gear\"",
                                    "\"motor\"",
                                    "\"distance\"",
                                    "\"axis\"",
                                    "\"circle\"",
                                    "\"center\"",
                                    "\"repeat\"",
                                    "\"count\"",
                                    "\"\\u0000\"",
                                    "\"\xc3\xa9\"",
                                    ":",
                                    ",",
                                    "{",
                                    "}",
                                    "[",
                                    "]",
                                    "\"x\"",
                                    "\"position\"",
                                    "\"angle\"",
                                    "{\"exact\": {}}",
                                    "{\"count\": 300}",
                                    "1",
                                    "2",
                                    "3"};

/* Puts words in the place of others: a word ends where one of these begins. */
static size_t edit(fuzz_bytes *b, char *text, size_t size, size_t most) {
    static const char ENDS[] = " :,[]{}";
    while (!fuzz_is_over(b)) {
        const size_t at = ((size_t)fuzz_byte(b) << 8 | fuzz_byte(b)) % (size + 1);
        const char *word = WORDS[fuzz_one_of(b, sizeof WORDS / sizeof *WORDS)];
        size_t from = at, to = at;
        const bool adds = fuzz_byte(b) % 4 == 0;
        while (from > 0 && !strchr(ENDS, text[from - 1])) --from;
        while (to < size && text[to] && !strchr(ENDS, text[to])) ++to;
        if (adds) to = from;
        const size_t length = strlen(word);
        if (size - (to - from) + length >= most) break;
        memmove(text + from + length, text + to, size - to);
        memcpy(text + from, word, length);
        size += length - (to - from);
    }
    return size;
}

/* Writes the world, reads what was written, and compares. */
static void check_taken(evo_world *world) {
    level again;
    char *text = level_write(world, NULL);
    fuzz_expect(text != NULL, "a world is written");
    const bool read = level_read(&again, text, strlen(text));
    evo_world *other = read ? level_world(&again) : NULL;
    /* Bodies that sleep with others are put to sleep together, which may be refused. */
    fuzz_expect(other || strstr(again.error, "asleep"), "what is written is read");
    if (other)
        fuzz_expect(evo_world_bodies(other, NULL, 0) == evo_world_bodies(world, NULL, 0)
                        && evo_world_joints(other, NULL, 0) == evo_world_joints(world, NULL, 0)
                        && evo_world_colliders(other, NULL, 0)
                               == evo_world_colliders(world, NULL, 0),
                    "as many things are read as are written");
    evo_world_destroy(other);
    level_close(&again);
    free(text);
}

static void check_text(const char *text, size_t size) {
    level l;
    evo_world_config config = evo_world_config_default();
    const bool read = level_read(&l, text, size) && level_config(&l, &config);
    evo_world *world = evo_world_create(read ? &config : NULL);
    if (!world) world = evo_world_create(NULL);
    const uint64_t before = evo_world_hash(world);
    const bool added = read && level_add(&l, world);
    if (!added) {
        fuzz_expect(evo_world_hash(world) == before, "what is refused leaves the world as it was");
        fuzz_expect(*l.error && (size > 0 || !read), "what is refused says why");
    } else {
        check_taken(world);
        (void)evo_world_step(world, 1.0 / 60);
    }
    level_close(&l);
    evo_world_destroy(world);
}

void fuzz_levels(const uint8_t *bytes, size_t count) {
    enum { MOST = 4096 };
    fuzz_bytes b = {bytes, bytes + count};
    char text[MOST];
    if (count > 0 && fuzz_byte(&b) % 2 == 0) {
        memcpy(text, SCENE, sizeof SCENE);
        check_text(text, edit(&b, text, sizeof SCENE - 1, MOST));
        return;
    }
    const size_t size = count > 1 ? (count - 1 < MOST ? count - 1 : MOST) : 0;
    if (size > 0) memcpy(text, bytes + 1, size);
    check_text(text, size);
}
