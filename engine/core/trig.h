/* trig.h: functions that C libraries round differently, rounded our way. The cosine and sine of an
 * angle and its inverse are public: evo_direction, evo_angle. */
#ifndef ENGINE_CORE_TRIG_H
#define ENGINE_CORE_TRIG_H

/* The cube root of a number above 0, within 3 units of the last place; 0 for any other. */
double cube_root(double x);

#endif
