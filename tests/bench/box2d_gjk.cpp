// box2d_gjk.cpp: the peer: Box2D's distance of two convex polygons, without a warm start.
#include <box2d/b2_distance.h>
#include <box2d/b2_polygon_shape.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <vector>

#define EVOLUTE_BENCH_BOX2D
#include "bench.h"

double box2d_gjk(int calls, const double (*poses)[6], int count, double radius_x, double radius_y) {
    b2Vec2 corners[8];
    for (int i = 0; i < 8; ++i) {
        double t = i * 0.78539816339744831;
        corners[i].Set((float)(radius_x * std::cos(t)), (float)(radius_y * std::sin(t)));
    }
    b2PolygonShape polygon;
    polygon.Set(corners, 8);
    static std::vector<std::array<b2Transform, 2>> transforms;
    const std::size_t pairs = (std::size_t)count;
    for (std::size_t i = transforms.size(); i < pairs; ++i) {
        transforms.emplace_back();
        for (std::size_t k = 0; k < 2; ++k) {
            const double *p = poses[i] + 3 * k;
            transforms[i][k].Set(b2Vec2((float)p[0], (float)p[1]), (float)p[2]);
        }
    }
    double sum = 0;
    for (std::size_t i = 0; i < (std::size_t)calls; ++i) {
        b2DistanceInput input;
        input.proxyA.Set(&polygon, 0);
        input.proxyB.Set(&polygon, 0);
        input.transformA = transforms[i % pairs][0];
        input.transformB = transforms[i % pairs][1];
        input.useRadii = false;
        b2SimplexCache cache;
        cache.count = 0;
        b2DistanceOutput output;
        b2Distance(&output, &cache, &input);
        sum += output.distance;
    }
    return sum;
}
