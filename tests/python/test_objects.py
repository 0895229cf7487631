"""What Python's objects promise: configs go round, handles survive pickles and loads, runs take no
memory, names are those that there are, and calls of one body are quick."""
from __future__ import annotations

import ast
import pathlib
import pickle
import time
import tracemalloc
import unittest
import warnings
from typing import Any, Callable

import numpy as np

import evolute as ev
from evolute import joints
from support import gas

PACKAGE = pathlib.Path(__file__).resolve().parent.parent.parent / "samples/python/evolute"


def any_world(rng: np.random.Generator, **config: Any) -> ev.World:
    """Returns a world of joined bodies and terrain, with random numbers in all configs."""
    world = ev.World(rng.normal(size=2), substeps=int(rng.integers(1, 9)),
                     push_speed=rng.uniform(1, 9), bounce_threshold=rng.uniform(),
                     rocking_loss=rng.uniform(0, 0.1), contact_hertz=rng.uniform(0, 90), **config)
    floor = world.add(None, (0, 0), kind="static")
    for k in range(2):
        world.chain(floor, [(-9, -5 - k), (9, -5 - k)], tag=k, two_sided=True)
    for kind in joints._KINDS:
        if kind in ("gear", "pulley"):
            continue
        pair = world.add(ev.box(0.5, rng.uniform(0.3, 0.6)), rng.uniform(-4, 4, (2, 2)))
        low, high = np.sort(rng.uniform(-1, 1, 2))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ev.EvoluteWarning)  # Anchors are far apart.
            world.joint(kind, pair[0], pair[1] if rng.random() < 0.5 else None,
                        rng.normal(size=3), (0.3, 0.1, 0.2), lower=low, upper=high,
                        hertz=rng.uniform(1, 9), motor_limit=rng.uniform(1, 5),
                        tag=int(rng.integers(2**63)), collide=True)
    return world


class Configs(unittest.TestCase):
    def test_configs_go_round_without_a_bit(self) -> None:
        rng = np.random.default_rng(time.time_ns())
        for _ in range(4):
            world = any_world(rng)
            world.step(0.01)
            saved = world.save()
            world.set(**world.config)
            for joint in world.joints:
                joint.set(**joint.config)
            self.assertEqual(world.save(), saved)
            other = ev.World(**world.config)
            np.testing.assert_equal(other.config, world.config)
            exact, _ = gas(20, 0.3, gravity=rng.normal(size=2), impacts=rng.uniform())
            saved = exact.save()
            exact.set(**exact.config)
            self.assertEqual(exact.save(), saved)

    def test_types_of_configs_have_the_fields(self) -> None:
        found: dict[str, set[str]] = {}
        for item in ast.parse((PACKAGE / "configs.pyi").read_text()).body:
            if isinstance(item, ast.ClassDef):
                parents = (found.get(base.id, set()) for base in item.bases
                           if isinstance(base, ast.Name))
                own = {field.target.id for field in item.body
                       if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name)}
                found[item.name] = own.union(*parents)
        self.assertEqual(found["WorldConfig"], set(ev.World().config))
        self.assertEqual(found["JointConfig"], set(joints.settable()))
        named = {"kind", "position", "angle", "velocity", "spin", "shape", "material", "filter",
                 "user", "collider_user", "points", "count", "materials", "material_count"}
        for kind in ("body", "collider", "chain"):
            fields = {name for name, _ in ev.ffi.typeof(f"evo_{kind}_config").fields}
            self.assertEqual(found[f"{kind.title()}Config"], fields - named)


class Runs(unittest.TestCase):
    def test_a_long_run_takes_no_memory(self) -> None:
        for world in (ev.World(), gas(4, 0.1)[0]):
            tracemalloc.start()
            moments = world.run(1e5, 1e-3)
            times = [next(moments) for _ in range(5)]
            peak = tracemalloc.get_traced_memory()[1]
            tracemalloc.stop()
            self.assertLess(peak, 100_000)
            np.testing.assert_allclose(times, 1e-3 * np.arange(1, 6))

    def test_loops_may_step_alike_in_both_worlds(self) -> None:
        rng = np.random.default_rng(time.time_ns())
        own = rng.uniform(0, 0.3, 9) * (rng.random(9) < 0.7)
        for world in (ev.World(), gas(4, 0.1)[0]):
            times = []
            for k, moment in enumerate(world.run(0.85, 0.1)):
                times.append(moment)
                if own[k] > 0:
                    world.step(own[k])
            wanted = 0.1 * np.arange(1, 10) + np.concatenate([[0], np.cumsum(own)[:-1]])
            wanted[-1] -= 0.05
            np.testing.assert_allclose(times, wanted)

    def test_a_time_that_is_past_is_refused(self) -> None:
        world, _ = gas(4, 0.1)
        world.step(1)
        before = world.hash
        with self.assertRaisesRegex(ev.InvalidError, "time is 0.5; it must not be before"):
            world.run_until(0.5)
        self.assertEqual(world.hash, before)


class Handles(unittest.TestCase):
    def test_handles_go_through_pickles_and_loads(self) -> None:
        world = any_world(np.random.default_rng(time.time_ns()), threads=2)
        pair, hinges, chains = world.bodies[3:5], world.joints, world.chains
        other, pair2, hinges2, chains2 = pickle.loads(pickle.dumps((world, pair, hinges, chains)))
        self.assertEqual((len(hinges), len(chains)), (len(joints._KINDS) - 2, 2))
        self.assertEqual(other.hash, world.hash)
        self.assertEqual(ev.lib.evo_world_get(other.c).tasks.workers,
                         ev.lib.evo_world_get(world.c).tasks.workers)
        for one, two in zip(hinges, hinges2):
            self.assertIs(two.world, other)
            np.testing.assert_equal(two.config, one.config)
            self.assertEqual((two.kind, two.angle, two.tag), (one.kind, one.angle, one.tag))
            self.assertEqual(None if one.b is None else one.b.ids.tolist(),
                             None if two.b is None else two.b.ids.tolist())
        np.testing.assert_array_equal(pair2.poses, pair.poses)
        for one, two in zip(chains, chains2):
            np.testing.assert_array_equal(two.colliders, one.colliders)
        saved = world.save()
        world.step(0.1)
        moved = [hinge.angle for hinge in hinges]
        world.load(saved)
        world.step(0.1)
        self.assertEqual([hinge.angle for hinge in hinges], moved)
        self.assertEqual(world.joints, hinges)

    def test_materials_masses_and_tags_are_set(self) -> None:
        rng = np.random.default_rng(time.time_ns())
        with ev.World() as world:
            bodies = world.add(ev.circle(rng.uniform(0.1, 1, 5)), rng.uniform(-9, 9, (5, 2)))
            bodies.attach(ev.at(ev.circle(0.1), (0, 1)))
            bodies[1:].material = ev.Material(friction=0.25, restitution=0.5, density=3)
            np.testing.assert_array_equal(bodies.material["friction"], [0.6, *[0.25] * 4])
            for body in bodies[1:].start:
                found = ev.ffi.new("evo_collider[2]")
                self.assertEqual(ev.lib.evo_body_colliders(world.c, body, found, 2), 2)
                self.assertEqual(ev.lib.evo_collider_material(world.c, found[1]).density, 3)
            before, wanted = bodies.masses, rng.uniform(1, 9, 5)
            bodies.mass = wanted
            np.testing.assert_array_equal(bodies.mass, wanted)
            np.testing.assert_allclose(bodies.masses["inertia"] * before["mass"],
                                       before["inertia"] * wanted)
            bodies.masses = before
            np.testing.assert_array_equal(bodies.masses, before)
            numbers = rng.integers(0, 2**64, 5, np.uint64)
            bodies.tag, bodies.collider_tag = numbers, 7
            other = world.clone().bodies
            np.testing.assert_array_equal(other.tag, numbers)
            np.testing.assert_array_equal(other.collider_tag, [7] * 5)
            saved = world.save()
            for name, wrong in (("mass", -1), ("mass", [1, 2]), ("tag", -1), ("tag", 1.5),
                                ("material", "steel"), ("masses", 3),
                                ("material", ev.Material(friction=-1))):
                with self.assertRaises((ValueError, TypeError), msg=name):
                    setattr(bodies, name, wrong)
            self.assertEqual(world.save(), saved)

    def test_misspelt_names_are_refused(self) -> None:
        rng = np.random.default_rng(time.time_ns())
        for thing in (ev.World(), gas(4, 0.1)[0], ev.World().add(ev.circle(1), (0, 0))):
            for name in [name for name in dir(type(thing)) if len(name) > 4 and name[0] != "_"]:
                at = int(rng.integers(1, len(name)))
                wrong = name[:at] + name[at + 1:]
                if not hasattr(thing, wrong):
                    with self.assertRaisesRegex(AttributeError, wrong):
                        setattr(thing, wrong, 1)

        class Mine(ev.World):
            pass
        mine = Mine()
        mine.score = 3  # type: ignore[attr-defined]

    def test_names_are_listed_and_reprs_short(self) -> None:
        self.assertLessEqual({"gas", "h5md", "observe", "stats", "sweep", "xyz"}, set(dir(ev)))
        for shape in (ev.circle(1), ev.ellipse(1, 2), ev.ring(1, 0.5), ev.box(1, 1),
                      ev.segment((0, 0), (1, 1)), ev.capsule((0, 0), (1, 1), 0.2),
                      ev.circle(np.arange(1, 99)), ev.polygon([(0, 0), (1, 0), (0, 1)])):
            self.assertLess(len(repr(shape)), 90)


class Speed(unittest.TestCase):
    def test_one_body_is_as_many(self) -> None:
        rng = np.random.default_rng(time.time_ns())
        for n in (1, 2, 300, 700):
            one, many = ev.World(), ev.World()
            a = one.add(ev.circle(0.1), np.zeros((n, 2)), 0.5)
            b = many.add(ev.circle(0.1), np.zeros((n, 2)), 0.5)
            for name, width in (("position", 2), ("angle", 0), ("velocity", 2), ("spin", 0)):
                values = rng.normal(size=(n, width) if width else n)
                setattr(a, name, values)
                for body, value in zip(b, values):
                    setattr(body, name, value.tolist())
                np.testing.assert_array_equal(getattr(a, name), values)
                np.testing.assert_array_equal(getattr(a, name), getattr(b, name))
            a.push((1, 2), 0.5)
            for body in b:
                body.push((1, 2), 0.5)
            self.assertEqual(one.hash, many.hash)

    def test_calls_of_one_body_are_quick(self) -> None:
        with ev.World((0, 0)) as world:
            one, shape, at = world.add(ev.circle(0.5), (0, 0)), ev.circle(0.5), iter(range(10**9))
            calls: list[tuple[Callable[[], Any], float]] = [
                (lambda: one.position, 1), (lambda: one.velocity, 1), (lambda: one.angle, 1),
                (lambda: setattr(one, "velocity", (1, 2)), 2),
                (lambda: setattr(one, "position", (1.0, 2.0)), 2), (lambda: one.push((0, 1)), 2),
                (lambda: ev.circle(0.5), 2), (lambda: world.add(shape, (2.0 * next(at), 9.0)), 15)]
            for call, aim in calls:
                self.assertLess(least_microseconds(call), 2.5 * aim)

    def test_pair_distributions_are_those_of_all_pairs(self) -> None:
        rng = np.random.default_rng(time.time_ns())
        for n in (2, 3, 50, 400):
            box = rng.uniform(3, 20, 2)
            reach, bins = rng.uniform(0.1, 0.5) * box.min(), int(rng.integers(1, 60))
            position = rng.uniform(-3, 3, (n, 2)) * box
            r, g = ev.observe.pair_distribution(position, box, reach, bins)
            way = position[:, None] - position
            way -= box * np.round(way / box)
            apart = np.hypot(way[..., 0], way[..., 1])[~np.eye(n, dtype=bool)]
            counts, edges = np.histogram(apart, bins, (0, reach))
            expected = n * (n - 1) * np.pi * np.diff(edges**2) / box.prod()
            np.testing.assert_allclose(np.cumsum(g * expected), np.cumsum(counts), atol=2.1)
            np.testing.assert_allclose(r, (edges[1:] + edges[:-1]) / 2)


def least_microseconds(call: Callable[[], Any]) -> float:
    """Returns the processor's time of a call, of the quickest of some hundreds of calls."""
    best = np.inf
    for _ in range(20):
        began = time.thread_time()
        for _ in range(100):
            call()
        best = min(best, time.thread_time() - began)
    return float(best) * 1e4
