#!/usr/bin/env bash
# The engine in one file (make amalgamation) on platforms: compiles it beside hello.c and beside all
# scenes, whose hashes must be those of tests/cases/hashes.csv. Leaves those out whose compiler or
# emulator is not there, and says so.
#     tests/embed/platforms.sh build [name]      name: of a line below, as a regular expression
set -uo pipefail
top=$(cd "$(dirname "$0")/../.." && pwd)
from=$(cd "$1" && pwd)
wanted=${2:-.}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
bits="-O3 -ffp-contract=off -fno-tree-vectorize -fno-tree-slp-vectorize -fno-math-errno"
strict="-std=c11 -pedantic-errors -Wall -Wextra -Werror"
failed=0

# The public headers under their usual names are that one header.
mkdir -p "$work/include/evolute" "$work/packages"
for header in "$top"/include/evolute/*.h; do
    echo '#include "../../evolute.h"' >"$work/include/evolute/$(basename "$header")"
done
cp "$from/evolute.h" "$work"
for package in cglm uthash.h; do
    for place in /usr/include /usr/local/include /opt/homebrew/include; do
        [ -e "$place/$package" ] && ln -sfn "$place/$package" "$work/packages/$package"
    done
done

# platform NAME COMPILER FLAGS EMULATOR [ENGINE]: one line of the table in tests/README.md. ENGINE:
# how the engine is compiled, if it is not as strict C.
platform() {
    local name=$1 compiler=$2 flags=$3 emulator=$4 engine=${5:-$2 $strict}
    [[ $name =~ $wanted ]] || return 0
    for tool in "${compiler%% *}" "${engine%% *}" ${emulator%% *}; do
        command -v "$tool" >/dev/null || { echo "$name: skipped, no $tool" && return 0; }
    done
    # shellcheck disable=SC2086 # flags are words
    if ! $engine $bits $flags -I"$from" -isystem "$work/packages" -c "$from/evolute.c" \
        -o "$work/evolute.o"; then
        echo "$name: FAILED to compile"
        failed=1
        return
    fi
    # shellcheck disable=SC2086
    $compiler -std=gnu11 $bits -w $flags -I"$work/include" \
        -I"$top/samples" "$top/tests/embed/hashes.c" "$top"/samples/scenes/*.c "$work/evolute.o" \
        -o "$work/hashes.exe" -lm &&
        timeout "${PLATFORM_SECONDS:-900}" $emulator "$work/hashes.exe" | tr -d '\r' >"$work/hashes.csv"
    if cmp -s "$work/hashes.csv" "$top/tests/cases/hashes.csv"; then
        echo "$name: hashes of all $(($(wc -l <"$work/hashes.csv") - 1)) scenes are equal"
    else
        echo "$name: FAILED"
        diff "$work/hashes.csv" "$top/tests/cases/hashes.csv" | head -5
        failed=1
    fi
}

# Debian has the loader of wine64 beside its libraries; it has no window to complain of.
export WINEDEBUG=-all
wine=$(command -v wine || command -v wine64 || echo /usr/lib/wine/wine64)
one="-DEVOLUTE_LANES=1" four="-DEVOLUTE_LANES=4"
platform "x86-64, gcc, 8 lanes" gcc -mavx2 ""
platform "x86-64, gcc, 16 lanes, emulated" gcc \
    "-DEVOLUTE_LANES=16 -DEVOLUTE_EMULATE_16 -Wno-psabi -Wno-maybe-uninitialized" ""
platform "x86-64, gcc, 4 lanes" gcc "$four" ""
platform "x86-64, gcc, 1 lane" gcc "$one" ""
platform "x86-64, clang, 8 lanes" clang -mavx2 ""
platform "x86-64, clang, 1 lane" clang "$one" ""
# Designated initialisers and compound literals are extensions there.
platform "x86-64, C++17, g++, 8 lanes" gcc -mavx2 "" "g++ -x c++ -std=c++17 -w"
platform "x86-64, C++17, clang++, 8 lanes" clang -mavx2 "" "clang++ -x c++ -std=c++17 -w"
# gcc 12 takes a vector that is filled lane by lane for one that was never set.
platform "aarch64, gcc, 4 lanes" aarch64-linux-gnu-gcc "-static -Wno-maybe-uninitialized" qemu-aarch64
platform "Windows, mingw-w64, 4 lanes" x86_64-w64-mingw32-gcc "-static -Wno-maybe-uninitialized" "$wine"
platform "WebAssembly, clang, 4 lanes" \
    "clang --target=wasm32-wasi --sysroot=${WASM_SYSROOT:-/usr}" "-msimd128" \
    "node --no-warnings $top/tests/embed/wasi.mjs"
exit $failed
