"""Trajectories in HDF5: what was appended is read, and a run goes on to the last bit."""
from __future__ import annotations

import pathlib
import tempfile
import unittest

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
            with ev.h5md.Trajectory(path, other, other.bodies) as trajectory:
                trajectory.append()
            self.assertEqual(len(ev.h5md.frames(path, "spin")[0]), 11)
