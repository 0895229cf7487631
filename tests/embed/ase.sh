#!/usr/bin/env bash
# Reads trajectories with ASE: frames, bodies of all kinds, cell and periods.
#     ase.sh PROGRAM
set -euo pipefail
program=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

for scene in harddisks mixer bowl; do
    "$program" "$scene" --time 1 --every 0.5 --no-picture \
        --trajectory "$folder/$scene.xyz" >/dev/null
    /usr/bin/python3 - "$folder/$scene.xyz" "$scene" <<'PYTHON'
import sys
from ase.io import read

frames = read(sys.argv[1], index=":")
last = frames[-1]
assert len(frames) == 3, len(frames)
assert list(last.pbc) == [sys.argv[2] == "harddisks"] * 2 + [False], last.pbc
for name in ("id", "body_kind", "velo", "mass", "spin", "radius", "inner_radius", "sweep"):
    assert name in last.arrays, name
assert all(last.arrays["radius"] > 0)
assert all(last.arrays["inner_radius"] < last.arrays["radius"])
if sys.argv[2] == "bowl":
    assert any(last.arrays["body_kind"] == 1), "no static body"
    assert set(last.get_chemical_symbols()) == {"He", "Li", "Be"}, last.get_chemical_formula()
print(sys.argv[2], len(last), last.get_chemical_formula())
PYTHON
done
