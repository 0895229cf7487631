"""What tests share: gases, tags, times."""
from __future__ import annotations

import os
import time
import unittest
from typing import Any, Callable

import numpy as np

import evolute as ev

# A disk of diameter 1 and mass 1.
UNIT = ev.SMOOTH._replace(density=4 / np.pi)


def is_quick() -> bool:
    """Returns whether tests that search for long are left out."""
    return "slow" in os.environ.get("CK_EXCLUDE_TAGS", "slow")


slow = unittest.skipIf(is_quick(), "slow")


def gas(n: int, packing: float, seed: int = 1, **config: Any) -> tuple[ev.EventWorld, ev.Bodies]:
    """Returns a periodic box of disks of diameter 1, mass 1 and temperature 1."""
    box = np.full(2, np.sqrt(n * np.pi / 4 / packing))
    world = ev.EventWorld(box, **config)
    return world, world.add(ev.circle(0.5), ev.gas.lattice(n, box), material=UNIT,
                            velocity=ev.gas.velocities(n, seed=seed))


def least_seconds(call: Callable[[], Any], times: int = 20) -> float:
    """Returns the seconds of the quickest call: others share the machine."""
    return min(_seconds(call) for _ in range(times))


def _seconds(call: Callable[[], Any]) -> float:
    began = time.perf_counter()
    call()
    return time.perf_counter() - began
