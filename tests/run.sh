#!/usr/bin/env bash
# Runs a build's suites, TEST_PARTS of them at once (2), and the tests of Python with them, if
# PYTHON names one; counts the checks of all in the last line. CK_RUN_SUITE chooses one suite. The
# programs that tests run may be in another folder. Tests of a suite share a process (CK_FORK), which
# takes a fifth less time.
#     tests/run.sh build [build/checked]
set -uo pipefail
export build=$1 EVOLUTE_BUILD=${2:-$1}
all=$(grep -o 'SUITE([a-z_]*)' tests/suites.h | sed 's/SUITE(\(.*\))/\1/; /^name$/d')
names=${CK_RUN_SUITE:-$all}
[ -z "${PYTHON:-}" ] || names="python $names"
rm -f "$build"/tests-*.log

suite() {
    local log=$build/tests-$1.log
    if [ "$1" = python ]; then
        "$PYTHON" tests/python/run.py >"$log" 2>&1
    else
        CK_FORK=${CK_FORK:-no} CK_RUN_SUITE=$1 "$build/evolute-tests" >"$log" 2>&1
        # A crash ends the process of all its tests: once more in a process for each, which name it.
        grep -q '^[0-9]*%: Checks: ' "$log" \
            || CK_FORK=yes CK_RUN_SUITE=$1 "$build/evolute-tests" >"$log" 2>&1
    fi
    grep -v '^[0-9]*%: Checks: ' "$log"
}
export -f suite

# shellcheck disable=SC2086 # names are words
printf '%s\n' $names | xargs -P "${TEST_PARTS:-2}" -I{} bash -c 'suite {}'
# A process that ended before its last line has failed, whatever it counted.
# shellcheck disable=SC2086
cat "$build"/tests-*.log | awk -v suites="$(printf '%s\n' $names | wc -l)" '
    /^[0-9]+%: Checks: / { gsub(/,/, ""); checks += $3; bad += $5; errors += $7; ++ended }
    END {
        errors += suites - ended
        percent = checks > 0 ? int(100 * (checks - bad - errors) / checks) : 0
        printf "%d%%: Checks: %d, Failures: %d, Errors: %d\n", percent, checks, bad, errors
        exit checks == 0 || bad + errors > 0
    }'
