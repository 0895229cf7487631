"""Lets a column of grains collapse: how far it runs out, over its height. Lube et al. (Phys. Rev. E
72, 041301, 2005), Staron and Hinch (J. Fluid Mech. 545, 1, 2005): linear in the aspect ratio at
first, more slowly for tall columns.

    PYTHONPATH=build/python python3 samples/science/collapse.py [PICTURE]

Units: the mean diameter, gravity and the density of grains are 1.
"""
from __future__ import annotations

import sys

import numpy as np

import evolute as ev

STEP, ROUGH = 0.01, ev.Material(friction=0.5, rolling_resistance=0.1)


def column(width: float, aspect: float, seed: int) -> tuple[ev.World, ev.Bodies, ev.Bodies]:
    """Returns a world, grains that fall between two walls on rough ground, and the walls."""
    rng = np.random.default_rng(seed)
    world = ev.World((0, -1), bounce_threshold=0.05, never_sleep=True)
    n = int(2 * width * aspect * width * 0.82 / (np.pi / 4))
    tall = 2 * 1.3**2 * n / width
    world.add(ev.segment((-1000, 0), (1000, 0)), (0, 0), kind="static", material=ROUGH)
    walls = world.add(ev.box(1, tall), [(-width - 1, tall), (width + 1, tall)], kind="static",
                      material=ev.SMOOTH._replace(restitution=0.0))
    columns = int(2 * width / 1.3)
    row, place = np.divmod(np.arange(n), columns)
    x = (place + 0.5) * 2 * width / columns - width
    grains = world.add(ev.circle(rng.uniform(0.4, 0.6, n)), np.stack([x, 0.7 + 1.3 * row], -1),
                       material=ROUGH, velocity=rng.normal(0, 0.1, (n, 2)))
    return world, grains, walls


def is_at_rest(grains: ev.Bodies) -> bool:
    """Returns whether grains move by less than a hundredth of their diameter a unit of time."""
    return bool(np.sqrt((grains.velocity**2).sum(1).mean()) < 1e-2)


def settle(world: ev.World, grains: ev.Bodies, most: float) -> None:
    """Steps until grains are at rest, or for so long."""
    for i, _ in enumerate(world.run(most, STEP)):
        if i % 100 == 99 and is_at_rest(grains):
            break


def toe(x: np.ndarray) -> float:
    """Returns how far from the middle the deposit is half a layer thick: no lone grain decides."""
    layers = np.histogram(np.abs(x), np.arange(0, np.abs(x).max() + 4, 2))[0] / 4
    return 2 * float(np.argmax(layers < 0.5))


def collapse(aspect: float, width: float = 12, seed: int = 1, most: float = 200) -> dict:
    """Returns aspect ratio, run-out and final height of a column, in halves of its width."""
    world, grains, walls = column(width, aspect, seed)
    with world:
        settle(world, grains, most)
        height = np.quantile(grains.position[:, 1], 0.98) + 0.5
        walls.destroy()
        settle(world, grains, most)
        x, y = grains.position.T
    top = np.quantile(y, 0.98)
    return {"aspect": height / width, "run": toe(x) / width - 1, "top": top / width}


def draw(rows: list[dict[str, float]], path: str) -> None:
    """Draws the run-out over the aspect ratio, with lines of slopes 1 and 2/3."""
    import matplotlib.pyplot as plt
    aspect, run = np.array([(row["aspect"], row["run"]) for row in rows]).T
    figure, axes = plt.subplots(figsize=(4.2, 4.2))
    axes.loglog(aspect, run, "o")
    for slope in (1, 2 / 3):
        line = run[5] * (aspect / aspect[5]) ** slope
        axes.loglog(aspect, line, lw=1, label=f"slope {slope:.2g}")
    axes.set(xlabel="height / half width", ylabel="run-out / half width")
    axes.legend()
    figure.tight_layout()
    figure.savefig(path, dpi=100)


if __name__ == "__main__":
    table = []
    for ratio in (0.5, 0.75, 1, 1.5, 2, 3, 4, 6, 8, 12):
        table.append(collapse(ratio))
        print({name: round(value, 3) for name, value in table[-1].items()}, flush=True)
    if len(sys.argv) > 1:
        draw(table, sys.argv[1])
