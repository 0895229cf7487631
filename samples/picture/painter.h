/* painter.h: how a scene looks: every shape as it is, exact, by the callbacks of evolute/draw.h, in
 * colours that tell bodies apart for colour-blind eyes too. Who sleeps is pale, sensors and what is
 * disabled are outlines, and a line from the middle shows how a round thing has turned. In a
 * periodic box what sticks out comes in again across. */
#ifndef SAMPLES_PICTURE_PAINTER_H
#define SAMPLES_PICTURE_PAINTER_H

#include "picture/view.h"
#include "scenes/scenes.h"

/* Besides the flags of evolute/draw.h: who sleeps is not pale. */
#define PAINT_AWAKE 0x80000000u

/* The scene, with what the flags ask for; 0 stands for shapes alone. */
void paint_stage(const view *v, const scene_stage *stage, unsigned flags);

/* One shape that is no part of the scene, in outline, wherever it is seen. */
void paint_ghost(const view *v, const scene_stage *stage, const evo_shape *shape, evo_pose at,
                 pen_style style);

/* The colours of a tint (scenes.h). */
pen_colour paint_fill(int tint);
pen_colour paint_line(int tint);

/* What legends of marks and lines are to name. */
#define PAINT_CONTACT 0x000000ffu
#define PAINT_NORMAL 0x000000ffu
#define PAINT_VELOCITY 0x009e73ffu
#define PAINT_FIT 0xcc79a7ffu
#define PAINT_TILE 0x0072b2ffu
#define PAINT_BOUNDS 0x999999ffu
#define PAINT_TEXT 0x222222ffu

#endif
