/* axis.h: two convex shapes in free flight: how far they are apart along an axis, and for how long
 * at least they stay so. It costs a few dot products, where a measurement searches for the axis. */
#ifndef ENGINE_FLIGHT_AXIS_H
#define ENGINE_FLIGHT_AXIS_H

#include "evolute/shape.h"
#include "shape/meeting.h"

/* A convex shape in its body's frame: points grown by a radius, or one that bears an ellipse. */
typedef struct axis_shape {
    int count;
    double radius;                      /* around the points */
    evo_vec2 semi, direction;           /* semi-axes of the ellipse, of which the first has this
                                           direction; 0: none */
    evo_vec2 point[EVO_POLYGON_POINTS]; /* from the body's origin */
    double arm[EVO_POLYGON_POINTS];     /* their distances from there */
} axis_shape;

/* The shape; of a ring, the disk that holds it. */
void axis_take_shape(axis_shape *made, const evo_shape *shape);

typedef struct axis_side {
    axis_shape shape;
    evo_vec2 turned; /* the direction of the body's angle */
    double spin;
    double growth; /* of all lengths, as a part of themselves a second */
} axis_side;

/* B's motion is relative to A. */
typedef struct axis_pair {
    axis_side a, b;
    evo_vec2 offset, velocity, accel;
    double lift; /* the shapes count as so much farther apart */
} axis_pair;

typedef struct axis_look {
    double gap;  /* separation along the axis: at most that of the shapes */
    double step; /* a time in which it stays above 0; INFINITY: for ever */
    double left; /* about what is left of it after the step */
} axis_look;

/* Looks along an axis from A to B of length 1, which turns with this spin. */
axis_look axis_look_along(const axis_pair *pair, evo_vec2 axis, double spin);

/* Turns an axis that separates two shapes to where it does so most, which is their gap: measures
 * shapes that are apart. With an ellipse it is one round of the circle fit, which squares the error
 * near the normal of the gap. The gap of others is not above 0, but for rounding and ellipses. */
meeting axis_climb(const axis_pair *pair, evo_vec2 axis);

#endif
