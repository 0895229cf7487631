/* breakout.c: a game that plays itself and prints its field now and then. A body's `user` is its
 * look as text, and tells what it is. The paddle is an ellipse: where a ball meets it decides the
 * normal, and so the way back. */
#include <evolute/evolute.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { WIDE = 28, HIGH = 18, MOST = 64, RATE = 60, SECONDS = 120 };
static char WALLS[] = "", SOFT[] = "[--]", HARD[] = "[##]"; /* HARD: becomes SOFT when hit */
static char BALL[] = "o", BONUS[] = "(+)", PADDLE[] = "<===>";

static evo_world *world;
static evo_body paddle;
static int bricks = 28, balls, lost, escaped, score;
static uint32_t seed = 3;
static double error; /* of the paddle's aim, -1 to 1; new after each of its hits */

/* The config begins zeroed, not as the default: no friction, and gravity_scale 0. */
static evo_body add(char *look, evo_body_kind kind, evo_shape shape, double x, double y) {
    evo_body_config config = {.user = look, .kind = kind, .shape = shape, .position = {x, y}};
    config.material.restitution = look == BALL;
    config.gravity_scale = config.sensor = look == BONUS;
    if (look == BALL) ++balls, config.velocity = (evo_vec2){8 * error, 12};
    if (look == PADDLE) config.filter = (evo_filter){.category = 2, .mask = ~0u};
    if (look == BONUS) config.filter = (evo_filter){.category = 1, .mask = 2};
    return evo_body_create(world, &config);
}

/* The walls reach below the field. They are solid on the left of their way: outside. */
static void build(void) {
    const evo_vec2 corners[] = {{0, -4}, {0, HIGH}, {WIDE, HIGH}, {WIDE, -4}};
    const evo_chain_config chain = {.points = corners, .count = 4};
    evo_chain_create(world, add(WALLS, EVO_STATIC, (evo_shape){0}, 0, 0), &chain);
    paddle = add(PADDLE, EVO_KINEMATIC, evo_ellipse(2.5, 0.6), WIDE / 2, 1);
    for (int i = 0; i < bricks; ++i)
        add(i / 7 == 1 ? HARD : SOFT, EVO_STATIC, evo_box(1.9, 0.45), 2 + i % 7 * 4, 11.5 + i / 7);
    add(BALL, EVO_DYNAMIC, evo_circle(0.5), WIDE / 2, 3);
}

static void hit(evo_body body) {
    const char *look = evo_body_user(world, body); /* NULL: gone by an earlier hit */
    const evo_vec2 at = evo_body_pose(world, body).position, left = {-1, 0}, right = {1, 0};
    if (look == PADDLE) seed = seed * 1664525u + 1013904223u, error = seed / 2147483648.0 - 1;
    score += 10 * (look == HARD || look == SOFT) + 50 * (look == BONUS);
    if (look == HARD) evo_body_set_user(world, body, SOFT);
    if (look == SOFT || look == BONUS) evo_body_destroy(world, body);
    if (look == SOFT && bricks-- % 5 == 0)
        add(BONUS, EVO_DYNAMIC, evo_capsule(left, right, 0.4), at.x, at.y);
    if (look == BONUS) add(BALL, EVO_DYNAMIC, evo_circle(0.5), WIDE / 2, 3);
}

/* Filters let a bonus, the one kind of sensor, overlap the paddle alone. */
static void read_events(void) {
    size_t count;
    const evo_impact *impacts = evo_world_impacts(world, &count);
    for (size_t i = 0; i < count; ++i) hit(impacts[i].a), hit(impacts[i].b);
    const evo_visit *visits = evo_world_visits(world, &count);
    for (size_t i = 0; i < count; ++i)
        if (visits[i].began) hit(visits[i].sensor_body), hit(visits[i].visitor_body);
}

/* Keeps a ball's speed in bounds, and its way off the level. */
static void keep_speed(evo_body ball, evo_vec2 v) {
    if (fabs(v.y) < 6) v.y = v.y < 0 ? -6 : 6;
    const double speed = sqrt(v.x * v.x + v.y * v.y), part = fmin(fmax(speed, 12), 18) / speed;
    evo_body_set_velocity(world, ball, (evo_vec2){part * v.x, part * v.y});
}

/* Moves the paddle below the lowest thing that falls, and takes away what has left the field. */
static void steer(void) {
    size_t count;
    const evo_move *moves = evo_world_moves(world, &count);
    evo_vec2 at = evo_body_pose(world, paddle).position, aim = {at.x, HIGH};
    for (size_t i = count; i-- > 0;) {
        const evo_body body = moves[i].body;
        const evo_body_config it = evo_body_get(world, body);
        const evo_vec2 p = it.position;
        const bool ball = it.user == BALL, astray = p.x < 0 || p.x >= WIDE || p.y >= HIGH;
        if (ball) keep_speed(body, it.velocity);
        if (it.velocity.y < 0 && p.y < aim.y) aim = (evo_vec2){p.x + 2.6 * error * ball, p.y};
        if (p.y >= 0 && !astray) continue;
        evo_body_destroy(world, body);
        balls -= ball, lost += ball, escaped += ball && astray;
    }
    if (balls == 0) add(BALL, EVO_DYNAMIC, evo_circle(0.5), WIDE / 2, 3);
    const double speed = (fmin(fmax(aim.x, 2.5), WIDE - 2.5) - at.x) * RATE;
    evo_body_set_velocity(world, paddle, (evo_vec2){fmin(fmax(speed, -15), 15), 0});
}

static void print(void) {
    char rows[HIGH][WIDE];
    evo_body found[MOST];
    memset(rows, ' ', sizeof rows);
    for (size_t i = evo_world_bodies(world, found, MOST); i-- > 0;) {
        const evo_body_config it = evo_body_get(world, found[i]);
        const size_t length = strlen(it.user), left = (size_t)it.position.x - length / 2;
        memcpy(&rows[(int)it.position.y][left], it.user, length);
    }
    for (int y = HIGH; y-- > 0;) printf("|%.*s|\n", WIDE, rows[y]);
    printf("%.1f s: score %d, bricks left %d, balls lost %d, elsewhere than below %d\n",
           evo_world_time(world), score, bricks, lost, escaped);
}

int main(void) {
    const evo_world_config config = {.gravity = {0, -5}}; /* bounce_threshold and impact_speed 0 */
    world = evo_world_create(&config);
    build();
    for (int step = 0; bricks > 0 && step < SECONDS * RATE; ++step) {
        if (step % (10 * RATE) == 0) print();
        if (evo_world_step(world, 1.0 / RATE) != EVO_OK) return 1;
        read_events();
        steer();
    }
    print();
    evo_world_destroy(world);
    return escaped == 0 ? 0 : 1;
}
