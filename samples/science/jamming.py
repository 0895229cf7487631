"""Jams disks of two sizes (half of them 1.4 times as large as the others) by letting them grow
(Lubachevsky and Stillinger): .84 for random ones (O'Hern et al., Phys. Rev. E 68, 011306, 2003).

    PYTHONPATH=build/python python3 samples/science/jamming.py [PICTURE]

Units: one disk a unit of area, of mass and kT 1.
"""
from __future__ import annotations

import sys

import numpy as np

import evolute as ev


def step(world: ev.EventWorld, disks: ev.Bodies) -> float:
    """Advances by half a unit of time or 20 impacts a disk, and returns the pressure meanwhile;
    growth heats, so velocities are scaled."""
    n, last = len(disks), world.sums["virial"]
    passed = world.run_impacts(20 * n, 0.5)
    energy = world.kinetic_energy
    if energy > 2 * n:
        disks.velocity = disks.velocity * np.sqrt(n / energy)
    return 1 + (world.sums["virial"] - last) / (2 * energy * passed)


def backbone(touch: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Returns pairs that touch without those of rattlers, which have fewer than 3 contacts, and
    which do not rattle."""
    while True:
        firm = touch.sum(1) >= 3
        fewer = touch & firm & firm[:, None]
        if (fewer == touch).all():
            return touch, firm
        touch = fewer


def contacts(disks: ev.Bodies, side: float, gap: float) -> np.ndarray:
    """Returns which pairs touch."""
    way = disks.position[:, None] - disks.position
    way -= side * np.rint(way / side)
    radius = disks.shapes["of"]["circle"]["radius"]
    touch = np.hypot(way[..., 0], way[..., 1]) < (1 + gap) * (radius[:, None] + radius)
    np.fill_diagonal(touch, False)
    return touch


def jam(n: int = 400, rate: float = 0.01, most: float = 1e5, seed: int = 1) -> tuple[dict, ...]:
    """Lets disks grow until the pressure is `most`; returns what was found, positions, radii and
    contacts. The packing at infinite pressure is larger by 2 / pressure: the free volume."""
    rng, side = np.random.default_rng(seed), np.sqrt(n)
    sizes = rng.permutation(np.where(np.arange(n) % 2, 1.0, 1.4))
    with ev.EventWorld((side, side)) as world:
        disks = world.add(ev.circle(0.25 * sizes), ev.gas.lattice(n, (side, side)),
                          velocity=ev.gas.velocities(n, seed=seed), material=ev.SMOOTH)
        world.step(1)
        world.grow(rate)
        while step(world, disks) < most:
            pass
        touch, firm = backbone(contacts(disks, side, 20 / most))
        found = {"packing": ev.area(disks.shapes).mean() * (1 + 2 / most),
                 "rattlers": 1 - firm.mean(), "contacts": touch.sum() / max(firm.sum(), 1)}
        return found, disks.position, disks.shapes["of"]["circle"]["radius"], touch


def draw(position: np.ndarray, radius: np.ndarray, touch: np.ndarray, path: str) -> None:
    """Draws the disks, with lines between centres of those that touch."""
    import matplotlib.pyplot as plt
    from matplotlib.collections import EllipseCollection, LineCollection
    side = np.sqrt(len(radius))
    figure, axes = plt.subplots(figsize=(4.2, 4.2))
    axes.add_collection(EllipseCollection(2 * radius, 2 * radius, 0 * radius, units="x",
                                          offsets=position, transOffset=axes.transData))
    i, j = np.nonzero(np.triu(touch))
    way = position[j] - position[i]
    ends = np.stack([position[i], position[j]], 1)[np.abs(way).max(1) < side / 2]
    axes.add_collection(LineCollection(ends, colors="k"))
    axes.set(xlim=(0, side), ylim=(0, side), aspect="equal", xticks=[], yticks=[])
    figure.tight_layout()
    figure.savefig(path, dpi=100)


if __name__ == "__main__":
    for start in (1, 2, 3):
        result, *last = jam(seed=start)
        print({name: round(float(value), 4) for name, value in result.items()}, flush=True)
    if len(sys.argv) > 1:
        draw(*last, sys.argv[1])
