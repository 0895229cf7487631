/* question.h: a question about colliders: whom it is put to, and what was found so far. In: an
 * evo_query, a function that answers for one collider; out: its answers, put together there. */
#ifndef ENGINE_WORLD_QUESTION_H
#define ENGINE_WORLD_QUESTION_H

#include "evolute/query.h"
#include "world/world.h"

typedef struct question question;

/* Answers how much of a way is still of interest; what it says does not matter for boxes. */
typedef double (*ask_collider)(question *q, uint32_t id, evo_pose at);

struct question {
    const evo_world *world;
    evo_query by;
    bool filtered;
    uint32_t sensor; /* id of the sensor that asks, or NONE */
    ask_collider ask;
    double limit;
    /* Arguments of the question, and the answer: each question uses its own. */
    evo_vec2 from, way;
    double radius;
    evo_bounds box;
    const evo_shape *shape;
    evo_pose at;
    double turn;
    collider_visitor visit;
    void *context;
    bool (*meets)(const question *q, uint32_t id, evo_pose at, evo_ray_hit *hit);
    evo_ray_hit hit, passed;
    first_items first; /* hits, or colliders */
    evo_nearest nearest;
};

/* Returns a question as a query restricts it. */
question question_about(const evo_world *world, const evo_query *query, ask_collider ask);

/* Puts a question to what may be met along its way. */
void question_put_along(question *q);

#endif
