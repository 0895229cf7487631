"""Trajectories as H5MD files, which MDAnalysis, VMD and OVITO read, and from which a run goes on to
the last bit.

    with ev.h5md.Trajectory("run.h5", world, disks, seed=1) as trajectory:
        for t in world.run(10, every=0.1):
            trajectory.append()
        trajectory.checkpoint()

    world = ev.h5md.restart("run.h5")
"""
from __future__ import annotations

import json
import os
import pickle
from typing import TYPE_CHECKING, Any

import h5py
import numpy as np

from . import __version__
from .bodies import Bodies
from .provenance import provenance
from .world import BaseWorld, EventWorld

if TYPE_CHECKING:
    from .arrays import Floats

_ELEMENTS = {"position": 2, "velocity": 2, "angle": 0, "spin": 0}


class Trajectory:
    """A file of one group of bodies; one that exists is gone on with. `parameters` are told in it,
    beside versions, script and date."""

    def __init__(self, path: str | os.PathLike[str], world: BaseWorld, bodies: Bodies,
                 **parameters: Any):
        self.world, self.bodies = world, bodies
        self.file = h5py.File(path, "a")
        if "h5md" not in self.file:
            self._begin(parameters)

    def _begin(self, parameters: dict[str, Any]) -> None:
        about = self.file.create_group("h5md")
        about.attrs["version"] = [1, 1]
        about.attrs["provenance"] = json.dumps(provenance(**parameters))
        about.create_group("author").attrs["name"] = "unknown"
        about.create_group("creator").attrs.update({"name": "evolute", "version": __version__})
        group = self.file.create_group("particles/all")
        box = group.create_group("box")
        world = self.world
        periodic = isinstance(world, EventWorld) and world.periodic
        box.attrs["dimension"] = 2
        box.attrs["boundary"] = ["periodic" if periodic else "none"] * 2
        if isinstance(world, EventWorld) and periodic:
            box["edges"] = np.diff(world.box, axis=0)[0]
        group["mass"] = self.bodies.masses["mass"]
        for name, size in _ELEMENTS.items():
            self._element(group.create_group(name), (len(self.bodies), size)[:1 + (size > 0)])

    @staticmethod
    def _element(group: Any, shape: tuple[int, ...]) -> None:
        group.create_dataset("value", (0, *shape), "f8", maxshape=(None, *shape),
                             chunks=(1, *shape), shuffle=True, compression="lzf")
        for name, kind in (("time", "f8"), ("step", "i8")):
            group.create_dataset(name, (0,), kind, maxshape=(None,), chunks=(1024,))

    def append(self) -> None:
        """Adds the present moment."""
        poses, velocities, spins = self.bodies.read()
        values = {"position": poses[:, :2], "velocity": velocities, "angle": poses[:, 2],
                  "spin": spins}
        for name, value in values.items():
            group = self.file["particles/all/" + name]
            count = len(group["time"])
            for part, item in (("value", value), ("time", self.world.time), ("step", count)):
                group[part].resize(count + 1, 0)
                group[part][count] = item

    def checkpoint(self) -> None:
        """Puts the whole world into the file, in place of the one before, and the file on disk."""
        saved = np.frombuffer(pickle.dumps(self.world), np.uint8)
        group = self.file.require_group("parameters/evolute")
        group["next"] = saved
        if "checkpoint" in group:
            del group["checkpoint"]
        group.move("next", "checkpoint")
        self.file.flush()

    def __enter__(self) -> Trajectory:
        return self

    def __exit__(self, *_: object) -> None:
        self.file.close()


def restart(path: str | os.PathLike[str]) -> Any:
    """Returns the world of the last checkpoint; its `bodies` are those of then."""
    with h5py.File(path, "r") as file:
        return pickle.loads(file["parameters/evolute/checkpoint"][()].tobytes())


def frames(path: str | os.PathLike[str], name: str = "position") -> tuple[Floats, Floats]:
    """Returns times (T,) and values (T, N, ...) of what was appended."""
    with h5py.File(path, "r") as file:
        group = file["particles/all/" + name]
        return group["time"][()], group["value"][()]
