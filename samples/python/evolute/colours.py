"""Colours of values."""
from __future__ import annotations

import numpy as np

from . import checks
from .errors import InvalidError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable, Union

    from .arrays import Array, ArrayLike, Floats
    Colormap = Union[str, Callable[[Any], Any]]

# Colours at equal distances, between which others lie.
_MAPS = {"viridis": ("440154", "472d7b", "3b528b", "2c728e", "21918c", "28ae80", "5ec962", "addc30",
                     "fde725"),
         "magma": ("000004", "1d1147", "51127c", "832681", "b73779", "e75263", "fc8961", "fec488",
                   "fcfdbf"),
         "coolwarm": ("3b4cc0", "7b9ff9", "c0d4f5", "dddddd", "f2cbb7", "ee8468", "b40426"),
         "gray": ("000000", "ffffff")}


def limits_of(values: Floats, limits: ArrayLike | None) -> tuple[float, float]:
    """Returns the values of the first and the last colour: of all that are finite."""
    if limits is not None:
        low, high = checks.finite("limits", limits, 2).tolist()
        return low, high
    known = values[np.isfinite(values)]
    return (float(known.min()), float(known.max())) if len(known) else (0.0, 1.0)


def mapped(parts: Floats, colours: Colormap) -> Array:
    """Returns bytes of red, green and blue of parts from 0 to 1; `colours`: a name, or what maps
    parts to colours, as the colormaps of matplotlib do."""
    if callable(colours):
        return np.rint(255 * np.asarray(colours(parts))[:, :3]).astype(np.uint8)
    stops = np.array([list(bytes.fromhex(text))
                      for text in _MAPS[checks.choice("colours", colours, _MAPS)]], float)
    places = np.linspace(0, 1, len(stops))
    return np.stack([np.interp(parts, places, column) for column in stops.T],
                    -1).round().astype(np.uint8)


def of(values: ArrayLike, count: int, colours: Colormap, limits: ArrayLike | None
       ) -> tuple[Array, Array]:
    """Returns bytes of red, green and blue of each value, and which values are numbers."""
    given = checks.numbers("values", values).astype(float)
    if given.shape != (count,):
        raise InvalidError(f"values has shape {given.shape}; it must be ({count},), one of each "
                           f"body of the world, in the order of `bodies`")
    low, high = limits_of(given, limits)
    known = ~np.isnan(given)
    parts = (np.where(known, given, low) - low) / ((high - low) or 1.0)
    return mapped(np.clip(parts, 0, 1), colours), known
