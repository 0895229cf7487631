#!/usr/bin/env bash
# Compiles each public header alone, in every language, without a warning, and sees that it reaches
# for no package.
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
echo "all stand alone"
