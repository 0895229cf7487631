#!/usr/bin/env bash
# Builds programs of the guide with a learner's change each, outside of the guide (without its
# pictures), and runs them: each must end by itself, and well.
#     tests/changed.sh BUILD
#     tests/changed.sh BUILD sdl     # a program for SDL2 is compiled alone, where that is
set -eu
build=$1
if [ "${2:-}" = sdl ]; then
    pkg-config --exists sdl2 || exit 0
    # shellcheck disable=SC2046
    exec ${CC:-cc} -std=c11 -Wall -Wextra -Werror -fsyntax-only -Iinclude $(pkg-config --cflags sdl2) \
        samples/guide/sdl.c
fi
# What learners change first: shapes, sizes, numbers of bodies, materials, steps.
changes() {
    cat <<'CHANGES'
01-falling-boxes s/BOXES = 5/BOXES = 15/
01-falling-boxes s/box.shape = evo_box.0.5, 0.5./box.shape = evo_circle(0.5)/
01-falling-boxes s/0.1 . .i % 2./2.5 * i/
01-falling-boxes s/box.shape = evo_box.0.5, 0.5./box.shape = evo_ellipse(2, 0.3)/
01-falling-boxes s/1.0 . 60/1 \/ 60/
01-falling-boxes s/config.gravity = .*//
01-falling-boxes s/floor.shape = evo_box.5, 0.5./floor.shape = evo_box(0.5, 0.5)/
02-terrain s/rolling_resistance = 0.03/rolling_resistance = 0/
02-terrain s/ball.shape = evo_circle.0.4./ball.shape = evo_box(0.4, 0.4)/
02-terrain s/evo_vec.6, height/evo_vec(60, height/
03-tile-map s/crate.shape = evo_box.0.4, 0.4./crate.shape = evo_circle(0.4)/
07-coins s/COINS = 8/COINS = 18/
09-bullets s/BULLETS = 10/BULLETS = 50/
10-explosions s/CRATES = 18/CRATES = 60/
11-water s/THINGS = 5/THINGS = 15/
12-car s/wheel.shape = evo_circle.0.4./wheel.shape = evo_box(0.4, 0.4)/
13-rope-bridge s/6, 120/6, 0/
13-rope-bridge s/evo_box.0.4, 0.4./evo_circle(0.4)/
14-ragdoll s/evo_vec.9, 4./evo_vec(90, 40)/
14-ragdoll s/joint.motor_limit = 0.02/joint.motor_limit = 0/
22-what-goes-wrong s/density = -1/density = 2/
CHANGES
}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# The library may be one of sanitizers, or count what runs.
symbols=$(nm "$build/libevolute.a" 2>/dev/null)
with=()
case $symbols in *__asan_init*) with+=(-fsanitize=address) ;; esac
case $symbols in *__ubsan_handle*) with+=(-fsanitize=undefined) ;; esac
case $symbols in *__tsan_init*) with+=(-fsanitize=thread) ;; esac
case $symbols in *__gcov_init*) with+=(--coverage) ;; esac
# One program of all, which runs the one whose number it gets.
count=0 called=
while read -r name change; do
    grep -v 'picture_\|guide/picture.h' "samples/guide/$name.c" >"$work/before.c"
    sed -E "$change" "$work/before.c" >"$work/$count.c"
    if cmp -s "$work/before.c" "$work/$count.c"; then
        echo "$name, $change: nothing is changed"
        exit 2
    fi
    ${CC:-cc} -std=c11 -Iinclude -Isamples ${with[@]+"${with[@]}"} -Dmain="changed_$count" \
        -c "$work/$count.c" -o "$work/$count.o"
    echo "int changed_$count(int count, char **words);" >>"$work/main.c"
    called+="changed_$count,"
    count=$((count + 1))
done < <(changes)
cat >>"$work/main.c" <<END
#include <stdlib.h>
int main(int count, char **words) {
    int (*const all[])(int, char **) = {$called};
    return all[atoi(words[1])](count - 1, words);
}
END
${CC:-cc} "$work"/*.o "$work/main.c" "$build/libevolute.a" ${with[@]+"${with[@]}"} \
    -lm -pthread -o "$work/program"
cd "$work"
count=0
while read -r change; do
    timeout 60 ./program "$count" >output || { echo "$change: $?"; cat output; exit 1; }
    count=$((count + 1))
done < <(changes)
