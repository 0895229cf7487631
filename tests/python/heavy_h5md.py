"""Trajectories in HDF5: what was appended is read, and a run goes on to the last bit."""
from __future__ import annotations

import pathlib
import subprocess
import sys
import tempfile
import time
import unittest

import h5py
import numpy as np

import evolute as ev
from support import gas


class Trajectories(unittest.TestCase):
    def test_a_run_goes_on_to_the_last_bit(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "run.h5")
            world, disks = gas(100, 0.5)
            seen = []
            with ev.h5md.Trajectory(path, world, disks, seed=1) as trajectory:
                for _ in world.run(1, every=0.1):
                    trajectory.append()
                    seen.append(disks.position)
                trajectory.checkpoint()
                trajectory.checkpoint()
            other = ev.h5md.restart(path)
            times, positions = ev.h5md.frames(path)
            np.testing.assert_array_equal(positions, seen)
            np.testing.assert_allclose(times, np.arange(1, 11) / 10)
            world.step(1)
            other.step(1)
            self.assertEqual(world.hash, other.hash)
            with self.assertRaises(FileExistsError):
                ev.h5md.Trajectory(path, other, other.bodies)
            with ev.h5md.Trajectory(path, other, other.bodies, resume=True) as trajectory:
                trajectory.append()
            self.assertEqual(len(ev.h5md.frames(path, "spin")[0]), 11)
            with h5py.File(path) as file:
                particles = file["particles/trajectory"]
                np.testing.assert_array_equal(particles["radius"], np.full(100, 0.5))
                self.assertEqual(particles["shape"].attrs["names"][1], "circle")

    def test_a_killed_run_is_readable_and_goes_on(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            for k in range(4):
                path = pathlib.Path(folder, f"run{k}.h5")
                with subprocess.Popen([sys.executable, "-c", PROGRAM, str(path)]) as program:
                    while not path.exists() or not has_frames(path, 30 + 7 * k):
                        time.sleep(0.01)
                    program.kill()
                times, positions = ev.h5md.frames(path)
                self.assertTrue(np.isfinite(positions).all())
                np.testing.assert_allclose(times, 0.05 * np.arange(1, len(times) + 1))
                world = ev.h5md.restart(path)
                kept = round(world.time / 0.05)
                with ev.h5md.Trajectory(path, world, world.bodies, resume=True) as trajectory:
                    for _ in world.run(0.5, every=0.05):
                        trajectory.append()
                with h5py.File(path) as file:
                    spins = file["particles/trajectory/spin/time"]
                    self.assertEqual(len(spins), kept + 10)


def has_frames(path: pathlib.Path, count: int) -> bool:
    """Returns whether a run that goes on has written so many frames."""
    try:
        return len(ev.h5md.frames(path)[0]) >= count
    except (OSError, KeyError):
        return False


# A run that goes on until it is killed.
PROGRAM = """
import sys, evolute as ev
world = ev.EventWorld((20, 20))
disks = world.add(ev.circle(0.5), ev.gas.lattice(100, (20, 20)), material=ev.SMOOTH,
                  velocity=ev.gas.velocities(100))
with ev.h5md.Trajectory(sys.argv[1], world, disks) as trajectory:
    for k, t in enumerate(world.run(1e6, every=0.05)):
        trajectory.append()
        if k % 10 == 0:
            trajectory.checkpoint()
"""
