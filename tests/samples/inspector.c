/* inspector.c: records and saves on the desk: a record is sought to any step, its differences
 * and the calls for a picked body are marked, and what is under the pointer is told as the world
 * has it. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "evolute/record.h"
#include "evolute/snapshot.h"
#include "sandbox/desk.h"
#include "sandbox/raster.h"
#include "suites.h"
#include "support/desktop.h"
#include "support/random.h"
#include "support/tape.h"

enum { WIDTH = 1000, HEIGHT = 600, STEPS = 120, PUSHED = 4 };

static uint32_t pixels[WIDTH * HEIGHT];
static desk table;

/* What a run of a scene was, after each step. */
typedef struct run {
    tape record;
    uint64_t hashes[STEPS + 1];
    double speeds[STEPS + 1]; /* of the body that is pushed in each step of PUSHED */
    evo_body body;
    uint64_t marks[STEPS];
    size_t mark_count;
} run;

static double speed_of(const evo_world *world, evo_body body) {
    const evo_vec2 v = evo_body_velocity(world, body);
    return hypot(v.x, v.y);
}

static evo_body some_body(const scene_stage *stage) {
    for (;;) {
        const size_t i = (size_t)random_between(0, (double)stage->count - 0.01);
        if (scene_moves(stage, i)) return stage->actors[i].body;
    }
}

/* Records a scene with pushes, marks at random steps, and rays. */
static run run_scene(const char *name) {
    run r = {.mark_count = 0};
    scene_stage stage;
    double values[SCENE_PARAMS];
    const scene *s = scene_find(name);
    scene_defaults(s, values);
    ck_assert(scene_open(&stage, s, values, NULL));
    evo_record_config config = tape_config(&r.record);
    config.queries = true;
    ck_assert_int_eq(evo_record_begin(stage.world, &config), EVO_OK);
    r.body = some_body(&stage);
    r.hashes[0] = evo_world_hash(stage.world);
    r.speeds[0] = speed_of(stage.world, r.body);
    for (uint64_t step = 1; step <= STEPS; ++step) {
        const evo_vec2 from = random_vector(10), to = random_vector(10);
        (void)evo_world_ray(stage.world, from, to, NULL);
        if (random_between(0, 10) < 1) {
            ck_assert_int_eq(evo_record_mark(stage.world, "here"), EVO_OK);
            r.marks[r.mark_count++] = step - 1;
        }
        if (step % PUSHED == 0)
            ck_assert_int_eq(evo_body_set_velocity(stage.world, r.body, random_vector(3)), EVO_OK);
        ck_assert_int_eq(scene_step(&stage, SCENE_STEP), EVO_OK);
        r.hashes[step] = evo_world_hash(stage.world);
        r.speeds[step] = speed_of(stage.world, r.body);
    }
    ck_assert_int_eq(evo_record_end(stage.world), EVO_OK);
    scene_close(&stage);
    return r;
}

/* ---- The desk -------------------------------------------------------------------------------- */

static uint64_t hash(void) {
    return evo_world_hash(table.stage.world);
}

static void pointer(input_kind kind, evo_vec2 at) {
    const input in = {.kind = kind, .button = BUTTON_LEFT, .at = at};
    desk_answer(&table, &in);
}

static void click(evo_vec2 at) {
    pointer(INPUT_MOVE, at);
    pointer(INPUT_PRESS, at);
    pointer(INPUT_RELEASE, at);
}

static void draw(void) {
    static raster paper;
    raster_aim(&paper, pixels, WIDTH, HEIGHT, WIDTH);
    raster_clear(&paper, 0xffffffff);
    desk_draw(&table, &paper.pen);
    raster_free(&paper);
}

/* Opens a copy of bytes, which the desk frees. */
static bool open_bytes(const void *bytes, size_t size) {
    unsigned char *copy = malloc(size + 1);
    ck_assert_ptr_nonnull(copy);
    memcpy(copy, bytes, size);
    return desk_open_file(&table, "run.evr", copy, size);
}

/* Opens a record, and lets the desk read all of it. */
static void open_run(const run *r) {
    desktop_open(&table, "pile");
    desk_resize(&table, WIDTH, HEIGHT);
    ck_assert(open_bytes(r->record.bytes, r->record.size));
    ck_assert(desk_replays(&table));
    for (int i = 0; i < 1000 && player_reads(&table.player); ++i) desk_run(&table, SCENE_STEP);
    ck_assert_uint_eq(table.player.read, STEPS);
    ck_assert_uint_eq(table.player.step, 0);
}

static void close_run(run *r) {
    desk_close(&table);
    tape_free(&r->record);
}

static evo_vec2 pixel_of(evo_vec2 point) {
    const view v = desk_view(&table, NULL);
    return view_to_page(&v, point);
}

static bool shows(const char *text) {
    const inspector_state sheet = desk_inspector(&table);
    inspector_write(&table.inspector, &sheet);
    for (size_t i = 0; i < table.inspector.lines.count; ++i)
        if (strstr(table.inspector.lines.of[i].text, text)) return true;
    return false;
}

/* ---- Records --------------------------------------------------------------------------------- */

static const char *const SCENES[] = {"pile", "ragdolls", "platforms", "break", "toys"};

/* Where a step is on the timeline. */
static evo_vec2 place_of(uint64_t step) {
    const double wide = desk_canvas_width(&table) - 28;
    return pen_at(14 + wide * (double)step / STEPS, desk_canvas_height(&table) + 20);
}

/* Presses of keys and of the timeline lead to the steps that they say, in the states that were. */
START_TEST(any_step_is_sought) {
    random_seed(91 + (uint64_t)_i);
    run r = run_scene(SCENES[_i]);
    open_run(&r);
    ck_assert(!table.player.differs);
    ck_assert_uint_eq(table.player.mark_count, r.mark_count);
    for (int i = 0; i < 30; ++i) {
        const uint64_t here = table.player.step;
        uint64_t there = (uint64_t)random_between(0, STEPS + 0.99);
        switch ((int)random_between(0, 5.99)) {
        case 0:
            there = here < STEPS ? here + 1 : STEPS;
            desktop_key(&table, KEY_RIGHT);
            break;
        case 1:
            there = here > 0 ? here - 1 : 0;
            desktop_key(&table, KEY_LEFT);
            break;
        case 2:
            there = here > 60 ? here - 60 : 0;
            desktop_key(&table, KEY_PAGE_UP);
            break;
        case 3:
            there = STEPS;
            desktop_key(&table, KEY_END);
            break;
        default:
            pointer(INPUT_PRESS, place_of(here));
            pointer(INPUT_MOVE, place_of(there));
            pointer(INPUT_RELEASE, place_of(there));
        }
        ck_assert_uint_eq(table.player.step, there);
        ck_assert_uint_eq(hash(), r.hashes[there]);
        ck_assert(there == 0 || table.player.call_count > 0);
        ck_assert((table.player.query_count > 0) == (there > 0));
        desk_run(&table, SCENE_STEP);
        ck_assert_uint_eq(hash(), r.hashes[there]);
        if (i % 10 == 0) draw();
    }
    close_run(&r);
}
END_TEST

/* Played to its end it stops there, and begins anew. */
START_TEST(records_are_played) {
    random_seed(17);
    run r = run_scene("toys");
    open_run(&r);
    desktop_key(&table, 'p');
    for (int i = 0; i < 2 * STEPS && !table.paused; ++i) {
        desk_run(&table, SCENE_STEP);
        ck_assert_uint_eq(hash(), r.hashes[table.player.step]);
    }
    ck_assert(table.paused);
    ck_assert_uint_eq(table.player.step, STEPS);
    desktop_key(&table, 'p');
    ck_assert_uint_eq(table.player.step, 0);
    close_run(&r);
}
END_TEST

/* All marks, one after the other, and back. */
START_TEST(marks_are_sought) {
    random_seed(5);
    run r = run_scene("platforms");
    open_run(&r);
    ck_assert_uint_gt(r.mark_count, 3);
    for (size_t i = r.marks[0] == 0; i < r.mark_count; ++i) {
        desktop_key(&table, ']');
        ck_assert_uint_eq(table.player.step, r.marks[i]);
        draw();
    }
    for (size_t i = r.mark_count - 1; i-- > 0;) {
        desktop_key(&table, '[');
        ck_assert_uint_eq(table.player.step, r.marks[i]);
    }
    close_run(&r);
}
END_TEST

/* A hash that was another one: its step is found when the record is read, and is drawn in red. */
START_TEST(the_first_difference_is_shown) {
    random_seed(40 + (uint64_t)_i);
    run r = run_scene("pile");
    const uint64_t step = (uint64_t)random_between(1, STEPS + 0.99);
    size_t at, size;
    ck_assert(tape_chunk(&r.record, 2 * step, &at, &size));
    ck_assert_uint_gt(size, 6);
    r.record.bytes[at + 5] ^= 1; /* of the hash */
    tape_repair(&r.record);
    open_run(&r);
    ck_assert(table.player.differs);
    ck_assert_uint_eq(table.player.difference, step);
    desktop_key(&table, ']');
    while (table.player.step < step) desktop_key(&table, ']');
    ck_assert_uint_eq(table.player.step, step);
    ck_assert(shows("differs: evo_world_step"));
    draw();
    const evo_vec2 tick = place_of(step);
    size_t red = 0;
    for (int y = (int)tick.y - 14; y < (int)tick.y + 14; ++y)
        red += (pixels[y * WIDTH + (int)lround(tick.x)] & 0xffffff) == PALETTE_LIGHT.accent >> 8;
    ck_assert_uint_gt(red, 3);
    close_run(&r);
}
END_TEST

/* Calls for the picked body are marked, and no others. */
START_TEST(calls_of_the_picked_body_are_marked) {
    random_seed(71);
    run r = run_scene("pile");
    open_run(&r);
    for (int i = 0; i < 40; ++i) {
        const uint64_t step = (uint64_t)random_between(1, STEPS + 0.99);
        const evo_body body = i % 2 == 0 ? r.body : some_body(&table.stage);
        const bool pushed = step % PUSHED == 0 && evo_body_equal(body, r.body);
        size_t marked = 0;
        desk_seek(&table, step);
        inspector_pick(&table.inspector, &table.stage, (pick){.kind = PICK_BODY, .body = body},
                       pen_at(0, 0));
        ck_assert(shows("evo_world_step"));
        ck_assert(shows("evo_body_set_velocity") == (step % PUSHED == 0));
        for (size_t k = 0; k < table.inspector.lines.count; ++k)
            if (table.inspector.lines.of[k].kind == LINE_MARKED)
                marked += strstr(table.inspector.lines.of[k].text, "evo_body_set_velocity") != NULL;
        ck_assert_uint_eq(marked, pushed);
    }
    close_run(&r);
}
END_TEST

/* The plot has the speeds that were, and reaches back as far as it should. */
START_TEST(motion_is_plotted) {
    random_seed(33 + (uint64_t)_i);
    run r = run_scene(SCENES[_i]);
    open_run(&r);
    for (int i = 0; i < 5; ++i) {
        const uint64_t step = (uint64_t)random_between(20, STEPS + 0.99);
        history *h = &table.inspector.motion;
        desk_seek(&table, step);
        click(pixel_of(evo_body_world_center(table.stage.world, r.body)));
        inspector_pick(&table.inspector, &table.stage, (pick){.kind = PICK_BODY, .body = r.body},
                       table.pointer);
        desk_seek(&table, step);
        desk_run(&table, SCENE_STEP);
        ck_assert_uint_ge(h->count, step / 4);
        ck_assert_double_le(h->rows[0].time, 4.001 * SCENE_STEP);
        for (size_t k = 0; k < h->count; ++k) {
            const size_t of = (size_t)lround(h->rows[k].time / SCENE_STEP);
            ck_assert_double_eq(h->rows[k].speed, r.speeds[of]);
            ck_assert(k == 0 || h->rows[k].time > h->rows[k - 1].time);
        }
        ck_assert_uint_eq(hash(), r.hashes[step]);
        draw();
    }
    close_run(&r);
}
END_TEST

/* ---- What is under the pointer --------------------------------------------------------------- */

/* Whether a picked thing is where the pointer is. */
static bool is_near(const pick *p, evo_vec2 at, double near) {
    const evo_world *world = table.stage.world;
    evo_contact contact;
    switch (p->kind) {
    case PICK_BODY: {
        const evo_bounds b = evo_body_bounds(world, p->body);
        return at.x > b.min.x - near && at.x < b.max.x + near && at.y > b.min.y - near
               && at.y < b.max.y + near;
    }
    case PICK_COLLIDER:
        return evo_body_equal(evo_collider_body(world, p->a), p->body);
    case PICK_CONTACT:
        return evo_world_contact(world, p->a, p->b, &contact)
               && fmin(hypot(contact.points[0].point.x - at.x, contact.points[0].point.y - at.y),
                       contact.count < 2 ? INFINITY
                                         : hypot(contact.points[1].point.x - at.x,
                                                 contact.points[1].point.y - at.y))
                      < 3 * near;
    case PICK_JOINT:
        return joiner_distance(&table.stage, p->joint, at) < 4 * near;
    default:
        return false;
    }
}

/* The centre of a body, or a point where it touches another one. */
static evo_vec2 some_place(void) {
    const evo_body body = some_body(&table.stage);
    evo_contact contact;
    const bool touches = evo_body_contacts(table.stage.world, body, &contact, 1) > 0;
    if (touches && random_between(0, 2) < 1) return contact.points[0].point;
    return scene_center(&table.stage, body.index);
}

/* All that is at a place, once; in scenes that run, at random places. */
START_TEST(tab_goes_through_what_is_there) {
    static const char *const NAMES[] = {"pile", "ragdolls", "bridge", "net", "cradle"};
    size_t seen[5] = {0};
    random_seed(8 + (uint64_t)_i);
    desktop_open(&table, NAMES[_i]);
    desk_resize(&table, WIDTH, HEIGHT);
    for (int i = 0; i < 40; ++i) {
        desk_run(&table, 3 * SCENE_STEP);
        const evo_vec2 at = some_place();
        const double near = 4 / desk_view(&table, NULL).scale;
        pick first, now;
        inspector_pick(&table.inspector, &table.stage, (pick){.kind = PICK_NOTHING}, pen_at(0, 0));
        pointer(INPUT_MOVE, pixel_of(at));
        desktop_key(&table, KEY_TAB);
        first = table.inspector.picked;
        ck_assert_int_eq(first.kind, PICK_BODY);
        size_t count = 0;
        do {
            now = table.inspector.picked;
            ck_assert(pick_exists(table.stage.world, &now) && is_near(&now, at, near));
            ++seen[now.kind];
            desktop_key(&table, KEY_TAB);
            ck_assert_uint_lt(++count, 65);
        } while (memcmp(&table.inspector.picked, &first, sizeof first) != 0);
        ck_assert_uint_ge(count, 2);
        if (i % 10 == 0) draw();
    }
    ck_assert_uint_gt(seen[PICK_COLLIDER], 0);
    if (_i < 2) ck_assert_uint_gt(seen[PICK_CONTACT], 0);
    if (_i > 0 && _i < 4) ck_assert_uint_gt(seen[PICK_JOINT], 0);
    desk_close(&table);
}
END_TEST

/* A body in numbers: those that the world has. */
START_TEST(bodies_are_told_in_numbers) {
    char text[80];
    random_seed(64);
    desktop_open(&table, "ragdolls");
    desk_resize(&table, WIDTH, HEIGHT);
    for (int i = 0; i < 100; ++i) desk_run(&table, 1.0001 * SCENE_STEP);
    for (int i = 0; i < 60; ++i) {
        evo_world *world = table.stage.world;
        const evo_body body = some_body(&table.stage);
        const size_t contacts = evo_body_contacts(world, body, NULL, 0);
        const uint64_t tag = (uint64_t)random_between(1, 1000);
        evo_joint joint;
        ck_assert_int_eq(evo_body_set_tag(world, body, tag), EVO_OK);
        inspector_pick(&table.inspector, &table.stage, (pick){.kind = PICK_BODY, .body = body},
                       pen_at(0, 0));
        snprintf(text, sizeof text, "body %" PRIu32 " (tag %" PRIu64 "): dynamic", body.index, tag);
        ck_assert(shows(text));
        snprintf(text, sizeof text, contacts == 1 ? "1 contact" : "%zu contacts", contacts);
        ck_assert_msg(shows(text), "%s", text);
        snprintf(text, sizeof text, "speed %.4g", speed_of(world, body));
        ck_assert(shows(text));
        snprintf(text, sizeof text, "mass %.4g", evo_body_mass(world, body).mass);
        ck_assert(shows(text));
        ck_assert_uint_gt(evo_body_joints(world, body, &joint, 1), 0);
        snprintf(text, sizeof text, "joint %" PRIu32, joint.index);
        ck_assert(shows(text));
        if (contacts == 0) continue;
        evo_contact first;
        (void)evo_body_contacts(world, body, &first, 1);
        const evo_contact_point *p = &first.points[0];
        snprintf(text, sizeof text, "normal (%.3f, %.3f)", p->normal.x, p->normal.y);
        ck_assert(shows(text));
        snprintf(text, sizeof text, "gap %.3g, impulses %.4g", p->gap, p->normal_impulse);
        ck_assert(shows(text));
    }
    desk_close(&table);
}
END_TEST

/* A click picks, a drag does not; a click beside all, the cross and Esc let go of it. */
START_TEST(clicks_pick) {
    random_seed(12);
    desktop_open(&table, "bowl");
    desk_resize(&table, WIDTH, HEIGHT);
    for (int i = 0; i < 60; ++i) desk_run(&table, 1.0001 * SCENE_STEP);
    desktop_key(&table, 'p');
    const inspector *i = &table.inspector;
    const evo_vec2 at = pixel_of(scene_center(&table.stage, some_body(&table.stage).index));
    pointer(INPUT_MOVE, at);
    pointer(INPUT_PRESS, at);
    pointer(INPUT_MOVE, pen_at(at.x + 9, at.y));
    pointer(INPUT_RELEASE, pen_at(at.x + 9, at.y));
    ck_assert_int_eq(i->picked.kind, PICK_NOTHING);
    click(at);
    ck_assert_int_eq(i->picked.kind, PICK_BODY);
    ck_assert_uint_gt(i->motion.count, 1); /* from the moments */
    click(at);
    ck_assert_int_eq(i->picked.kind, PICK_COLLIDER);
    desktop_key(&table, KEY_ESCAPE);
    ck_assert(i->picked.kind == PICK_NOTHING && !table.quits);
    click(at);
    draw();
    click(pen_at(desk_canvas_width(&table) - 25, 22)); /* the cross of the sheet */
    ck_assert_int_eq(i->picked.kind, PICK_NOTHING);
    click(at);
    click(pen_at(5, 5));
    ck_assert_int_eq(i->picked.kind, PICK_NOTHING);
    desk_close(&table);
}
END_TEST

/* On a narrow canvas the sheet lies below, and is scrolled by a finger. */
START_TEST(sheets_are_scrolled) {
    random_seed(3);
    desktop_open(&table, "pile");
    table.panel_width = 0;
    desk_resize(&table, 360, 420);
    for (int i = 0; i < 200; ++i) desk_run(&table, 1.0001 * SCENE_STEP);
    inspector_pick(&table.inspector, &table.stage,
                   (pick){.kind = PICK_BODY, .body = some_body(&table.stage)}, pen_at(0, 0));
    draw();
    ck_assert_double_eq(table.inspector.scroll, 0);
    const view before = desk_view(&table, NULL);
    pointer(INPUT_PRESS, pen_at(100, 380));
    pointer(INPUT_MOVE, pen_at(100, 340));
    pointer(INPUT_RELEASE, pen_at(100, 340));
    ck_assert_double_eq(table.inspector.scroll, 40);
    pointer(INPUT_MOVE, pen_at(100, 200));
    draw();
    ck_assert_double_eq(table.inspector.scroll, 40);
    ck_assert_double_eq(desk_view(&table, NULL).middle.y, before.middle.y);
    ck_assert_int_eq(table.inspector.picked.kind, PICK_BODY);
    desk_close(&table);
}
END_TEST

/* ---- Saves, and other files ------------------------------------------------------------------ */

START_TEST(saves_go_on) {
    static const char *const NAMES[] = {"pile", "ragdolls", "break"};
    desktop_open(&table, NAMES[_i]);
    for (int i = 0; i < 30; ++i) ck_assert(desk_step(&table, SCENE_STEP));
    const size_t size = evo_world_save(table.stage.world, NULL, 0);
    unsigned char *bytes = malloc(size);
    ck_assert_uint_eq(evo_world_save(table.stage.world, bytes, size), size);
    const uint64_t then = hash();
    ck_assert(open_bytes(bytes, size));
    ck_assert(!desk_replays(&table) && hash() == then);
    uint64_t hashes[2];
    for (int round = 0; round < 2; ++round) {
        for (int i = 0; i < 40; ++i) ck_assert(desk_step(&table, SCENE_STEP));
        hashes[round] = hash();
        draw();
        desktop_key(&table, 'r');
        ck_assert_uint_eq(hash(), then);
    }
    ck_assert_uint_eq(hashes[0], hashes[1]);
    desktop_key(&table, KEY_PAGE_DOWN);
    ck_assert_uint_lt(table.scene, entry_count());
    desk_close(&table);
    free(bytes);
}
END_TEST

/* What is damaged or of another kind is refused with a word, and the scene goes on. */
START_TEST(other_files_are_refused) {
    random_seed(99);
    run r = run_scene("break");
    desktop_open(&table, "bowl");
    const uint64_t before = hash();
    for (int i = 0; i < 200; ++i) {
        const size_t size = i < 20 ? (size_t)i : (size_t)random_between(8, 200);
        unsigned char bytes[200];
        for (size_t k = 0; k < size; ++k) bytes[k] = (unsigned char)random_between(0, 255.99);
        if (i % 3 == 1 && size >= 8) memcpy(bytes, r.record.bytes, 8);
        if (i % 3 == 2 && size >= 8) memcpy(bytes, "EVOLUTE", 8);
        ck_assert(!open_bytes(bytes, size));
        ck_assert(table.message_left > 0 && strstr(table.message, "run.evr"));
        ck_assert_uint_eq(hash(), before);
    }
    close_run(&r);
}
END_TEST

/* A record that is cut is played as far as it goes. */
START_TEST(cut_records_are_played_to_the_cut) {
    random_seed(7);
    run r = run_scene("toys");
    desktop_open(&table, "pile");
    desk_resize(&table, WIDTH, HEIGHT);
    for (int i = 0; i < 20; ++i) {
        const size_t size = (size_t)((double)r.record.size * random_between(0.1, 1));
        if (!open_bytes(r.record.bytes, size)) continue;
        for (int k = 0; k < 100 && player_reads(&table.player); ++k) desk_run(&table, SCENE_STEP);
        ck_assert(!player_reads(&table.player));
        desktop_key(&table, KEY_END);
        ck_assert_uint_eq(hash(), r.hashes[table.player.step]);
        ck_assert(!table.player.differs);
        draw();
    }
    close_run(&r);
}
END_TEST

Suite *suite_inspector(void) {
    Suite *suite = suite_create("inspector");
    TCase *use = tcase_create("use");
    tcase_add_loop_test(use, any_step_is_sought, 0, 5);
    tcase_add_test(use, records_are_played);
    tcase_add_test(use, marks_are_sought);
    tcase_add_loop_test(use, the_first_difference_is_shown, 0, 4);
    tcase_add_test(use, calls_of_the_picked_body_are_marked);
    tcase_add_loop_test(use, motion_is_plotted, 0, 3);
    tcase_add_loop_test(use, tab_goes_through_what_is_there, 0, 5);
    tcase_add_test(use, bodies_are_told_in_numbers);
    tcase_add_test(use, clicks_pick);
    tcase_add_test(use, sheets_are_scrolled);
    tcase_add_loop_test(use, saves_go_on, 0, 3);
    tcase_add_test(use, other_files_are_refused);
    tcase_add_test(use, cut_records_are_played_to_the_cut);
    suite_add_tcase(suite, use);
    return suite;
}
