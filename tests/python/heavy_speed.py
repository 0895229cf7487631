"""Times a sweep of tasks of a fifth of a second, by so many processes or, under mpi4py.futures, by
the workers that there are: prints its seconds, without those in which workers start. Tasks that
sleep show what the sweep costs, whatever else the machine does; those that work, what cores bring.

    PYTHONPATH=build/python python3 tests/python/heavy_speed.py FOLDER WORKERS sleep
    ... mpirun -n 3 python3 -m mpi4py.futures tests/python/heavy_speed.py FOLDER 2 work
"""
from __future__ import annotations

import concurrent.futures
import sys
import time
from typing import Any, Callable

import evolute as ev
from evolute.sweep import grid, sweep

TASKS, IMPACTS = 40, 220_000


def work(seed: int) -> float:
    """Returns the energy of a gas after so many impacts as take a fifth of a second."""
    with ev.EventWorld((40, 40)) as world:
        world.add(ev.circle(0.5), ev.gas.lattice(900, (40, 40)), material=ev.SMOOTH,
                  velocity=ev.gas.velocities(900, seed=seed))
        world.run_impacts(IMPACTS)
        return world.kinetic_energy


def sleep(seed: int) -> int:
    """Does nothing for a fifth of a second."""
    time.sleep(0.2)
    return seed


def wait(seed: int) -> int:
    """Keeps a worker until all have started."""
    time.sleep(0.3)
    return seed


def timed(task: Callable[[int], Any], executor: concurrent.futures.Executor, folder: str,
          workers: int) -> float:
    """Returns the seconds of a sweep by workers that have started."""
    sweep(wait, grid(seed=range(4 * workers)), folder, executor, show=None)
    began = time.perf_counter()
    found = sweep(task, grid(seed=range(TASKS)), folder, executor, show=None)
    assert None not in found
    return time.perf_counter() - began


if __name__ == "__main__":
    if "mpi4py" in sys.modules:
        from mpi4py.futures import MPIPoolExecutor as Executor
    else:
        from concurrent.futures import ProcessPoolExecutor as Executor
    count = int(sys.argv[2])
    with Executor(count) as pool:
        print(timed({"work": work, "sleep": sleep}[sys.argv[3]], pool, sys.argv[1], count))
