"""Replays: any step of a record is what it was, with its calls, marks and queries."""
from __future__ import annotations

import gc
import pathlib
import random
import tempfile
import unittest

import numpy as np

import evolute as ev
from support import gas

STEPS = 90


def fall(path: pathlib.Path, seed: int) -> list[tuple[int, np.ndarray]]:
    """Records balls that fall, and returns hash and positions behind each step."""
    draw = random.Random(seed)
    with ev.World((0, -10)) as world, world.record(path, queries=True):
        world.add(ev.segment((-9, 0), (9, 0)), (0, 0), kind="static")
        seen = [(world.hash, np.empty((0, 2)))]
        for step in range(STEPS):
            if step % 10 == 0:
                world.mark(f"ball {step}")
                world.add(ev.circle(0.4), (draw.uniform(-3, 3), 6), tag=step + 1)
            world.ray((0, 9), (0, -9))
            world.step(1 / 60)
            seen.append((world.hash, world.bodies.position))
    return seen


class Replays(unittest.TestCase):
    def setUp(self) -> None:
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.path = pathlib.Path(self.folder.name) / "run.evr"

    def test_any_step_is_what_it_was(self) -> None:
        for seed in range(3):
            seen, draw = fall(self.path, seed), random.Random(seed)
            with ev.Replay(self.path) as replay:
                self.assertEqual(len(replay), STEPS)
                self.assertEqual([replay.world.hash for _ in replay], [h for h, _ in seen[1:]])
                for step in draw.choices(range(1, STEPS + 1), k=20):
                    replay.seek(step)
                    self.assertEqual((replay.step, replay.world.hash), (step, seen[step][0]))
                    np.testing.assert_array_equal(replay.world.bodies.position, seen[step][1])
                    self.assertIsNone(replay.difference)
                self.assertEqual(list(replay), list(range(1, STEPS + 1)))

    def test_calls_marks_and_queries_are_told(self) -> None:
        fall(self.path, 1)
        with ev.Replay(self.path) as replay:
            self.assertEqual(replay.marks, [(10 * i, f"ball {10 * i}") for i in range(STEPS // 10)])
            replay.seek(11)
            self.assertEqual(replay.calls[0], 'evo_record_mark: "ball 10"')
            self.assertRegex(replay.calls[1], r"^evo_body_create: .*circle 0.4, tag 11$")
            self.assertEqual(replay.calls[-1], "evo_world_step: 0.0166667")
            query, = replay.queries
            self.assertEqual(query["way"].tolist(), [0, -18])
            replay.seek(0)
            self.assertEqual((replay.calls, replay.step), ([], 0))
            self.assertAlmostEqual(replay.info["seconds"], STEPS / 60)

    def test_worlds_of_exact_time_are_replayed(self) -> None:
        world, _ = gas(100, 0.5)
        hashes = []
        with world.record(self.path):
            for _ in range(20):
                world.step(0.1)
                hashes.append(world.hash)
        replay = ev.Replay(self.path)
        self.assertIsInstance(replay.world, ev.EventWorld)
        for step in (20, 3, 12, 11):
            replay.seek(step)
            self.assertEqual(replay.world.hash, hashes[step - 1])
        kept = replay.world
        del replay
        gc.collect()
        self.assertEqual(kept.hash, hashes[10])

    def test_what_is_wrong_is_refused(self) -> None:
        fall(self.path, 2)
        with ev.Replay(self.path) as replay:
            for step in (STEPS + 1, STEPS + 2):
                with self.assertRaises(ev.InvalidError):
                    replay.seek(step)
            with self.assertRaises((OverflowError, ev.InvalidError)):
                replay.seek(-1)
        self.path.write_bytes(b"no record")
        with self.assertRaises(ev.CorruptError):
            ev.Replay(self.path)
        with self.assertRaises(OSError):
            ev.Replay(self.path.with_name("nowhere"))


if __name__ == "__main__":
    unittest.main()
