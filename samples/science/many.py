"""Sweeps the pressure of hard disks over packings and seeds, on what there is.

    PYTHONPATH=build/python python3 samples/science/many.py FOLDER [PICTURE]
    ... mpirun -n 100 python3 -m mpi4py.futures samples/science/many.py FOLDER      a cluster
    ... DASK=tcp://scheduler:8786 python3 samples/science/many.py FOLDER            with dask

Stop it when you like: what is done stays done, and the next run does the rest.
"""
from __future__ import annotations

import concurrent.futures
import os
import sys

import numpy as np

import evolute as ev
from evolute.sweep import grid, sweep

PACKINGS = [0.05 + 0.06 * i for i in range(10)]


def run(packing: float, seed: int, n: int = 400, seconds: float = 20) -> dict[str, float]:
    """Returns Z over so many units of time, after 5 in which the lattice is forgotten."""
    box = np.full(2, np.sqrt(n * np.pi / 4 / packing))
    with ev.EventWorld(box) as world:
        world.add(ev.circle(0.5), ev.gas.lattice(n, box),
                  material=ev.SMOOTH._replace(density=4 / np.pi),
                  velocity=ev.gas.velocities(n, seed=seed))
        world.step(5)
        before = world.sums["virial"]
        world.step(seconds)
        kT = world.kinetic_energy / (n - 1)
        z = 1 + (world.sums["virial"] - before) / (2 * n * kT * seconds)
        return {"Z": z, "impacts": world.sums["pair_impacts"]}


def executor() -> concurrent.futures.Executor | None:
    """Returns what runs tasks: MPI under mpirun, dask where its scheduler is named, else processes
    of this machine (None)."""
    if "DASK" in os.environ:
        from distributed import Client
        return Client(os.environ["DASK"]).get_executor(pure=False)
    if "OMPI_COMM_WORLD_SIZE" in os.environ or "PMI_SIZE" in os.environ:
        from mpi4py.futures import MPIPoolExecutor
        return MPIPoolExecutor()
    return None


def table(results: list[dict[str, float]], seeds: int) -> np.ndarray:
    """Returns rows of packing, mean Z and its standard error."""
    z = np.array([result["Z"] for result in results]).reshape(-1, seeds)
    return np.column_stack([PACKINGS, z.mean(1), z.std(1, ddof=1) / np.sqrt(seeds)])


def draw(rows: np.ndarray, path: str) -> None:
    """Draws Z over packing, with its errors fifty times as large."""
    import matplotlib.pyplot as plt
    figure, axes = plt.subplots(figsize=(4.2, 4.2))
    axes.errorbar(rows[:, 0], rows[:, 1], 50 * rows[:, 2], fmt="o-", ms=4, capsize=3)
    axes.set(xlabel="packing", ylabel="PV / NkT, errors x 50")
    figure.tight_layout()
    figure.savefig(path, dpi=100)


def main(folder: str, seeds: int = 20, picture: str | None = None) -> np.ndarray:
    """Runs all, and returns the table."""
    found = sweep(run, grid(packing=PACKINGS, seed=range(seeds)), folder, executor())
    rows = table(found, seeds)
    if picture:
        draw(rows, picture)
    return rows


if __name__ == "__main__":
    print(main(sys.argv[1], picture=(sys.argv + [None])[2]).round(5))
