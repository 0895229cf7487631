"""Pictures by matplotlib: the rims of shapes as its own exact arcs (cubic curves, off by 3e-4 of a
radius at most)."""
from __future__ import annotations

from typing import Any

import numpy as np
from matplotlib.cm import ScalarMappable
from matplotlib.collections import PatchCollection
from matplotlib.colors import ListedColormap, Normalize
from matplotlib.patches import Ellipse, Patch, PathPatch, Wedge
from matplotlib.path import Path

from .colours import limits_of, mapped
from .pictures import rounded, style


def _arc(center: tuple[float, float], radius: float, start: float, end: float) -> Path:
    path = Path.arc(np.degrees(start), np.degrees(end))
    return Path(path.vertices * radius + center, path.codes)


def _hull(points: list[tuple[float, float]], radius: float) -> Path:
    if radius == 0:
        return Path([*points, points[0]], closed=True)
    parts = [_arc(corner, radius, a, b) for corner, a, b in rounded(points)]
    vertices, codes = np.concatenate([part.vertices for part in parts]), \
        np.concatenate([[Path.LINETO, *part.codes[1:]] for part in parts])
    codes[0] = Path.MOVETO
    return Path([*vertices, vertices[0]], [*codes, Path.CLOSEPOLY])


def _patch(kind: str, *of: Any) -> Patch:
    if kind == "ellipse":
        center, a, b, angle = of
        return Ellipse(center, 2 * a, 2 * b, angle=np.degrees(angle))
    if kind == "ring":
        center, inner, outer, start, sweep = of
        return Wedge(center, outer, np.degrees(start), np.degrees(start + sweep),
                     width=outer - inner)
    return PathPatch(_hull(*of) if kind == "hull" else Path(of))


def add(axes: Any, primitives: list[tuple[Any, ...]], fills: Any) -> Any:
    """Adds what a world draws to axes, as one collection."""
    looks = [style(fills, index, role) for index, role, *_ in primitives]
    inner, rims = zip(*looks) if looks else ((), ())
    drawn = PatchCollection([_patch(*rest) for _, _, *rest in primitives], facecolors=inner,
                            edgecolors=rims, linewidths=0.7)
    axes.add_collection(drawn)
    return drawn


def add_bar(axes: Any, values: Any, colours: Any, limits: Any, name: str) -> None:
    """Adds the bar of the colours of values."""
    low, high = limits_of(values, limits)
    steps = mapped(np.linspace(0, 1, 256), colours) / 255
    scale = ScalarMappable(Normalize(low, high), ListedColormap(steps))
    axes.figure.colorbar(scale, ax=axes, label=name)
