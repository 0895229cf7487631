#!/bin/sh
# Runs the programs of the guide: draws their pictures, and writes what they print into their pages.
#   samples/guide/pages.sh BUILD
set -eu
build=$1
cd "$(dirname "$0")/../.."
to=samples/guide
said=$(mktemp)
trap 'rm -f "$said" "$said.page"' EXIT

for page in "$to"/[0-9]*.md; do
    name=$(basename "$page" .md)
    "$build/samples/guide/$name" "$to/pictures/$name.png" >"$said"
    # The first block without a language is what the program prints.
    awk -v said="$said" '
        /^```/ && open { open = skips = 0; print; next }
        /^```/ {
            open = 1
            print
            if ($0 != "```" || done) next
            skips = done = 1
            while ((getline line < said) > 0) print line
            next
        }
        !skips' "$page" >"$said.page"
    cat "$said.page" >"$page"
done
