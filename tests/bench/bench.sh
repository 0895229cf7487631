#!/usr/bin/env bash
# Runs all benchmarks that stand in a build folder, and says first on what and with what.
#     CC CXX OUR_FLAGS PEER_FLAGS    what was compiled with; only printed
#     BENCH_YARDSTICK                the program that worlds of events are measured against; or none
#     BENCH_STEP_YARDSTICK           the program that steps are measured against; or none
#     YARDSTICK_FLAGS                what that was compiled with; only printed
#     BENCH_ROUNDS                   how often worlds are run, 3 unless told otherwise
#     BENCH_SCENE                    the one scene to compare; or all
#     BENCH_MILLIONS                 0: no worlds of a million bodies
set -euo pipefail
build=$1
here=$(dirname "$0")

unread() {
    echo "bench: what it prints is no longer read, so it stops." >&2
    exit 1
}
trap unread PIPE

# A program that writes where nobody reads is ended by the same signal (13 and 128), but silently.
run() {
    local status=0
    "$@" || status=$?
    [ "$status" -ne 141 ] || unread
    return "$status"
}

cpu() {
    local name=""
    [ ! -r /proc/cpuinfo ] || name=$(sed -n '/^model name[^:]*: /{s///p;q}' /proc/cpuinfo)
    echo "${name:-$(uname -m), which does not name itself}"
}

version() {
    "$1" --version 2>/dev/null | sed -n 1p
}

cores=$(getconf _NPROCESSORS_ONLN 2>/dev/null) || cores="an unknown number of"
echo "machine: $(cpu), $cores cores, of which one is used; $(uname -sr)"
echo "ours: $(version "${CC%% *}"), $OUR_FLAGS"
echo "what calls the peers' libraries: $PEER_FLAGS"
[ -z "$BENCH_YARDSTICK" ] || echo "the yardstick of events: $YARDSTICK_FLAGS"
run "$build/worlds-bench" settings
echo
run "$here/narrow.sh" "$build/narrow-bench"
run "$here/worlds.sh" "$build/worlds-bench"
echo
run "$build/steps-bench"
echo
run "$build/saves-bench"
echo
run "$build/games-bench"
echo
if [ -x "$build/changes-bench" ]; then
    run "$here/changes.sh" "$build/changes-bench"
else
    echo "changes: not counted, because valgrind is not installed"
fi
