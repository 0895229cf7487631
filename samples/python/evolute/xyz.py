"""Trajectories as extended XYZ, text that OVITO, ASE and readers of plain XYZ open, without any
package.

    with ev.xyz.Trajectory("run.xyz", world, disks) as trajectory:
        for t in world.run(10, every=0.1):
            trajectory.append()
"""
from __future__ import annotations

import os

import numpy as np

from . import shapes
from .bodies import Bodies, group
from .native import lib
from .world import BaseWorld

# Species by kinds of shapes, as evolute-run writes them, too.
_SPECIES = {lib.EVO_CIRCLE: "H", lib.EVO_ELLIPSE: "He", lib.EVO_RING: "Li", lib.EVO_SEGMENT: "Be",
            lib.EVO_CAPSULE: "B", lib.EVO_POLYGON: "C"}
_PROPERTIES = "species:S:1:pos:R:3:id:I:1:velo:R:3:mass:R:1:spin:R:1:radius:R:1" \
              ":aspherical_shape:R:3:orientation:R:4"


class Trajectory:
    """A file of one group of bodies, each by its first shape. One that exists is refused; or, with
    `resume`, gone on with."""

    def __init__(self, path: str | os.PathLike[str], world: BaseWorld, bodies: Bodies,
                 resume: bool = False):
        self.world, self.bodies = world, group("bodies", bodies, world)
        self.file = open(path, "a" if resume else "x", encoding="utf-8")
        kinds = bodies.shapes["kind"]
        self._species = [_SPECIES[kind] for kind in kinds]
        self._mass = bodies.masses["mass"]

    def append(self) -> None:
        """Adds the present moment, which is in the file then."""
        (left, below), (right, above) = self.world._view(None)
        periodic = lib.evo_world_get(self.world.c).boundary == lib.EVO_PERIODIC
        poses, velocities, spins = self.bodies.read()
        given = self.bodies.shapes
        half, nothing = shapes.half_widths(given), np.zeros(len(poses))
        axis, center = given["axis"], given["center"]
        cos, sin = np.cos(poses[:, 2]), np.sin(poses[:, 2])
        turned = (poses[:, 2] + np.arctan2(axis[:, 1], axis[:, 0])) / 2
        columns = np.column_stack([
            poses[:, 0] + center[:, 0] * cos - center[:, 1] * sin,
            poses[:, 1] + center[:, 0] * sin + center[:, 1] * cos, nothing, velocities, nothing,
            self._mass, spins, half.max(1), half, half.min(1), nothing, nothing,
            np.sin(turned), np.cos(turned)])
        lines = [f"{name} {' '.join(map(repr, row[:3]))} {id} {' '.join(map(repr, row[3:]))}\n"
                 for name, id, row in zip(self._species, self.bodies.ids["index"].tolist(),
                                          columns.tolist())]
        self.file.write(
            f'{len(lines)}\nLattice="{right - left} 0 0 0 {above - below} 0 0 0 1" '
            f'Origin="{left} {below} -0.5" pbc="{"T T F" if periodic else "F F F"}" '
            f"Properties={_PROPERTIES} Time={self.world.time!r}\n" + "".join(lines))
        self.file.flush()

    def __enter__(self) -> Trajectory:
        return self

    def __exit__(self, *_: object) -> None:
        self.file.close()
