"""A hundred wrong calls: each raises an exception that names the argument, and changes nothing."""
from __future__ import annotations

import tempfile
import unittest
from typing import Any, Callable

import numpy as np

import evolute as ev
from evolute.sweep import grid, sweep
from support import gas

NAN = float("nan")


class Place:
    """What wrong calls are made of: a world of steps, another, a gas, one that is closed."""

    def __init__(self) -> None:
        self.world = ev.World()
        self.pair = self.world.add(ev.circle(1), [(0, 0), (5, 0)])
        self.floor = self.world.add(ev.segment((-9, -3), (9, -3)), (0, 0), kind="static")
        self.joint = self.world.joint("revolute", self.pair[0], None)
        self.gone = self.world.add(ev.circle(1), (20, 0))
        self.gone.destroy()
        self.other = ev.World().add(ev.circle(1), [(1, 1), (4, 4)])
        self.gas, self.disks = gas(16, 0.3)
        self.closed = ev.World().add(ev.circle(1), (0, 0))
        self.closed.world.close()


def overlapping() -> ev.EventWorld:
    """Returns a gas of which two overlap."""
    world = ev.EventWorld((20, 20))
    world.add(ev.circle(1), [(5, 5), (15, 5), (5.5, 5)], material=ev.SMOOTH)
    return world


WRONG: list[tuple[Callable[[Place], Any], str]] = [
    # Shapes.
    (lambda p: ev.circle(-1), "[Rr]adi.*radius -1"),
    (lambda p: ev.circle(NAN), "radius nan"),
    (lambda p: ev.circle("wide"), "radius is 'wide'"),
    (lambda p: ev.circle([1, -1]), r"radius -1 of item 1"),
    (lambda p: ev.circle(1j), "radius is 1j"),
    (lambda p: ev.ellipse([1, 2], [1, 2, 3]), r"radius_x has \(2,\), radius_y has \(3,\)"),
    (lambda p: ev.ellipse(1, 0), "radius_y 0"),
    (lambda p: ev.ring(1, 3), "width 3"),
    (lambda p: ev.box(1, 1, 2), "radius 2"),
    (lambda p: ev.segment((0, 0, 0), (1, 1)), r"a has shape \(3,\)"),
    (lambda p: ev.capsule((0, 0), 1, 1), r"b has shape \(\)"),
    (lambda p: ev.polygon(np.zeros((4, 3))), r"points has shape \(4, 3\)"),
    (lambda p: ev.polygon([0, 1, 2, 3]), r"points has shape \(4,\)"),
    (lambda p: ev.polygon([(0, 0), (1, 1)]), "3 to 8 points"),
    (lambda p: ev.polygon([(0, 0), (1,), (1, 1)]), "points is"),
    (lambda p: ev.area("circle"), "shapes is 'circle'"),
    (lambda p: ev.mass(ev.circle(1), density="iron"), "density is 'iron'"),
    (lambda p: ev.at(ev.circle(1), offset=(1, NAN)), "offset is .*finite"),
    (lambda p: ev.distance(ev.circle([1, 2]), (0, 0), ev.circle(1), (3, 0)), "a are 2"),
    (lambda p: ev.distance(ev.circle(1), (0, 0), ev.circle(1), (3,)), r"at_b has shape \(1,\)"),
    # Bodies that are added.
    (lambda p: p.world.add(ev.circle(1), [(0, 0, 0)]), r"position has shape \(1, 3\)"),
    (lambda p: p.world.add(ev.circle(1), np.zeros((3, 1))), r"position has shape \(3, 1\)"),
    (lambda p: p.world.add(ev.circle(1), 3), "position has shape"),
    (lambda p: p.world.add(ev.circle(1), (NAN, 0)), "position.x is NaN"),
    (lambda p: p.world.add(ev.circle(1), np.array([1 + 2j, 3])), "position is"),
    (lambda p: p.world.add(ev.circle(1), "here"), "position is 'here'"),
    (lambda p: p.world.add(ev.circle(1), [(0, 0), (1,)]), "position is"),
    (lambda p: p.world.add(ev.circle([]), (0, 0)), "shape are 0"),
    (lambda p: p.world.add(ev.circle([1, 2]), np.zeros((3, 2))), "shape are 2"),
    (lambda p: p.world.add(1.0, (0, 0)), "shape is 1.0"),
    (lambda p: p.world.add(ev.circle(1), (0, 0), [1, 2]), r"angle has shape \(2,\)"),
    (lambda p: p.world.add(ev.circle(1), (0, 0), velocity=3), r"velocity has shape \(\)"),
    (lambda p: p.world.add(ev.circle(1), np.zeros((4, 2)), velocity=np.zeros((3, 2))),
     r"velocity has shape \(3, 2\)"),
    (lambda p: p.world.add(ev.circle(1), (0, 0), spin=(1, 2)), "spin has shape"),
    (lambda p: p.world.add(ev.circle(1), (0, 0), kind="dynamik"), "kind is 'dynamik'.*kinematic"),
    (lambda p: p.world.add(ev.circle(1), (0, 0), material="steel"), "material is 'steel'"),
    (lambda p: p.world.add(ev.circle(1), (0, 0), material=ev.Material(friction=-1)),
     "material.friction is -1"),
    (lambda p: p.world.add(ev.circle(1), (0, 0), material=ev.Material(density="light")),
     "material.density is 'light'"),
    (lambda p: p.world.add(ev.circle(1), (0, 0), filter=3), "filter is 3"),
    (lambda p: p.world.add(ev.circle(1), (0, 0), mass=3), "no field 'mass': there are .*damping"),
    (lambda p: p.world.add(ev.circle(1), (0, 0), damping="much"), "damping is 'much'"),
    (lambda p: p.world.add(ev.circle(1), (0, 0), damping=-1.0), "damping is -1"),
    (lambda p: p.gas.add(ev.circle(0.1), (1, 1), material=ev.SMOOTH, damping=1.0), "damping"),
    # Bodies.
    (lambda p: setattr(p.pair, "position", np.zeros((3, 2))), r"position has shape \(3, 2\)"),
    (lambda p: setattr(p.pair, "position", (NAN, 0)), "position.x is NaN"),
    (lambda p: setattr(p.pair, "velocity", 1), r"velocity has shape \(\)"),
    (lambda p: setattr(p.pair, "angle", [[1], [2]]), r"angle has shape \(2, 1\)"),
    (lambda p: setattr(p.pair, "spin", "fast"), "spin is 'fast'"),
    (lambda p: setattr(p.pair, "velocty", 1), "velocty"),
    (lambda p: p.pair.position.__setitem__(0, (9, 9)), "read-only"),
    (lambda p: p.pair.masses.__setitem__(0, 1), "read-only"),
    (lambda p: p.pair.write(poses=np.zeros((2, 2))), r"poses has shape \(2, 2\)"),
    (lambda p: p.pair["first"], "index is 'first'"),
    (lambda p: p.pair[7], "7"),
    (lambda p: p.pair + p.other, "other are bodies of another world"),
    (lambda p: p.pair + [1], r"other is \[1\]"),
    (lambda p: p.pair.push((1, 2, 3)), r"impulse has shape \(3,\)"),
    (lambda p: p.pair.push((NAN, 0)), "impulse of push is not finite"),
    (lambda p: p.pair.pull(np.zeros((3, 2))), r"force has shape \(3, 2\)"),
    (lambda p: p.disks.pull((1, 0)), "pull"),
    (lambda p: p.pair.thermalise(kT=-1), "kT is -1"),
    (lambda p: p.pair.attach(ev.circle([])), "shape are 0"),
    (lambda p: p.pair.attach(ev.circle(1), sensr=True), "no field 'sensr'"),
    (lambda p: p.pair.contacts(), "contacts are 2 bodies; it must be 1"),
    (lambda p: p.pair[:0].contacts(), "contacts are 0 bodies"),
    (lambda p: p.pair.force(0), "seconds is 0"),
    (lambda p: p.gone.position, "poses: body 0 of 1 was destroyed"),
    (lambda p: p.gone.read(), "read: body 0"),
    (lambda p: (p.pair + p.gone).velocity, "velocities: body 2 of 3"),
    (lambda p: p.gone.masses, "masses: body 0"),
    (lambda p: setattr(p.gone, "velocity", (1, 1)), "body names nothing"),
    (lambda p: p.gone.shapes, "body 0 of 1"),
    (lambda p: p.gone.push((0, 1)), "push: body 0"),
    (lambda p: p.gone.destroy(), "destroy: body 0"),
    # Joints and chains.
    (lambda p: p.world.joint("hinge", p.pair[0], None), "kind is 'hinge'.*revolute"),
    (lambda p: p.world.joint("revolute", p.pair, None), "a are 2 bodies"),
    (lambda p: p.world.joint("revolute", p.pair[:0], None), "a are 0 bodies"),
    (lambda p: p.world.joint("revolute", p.pair[0], p.other[0]), "b are bodies of another world"),
    (lambda p: p.world.joint("revolute", p.pair[0], p.pair[0]), "a and b are one body"),
    (lambda p: p.world.joint("revolute", p.pair[0], None, at_a=(0,)), r"at_a has shape \(1,\)"),
    (lambda p: p.world.joint("revolute", p.pair[0], None, motor_sped=1), "no field 'motor_sped'"),
    (lambda p: p.world.joint("revolute", p.gone, None), "a names nothing"),
    (lambda p: p.joint.set(motor_speed="quick"), "motor_speed is 'quick'"),
    (lambda p: p.world.chain(p.floor, [(0, 0)]), "count is 1"),
    (lambda p: p.world.chain(p.floor, np.zeros((3, 3))), r"points has shape \(3, 3\)"),
    (lambda p: p.world.chain(p.pair[0], [(0, 0), (1, 0)]), "body is dynamic"),
    (lambda p: p.world.chain(p.other[0], [(0, 0), (1, 0)]), "body are bodies of another world"),
    # Worlds and time.
    (lambda p: ev.World(-9.81), r"gravity has shape \(\)"),
    (lambda p: ev.World(substep=3), "no field 'substep'.*substeps"),
    (lambda p: ev.World(substeps=-1), "substeps is -1"),
    (lambda p: ev.World(substeps=2.5), "substeps is 2.5"),
    (lambda p: ev.World(threads=-1), "threads is -1"),
    (lambda p: ev.EventWorld(3), r"box has shape \(\)"),
    (lambda p: ev.EventWorld((0, 0)), "bounds.min"),
    (lambda p: ev.EventWorld((3, 3), "wall"), "boundary is 'wall'.*periodic"),
    (lambda p: ev.EventWorld((3, 3), budget=-1), "budget is -1"),
    (lambda p: ev.EventWorld((3, 3), wall="hard"), "wall is 'hard'"),
    (lambda p: p.world.step("a"), "seconds is 'a'"),
    (lambda p: p.world.step(2), "seconds is 2; it must be 0, or 1e-9 to 1"),
    (lambda p: p.gas.step(-1), "seconds is -1"),
    (lambda p: p.gas.step(np.inf), "seconds is"),
    (lambda p: p.gas.run_until(NAN), "time is NaN"),
    (lambda p: p.gas.run_impacts(-1), "impacts is -1"),
    (lambda p: p.gas.samples(0, 10), "count is 0"),
    (lambda p: p.world.run(1, every=0), "every is 0"),
    (lambda p: p.world.run(-1, every=1), "seconds is -1"),
    (lambda p: overlapping().step(1), "bodies of index 0 and 2 overlap"),
    (lambda p: p.world.set(substeps=-2), "substeps is -2"),
    (lambda p: p.world.set_lanes(5), "lanes is 5"),
    (lambda p: setattr(p.world, "gravity", 9.81), r"gravity has shape \(\)"),
    (lambda p: p.gas.grow(-1), "rate is -1"),
    (lambda p: p.world.load("saved"), "saved is of type str"),
    (lambda p: p.world.load(b"saved"), "bytes are no save"),
    (lambda p: p.world.load(p.gas.save()), "saved is of the class EventWorld"),
    (lambda p: p.gas.load(p.world.save()), "saved is of the class World"),
    (lambda p: p.closed.world.step(0.1), "the world is closed"),
    (lambda p: p.closed.position, "the world is closed"),
    (lambda p: p.closed.world.time, "the world is closed"),
    # Queries and pictures.
    (lambda p: p.world.ray((NAN, 0), (1, 1)), "start is .*finite"),
    (lambda p: p.world.ray((0, 0), (1, 1, 1)), r"end has shape \(3,\)"),
    (lambda p: p.world.cast("box", (0, 0), (1, 1)), "shape is 'box'"),
    (lambda p: p.world.overlaps(ev.circle([1, 2]), (0, 0)), "shape are 2"),
    (lambda p: p.world.nearest((0, 0), within="far"), "within is 'far'"),
    (lambda p: p.world.svg(view=(0, 0)), r"view has shape \(2,\)"),
    (lambda p: p.world.animate(1, 0.1, "film.avi"), "path is 'film.avi'"),
    (lambda p: p.world.image(values=[1, 2]), r"values has shape \(2,\); it must be \(3,\)"),
    (lambda p: p.world.svg(values=np.zeros(3), colours="jet"), "colours is 'jet'.*viridis"),
    (lambda p: p.world.image(values=np.zeros(3), limits=(0, NAN)), "limits is not finite"),
    (lambda p: p.world.image(view=((0, 0), (0, 1))), "view is"),
    (lambda p: p.world.image(pixels=0), "pixels is 0"),
    # Helpers.
    (lambda p: ev.gas.lattice(0, (1, 1)), "n is 0"),
    (lambda p: ev.gas.velocities(1), "n is 1"),
    (lambda p: ev.gas.velocities(4, mass=(1, 2)), r"mass has shape \(2,\)"),
    (lambda p: ev.observe.pair_distribution(np.zeros((9, 2)), (1, 1), 0.6), "reach is 0.6"),
    (lambda p: ev.observe.pair_distribution(np.zeros((9, 3)), (1, 1), 0.3), "position has shape"),
    (lambda p: ev.stats.blocks([1, 2]), "series has 2 values"),
    (lambda p: ev.stats.blocks([1, 2, NAN, 3]), "series has values that are not finite"),
    (lambda p: sweep(lambda x: x, grid(x=[1]), tempfile.mkdtemp()), "function is"),
]


class Wrong(unittest.TestCase):
    def test_a_hundred_wrong_calls_name_their_argument(self) -> None:
        self.assertGreaterEqual(len(WRONG), 100)
        for call, words in WRONG:
            place = Place()
            before = place.world.hash, place.gas.hash
            with self.subTest(words), self.assertRaisesRegex(Exception, words):
                call(place)
            self.assertEqual((place.world.hash, place.gas.hash), before, words)

    def test_any_array_like_is_taken(self) -> None:
        world = ev.World()
        rows = np.array([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])
        for given in (rows.T, rows.T.tolist(), rows.T.astype(np.float32), np.asfortranarray(rows.T),
                      rows.T.astype(int), memoryview(np.ascontiguousarray(rows.T))):
            np.testing.assert_array_equal(world.add(ev.circle(0.1), given).position, rows.T)
        for empty in ([], np.zeros((0, 2)), ()):
            self.assertEqual(len(world.add(ev.circle(0.1), empty)), 0)
        self.assertEqual(ev.area(ev.polygon(np.array([[0, 1, 0], [0, 0, 1]]).T)), 0.5)
