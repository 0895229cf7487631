"""Melts a crystal of hard disks: bond-orientational order against packing. From .700 to .716 liquid
and hexatic phase coexist (Bernard and Krauth, Phys. Rev. Lett. 107, 155704, 2011).

    PYTHONPATH=build/python python3 samples/science/freezing.py [PICTURE]

Units: diameter, mass and kT are 1.
"""
from __future__ import annotations

import sys

import numpy as np

import evolute as ev

DISK = ev.SMOOTH._replace(density=4 / np.pi)


def crystal(columns: int, packing: float, seed: int) -> tuple[ev.EventWorld, ev.Bodies]:
    """Returns a perfect triangular lattice of columns * columns disks, with random velocities."""
    n = columns * columns
    side = np.sqrt(np.pi / 4 / packing * 2 / np.sqrt(3))
    box = columns * side * np.array([1, np.sqrt(3) / 2])
    world = ev.EventWorld(box)
    return world, world.add(ev.circle(0.5), ev.gas.lattice(n, box), material=DISK,
                            velocity=ev.gas.velocities(n, seed=seed))


def melt(packing: float, columns: int = 32, relax: float = 3000, impacts: float = 3000,
         samples: int = 64, seed: int = 1) -> tuple:
    """Returns |mean psi_6| after so many impacts a disk and over as many more; then the last
    positions, psi_6 of each disk, and the box."""
    world, disks = crystal(columns, packing, seed)
    world.step(1)
    rate = world.sums["pair_impacts"] / len(disks)
    world.step(relax / rate)
    box, global_order = world.box[1], []
    for _ in world.run(impacts / rate, every=impacts / rate / samples):
        psi = ev.observe.psi(disks.position, box)
        global_order.append(abs(psi.mean()))
    return ev.stats.blocks(global_order), disks.position, psi, box


def draw(rows: list[tuple[float, float, float]], last: tuple[np.ndarray, ...], path: str) -> None:
    """Draws order over packing, and the last disks by the direction of their bonds."""
    import matplotlib.pyplot as plt
    from matplotlib.collections import EllipseCollection
    position, psi, box = last
    figure, (left, right) = plt.subplots(1, 2, figsize=(8.4, 4.2))
    packing, mean, error = np.array(rows).T
    left.axvspan(0.700, 0.716, color="0.85")
    left.errorbar(packing, mean, 2 * error, fmt="o-")
    left.set(xlabel="packing", ylabel="|mean psi_6|", ylim=(0, 1))
    disks = EllipseCollection(np.ones(len(psi)), np.ones(len(psi)), np.zeros(len(psi)), units="x",
                              offsets=position, transOffset=right.transData, cmap="hsv")
    disks.set_array(np.angle(psi))
    disks.set_clim(-np.pi, np.pi)
    right.add_collection(disks)
    right.set(xlim=(0, box[0]), ylim=(0, box[1]), aspect="equal", xticks=[], yticks=[])
    right.set_title("packing 0.69, by the direction of bonds")
    figure.tight_layout()
    figure.savefig(path, dpi=100)


if __name__ == "__main__":
    table, seen = [], {}
    for y in (0.62, 0.66, 0.68, 0.69, 0.70, 0.71, 0.72, 0.74, 0.78):
        measured, *seen[y] = melt(y)
        table.append((y, measured.value, measured.error))
        print(f"{y:4.2f}  |mean psi_6| = {measured}", flush=True)
    if len(sys.argv) > 1:
        draw(table, seen[0.69], sys.argv[1])
