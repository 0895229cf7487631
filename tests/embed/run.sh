#!/bin/sh
# Installs into an empty folder and uses the package from there by pkg-config, CMake and C++. Moves
# it and uses it again. Then uninstalls: no file may remain. With EMBED_FETCH, it also compiles the
# engine by CMake's FetchContent, offline.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
top=$(cd "$here/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
: "${CC:=cc}"
: "${CXX:=c++}"

make -s -C "$top" install PREFIX=/opt/evolute DESTDIR="$work/stage"
mv "$work/stage/opt/evolute" "$work/moved"

# Nothing in it ends a program.
if nm -u "$work/moved/lib/libevolute.a" | grep -E ' (_?_assert_fail|___assert_rtn|abort|exit)$'; then
    echo "the installed library may end a program"
    exit 1
fi

if command -v pkg-config >/dev/null; then
    export PKG_CONFIG_PATH="$work/moved/lib/pkgconfig"
    # shellcheck disable=SC2046 # the flags are words
    $CC -std=c99 "$top/samples/hello.c" -o "$work/hello" $(pkg-config --cflags --libs evolute)
    LD_LIBRARY_PATH="$work/moved/lib" "$work/hello"
fi

if command -v "$CXX" >/dev/null; then
    $CXX -std=c++11 -I"$work/moved/include" "$here/embed.cpp" "$work/moved/lib/libevolute.a" \
        -o "$work/embed" -pthread
    "$work/embed"
fi

if command -v cmake >/dev/null; then
    cmake -S "$here" -B "$work/cmake" -DCMAKE_PREFIX_PATH="$work/moved" >/dev/null
    cmake --build "$work/cmake" >/dev/null
    "$work/cmake/embed"
    "$work/cmake/embed-static"
    if [ "${EMBED_FETCH:-}" ]; then
        cmake -S "$here/fetch" -B "$work/fetch" -DCMAKE_BUILD_TYPE=Debug >/dev/null
        cmake --build "$work/fetch" --parallel 2 >/dev/null
        "$work/fetch/fetch"
        cmake -S "$here/fetch" -B "$work/alone" -DEVOLUTE_THREADS=OFF >/dev/null
        cmake --build "$work/alone" --parallel 2 >/dev/null
        "$work/alone/fetch"
    fi
fi

mkdir -p "$work/stage/opt"
mv "$work/moved" "$work/stage/opt/evolute"
make -s -C "$top" uninstall PREFIX=/opt/evolute DESTDIR="$work/stage"
left=$(find "$work/stage" -type f -o -type l)
if [ -n "$left" ]; then
    echo "left behind: $left"
    exit 1
fi
echo "installed, used and uninstalled"
