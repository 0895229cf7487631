"""Evolute: exact 2D shapes, in worlds of steps and of exact time, as numpy arrays.

    import evolute as ev

    with ev.EventWorld((40, 40)) as world:
        disks = world.add(ev.circle(0.5), ev.gas.lattice(900, (40, 40)), material=ev.SMOOTH,
                          velocity=ev.gas.velocities(900, seed=1))
        world.step(10)
        print(disks.position, world.sums["virial"])

`lib` has every call of the headers, `ffi` makes its arguments (cffi).
"""
from __future__ import annotations

import importlib

from .bodies import Bodies
from .chains import Chain
from .errors import (ClosedError, CorruptError, EvoluteError, EvoluteWarning, InvalidError,
                     LimitError, LockedError, StaleError, UnsupportedError)
from .joints import Joint
from .materials import SMOOTH, Filter, Material
from .native import ffi, lib
from .replays import Replay
from .shapes import (area, at, box, capsule, circle, distance, ellipse, mass, polygon, ring,
                     segment)
from .world import EventWorld, World

# Type checkers take this for true; importing typing would take as long as all of the package.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

__version__ = ffi.string(lib.evo_version()).decode()
__all__ = ["Bodies", "Chain", "ClosedError", "CorruptError", "EventWorld", "EvoluteError",
           "EvoluteWarning", "Filter", "InvalidError", "Joint", "LimitError", "LockedError",
           "Material", "Replay", "SMOOTH", "StaleError", "UnsupportedError", "World", "area", "at",
           "box", "capsule", "circle", "distance", "ellipse", "ffi", "gas", "gsd", "h5md", "lib", "mass",
           "observe", "polygon", "ring", "segment", "stats", "sweep", "xyz"]
_LATER = ("gas", "gsd", "h5md", "observe", "stats", "sweep", "xyz")


def __getattr__(name: str) -> Any:
    """Imports a module of observables when it is first used: scipy takes longer than a world."""
    if name in _LATER:
        return importlib.import_module(f".{name}", __name__)
    raise AttributeError(name)


def __dir__() -> list[str]:
    return [*globals(), *_LATER]
