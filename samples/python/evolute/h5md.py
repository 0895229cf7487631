"""Trajectories as H5MD files, which MDAnalysis, VMD and OVITO read, and from which a run goes on to
the last bit.

    with ev.h5md.Trajectory("run.h5md", world, disks, seed=1) as trajectory:
        for t in world.run(10, every=0.1):
            trajectory.append()
        trajectory.checkpoint()

    world = ev.h5md.restart("run.h5md")
    with ev.h5md.Trajectory("run.h5md", world, world.bodies, resume=True) as trajectory: ...

Space has three dimensions there, since readers take no other: z is 0, and a periodic box is 1 high.
MDAnalysis knows a file by the ending .h5md: MDAnalysis.Universe("run.h5md"); of another name it
wants format="H5MD".

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

# Numbers of a body in a frame of each element; 0: one, without an axis of its own.
_ELEMENTS = {"position": 3, "velocity": 3, "angle": 0, "spin": 0}
_PARTS = ("value", "time", "step")
_KINDS = [name[4:].lower() for _, name in sorted(ffi.typeof("evo_shape_kind").elements.items())]

# Where frames are: MDAnalysis counts the particles of a file without a topology in this group.
_FRAMES = "particles/trajectory"

# Where checkpoints are: two places, of which one is whole while the other is written.
_SAVES = "parameters/evolute"


class Trajectory:
    """A file of one group of bodies. One that exists is refused; or, with `resume`, gone on with:
    what it has of times after the world's is dropped. `units`: what the world's length and time are
    called in the file; MDAnalysis takes these two as they are, and turns "nm" into ten of its own;
    None: nothing. `parameters` are told in it, beside versions, script and date."""

    def __init__(self, path: str | os.PathLike[str], world: BaseWorld, bodies: Bodies,
                 resume: bool = False, units: tuple[str, str] | None = ("Angstrom", "ps"),
                 **parameters: Any):
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
                self._begin(parameters, units)
        except BaseException:
            self.file.close()
            raise
        self.file.swmr_mode = True

    def _begin(self, parameters: dict[str, Any], units: tuple[str, str] | None) -> None:
        about = self.file.create_group("h5md")
        about.attrs["version"] = [1, 1]
        about.attrs["provenance"] = json.dumps(provenance(**parameters))
        about.create_group("author").attrs["name"] = "unknown"
        about.create_group("creator").attrs.update({"name": "evolute", "version": __version__})
        particles = self.file.create_group(_FRAMES)
        box = particles.create_group("box")
        world = self.world
        periodic = isinstance(world, EventWorld) and world.periodic
        box.attrs["dimension"] = 3
        box.attrs["boundary"] = ["periodic" if periodic else "none"] * 2 + ["none"]
        if periodic:
            self._element(box.create_group("edges"), (3, 3))
        particles["mass"] = self.bodies.masses["mass"]
        self._describe_shapes(particles)
        for name, size in _ELEMENTS.items():
            self._element(particles.create_group(name), (len(self.bodies), size)[:1 + (size > 0)])
        if units is not None:
            about.create_group("modules/units").attrs["version"] = [1, 0]
            self._name_units(particles, *units)
        saves = self.file.create_group(_SAVES)
        saves["last"] = np.array([-1, 0])  # The place of the last checkpoint, and its bytes.
        for place in range(2):
            saves.create_dataset(f"save{place}", (0,), "u1", maxshape=(None,), chunks=(1 << 16,))

    def _elements(self) -> list[Any]:
        particles = self.file[_FRAMES]
        names = [*_ELEMENTS, *(["box/edges"] if "edges" in particles["box"] else [])]
        return [particles[name] for name in names]

    def _name_units(self, particles: Any, length: str, time: str) -> None:
        for element in self._elements():
            element["time"].attrs["unit"] = time
        for name, unit in (("position", length), ("velocity", f"{length} {time}-1"),
                           ("box/edges", length)):
            if name in particles:
                particles[name]["value"].attrs["unit"] = unit

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
        if _FRAMES not in self.file:
            raise InvalidError("the file is of an older version, whose frames have two dimensions")
        elements = self._elements()
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
        values = [_in_space(poses[:, :2]), _in_space(velocities), poses[:, 2], spins]
        elements = self._elements()
        if len(elements) > len(values):
            values.append(_edges(self.world))
        for element, value in zip(elements, values):
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


def _in_space(plane: Floats) -> Floats:
    return np.column_stack([plane, np.zeros(len(plane))])


def _edges(world: Any) -> Floats:
    """Returns the edges of a periodic box in rows; the upper one is slid where the box is
    sheared."""
    (width, height), = np.diff(world.box, axis=0)
    return np.array([[width, 0, 0], [world.shear_offset, height, 0], [0, 0, 1]])


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
    """Returns times (T,) and values (T, N, ...) of what was appended, in the plane."""
    checks.choice("name", name, _ELEMENTS)
    with _read(path) as file:
        element = file[_FRAMES][name]
        count, value = min(len(element[part]) for part in _PARTS), element["value"]
        return element["time"][:count], value[:count, :, :2] if value.ndim > 2 else value[:count]
