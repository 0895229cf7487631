"""Files as the programs read them that they are for: MDAnalysis, ASE, gsd; of those that are not
there, what they ask of a file."""
from __future__ import annotations

import importlib.util
import pathlib
import tempfile
import time
import unittest
from typing import Any

import numpy as np

import evolute as ev
from evolute.shapes import _KINDS
from support import gas


def has(name: str) -> Any:
    """Skips a test whose package is not installed."""
    return unittest.skipUnless(importlib.util.find_spec(name), f"{name} is not installed")


def open_world(rng: np.random.Generator) -> tuple[Any, ev.Bodies]:
    """Returns an open world of steps with ellipses and boxes."""
    world = ev.World()
    shapes = np.where(np.arange(7) % 2, ev.ellipse(0.5, 0.3), ev.box(0.4, 0.2))
    return world, world.add(shapes, rng.uniform(-9, 9, (7, 2)), rng.uniform(0, 6, 7),
                            velocity=rng.normal(size=(7, 2)), spin=1.0)


class Readers(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.rng = np.random.default_rng(time.time_ns())

    def worlds(self) -> list[tuple[Any, ev.Bodies]]:
        """Returns an open, a periodic and a sheared world."""
        return [open_world(self.rng), gas(20, 0.3), gas(20, 0.3, shear=0.2)]

    def written(self, kind: Any, name: str, world: Any, bodies: ev.Bodies,
                **options: Any) -> tuple[pathlib.Path, list[Any]]:
        """Returns a file of five frames, with time, positions, velocities and angles of each."""
        path, frames = self.folder / f"{time.time_ns()}{name}", []
        with kind.Trajectory(path, world, bodies, **options) as trajectory:
            for moment in world.run(0.5, 0.1):
                trajectory.append()
                frames.append((moment, bodies.position, bodies.velocity, bodies.angle))
        return path, frames

    @has("h5py")
    def test_h5md_has_what_its_readers_ask(self) -> None:
        import h5py
        for world, bodies in self.worlds():
            path, frames = self.written(ev.h5md, ".h5md", world, bodies)
            with h5py.File(path, "r") as file:
                particles, = file["particles"].values()
                self.assertEqual(particles["box"].attrs["dimension"], 3)
                positions = particles["position/value"]
                self.assertEqual(positions.shape, (5, len(bodies), 3))
                self.assertEqual(positions.attrs["unit"], "Angstrom")
                self.assertEqual(particles["velocity/value"].attrs["unit"], "Angstrom ps-1")
                self.assertEqual(particles["position/time"].attrs["unit"], "ps")
                periodic = isinstance(world, ev.EventWorld)
                self.assertEqual("edges" in particles["box"], periodic)
                if periodic:
                    edges = particles["box/edges/value"][-1]
                    np.testing.assert_allclose(np.diag(edges)[:2], np.diff(world.box, axis=0)[0])
                    self.assertEqual(edges[1, 0], world.shear_offset)
                    self.assertEqual(edges[2, 2], 1)
                np.testing.assert_array_equal(positions[..., :2], [frame[1] for frame in frames])
                np.testing.assert_array_equal(positions[..., 2], 0)
            np.testing.assert_array_equal(ev.h5md.frames(path)[1], [frame[1] for frame in frames])

    @has("MDAnalysis")
    @has("h5py")
    def test_mdanalysis_opens_h5md(self) -> None:
        import MDAnalysis
        for ending, options in ((".h5md", {}), (".h5", {"format": "H5MD"})):
            for world, bodies in self.worlds():
                path, frames = self.written(ev.h5md, ending, world, bodies)
                universe = MDAnalysis.Universe.empty(len(bodies), trajectory=True)
                universe.load_new(str(path), **options)
                self.assertEqual(len(universe.trajectory), 5)
                for step, (moment, position, velocity, _) in zip(universe.trajectory, frames):
                    np.testing.assert_allclose(step.positions[:, :2], position, rtol=1e-6)
                    np.testing.assert_allclose(step.velocities[:, :2], velocity, rtol=1e-6)
                    self.assertAlmostEqual(step.data["time"], moment)

    @has("ase")
    def test_ase_reads_xyz(self) -> None:
        from ase.io import read
        for world, bodies in self.worlds():
            path, frames = self.written(ev.xyz, ".xyz", world, bodies)
            found = read(path, index=":", format="extxyz")
            self.assertEqual(len(found), 5)
            for atoms, (moment, position, velocity, _) in zip(found, frames):
                np.testing.assert_array_equal(atoms.positions[:, :2], position)
                np.testing.assert_array_equal(atoms.arrays["velo"][:, :2], velocity)
                np.testing.assert_array_equal(atoms.arrays["id"], bodies.ids["index"])
                self.assertEqual(atoms.info["Time"], moment)
            with open(path, encoding="utf-8") as file:
                plain = np.array([line.split()[1:4] for line in list(file)[2:2 + len(bodies)]],
                                 float)
            np.testing.assert_array_equal(plain[:, :2], frames[0][1])

    @has("gsd")
    def test_gsd_reads_gsd(self) -> None:
        import gsd.hoomd
        for world, bodies in self.worlds():
            path, frames = self.written(ev.gsd, ".gsd", world, bodies)
            with self.assertRaises(FileExistsError):
                ev.gsd.Trajectory(path, world, bodies)
            with gsd.hoomd.open(str(path)) as file:
                self.assertEqual(len(file), 5)
                middle = file[0].particles.position[:, :2] - frames[0][1]
                np.testing.assert_allclose(np.ptp(middle, 0), 0, atol=1e-5)
                for frame, (moment, position, velocity, angle) in zip(file, frames):
                    p = frame.particles
                    np.testing.assert_allclose(p.position[:, :2] - middle[0], position, atol=1e-5)
                    np.testing.assert_allclose(p.velocity[:, :2], velocity, atol=1e-5)
                    half = p.orientation[:, 0] + 1j * p.orientation[:, 3]
                    np.testing.assert_allclose(half**2, np.exp(1j * angle), atol=1e-5)
                    self.assertEqual(frame.log["time"], moment)
                    kinds = np.array(p.types)[p.typeid]
                    self.assertEqual(list(kinds), [_KINDS[k] for k in bodies.shapes["kind"]])
                    if isinstance(world, ev.EventWorld):
                        side = np.diff(world.box, axis=0)[0]
                        np.testing.assert_allclose(frame.configuration.box[:2], side, rtol=1e-6)
