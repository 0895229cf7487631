#!/usr/bin/env bash
# The script of packages, with a package manager that only writes down what it is asked: the script
# says what it installs before it does, and says and does nothing where all is there.
set -euo pipefail
cd "$(dirname "$0")/../.."
stubs=$(mktemp -d)
trap 'rm -rf "$stubs"' EXIT

# A program of this name that runs this line.
stub() {
    printf '#!/bin/sh\n%s\n' "$2" >"$stubs/$1"
    chmod +x "$stubs/$1"
}
stub apt-get 'echo "apt-get $*" >&3'
stub sudo 'exec "$@"'

# Its lines in their order, those of the package manager among them.
says() {
    PATH="$stubs:$PATH" .ci/deps install engine samples 3>&1 2>&1
}
fail() {
    printf 'deps: %s\n%s\n' "$1" "$2" >&2
    exit 1
}

stub pkg-config 'exit 1'
said=$(says)
grep -q libcairo2-dev <<<"$(head -n 2 <<<"$said")" || fail "does not say what it installs" "$said"
grep -q libjansson-dev <<<"$said" || fail "does not install Jansson for samples" "$said"
grep -q '^apt-get install .*libcairo2-dev' <<<"$(tail -n +3 <<<"$said")" ||
    fail "does not install after it has said so" "$said"
stub pkg-config 'exit 0'
said=$(says)
[ -z "$said" ] || fail "does something where all is there" "$said"
