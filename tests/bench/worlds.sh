#!/usr/bin/env bash
# Runs the benchmark of whole worlds, part by part. Instructions are counted here, because that
# needs a program around the program; they repeat exactly, whatever else the machine does.
set -euo pipefail
program=$1
bodies=1000
few=100
many=600

# Instructions that a scene takes to be built and stepped so often.
instructions() {
    local counted
    counted=$(valgrind --tool=callgrind --callgrind-out-file=/dev/null \
        "$program" steps "$1" "$bodies" "$2" 2>&1 | sed -n 's/.*Collected : //p')
    [ -n "$counted" ] || {
        echo "worlds: valgrind has not counted the instructions of $1." >&2
        return 1
    }
    echo "$counted"
}

count_scene() {
    local scene=$1 bar=$2 begin end each verdict=-
    begin=$(instructions "$scene" $few)
    end=$(instructions "$scene" $many)
    each=$(((end - begin) / (many - few) / bodies))
    if [ "$bar" != - ]; then
        verdict=missed
        [ "$each" -gt "$bar" ] || verdict=met
    fi
    printf '%-9s %13s %6s  %s\n' "$scene" "$each" "$bar" "$verdict"
}

count_all() {
    if ! command -v valgrind >/dev/null; then
        echo "instructions: not counted, because valgrind is not installed"
        return
    fi
    echo "instructions a body and step, $bodies bodies, steps $((few + 1)) to $many"
    printf '%-9s %13s %6s\n' scene instructions bar
    count_scene pile 1400
    count_scene ellipses -
    count_scene gas 600
    count_scene mixed -
}

for part in compare growth memory rays; do
    echo
    "$program" "$part"
done
echo
count_all
