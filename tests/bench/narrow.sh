#!/bin/sh
# Runs the narrowphase benchmark and prints a table: nanoseconds (median), instructions a call
# (where valgrind is installed; these repeat exactly), and the bar.
set -eu
program=$1
calls=2048

# Instructions that a number of calls of one case take, with everything around them.
instructions() {
    valgrind --tool=callgrind --callgrind-out-file=/dev/null "$program" "$1" "$2" 2>&1 |
        sed -n 's/.*Collected : //p'
}

printf '%-32s %8s %13s %8s\n' case ns instructions bar
"$program" | while read -r name ns bar bar_instructions; do
    count=-
    if command -v valgrind >/dev/null; then
        few=$(instructions "$name" $calls)
        many=$(instructions "$name" $((2 * calls)))
        count=$(((many - few) / calls))
    fi
    [ "$bar_instructions" = 0 ] || bar="$bar or $bar_instructions i"
    [ "$bar" != 0 ] || bar=-
    printf '%-32s %8s %13s %8s\n' "$name" "$ns" "$count" "$bar"
done
