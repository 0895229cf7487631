/* calls.c: bytes as calls of the public interface, each a number in TABLE, on a world of any
 * config, with any job system and an allocator that refuses at times. Laws: no NaN; refused calls
 * change neither a bit nor a handle, and memory runs out only if it is refused; nobody leaves a
 * closed box; the work of a step is bounded; the world is sound; its save is loaded, and what was
 * loaded goes on as it does, without refusals and without a job system. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "evolute/evolute.h"
#include "fuzz.h"
#include "support/exact.h"
#include "support/joints.h"
#include "support/sound.h"

enum { BODIES = 24, JOINTS = 12, CHAINS = 4, CALLS_MOST = 120, COLLIDERS_MOST = 64 };

static const double BOX = 16;

typedef struct fuzzed {
    fuzz_bytes bytes;
    evo_world *world;
    evo_body bodies[BODIES];
    evo_joint joints[JOINTS];
    evo_chain chains[CHAINS];
    bool closed;  /* thick walls around the box; only what keeps bodies in it is called */
    bool extreme; /* any numbers, else ordinary ones */
    bool calls_back;
    bool saves; /* the law of saves is held, too */
    bool crowd; /* enough bodies for steps to be shared */
    bool refuses;
    size_t armed; /* number of the request that is refused in the next call; 0: none */
    fuzz_memory memory;
    fuzz_jobs jobs;
    evo_frame *frame;
    uint64_t kept; /* hash of the frame */
} fuzzed;

static double number(fuzzed *f) {
    return f->extreme ? fuzz_any_number(&f->bytes) : fuzz_number(&f->bytes);
}

/* Sizes and masses: what is valid and larger has squares that floats do not hold. */
static const double LARGEST = 1e6;

static double positive(fuzzed *f) {
    if (!f->extreme) return 0.05 + fabs(fuzz_number(&f->bytes)) / 8;
    const double any = fuzz_any_number(&f->bytes);
    return any > LARGEST && any <= 1e30 ? LARGEST : any;
}

static evo_vec2 vector(fuzzed *f) {
    const double x = number(f);
    return (evo_vec2){x, number(f)};
}

static evo_body *body(fuzzed *f) {
    return &f->bodies[fuzz_one_of(&f->bytes, BODIES)];
}

static evo_joint *joint(fuzzed *f) {
    return &f->joints[fuzz_one_of(&f->bytes, JOINTS)];
}

static evo_collider collider(fuzzed *f) {
    evo_collider found[COLLIDERS_MOST] = {{0, 0}};
    const size_t count = evo_body_colliders(f->world, *body(f), found, COLLIDERS_MOST);
    return found[count > 0 ? fuzz_byte(&f->bytes) % (count < COLLIDERS_MOST ? count : 1) : 0];
}

/* A box keeps in what no other moves into its walls: rings may be pressed through. */
static evo_shape shape(fuzzed *f) {
    const double a = positive(f), b = positive(f);
    evo_vec2 points[4] = {{a, 0}, {0, b}, {-b, 0}, {0, -a}};
    switch (fuzz_one_of(&f->bytes, f->closed ? 5 : 8)) {
    case 0:
        return evo_circle(a);
    case 1:
        return evo_ellipse(a, b);
    case 2:
        return evo_box(a, b);
    case 3:
        return evo_capsule((evo_vec2){-a, 0}, (evo_vec2){a, 0}, b);
    case 4:
        return evo_polygon(points, 4, b / 8);
    case 5:
        return evo_ring(a, b / 4, points[3].y, 2 * a);
    case 6:
        return evo_segment((evo_vec2){-a, 0}, (evo_vec2){b, a});
    default:
        return evo_shape_at(evo_box(a, b), vector(f), a);
    }
}

static evo_material material(fuzzed *f) {
    evo_material m = evo_material_default();
    m.density = positive(f);
    m.friction = positive(f);
    m.restitution = fuzz_one_of(&f->bytes, 5); /* many bumpers in a box freeze all in it */
    if (f->closed) m.restitution /= 4;
    m.rolling_resistance = fuzz_one_of(&f->bytes, 2);
    m.surface_speed = f->closed ? 0 : number(f);
    return m;
}

/* ---- Calls ----------------------------------------------------------------------------------- */

static evo_result create_body(fuzzed *f) {
    evo_body_config c = evo_body_config_default();
    evo_body *to = body(f);
    const int kind = f->closed ? 0 : fuzz_one_of(&f->bytes, 6);
    c.kind = kind < 3 ? (evo_body_kind)kind : EVO_DYNAMIC;
    c.position = vector(f);
    c.velocity = vector(f);
    c.spin = number(f);
    c.angle = number(f);
    c.shape = shape(f);
    c.material = material(f);
    const uint8_t flags = fuzz_byte(&f->bytes);
    c.asleep = flags & 1;
    c.locks.spin = flags & 2;
    c.sensor = !f->closed && (flags & 4);
    c.gravity_scale = flags & 8 ? 0 : 1;
    if (f->closed) c.position = (evo_vec2){c.position.x / 2, c.position.y / 2};
    if (evo_body_exists(f->world, *to)) return EVO_OK;
    *to = evo_body_create(f->world, &c);
    return evo_world_last_result(f->world);
}

static evo_result destroy_body(fuzzed *f) {
    return evo_body_destroy(f->world, *body(f));
}

static evo_result create_collider(fuzzed *f) {
    evo_collider_config c = evo_collider_config_default();
    c.shape = shape(f);
    c.material = material(f);
    c.sensor = fuzz_one_of(&f->bytes, 4) == 0;
    (void)evo_collider_create(f->world, *body(f), &c);
    return evo_world_last_result(f->world);
}

static evo_result change_collider(fuzzed *f) {
    const evo_collider c = collider(f);
    const evo_shape s = shape(f);
    const evo_material m = material(f);
    evo_filter filter = evo_filter_default();
    filter.group = fuzz_one_of(&f->bytes, 3) - 1;
    switch (fuzz_one_of(&f->bytes, 4)) {
    case 0:
        return evo_collider_destroy(f->world, c);
    case 1:
        return evo_collider_set_shape(f->world, c, &s);
    case 2:
        return evo_collider_set_material(f->world, c, &m);
    default:
        return evo_collider_set_filter(f->world, c, filter);
    }
}

static evo_result create_chain(fuzzed *f) {
    evo_vec2 points[8];
    evo_chain_config c = evo_chain_config_default();
    evo_chain *to = &f->chains[fuzz_one_of(&f->bytes, CHAINS)];
    c.count = fuzz_one_of(&f->bytes, 9);
    c.points = points;
    c.loop = fuzz_one_of(&f->bytes, 2);
    const int sides = fuzz_one_of(&f->bytes, 6);
    c.two_sided = sides % 2;
    for (int i = 0; i < 8; ++i) points[i] = vector(f);
    evo_material materials[8];
    for (int i = 0; i < 8; ++i) {
        materials[i] = evo_material_default();
        materials[i].friction = 0.1 * i;
    }
    /* One of each link, or one too few. */
    c.materials = materials;
    c.material_count = sides < 2 ? 0 : c.count - (c.loop ? 0 : 1) - (sides > 3);
    if (evo_chain_exists(f->world, *to)) return evo_chain_destroy(f->world, *to);
    *to = evo_chain_create(f->world, *body(f), &c);
    return evo_world_last_result(f->world);
}

static evo_result create_joint(fuzzed *f) {
    evo_joint *to = joint(f);
    evo_joint_config c = evo_joint_config_default((evo_joint_kind)fuzz_one_of(&f->bytes, 9));
    const uint8_t flags = fuzz_byte(&f->bytes);
    c.a = *body(f);
    c.b = *body(f);
    c.frame_a = (evo_pose){vector(f), number(f)};
    c.frame_b = (evo_pose){vector(f), number(f)};
    c.limit = flags & 1;
    c.motor = flags & 2;
    c.spring = flags & 4;
    c.collide = flags & 8;
    c.lower = -positive(f);
    c.upper = positive(f);
    c.motor_speed = number(f);
    c.motor_limit = positive(f);
    c.hertz = positive(f);
    c.damping_ratio = positive(f);
    c.length = flags & 16 ? positive(f) : 0;
    c.ratio = flags & 32 ? number(f) : 1;
    c.break_force = flags & 64 ? positive(f) : 0;
    if (evo_joint_exists(f->world, *to)) return evo_joint_destroy(f->world, *to);
    *to = evo_joint_create(f->world, &c);
    const evo_result result = evo_world_last_result(f->world);
    /* What a spring of 1e30 pulls leaves the range of numbers in a step. */
    if (f->extreme && result == EVO_OK) return evo_joint_destroy(f->world, *to);
    return result;
}

static evo_result change_joint(fuzzed *f) {
    const evo_joint j = *joint(f);
    const bool on = fuzz_one_of(&f->bytes, 2);
    const double a = number(f), b = positive(f);
    switch (fuzz_one_of(&f->bytes, 5)) {
    case 0:
        return joint_set_motor(f->world, j, on, a, b);
    case 1:
        return joint_set_limits(f->world, j, on, -b, b);
    case 2:
        return joint_set_spring(f->world, j, on, b, b);
    case 3:
        return joint_set_target(f->world, j, (evo_pose){vector(f), a});
    default:
        return joint_set_break(f->world, j, b, b);
    }
}

static evo_result push(fuzzed *f) {
    const evo_body b = *body(f);
    const evo_vec2 v = vector(f), at = vector(f);
    switch (fuzz_one_of(&f->bytes, 8)) {
    case 0:
        return evo_body_apply_force(f->world, b, v, at);
    case 1:
        return evo_body_apply_center_force(f->world, b, v);
    case 2:
        return evo_body_apply_torque(f->world, b, v.x);
    case 3:
        return evo_body_apply_impulse(f->world, b, v, at);
    case 4:
        return evo_body_apply_center_impulse(f->world, b, v);
    case 5:
        return evo_body_apply_spin_impulse(f->world, b, v.x);
    case 6:
        return evo_body_set_velocity(f->world, b, v);
    default:
        return evo_body_set_spin(f->world, b, v.x);
    }
}

/* Forces that follow from shapes. */
static evo_result blow(fuzzed *f) {
    evo_blast blast = {.center = vector(f), .radius = positive(f), .falloff = positive(f)};
    evo_water water = {.point = vector(f), .normal = vector(f), .flow = vector(f)};
    switch (fuzz_one_of(&f->bytes, 3)) {
    case 0:
        blast.impulse_per_length = number(f);
        (void)evo_world_explode(f->world, &blast);
        return EVO_OK;
    case 1:
        return evo_collider_apply_wind(f->world, collider(f), water.flow, positive(f), number(f));
    default:
        water.density = positive(f);
        water.drag = positive(f);
        water.spin_drag = positive(f);
        return evo_body_apply_buoyancy(f->world, *body(f), &water);
    }
}

static evo_result move_body(fuzzed *f) {
    const evo_pose pose = {vector(f), number(f)};
    const evo_body b = *body(f);
    if (fuzz_one_of(&f->bytes, 2)) return evo_body_set_pose(f->world, b, pose);
    return evo_body_drive_to(f->world, b, pose, positive(f));
}

static evo_result change_body(fuzzed *f) {
    const evo_body b = *body(f);
    const bool on = fuzz_one_of(&f->bytes, 2);
    const double x = positive(f);
    switch (fuzz_one_of(&f->bytes, 8)) {
    case 0:
        return evo_body_set_kind(f->world, b, (evo_body_kind)fuzz_one_of(&f->bytes, 4));
    case 1:
        return evo_body_set_mass(f->world, b, (evo_mass){.mass = x, .inertia = x});
    case 2:
        return on ? evo_body_set_damping(f->world, b, x)
                  : evo_body_set_spin_damping(f->world, b, x);
    case 3:
        return evo_body_set_gravity_scale(f->world, b, number(f));
    case 4:
        return evo_body_set_locks(f->world, b,
                                  (evo_locks){on && (b.index & 1), on && (b.index & 2), on});
    case 5:
        return evo_body_set_disabled(f->world, b, !on);
    case 6:
        return evo_body_set_asleep(f->world, b, !on);
    default:
        return evo_body_set_never_sleep(f->world, b, on);
    }
}

static evo_result change_world(fuzzed *f) {
    switch (fuzz_one_of(&f->bytes, 3)) {
    case 0:
        return evo_world_set_gravity(f->world, vector(f));
    case 1:
        return evo_world_set_growth(f->world, number(f));
    default: {
        static const int lanes[] = {0, 1, 4, 8, 16};
        return evo_world_set_lanes(f->world, lanes[fuzz_one_of(&f->bytes, 5)]);
    }
    }
}

static bool configs_equal(const evo_world_config *a, const evo_world_config *b) {
    return a->gravity.x == b->gravity.x && a->gravity.y == b->gravity.y
           && a->substeps == b->substeps && a->bounce_threshold == b->bounce_threshold
           && a->push_speed == b->push_speed && a->impact_speed == b->impact_speed
           && a->impact_limit == b->impact_limit && a->never_sleep == b->never_sleep
           && a->tasks.workers == b->tasks.workers && a->tasks.start == b->tasks.start;
}

static evo_result configure(fuzzed *f) {
    evo_world_config c = evo_world_get(f->world);
    const double x = positive(f);
    const uint8_t byte = fuzz_byte(&f->bytes);
    switch (fuzz_one_of(&f->bytes, 8)) {
    case 0:
        c.substeps = byte % 12;
        break;
    case 1:
        c.bounce_threshold = x;
        break;
    case 2:
        c.push_speed = x;
        break;
    case 3:
        c.impact_speed = byte % 4 > 0 ? x : INFINITY;
        break;
    case 4:
        c.impact_limit = byte;
        break;
    case 5:
        c.never_sleep = byte % 2;
        break;
    case 6:
        c.tasks = fuzz_tasks(&f->jobs, (fuzz_jobs_kind)(byte % FUZZ_JOBS_KINDS));
        break;
    default:
        c.gravity = vector(f);
    }
    const evo_result result = evo_world_set(f->world, &c);
    const evo_world_config now = evo_world_get(f->world);
    if (result == EVO_OK) fuzz_expect(configs_equal(&c, &now), "a world has the config it was set");
    return result;
}

static evo_result reserve(fuzzed *f) {
    const size_t bodies = fuzz_byte(&f->bytes), contacts = fuzz_byte(&f->bytes);
    return evo_world_reserve(f->world, bodies, contacts, fuzz_byte(&f->bytes));
}

/* Keeps a frame, or goes back to it. */
static evo_result roll_back(fuzzed *f) {
    if (fuzz_one_of(&f->bytes, 2) == 0 || !f->frame) {
        const evo_result result = evo_frame_keep(f->world, &f->frame);
        if (result == EVO_OK) f->kept = evo_world_hash(f->world);
        return result;
    }
    const evo_result result = evo_frame_restore(f->world, f->frame);
    fuzz_expect(result != EVO_OK || evo_world_hash(f->world) == f->kept,
                "a frame gives back the world that it kept");
    return result;
}

/* Lets a request of the next call be refused. */
static evo_result refuse(fuzzed *f) {
    f->armed = 1 + (size_t)fuzz_byte(&f->bytes) % 64;
    return EVO_OK;
}

/* Lists and questions, which change nothing. A body that is listed may be destroyed next. */
static evo_result ask(fuzzed *f) {
    evo_contact contacts[8];
    evo_ray_hit hits[8];
    evo_collider found[8];
    evo_body bodies[8];
    const evo_vec2 from = vector(f), to = vector(f);
    const evo_shape s = shape(f);
    (void)evo_world_contacts(f->world, contacts, 8);
    (void)evo_body_contacts(f->world, *body(f), contacts, 8);
    (void)evo_world_ray(f->world, from, to, NULL);
    (void)evo_record_mark(f->world, "asked");
    (void)evo_world_ray_any(f->world, from, to, NULL);
    (void)evo_world_ray_all(f->world, from, to, NULL, hits, 8);
    (void)evo_world_cast_circle(f->world, from, to, positive(f), NULL);
    (void)evo_world_cast_shape(f->world, &s, (evo_pose){from, 0}, (evo_pose){to, 1}, NULL);
    (void)evo_world_overlap_bounds(f->world, (evo_bounds){from, to}, NULL, found, 8);
    (void)evo_world_overlap_shape(f->world, &s, (evo_pose){from, 0}, NULL, found, 8);
    (void)evo_world_nearest(f->world, from, 10, NULL);
    (void)evo_world_moves(f->world, NULL);
    (void)evo_world_forces(f->world, NULL);
    (void)evo_world_counters(f->world);
    const size_t count = evo_world_bodies(f->world, bodies, 8);
    for (size_t i = 0; i < count && i < 8 && fuzz_one_of(&f->bytes, 8) == 1; ++i)
        (void)evo_body_destroy(f->world, bodies[i]);
    return EVO_OK;
}

/* Makes a copy of a world that asks as it does. Its memory is never refused, and one thread steps
 * it. */
static evo_world *copy(const fuzzed *f, fuzzed *to) {
    evo_world_config config = evo_world_get(f->world);
    *to = *f;
    to->memory = (fuzz_memory){0};
    config.callback_context = to;
    config.allocator = fuzz_allocator(&to->memory);
    config.tasks = (evo_tasks){0};
    to->world = evo_world_create(&config);
    fuzz_expect(to->world != NULL, "a config that a world had is sound");
    fuzz_copy(to->world, f->world);
    return to->world;
}

/* One step in so many is made by a copy, too: by the hash, since bytes are of the program. */
enum { COPIES = 4 };

/* Steps once more where memory was refused: the first try has changed nothing. Exact time may have
 * gone a part of the way. */
static evo_result step_insisting(fuzzed *f, double seconds) {
    const bool exact = evo_world_get(f->world).exact != NULL;
    const uint64_t before = evo_world_hash(f->world);
    const evo_result result = evo_world_step(f->world, seconds);
    if (result != EVO_ERROR_MEMORY || exact) return result;
    fuzz_expect(evo_world_hash(f->world) == before, "refused steps change no bit");
    return evo_world_step(f->world, seconds);
}

static evo_result step_world(fuzzed *f, double seconds) {
    static fuzzed twin;
    const bool exact = evo_world_get(f->world).exact != NULL;
    const bool both = f->saves && (f->crowd || evo_world_hash(f->world) % COPIES == 0);
    evo_world *other = both ? copy(f, &twin) : NULL;
    const evo_result result = step_insisting(f, seconds);
    if (both && !(exact && f->memory.refused)) {
        fuzz_expect(evo_world_step(other, seconds) == result, "what was loaded steps as it did");
        fuzz_expect_same(f->world, other);
    }
    evo_world_destroy(other);
    return result;
}

/* Returns a length from 1/2000 to 1/2 of a second. */
static double any_length(fuzzed *f) {
    return 0.5 * exp2(-fuzz_byte(&f->bytes) / 25.6);
}

static evo_result step(fuzzed *f) {
    static const double lengths[] = {1.0 / 60, 1.0 / 60, 1.0 / 240, 1, 1e-9, 0};
    enum { FIXED = sizeof lengths / sizeof *lengths, ANY = 2 };
    const int which = fuzz_one_of(&f->bytes, FIXED + ANY);
    double seconds = which < FIXED ? lengths[which] : any_length(f);
    if (f->closed && seconds > 1.0 / 30) seconds = 1.0 / 30; /* what overlaps is pushed farther */
    const bool extreme = f->extreme && fuzz_one_of(&f->bytes, 8) == 0;
    return step_world(f, extreme ? number(f) : seconds);
}

static evo_result (*const TABLE[])(fuzzed *f) = {
    step,         step,         step,      create_body,  create_body,     push,
    create_body,  destroy_body, ask,       create_joint, create_collider, change_collider,
    change_joint, create_chain, move_body, change_body,  change_world,    blow,
    configure,    roll_back,    refuse,    reserve};
enum { CALLS = sizeof TABLE / sizeof *TABLE, CALLS_CLOSED = 7 };

/* ---- Laws ------------------------------------------------------------------------------------ */

static void check_body(const fuzzed *f, evo_body b) {
    const evo_pose pose = evo_body_pose(f->world, b);
    const evo_vec2 velocity = evo_body_velocity(f->world, b);
    const evo_vec2 center = evo_body_world_center(f->world, b);
    fuzz_expect(!isnan(pose.position.x) && !isnan(pose.position.y), "positions are numbers");
    fuzz_expect(!isnan(pose.angle), "angles are numbers");
    fuzz_expect(!isnan(velocity.x) && !isnan(velocity.y), "velocities are numbers");
    fuzz_expect(!isnan(evo_body_spin(f->world, b)), "spins are numbers");
    if (f->closed && !f->extreme)
        fuzz_expect(fabs(center.x) < BOX && fabs(center.y) < BOX, "nobody leaves a closed box");
}

/* Impacts of a body in a drift, at most: it freezes before, and others may strike it until then. */
enum { IMPACTS_MOST = 128 };

/* Of worlds of events: impacts, but for the last instant; all other events, twice as many where a
 * flight begins, which looks ahead. */
enum { BUDGET = 300, EVENTS_MOST = 2 * (65 * BUDGET + 65536), INSTANT_MOST = BODIES * BODIES };

/* The work of a step depends on its bodies, whatever they do. */
static void check_work(const fuzzed *f, const evo_counters *before) {
    const evo_counters now = evo_world_counters(f->world);
    const evo_world_config c = evo_world_get(f->world);
    const size_t drifts = c.substeps > 0 ? (size_t)c.substeps : 4;
    const uint64_t most =
        c.exact != NULL ? BUDGET + INSTANT_MOST : IMPACTS_MOST * drifts * now.bodies;
    fuzz_expect(now.impacts - before->impacts <= most, "the impacts of a step are bounded");
    fuzz_expect(now.events - before->events <= EVENTS_MOST + INSTANT_MOST,
                "the events of a step are bounded");
}

static void check_world(const fuzzed *f) {
    const char *wrong = find_unsound(f->world);
    fuzz_expect(!wrong, wrong);
    for (int i = 0; i < BODIES; ++i)
        if (evo_body_exists(f->world, f->bodies[i])) check_body(f, f->bodies[i]);
}

/* ---- All ------------------------------------------------------------------------------------- */

static bool should_collide(void *context, evo_collider a, evo_collider b) {
    const fuzzed *f = context;
    const evo_body body = evo_collider_body(f->world, a);
    fuzz_expect(evo_body_destroy(f->world, body) == EVO_ERROR_LOCKED, "steps are locked");
    return (a.index + b.index) % 3 != 0;
}

static bool pre_solve(void *context, const evo_contact *contact, evo_contact_rules *rules) {
    (void)rules;
    const fuzzed *f = context;
    (void)evo_body_pose(f->world, evo_collider_body(f->world, contact->b));
    fuzz_expect(evo_world_step(f->world, 0.1) == EVO_ERROR_LOCKED, "steps are locked");
    return contact->a.index % 2 == 0;
}

static void add_walls(fuzzed *f) {
    for (int i = 0; i < 4; ++i) {
        evo_body_config c = evo_body_config_default();
        const double at = (BOX + 8) * (i < 2 ? 1 : -1);
        c.kind = EVO_STATIC;
        c.shape = i % 2 ? evo_box(8, BOX + 16) : evo_box(BOX + 16, 8);
        c.position = i % 2 ? (evo_vec2){at, 0} : (evo_vec2){0, at};
        (void)evo_body_create(f->world, &c);
    }
}

/* Disks that touch, so many that steps are shared. */
static void add_crowd(fuzzed *f) {
    enum { SIDE = 30 };
    evo_body_config c = evo_body_config_default();
    c.shape = evo_circle(0.2);
    for (int i = 0; i < SIDE * SIDE; ++i) {
        c.position = (evo_vec2){0.4 * (i % SIDE) - 6, 0.4 * (i / SIDE) - 6};
        (void)evo_body_create(f->world, &c);
    }
}

static bool open_world(fuzzed *f) {
    evo_world_config c = evo_world_config_default();
    const uint8_t flags = fuzz_byte(&f->bytes), more = fuzz_byte(&f->bytes);
    const uint8_t host = fuzz_byte(&f->bytes);
    f->closed = flags & 1;
    f->extreme = flags & 2;
    f->calls_back = !f->closed && (flags & 4);
    static const evo_exact_config bounded = {.event_budget = BUDGET},
                                  sheared = {.event_budget = BUDGET, .shear = -0.7};
    c.exact = !f->closed && !f->calls_back && (flags & 8) ? &bounded : NULL;
    if (c.exact != NULL) c.boundary = (evo_boundary)(more % 3);
    c.bounds = (evo_bounds){{-BOX, -BOX}, {BOX, BOX}};
    c.gravity.y = flags & 16 ? -10 : 0;
    const bool slides = c.exact && c.boundary == EVO_PERIODIC && !(flags & 16) && (more & 64);
    if (slides) c.exact = &sheared;
    c.impact_speed = flags & 32 ? 0 : INFINITY;
    c.never_sleep = flags & 64;
    c.bounce_threshold = flags & 128 ? 0 : 1;
    c.substeps = more % 7;
    if (f->calls_back) {
        c.should_collide = should_collide;
        c.pre_solve = pre_solve;
        c.callback_context = f;
    }
    f->crowd = !f->closed && !f->extreme && !c.exact && host % 32 == 31;
    c.tasks = fuzz_tasks(&f->jobs, (fuzz_jobs_kind)(host / 32 % FUZZ_JOBS_KINDS));
    c.allocator = fuzz_allocator(&f->memory);
    f->world = evo_world_create(&c);
    if (f->closed) add_walls(f);
    if (f->crowd) add_crowd(f);
    return f->world != NULL;
}

/* Hashes all handles that name something. */
static uint64_t hash_handles(const fuzzed *f) {
    enum { MOST = 4096 };
    static evo_body bodies[MOST];
    static evo_collider colliders[MOST];
    static evo_joint joints[MOST];
    const size_t counts[] = {evo_world_bodies(f->world, bodies, MOST),
                             evo_world_colliders(f->world, colliders, MOST),
                             evo_world_joints(f->world, joints, MOST)};
    uint64_t hash = counts[0] + 31 * counts[1] + 977 * counts[2];
    for (size_t i = 0; i < counts[0] && i < MOST; ++i) hash = 31 * hash + evo_body_pack(bodies[i]);
    for (size_t i = 0; i < counts[1] && i < MOST; ++i)
        hash = 31 * hash + evo_collider_pack(colliders[i]);
    for (size_t i = 0; i < counts[2] && i < MOST; ++i)
        hash = 31 * hash + joints[i].index + 977u * joints[i].generation;
    for (int i = 0; i < CHAINS; ++i) hash = 2 * hash + evo_chain_exists(f->world, f->chains[i]);
    return hash;
}

/* Makes a call of TABLE, with a request refused if the call before said so. */
static evo_result call(fuzzed *f, int number) {
    f->memory.refuse = f->armed > 0 && f->refuses ? f->memory.calls + f->armed : 0;
    f->memory.refused = false;
    f->armed = 0;
    const evo_result result = TABLE[number](f);
    f->memory.refuse = 0;
    fuzz_expect(result != EVO_ERROR_MEMORY || f->memory.refused,
                "memory runs out only if it is refused");
    return result;
}

/* Steps of events that end early have made impacts, also those in which what grows fills a box. */
static void make_call(fuzzed *f) {
    const int number = fuzz_one_of(&f->bytes, f->closed ? CALLS_CLOSED : CALLS);
    const uint64_t before = evo_world_hash(f->world), handles = hash_handles(f);
    const evo_counters counters = evo_world_counters(f->world);
    const evo_result result = call(f, number);
    const bool events = evo_world_get(f->world).exact != NULL;
    const bool steps = TABLE[number] == step && (result != EVO_ERROR_INVALID || events);
    if (result != EVO_OK && !steps) {
        fuzz_expect(evo_world_hash(f->world) == before, "refused calls change no bit");
        fuzz_expect(hash_handles(f) == handles, "refused calls change no handle");
    }
    if (TABLE[number] != step) return;
    check_world(f);
    check_work(f, &counters);
}

/* Steps of crowds take long. */
enum { CALLS_CROWD = 6 };

/* Recordings end when memory is refused, so recorded worlds have all that they ask for. */
static void play(fuzzed *f, fuzz_bytes program, const fuzz_hooks *hooks) {
    f->bytes = program;
    f->refuses = !hooks->begin;
    if (!open_world(f)) {
        fuzz_jobs_close(&f->jobs);
        return;
    }
    const int most = f->crowd ? CALLS_CROWD : CALLS_MOST;
    if (hooks->begin) hooks->begin(hooks->context, f->world);
    for (int i = 0; i < most && !fuzz_is_over(&f->bytes); ++i) make_call(f);
    if (hooks->end) hooks->end(hooks->context, f->world);
    evo_frame_destroy(f->frame);
    evo_world_destroy(f->world);
    fuzz_jobs_close(&f->jobs);
    fuzz_expect(f->memory.bytes == 0, "a world gives all its memory back");
}

void fuzz_play(fuzz_bytes program, const fuzz_hooks *hooks) {
    fuzzed *f = calloc(1, sizeof *f);
    if (f) play(f, program, hooks);
    free(f);
}

/* Ends all bodies of a world and of its copy, one by one: what a load derives counts, too. */
static void end_both(void *context, evo_world *world) {
    fuzzed *f = context, twin;
    evo_world *other = copy(f, &twin);
    evo_body all[BODIES];
    const size_t count = evo_world_bodies(world, all, BODIES);
    for (size_t i = 0; i < count && i < BODIES; ++i) {
        fuzz_expect(evo_body_destroy(world, all[i]) == evo_body_destroy(other, all[i]),
                    "bodies of a copy are destroyed as those of the world");
        fuzz_expect_same(world, other);
    }
    evo_world_destroy(other);
}

void fuzz_calls(const uint8_t *bytes, size_t count) {
    fuzzed *f = calloc(1, sizeof *f);
    const fuzz_hooks hooks = {.end = end_both, .context = f};
    if (!f) return;
    f->saves = true;
    play(f, (fuzz_bytes){bytes, bytes + count}, &hooks);
    free(f);
}
