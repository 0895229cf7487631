#!/bin/sh
# Writes the schema, and the tables in the README, from the table of fields: level/readme.sh build
set -eu
here=$(dirname "$0")
"$1/evolute-run" --schema >"$here/scene.schema.json"
sed '/^## All fields/q' "$here/README.md" >"$here/README.md.part"
{
    echo
    "$1/evolute-run" --fields
} >>"$here/README.md.part"
mv "$here/README.md.part" "$here/README.md"
