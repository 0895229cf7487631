#!/usr/bin/env bash
# Prints the share of lines that were run, of the engine and of each of its files, the least first;
# then the functions that were never run, by name and object.
#     tests/coverage.sh build/coverage
set -euo pipefail
cd "$(dirname "$0")/.."
find "$1/engine" -name '*.gcda' | sort | while read -r data; do
    echo "Object $(basename "$data" .gcda)"
    gcov -n -f -o "$(dirname "$data")" "$data" 2>/dev/null
done | awk '
    /^Object / { object = $2 }
    /^Function / { name = $2; gsub(/\x27/, "", name) }
    /^File / { file = $2; gsub(/\x27/, "", file); mine = file ~ /^engine\// }
    /^Lines executed:/ && name != "" {
        if (!(name in objects)) objects[name] = object
        if ($0 !~ /:0.00%/) ran[name] = 1
        name = ""
        next
    }
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
        printf "%6.1f %% of %d lines of the engine\nnever run:\n", 100 * run / all, all
        for (name in objects)
            if (!(name in ran)) printf "    %s  %s\n", objects[name], name | "sort"
    }'
