/* tolerance.h: below which differences two shapes touch, or do not move against each other. All are
 * relative: of the size of the pair, which is the sum of both reaches, or of a speed.
 */
#ifndef ENGINE_FLIGHT_TOLERANCE_H
#define ENGINE_FLIGHT_TOLERANCE_H

/* Gaps of a touch in closed form: the rounding of the formulas. Wider, slow events would be lost;
 * narrower, rounding would make events of its own. And its square, of a speed: such pairs slide. */
static const double TOUCH_EXACT = 1e-14, TOUCH_EXACT_SQUARE = 1e-28;

/* Gaps of a touch between shapes that were measured, or moved to the present. Narrower, advancement
 * would step without end, and simultaneous impacts would be missed. */
static const double TOUCH_MEASURED = 1e-11;

/* Fraction of the speed: what approaches more slowly does not approach. */
static const double CLOSING = 1e-12;

/* Fraction of the size: a shape that entered another is at least so deep until it leaves. Above a
 * measured touch, or it would leave at once. */
static const double DEPTH_INSIDE = 1e-10;

/* Fraction of the size: smaller overlaps are rounding of positions from outside, not overlaps. */
static const double OVERLAP_ROUNDING = 1e-9;

/* Fraction of a step, or of the clock's period: nearer times are one instant, parted by
 * rounding. */
static const double SAME_INSTANT = 0x1p-36;

#endif
