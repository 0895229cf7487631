#!/usr/bin/env bash
# Runs the benchmark of whole worlds, part by part. Instructions are counted here, because that
# needs a program around the program; they repeat exactly, whatever else the machine does.
set -euo pipefail
program=$1
bodies=1000
few=100
many=600

# What the program prints on a line, with the instructions that it takes for that.
counted() {
    local printed
    printed=$(valgrind --tool=callgrind --callgrind-out-file=/dev/null "$program" "$@" 2>&1 |
        sed -n -e 's/.*Collected : //p' -e t -e '/^[0-9][0-9]*$/p' | tr '\n' ' ')
    [[ "$printed" = *[0-9]* ]] || {
        echo "worlds: valgrind has not counted the instructions of $*." >&2
        return 1
    }
    echo "$printed"
}

count_scene() {
    local scene=$1 bar=$2 begin end each verdict=-
    begin=$(counted steps "$scene" $bodies $few)
    end=$(counted steps "$scene" $bodies $many)
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
    echo
    count_collisions 10000 0.5
}

# Instructions a collision of two disks, between two lengths of the same run.
count_collisions() {
    local begun begin ended end
    begun=$(counted disks "$1" "$2" 5)
    ended=$(counted disks "$1" "$2" 10)
    read -r begun begin <<<"$begun"
    read -r ended end <<<"$ended"
    echo "instructions a collision, $1 disks, packing $2: $(((end - begin) / (ended - begun)))"
}

for part in compare whole sleepers ball churn millions growth memory rays heavy events; do
    echo
    "$program" "$part"
done
echo
count_all
