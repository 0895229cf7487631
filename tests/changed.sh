#!/usr/bin/env bash
# Builds a program of the guide with a learner's change, outside of the guide (without its pictures),
# and runs it: it must end by itself.
#     tests/changed.sh BUILD NAME SED_SCRIPT
#     tests/changed.sh BUILD NAME compile      # a program for SDL2 is compiled alone, where that is
set -eu
build=$1 name=$2 change=$3
if [ "$change" = compile ]; then
    pkg-config --exists sdl2 || exit 0
    # shellcheck disable=SC2046
    exec ${CC:-cc} -std=c11 -Wall -Wextra -Werror -fsyntax-only -Iinclude $(pkg-config --cflags sdl2) \
        "samples/guide/$name.c"
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
grep -v 'picture_\|guide/picture.h' "samples/guide/$name.c" >"$work/before.c"
sed -E "$change" "$work/before.c" >"$work/after.c"
if cmp -s "$work/before.c" "$work/after.c"; then
    echo "nothing is changed"
    exit 2
fi
# The library may be one of sanitizers, or count what runs.
symbols=$(nm "$build/libevolute.a" 2>/dev/null)
with=()
case $symbols in *__asan_init*) with+=(-fsanitize=address) ;; esac
case $symbols in *__ubsan_handle*) with+=(-fsanitize=undefined) ;; esac
case $symbols in *__tsan_init*) with+=(-fsanitize=thread) ;; esac
case $symbols in *__gcov_init*) with+=(--coverage) ;; esac
${CC:-cc} -std=c11 -O1 -Iinclude -Isamples "$work/after.c" "$build/libevolute.a" ${with[@]+"${with[@]}"} \
    -lm -pthread -o "$work/program"
cd "$work"
timeout 60 ./program
