#!/usr/bin/env bash
# Tests the page in headless Chromium: page.mjs, with the files of `make web` from a server of its own;
# the module alone against the native build: wasm.mjs. What is missing is named in one line, and
# nothing is installed: Chromium (Debian: chromium), node, and playwright-core from npm, found through
# NODE_PATH or in build/node (npm install --prefix build/node playwright-core). Without node or a
# browser it succeeds, without a build it fails. Pictures are written to the folder given, if any.
#   tests/window/page.sh BUILD [FOLDER]
set -euo pipefail
build=${1:-build}
folder=${2:-}
here=$(dirname "$0")

missing=""
[ -f "$build/web/evolute.wasm" ] || missing+=" $build/web (make web)"
[ -x "$build/evolute-run" ] || missing+=" $build/evolute-run (make run)"
[ -x "$build/game-keys" ] || missing+=" $build/game-keys (make build/game-keys)"
if [ -n "$missing" ]; then
    echo "page: not tried, missing:$missing"
    exit 1
fi
chromium=$(command -v chromium || command -v chromium-browser || command -v google-chrome) ||
    missing+=" chromium"
modules=""
for at in ${NODE_PATH:-} "$build/node/node_modules" node_modules; do
    [ -d "$at/playwright-core" ] && modules=$(cd "$at" && pwd)
done
[ -n "$modules" ] || missing+=" playwright-core"
if command -v node >/dev/null; then node "$here/wasm.mjs" "$build"; else missing+=" node"; fi
if [ -n "$missing" ]; then
    echo "page: not tried in a browser, missing:$missing"
    exit 0
fi
CHROMIUM=$chromium PLAYWRIGHT=$modules/playwright-core/index.mjs \
    node "$here/page.mjs" "$build" ${folder:+"$folder"}
