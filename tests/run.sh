#!/usr/bin/env bash
# Runs a build's tests in TEST_PARTS processes at once (2), and those of Python in one more, if PYTHON
# names one; counts the checks of all in the last line. The programs that tests run may be in another
# folder.
#     tests/run.sh build [build/checked]
set -uo pipefail
build=$1
parts=${TEST_PARTS:-2}
export EVOLUTE_BUILD=${2:-$build}
rm -f "$build"/tests-[0-9]*.log

part() {
    EVOLUTE_PART=$1/$parts "$build/evolute-tests" >"$build/tests-$1.log" 2>&1
}

python_part() {
    "$PYTHON" tests/python/run.py >"$build/tests-$1.log" 2>&1
}

for i in $(seq $parts); do
    part "$i" &
    jobs[i]=$!
done
if [ -n "${PYTHON:-}" ]; then
    parts=$((parts + 1))
    python_part $parts &
    jobs[parts]=$!
fi
failed=0
for i in $(seq $parts); do
    wait "${jobs[i]}" || failed=1
    grep -v '^[0-9]*%: Checks: ' "$build/tests-$i.log"
done
# A process that ended before its last line has failed, whatever it counted.
cat "$build"/tests-[0-9]*.log | awk -v parts=$parts '
    /^[0-9]+%: Checks: / { gsub(/,/, ""); checks += $3; bad += $5; errors += $7; ++ended }
    END {
        errors += parts - ended
        percent = checks > 0 ? int(100 * (checks - bad - errors) / checks) : 0
        printf "%d%%: Checks: %d, Failures: %d, Errors: %d\n", percent, checks, bad, errors
    }'
exit $failed
