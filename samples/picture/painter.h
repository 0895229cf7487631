/* painter.h: draws a scene by the callbacks of evolute/draw.h: exact shapes, in the colours of
 * the view. Sleeping bodies are pale; sensors and disabled bodies are
 * outlines; a line from the centre shows the orientation of round shapes. In a periodic box, what
 * sticks out is drawn again at the opposite edge. */
#ifndef SAMPLES_PICTURE_PAINTER_H
#define SAMPLES_PICTURE_PAINTER_H

#include "picture/view.h"
#include "scenes/scenes.h"

/* A flag in addition to those of evolute/draw.h: sleeping bodies are not pale. */
#define PAINT_AWAKE 0x80000000u

/* Draws the scene and what the flags select; 0: shapes alone. */
void paint_stage(const view *v, const scene_stage *stage, unsigned flags);

/* One shape that is no part of the scene, in outline, with its periodic images. */
void paint_ghost(const view *v, const scene_stage *stage, const evo_shape *shape, evo_pose at,
                 pen_style style);

#endif
