#!/usr/bin/env bash
# Installs what tests/window/run.sh needs, where it can.
set -euo pipefail
if command -v apt-get >/dev/null && ! { command -v Xvfb && command -v xdotool; } >/dev/null; then
    echo "Installing xvfb xdotool"
    { apt-get install -y -q --no-install-recommends xvfb xdotool ||
        { apt-get update -q && apt-get install -y -q --no-install-recommends xvfb xdotool; }; } \
        >/dev/null 2>&1
fi
"$(dirname "$0")/../../.ci/deps" install samples sandbox
