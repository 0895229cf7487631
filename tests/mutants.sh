#!/usr/bin/env bash
# Tests the tests: changes one line of the engine at a time, in a copy of the tree, and runs those
# tests that should fail then. A mutant for which they all pass lives, and fails the script; so does
# a line that is not in its file, or not once.
#     tests/mutants.sh            all of tests/mutants.txt, where the form of a list is described
#     tests/mutants.sh 'spin'     those whose name or file matches a regular expression
set -euo pipefail
cd "$(dirname "$0")/.."
list=${MUTANTS:-tests/mutants.txt}
wanted=${1:-}
tree=build/mutants
# Seconds after which a test that does not end has failed.
export CK_DEFAULT_TIMEOUT=60
unset CK_INCLUDE_TAGS CK_EXCLUDE_TAGS CK_RUN_CASE CK_RUN_SUITE

fail() {
    echo "mutants: $*" >&2
    exit 1
}

build() {
    make -s -C "$tree" -j2 BUILD=build CFLAGS=-O2 build/evolute-tests >"$tree/log" 2>&1
}

# Runs a suite, or a case of it, as suite/case.
run() {
    local part=()
    case $1 in */*) part=(CK_RUN_CASE="${1#*/}") ;; esac
    (cd "$tree" && env CK_RUN_SUITE="${1%%/*}" "${part[@]}" build/evolute-tests >run 2>&1)
}

# Replaces the one line that is `before` but for its indent: of the whole file, or the first one
# behind the one line that is `behind`. Fails if that is not to be found, or more than once.
mutate() {
    before=$2 after=$3 behind=$4 awk '
        function text(line) { sub(/^[ \t]+/, "", line); return line }
        BEGIN { before = text(ENVIRON["before"]); behind = text(ENVIRON["behind"]) }
        { line = $0; here = text(line) == before }
        here && behind == "" { ++found }
        here && behind != "" && passed && !found { found = 1; take = 1 }
        here && (behind == "" || take) { line = ENVIRON["after"]; take = 0 }
        behind != "" && text($0) == behind { ++passed }
        { print line }
        END { exit found == 1 && (behind == "" || passed == 1) ? 0 : 1 }' "$1"
}

count=0 lives=0
declare -A sound
# Fails unless the tests pass that are to see a mutant, as long as there is none.
check_sound() {
    local each
    for each in $1; do
        [ -z "${sound[$each]:-}" ] || continue
        build || fail "$(tail -5 "$tree/log")"
        run "$each" || fail "$each fails without a mutant: $(cat "$tree/run")"
        sound[$each]=1
    done
}

try() {
    local killer="" each
    [ -z "$wanted" ] || grep -qE -- "$wanted" <<<"$name $file" || return 0
    [ -n "$name" ] && [ -n "$before" ] && [ -n "$tests" ] ||
        fail "$file: a mutant needs a name, a line and tests: $name"
    check_sound "$tests" # builds without the mutant before
    mutate "$file" "$before" "$after" "$behind" >"$tree/mutant" ||
        fail "$file has no line, or more than one: $before"
    cp "$tree/mutant" "$tree/$file"
    build || fail "$file cannot be built: $name: $(grep -m1 error "$tree/log")"
    for each in $tests; do
        run "$each" || { killer=$each && break; }
    done
    cp "$file" "$tree/$file"
    count=$((count + 1))
    [ -n "$killer" ] || lives=$((lives + 1))
    printf '%-6s %s: %s%s\n' "$([ -n "$killer" ] && echo dead || echo LIVES)" "$file" "$name" \
        "${killer:+ ($killer)}"
}

rm -rf "$tree"
mkdir -p "$tree"
cp -R Makefile .ci engine include samples tests "$tree"
build || fail "$(tail -5 "$tree/log")"

file="" name="" behind="" before="" after="" tests=""
while IFS= read -r line; do
    case $line in
    '# '* | '#') ;;
    '') behind="" ;;
    '= '*) file=${line#= } ;;
    '! '*) name=${line#! } ;;
    '@ '*) behind=${line#@ } ;;
    '- '*) before=${line#- } ;;
    '+'*) after=${line#+} ;;
    '? '*)
        tests=${line#? }
        try </dev/null
        name="" before="" after="" tests=""
        ;;
    *) fail "cannot be read: $line" ;;
    esac
done <"$list"

echo "$count mutants, $lives live"
[ "$lives" -eq 0 ] && [ "$count" -gt 0 ]
