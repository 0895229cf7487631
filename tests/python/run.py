"""Runs the tests of the Python package, and prints how many there were in the last line, as Check
does. EVOLUTE_BUILD: the folder of the build. CK_EXCLUDE_TAGS, CK_RUN_SUITE: as in tests/main.c.

    EVOLUTE_BUILD=build/checked python3 tests/python/run.py [NAME...]       names of tests, as test_world
"""
from __future__ import annotations

import os
import pathlib
import resource
import sys
import unittest

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
os.environ.setdefault("EVOLUTE_BUILD", "build/checked")
BUILD = (ROOT / os.environ["EVOLUTE_BUILD"]).resolve()
# Processes that tests start find the package, too, and leave nothing behind in the source.
os.environ.update(PYTHONPATH=str(BUILD / "python"), PYTHONDONTWRITEBYTECODE="1",
                  EVOLUTE_BUILD=str(BUILD), OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1")
sys.path[:0] = [str(BUILD / "python"), str(HERE), str(ROOT / "samples/science")]
sys.dont_write_bytecode = True


LONG = 1  # second


def used() -> float:
    """Returns the seconds of processors that this process and its children have used."""
    kinds = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    return sum(sum(resource.getrusage(kind)[:2]) for kind in kinds)


class Result(unittest.TextTestResult):
    """Tells failures as Check does, and the seconds of what takes long."""

    def startTest(self, test: unittest.TestCase) -> None:
        """Notes when a test begins."""
        super().startTest(test)
        self.before = used()

    def stopTest(self, test: unittest.TestCase) -> None:
        """Tells the seconds of a long test."""
        super().stopTest(test)
        taken = used() - self.before
        if taken > LONG:
            self.stream.writeln(f"{taken:6.1f} s  {test.id()}")

    def summary(self) -> str:
        """Returns the last line."""
        bad, errors = len(self.failures), len(self.errors)
        percent = 100 * (self.testsRun - bad - errors) // max(self.testsRun, 1)
        return (f"{percent}%: Checks: {self.testsRun}, Failures: {bad}, "
                f"Errors: {errors}")


def main() -> int:
    """Runs what was named, or all."""
    suite = os.environ.get("CK_RUN_SUITE", "python")
    names = sys.argv[1:] or [path.stem for path in sorted(HERE.glob("test_*.py"))]
    tests = unittest.defaultTestLoader.loadTestsFromNames(names if suite == "python" else [])
    result = unittest.TextTestRunner(resultclass=Result, stream=sys.stdout, verbosity=0).run(tests)
    print(f"{used():6.1f} s  {'python':20} {result.testsRun} checks")
    print(result.summary())
    return not result.wasSuccessful()


if __name__ == "__main__":
    sys.exit(main())
