"""Initial conditions of hard particles."""
from __future__ import annotations

import numpy as np

from . import checks
from .errors import InvalidError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .arrays import ArrayLike, Floats


def drawn(rng: np.random.Generator, masses: Floats, kT: float) -> Floats:
    """Returns velocities of Maxwell's distribution, with what momentum they happen to have."""
    return rng.normal(size=(len(masses), 2)) * np.sqrt(kT / masses)[:, None]


def velocities(n: int, kT: float = 1.0, mass: ArrayLike = 1.0, seed: int = 0) -> Floats:
    """Returns velocities of Maxwell's distribution, without momentum, at exactly this temperature
    of n - 1 particles: those that a periodic box has."""
    n = checks.integer("n", n, 2)
    weights = checks.floats("mass", mass, n)[:, None]
    v = drawn(np.random.default_rng(seed), weights[:, 0], 1.0)
    v -= (weights * v).sum(0) / weights.sum()
    return v * np.sqrt(2 * (n - 1) * kT / (weights * v * v).sum())


def _spacing(columns: int, rows: int, box: Floats) -> float:
    """Returns the least distance of two sites of a lattice whose odd rows are shifted by half."""
    a, b = box / (columns, rows)
    return min(a, np.hypot(a / 2, b), 2 * b)


def lattice(n: int, box: ArrayLike) -> Floats:
    """Returns n sites of the lattice in a periodic box that keeps them farthest apart: as
    triangular as it fits."""
    n, size = checks.integer("n", n, 1), checks.floats("box", box, 2, each=False)
    if not (size > 0).all():
        raise InvalidError(f"box is {size.tolist()}; it must be above 0")
    most = int(2 * np.sqrt(n * size[0] / size[1])) + 2
    grids = [(columns, 2 * -(-n // (2 * columns))) for columns in range(1, most)]
    columns, rows = max(grids, key=lambda grid: _spacing(grid[0], grid[1], size))
    row, column = np.divmod(np.arange(columns * rows), columns)
    sites = np.stack([column + 0.25 + 0.5 * (row % 2), row + 0.5], -1) * size / (columns, rows)
    return sites[np.linspace(0, columns * rows - 1, n).round().astype(int)]
