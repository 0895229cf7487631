#!/usr/bin/env bash
# Compares promises of the headers, marked there by tags as @sleeps-together, with the tests that
# name the same tags: prints those that one side alone has, and fails if there is any. With -v it
# lists each promise with its tests.
set -euo pipefail
cd "$(dirname "$0")/.."
# Lines "tag file:line" of all tags in some files.
tags() { grep -noE '@[a-z0-9]+(-[a-z0-9]+)+' "$@" | sed -E 's/^([^:]*:[0-9]*):(.*)/\2 \1/'; }
{ tags include/evolute/*.h; tags tests/*/*.c; } | awk -v all="${1:-}" '
    $2 ~ /^include/ { made[$1] = made[$1] " " $2 }
    $2 ~ /^tests/ { held[$1] = held[$1] " " $2 }
    { names[$1] }
    END {
        for (tag in names) {
            if (made[tag] == "") print tag ": no header promises it:" held[tag]
            else if (held[tag] == "") print tag ": no test holds it:" made[tag]
            else if (all == "-v") { print tag ":" made[tag] "," held[tag] | "sort"; continue }
            else continue
            bad = 1
        }
        exit bad
    }'
