"""Trajectories as GSD files, which OVITO, HOOMD and freud read, by the package gsd.

    with ev.gsd.Trajectory("run.gsd", world, disks) as trajectory:
        for t in world.run(10, every=0.1):
            trajectory.append()

GSD keeps floats of 32 bits, and the origin in the middle of its box, which is always periodic: of
an open world it is what can be seen of the world as the file begins. The log of a frame has its
time, and half of the widths of shapes along their own axes: of circles and ellipses the radii.
"""
from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import gsd.hoomd
import numpy as np

from . import shapes
from .bodies import Bodies, group
from .world import BaseWorld, EventWorld

if TYPE_CHECKING:
    from .arrays import Floats

# The class of frames, and modes of files, had other names before gsd 3.
_Frame = getattr(gsd.hoomd, "Frame", None) or gsd.hoomd.Snapshot


def _open(path: str, resume: bool) -> Any:
    try:
        return gsd.hoomd.open(path, "r+" if resume else "x")
    except ValueError:
        return gsd.hoomd.open(path, "rb+" if resume else "xb+")


class Trajectory:
    """A file of one group of bodies, each by its first shape. One that exists is refused; or, with
    `resume`, gone on with."""

    def __init__(self, path: str | os.PathLike[str], world: BaseWorld, bodies: Bodies,
                 resume: bool = False):
        self.world, self.bodies = world, group("bodies", bodies, world)
        there = os.path.exists(path)
        if there and not resume:
            raise FileExistsError(f"{os.fspath(path)} exists: remove it, or go on with resume=True")
        self.file = _open(os.fspath(path), there)
        self._view = world._view(None)

    def append(self) -> None:
        """Adds the present moment."""
        world, frame = self.world, _Frame()
        poses, velocities, spins = self.bodies.read()
        given, masses = self.bodies.shapes, self.bodies.masses
        half, turned = shapes.half_widths(given), poses[:, 2] / 2
        size, slid = np.diff(self._view, axis=0)[0], 0.0
        if isinstance(world, EventWorld) and world.periodic:
            slid = world.shear_offset / size[1]
        frame.configuration.step = len(self.file)
        frame.configuration.dimensions = 2
        frame.configuration.box = [*size, 0, slid, 0, 0]
        kinds, numbers = np.unique(given["kind"], return_inverse=True)
        p = frame.particles
        p.N, p.types, p.typeid = len(poses), [shapes._KINDS[kind] for kind in kinds], numbers
        p.position = _in_space(poses[:, :2] - self._view.mean(0))
        p.velocity = _in_space(velocities)
        p.mass, p.diameter = masses["mass"], 2 * half.max(1)
        p.moment_inertia = _in_space(np.zeros_like(half), masses["inertia"])
        p.orientation = _about_z(np.cos(turned), np.sin(turned))
        momentum = 2 * masses["inertia"] * spins
        p.angmom = _about_z(-momentum * np.sin(turned), momentum * np.cos(turned))
        frame.log["time"] = np.array([world.time])
        frame.log["particles/half_widths"] = half
        self.file.append(frame)

    def __enter__(self) -> Trajectory:
        return self

    def __exit__(self, *_: object) -> None:
        self.file.close()


def _in_space(plane: Floats, z: Floats | float = 0.0) -> Floats:
    return np.column_stack([plane, np.broadcast_to(z, len(plane))])


def _about_z(real: Floats, z: Floats) -> Floats:
    """Returns quaternions."""
    nothing = np.zeros_like(real)
    return np.column_stack([real, nothing, nothing, z])
