#!/usr/bin/env bash
# The engine in one file (make amalgamation) on platforms: compiles it without a warning, and all scenes
# beside it, whose hashes must be those of tests/cases/hashes.csv for each number of lanes. Says which
# compilers are not there, and what was compiled but not run, for want of an emulator.
#     tests/embed/platforms.sh build [name]      name: of a line below, as a regular expression
set -uo pipefail
top=$(cd "$(dirname "$0")/../.." && pwd)
from=$(cd "$1" && pwd)
wanted=${2:-.}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
bits="-O2 -ffp-contract=off -fno-tree-vectorize -fno-tree-slp-vectorize -fno-math-errno"
strict="-std=c11 -pedantic-errors -Wall -Wextra -Werror"
cpp="-x c++ -std=c++17 -Wall -Wextra -Werror"
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

# platform NAME COMPILER FLAGS EMULATOR LANES [ENGINE]: one line of the table in tests/README.md. LANES:
# those to run with, 0: the most that the machine has. ENGINE: how the engine is compiled, if it is not as
# strict C.
platform() {
    local name=$1 compiler=$2 flags=$3 emulator=$4 widths=$5 engine=${6:-$2 $strict} tool lanes equal=""
    [[ $name =~ $wanted ]] || return 0
    for tool in "${compiler%% *}" "${engine%% *}"; do
        command -v "$tool" >/dev/null || { echo "$name: skipped, no $tool" && return 0; }
    done
    # shellcheck disable=SC2086 # flags are words
    if ! $engine $bits $flags -I"$from" -isystem "$work/packages" -c "$from/evolute.c" \
        -o "$work/evolute.o" ||
        ! $compiler -std=gnu11 $bits -w $flags -I"$work/include" -I"$top/samples" \
            "$top/tests/embed/hashes.c" "$top"/samples/scenes/*.c "$work/evolute.o" \
            -o "$work/hashes.exe" -lm $pthread; then
        echo "$name: FAILED to compile"
        failed=1
        return
    fi
    tool=${emulator%% *}
    if [ "$tool" ] && ! command -v "$tool" >/dev/null; then
        echo "$name: compiled, but not run: no $tool"
        return
    fi
    for lanes in $widths; do
        # shellcheck disable=SC2086
        timeout "${PLATFORM_SECONDS:-900}" $emulator "$work/hashes.exe" "$lanes" |
            tr -d '\r' >"$work/hashes.csv"
        if ! cmp -s "$work/hashes.csv" "$top/tests/cases/hashes.csv"; then
            echo "$name: FAILED with $lanes lanes"
            diff "$work/hashes.csv" "$top/tests/cases/hashes.csv" | head -5
            failed=1
            return
        fi
        equal+=" $lanes"
    done
    echo "$name: hashes of all $(($(wc -l <"$work/hashes.csv") - 1)) scenes are equal, lanes$equal"
}

# Debian has the loader of wine64 beside its libraries; it has no window to complain of.
export WINEDEBUG=-all
wine=$(command -v wine || command -v wine64 || echo /usr/lib/wine/wine64)
pthread=-pthread
platform "x86-64, gcc" gcc "" "" "1 4 8 0"
platform "x86-64, gcc, one width" gcc "-DEVOLUTE_LANES=4" "" "1 0"
platform "x86-64, gcc, 1 lane" gcc "-DEVOLUTE_LANES=1" "" 0
platform "x86-64, gcc, 16 lanes, emulated" gcc "-DEVOLUTE_LANES=16 -DEVOLUTE_EMULATE_16" "" 0
platform "x86-64, clang" clang "" "" "1 4 8 0"
# Designated initialisers and compound literals are extensions there.
platform "x86-64, C++17, g++" gcc "" "" "1 4 8 0" "g++ $cpp"
platform "x86-64, C++17, clang++" clang "" "" "1 4 8 0" "clang++ $cpp"
platform "aarch64, gcc" aarch64-linux-gnu-gcc -static qemu-aarch64 "1 0"
platform "Windows, mingw-w64" x86_64-w64-mingw32-gcc -static "$wine" "1 4 8 0"
pthread=""
platform "WebAssembly, clang" "clang --target=wasm32-wasi --sysroot=${WASM_SYSROOT:-/usr}" -msimd128 \
    "node --no-warnings $top/tests/embed/wasi.mjs" 0
exit $failed
