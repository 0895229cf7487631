#!/usr/bin/env bash
# Prints the share of lines that were run, of the engine and of each of its files, the least first.
#     tests/coverage.sh build/coverage
set -euo pipefail
cd "$(dirname "$0")/.."
find "$1/engine" -name '*.gcda' | while read -r data; do
    gcov -n -o "$(dirname "$data")" "$data" 2>/dev/null
done | awk '
    /^File / { file = $2; gsub(/\x27/, "", file); mine = file ~ /^engine\// }
    /^Lines executed:/ && mine {
        split($2, share, /[:%]/)
        if (!(file in lines) || share[2] > best[file]) { best[file] = share[2]; lines[file] = $4 }
        mine = 0
    }
    END {
        for (file in lines) {
            all += lines[file]
            run += lines[file] * best[file] / 100
            printf "%6.1f %% of %4d  %s\n", best[file], lines[file], file | "sort -n"
        }
        close("sort -n")
        printf "%6.1f %% of %d lines of the engine\n", 100 * run / all, all
    }'
