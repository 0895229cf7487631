/* trig.h: functions that C libraries round differently, rounded our way. The cosine and sine of an
 * angle and its inverse are public: evo_direction, evo_angle. */
#ifndef ENGINE_CORE_TRIG_H
#define ENGINE_CORE_TRIG_H

static const double PI = 3.14159265358979323846;

/* The cube root of a normal number below 1e300, within 3 units of the last place; 0 for any number
 * that is not above 0. */
double cube_root(double x);

/* An angle as a whole number of quarter turns, of which the last two bits are kept, and a rest of
 * at most an eighth of a turn. Angles too large to resolve a turn count as 0. */
typedef struct angle_parts {
    double rest;
    unsigned quarters;
} angle_parts;

angle_parts angle_part(double angle);

#endif
