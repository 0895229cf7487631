"""Fills a silo with disks: forces on its walls and bottom (Janssen), and the flow through a hole
(Beverloo in two dimensions: the rate grows as (width - k)^3/2).

    PYTHONPATH=build/python python3 samples/science/silo.py [PICTURE]

Units: the mean diameter, gravity and the density of disks are 1.
"""
from __future__ import annotations

import sys

import numpy as np

import evolute as ev

STEP, WALL = 0.01, ev.Material(friction=0.5)


def silo(width: float, n: int, *floor: tuple[float, float]) -> tuple[ev.World, ev.Bodies, ...]:
    """Returns a world, n grains that fall, two walls, and a floor of pieces from x to x."""
    world = ev.World((0, -1), bounce_threshold=0.05, never_sleep=True)
    tall, rng = 4 * n / width, np.random.default_rng(1)
    walls = world.add(ev.box(1, tall), [(-1, tall - 2), (width + 1, tall - 2)], kind="static",
                      material=WALL)
    ends = np.array(floor)
    plates = world.add(ev.box((ends[:, 1] - ends[:, 0]) / 2, 1),
                       np.column_stack([ends.mean(1), np.full(len(ends), -1)]), kind="kinematic",
                       material=WALL)
    row, column = np.divmod(np.arange(n), int(width / 1.25))
    place = np.stack([(column + 0.5) * width / int(width / 1.25), 0.7 + row * 1.25], -1)
    grains = world.add(ev.circle(rng.uniform(0.4, 0.6, n)), place, material=WALL,
                       velocity=rng.normal(0, 0.1, (n, 2)))
    return world, grains, walls, plates


def janssen(n: int, width: float = 16, relax: float = 60, pull: float = 30) -> tuple[float, ...]:
    """Returns the weight of n grains, and the parts of it that the bottom and the walls carry when
    the bottom has gone down slowly, so that friction is at its most."""
    world, grains, walls, plates = silo(width, n, (0.05, width - 0.05))
    with world:
        for _ in world.run(relax, STEP):
            pass
        plates.velocity = (0, -0.02)
        for _ in world.run(pull, STEP):
            pass
        forces = [[part.force(STEP)[:, 1].sum() for part in (plates, walls)]
                  for _ in world.run(10, STEP)]
        weight = grains.masses["mass"].sum()
    bottom, sides = -np.mean(forces, axis=0) / weight
    return weight, bottom, sides


def flow(hole: float, width: float = 40, n: int = 2500, relax: float = 40,
         seconds: float = 60) -> ev.stats.Mean:
    """Returns how many grains a unit of time leave through a hole, while half of them are there."""
    left, right = (width - hole) / 2, (width + hole) / 2
    world, grains, _, plates = silo(width, n, (0, left), (right, width), (left, right))
    with world:
        for _ in world.run(relax, STEP):
            pass
        plates[2].destroy()
        gone = [0]
        for i, _ in enumerate(world.run(seconds, STEP)):
            if i % 25 == 0:
                gone.append((grains.position[:, 1] < -2).sum())
    steady = np.diff([count for count in gone if 0.02 * n < count < n / 2])
    return ev.stats.blocks(steady / (25 * STEP))


def draw(weight: np.ndarray, bottom: np.ndarray, hole: np.ndarray, rate: np.ndarray) -> None:
    """Draws what the bottom bears over the weight, and rates to the power 2/3 over the width."""
    import matplotlib.pyplot as plt
    figure, (left, right) = plt.subplots(1, 2, figsize=(8.4, 4.2))
    left.plot(weight, weight * bottom, "o", weight, weight, ":")
    left.set(xlabel="weight", ylabel="force on the bottom", ylim=(0, 2 * max(weight * bottom)))
    right.plot(hole, rate ** (2 / 3), "o-")
    right.set(xlabel="width of the hole", ylabel="(grains a unit of time)^2/3")
    figure.tight_layout()
    figure.savefig(sys.argv[1], dpi=100)


if __name__ == "__main__":
    filled = np.array([janssen(n) for n in (100, 200, 400, 800, 1600, 2400)])
    print("weight, parts on bottom and walls\n", filled.round(3))
    widths = np.array([6.0, 8.0, 10.0, 12.0])
    rates = np.array([flow(hole).value for hole in widths])
    print("holes", widths, "rates", rates.round(2))
    if len(sys.argv) > 1:
        draw(*filled.T[:2], widths, rates)
