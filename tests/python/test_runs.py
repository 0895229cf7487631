"""Runs: slices have the bits of one run and can be interrupted, and nothing that was told is lost;
kicks, forces, trajectories."""
from __future__ import annotations

import contextlib
import io
import os
import pathlib
import signal
import tempfile
import threading
import time
import unittest
import warnings

import numpy as np

import evolute as ev
from support import gas, least_seconds


class Slices(unittest.TestCase):
    def test_ctrl_c_ends_a_long_step_and_the_rest_has_its_bits(self) -> None:
        whole, _ = gas(500, 0.4)
        parts, _ = gas(500, 0.4)
        # A shell lets what it runs in the background ignore Ctrl-C.
        before = signal.signal(signal.SIGINT, signal.default_int_handler)
        self.addCleanup(signal.signal, signal.SIGINT, before)
        timer = threading.Timer(0.15, lambda: os.kill(os.getpid(), signal.SIGINT))
        timer.start()
        began = time.monotonic()
        with self.assertRaises(KeyboardInterrupt):
            parts.step(5000)
        self.assertLess(time.monotonic() - began, 5)
        timer.join()
        self.assertGreater(parts.time, 0)
        end = parts.time + 10
        parts.run_until(end)
        whole.run_until(end)
        self.assertEqual(parts.hash, whole.hash)

    def test_ctrl_c_is_heard_within_a_tenth_of_a_second(self) -> None:
        before = signal.signal(signal.SIGINT, signal.default_int_handler)
        self.addCleanup(signal.signal, signal.SIGINT, before)
        flat = ev.EventWorld((40, 40))
        flat.add(ev.ellipse(0.6, 0.1), ev.gas.lattice(700, (40, 40)), material=ev.SMOOTH,
                 velocity=ev.gas.velocities(700))
        points = np.random.default_rng(1).uniform(0, 300, (60_000, 2))
        for call in (lambda: flat.step(1e6), lambda: list(ev.World().run(1e6, 0.01)),
                     lambda: ev.observe.pair_distribution(points, (300, 300), 140),
                     lambda: ev.observe.structure_factor(points, (300, 300), 30)):
            late = []
            while not late or min(late) > 0.1 and len(late) < 5:
                sent: list[float] = []
                timer = threading.Timer(0.1, lambda: sent.append(time.monotonic()) or os.kill(
                    os.getpid(), signal.SIGINT))
                timer.start()
                with self.assertRaises(KeyboardInterrupt):
                    call()
                late.append(time.monotonic() - sent[0])
                timer.join()
            self.assertLess(min(late), 0.1)

    def test_impacts_of_all_slices_are_listed(self) -> None:
        world, _ = gas(500, 0.4, impacts=0.0)
        world.step(40)
        impacts = world.impacts()
        self.assertGreater(len(impacts), 30_000)
        self.assertEqual(len(impacts), world.sums["pair_impacts"])
        self.assertTrue((np.diff(impacts["time"]) >= 0).all())
        world.step(0.5)
        self.assertLess(len(world.impacts()), 1000)

    def test_impacts_beyond_the_limit_are_told(self) -> None:
        with ev.World(impacts=0.0, impact_limit=2) as world:
            world.add(ev.segment((-9, 0), (9, 0)), (0, 0), kind="static")
            world.add(ev.circle(0.5), [(-3, 0.6), (0, 0.6), (3, 0.6)], velocity=(0, -9))
            with self.assertWarnsRegex(ev.EvoluteWarning, "beyond the first 2"):
                world.step(1 / 60)
                world.impacts()

    def test_runs_include_their_ends(self) -> None:
        world, _ = gas(50, 0.3)
        np.testing.assert_allclose(list(world.run(10, every=3)), [3, 6, 9, 10])
        np.testing.assert_allclose(list(ev.World().run(0.3, every=0.1)), [0.1, 0.2, 0.3])
        np.testing.assert_allclose(list(ev.World().run(1, every=2)), [1])

    def test_progress_is_shown(self) -> None:
        from evolute import progress
        shown = io.StringIO()
        with contextlib.redirect_stderr(shown):
            self.assertEqual(len(list(progress._bar(ev.World().run(1, 0.1), 10))), 10)
            self.assertEqual(len(list(ev.World().run(1, 0.1, progress=True))), 10)
        self.assertIn("10 of 10", shown.getvalue())

    def test_samples_lie_at_equal_distances_of_time(self) -> None:
        world, _ = gas(100, 0.1)
        times = list(world.samples(20, 500))
        np.testing.assert_allclose(np.diff(times), np.diff(times).mean(), rtol=1e-9)
        self.assertLess(abs(world.sums["pair_impacts"] / 10_500 - 1), 0.2)

    def test_other_threads_wait_outside_of_a_step(self) -> None:
        world, disks = gas(2000, 0.5)

        def run() -> None:  # a thread that begins late is told to wait, too
            begun = False
            while not begun:
                with contextlib.suppress(ev.LockedError):
                    world.step(30)
                    begun = True

        thread = threading.Thread(target=run)
        thread.start()
        told = set()
        while thread.is_alive():
            for call in (lambda: disks.position, lambda: world.step(1), world.close if told else int):
                try:
                    call()
                except ev.LockedError as error:
                    told.add(str(error))
                except ev.ClosedError:
                    break
        thread.join()
        self.assertIn("the world is in a step of another thread", told)


class Warnings(unittest.TestCase):
    def test_growth_that_jams_ends_and_says_so(self) -> None:
        rng = np.random.default_rng(time.time_ns())
        n = int(rng.integers(20, 60))
        world, disks = gas(n, 0.5)
        world.grow(rng.uniform(0.5, 2))
        with self.assertRaisesRegex(ev.LimitError, "jammed at .* s, at a packing of 0.[789]"):
            world.step(10)
        packing = ev.area(disks.shapes).sum() / np.prod(np.diff(world.box, axis=0))
        self.assertGreater(packing, 0.75)
        slow, disks = gas(n, 0.1)
        slow.grow(0.05)
        slow.step(3)
        np.testing.assert_allclose(disks.shapes["of"]["circle"]["radius"], 0.575)

    def test_a_gas_that_cools_is_told_once(self) -> None:
        with warnings.catch_warnings(record=True) as told:
            warnings.simplefilter("always")
            world = ev.EventWorld((9, 9))
            for k in range(3):
                world.add(ev.circle(0.2), (1 + 2 * k, 1))
            ev.EventWorld((9, 9)).add(ev.circle(0.2), (1, 1), material=ev.SMOOTH)
            ev.World().add(ev.circle(0.2), (1, 1))
        self.assertEqual(len(told), 1)
        self.assertIn("this gas cools", str(told[0].message))


class Studies(unittest.TestCase):
    def test_a_kick_gives_maxwells_distribution(self) -> None:
        with ev.World((0, 0)) as world:
            radii = np.random.default_rng(1).uniform(0.2, 0.5, 4000)
            sites = ev.gas.lattice(4000, (100, 100))
            bodies = world.add(ev.circle(radii), sites, velocity=(3, 0))
            bodies.thermalise(kT=2, seed=1, spins=True)
            masses, v = bodies.masses, bodies.velocity
            momentum = (masses["mass"][:, None] * v).sum(0)
            np.testing.assert_allclose(momentum, (3 * masses["mass"].sum(), 0), atol=1e-9)
            kT = (masses["mass"] * ((v - (3, 0)) ** 2).sum(1) / 2).mean()
            self.assertLess(abs(kT - 2), 5 * 2 / np.sqrt(4000))
            kT = (masses["inertia"] * bodies.spin**2).mean()
            self.assertLess(abs(kT - 2), 5 * 2 * np.sqrt(2 / 4000))
            bodies.thermalise(kT=2, seed=2, part=0.25)
            changed = (bodies.velocity != v).any(1).mean()
            self.assertLess(abs(changed - 0.25), 0.05)

    def test_forces_act_for_a_step(self) -> None:
        with ev.World((0, 0)) as world:
            bodies = world.add(ev.circle(1), [(0, 0), (5, 0)])
            force = np.array([(1.0, 2.0), (-3.0, 0.5)])
            bodies.pull(force, torque=(0.5, -1))
            world.step(0.01)
            masses = bodies.masses
            wanted = 0.01 * force / masses["mass"][:, None]
            np.testing.assert_allclose(bodies.velocity, wanted, rtol=1e-6)
            np.testing.assert_allclose(bodies.spin, 0.01 * np.array([0.5, -1]) / masses["inertia"],
                                       rtol=1e-6)
            world.step(0.01)
            np.testing.assert_allclose(bodies.velocity, wanted, rtol=1e-6)

    def test_trajectories_are_xyz(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "run.xyz")
            world, disks = gas(9, 0.3)
            with ev.xyz.Trajectory(path, world, disks) as trajectory:
                for _ in world.run(1, every=0.5):
                    trajectory.append()
                    lines = path.read_text().splitlines()
                    self.assertEqual(len(lines) % 11, 0)
            self.assertEqual((len(lines), lines[0]), (22, "9"))
            self.assertIn('pbc="T T F"', lines[12])
            self.assertIn(f"Time={world.time!r}", lines[12])
            last = np.array([line.split()[1:] for line in lines[13:]], float)
            np.testing.assert_array_equal(last[:, :2], disks.position)
            np.testing.assert_array_equal(last[:, 3], disks.ids["index"])
            np.testing.assert_array_equal(last[:, 9], 0.5)
            with self.assertRaises(FileExistsError):
                ev.xyz.Trajectory(path, world, disks)

    def test_many_are_pushed_made_and_listed_quickly(self) -> None:
        with ev.World() as world:
            bodies = world.add(ev.circle(np.full(10_000, 0.4)), ev.gas.lattice(10_000, (150, 150)))
            self.assertLess(least_seconds(lambda: bodies.push((0, 0.1)), 5), 6e-3)
            self.assertLess(least_seconds(lambda: ev.circle(np.full(10_000, 0.4)), 5), 3e-3)

    def test_contacts_of_ten_thousand_are_listed_quickly_and_in_order(self) -> None:
        with ev.World(never_sleep=True) as world:
            world.add(ev.box(60, 1), (0, -1), kind="static")
            i = np.arange(10_000)
            world.add(ev.circle(0.5), np.stack([i % 118 - 59 + 0.4 * (i // 118 % 2),
                                                0.5 + i // 118 * 0.95], -1))
            for _ in range(20):
                world.step(1 / 60)
            contacts = world.contacts()
            self.assertGreater(len(contacts), 10_000)
            order = contacts["a"]["index"].astype(np.int64) << 32 | contacts["b"]["index"]
            self.assertTrue((np.diff(order) > 0).all())
            # To find them takes most of the time, not to order or to copy them.
            found = least_seconds(lambda: ev.lib.evo_world_contacts(world.c, ev.ffi.NULL, 0))
            self.assertLess(least_seconds(world.contacts), 2.5 * found)
