/* rules.h: rules for numbers of the user. One table of them is checked by calls, told in
 * complaints, and agrees with the comments of the headers (tests/world/complaints.c). */
#ifndef ENGINE_CORE_RULES_H
#define ENGINE_CORE_RULES_H

#include "core/core.h"

/* ==== Rules =================================================================================== */

/* Largest number that calls accept, unless a rule has no bound: see SHAPE_LARGEST. */
#define RULE_MOST 1e30

/* Smallest mass of a body. The inverse of a smaller mass is no number that floats can hold. */
#define MASS_LEAST 1e-30

typedef enum rule_type {
    RULE_END,
    RULE_NUMBER, /* double */
    RULE_INT,    /* int, or an enum */
    RULE_PARTS   /* a struct with rules of its own */
} rule_type;

/* Range of a field. */
typedef struct number_rule {
    const char *field; /* as users write it; "": the struct is a number itself */
    uint32_t offset;
    rule_type type;
    const struct number_rule *parts;
    double least, most;
    bool open; /* `least` itself is out of the range */
    evo_result result;
    const char *text; /* "it must be" this: words of the field's comment in its header */
} number_rule;

/* Words for a number that need be nothing but a number: base.h has them for all headers. */
#define RULE_FINITE_TEXT "finite and at most 1e30"

/* Entries of tables. {0} ends one. */
#define RULE(of, name, least, most, open, result, text)                                            \
    { #name, offsetof(of, name), RULE_NUMBER, NULL, least, most, open, result, text }
#define RULE_FINITE(of, name)                                                                      \
    RULE(of, name, -RULE_MOST, RULE_MOST, false, EVO_ERROR_INVALID, RULE_FINITE_TEXT)
#define RULE_FROM_0(of, name) RULE(of, name, 0, RULE_MOST, false, EVO_ERROR_INVALID, "0 or more")
#define RULE_ABOVE_0(of, name) RULE(of, name, 0, RULE_MOST, true, EVO_ERROR_INVALID, "above 0")
#define RULE_BY(table, of, name)                                                                   \
    { #name, offsetof(of, name), RULE_PARTS, table, 0, 0, false, EVO_OK, "" }
#define RULE_WHOLE(of, name, most, text)                                                           \
    { #name, offsetof(of, name), RULE_INT, NULL, 0, most, false, EVO_ERROR_INVALID, text }

extern const number_rule RULES_KIND[], RULES_NUMBER[], RULES_FROM_0[], RULES_ABOVE_0[],
    RULES_EXTENT[], RULES_VECTOR[], RULES_POSE[], RULES_BOUNDS[], RULES_MASS[], RULES_MATERIAL[],
    RULES_COLLIDER[], RULES_BODY[], RULES_JOINT[], RULES_WORLD[], RULES_EXACT[], RULES_BLAST[],
    RULES_WATER[], RULES_MOVER_CONFIG[], RULES_MOVER[];

/* Tables by the struct of a header, for tests. */
typedef struct rule_table {
    const char *of;
    const number_rule *rules;
} rule_table;

enum { RULE_TABLES = 10 };
extern const rule_table RULES_OF_HEADERS[RULE_TABLES];

/* ==== Faults ================================================================================== */

/* The reason of a refused call: a result, and a sentence with the field, its value and the rule;
 * or, with EVO_OK, the reason why a call was probably not intended. It is noted where it is found,
 * and told where the call ends. */
enum { FAULT_TEXT = 256 };

typedef struct call_fault {
    bool noted;        /* since a call ended */
    evo_result result; /* EVO_OK: a warning */
    char text[FAULT_TEXT];
} call_fault;

#if defined(__GNUC__)
#define FAULT_FORMAT __attribute__((format(printf, 3, 4)))
#else
#define FAULT_FORMAT
#endif

/* Notes a fault; NULL: nobody asks. Returns the result. */
evo_result fault_note(call_fault *f, evo_result result, const char *format, ...) FAULT_FORMAT;

/* Gives a noted fault another result: calls that say INVALID of all that is wrong. */
static inline evo_result fault_as_invalid(call_fault *f) {
    if (f) f->result = EVO_ERROR_INVALID;
    return EVO_ERROR_INVALID;
}

/* Returns EVO_OK if a struct holds to its rules; else notes the first that it breaks. `in` is the
 * name of the argument or field that the struct is, "": fields have their own names alone. */
evo_result fault_by_rules(call_fault *f, const char *in, const number_rule *rules, const void *of);

/* Returns whether a struct holds to its rules. */
static inline bool rules_hold(const number_rule *rules, const void *of) {
    return fault_by_rules(NULL, "", rules, of) == EVO_OK;
}

/* Writes a number as a complaint has it. */
enum { NUMBER_TEXT = 32 };
const char *number_text(double number, char text[NUMBER_TEXT]);

#endif
