# Writes the tables of fields of scene files from the headers: each config's numbers, their rules and
# the words of their comments. samples/level/fields.c includes what it writes.
#     awk -f samples/level/fields.awk include/evolute/*.h samples/level/format.h
#
# Pointers, callbacks and what a file has another form for are left out. A rule is read from the words
# of the comment: "0 or more", "above 0", "-1 to 1"; of a comment for several fields where its first
# part has them.

BEGIN {
    structs = " evo_vec2 evo_pose evo_bounds evo_material evo_filter evo_locks evo_mass " \
        "evo_collider_config evo_body_config evo_chain_config evo_joint_config evo_exact_config " \
        "evo_world_config level_repeat level_body_more level_joint_more level_head level_param "
    enums = " evo_body_kind evo_joint_kind evo_boundary "
    types = " double bool int unsigned size_t uint64_t int32_t evo_vec2 evo_pose evo_bounds " \
        "evo_material evo_filter evo_locks evo_shape evo_body evo_body_kind evo_joint_kind " \
        "evo_boundary "
    own = " evo_chain_config.count evo_chain_config.material_count "
}

# Leaves out tags of tests, too.
function trimmed(text) {
    gsub(/[ \t\n]+/, " ", text)
    gsub(/ @[a-z0-9]+-[a-z0-9-]+/, "", text)
    gsub(/^ | $/, "", text)
    return text
}

function has(list, name) {
    return index(list, " " name " ") > 0
}

function quoted(text) {
    gsub(/\\/, "\\\\", text)
    gsub(/"/, "\\\"", text)
    return "\"" text "\""
}

# Sets least, most and open by the words of a comment.
function find_rule(words, several,    range, ends) {
    least = "-INFINITY"
    most = "INFINITY"
    open = "false"
    if (several) sub(/;.*/, "", words)
    if (match(words, /[0-9e.-]+ or more/)) {
        least = substr(words, RSTART, RLENGTH)
        sub(/ .*/, "", least)
    }
    if (words ~ /(^|[ ,])above 0($|[,;.])/) { least = "0"; open = "true" }
    if (match(words, /(^|[ ,])-?[0-9.]+ to [0-9.]+/)) {
        range = substr(words, RSTART, RLENGTH)
        sub(/^[ ,]/, "", range)
        split(range, ends, " to ")
        least = ends[1]
        most = ends[2]
    }
}

# Writes the fields of one declaration: "double hertz, damping_ratio" with its comment.
function write_fields(declared, words,    type, count, names, i) {
    declared = trimmed(declared)
    words = trimmed(words)
    if (declared == "" || declared ~ /[*({}]/) return
    type = declared
    sub(/ .*/, "", type)
    sub(/^[^ ]+ /, "", declared)
    if (!has(types, type)) return
    count = split(declared, names, ",")
    find_rule(words, count > 1)
    for (i = 1; i <= count; ++i)
        if (!has(own, current "." trimmed(names[i])))
            printf "    FIELD(%s, %s, %s, %s, %s, %s, %s),\n", current, trimmed(names[i]), type, \
                least, most, open, quoted(words)
}

# Ends a declaration, when its comment is whole.
function flush() {
    if (kind == "struct") write_fields(code, remark)
    if (kind == "enum" && trimmed(code) ~ /^EVO_/) {
        sub(/ *=.*/, "", code)
        code = trimmed(code)
        printf "    WORD(%s, %s, %s),\n", code, tolower(substr(code, 5)), quoted(trimmed(remark))
    }
    code = ""
    remark = ""
    done = 0
}

# Takes a piece of code outside of comments.
function take_code(text,    at, mark) {
    mark = kind == "enum" ? "," : ";"
    while ((at = index(text, mark)) > 0) {
        if (done) flush()
        code = code " " substr(text, 1, at - 1)
        done = 1
        text = substr(text, at + 1)
    }
    if (trimmed(text) == "") return
    if (done) flush()
    code = code " " text
}

{
    line = $0
    if (!kind) {
        if (line ~ /^typedef (struct|enum) [a-z_0-9]+ \{/) {
            split(line, head, " ")
            current = head[3]
            if (head[2] == "struct" && has(structs, current)) kind = "struct"
            if (head[2] == "enum" && has(enums, current)) kind = "enum"
            if (kind == "struct") printf "static const level_field FIELDS_%s[] = {\n", current
            if (kind == "enum") printf "static const level_word WORDS_%s[] = {\n", current
        } else if (line ~ /^    EVO_TELL_TOUCHES =/) {
            kind = "enum"
            print "static const level_word WORDS_flags[] = {"
        }
        if (kind && line !~ /EVO_TELL_TOUCHES/) next
        if (!kind) next
    }
    if (!comment && line ~ /^\}/) {
        flush()
        print "    {0}};\n"
        kind = ""
        next
    }
    while (line != "") {
        if (comment) {
            at = index(line, "*/")
            if (at == 0) { remark = remark " " trimmed(line); break }
            remark = remark " " substr(line, 1, at - 1)
            line = substr(line, at + 2)
            comment = 0
            continue
        }
        at = index(line, "/*")
        if (at == 0) { take_code(line); break }
        before = substr(line, 1, at - 1)
        take_code(before)
        # A comment on a line of its own belongs to what follows.
        if (trimmed(before) == "" && done) flush()
        line = substr(line, at + 2)
        comment = 1
    }
}
