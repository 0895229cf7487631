"""Observables by cases whose answers are known, and errors that cover."""
from __future__ import annotations

import unittest

import numpy as np

import evolute as ev
from evolute import observe, stats
from support import gas

BOX = (20.0, 20.0 * np.sqrt(3) / 2)


def crystal() -> np.ndarray:
    """Returns a perfect triangular lattice of 400 sites and spacing 1."""
    return ev.gas.lattice(400, BOX)


class Structure(unittest.TestCase):
    def test_an_ideal_gas_has_none(self) -> None:
        rng = np.random.default_rng(1)
        box = np.array([30.0, 50.0])
        g, s = [], []
        for _ in range(20):
            xy = rng.uniform(size=(500, 2)) * box
            g.append(observe.pair_distribution(xy, box, 10, 5)[1])
            s.append(observe.structure_factor(xy, box, 2)[1])
        np.testing.assert_allclose(np.mean(g, 0), 1, atol=0.05)
        self.assertAlmostEqual(np.mean(s), 1, delta=0.03)

    def test_a_crystal_has_its_own(self) -> None:
        r, g = observe.pair_distribution(crystal(), BOX, 2.5, 250)
        peaks = r[g > 1]
        for shell in (1, np.sqrt(3), 2):
            self.assertLess(np.abs(peaks - shell).min(), 0.01)
        counted = (g * 400 / np.prod(BOX) * 2 * np.pi * r * (r[1] - r[0]))[r < 1.2].sum()
        self.assertAlmostEqual(counted, 6 * 400 / 399, delta=0.01)
        k, s = observe.structure_factor(crystal(), BOX, 8)
        self.assertAlmostEqual(s.max(), 400, places=6)
        self.assertAlmostEqual(k[s.argmax()], 4 * np.pi / np.sqrt(3), places=6)
        np.testing.assert_allclose(observe.psi(crystal(), BOX), 1, atol=1e-9)

    def test_psi_turns_with_the_crystal(self) -> None:
        xy = crystal() + np.random.default_rng(2).normal(size=(400, 2)) * 0.02
        order = observe.psi(xy, BOX)
        self.assertGreater(np.abs(order).mean(), 0.95)
        moved = observe.psi((xy + (3.3, 7.1)) % BOX, BOX)
        np.testing.assert_allclose(order, moved, atol=1e-9)
        i, j, way = observe.neighbours(xy, BOX)
        self.assertEqual(len(i), 6 * 400)
        self.assertEqual(set(zip(i, j)), set(zip(j, i)))
        self.assertLess(np.hypot(*way.T).max(), 2.2)

    def test_axes_order(self) -> None:
        order, director = observe.nematic(np.array([0.3, 0.3 + np.pi, 0.3 - np.pi]))
        self.assertAlmostEqual(order, 1)
        self.assertAlmostEqual(director, 0.3)
        self.assertLess(observe.nematic(np.arange(100) * np.pi / 100)[0], 1e-12)


class Motion(unittest.TestCase):
    def test_msd_and_vacf_are_those_of_all_origins(self) -> None:
        x = np.random.default_rng(3).normal(size=(40, 7, 2)).cumsum(0)
        for t in (0, 1, 7, 39):
            ways = x[t:] - x[:40 - t]
            self.assertAlmostEqual(observe.msd(x)[t], (ways**2).sum(-1).mean(), places=9)
            both = (x[t:] * x[:40 - t]).sum(-1).mean()
            self.assertAlmostEqual(observe.correlation(x)[t] / both, 1, places=9)

    def test_a_dilute_gas_flies_straight_at_first(self) -> None:
        world, disks = gas(400, 0.01)
        ways = []
        for _ in world.run(1, every=0.05):
            ways.append(disks.ways)
        t = 0.05 * np.arange(20)
        np.testing.assert_allclose(observe.msd(np.array(ways))[1:4], 2 * t[1:4]**2, rtol=0.02)


class Errors(unittest.TestCase):
    def test_intervals_of_95_cover_95_of_100(self) -> None:
        rng = np.random.default_rng(4)
        for keep in (0.0, 0.5, 0.9):
            covered = 0
            for _ in range(300):
                x = rng.normal(size=1500)
                for i in range(1, len(x) if keep else 0):
                    x[i] += keep * x[i - 1]
                covered += stats.blocks(x[476:]).covers(0)
            self.assertGreater(covered, 0.9 * 300, keep)
            self.assertLess(covered, 0.99 * 300, keep)

    def test_a_mean_without_noise_has_no_error(self) -> None:
        mean = stats.blocks(np.full(100, 3.0))
        self.assertEqual((mean.value, mean.error), (3, 0))
        self.assertEqual(str(mean), "3 +- 0")
        with self.assertRaises(ValueError):
            stats.blocks([1, 2])
