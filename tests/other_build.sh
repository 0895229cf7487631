#!/usr/bin/env bash
# Builds with another compiler and its flags, where a warning is an error, and runs the quick tests,
# which hold the hashes that every build must give.
#     tests/other_build.sh clang "-O3 -march=native"
set -euo pipefail
echo "$1 $2"
export CK_EXCLUDE_TAGS="slow long"
make -s ASSERTS=yes WITHOUT_PYTHON=1 BUILD="build/other-$1" CC="$1" CFLAGS="$2 -Werror" test
rm -rf "build/other-$1"
