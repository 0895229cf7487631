"""Trajectories as H5MD files, which MDAnalysis, VMD and OVITO read, and from which a run goes on to
the last bit.

    with ev.h5md.Trajectory("run.h5", world, disks, seed=1) as trajectory:
        for t in world.run(10, every=0.1):
            trajectory.append()
        trajectory.checkpoint()

    world = ev.h5md.restart("run.h5")
    with ev.h5md.Trajectory("run.h5", world, world.bodies, resume=True) as trajectory: ...

Files are written so that others may read them meanwhile (SWMR), and stay whole whatever kills the
program: `frames` and `restart` read them as they are, other programs after `mend`.
"""
from __future__ import annotations

import json
import os
import pickle
from typing import TYPE_CHECKING, Any

import h5py
import numpy as np

from . import __version__, checks, shapes
from .bodies import Bodies, group
from .errors import InvalidError
from .native import ffi, lib
from .provenance import provenance
from .world import BaseWorld, EventWorld

if TYPE_CHECKING:
    from .arrays import Floats

_ELEMENTS = {"position": 2, "velocity": 2, "angle": 0, "spin": 0}
_PARTS = ("value", "time", "step")
_KINDS = [name[4:].lower() for _, name in sorted(ffi.typeof("evo_shape_kind").elements.items())]

# Where checkpoints are: two places, of which one is whole while the other is written.
_SAVES = "parameters/evolute"


class Trajectory:
    """A file of one group of bodies. One that exists is refused; or, with `resume`, gone on with:
    what it has of times after the world's is dropped. `parameters` are told in it, beside versions,
    script and date."""

    def __init__(self, path: str | os.PathLike[str], world: BaseWorld, bodies: Bodies,
                 resume: bool = False, **parameters: Any):
        self.world, self.bodies = world, group("bodies", bodies, world)
        if os.path.exists(path) and not resume:
            raise FileExistsError(f"{os.fspath(path)} exists: remove it, or go on with resume=True")
        if os.path.exists(path):
            mend(path)
        self.file = h5py.File(path, "a", libver="latest")
        try:
            if "h5md" in self.file:
                self._go_on()
            else:
                self._begin(parameters)
        except BaseException:
            self.file.close()
            raise
        self.file.swmr_mode = True

    def _begin(self, parameters: dict[str, Any]) -> None:
        about = self.file.create_group("h5md")
        about.attrs["version"] = [1, 1]
        about.attrs["provenance"] = json.dumps(provenance(**parameters))
        about.create_group("author").attrs["name"] = "unknown"
        about.create_group("creator").attrs.update({"name": "evolute", "version": __version__})
        particles = self.file.create_group("particles/all")
        box = particles.create_group("box")
        world = self.world
        periodic = isinstance(world, EventWorld) and world.periodic
        box.attrs["dimension"] = 2
        box.attrs["boundary"] = ["periodic" if periodic else "none"] * 2
        if isinstance(world, EventWorld) and periodic:
            box["edges"] = np.diff(world.box, axis=0)[0]
        particles["mass"] = self.bodies.masses["mass"]
        self._describe_shapes(particles)
        for name, size in _ELEMENTS.items():
            self._element(particles.create_group(name), (len(self.bodies), size)[:1 + (size > 0)])
        saves = self.file.create_group(_SAVES)
        saves["last"] = np.array([-1, 0])  # The place of the last checkpoint, and its bytes.
        for place in range(2):
            saves.create_dataset(f"save{place}", (0,), "u1", maxshape=(None,), chunks=(1 << 16,))

    def _describe_shapes(self, particles: Any) -> None:
        """Writes kinds, and half of the widths of shapes along their own axes: of circles and
        ellipses the radii."""
        given = self.bodies.shapes
        half = shapes.half_widths(given)
        particles["half_widths"], particles["radius"] = half, half.max(1)
        particles["shape"] = given["kind"]
        particles["shape"].attrs["names"] = _KINDS

    @staticmethod
    def _element(element: Any, shape: tuple[int, ...]) -> None:
        element.create_dataset("value", (0, *shape), "f8", maxshape=(None, *shape),
                               chunks=(1, *shape), shuffle=True, compression="lzf")
        for name, kind in (("time", "f8"), ("step", "i8")):
            element.create_dataset(name, (0,), kind, maxshape=(None,), chunks=(1024,))

    def _go_on(self) -> None:
        elements = [self.file["particles/all/" + name] for name in _ELEMENTS]
        held = elements[0]["value"].shape[1]
        if held != len(self.bodies):
            raise InvalidError(f"bodies are {len(self.bodies)}; the file has {held}")
        whole = min(len(element[part]) for element in elements for part in _PARTS)
        times = elements[0]["time"][:whole]
        keep = int(np.searchsorted(times, self.world.time * (1 + 1e-12), "right"))
        for element in elements:
            for part in _PARTS:
                element[part].resize(keep, 0)

    def append(self) -> None:
        """Adds the present moment, which is in the file then."""
        poses, velocities, spins = self.bodies.read()
        values = {"position": poses[:, :2], "velocity": velocities, "angle": poses[:, 2],
                  "spin": spins}
        for name, value in values.items():
            element = self.file["particles/all/" + name]
            count = len(element["time"])
            for part, item in (("value", value), ("time", self.world.time), ("step", count)):
                element[part].resize(count + 1, 0)
                element[part][count] = item
        self.file.flush()

    def checkpoint(self) -> None:
        """Puts the whole world into the file, in place of the one before the last."""
        saved = np.frombuffer(pickle.dumps(self.world), np.uint8)
        saves = self.file[_SAVES]
        place = 1 - max(int(saves["last"][0]), 0)
        into = saves[f"save{place}"]
        into.resize(max(len(saved), len(into)), 0)
        into[:len(saved)] = saved
        self.file.flush()
        saves["last"][...] = place, len(saved)
        self.file.flush()

    def __enter__(self) -> Trajectory:
        return self

    def __exit__(self, *_: object) -> None:
        self.file.close()


def _read(path: str | os.PathLike[str]) -> Any:
    return h5py.File(path, "r", libver="latest", swmr=True)


def mend(path: str | os.PathLike[str]) -> None:
    """Copies a file whose writer was killed over itself, so that programs open it that do not read
    what is being written. A whole file is left alone."""
    try:
        h5py.File(path, "r").close()
    except OSError:
        part = f"{os.fspath(path)}.part"
        with _read(path) as broken, h5py.File(part, "w", libver="latest") as whole:
            for name in broken:
                broken.copy(name, whole)
        os.replace(part, path)


def restart(path: str | os.PathLike[str]) -> Any:
    """Returns the world of the last checkpoint; its `bodies` are those of then."""
    with _read(path) as file:
        place, size = file[_SAVES]["last"][()].tolist()
        if place < 0:
            raise InvalidError(f"{os.fspath(path)} has no checkpoint")
        return pickle.loads(file[_SAVES][f"save{place}"][:size].tobytes())


def frames(path: str | os.PathLike[str], name: str = "position") -> tuple[Floats, Floats]:
    """Returns times (T,) and values (T, N, ...) of what was appended."""
    checks.choice("name", name, _ELEMENTS)
    with _read(path) as file:
        element = file["particles/all/" + name]
        count = min(len(element[part]) for part in _PARTS)
        return element["time"][:count], element["value"][:count]
