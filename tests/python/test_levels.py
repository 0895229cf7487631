"""Scene files: read as C reads them, written and read again to the same bits, refused by place."""
from __future__ import annotations

import pathlib
import unittest

import numpy as np

import evolute as ev

LEVELS = pathlib.Path(__file__).resolve().parents[2] / "samples" / "level"


def machine(seed: int) -> ev.World:
    """Returns a world of shapes of all kinds, on a chain, some joined."""
    rng = np.random.default_rng(seed)
    world = ev.World(substeps=int(rng.integers(1, 8)))
    ground = world.add(None, (0, 0), kind="static")
    world.chain(ground, [(9, 1), (4, rng.uniform()), (-9, 1)], material=ev.Material(friction=0.3))
    a, b = rng.uniform(0.2, 0.6, (2, 12))
    shapes = [ev.circle(a[:2]), ev.ellipse(a[2:4], b[2:4]), ev.box(a[4:6], b[4:6]),
              ev.ring(a[6:8], 0.1, 0.3, 2.5), ev.capsule((-0.3, 0), (0.3, 0.1), a[8:10])]
    for k, shape in enumerate(shapes):
        xy = np.column_stack([[-3.0, 3.0], [2 + 2.0 * k, 2.5 + 2 * k]])
        bodies = world.add(shape, xy, rng.uniform(-3, 3, 2), velocity=rng.normal(size=(2, 2)),
                           spin=rng.normal(size=2), material=ev.Material(rng.uniform(0.5, 2)))
        if k % 2 == 0:
            world.joint("distance", bodies[0], bodies[1], spring=True, hertz=rng.uniform(1, 9))
    return world


class Levels(unittest.TestCase):
    def test_examples_are_read(self) -> None:
        for name, bodies, exact in (("castle", 144, False), ("machine", 21, False),
                                    ("billiards", 16, True)):
            world = ev.World.from_file(str(LEVELS / f"{name}.json"))
            self.assertEqual(len(world.bodies), bodies)
            self.assertEqual(isinstance(world, ev.EventWorld), exact)
        self.assertEqual(len(world.names["row_5"]), 5)

    def test_worlds_are_written_and_read(self) -> None:
        for seed in range(20):
            world = machine(seed)
            again = ev.World.from_text(world.to_text())
            rounded = ev.World.from_text(again.to_text())
            self.assertEqual(len(again.bodies), len(world.bodies))
            np.testing.assert_allclose(again.bodies.position, world.bodies.position, atol=1e-14)
            np.testing.assert_array_equal(again.bodies.velocity, world.bodies.velocity)
            self.assertEqual(len(rounded.bodies), len(world.bodies))

    def test_what_is_wrong_has_its_place_and_rule(self) -> None:
        for text, says in (
                ('{"version": 1, "bodies": {"a": [{"shape":\n {"kind": "circle", "radius": -1}}]}}',
                 "x.json:2:31: bodies.a[0].shape.radius is -1; it must be above 0"),
                ('{"version": 1, "bodies": {"a": {"postion": [1, 2]}}}',
                 "x.json:1:33: bodies.a.postion is no field of a body. Did you mean position?"),
                ('{"version": 1,\n "bodies": {"a": {"damping": -1}}}',
                 "x.json:2:30: bodies.a.damping is -1; it must be 0 or more"),
                ('{"version" 1}', "x.json:1:12: "),
                ('{"version": 1, "world": {"gravity": [0]}}',
                 "x.json:1:37: world.gravity is [0]; it must be two numbers, [x, y]")):
            with self.assertRaises(ev.InvalidError) as caught:
                ev.World.from_text(text, "x.json")
            self.assertIn(says, str(caught.exception))


if __name__ == "__main__":
    unittest.main()
