"""Pictures of worlds: exact shapes as SVG, which notebooks show; as pixels, by the painter of the
samples; by matplotlib; as animations."""
from __future__ import annotations

import os

import numpy as np

from . import checks
from .errors import InvalidError
from .native import ffi, lib
from .owner import Owner
from .records import pointer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable, Iterator

    from .arrays import Array, ArrayLike, Floats
    from .colours import Colormap

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
        """Returns what there is to draw: index of the body, role, kind and numbers of each."""
        found: list[tuple[Any, ...]] = []
        handle, draw = ffi.new_handle(found), ffi.new("evo_draw *")
        draw.flags, draw.context = lib.EVO_DRAW_SHAPES | lib.EVO_DRAW_JOINTS, handle
        for name in ("circle", "ellipse", "ring", "hull", "line"):
            setattr(draw, name, getattr(lib, "evolute_draw_" + name))
        lib.evo_world_draw(self.c, draw)
        return found

    def _fills(self, values: ArrayLike | None, colours: Colormap, limits: ArrayLike | None
               ) -> Array:
        """Returns colours 0xRRGGBBAA of bodies by their index; 0: the usual one."""
        if values is None:
            return np.zeros(0, np.uint32)
        from . import colours as maps
        index = self.bodies.ids["index"]  # type: ignore[attr-defined]
        rgb, known = maps.of(values, len(index), colours, limits)
        fills = np.zeros(int(index.max()) + 1 if len(index) > 0 else 0, np.uint32)
        fills[index] = np.where(known, rgb.astype(np.uint32) @ [1 << 24, 1 << 16, 1 << 8] + 255, 0)
        return fills

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

    def svg(self, view: ArrayLike | None = None, pixels: int = _PIXELS, *,
            values: ArrayLike | None = None, colours: Colormap = "viridis",
            limits: ArrayLike | None = None) -> str:
        """Returns a picture of the world as it stands. `view`: two corners of what is shown;
        `values`: one of each body, in the order of `bodies`, which colours it (NaN: as usual), by
        `colours`: viridis, magma, coolwarm, gray, or a colormap of matplotlib; `limits`: the values
        of the first and the last colour."""
        low, high = self._view(view)
        size, fills = high - low, self._fills(values, colours, limits)
        scale = checks.integer("pixels", pixels, 1) / size.max()
        marks = "".join(_svg_of(fills, *primitive) for primitive in self._primitives())
        x, y, width, height = (f"{value:.9g}" for value in (low[0], -high[1], *size))
        return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{size[0] * scale:.0f}" '
                f'height="{size[1] * scale:.0f}" viewBox="{x} {y} {width} {height}">'
                f'<rect x="{x}" y="{y}" width="{width}" height="{height}" fill="white" '
                f'stroke="#999999" stroke-width="{2 / scale:.4g}"/>'
                f'<g transform="scale(1,-1)" stroke-width="{1 / scale:.4g}">{marks}</g></svg>')

    def _repr_svg_(self) -> str | None:
        return None if self._c is None else self.svg()

    def image(self, view: ArrayLike | None = None, pixels: int = _PIXELS, *,
              values: ArrayLike | None = None, colours: Colormap = "viridis",
              limits: ArrayLike | None = None) -> Array:
        """Returns the same picture as bytes of red, green and blue, (height, width, 3), in
        some milliseconds for a thousand bodies; both sizes are even, as films want them."""
        low, high = self._view(view)
        fills, size = self._fills(values, colours, limits), high - low
        if not (size > 0).all() or not np.isfinite(size).all():
            raise InvalidError(f"view is {[low.tolist(), high.tolist()]}; its second corner must "
                               f"be above the first")
        wider = checks.integer("pixels", pixels, 2)
        width, height = (2 * max(1, round(part / 2)) for part in size / size.max() * wider)
        if wider > 16_384:
            raise InvalidError(f"pixels is {wider}; it must be 16384 or less")
        painted = np.empty((height, width), np.uint32)
        bounds = {"min": dict(zip("xy", low.tolist())), "max": dict(zip("xy", high.tolist()))}
        lib.evolute_paint(self.c, bounds, pointer("uint32_t *", fills), len(fills),
                          pointer("uint32_t *", painted), width, height)
        parts = painted.astype("<u4", copy=False).view(np.uint8).reshape(height, width, 4)
        return np.ascontiguousarray(parts[..., 2::-1])

    def draw(self, axes: Any = None, view: ArrayLike | None = None, *,
             values: ArrayLike | None = None, colours: Colormap = "viridis",
             limits: ArrayLike | None = None, bar: str | None = "") -> Any:
        """Draws the world into axes of matplotlib, or new ones, and returns them. `values` and so
        on: as of svg; `bar`: the name beside the bar of their colours; None: no bar."""
        import matplotlib.pyplot as plt
        from . import plot
        corners, fills = self._view(view), self._fills(values, colours, limits)
        if axes is None:
            _, axes = plt.subplots()
        plot.add(axes, self._primitives(), fills)
        if values is not None and bar is not None:
            plot.add_bar(axes, np.asarray(values, float), colours, limits, bar)
        axes.set_xlim(*corners[:, 0])
        axes.set_ylim(*corners[:, 1])
        axes.set_aspect("equal")
        return axes

    def animate(self, seconds: float, every: float, path: str | os.PathLike[str] | None = None,
                view: ArrayLike | None = None, frames_a_second: int = 25, *,
                pixels: int = _PIXELS, values: Callable[[], ArrayLike] | None = None,
                colours: Colormap = "viridis", limits: ArrayLike | None = None) -> Animation:
        """Runs the world, and returns what a notebook shows as a film, a frame after each step of
        `every`. `path`: a file to write: .html; .mp4, by ffmpeg; .gif, by Pillow; .png, which is
        numbered: run.png becomes run-00000.png and so on. `values`: a function that returns those
        of a frame; all else: as of svg."""
        name = "" if path is None else os.fspath(path)
        if path is not None and not name.endswith((".html", ".gif", ".mp4", ".png")):
            raise ValueError(f"path is {name!r}; it must end in .html, .mp4, .gif or .png")
        moments = self.run(seconds, every)  # type: ignore[attr-defined]
        shown = self._view(view)

        def look(how: Callable[..., Any]) -> Iterator[Any]:
            for _ in moments:
                yield how(shown, pixels, values=None if values is None else values(),
                          colours=colours, limits=limits)
        if path is not None and not name.endswith(".html"):
            from . import films
            films.write(name, look(self.image), frames_a_second)
            return Animation([], frames_a_second, name)
        film = Animation(list(look(self.svg)), frames_a_second, name)
        if path is not None:
            with open(path, "w", encoding="utf-8") as file:
                file.write("<!DOCTYPE html><meta charset=utf-8>" + film._repr_html_())
        return film


class Animation:
    """Frames that a notebook shows one after the other."""

    def __init__(self, frames: list[str], frames_a_second: int, path: str):
        self.frames, self.frames_a_second, self.path = frames, frames_a_second, path

    def _repr_html_(self) -> str:
        if self.path.endswith(".mp4"):
            return f'<video src="{self.path}" autoplay loop controls></video>'
        if not self.frames:
            return f'<img src="{self.path}">'
        hidden = "".join(f'<div style="display:none">{frame}</div>' for frame in self.frames)
        return (f"<div>{hidden}</div><script>{{"
                f"const all = document.currentScript.previousElementSibling.children;"
                f"const show = (k, how) => all[k % all.length].style.display = how;"
                f'let i = 0; setInterval(() => {{ show(i, "none"); show(++i, ""); }}, '
                f"{1000 / self.frames_a_second:.0f}); }}</script>")


# ---- SVG

def style(fills: Array, index: int, role: int) -> tuple[str, str]:
    """Returns the colours of a fill and of its rim."""
    if index < len(fills) and fills[index] != 0 and role in _FILLS:
        fill = int(fills[index]) >> 8
        return f"#{fill:06x}", f"#{fill >> 1 & 0x7f7f7f:06x}"
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


def _svg_of(fills: Array, index: int, role: int, kind: str, *of: Any) -> str:
    look = 'fill="{}" stroke="{}"'.format(*style(fills, index, role))
    if kind == "ellipse":
        (x, y), a, b, angle = of
        return (f'<ellipse rx="{a:.9g}" ry="{b:.9g}" transform="translate({x:.9g} {y:.9g}) '
                f'rotate({np.degrees(angle):.6g})" {look}/>')
    if kind == "line":
        path = "M" + "L".join(f"{x:.9g} {y:.9g}" for x, y in of)
    else:
        path = _ring_path(*of) if kind == "ring" else _hull_path(*of)
    return f'<path d="{path}" {look}/>'


# ---- What the engine draws

def _add(context: Any, item: Any, kind: str, *of: Any) -> None:
    ffi.from_handle(context).append((item.body.index, item.role, kind, *of))


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
