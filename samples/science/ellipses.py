"""Jams ellipses of two sizes by letting them grow, as jamming.py does disks: a little longer than
wide, they pack more densely than disks, with 4 to 6 contacts (Mailman et al., Phys. Rev. Lett. 102,
255501, 2009; Donev et al., Phys. Rev. E 75, 051304, 2007).

    PYTHONPATH=build/python python3 samples/science/ellipses.py [PICTURE]

Units: one ellipse a unit of area, of mass and kT 1.
"""
from __future__ import annotations

import sys

import numpy as np
from scipy.spatial import cKDTree

import evolute as ev
from jamming import backbone


def step(world: ev.EventWorld, grains: ev.Bodies) -> float:
    """Advances by half a unit of time or 20 impacts a grain, and returns the pressure meanwhile;
    growth heats, so velocities and spins are scaled."""
    n, last = len(grains), world.sums["virial"]
    passed = world.run_impacts(20 * n, 0.5)
    kT = world.kinetic_energy / (1.5 * n)
    if kT > 2:
        _, velocity, spin = grains.read()
        grains.write(velocities=velocity / np.sqrt(kT), spins=spin / np.sqrt(kT))
    return 1 + (world.sums["virial"] - last) / (2 * n * kT * passed)


def contacts(grains: ev.Bodies, side: float, gap: float) -> np.ndarray:
    """Returns which pairs are nearer than a gap."""
    shapes, poses = grains.shapes, grains.poses
    reach = shapes["of"]["ellipse"]["radius_x"].max()
    touch = np.zeros((len(poses), len(poses)), bool)
    for i, j in cKDTree(poses[:, :2] % side, boxsize=side).query_pairs(2 * reach + gap):
        image = side * np.rint((poses[j] - poses[i]) / side) * (1, 1, 0)
        touch[i, j] = ev.distance(shapes[i], poses[i], shapes[j], poses[j] - image) < gap
    return touch | touch.T


def jam(aspect: float, n: int = 144, rate: float = 0.03, most: float = 1e4,
        seed: int = 1) -> tuple[dict, ...]:
    """Lets ellipses grow until the pressure is `most`; returns what was found, shapes, poses and
    contacts. At infinite pressure the packing is larger by 3 / pressure, for 3 coordinates."""
    rng, side = np.random.default_rng(seed), np.sqrt(n)
    sizes = 0.24 * rng.permutation(np.where(np.arange(n) % 2, 1.0, 1.4))
    with ev.EventWorld((side, side)) as world:
        shapes = ev.ellipse(sizes * np.sqrt(aspect), sizes / np.sqrt(aspect))
        grains = world.add(shapes, ev.gas.lattice(n, (side, side)), rng.uniform(0, np.pi, n),
                           velocity=ev.gas.velocities(n, seed=seed), material=ev.SMOOTH)
        world.step(1)
        world.grow(rate)
        while step(world, grains) < most:
            pass
        touch, firm = backbone(contacts(grains, side, 20 / most))
        found = {"aspect": aspect, "packing": ev.area(grains.shapes).mean() * (1 + 3 / most),
                 "rattlers": 1 - firm.mean(), "contacts": touch.sum() / max(firm.sum(), 1)}
        return found, grains.shapes, grains.poses, touch


def draw(rows: list[dict[str, float]], shapes: np.ndarray, poses: np.ndarray, path: str) -> None:
    """Draws packings over aspect ratio, and jammed ellipses by their angles."""
    import matplotlib.pyplot as plt
    from matplotlib.collections import EllipseCollection
    figure, (left, right) = plt.subplots(1, 2, figsize=(8.4, 4.2))
    left.plot([row["aspect"] for row in rows], [row["packing"] for row in rows], "o-")
    left.set(xlabel="length / width", ylabel="packing")
    of, side = shapes["of"]["ellipse"], np.sqrt(len(poses))
    x, y, angle = (poses % (side, side, np.pi)).T
    grains = EllipseCollection(2 * of["radius_x"], 2 * of["radius_y"], np.degrees(angle), units="x",
                               offsets=np.stack([x, y], -1), transOffset=right.transData,
                               cmap="hsv")
    grains.set_array(angle)
    right.add_collection(grains)
    right.set(xlim=(0, side), ylim=(0, side), aspect="equal", xticks=[], yticks=[])
    figure.tight_layout()
    figure.savefig(path, dpi=100)


if __name__ == "__main__":
    table = []
    for ratio in (1.05, 1.1, 1.25, 1.5, 1.75, 2):
        result, *last = jam(ratio)
        table.append(result)
        print({name: round(float(value), 4) for name, value in result.items()}, flush=True)
    if len(sys.argv) > 1:
        draw(table, last[0], last[1], sys.argv[1])
