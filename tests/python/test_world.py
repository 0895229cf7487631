"""Worlds, bodies and what they tell: the same as the engine does in C."""
from __future__ import annotations

import os
import pathlib
import pickle
import re
import shlex
import subprocess
import sys
import tempfile
import unittest

import numpy as np

import evolute as ev
from evolute import records
from support import UNIT, gas, least_seconds

HERE = pathlib.Path(__file__).resolve().parent


def hash_of_c() -> str:
    """Returns what same.c prints, compiled with the library of this build."""
    with tempfile.TemporaryDirectory() as folder:
        program = f"{folder}/same"
        subprocess.run([*shlex.split(os.environ.get("CC", "cc")), f"-I{HERE}/../../include",
                        str(HERE / "same.c"), os.environ["EVOLUTE_BUILD"] + "/libevolute.a",
                        "-ffp-contract=off", "-o", program, "-lm"], check=True)
        return subprocess.run([program], capture_output=True, text=True).stdout.strip()


class Structs(unittest.TestCase):
    def test_dtypes_have_the_bytes_of_structs(self) -> None:
        for name in ("evo_impact", "evo_contact", "evo_body_config", "evo_shape", "evo_touch"):
            dtype = records.dtype_of(name)
            self.assertEqual(dtype.itemsize, ev.ffi.sizeof(name))
            for field, value in ev.ffi.typeof(name).fields:
                self.assertEqual(dtype.fields[field][1], value.offset, f"{name}.{field}")

    def test_every_call_of_the_headers_is_there(self) -> None:
        text = "".join(path.read_text() for path in (HERE / "../../include/evolute").glob("*.h"))
        names = re.findall(r"^EVO_API [^(]*?(evo_\w+)\(", text, re.M)
        self.assertGreater(len(names), 190)
        for name in names:
            self.assertTrue(callable(getattr(ev.lib, name)), name)


class Worlds(unittest.TestCase):
    def test_hash_is_that_of_a_program_in_c(self) -> None:
        i = np.arange(400)
        with ev.World() as world:
            world.add(ev.box(50, 1), (0, -1), kind="static")
            world.add(np.where(i % 2, ev.circle(0.5), ev.ellipse(0.5, 0.35)),
                      np.stack([i % 20 + 0.01 * (i % 7), 1 + i // 20 * 1.1], -1))
            for _ in range(300):
                world.step(1 / 60)
            self.assertEqual(f"{world.hash:016x}", hash_of_c())

    def test_pickles_and_frames_go_on_to_the_last_bit(self) -> None:
        for world in (gas(100, 0.5)[0], ev.World()):
            world.add(ev.circle(0.01), (0.01, 0.01), material=UNIT)
            world.step(0.5)
            other, frame = pickle.loads(pickle.dumps(world)), world.keep()
            world.step(0.5), other.step(0.5)
            self.assertEqual(world.hash, other.hash)
            world.restore(frame)
            world.step(0.5)
            self.assertEqual(world.hash, other.hash)

    def test_records_replay_the_same(self) -> None:
        with tempfile.TemporaryDirectory() as folder, ev.World() as world:
            floor = world.add(ev.segment((-9, 0), (9, 0)), (0, 0), kind="static")
            with world.record(f"{folder}/run.evr"):
                disks = world.add(ev.circle(0.5), [(0, 2), (0.1, 4)], velocity=(1, 0))
                for _ in world.run(0.5, 1 / 60):
                    pass
                disks.velocity = [(1, 2), (-1, 0)]
                world.step(1 / 60)
            data = pathlib.Path(folder, "run.evr").read_bytes()
        self.assertEqual(len(floor), 1)
        replay, call = ev.ffi.new("evo_replay **"), ev.ffi.new("evo_replay_call *")
        self.assertEqual(ev.lib.evo_replay_open(replay, data, len(data), ev.ffi.NULL), 0)
        calls = 0
        while ev.lib.evo_replay_next(replay[0], call) == 0 and call.name != ev.ffi.NULL:
            self.assertEqual(call.difference, ev.lib.EVO_SAME)
            calls += 1
        ev.lib.evo_replay_close(replay[0])
        self.assertGreater(calls, 32)

    def test_steps_end_where_they_should(self) -> None:
        with ev.World((0, -10)) as world:
            ball = world.add(ev.circle(0.5), (0, 5), velocity=(1, 0))
            times = list(world.run(1, every=0.1))
            self.assertAlmostEqual(times[-1], 1)
            np.testing.assert_allclose(ball.position, [(1, 0)], atol=1e-6)

    def test_closed_worlds_say_so(self) -> None:
        with ev.World() as world:
            pass
        self.assertIn("closed", repr(world))
        world.close()


class Groups(unittest.TestCase):
    def test_what_is_written_is_read(self) -> None:
        world, disks = gas(50, 0.3)
        rng = np.random.default_rng(2)
        for name in ("velocity", "spin", "angle", "position"):
            wanted = getattr(disks, name) + 1e-3 * rng.normal(size=getattr(disks, name).shape)
            if name == "position":
                wanted %= np.diff(world.box, axis=0)[0]
            setattr(disks, name, wanted)
            np.testing.assert_array_equal(getattr(disks, name), wanted)
        disks[3:5].velocity = (1, 2)
        np.testing.assert_array_equal(disks.velocity[3:5], [(1, 2)] * 2)
        np.testing.assert_array_equal((disks[[4]] + disks[:1]).poses, disks.poses[[4, 0]])

    def test_refused_writes_change_nothing(self) -> None:
        world, disks = gas(50, 0.3)
        before = world.hash
        with self.assertRaises(ev.InvalidError):
            disks.velocity = np.full((50, 2), np.nan)
        with self.assertRaises(ValueError):
            disks.velocity = np.zeros((49, 2))
        disks[7].destroy()
        with self.assertRaises(ev.StaleError):
            disks.velocity = (0, 0)
        self.assertNotEqual(world.hash, before)

    def test_masses_and_shapes_are_those_given(self) -> None:
        radii = np.linspace(0.1, 0.4, 7)
        with ev.World() as world:
            disks = world.add(ev.circle(radii), [(i, 0) for i in range(7)])
            np.testing.assert_allclose(disks.masses["mass"], np.pi * radii**2)
            np.testing.assert_allclose(disks.masses["inertia"], np.pi * radii**4 / 2)
            np.testing.assert_array_equal(disks.shapes["of"]["circle"]["radius"], radii)
            disks.attach(ev.at(ev.circle(0.1), (0, 1)))
            np.testing.assert_allclose(disks.masses["mass"], np.pi * (radii**2 + 0.01))
        np.testing.assert_allclose(ev.area(ev.ellipse(2, radii)), 2 * np.pi * radii)

    def test_ten_thousand_bodies_are_read_and_written_quickly(self) -> None:
        for world in (ev.World((0, 0)), ev.EventWorld((150, 150))):
            bodies = world.add(ev.circle(0.5), ev.gas.lattice(10_000, (150, 150)),
                               velocity=ev.gas.velocities(10_000), material=ev.SMOOTH)
            world.step(0.01)
            values = bodies.read()
            self.assertLess(least_seconds(bodies.read), 4e-4)
            self.assertLess(least_seconds(lambda: bodies.write(*values), 5), 8e-3)
            for name, wanted in zip(("poses", "velocity", "spin"), values):
                np.testing.assert_array_equal(getattr(bodies, name), wanted)


class Events(unittest.TestCase):
    def test_impulses_of_impacts_are_the_virial(self) -> None:
        world, _ = gas(200, 0.4, impacts=0.0)
        world.step(2)
        impacts = world.impacts()
        self.assertEqual(len(impacts), world.sums["pair_impacts"])
        self.assertTrue((np.diff(impacts["time"]) >= 0).all())
        self.assertAlmostEqual(impacts["impulse"].sum() / world.sums["virial"], 1, places=12)

    def test_stress_is_isotropic_and_holds_the_virial(self) -> None:
        world, _ = gas(400, 0.4)
        passed = world.run_impacts(100_000)
        sums = world.sums
        self.assertAlmostEqual(world.time, passed)
        self.assertAlmostEqual(np.trace(sums["collisional"]) / sums["virial"], 1)
        self.assertAlmostEqual(np.trace(sums["kinetic"]) / (2 * 399 * passed), 1, places=9)
        total = sums["collisional"] + sums["kinetic"]
        self.assertAlmostEqual(total[0, 0] / total[1, 1], 1, delta=0.03)
        self.assertEqual(sums["wall"].shape, (4,))

    def test_threads_change_no_bit(self) -> None:
        saved = []
        for threads in (1, 3, 0):
            with ev.World(threads=threads) as world:
                world.add(ev.box(100, 1), (0, -1), kind="static")
                world.add(ev.circle(0.4), [(i % 60, 0.5 + i // 60) for i in range(3000)])
                for _ in world.run(0.2, 0.01):
                    pass
                saved.append(world.save())
        self.assertEqual(saved[0], saved[1])
        self.assertEqual(saved[0], saved[2])
        with self.assertRaises(ValueError):
            ev.World(threads=-1)

    def test_contacts_carry_the_weight(self) -> None:
        with ev.World((0, -1), never_sleep=True) as world:
            floor = world.add(ev.box(10, 1), (0, -1), kind="static")
            disks = world.add(ev.circle(0.5), [(x, 0.5) for x in (-2, 0, 2)])
            for _ in world.run(5, 0.01):
                pass
            pushes = floor.contacts()["points"]["normal_impulse"][:, 0]
            np.testing.assert_allclose(pushes / 0.01, disks.masses["mass"], rtol=3e-3)
            self.assertEqual(len(world.contacts()), 3)
            forces = world.forces()
            self.assertEqual(len(forces), 3)
            np.testing.assert_allclose(np.abs(forces["impulse"][:, 1]), pushes, rtol=1e-6)
            np.testing.assert_allclose(floor.force(0.01)[0, 1], -pushes.sum() / 0.01)
            np.testing.assert_allclose(disks.force(0.01)[:, 1], pushes / 0.01, rtol=1e-6)

    def test_touches_and_visits_are_told(self) -> None:
        with ev.World() as world:
            world.add(ev.segment((-9, 0), (9, 0)), (0, 0), kind="static")
            world.add(ev.circle(1), (0, 2), kind="static", sensor=True)
            world.add(ev.circle(0.5), (0, 4))
            touches, visits = [], []
            for _ in world.run(2, 1 / 60):
                touches.extend(world.touches()["began"])
                visits.extend(world.visits()["began"])
        self.assertEqual((touches, visits), ([True], [True, False]))


class Questions(unittest.TestCase):
    def test_rays_casts_and_overlaps(self) -> None:
        with ev.World() as world:
            world.add(ev.circle(1), [(3, 0), (6, 0)], kind="static", filter=ev.Filter(category=2))
            hit = world.ray((0, 0), (10, 0))
            self.assertAlmostEqual(hit["fraction"], 0.2)
            np.testing.assert_allclose(hit["normal"], (-1, 0))
            self.assertEqual(len(world.rays((0, 0), (10, 0))), 2)
            self.assertIsNone(world.ray((0, 2), (10, 2)))
            self.assertIsNone(world.ray((0, 0), (9, 0), filter=ev.Filter(mask=1)))
            swept = world.cast(ev.box(0.5, 0.5), (0, 0), (10, 0))
            self.assertAlmostEqual(swept["fraction"], 0.15)
            self.assertEqual(len(world.overlaps(ev.circle(3), (4.5, 0))), 2)
            self.assertAlmostEqual(world.nearest((0, 0))["distance"], 2)
            self.assertIsNone(world.nearest((0, 0), within=1))


class Joints(unittest.TestCase):
    def test_a_hinge_carries_its_door(self) -> None:
        with ev.World((0, -1), never_sleep=True) as world:
            door = world.add(ev.box(0.5, 0.5), (0, -1))
            hinge = world.joint("revolute", door, None, at_a=(0, 1), at_b=(0, 0))
            world.step(1 / 60)
            np.testing.assert_allclose(np.abs(hinge.force), (0, door.masses["mass"][0]), atol=1e-2)
            hinge.set(motor=True, motor_speed=1.0, motor_limit=1e6)
            for _ in world.run(1, 1 / 60):
                pass
            self.assertAlmostEqual(abs(hinge.angle), 1, delta=0.05)
            hinge.destroy()
            with self.assertRaises(ev.StaleError):
                hinge.destroy()
            with self.assertRaises(ValueError):
                world.joint("glue", door, None)


class Refusals(unittest.TestCase):
    def test_errors_are_those_of_python_too(self) -> None:
        world, _ = gas(50, 0.3)
        with self.assertRaises(ValueError):
            ev.circle(-1)
        with self.assertRaises(NotImplementedError):
            world.add(ev.circle(0.5), (1, 1), material=ev.SMOOTH, damping=1.0)
        with self.assertRaises(ev.InvalidError):
            world.add(ev.circle([0.1, 0.2]), [(1, 1), (2, 2), (3, 3)])
        with self.assertRaises(TypeError):
            world.add(ev.circle(0.5), (1, 1), dampling=1.0)
        with self.assertRaises(ev.CorruptError):
            world.load(b"nothing")
        with self.assertRaises(ev.InvalidError):
            world.step(-1)
        self.assertEqual(world.counters["bodies"], 50)

    def test_errors_name_field_and_rule(self) -> None:
        with self.assertRaisesRegex(ev.InvalidError, "substeps is -1; it must be 0 to 1000"):
            ev.World(substeps=-1)
        with ev.World() as world:
            ball = world.add(ev.circle(0.5), (0, 0))
            with self.assertRaisesRegex(ev.InvalidError, "material.density is -1; it must be 0"):
                world.add(ev.circle(0.5), (0, 0), material=ev.Material(density=-1))
            with self.assertRaisesRegex(ev.InvalidError, "damping is -2"):
                world.add(ev.circle(0.5), (0, 0), damping=-2.0)
            with self.assertRaisesRegex(ev.InvalidError, "seconds is 16.6; it must be 0, or 1e-9"):
                world.step(16.6)
            with self.assertRaisesRegex(ev.InvalidError, "of item 0: velocities.x is NaN"):
                ball.velocity = (float("nan"), 0)
            with self.assertRaisesRegex(ev.CorruptError, "no save of this version"):
                world.load(b"nothing")

    def test_what_is_hardly_meant_warns(self) -> None:
        with ev.World() as world, self.assertWarnsRegex(ev.EvoluteWarning, "seconds is 0"):
            world.step(0)

    def test_a_budget_ends_a_step(self) -> None:
        world, _ = gas(50, 0.3, budget=10)
        with self.assertRaises(ev.LimitError) as caught:
            world.step(10)
        self.assertEqual(caught.exception.result, ev.lib.EVO_ERROR_LIMIT)


class Import(unittest.TestCase):
    def test_it_is_quick_and_leaves_scipy_alone(self) -> None:
        program = ("import sys, time; t = time.process_time(); import numpy; "
                   "n = time.process_time(); import evolute; "
                   "print(n - t, time.process_time() - n, 'scipy' in sys.modules)")
        runs = [subprocess.run([sys.executable, "-c", program], capture_output=True,
                               text=True).stdout.split() for _ in range(5)]
        self.assertEqual({loaded for _, _, loaded in runs}, {"False"})
        numpys, own = (min(float(run[k]) for run in runs) for k in range(2))
        self.assertLess(own, 0.09 * numpys)
