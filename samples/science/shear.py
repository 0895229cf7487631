"""Shears hard disks between images that slide (Lees and Edwards), and measures their viscosity:
Enskog's is that of Gass (J. Chem. Phys. 54, 1898, 1971); the measured one is larger near freezing
(Garcia-Rojo, Luding and Brey, Phys. Rev. E 74, 061305, 2006).

    PYTHONPATH=build/python python3 samples/science/shear.py [PICTURE]

Units: diameter, mass and kT are 1. Shear heats, so velocities relative to the flow are scaled.
"""
from __future__ import annotations

import math
import sys

import numpy as np

import evolute as ev

DISK = ev.SMOOTH._replace(density=4 / np.pi)


def contact(packing: float) -> float:
    """Returns g at contact: Henderson's formula."""
    return (1 - 7 * packing / 16) / (1 - packing) ** 2


def enskog(packing: float) -> float:
    """Returns the viscosity of kinetic theory, with 1.022 for higher Sonine polynomials."""
    dilute, g = 1.022 / (2 * math.sqrt(math.pi)), contact(packing)
    return dilute * (1 / g + 2 * packing + (1 + 8 / np.pi) * packing**2 * g)


def slow(packing: float) -> float:
    """Returns a rate of shear at which disks stay near equilibrium: a part of their impacts'."""
    return min(0.1, 0.05 * 8 / math.sqrt(math.pi) * packing * contact(packing))


def cool(disks: ev.Bodies, rate: float) -> float:
    """Scales velocities relative to the flow to temperature 1, and returns what it was."""
    flow = np.zeros((len(disks), 2))
    flow[:, 0] = rate * disks.position[:, 1]
    thermal = disks.velocity - flow
    kT = (thermal**2).sum() / (2 * len(disks) - 2)
    disks.velocity = flow + thermal / np.sqrt(kT)
    return kT


def viscosity(packing: float, n: int = 1024, seconds: float = 2000, seed: int = 1) -> ev.stats.Mean:
    """Returns the viscosity from the stress of so many units of time, one by one: it goes with the
    root of the temperature, which rises within each."""
    rate, relax = slow(packing), 0.1 * seconds
    box = np.full(2, np.sqrt(n * np.pi / 4 / packing))
    with ev.EventWorld(box, shear=rate) as world:
        sites = ev.gas.lattice(n, box)
        flow = np.stack([rate * sites[:, 1], np.zeros(n)], -1)
        disks = world.add(ev.circle(0.5), sites, material=DISK,
                          velocity=flow + ev.gas.velocities(n, seed=seed))
        found, last = [], 0.0
        for t in world.run(relax + seconds, every=1):
            sums = world.sums
            total = (sums["kinetic"] + sums["collisional"])[[0, 1], [1, 0]].mean()
            kT = (1 + cool(disks, rate)) / 2
            if t > relax:
                found.append((last - total) / (box.prod() * rate * np.sqrt(kT)))
            last = total
    return ev.stats.blocks(found)


def draw(rows: list[tuple[float, float, float]], path: str) -> None:
    """Draws viscosities, as parts of Enskog's, over packing."""
    import matplotlib.pyplot as plt
    packing, mean, error = np.array(rows).T
    theory = np.array([enskog(y) for y in packing])
    figure, axes = plt.subplots(figsize=(4.2, 4.2))
    axes.errorbar(packing, mean / theory, 2 * error / theory, fmt="o", capsize=3)
    axes.axhline(1, color="k", lw=1)
    axes.set(xlabel="packing", ylabel="viscosity / Enskog's")
    figure.tight_layout()
    figure.savefig(path, dpi=100)


if __name__ == "__main__":
    table = []
    for y in (0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.65):
        measured = viscosity(y)
        table.append((y, measured.value, measured.error))
        print(f"{y:4.2f}  viscosity {measured}  / Enskog {measured.value / enskog(y):.3f}",
              flush=True)
    if len(sys.argv) > 1:
        draw(table, sys.argv[1])
