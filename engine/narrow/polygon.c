/* polygon.c: the polygonal bisection test (bisect.h), and an ellipse and a line. */
#include "narrow/polygon.h"

#include "narrow/bisect.h"

bool polygon_circle_ellipse(const placed *circle, const placed *ellipse) {
    return disk_meets_ellipse(
        ellipse->shape->of.ellipse.radius_x, ellipse->shape->of.ellipse.radius_y,
        placed_enter(ellipse, circle->center), circle->shape->of.circle.radius, NULL);
}

bool polygon_ellipse_ellipse(const placed *a, const placed *b) {
    return ellipse_meets_ellipse(a, b, NULL);
}

bool ellipse_meets_line(const placed *ellipse, evo_vec2 from, evo_vec2 to) {
    double a = ellipse->shape->of.ellipse.radius_x, b = ellipse->shape->of.ellipse.radius_y;
    evo_vec2 start = placed_enter(ellipse, from), end = placed_enter(ellipse, to);
    start = vec(start.x * b, start.y * a);
    end = vec(end.x * b, end.y * a);
    double rr = a * b * a * b;
    evo_vec2 line = vec_sub(end, start);
    double along = -vec_dot(start, line), length = vec_dot(line, line);
    if (along <= 0) return vec_dot(start, start) <= rr;
    if (along >= length) return vec_dot(end, end) <= rr;
    double across = vec_cross(start, line);
    return across * across <= rr * length;
}
