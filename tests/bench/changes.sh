#!/usr/bin/env bash
# Says what one call that changes one body costs, in instructions with the step that follows beyond
# those of a step without it, in a small and in a large world. The bar: a change costs what it
# touches, so it costs in the large world at most twice what it costs in the small one. A few
# thousand instructions more or less say nothing, because what was changed before is still on its
# way to rest; so whatever is below `least` counts as that. What visits all of 100,000 bodies is far
# above it.
#     changes.sh PROGRAM [LARGE]    LARGE: bodies of the large world; fewer are counted sooner
set -euo pipefail
program=$1
small=1000
large=${2:-100000}
least=10000
bar=2

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# Writes "before CALL: INSTRUCTIONS" and "after CALL: INSTRUCTIONS".
count() {
    local bodies=$1 state=$2
    rm -f "$folder"/out*
    valgrind --tool=callgrind --instr-atstart=no --callgrind-out-file="$folder/out" \
        "$program" "$bodies" "$state" >"$folder/said" 2>&1 || {
        cat "$folder/said" >&2
        echo "changes: valgrind has not counted $bodies bodies, $state." >&2
        return 1
    }
    printf '%s\n' "$folder"/out.* | sort -V | tr '\n' '\0' |
        xargs -0 sed -n -e 's/^desc: Trigger: Client Request: //p' -e 's/^totals: //p' |
        awk '/^(before|after) / { label = $0; next } label { print label, $1; label = "" }'
}

# From two such lists a row for each call.
compare() {
    awk -v least="$least" -v bar="$bar" '
        NR == FNR { small[$1 " " $2] = $3; next }
        { large[$1 " " $2] = $3 }
        $1 == "before" { order[++calls] = $2 }
        function most(a, b) { return a > b ? a : b }
        END {
            for (i = 1; i <= calls; ++i) {
                call = order[i]
                few = small["after " call] - small["before " call]
                many = large["after " call] - large["before " call]
                ratio = most(many, least) / most(few, least)
                printf "%-13s %12d %12d %9.1f %5g  %s\n", call, few, many, ratio, bar,
                    ratio <= bar ? "met" : "missed"
            }
        }' "$1" "$2"
}

if ! command -v valgrind >/dev/null; then
    echo "changes: not counted, because valgrind is not installed"
    exit
fi
for state in asleep awake flying; do
    count "$small" "$state" >"$folder/small"
    count "$large" "$state" >"$folder/large"
    echo "a call that changes one body among others $state, and the step after it: instructions" \
        "beyond a plain step's"
    printf '%-13s %12s %12s %9s %5s\n' call "$small" "$large" ratio bar
    compare "$folder/small" "$folder/large"
done
