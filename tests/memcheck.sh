#!/usr/bin/env bash
# Runs worlds of all shapes, joints, sensors and kinematic bodies, and one of exact time, in
# valgrind's memcheck, with 1, 4 and 8 lanes, and with 16 emulated ones.
#     tests/memcheck.sh build
set -euo pipefail
build=$1
if ! command -v valgrind >/dev/null; then
    echo "Memcheck: skipped, as valgrind is not to be had"
    exit
fi
make -s BUILD="$build" "$build/memcheck-heaps" "$build/memcheck-heaps-16"

check() {
    valgrind --quiet --error-exitcode=1 --leak-check=full --track-origins=no "$@" >/dev/null
    echo "Memcheck: $2 lanes"
}

for lanes in 1 4 8; do check "$build/memcheck-heaps" $lanes; done
check "$build/memcheck-heaps-16" 16
