# Writes the examples in the comments of headers as C functions, and a list of them.
#     awk -f tests/embed/examples.awk include/evolute/*.h
#
# An example is what is indented by four columns behind a blank line, if it has a semicolon (else it
# is a formula). Those of one comment are one function; what begins with "static" stands before it.
# A header whose head has no example is an error.

# Ends a block of indented lines, and keeps it if it is C.
function end_block() {
    if (block ~ /;/) {
        block = "#line " line " \"" FILENAME "\"\n" block
        if (block ~ /\nstatic /) before = before block
        else inside = inside block
        found = 1
    }
    block = ""
}

# Ends a comment: writes its examples.
function end_comment() {
    end_block()
    if (inside != "") {
        name = FILENAME
        gsub(/.*\/|\.h$/, "", name)
        name = name "_" ++count[name]
        printf "%sstatic void example_%s(void) {\n%s}\n\n", before, name, inside
        list = list "    {\"" name "\", example_" name "},\n"
    }
    before = inside = ""
    if (!head) head = found ? "has one" : "has none"
    comment = found = 0
}

FNR == 1 { head = "" }
/^ *\/\*/ && !/\*\// { comment = 1; blank = 0; next }
!comment { next }

{
    text = $0
    ends = sub(/ *\*\/$/, "", text)
    sub(/^ *\* ?/, "", text)
    indented = text ~ /^    / && (blank || block != "")
    if (indented) {
        if (block == "") line = FNR
        block = block substr(text, 5) "\n"
    } else if (text == "" && block != "") {
        if (block ~ /^static /) end_block()
        else block = block "\n"
    } else if (text != "") {
        end_block()
    }
    blank = text == ""
}

ends {
    end_comment()
    if (head == "has none") {
        print FILENAME ": its head has no example" > "/dev/stderr"
        failed = 1
        exit 1
    }
}

END {
    if (failed) exit 1
    print "static const struct {\n    const char *name;\n    void (*run)(void);\n} EXAMPLES[] = {"
    print list "};"
}
