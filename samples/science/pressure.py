"""Measures the pressure of hard disks with error bars, and compares it with Kolafa and Rottner
(Mol. Phys. 104, 3435, 2006) for so many disks.

    PYTHONPATH=build/python python3 samples/science/pressure.py [PICTURE]

Units: diameter, mass and kT are 1. Z = PV / NkT = 1 + virial / (2 N kT t).
"""
from __future__ import annotations

import sys

import numpy as np

import evolute as ev

DISK = ev.SMOOTH._replace(density=4 / np.pi)
TABLE = {0.1: 1.236144, 0.3: 2.063261, 0.5: 4.106358, 0.65: 8.408049}


def formula(y: float | np.ndarray) -> float | np.ndarray:
    """Returns a short formula for Z, .4 % high at .65: for curves, and for derivatives."""
    return (1 + y**2 / 8 + y**3 / 18 - 4 * y**4 / 21) / (1 - y) ** 2


def reference(packing: float, n: int) -> float:
    """Returns Z of n disks in a periodic box: Lebowitz and Percus' correction of order 1 / n, with
    p = y Z, is - (y / 2n) p'' / p'."""
    h = 1e-3
    low, here, high = (y * formula(y) for y in (packing - h, packing, packing + h))
    correction = packing * (high - 2 * here + low) / h**2 / ((high - low) / (2 * h)) / (2 * n)
    return TABLE.get(packing, formula(packing)) - correction


def gas(n: int, packing: float, seed: int) -> ev.EventWorld:
    """Returns disks on a lattice, with random velocities."""
    box = np.full(2, np.sqrt(n * np.pi / 4 / packing))
    world = ev.EventWorld(box)
    world.add(ev.circle(0.5), ev.gas.lattice(n, box), material=DISK,
              velocity=ev.gas.velocities(n, seed=seed))
    return world


def compressibility(packing: float, n: int = 1024, impacts: float = 1000, relax: float = 200,
                    seed: int = 1, samples: int = 1024) -> ev.stats.Mean:
    """Returns Z over so many impacts a disk, after others in which the lattice is forgotten."""
    with gas(n, packing, seed) as world:
        kT = world.kinetic_energy / (n - 1)  # momentum is conserved, and zero
        world.step(1)
        rate = world.sums["pair_impacts"] / n
        world.step(relax / rate)
        every, last, z = impacts / rate / samples, world.sums["virial"], []
        for _ in world.run(samples * every, every):
            now = world.sums["virial"]
            z.append(1 + (now - last) / (2 * n * kT * every))
            last = now
    return ev.stats.blocks(z)


def draw(rows: list[tuple[float, ev.stats.Mean, float]], path: str) -> None:
    """Draws Z, and how far it is off, over packing."""
    import matplotlib.pyplot as plt
    packing, z, known = zip(*rows)
    mean, error = np.array([m.value for m in z]), np.array([2 * m.error for m in z])
    figure, (above, below) = plt.subplots(2, sharex=True, figsize=(4.2, 4.2), height_ratios=(2, 1))
    curve = np.linspace(0.05, 0.68, 100)
    above.plot(curve, formula(curve), "k-", lw=1, label="reference")
    above.plot(packing, mean, "o", label="measured")
    above.set_ylabel("PV / NkT")
    above.legend()
    below.errorbar(packing, (mean / known - 1) * 1000, error / known * 1000, fmt="o")
    below.axhline(0, color="k", lw=1)
    below.set(xlabel="packing", ylabel="off, 1 / 1000")
    figure.tight_layout()
    figure.savefig(path, dpi=100)


if __name__ == "__main__":
    table = []
    for y in TABLE:
        measured, right = compressibility(y), reference(y, 1024)
        table.append((y, measured, right))
        print(f"{y:4.2f}  Z = {measured}  reference {right:.4f}", flush=True)
    if len(sys.argv) > 1:
        draw(table, sys.argv[1])
