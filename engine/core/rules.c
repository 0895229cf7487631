/* rules.c: the table of rules for numbers of the user, the faults of numbers that break them, and
 * defaults. In: structs of the public headers; out: a result, and a sentence. Invariant: rules of
 * EVO_ERROR_LIMIT come last, so that invalid numbers are reported first. */
#include "core/rules.h"

#include <stdarg.h>
#include <stdio.h>

#include "evolute/exact.h"
#include "evolute/force.h"
#include "evolute/joint.h"
#include "evolute/mover.h"

/* ==== The table =============================================================================== */

/* ---- Values ---------------------------------------------------------------------------------- */

typedef struct rule_number {
    double number;
} rule_number;

#define RULE_SELF(least, most, open, text)                                                         \
    {                                                                                              \
        "", offsetof(rule_number, number), RULE_NUMBER, NULL, least, most, open,                   \
            EVO_ERROR_INVALID, text                                                                \
    }

const number_rule RULES_NUMBER[] = {RULE_SELF(-RULE_MOST, RULE_MOST, false, RULE_FINITE_TEXT), {0}};
const number_rule RULES_FROM_0[] = {RULE_SELF(0, RULE_MOST, false, "0 or more"), {0}};
const number_rule RULES_ABOVE_0[] = {RULE_SELF(0, RULE_MOST, true, "above 0"), {0}};

typedef struct rule_kind {
    evo_body_kind kind;
} rule_kind;

#define KINDS_TEXT "dynamic, static or kinematic"

const number_rule RULES_KIND[] = {{"", offsetof(rule_kind, kind), RULE_INT, NULL, 0, EVO_KINEMATIC,
                                   false, EVO_ERROR_INVALID, KINDS_TEXT},
                                  {0}};

const number_rule RULES_VECTOR[] = {RULE_FINITE(evo_vec2, x), RULE_FINITE(evo_vec2, y), {0}};

const number_rule RULES_POSE[] = {
    RULE_BY(RULES_VECTOR, evo_pose, position), RULE_FINITE(evo_pose, angle), {0}};

const number_rule RULES_BOUNDS[] = {
    RULE_BY(RULES_VECTOR, evo_bounds, min), RULE_BY(RULES_VECTOR, evo_bounds, max), {0}};

/* Rules of queries accept INFINITY, too. */
const number_rule RULES_EXTENT[] = {RULE_SELF(0, INFINITY, false, "0 or more"), {0}};

const number_rule RULES_MASS[] = {
    RULE(evo_mass, mass, MASS_LEAST, RULE_MOST, false, EVO_ERROR_INVALID, "1e-30 or more"),
    RULE_BY(RULES_VECTOR, evo_mass, center),
    RULE_FROM_0(evo_mass, inertia),
    {0}};

/* ---- Bodies ---------------------------------------------------------------------------------- */

const number_rule RULES_MATERIAL[] = {
    RULE_FROM_0(evo_material, density),
    RULE_FROM_0(evo_material, friction),
    RULE(evo_material, restitution, 0, RULE_MOST, false, EVO_ERROR_INVALID, "0 to 4"),
    RULE_FROM_0(evo_material, rolling_resistance),
    RULE_FINITE(evo_material, surface_speed),
    RULE_FINITE(evo_material, tangential_restitution),
    RULE(evo_material, restitution, 0, 4, false, EVO_ERROR_LIMIT, "0 to 4"),
    RULE(evo_material, tangential_restitution, -1, 1, false, EVO_ERROR_LIMIT, "-1 to 1"),
    {0}};

/* The shape is checked by its own rules (shape.h). */
const number_rule RULES_COLLIDER[] = {
    RULE_WHOLE(evo_collider_config, flags, 31, "flags combined with |"),
    RULE_BY(RULES_VECTOR, evo_collider_config, one_way),
    RULE_BY(RULES_MATERIAL, evo_collider_config, material),
    {0}};

/* Its first collider is checked as a collider. */
const number_rule RULES_BODY[] = {RULE_WHOLE(evo_body_config, kind, EVO_KINEMATIC, KINDS_TEXT),
                                  RULE_BY(RULES_VECTOR, evo_body_config, position),
                                  RULE_FINITE(evo_body_config, angle),
                                  RULE_BY(RULES_VECTOR, evo_body_config, velocity),
                                  RULE_FINITE(evo_body_config, spin),
                                  RULE_FROM_0(evo_body_config, damping),
                                  RULE_FROM_0(evo_body_config, spin_damping),
                                  RULE_FINITE(evo_body_config, gravity_scale),
                                  RULE_FROM_0(evo_body_config, sleep_speed),
                                  {0}};

/* ---- Joints ---------------------------------------------------------------------------------- */

const number_rule RULES_JOINT[] = {RULE_WHOLE(evo_joint_config, kind, EVO_APART, "a kind of joint"),
                                   RULE_BY(RULES_POSE, evo_joint_config, frame_a),
                                   RULE_BY(RULES_POSE, evo_joint_config, frame_b),
                                   RULE_FINITE(evo_joint_config, lower),
                                   RULE_FINITE(evo_joint_config, upper),
                                   RULE_FINITE(evo_joint_config, motor_speed),
                                   RULE_FROM_0(evo_joint_config, motor_limit),
                                   RULE_FROM_0(evo_joint_config, hertz),
                                   RULE_FROM_0(evo_joint_config, damping_ratio),
                                   RULE_FINITE(evo_joint_config, rest),
                                   RULE_FROM_0(evo_joint_config, pull_limit),
                                   RULE_FROM_0(evo_joint_config, push_limit),
                                   RULE_FINITE(evo_joint_config, length),
                                   RULE_FINITE(evo_joint_config, ratio),
                                   RULE_FROM_0(evo_joint_config, break_force),
                                   RULE_FROM_0(evo_joint_config, break_torque),
                                   RULE_FROM_0(evo_joint_config, torque_limit),
                                   RULE_FROM_0(evo_joint_config, turn_hertz),
                                   RULE_FROM_0(evo_joint_config, turn_damping_ratio),
                                   RULE_BY(RULES_VECTOR, evo_joint_config, velocity),
                                   RULE_FINITE(evo_joint_config, turn_speed),
                                   RULE_BY(RULES_VECTOR, evo_joint_config, ground_a),
                                   RULE_BY(RULES_VECTOR, evo_joint_config, ground_b),
                                   {0}};

/* ---- Worlds ---------------------------------------------------------------------------------- */

const number_rule RULES_WORLD[] = {
    RULE_BY(RULES_VECTOR, evo_world_config, gravity),
    RULE_WHOLE(evo_world_config, substeps, 1000, "0 to 1000"),
    RULE(evo_world_config, bounce_threshold, 0, INFINITY, false, EVO_ERROR_INVALID, "0 or more"),
    RULE_FROM_0(evo_world_config, push_speed),
    RULE(evo_world_config, impact_speed, 0, INFINITY, false, EVO_ERROR_INVALID, "0 or more"),
    RULE_WHOLE(evo_world_config, boundary, EVO_PERIODIC, "a boundary"),
    RULE(evo_world_config, joint_hertz, 0, INFINITY, false, EVO_ERROR_INVALID, "0 or more"),
    RULE(evo_world_config, contact_hertz, 0, INFINITY, false, EVO_ERROR_INVALID, "0 or more"),
    RULE_FROM_0(evo_world_config, rocking_loss),
    {0}};

const number_rule RULES_EXACT[] = {
    RULE_FROM_0(evo_exact_config, contact_time), RULE_FINITE(evo_exact_config, shear), {0}};

/* ---- Forces ---------------------------------------------------------------------------------- */

const number_rule RULES_BLAST[] = {RULE_BY(RULES_VECTOR, evo_blast, center),
                                   RULE_FROM_0(evo_blast, radius),
                                   RULE_FROM_0(evo_blast, falloff),
                                   RULE_FINITE(evo_blast, impulse_per_length),
                                   {0}};

const number_rule RULES_WATER[] = {RULE_BY(RULES_VECTOR, evo_water, point),
                                   RULE_BY(RULES_VECTOR, evo_water, normal),
                                   RULE_BY(RULES_VECTOR, evo_water, flow),
                                   RULE_FROM_0(evo_water, density),
                                   RULE_FROM_0(evo_water, drag),
                                   RULE_FROM_0(evo_water, spin_drag),
                                   {0}};

/* ---- Movers ---------------------------------------------------------------------------------- */

/* The largest number below a quarter of a turn. */
#define STEEPEST_MOST 0x1.921fb54442d17p+0

const number_rule RULES_MOVER_CONFIG[] = {
    RULE_BY(RULES_VECTOR, evo_mover_config, up),
    RULE_FROM_0(evo_mover_config, step),
    RULE_FROM_0(evo_mover_config, snap),
    RULE(evo_mover_config, steepest, 0, STEEPEST_MOST, false, EVO_ERROR_INVALID,
         "below a quarter of a turn"),
    RULE(evo_mover_config, push, 0, INFINITY, false, EVO_ERROR_INVALID, "0 or more"),
    RULE_FROM_0(evo_mover_config, mass),
    {0}};

const number_rule RULES_MOVER[] = {RULE_BY(RULES_POSE, evo_mover, pose),
                                   RULE_BY(RULES_VECTOR, evo_mover, velocity),
                                   RULE_BY(RULES_VECTOR, evo_mover, ground_normal),
                                   RULE_BY(RULES_VECTOR, evo_mover, ground_velocity),
                                   RULE_BY(RULES_POSE, evo_mover, ground_pose),
                                   {0}};

const rule_table RULES_OF_HEADERS[RULE_TABLES] = {
    {"evo_mass", RULES_MASS},
    {"evo_material", RULES_MATERIAL},
    {"evo_collider_config", RULES_COLLIDER},
    {"evo_body_config", RULES_BODY},
    {"evo_joint_config", RULES_JOINT},
    {"evo_world_config", RULES_WORLD},
    {"evo_exact_config", RULES_EXACT},
    {"evo_blast", RULES_BLAST},
    {"evo_water", RULES_WATER},
    {"evo_mover_config", RULES_MOVER_CONFIG},
};

/* ==== Faults ================================================================================== */

/* Sentences of refused calls. In: a result and a reason; out: a sentence, cut at the end of the
 * text. */

const char *number_text(double number, char text[NUMBER_TEXT]) {
    if (number == INFINITY || number == -INFINITY)
        snprintf(text, NUMBER_TEXT, "%s", number > 0 ? "infinite" : "minus infinite");
    else if (number != number)
        snprintf(text, NUMBER_TEXT, "NaN");
    else
        snprintf(text, NUMBER_TEXT, "%.9g", number);
    return text;
}

evo_result fault_note(call_fault *f, evo_result result, const char *format, ...) {
    if (!f) return result;
    va_list values;
    va_start(values, format);
    vsnprintf(f->text, sizeof f->text, format, values);
    va_end(values);
    f->noted = true;
    f->result = result;
    return result;
}

/* Deepest nesting of structs. */
enum { RULE_DEPTH = 4 };

/* A rule that is broken, and the names that lead to it, the innermost first. */
typedef struct rule_breach {
    const number_rule *broken;
    double value;
    int depth;
    const char *names[RULE_DEPTH];
} rule_breach;

static double rule_value(const number_rule *r, const char *at) {
    double number;
    int whole;
    if (r->type == RULE_INT) memcpy(&whole, at, sizeof whole);
    if (r->type == RULE_INT) return whole;
    memcpy(&number, at, sizeof number);
    return number;
}

/* Finds the first rule that a struct breaks; false: it breaks none. */
static bool find_breach(const number_rule *rules, const void *of, rule_breach *breach) {
    for (const number_rule *r = rules; r->type != RULE_END; ++r) {
        const char *at = (const char *)of + r->offset;
        if (r->type == RULE_PARTS) {
            if (!find_breach(r->parts, at, breach)) continue;
            assert(breach->depth < RULE_DEPTH && "structs are not so deep");
            breach->names[breach->depth++] = r->field;
            return true;
        }
        const double value = rule_value(r, at);
        if (value >= r->least && value <= r->most && !(r->open && value == r->least)) continue;
        breach->broken = r;
        breach->value = value;
        breach->names[0] = r->field;
        breach->depth = 1;
        return true;
    }
    return false;
}

/* Writes "frame_a.position.x". */
static void write_path(const rule_breach *breach, const char *in, char *path, size_t size) {
    int length = snprintf(path, size, "%s", in);
    for (int i = breach->depth; i-- > 0 && length >= 0 && (size_t)length < size;) {
        const bool joins = length > 0 && breach->names[i][0] != '\0';
        length += snprintf(path + length, size - (size_t)length, "%s%s", joins ? "." : "",
                           breach->names[i]);
    }
}

static evo_result note_breach(call_fault *f, const char *in, const rule_breach *breach) {
    const number_rule *broken = breach->broken;
    char path[FAULT_TEXT / 2], text[NUMBER_TEXT];
    write_path(breach, in, path, sizeof path);
    const bool finite = breach->value >= -RULE_MOST && breach->value <= RULE_MOST;
    return fault_note(f, broken->result, "%s is %s; it must be %s", path,
                      number_text(breach->value, text),
                      finite || broken->most > RULE_MOST ? broken->text : RULE_FINITE_TEXT);
}

evo_result fault_by_rules(call_fault *f, const char *in, const number_rule *rules, const void *of) {
    rule_breach breach;
    if (!find_breach(rules, of, &breach)) return EVO_OK;
    return f ? note_breach(f, in, &breach) : breach.broken->result;
}

/* ==== Defaults ================================================================================ */

evo_material evo_material_default(void) {
    return (evo_material){.density = 1, .friction = 0.6};
}

evo_filter evo_filter_default(void) {
    return (evo_filter){.category = 1, .mask = UINT64_MAX};
}

evo_result evo_material_check(const evo_material *m) {
    return m ? fault_by_rules(NULL, "", RULES_MATERIAL, m) : EVO_ERROR_INVALID;
}
