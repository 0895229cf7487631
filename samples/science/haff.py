"""Cools a granular gas: Haff's law T = T0 / (1 + t / tau)^2, with tau of kinetic theory.

    PYTHONPATH=build/python python3 samples/science/haff.py [PICTURE]

Units: diameter and mass are 1, and so is the temperature at first. Enskog: dT/dt = -(1 - e^2) / 2 w
T with w the impacts of a disk a unit of time, corrected for the second Sonine coefficient a2 (van
Noije and Ernst, Granular Matter 1, 57, 1998).
"""
from __future__ import annotations

import math
import sys

import numpy as np

import evolute as ev

DISK = ev.SMOOTH._replace(density=4 / np.pi)


def cooling_rate(packing: float, e: float) -> float:
    """Returns 1 / tau at temperature 1: sqrt(T0 / T) grows by it a unit of time."""
    contact = (1 - 7 * packing / 16) / (1 - packing) ** 2
    impacts = 2 * math.sqrt(math.pi) * (4 * packing / math.pi) * contact
    a2 = 16 * (1 - e) * (1 - 2 * e * e) / (57 - 25 * e + 30 * e * e * (1 - e))
    return (1 - e * e) / 4 * impacts * (1 + 3 * a2 / 16)


def mixed(n: int, packing: float, seed: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Returns positions and velocities of an elastic gas in equilibrium, and its box."""
    box = np.full(2, np.sqrt(n * np.pi / 4 / packing))
    with ev.EventWorld(box) as world:
        disks = world.add(ev.circle(0.5), ev.gas.lattice(n, box), material=DISK,
                          velocity=ev.gas.velocities(n, seed=seed))
        world.step(20)
        return disks.position, disks.velocity, box


def cool(n: int = 40_000, packing: float = 0.05, e: float = 0.9, seconds: float = 20,
         samples: int = 20, seed: int = 1) -> tuple[np.ndarray, np.ndarray]:
    """Returns times and temperatures, from 1 at time 0."""
    position, velocity, box = mixed(n, packing, seed)
    with ev.EventWorld(box, contact_time=1e-6) as world:
        world.add(ev.circle(0.5), position, velocity=velocity,
                  material=DISK._replace(restitution=e))
        every, kT = seconds / samples, [world.kinetic_energy / (n - 1)]
        for _ in world.run(seconds, every):
            kT.append(world.kinetic_energy / (n - 1))
    return every * np.arange(samples + 1), np.array(kT)


def draw(runs: dict[float, tuple[np.ndarray, np.ndarray]], packing: float, path: str) -> None:
    """Draws sqrt(T0 / T) - 1 over time: straight lines, as kinetic theory says."""
    import matplotlib.pyplot as plt
    figure, axes = plt.subplots(figsize=(4.2, 4.2))
    for e, (t, kT) in runs.items():
        points, = axes.plot(t, np.sqrt(kT[0] / kT) - 1, "o", ms=4, label=f"e = {e:g}")
        axes.plot(t, cooling_rate(packing, e) * t, "-", lw=1, color=points.get_color())
    axes.set(xlabel="time", ylabel="sqrt(T0 / T) - 1")
    axes.legend()
    figure.tight_layout()
    figure.savefig(path, dpi=100)


if __name__ == "__main__":
    measured = {e: cool(e=e) for e in (0.95, 0.9, 0.8)}
    for restitution, (times, kT_of_time) in measured.items():
        theory = 1 / (1 + cooling_rate(0.05, restitution) * times) ** 2
        off = np.abs(kT_of_time / kT_of_time[0] / theory - 1)
        print(f"e {restitution}: T/T0 down to {kT_of_time[-1] / kT_of_time[0]:.3f}, "
              f"off by at most {100 * off.max():.2f} %")
    if len(sys.argv) > 1:
        draw(measured, 0.05, sys.argv[1])
