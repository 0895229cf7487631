/* trig.h: functions that C libraries round differently, rounded our way. The cosine and sine of an
 * angle and its inverse are public: evo_direction, evo_angle. */
#ifndef ENGINE_CORE_TRIG_H
#define ENGINE_CORE_TRIG_H

static const double PI = 3.14159265358979323846;

/* The cube root of a normal number below 1e300, within 3 units of the last place; 0 for any number
 * that is not above 0. */
double cube_root(double x);

#endif
