#!/usr/bin/env bash
# What is worth running, but not each time: compilers with all that the machine has, the deep
# searches, the sanitizers on all quick tests, 16 lanes, memcheck, mutants, other platforms, CMake's
# FetchContent, the reference, and trajectories read by ASE.
set -euo pipefail
make -s test-deep
for compiler in gcc clang; do
    command -v $compiler >/dev/null && make -s sanitized CC=$compiler
done
make -s tsan
make -s build/emulated-tests
for suite in hashes lanes; do CK_RUN_SUITE=$suite CK_EXCLUDE_TAGS= build/emulated-tests; done
tests/memcheck.sh build
tests/mutants.sh
for compiler in gcc clang; do
    for flags in "-O0" "-O1 -fstrict-aliasing" "-O3 -march=native"; do
        command -v $compiler >/dev/null && tests/other_build.sh $compiler "$flags"
    done
done
make -s amalgamation
tests/embed/platforms.sh build
EMBED_FETCH=1 tests/embed/run.sh
tests/python/everywhere.sh build
if command -v doxygen >/dev/null || command -v apt-get >/dev/null; then
    make -s docs
else
    echo "Reference: skipped, as Doxygen is not to be had"
fi
has_ase() { /usr/bin/python3 -c 'import ase' 2>/dev/null; }
if command -v apt-get >/dev/null && ! has_ase; then
    echo "Installing python3-ase"
    apt-get install -y -q --no-install-recommends python3-ase >/dev/null 2>&1 || true
fi
if has_ase; then
    tests/embed/ase.sh build/evolute-run
else
    echo "ASE: skipped, as python3-ase is not to be had"
fi
