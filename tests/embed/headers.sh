#!/usr/bin/env bash
# Compiles each public header alone, in every language, without a warning, and sees that it reaches
# for no package. Compiles each header of the engine alone, too, and each fragment in place of those
# of each file of engine/lanes/ that has it.
set -euo pipefail
command -v g++ >/dev/null || { apt-get update -q && apt-get install -y -q g++; } >/dev/null
for header in include/evolute/*.h; do
    name=evolute/$(basename "$header")
    for standard in c99 c11 c17 c++11 c++20; do
        compiler=${CC:-gcc}
        language=c
        case $standard in c++*) compiler=${CXX:-g++} language=c++ ;; esac
        flags="-x $language -std=$standard -Iinclude"
        # shellcheck disable=SC2086 # the flags are words
        printf '#include <%s>\n' "$name" |
            $compiler $flags -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror -fsyntax-only -
        # shellcheck disable=SC2086
        if $compiler $flags -M "$header" | grep -E 'cglm|uthash'; then
            echo "$name reaches for cglm or uthash"
            exit 1
        fi
    done
done

# compile_alone NAME: as C, what comes in.
compile_alone() {
    ${CC:-gcc} -x c -std=c11 -Iinclude -Iengine -Wall -Wextra -Wno-unused -Werror -fsyntax-only - ||
        { echo "$1 needs what it does not include" && exit 1; }
}

for header in engine/*/*.h; do
    name=${header#engine/}
    case $name in *.inc.h) continue ;; esac
    echo "#include \"$name\"" | compile_alone "$header"
done
for lanes in engine/lanes/lanes_*.c; do
    for header in $(${CC:-gcc} -std=c11 -Iinclude -Iengine -MM "$lanes" | grep -o 'engine/[^ ]*\.inc\.h'); do
        awk -v name="${header#engine/}" '
            /^#include ".*\.inc\.h"/ { if (!found++) print "#include \"" name "\""; next }
            /^const /, /;$/ { next }
            { print }' "$lanes" | compile_alone "$header in $lanes"
    done
done
echo "all stand alone"
