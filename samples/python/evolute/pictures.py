"""Pictures of worlds: exact shapes as SVG, which notebooks show; by matplotlib; as animations."""
from __future__ import annotations

import os

import numpy as np

from . import checks
from .native import ffi, lib
from .owner import Owner

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .arrays import ArrayLike, Floats

# Fill and rim of each role of a shape (draw.h), and the line of joints.
_FILLS = {lib.EVO_ROLE_DYNAMIC: ("#9ecae1", "#2b6a99"),
          lib.EVO_ROLE_STATIC: ("#c8c8c8", "#666666"),
          lib.EVO_ROLE_KINEMATIC: ("#c7e9c0", "#31a354"),
          lib.EVO_ROLE_SLEEPING: ("#dbe3ea", "#7f97aa"),
          lib.EVO_ROLE_DISABLED: ("none", "#bbbbbb"), lib.EVO_ROLE_SENSOR: ("none", "#e6a000")}
_JOINT = ("none", "#d95f0e")

# Pixels of the wider side of an SVG.
_PIXELS = 480


class Pictures(Owner):
    """What worlds show of themselves."""

    def _primitives(self) -> list[tuple[Any, ...]]:
        """Returns what there is to draw: role, kind and numbers of each."""
        found: list[tuple[Any, ...]] = []
        handle, draw = ffi.new_handle(found), ffi.new("evo_draw *")
        draw.flags, draw.context = lib.EVO_DRAW_SHAPES | lib.EVO_DRAW_JOINTS, handle
        for name in ("circle", "ellipse", "ring", "hull", "line"):
            setattr(draw, name, getattr(lib, "evolute_draw_" + name))
        lib.evo_world_draw(self.c, draw)
        return found

    def _view(self, view: ArrayLike | None) -> Floats:
        """Returns both corners of what is shown: what is asked for, the box of exact time, or all
        that can move, with a tenth around."""
        if view is not None:
            return checks.floats("view", view, 2, 2, each=False)
        config = lib.evo_world_get(self.c)
        if config.boundary != lib.EVO_OPEN:
            return np.array([[config.bounds.min.x, config.bounds.min.y],
                             [config.bounds.max.x, config.bounds.max.y]])
        still, found = [], []
        for id in self.bodies.start:  # type: ignore[attr-defined]
            bounds = lib.evo_body_bounds(self.c, id)
            still.append(lib.evo_body_kind_of(self.c, id) == lib.EVO_STATIC)
            found.append((bounds.min.x, bounds.min.y, bounds.max.x, bounds.max.y))
        if not found:
            return np.array([[-1.0, -1.0], [1.0, 1.0]])
        shown = np.array(found)[~np.array(still) | all(still)]
        corners = np.array([shown[:, :2].min(0), shown[:, 2:].max(0)])
        return corners + 0.1 * np.array([[-1.0], [1.0]]) * (corners[1] - corners[0]).max()

    def svg(self, view: ArrayLike | None = None, pixels: int = _PIXELS) -> str:
        """Returns a picture of the world as it stands. `view`: two corners of what is shown."""
        low, high = self._view(view)
        size = high - low
        scale = checks.integer("pixels", pixels, 1) / size.max()
        marks = "".join(_svg_of(*primitive) for primitive in self._primitives())
        x, y, width, height = (f"{value:.9g}" for value in (low[0], -high[1], *size))
        return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{size[0] * scale:.0f}" '
                f'height="{size[1] * scale:.0f}" viewBox="{x} {y} {width} {height}">'
                f'<rect x="{x}" y="{y}" width="{width}" height="{height}" fill="white" '
                f'stroke="#999999" stroke-width="{2 / scale:.4g}"/>'
                f'<g transform="scale(1,-1)" stroke-width="{1 / scale:.4g}">{marks}</g></svg>')

    def _repr_svg_(self) -> str | None:
        return None if self._c is None else self.svg()

    def draw(self, axes: Any = None, view: ArrayLike | None = None) -> Any:
        """Draws the world into axes of matplotlib, or new ones, and returns them."""
        import matplotlib.pyplot as plt
        from . import plot
        corners = self._view(view)
        if axes is None:
            _, axes = plt.subplots()
        plot.add(axes, self._primitives())
        axes.set_xlim(*corners[:, 0])
        axes.set_ylim(*corners[:, 1])
        axes.set_aspect("equal")
        return axes

    def animate(self, seconds: float, every: float, path: str | os.PathLike[str] | None = None,
                view: ArrayLike | None = None, frames_a_second: int = 25) -> Animation:
        """Runs the world, and returns what a notebook shows as a film, a frame after each step of
        `every`. `path`: a file to write, .html, or by matplotlib and Pillow .gif."""
        name = "" if path is None else os.fspath(path)
        if path is not None and not name.endswith((".html", ".gif")):
            raise ValueError(f"path is {name!r}; it must end in .html or .gif")
        moments = self.run(seconds, every)  # type: ignore[attr-defined]
        shown = self._view(view)
        if name.endswith(".gif"):
            from . import plot
            plot.film(self, moments, shown, name, frames_a_second)
            return Animation([], frames_a_second, name)
        film = Animation([self.svg(shown) for _ in moments], frames_a_second, name)
        if path is not None:
            with open(path, "w", encoding="utf-8") as file:
                file.write("<!DOCTYPE html><meta charset=utf-8>" + film._repr_html_())
        return film


class Animation:
    """Frames that a notebook shows one after the other."""

    def __init__(self, frames: list[str], frames_a_second: int, path: str):
        self.frames, self.frames_a_second, self.path = frames, frames_a_second, path

    def _repr_html_(self) -> str:
        if not self.frames:
            return f'<img src="{self.path}">'
        hidden = "".join(f'<div style="display:none">{frame}</div>' for frame in self.frames)
        return (f"<div>{hidden}</div><script>{{"
                f"const all = document.currentScript.previousElementSibling.children;"
                f"const show = (k, how) => all[k % all.length].style.display = how;"
                f'let i = 0; setInterval(() => {{ show(i, "none"); show(++i, ""); }}, '
                f"{1000 / self.frames_a_second:.0f}); }}</script>")


# ---- SVG

def _style(role: int) -> tuple[str, str]:
    return _FILLS.get(role, _JOINT)


def _point(angle: float, radius: float, center: tuple[float, float]) -> str:
    return f"{center[0] + radius * np.cos(angle):.9g} {center[1] + radius * np.sin(angle):.9g}"


def _ring_path(center: tuple[float, float], inner: float, outer: float, start: float,
               sweep: float) -> str:
    """Returns both arcs of a ring, each in two halves, since one arc cannot be a whole circle."""
    middle, end, whole = start + sweep / 2, start + sweep, sweep >= 2 * np.pi - 1e-9
    def arc(radius: float, *angles: float) -> str:
        way = int(angles[1] > angles[0])
        return "".join(f"A{radius:.9g} {radius:.9g} 0 0 {way} {_point(a, radius, center)}"
                       for a in angles)
    return (f"M{_point(start, outer, center)}{arc(outer, middle, end)}"
            f"{'M' if whole else 'L'}{_point(end, inner, center)}{arc(inner, middle, start)}Z")


def rounded(points: list[tuple[float, float]]) -> list[tuple[Any, ...]]:
    """Returns the corners of a hull that is grown, with the angles at which their arcs begin and
    end."""
    corners = np.array(points)
    way = np.roll(corners, -1, 0) - corners
    out = np.arctan2(-way[:, 0], way[:, 1])
    first = np.roll(out, 1)
    turn = np.mod(out - first, 2 * np.pi)
    return [(tuple(corner), a, a + t) for corner, a, t in zip(corners.tolist(), first, turn)]


def _hull_path(points: list[tuple[float, float]], radius: float) -> str:
    if radius == 0:
        return "M" + "L".join(f"{x:.9g} {y:.9g}" for x, y in points) + "Z"
    parts = [f"{_point(a, radius, corner)}A{radius:.9g} {radius:.9g} 0 0 1 "
             f"{_point(b, radius, corner)}" for corner, a, b in rounded(points)]
    return "M" + "L".join(parts) + "Z"


def _svg_of(role: int, kind: str, *of: Any) -> str:
    fill, rim = _style(role)
    style = f'fill="{fill}" stroke="{rim}"'
    if kind == "ellipse":
        (x, y), a, b, angle = of
        return (f'<ellipse rx="{a:.9g}" ry="{b:.9g}" transform="translate({x:.9g} {y:.9g}) '
                f'rotate({np.degrees(angle):.6g})" {style}/>')
    if kind == "line":
        path = "M" + "L".join(f"{x:.9g} {y:.9g}" for x, y in of)
    else:
        path = _ring_path(*of) if kind == "ring" else _hull_path(*of)
    return f'<path d="{path}" {style}/>'


# ---- What the engine draws

def _add(context: Any, item: Any, kind: str, *of: Any) -> None:
    ffi.from_handle(context).append((item.role, kind, *of))


@ffi.def_extern()
def evolute_draw_circle(to: Any, item: Any, center: Any, radius: float, angle: float) -> None:
    """Takes a disk."""
    _add(to, item, "ellipse", (center.x, center.y), radius, radius, angle)


@ffi.def_extern()
def evolute_draw_ellipse(to: Any, item: Any, center: Any, a: float, b: float, angle: float) -> None:
    """Takes an ellipse."""
    _add(to, item, "ellipse", (center.x, center.y), a, b, angle)


@ffi.def_extern()
def evolute_draw_ring(to: Any, item: Any, center: Any, inner: float, outer: float, start: float,
                      sweep: float) -> None:
    """Takes a slice of a ring."""
    _add(to, item, "ring", (center.x, center.y), inner, outer, start, sweep)


@ffi.def_extern()
def evolute_draw_hull(to: Any, item: Any, points: Any, count: int, radius: float) -> None:
    """Takes a capsule or a polygon."""
    _add(to, item, "hull", [(points[i].x, points[i].y) for i in range(count)], radius)


@ffi.def_extern()
def evolute_draw_line(to: Any, item: Any, a: Any, b: Any) -> None:
    """Takes a segment, or a line of a joint."""
    _add(to, item, "line", (a.x, a.y), (b.x, b.y))
