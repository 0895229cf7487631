#!/bin/sh
# Tests the sandbox in a window on a virtual screen (Xvfb), with input from xdotool: another scene,
# a slider, pause, step, drag and throw, create, attach, detach, delete, screenshot; a record that it
# has written: seek, pick a body, see its contacts; a scene file that is edited meanwhile, and written. The program's log (--log) must agree. Pictures are
# written to the folder given, if any.
#   tests/window/run.sh PROGRAM [FOLDER]
set -eu
program=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
folder=${2:-}
here=$(cd "$(dirname "$0")" && pwd)
. "$here/screen.sh"
sandbox=''
trap 'kill $sandbox $server 2>/dev/null || true; rm -rf "$work"' EXIT
screen_open 1300x760
cd "$work"

# Starts the program with arguments, and waits for its window.
start() {
    "$program" "$@" --log >log 2>&1 &
    sandbox=$!
    window=''
    for _ in 1 2 3 4 5 6 7 8 9 10; do
        sleep 0.5
        window=$(xdotool search --name '^Evolute$' 2>/dev/null | head -1) && [ -n "$window" ] && break
    done
    [ -n "$window" ] || { echo "no window"; cat log; exit 1; }
    xdotool windowmove "$window" 0 0 2>/dev/null || true
}

start bowl

fail() {
    echo "window: $1"
    cat log
    exit 1
}

# Sends an input and waits until the log shows it: "press" or the like, with the expected text.
expect() {
    want=$1
    shift
    lines=$(wc -l <log)
    "$@"
    for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
        sleep 0.3
        tail -n +$((lines + 1)) log | grep -Eq "$want" && return 0
    done
    fail "after $* there is no: $want"
}

key() { xdotool key --window "$window" "$1"; }
click() { xdotool mousemove "$1" "$2" click 1; }
value() { tail -n 1 log | sed "s/.*$1 \([^,]*\).*/\1/"; }

expect "second: scene bowl" sleep 1
expect "key p: .*paused" key p
before=$(tail -n 1 log | sed 's/.*time \([0-9.]*\),.*/\1/')
expect "key o: .*paused" key o
after=$(tail -n 1 log | sed 's/.*time \([0-9.]*\),.*/\1/')
awk "BEGIN { exit !($after > $before + 0.0155 && $after < $before + 0.0178) }" ||
    fail "a step went from $before to $after"
expect "key p: .*running" key p

# Create and delete at the pointer.
xdotool mousemove 500 60
expect "key 1: .*bodies" key 1
made=$(value bodies)
expect "key p: .*paused" key p
xdotool mousemove 300 60
expect "key 2: .*bodies $((made + 1))," key 2
xdotool mousemove 700 60
expect "key 3: .*bodies $((made + 2))," key 3

# Attach the ellipse to the background by a hinge, detach it, and delete it.
expect "key a: .*joints 0," key a
expect "release: .*joints 1," xdotool mousemove 300 60 mousedown 1 mousemove 340 100 mouseup 1
xdotool mousemove 302 62
expect "key d: .*joints 0," key d
expect "key 27: .*paused" key Escape
xdotool mousemove 300 60
expect "key x: .*bodies $((made + 1))," key x

# A slider rebuilds the scene with its value.
expect "release: scene bowl, time 0.000, .* first value [0-9]+" \
    xdotool mousemove 1030 258 mousedown 1 mousemove 1100 258 sleep 0.2 mousemove 1200 258 mouseup 1
[ "$(tail -n 1 log | sed 's/.*first value \([0-9.]*\).*/\1/')" != 120 ] ||
    fail "the slider changed nothing"

# A click selects another scene, an event world, where a step is the next event.
expect "press: scene break" click 1010 197
expect "key p: .*paused" key p
expect "key o: scene break, time [0-9]+\.[0-9]*[1-9]" key o
expect "key p: .*running" key p

# The cue ball is dragged up and thrown: it keeps the direction of the throw.
expect "wheel: .*scale" xdotool mousemove 500 360 click 4
expect "key [0-9]*: .*scale" key Home
expect "key p: .*paused" key p
expect "key r: scene break, time 0.000" key r
expect "press: .* holding [0-9]+ at .-12.00, 0.00." xdotool mousemove 202 360 mousedown 1
expect "key p: .*running" key p
expect "release: .* held [0-9]+ at .* going .[1-9].*, [1-9]" xdotool mousemove 240 330 sleep 0.1 \
    mousemove 290 280 sleep 0.1 mousemove 360 210 sleep 0.03 mouseup 1
expect "press" xdotool mousemove 500 500 mousedown 3
expect "release" xdotool mousemove 520 520 mouseup 3
expect "key h" key h
expect "saved as evolute-break-1.png" key F12
expect "key h" key h
expect "key t" key t
sleep 1
expect "saved as evolute-break-2.png" key F12
file=$(wc -c <evolute-break-1.png)
[ "$file" -gt 20000 ] || fail "the picture is empty"

expect "key [0-9]*: scene" key Next
# Ends the program by its key.
end() {
    expect "frames in .* a second" key Escape
    wait $sandbox || fail "it ended badly"
    sandbox=''
    grep "frames in" log
}
end

# A scene is inspected as it runs: a click picks a body, Tab its collider, Esc lets go of it.
start boxes
sleep 2
expect "key p: .*paused" key p
expect "release: .*; body [0-9]+: dynamic, .*; [1-9][0-9]* contacts?; collider [0-9]+" click 490 600
expect "key 9: .*; collider [0-9]+; body [0-9]+" key Tab
expect "key 27: .*first value [0-9]+" key Escape
expect "saved as evolute-boxes-1.evr" key w
expect "drop: scene evolute-boxes-1.evr, .*step [0-9]+ of" \
    python3 "$here/drop.py" "$window" evolute-boxes-1.evr
end

# Its record: sought by mouse and keys, to the same state each time; a body and its contacts.
start evolute-boxes-1.evr
expect "second: .*read ([1-9][0-9]*); calls before" sleep 2
steps=$(tail -n 1 log | sed 's/.* of \([0-9]*\), read .*/\1/')
tail -n 1 log | grep -q "step 0 of $steps, read $steps;" || fail "it is not read to its end"
grep -q differs log && fail "it differs"
expect "release: .*step [1-9]" xdotool mousemove 14 658 mousedown 1 mousemove 300 658 sleep 0.1 \
    mousemove 870 658 sleep 0.1 mouseup 1
sought=$(tail -n 1 log | sed 's/.*step \([0-9]*\) of.*/\1/')
[ "$sought" -gt $((steps * 85 / 100)) ] && [ "$sought" -lt $((steps * 95 / 100)) ] ||
    fail "the timeline goes to step $sought of $steps"
expect "release: .*step $sought .*; body [0-9]+: dynamic, .*; [1-9][0-9]* contacts?; .*calls" \
    click 330 400
expect "saved as evolute-file-1.png" key F12
first=$(grep "^release: .*step $sought .*; body" log | tail -n 1 | sed 's/^[^:]*://')
expect "key 260: .*step $((sought - 1)) of" key Left
expect "key 258: .*step [0-9]+ of" key Prior
expect "key 263: .*step $steps of" key End
expect "key r: .*step 0 of" key r
expect "release: .*step $sought of" click 870 658
[ "$(grep "^release" log | tail -n 1 | sed 's/^[^:]*://')" = "$first" ] ||
    fail "the same step is another state: $first"
expect "key p: .*running" key p
expect "second: .*step $steps of .*|second: .*running" sleep 1
expect "key p: .*" key p
expect "key 27: .*step [0-9]+ of [0-9]+, read $steps; calls" key Escape
end
# A scene file: a body by its name, an edit, a mistake, and what was built.
write_level() {
    cat >level.json <<END
{"version": 1, "world": {"gravity": [0, $1]}, "view": {"min": [-8, -2], "max": [8, 8]}, "bodies": {
  "ground": {"kind": "static", "shape": {"kind": "box", "half_width": 10, "half_height": 0.5}},
  "crate": {"position": [$2, 3], "shape": {"kind": "box", "half_width": 1, "half_height": 1}}}}
END
}
write_level 0 0
start level.json
expect "second: scene level, .*bodies 2," sleep 1
expect "release: .*; body 1 \"crate\": dynamic" click 490 360
expect "file: scene level, time 0.000, bodies 2" write_level -10 1.5
expect "file: scene level, time [0-9.]*[1-9]" write_level -10 oops
grep -q "^level.json:3:[0-9]*: " log || fail "its mistake is not told"
expect "file: scene level, time 0.000" write_level 0 0
expect "key p: .*paused" key p
xdotool mousemove 200 100
expect "key 1: .*bodies 3," key 1
expect "written to level.json" key ctrl+s
grep -q '"crate"' level.json && grep -q '"circle"' level.json || fail "$(cat level.json)"
expect "key r: scene level, time 0.000, bodies 3" key r
end

! "$program" log --log >refused 2>&1 || fail "its log is a record"
grep -q "neither a record nor a save" refused || fail "$(cat refused)"

"$program" --help | grep -q "Scenes and demonstrations" || fail "--help says nothing"

# The frame time with 2,000 bodies.
"$program" ellipses --seconds 6 --count 2000 >times 2>&1 || fail "$(cat times)"
echo "2,000 ellipses: $(cat times)"
if [ -n "$folder" ]; then cp ./*.png log times "$folder"; fi
