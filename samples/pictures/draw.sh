#!/bin/sh
# Draws the pictures of the READMEs anew: all scenes and demonstrations at one size, filling their
# frames, in the colours of samples/picture/palette.c. The sandbox under Xvfb and the page in headless
# Chromium (tests/window/page.sh) are drawn where these are; what is missing is named. Pictures of each
# scene and of each round of a demonstration, as the page shows them, are in BUILD/page then.
#   samples/pictures/draw.sh BUILD
set -eu
build=$1
cd "$(dirname "$0")/../.."
to=samples/pictures

draw() {
    scene=$1
    shift
    "$build/evolute-run" "$scene" --pixels 420 --crop --output "$to/$scene.png" "$@" >/dev/null
}

draw toys --time 4
draw pile --time 6 --count 400 --columns 25
draw ellipses --time 8 --count 300
draw gas --time 3 --count 300 --show trails --every 0.02
draw mixed --time 5 --count 300
draw pyramid --time 1 --show contacts,normals
draw heap --time 10
draw hourglass --time 6
draw bowl --time 10
draw mixer --time 4
draw dominoes --time 1.6
draw race --time 3.3 --show trails --every 0.2
draw cradle --time 1.9 --show trails --every 0.02
draw break --time 1.2 --show trails --every 0.02
draw galton --time 9
draw harddisks --time 3 --count 400 --packing 0.6
draw galperin --time 2
draw sinai --time 4 --show trails --every 0.0167
draw bullets --time 0.5 --show trails --every 0.0167
draw pinball --time 4 --show trails --every 0.02
draw planet --time 6 --show trails --every 0.05
draw boxes --time 5
draw tumbler --time 5
draw hexagons --time 5
draw tiles --time 2.2
draw terrain --time 5
draw platforms --time 4 --count 6 --show trails --every 0.1
draw pendulum --time 6
draw doublependulum --time 14 --show trails,joints --every 0.02
draw rodcradle --time 1.9 --show trails,joints --every 0.02
draw bridge --time 6
draw net --time 3
draw ragdolls --time 1.2
draw car --time 3.3
draw crane --time 5 --show joints
draw slidercrank --time 2
draw jansen --time 4

for demo in overlap:2 fit:2 meeting:3 ring:5; do
    round=${demo#*:} demo=${demo%:*}
    "$build/samples/demo" $demo --round "$round" --size 840,560 --output "$to/demo-$demo.png" >/dev/null
done

"$build/evolute-run" bowl --pixels 620 --show contacts,fits --output "$to/fits.png" >/dev/null
"$build/evolute-run" harddisks --time 20 --no-picture --velocities "$to/velocities.png" \
    --neighbours "$to/neighbours.png" >/dev/null
"$build/evolute-run" gas --count 500 --time 10 --no-picture --plot "$to/energy.png" >/dev/null
"$build/samples/fit" --output samples/fit.svg >/dev/null
"$build/samples/fit" --hard --output samples/hard-pairs.svg >/dev/null

# Studies in Python, which take twelve minutes.
python=$(.ci/python || true)
if [ -n "$python" ] && "$python" -c 'import matplotlib' 2>/dev/null; then
    export PYTHONPATH="$build/python" MPLBACKEND=Agg
    for study in pressure freezing haff shear silo collapse jamming ellipses; do
        "$python" samples/science/$study.py "$to/science-$study.png" >/dev/null
    done
    "$python" samples/science/many.py "$build/many" "$to/science-many.png" >/dev/null
else
    echo "not drawn anew: the studies in Python; missing: matplotlib"
fi

# The game after a script of keys, and the moving picture: six and a half seconds of it, 20 frames a
# second.
if [ -x "$build/moving" ]; then
    "$build/game-keys" 4 2600 >"$build/keys"
    "$build/moving" 4 "$build/keys" "$to/game.png" >/dev/null
    "$build/moving" 4 "$build/keys" 2200 3 130 640 460 |
        python3 samples/pictures/moving.py "$to/moving.png" 640 460 50
else
    echo "not drawn anew: the game; missing: make $build/moving $build/game-keys"
fi

if [ -x "$build/beside" ]; then
    "$build/beside" samples/level/castle.json 1.2 'left_tower[7]' "$to/sandbox-scene.png"
else
    echo "not drawn anew: a scene file beside the sandbox; missing: make $build/beside"
fi

# The sandbox, as a user sees it.
if command -v xvfb-run >/dev/null && [ -x "$build/evolute-sandbox" ]; then
    samples/pictures/sandbox.sh "$build" "$to"
else
    echo "not drawn anew: the sandbox; missing: xvfb-run, or make $build/evolute-sandbox"
fi
if [ -f "$build/web/evolute.wasm" ]; then
    tests/window/page.sh "$build" "$build/page"
    for name in page page-dark page-demo page-phone page-phone-dark page-record page-record-phone; do
        cp "$build/page/$name.png" "$to"
    done
else
    echo "not drawn anew: the page; missing: make web"
fi
