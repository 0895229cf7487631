"""Pictures by matplotlib: the rims of shapes as its own exact arcs (cubic curves, off by 3e-4 of a
radius at most)."""
from __future__ import annotations

from typing import Any, Iterator

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.animation import PillowWriter
from matplotlib.collections import PatchCollection
from matplotlib.patches import Ellipse, Patch, PathPatch, Wedge
from matplotlib.path import Path

from .pictures import _style, rounded


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


def add(axes: Any, primitives: list[tuple[Any, ...]]) -> Any:
    """Adds what a world draws to axes, as one collection."""
    fills, rims = zip(*[_style(role) for role, *_ in primitives]) if primitives else ((), ())
    drawn = PatchCollection([_patch(*rest) for _, *rest in primitives], facecolors=fills,
                            edgecolors=rims, linewidths=0.7)
    axes.add_collection(drawn)
    return drawn


def film(world: Any, moments: Iterator[float], view: Any, path: str, rate: int) -> None:
    """Writes a GIF of a world, a frame at each moment."""
    figure, axes = plt.subplots(figsize=(4, 4 * np.ptp(view[:, 1]) / np.ptp(view[:, 0])))
    writer = PillowWriter(fps=rate)
    with writer.saving(figure, path, dpi=100):
        for _ in moments:
            axes.clear()
            world.draw(axes, view)
            writer.grab_frame()
    plt.close(figure)
