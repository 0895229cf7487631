"""Samples in a small size, judged by the laws that they are about; in their own size under the tag
slow."""
from __future__ import annotations

import pathlib
import tempfile
import unittest

import numpy as np


import collapse
import ellipses
import freezing
import haff
import jamming
import many
import pressure
import shear
import silo
from support import slow

SAMPLES = pathlib.Path(pressure.__file__).parent


def coverage(seeds: int, impacts: float) -> float:
    """Returns how many of 100 intervals of 95 hold Z of the reference."""
    n, covered = 144, 0
    for packing in pressure.TABLE:
        truth = pressure.reference(packing, n)
        for seed in range(seeds):
            measured = pressure.compressibility(packing, n, impacts, 60, seed, 256)
            covered += measured.covers(truth)
    return 100 * covered / (seeds * len(pressure.TABLE))


class Gases(unittest.TestCase):
    @slow
    def test_errors_of_the_pressure_cover_at_length(self) -> None:
        self.assertAlmostEqual(coverage(100, 500), 95, delta=3.5)

    def test_pressure_is_that_of_the_reference(self) -> None:
        self.assertAlmostEqual(pressure.reference(0.1, 10_000), 1.236122, places=6)
        self.assertAlmostEqual(pressure.reference(0.65, 10_000), 8.407832, places=3)

    def test_a_crystal_melts_below_freezing_only(self) -> None:
        liquid = freezing.melt(0.6, columns=12, relax=400, impacts=400, samples=16)[0]
        solid = freezing.melt(0.76, columns=12, relax=400, impacts=400, samples=16)[0]
        self.assertLess(liquid.value, 0.3)
        self.assertGreater(solid.value, 0.8)

    def cool(self, n: int, tolerance: float) -> None:
        t, kT = haff.cool(n)
        theory = 1 / (1 + haff.cooling_rate(0.05, 0.9) * t) ** 2
        self.assertLess(theory[-1], 0.665)
        np.testing.assert_allclose(kT / kT[0], theory, rtol=tolerance)

    def test_gases_cool_by_haffs_law(self) -> None:
        self.cool(4000, 0.01)

    @slow
    def test_gases_cool_by_haffs_law_at_length(self) -> None:
        self.cool(40_000, 0.005)

    def resist(self, packing: float, tolerance: float, **size: int) -> None:
        measured, theory = shear.viscosity(packing, **size), shear.enskog(packing)
        self.assertLess(measured.error, 0.15 * theory)
        self.assertAlmostEqual(measured.value, theory,
                               delta=4 * measured.error + tolerance * theory)

    def test_sheared_gases_have_enskogs_viscosity(self) -> None:
        self.resist(0.4, 0.02, n=144, seconds=150)

    @slow
    def test_sheared_gases_have_enskogs_viscosity_at_length(self) -> None:
        for packing in (0.1, 0.2, 0.3, 0.4, 0.5):
            self.resist(packing, 0.02)


class Grains(unittest.TestCase):
    def test_walls_carry_what_the_bottom_does_not(self) -> None:
        low, high = (silo.janssen(n, 10, 25, 12) for n in (40, 250))
        for weight, bottom, sides in (low, high):
            self.assertAlmostEqual(bottom + sides, 1, delta=0.03)
        self.assertGreater(low[1], 0.75)
        self.assertLess(high[1], 0.6)

    def power_law(self, holes: tuple[float, ...], tolerance: float, **size: float) -> None:
        rates = np.array([silo.flow(hole, **size).value for hole in holes]) ** (2 / 3)
        line = np.polyval(np.polyfit(holes, rates, 1), holes)
        np.testing.assert_allclose(rates, line, rtol=tolerance)
        self.assertGreater(rates[-1] / rates[0], 1.2)

    @slow
    def test_flow_grows_with_the_hole(self) -> None:
        self.power_law((6, 8, 10), 0.1, width=18, n=400, relax=10, seconds=16)

    @slow
    def test_flow_follows_beverloo(self) -> None:
        self.power_law((6, 8, 10, 12), 0.03)

    def test_tall_columns_run_out_farther(self) -> None:
        low, high = collapse.collapse(0.7, width=6), collapse.collapse(2.5, width=6)
        self.assertGreater(low["run"], 0.1)
        self.assertGreater(high["run"], 2 * low["run"])
        self.assertLess(high["top"], high["aspect"] / 1.5)

    def test_disks_jam(self) -> None:
        found, position, radius, touch = jamming.jam(144, 0.03, 1e4)
        self.assertGreater(found["packing"], 0.82)
        self.assertLess(found["packing"], 0.865)
        self.assertAlmostEqual(found["contacts"], 4, delta=0.25)

    @slow
    def test_disks_jam_where_others_do(self) -> None:
        for seed in (1, 2, 3):
            found = jamming.jam(seed=seed)[0]
            self.assertGreater(found["packing"], 0.838)
            self.assertLess(found["packing"], 0.85)

    def test_ellipses_jam_denser_than_disks(self) -> None:
        found, shapes, poses, touch = ellipses.jam(1.5, 36, 0.2, 300)
        self.assertGreater(found["packing"], 0.87)
        self.assertLess(found["packing"], 0.91)
        self.assertGreater(found["contacts"], 5)
        self.assertLess(found["contacts"], 6.2)
        np.testing.assert_array_equal(touch, touch.T)

    @slow
    def test_ellipses_jam_where_others_do(self) -> None:
        packing = [ellipses.jam(aspect, 100)[0]["packing"] for aspect in (1.1, 1.5)]
        np.testing.assert_allclose(packing, (0.866, 0.894), atol=0.006)


class Sweep(unittest.TestCase):
    def test_a_sweep_measures_pressures(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            rows = many.main(folder, seeds=3)
        self.assertTrue((np.diff(rows[:, 1]) > 0).all())
        np.testing.assert_allclose(rows[:, 1], pressure.formula(rows[:, 0]), rtol=0.04)


class Samples(unittest.TestCase):
    def test_samples_are_short(self) -> None:
        for path in SAMPLES.glob("*.py"):
            lines = path.read_text().splitlines()
            self.assertLess(len(lines), 90, path.name)
            self.assertLessEqual(max(map(len, lines)), 100, path.name)
