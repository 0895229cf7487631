"""Observables of arrays of positions, angles and velocities; no world is needed."""
from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from . import checks
from .errors import InvalidError
from .native import lib
from .records import pointer, vector

if TYPE_CHECKING:
    from .arrays import ArrayLike, Complexes, Floats, Integers

# Pairs, or numbers to be transformed, between two looks at Ctrl-C: some hundredths of a second.
_PAIRS, _NUMBERS, _BLOCK = 4_000_000, 500_000, 64


def _in_box(position: ArrayLike, box: ArrayLike) -> tuple[Floats, Floats]:
    return checks.rows("position", position, 2), checks.floats("box", box, 2, each=False)


def pair_distribution(position: Floats, box: ArrayLike, reach: float,
                      bins: int = 200) -> tuple[Floats, Floats]:
    """Returns r and g(r) in a periodic box, up to a distance of less than half of it."""
    position, size = _in_box(position, box)
    n, bins = len(position), checks.integer("bins", bins, 1)
    if not 0 < reach < size.min() / 2:
        raise InvalidError(f"reach is {reach:g}; it must be above 0, and below half the box")
    inside = np.mod(checks.finite("position", position, n, 2), size)
    inside = np.where(inside < size, inside, 0.0)
    points = np.ascontiguousarray(inside[np.argsort(inside[:, 0])])
    counts, start, done = np.zeros(bins, np.uint64), pointer("evo_vec2 *", points), 0
    while done < n:
        done = lib.evolute_distances(start, n, vector(size, "box"), reach, bins,
                                     pointer("uint64_t *", counts), done, _PAIRS)
    edges = np.linspace(0, reach, bins + 1)
    expected = n * (n - 1) * np.pi * np.diff(edges**2) / size.prod()
    return (edges[1:] + edges[:-1]) / 2, 2 * counts / expected


def structure_factor(position: Floats, box: ArrayLike, most: float) -> tuple[Floats, Floats]:
    """Returns the lengths k of the box's own wave vectors up to `most`, ascending, and S(k) of
    each: nothing is averaged."""
    position, size = _in_box(position, box)
    m = np.floor(most * size / (2 * np.pi)).astype(int)
    kx = 2 * np.pi / size[0] * np.arange(m[0] + 1)
    ky = 2 * np.pi / size[1] * np.arange(-m[1], m[1] + 1)
    waves = np.zeros((len(kx), len(ky)), complex)
    for part in (position[first:first + _BLOCK] for first in range(0, len(position), _BLOCK)):
        across, up = np.exp(1j * np.outer(kx, part[:, 0])), np.exp(1j * np.outer(part[:, 1], ky))
        rows = max(1, _PAIRS // up.size)
        for first in range(0, len(kx), rows):
            waves[first:first + rows] += across[first:first + rows] @ up
    k = np.hypot(kx[:, None], ky).ravel()
    s = (np.abs(waves) ** 2).ravel() / len(position)
    order = np.argsort(k, kind="stable")
    order = order[(k[order] > 0) & (k[order] <= most)]
    return k[order], s[order]


def _with_images(position: Floats, box: Floats, rim: float) -> tuple[Floats, Integers]:
    """Returns the points in the box, then the images within a rim of it, and whose they are."""
    inside = np.mod(position, box)
    points, ids = [inside], [np.arange(len(inside))]
    for shift in [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y]:
        image = inside + box * shift
        near = np.flatnonzero(np.all((image > -rim) & (image < box + rim), axis=1))
        points.append(image[near])
        ids.append(near)
    return np.concatenate(points), np.concatenate(ids)


def neighbours(position: Floats, box: ArrayLike) -> tuple[Integers, Integers, Floats]:
    """Returns Delaunay neighbours in a periodic box, each pair both ways: i, j and the vector
    from i to j."""
    from scipy.spatial import Delaunay
    position, size = _in_box(position, box)
    n = len(position)
    points, ids = _with_images(position, size, 4 * np.sqrt(size.prod() / n))
    ends, found = Delaunay(points).vertex_neighbor_vertices
    i = np.repeat(np.arange(len(points)), np.diff(ends))
    own = i < n
    i, j = i[own], found[own]
    return i, ids[j], points[j] - points[i]


def psi(position: Floats, box: ArrayLike, fold: int = 6) -> Complexes:
    """Returns the bond-orientational order of each body, over its Delaunay neighbours."""
    i, _, way = neighbours(position, box)
    bond = np.exp(1j * fold * np.arctan2(way[:, 1], way[:, 0]))
    sums = np.bincount(i, bond.real) + 1j * np.bincount(i, bond.imag)
    return np.asarray(sums / np.bincount(i), complex)


def nematic(angle: Floats) -> tuple[float, float]:
    """Returns order, from 0 to 1 where all axes are parallel, and the angle of the director."""
    mean = np.exp(2j * np.asarray(angle)).mean()
    return float(np.abs(mean)), float(np.angle(mean) / 2)


def correlation(series: ArrayLike) -> Floats:
    """Returns <x(0) x(t)> of a series (T, ...), over all origins, by FFT; summed over components of
    the last axis, averaged over the others: of velocities (T, N, 2) the VACF."""
    x = np.asarray(series, float)
    times = len(x)
    flat = x.reshape(times, -1)
    members = int(np.prod(x.shape[1:-1]))
    power, some = np.zeros(times + 1), max(1, _NUMBERS // times)
    for first in range(0, flat.shape[1], some):
        wave = np.fft.rfft(flat[:, first:first + some], 2 * times, axis=0)
        power += (np.abs(wave) ** 2).sum(1)
    total = np.fft.irfft(power)[:times]
    return total / (times - np.arange(times)) / members


def msd(ways: ArrayLike) -> Floats:
    """Returns the mean square displacement of ways (T, N, 2) that are not wrapped into a box, over
    all origins: |x(t)|^2 + |x(0)|^2 by running sums, the product by FFT."""
    x = np.asarray(ways, float)
    times, n = x.shape[:2]
    square = (x**2).sum((1, 2))
    early = np.concatenate([[0], np.cumsum(square)])
    t = np.arange(times)
    both = early[times - t] + early[times] - early[t]
    return both / (times - t) / n - 2 * correlation(x)
