# Writes, from the headers, functions that fill structs with special numbers, one for each public
# call that makes it with such arguments, and the list of these.
#     awk -f tests/world/special_calls.awk include/evolute/*.h
#
# A field of a type T is filled by special_T() once it is base_T(); an argument is VALUE(T), the
# array of one that is a pointer INPUT(T) or OUTPUT(T). tests/world/special_numbers.c has what
# headers do not say: a call whose arguments are of a new kind does not compile until they are there.

# Adds a line of a header without its comments.
function add_code(line,    from, to) {
    while (1) {
        if (comment) {
            if (!(to = index(line, "*/"))) return
            line = substr(line, to + 2)
            comment = 0
        }
        if (!(from = index(line, "/*"))) break
        code = code " " substr(line, 1, from - 1)
        line = substr(line, from + 2)
        comment = 1
    }
    if (line !~ /^ *#/) code = code " " line
}

{ add_code($0) }

function trimmed(text) {
    gsub(/[ \t]+/, " ", text)
    gsub(/^ | $/, "", text)
    return text
}

# Returns whether a word of the list is the name.
function has(list, name) {
    return index(" " list " ", " " name " ") > 0
}

# Writes how the fields of a declaration are filled; pointers stay as they are.
function write_fields(declared,    type, names, count, i, name, size) {
    declared = trimmed(declared)
    if (declared == "" || declared ~ /[*({}]/) return
    type = declared
    sub(/ .*/, "", type)
    sub(/^[^ ]+ /, "", declared)
    count = split(declared, names, ",")
    for (i = 1; i <= count; ++i) {
        name = trimmed(names[i])
        size = name
        if (sub(/\[.*/, "", name)) {
            gsub(/.*\[|\].*/, "", size)
            printf "    for (int i = 0; i < %s; ++i) special_%s(p, &to->%s[i]);\n", \
                size, type, name
        } else {
            printf "    special_%s(p, &to->%s);\n", type, name
        }
    }
}

function write_struct(name, body,    fields, count, i) {
    if (has(by_hand, name)) return
    printf "static inline void special_%s(program *p, %s *to) {\n    (void)p;\n    (void)to;\n", \
        name, name
    count = split(body, fields, ";")
    for (i = 1; i <= count; ++i) write_fields(fields[i])
    print "}\n"
}

function write_base(name) {
    if (has(own_base, name)) return
    printf "static inline %s base_%s(program *p) {\n    (void)p;\n", name, name
    if (code ~ (" " name "_default\\(void\\)")) printf "    return %s_default();\n}\n\n", name
    else printf "    return (%s){0};\n}\n\n", name
}

# Finds structs and enums: name by number.
function find_types(    rest, head, body, name, depth, at) {
    rest = code
    while (match(rest, /typedef (struct|enum) [a-z_0-9]+ \{/)) {
        head = substr(rest, RSTART, RLENGTH)
        rest = substr(rest, RSTART + RLENGTH)
        split(head, words, " ")
        name = words[3]
        depth = 1
        for (at = 1; depth > 0; ++at) {
            if (substr(rest, at, 1) == "{") ++depth
            if (substr(rest, at, 1) == "}") --depth
        }
        types[++type_count] = name
        bodies[name] = words[2] == "enum" ? "" : substr(rest, 1, at - 2)
        is_enum[name] = words[2] == "enum"
    }
}

# Notes a function that calls need, once, and returns a call of it.
function needed(kind, prefix, type) {
    if (!((kind, type) in needs)) functions = functions kind "(" type ")\n"
    needs[kind, type] = 1
    return prefix "_" type "(p)"
}

# Returns the expression of an argument.
function argument(text, before,    type, constant) {
    text = trimmed(text)
    if (text ~ /^(const )?evo_world \*/) return "p->world"
    if (text ~ /void \*|evo_ray_stop/) return "NULL"
    constant = text ~ /^const /
    sub(/^const /, "", text)
    type = text
    sub(/[ *].*/, "", type)
    if (text ~ /[*\[]/)
        return constant ? needed("INPUT", "input", type) : needed("OUTPUT", "output", type)
    if (type == "size_t" && before ~ /[*\[]/) return "value_count(p)"
    return needed("VALUE", "value", type)
}

# Returns whether a call reads one object or the world, so that what it returns must be numbers.
function reads(list) {
    return list ~ /^ *const evo_world \*world *(, *evo_(body|collider|joint) [a-z]+ *)?$/
}

function write_call(text,    returns, name, list, args, count, i, made) {
    sub(/.*EVO_API /, "", text)
    list = name = text
    sub(/\(.*/, "", name)
    sub(/[^(]*\(/, "", list)
    sub(/\) *$/, "", list)
    returns = name
    sub(/[a-z_0-9]+$/, "", returns)
    returns = trimmed(returns)
    gsub(/.*[ *]/, "", name)
    if (has(left_out, name) || name ~ /^evo_(record|replay|threads|frame)_/) return
    count = split(list, args, ",")
    for (i = 1; i <= count && list != "void"; ++i)
        made = made (i > 1 ? ", " : "") argument(args[i], i > 1 ? args[i - 1] : "")
    made = name "(" made ")"
    if (reads(list) && has(numbers, returns) && name != "evo_world_next_event")
        made = sprintf("expect_%s(p, \"%s\", %s)", returns, name, made)
    else
        made = "(void)" made
    calls = calls "static void call_" name "(program *p) {\n    (void)p;\n    " made ";\n}\n\n"
    names = names sprintf("    {\"%s\", call_%s},\n", name, name)
}

END {
    code = trimmed(code)
    by_hand = "evo_shape evo_body evo_collider evo_chain evo_joint evo_tasks evo_allocator " \
        "evo_body_arrays evo_collider_arrays evo_chain_config"
    own_base = "evo_body evo_collider evo_chain evo_joint evo_shape evo_world_config " \
        "evo_body_config evo_collider_config evo_chain_config evo_joint_config " \
        "evo_mover_config evo_mover evo_body_arrays evo_collider_arrays"
    left_out = "evo_world_create evo_world_destroy evo_world_load evo_world_save evo_world_draw"
    numbers = "double evo_vec2 evo_pose evo_bounds"
    find_types()
    for (t = 1; t <= type_count; ++t)
        if (is_enum[types[t]]) printf "SPECIAL_ENUM(%s)\n", types[t]
        else printf "static void special_%s(program *p, %s *to);\n", types[t], types[t]
    for (t = 1; t <= type_count; ++t) {
        if (is_enum[types[t]]) continue
        write_struct(types[t], bodies[types[t]])
        write_base(types[t])
    }
    count = split(code, parts, ";")
    for (i = 1; i <= count; ++i)
        if (parts[i] ~ /EVO_API [^#]*\(/) write_call(parts[i])
    printf "%s\n%sstatic const struct {\n    const char *name;\n    void (*make)(program *p);\n", \
        functions, calls
    printf "} CALLS[] = {\n%s};\n", names
}
