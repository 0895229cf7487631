#!/usr/bin/env bash
# Writes the table of seconds in tests/README.md anew, from what the last make test printed.
#     tests/seconds.sh build
set -euo pipefail
cd "$(dirname "$0")/.."
readme=tests/README.md
table=$(cat "$1"/tests-*.log | awk '
    / checks$/ { print $1, $3 }' | sort -rn | awk '
    {
        sum += $1
        row = $1 >= 10 ? "10 and more" : $1 >= 5 ? "5 to 10" : $1 >= 2 ? "2 to 5" : \
            $1 >= 1 ? "1 to 2" : "less than 1"
        if (row != last) printf "%s| %s | ", last == "" ? "" : " |\n", row
        printf "%s%s", row == last ? ", " : "", $2 ($1 >= 1 ? sprintf(" %.0f", $1) : "")
        last = row
    }
    END { printf " |\n| in all | %.0f |\n", sum }')
TABLE=$table awk '
    /^\| seconds \|/ { print; getline; print; print ENVIRON["TABLE"]; inside = 1; next }
    inside && /^\|/ { next }
    { inside = 0; print }' "$readme" >"$readme.part"
mv "$readme.part" "$readme"
