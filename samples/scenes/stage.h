/* stage.h: functions that build scenes. A scene calls stage_world or stage_events first, sets
 * stage->view, and then adds bodies; stage->material, filter and tint are those of the next one.
 * After an error all of them do nothing and scene_open returns false, so scenes need no checks. */
#ifndef SAMPLES_SCENES_STAGE_H
#define SAMPLES_SCENES_STAGE_H

#include "scenes/chance.h"
#include "scenes/scenes.h"

/* Downward gravity of all scenes that have gravity. */
#define STAGE_GRAVITY 10.0

/* The least approach speed that bounces; slower contacts are inelastic, so that piles rest. */
#define STAGE_BOUNCE 1.0

void stage_world(scene_stage *stage, double gravity, double bounce_threshold);

/* The same for an event world. Its walls are of stage->material. */
void stage_events(scene_stage *stage, double gravity, evo_boundary boundary, evo_bounds bounds);

/* A world of a config, with what the run sets: of its gravity, substeps and sleep what differs from
 * the usual. */
void stage_configured(scene_stage *stage, const evo_world_config *config);

evo_body stage_add(scene_stage *stage, evo_body_kind kind, evo_shape shape, evo_vec2 at,
                   double angle);

/* Makes an actor of a body that was created elsewhere. */
void stage_note(scene_stage *stage, evo_body body, int tint);

/* Adds a shape to a body. */
void stage_join(scene_stage *stage, evo_body body, evo_shape shape);

/* A static segment. */
void stage_wall(scene_stage *stage, evo_vec2 from, evo_vec2 to);

/* A static chain of segments from point to point, solid on the left of that way. */
void stage_chain(scene_stage *stage, const evo_vec2 *points, int count);

/* Floor, walls and optionally a lid around (0, 0) to (width, height). They stick out by 10 so that
 * nothing slips through the corners. */
void stage_box(scene_stage *stage, double width, double height, bool lid);

/* ---- Joints (machine.c): a body {0} is the world --------------------------------------------- */

/* The config of a joint whose frames both lie at one point of the world. */
evo_joint_config stage_frames(const scene_stage *stage, evo_joint_kind kind, evo_body a, evo_body b,
                              evo_vec2 at);

evo_joint stage_link(scene_stage *stage, const evo_joint_config *config);

/* A revolute joint at a point of the world. */
evo_joint stage_hinge(scene_stage *stage, evo_body a, evo_body b, evo_vec2 at);

/* A distance joint between two points of the world: a rod, or a rope of at most that length. */
evo_joint stage_rod(scene_stage *stage, evo_body a, evo_vec2 at_a, evo_body b, evo_vec2 at_b);
evo_joint stage_rope(scene_stage *stage, evo_body a, evo_vec2 at_a, evo_body b, evo_vec2 at_b);

/* A capsule from point to point of the world; the first one is its origin. */
evo_body stage_bar(scene_stage *stage, evo_vec2 from, evo_vec2 to, double radius);

/* ---- Small things ---------------------------------------------------------------------------- */

static inline evo_vec2 stage_at(double x, double y) {
    evo_vec2 p = {x, y};
    return p;
}

/* The view from (x0, y0) to (x1, y1). */
static inline evo_bounds stage_view(double x0, double y0, double x1, double y1) {
    evo_bounds view = {{x0, y0}, {x1, y1}};
    return view;
}

/* The tint of a moving body, by number. */
static inline int stage_tint(size_t number) {
    return 1 + (int)(number % (SCENE_TINTS - 1));
}

extern const scene toys_scene, pile_scene, ellipses_scene, gas_scene, mixed_scene;
extern const scene pyramid_scene, heap_scene, hourglass_scene, bowl_scene;
extern const scene mixer_scene, dominoes_scene, race_scene;
extern const scene cradle_scene, break_scene, galton_scene, harddisks_scene;
extern const scene galperin_scene, sinai_scene, bullets_scene, pinball_scene;
extern const scene planet_scene, boxes_scene, tumbler_scene, hexagons_scene;
extern const scene tiles_scene, terrain_scene, platforms_scene;
extern const scene pendulum_scene, doublependulum_scene, rodcradle_scene, bridge_scene;
extern const scene net_scene, ragdolls_scene, car_scene, crane_scene;
extern const scene slidercrank_scene, jansen_scene;

#endif
