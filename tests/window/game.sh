#!/bin/sh
# Tests the game in a window on a virtual screen (Xvfb): scripts of keys (game-keys) that survive a
# wave, lose and restart, whose hashes and replays must be equal to the last bit; then keys and mouse
# from xdotool, which the program's log must show. Pictures are written to the folder given, if any.
#   tests/window/game.sh BUILD [FOLDER]
set -eu
build=$(cd "$1" && pwd)
top=$(cd "$(dirname "$0")/../.." && pwd)
folder=${2:-}
. "$top/tests/window/screen.sh"
game=''
trap 'kill $game $server 2>/dev/null || true; rm -rf "$work"' EXIT
export SDL_AUDIODRIVER=dummy
screen_open 1100x760
cd "$work"

fail() {
    echo "game: $1"
    cat log 2>/dev/null || true
    exit 1
}

# Plays a script; its last line must have the words that are expected.
script() {
    want=$1 name=$2
    shift 2
    "$build/game-keys" "$@" >keys
    "$build/moving" "$1" keys "$name.png" >log || fail "$name ended badly"
    told=$(tail -n 1 keys)
    grep -Fq "hash ${told##*hash }" log || fail "$name: it should be $told"
    grep -Eq "$want" log || fail "$name: there is no $want"
    grep -q "equal to the last bit" log || fail "$name: the replay differs"
    [ "$(wc -c <"$name.png")" -gt 10000 ] || fail "$name: the picture is empty"
}
script "wave [3-9], lives [1-5], .*playing" survived 4 2000
script "lives 0, .*lost" lost 4 1800 1801
script "wave 1, lives [1-5], .*playing" restarted 4 2300 1800

# The moving picture has as many frames as it should, and what cannot be is refused.
frames() { "$build/moving" 4 keys 60 3 "$1" 160 115; }
frames 5 | python3 "$top/samples/pictures/moving.py" moving.png 160 115 50 || fail "no moving picture"
[ "$(grep -ao fcTL moving.png | wc -l)" -eq 5 ] || fail "the moving picture has not 5 frames"
frames 9999 >frames.raw 2>log && fail "keys that are too few are no error"
frames 0 2>log && fail "no frames are no error"

"$build/moving" 4 nowhere bad.png >log 2>&1 && fail "a file that is not there is no error"
for bad in "--foo 1" "--seed x" "--seed"; do
    "$build/evolute-game" $bad 2>&1 | grep -q usage || fail "$bad is accepted"
done
echo 12g >keys
"$build/moving" 4 keys bad.png >log 2>&1 && fail "a key of g is no error"

"$build/evolute-game" --seed 4 --log >log 2>&1 &
game=$!
window=''
for _ in 1 2 3 4 5 6 7 8 9 10; do
    sleep 0.5
    window=$(xdotool search --name '^Evolute: the game$' 2>/dev/null | head -1) && [ -n "$window" ] && break
done
[ -n "$window" ] || fail "no window"
xdotool windowmove "$window" 0 0 windowfocus "$window" 2>/dev/null || true

# Sends an input, and waits until the log shows it.
expect() {
    want=$1
    shift
    lines=$(wc -l <log)
    "$@"
    for _ in 1 2 3 4 5 6 7 8 9 10; do
        sleep 0.3
        tail -n +$((lines + 1)) log | grep -Eq "$want" && return 0
    done
    fail "after $* there is no: $want"
}
key() { xdotool key "$1"; }
shield() { tail -n 1 log | sed 's/.*shield \([-0-9.]*\),.*/\1/'; }

sleep 1
expect "turn" key space
expect "paused" key p
expect "turn" key p
xdotool keydown Left sleep 0.4 keyup Left
expect "paused" key p
awk "BEGIN { exit !($(shield) > 0.5) }" || fail "the key turns the shield to $(shield)"
expect "turn" key p
xdotool mousemove 700 360 mousedown 1 sleep 1.2 mouseup 1
expect "paused" key p
awk "BEGIN { a = ($(shield) + 1.5708) / 3.14159; d = a - int(a + (a < 0 ? -0.5 : 0.5)); exit !(d * d < 0.001) }" ||
    fail "the mouse turns the shield to $(shield)"
expect "The last minute once more" key v
expect "[0-9]* steps made again, all equal to the last bit" key v
expect "turn.*wave" key r
expect "wave 0, lives 5, score 0" key p
key Escape
wait $game || fail "it ended badly"
game=''
if [ -n "$folder" ]; then cp ./*.png "$folder"; fi
echo "game: all is well"
