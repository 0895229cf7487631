"""Sweeps: what is done is never done again, and nothing is lost."""
from __future__ import annotations

import io
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from typing import Any

import numpy as np

from evolute.sweep import grid, key, sweep

# A sweep of 200 tasks as a program, which is killed.
PROGRAM = """
import sys, time
from evolute.sweep import grid, sweep

def run(x, seed):
    time.sleep(0.01)
    return {"sum": x + seed}

if __name__ == "__main__":
    print(sweep(run, grid(x=range(20), seed=range(10)), sys.argv[1], show=None))
"""


def square(x: int) -> int:
    """Fails at 3."""
    if x == 3:
        raise ArithmeticError("three")
    return x * x


def die_once(x: int, folder: str) -> int:
    """Kills its worker when it is first run with 5."""
    mark = pathlib.Path(folder, "died")
    if x == 5 and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return x


def die_always(x: int) -> int:
    """Kills its worker at 3 and 40."""
    if x in (3, 40):
        os.kill(os.getpid(), signal.SIGKILL)
    return x


def of_numpy(x: float, seed: int, shape: Any) -> dict[str, Any]:
    """Returns a scalar and arrays."""
    return {"x": x, "sum": np.float64(x + seed), "waves": 1j * x * shape, "seeds": np.arange(seed)}


def same(value: Any) -> Any:
    """Returns what it is given."""
    return value


def any_value(rng: np.random.Generator, depth: int) -> Any:
    """Returns numbers, text, tuples, lists and dicts in each other."""
    kind = rng.integers(8 if depth > 0 else 4)
    inner = [any_value(rng, depth - 1) for _ in range(rng.integers(4))] if kind > 3 else []
    if kind < 4:
        return (int(rng.integers(99)), float(rng.normal()), "text", None)[kind]
    keys: list[Any] = [(k, int(rng.integers(9))) if kind == 6 else k for k in range(len(inner))]
    return (tuple(inner), inner, dict(zip(keys, inner)),
            {f"key {k}": item for k, item in enumerate(inner)})[kind - 4]


class Sweeps(unittest.TestCase):
    def setUp(self) -> None:
        self.temporary = tempfile.TemporaryDirectory()
        self.folder = self.temporary.name

    def tearDown(self) -> None:
        self.temporary.cleanup()

    def test_a_failure_is_named_and_the_rest_done(self) -> None:
        show = io.StringIO()
        results = sweep(square, grid(x=range(6)), self.folder, show=show)
        self.assertEqual(results, [0, 1, 4, None, 16, 25])
        self.assertIn("failed: {'x': 3}", show.getvalue())
        self.assertIn("ArithmeticError: three", show.getvalue())
        self.assertIn("6 of 6 done, 1 failed", show.getvalue())
        error = pathlib.Path(self.folder, key(square, {"x": 3}) + ".error").read_text()
        self.assertIn("ArithmeticError: three", error)

    def test_what_is_done_is_not_done_again(self) -> None:
        sweep(square, grid(x=[1, 2]), self.folder, show=None)
        files = {path: path.stat().st_mtime_ns for path in pathlib.Path(self.folder).iterdir()}
        self.assertEqual(sweep(square, grid(x=[2, 1, 4]), self.folder, show=None), [4, 1, 16])
        for path, written in files.items():
            self.assertEqual(path.stat().st_mtime_ns, written)
        self.assertNotEqual(key(square, {"x": 1}), key(die_once, {"x": 1}))

    def test_a_killed_worker_loses_nothing(self) -> None:
        tasks = grid(x=range(10), folder=[self.folder])
        self.assertEqual(sweep(die_once, tasks, self.folder, show=None), list(range(10)))
        self.assertTrue(pathlib.Path(self.folder, "died").exists())

    def test_tasks_that_kill_their_workers_cost_no_other(self) -> None:
        show = io.StringIO()
        results = sweep(die_always, grid(x=range(60)), self.folder, show=show)
        self.assertEqual(results, [None if x in (3, 40) else x for x in range(60)])
        self.assertIn("killed its worker: {'x': 40}", show.getvalue())
        error = pathlib.Path(self.folder, key(die_always, {"x": 3}) + ".error").read_text()
        self.assertIn("it killed its worker", error)
        self.assertEqual(list(pathlib.Path(self.folder).glob("*.running")), [])

    def test_numbers_and_arrays_of_numpy_are_parameters_and_results(self) -> None:
        tasks = grid(x=np.linspace(0, 1, 3), seed=np.arange(2), shape=[np.ones((2, 2))])
        for _ in range(2):
            found = sweep(of_numpy, tasks, self.folder, show=None)
            self.assertEqual([result["x"] for result in found], [0, 0, 0.5, 0.5, 1, 1])
            self.assertIs(type(found[0]["sum"]), float)
            np.testing.assert_array_equal(found[3]["waves"], 0.5j * np.ones((2, 2)))
            self.assertEqual(found[5]["seeds"].dtype, np.int64)
        self.assertEqual(key(square, {"x": np.int64(3)}), key(square, {"x": 3}))

    def test_tuples_and_keys_come_back_as_they_were(self) -> None:
        rng = np.random.default_rng(time.time_ns())
        tasks = grid(value=[any_value(rng, 3) for _ in range(100)])
        for _ in range(2):
            found = sweep(same, tasks, self.folder, show=None)
            self.assertEqual(repr(found), repr([task["value"] for task in tasks]))
        self.assertNotEqual(key(same, {"value": (1, 2)}), key(same, {"value": [1, 2]}))

    def test_functions_of_a_prompt_are_refused(self) -> None:
        names: dict[str, Any] = {}
        exec("def typed(x): return x", names)
        for function in (lambda x: x, names["typed"]):
            with self.assertRaisesRegex(ValueError, "define it by def"):
                sweep(function, grid(x=[1]), self.folder, show=None)

    def test_kills_leave_the_table_of_none(self) -> None:
        program = pathlib.Path(self.folder, "program.py")
        program.write_text(PROGRAM)
        runs = pathlib.Path(self.folder, "runs")
        command = [sys.executable, str(program), str(runs)]
        for wanted in (10, 120):
            process = subprocess.Popen(command, stdout=subprocess.PIPE, start_new_session=True)
            while len(list(runs.glob("*.json"))) < wanted and process.poll() is None:
                time.sleep(0.005)
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
            self.assertLess(len(list(runs.glob("*.json"))), 200)
        said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        self.assertEqual(eval(said), [{"sum": x + seed} for x in range(20) for seed in range(10)])
