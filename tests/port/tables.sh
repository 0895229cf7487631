#!/usr/bin/env bash
# Looks up what the tables for ports from Box2D name: each name of ours must stand in a public
# header, and each name of Box2D v3 in one row alone. Prints what does not, and fails then.
#     tests/port/tables.sh
set -euo pipefail
cd "$(dirname "$0")/../.."
table=samples/box2d-v3.md

# Words of the headers, without those of comments.
words() {
    cat include/evolute/*.h | tr '\n' ' ' | sed -E 's:/\*[^*]*\*+([^/*][^*]*\*+)*/: :g' |
        grep -oE '[A-Za-z_][A-Za-z0-9_]*' | sort -u
}

# Rows of functions: Box2D's names, ours, and the difference.
rows() { awk '/^\| Box2D \|/ { on = 1; next } !/^\|/ { on = 0 } on && !/^\|---/' "$table"; }

# Names of ours anywhere in both files, and those of fields in rows, which are in backticks.
ours() {
    grep -ohE '\b(evo|EVO)_[A-Za-z0-9_]+' "$table"
    sed -n '/^## From Box2D/,$p' samples/README.md | grep -oE '\b(evo|EVO)_[A-Za-z0-9_]+'
    # shellcheck disable=SC2016,SC2020 # backticks of the text; two letters
    rows | cut -d'|' -f3,4 | grep -oE '`[A-Za-z_.]+`' | grep -v '\.[ch]`' | tr '`.' '\n\n' |
        grep -E '^[A-Za-z_]+$'
}

missing=$(comm -23 <(ours | grep -vx config | sort -u) <(words))
twice=$(rows | cut -d'|' -f2 | grep -oE '\bb2[A-Za-z0-9_]+' | sort | uniq -d)
nothing=$(rows | awk -F' *[|] *' '$2 !~ /^b2/ || $3 == "" || NF != 5')
count=$(rows | cut -d'|' -f2 | grep -oE '\bb2[A-Za-z0-9_]+' | wc -l)

# shellcheck disable=SC2086 # a line for each word
[ -z "$missing" ] || printf 'no header has %s\n' $missing
# shellcheck disable=SC2086
[ -z "$twice" ] || printf '%s is listed twice\n' $twice
[ -z "$nothing" ] || printf 'not a row: %s\n' "$nothing"
[ "$count" -gt 500 ] || printf 'only %d names of Box2D are listed\n' "$count"
[ -z "$missing$twice$nothing" ] && [ "$count" -gt 500 ] && echo "$count names of Box2D"
