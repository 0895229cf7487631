#!/bin/sh
# Draws the sandbox in a window on a virtual screen (Xvfb), with keys from xdotool: F12 saves it.
#   samples/pictures/sandbox.sh BUILD FOLDER
set -eu
program=$(cd "$1" && pwd)/evolute-sandbox
to=$(cd "$2" && pwd)
command -v xdotool >/dev/null || { echo "not drawn anew: the sandbox; missing: xdotool"; exit 0; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

# Name of the picture, seconds until it is taken, keys before that, and arguments of the program; AT is
# where the pointer is.
AT="10 700"
draw() {
    name=$1 wait=$2 keys=$3
    shift 3
    PROGRAM=$program WAIT=$wait KEYS=$keys AT=$AT xvfb-run -a -s "-screen 0 1300x760x24" sh -c '
        "$PROGRAM" "$@" >/dev/null 2>&1 &
        sandbox=$!
        sleep "$WAIT"
        xdotool mousemove $AT
        for key in $KEYS F12; do xdotool key "$key"; sleep 0.2; done
        sleep 0.6
        kill $sandbox' draw "$@"
    mv evolute-*-1.png "$to/$name.png"
}

draw sandbox 1.6 "" break
draw sandbox-small 2 "" hourglass --size 640x420
draw sandbox-dark 3 "c n" mixer --dark
draw sandbox-demo 1 "Right Right Right" meeting

# A record, sought to its middle, with a body picked.
"${program%sandbox}run" toys --time 6 --no-picture --record toys.evr >/dev/null
AT="400 480"
draw sandbox-record 5 "Next Next Next n c Tab" toys.evr
