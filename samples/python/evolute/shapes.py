"""Shapes are values: arrays of the engine's struct. Numbers may be arrays, too: circle(radii) is
one shape for each radius, and World.add makes a body of each."""
from __future__ import annotations

import numpy as np

from . import checks
from .errors import InvalidError
from .native import ffi, lib
from .records import MASS, SHAPE, pointer, pose, vector

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .arrays import ArrayLike, Floats, Records

_NUMBERS = 5  # of a shape, at most: each.h
_NOTHING = (0.0,) * _NUMBERS
_PLAIN, _SHAPES = (float, int), ffi.typeof("evo_shape[]")
_SIZES = ("radius", "radius_x", "radius_y", "inner", "outer", "half_length", "half_sweep")
_KINDS = [text[4:].lower() for _, text in sorted(ffi.typeof("evo_shape_kind").elements.items())]


class Shapes(np.ndarray):  # type: ignore[type-arg]
    """An array of shapes, which is shown by kinds and sizes."""

    def __repr__(self) -> str:
        if self.dtype != SHAPE:
            return repr(np.asarray(self))
        flat = self.reshape(-1)
        shown = ", ".join(map(_text, flat[:3]))
        if self.ndim == 0:
            return shown
        return f"<{len(flat)} shapes: {shown}{', ...' if len(flat) > 3 else ''}>"

    def __str__(self) -> str:
        return repr(self) if self.dtype == SHAPE else str(np.asarray(self))


def _text(shape: Any) -> str:
    """Returns a shape as its kind and, but of polygons, the numbers of it."""
    kind = _KINDS[int(shape["kind"])]
    if kind == "polygon":
        return f"polygon({int(shape['of']['polygon']['count'])} points)"
    if kind not in (shape["of"].dtype.names or ()):
        return kind
    of = shape["of"][kind]
    sizes = (f"{name}={of[name]:g}" for name in of.dtype.names if name in _SIZES)
    return f"{kind}({', '.join(sizes)})"


def given(name: str, value: Any, count: int | None = None) -> Records:
    """Returns shapes, flat; `count`: one for all, or so many."""
    return checks.records(name, value, SHAPE, "a shape, as evolute.circle(1)", count)


def _check(shape: Any) -> None:
    rule = lib.evo_shape_broken_rule(shape)
    if rule != lib.EVO_RULE_NONE:
        raise InvalidError(ffi.string(lib.evo_shape_rule_text(rule)).decode())


def _made(kind: int, **numbers: ArrayLike) -> Records:
    plain = tuple(numbers.values())
    if all(type(number) in _PLAIN for number in plain):
        one = np.empty((), SHAPE)
        if lib.evolute_shape(kind, *plain, *_NOTHING[len(plain):],
                             ffi.from_buffer(_SHAPES, one)):
            return one.view(Shapes)
    parts = [checks.numbers(name, value) for name, value in numbers.items()]
    try:
        parts = np.broadcast_arrays(*parts)
    except ValueError:
        sizes = ", ".join(f"{name} has {part.shape}" for name, part in zip(numbers, parts))
        raise InvalidError(f"{sizes}; they must be one length") from None
    shape = parts[0].shape
    rows = np.zeros((parts[0].size, _NUMBERS))
    rows[:, :len(parts)] = np.stack([part.ravel() for part in parts], -1)
    out = np.zeros(shape, SHAPE)
    shapes = pointer("evo_shape *", out)
    done = lib.evolute_shapes(kind, len(rows), pointer("double *", rows), shapes)
    if done < len(rows):
        item = f" of item {done}" if len(rows) > 1 else ""
        values = ", ".join(f"{name} {value:g}" for name, value in zip(numbers, rows[done]))
        rule = lib.evo_shape_broken_rule(shapes + done)
        text = ffi.string(lib.evo_shape_rule_text(rule)).decode()
        raise InvalidError(f"{text} ({values}{item})")
    return out.view(Shapes)


def circle(radius: ArrayLike) -> Records:
    """Returns disks about their body's origin."""
    return _made(lib.EVO_CIRCLE, radius=radius)


def ellipse(radius_x: ArrayLike, radius_y: ArrayLike) -> Records:
    """Returns ellipses by their semi-axes."""
    return _made(lib.EVO_ELLIPSE, radius_x=radius_x, radius_y=radius_y)


def ring(radius: ArrayLike, width: ArrayLike, start: ArrayLike = 0.0,
         sweep: ArrayLike = 2 * np.pi) -> Records:
    """Returns slices of rings: within width / 2 of a circle, counterclockwise from `start`."""
    return _made(lib.EVO_RING, radius=radius, width=width, start=start, sweep=sweep)


def box(half_width: ArrayLike, half_height: ArrayLike, radius: ArrayLike = 0.0) -> Records:
    """Returns rectangles; with a radius, rounded within their half sizes."""
    return _made(lib.EVO_POLYGON, half_width=half_width, half_height=half_height, radius=radius)


def segment(a: ArrayLike, b: ArrayLike) -> Records:
    """Returns a line between two points, for what stands."""
    ends = checks.floats("a", a, 2, each=False), checks.floats("b", b, 2, each=False)
    return _made(lib.EVO_SEGMENT, **dict(zip(("ax", "ay", "bx", "by"), np.ravel(ends))))


def capsule(a: ArrayLike, b: ArrayLike, radius: ArrayLike) -> Records:
    """Returns all points within a radius of the line between two points."""
    ends = checks.floats("a", a, 2, each=False), checks.floats("b", b, 2, each=False)
    return _made(lib.EVO_CAPSULE, **dict(zip(("ax", "ay", "bx", "by"), np.ravel(ends))),
                 radius=radius)


def polygon(points: ArrayLike, radius: ArrayLike = 0.0) -> Records:
    """Returns the convex hull of 3 to 8 points, grown by a radius; of several radii, one each."""
    corners, radii = checks.rows("points", points, 2), checks.numbers("radius", radius)
    start, out = pointer("evo_vec2 *", corners), np.zeros(radii.shape, SHAPE)
    shapes = pointer("evo_shape *", out)
    for i, grown in enumerate(radii.ravel().tolist()):
        shapes[i] = lib.evo_polygon(start, len(corners), grown)
        _check(shapes + i)
    return out.view(Shapes)


def at(shapes: Records, offset: ArrayLike = (0, 0), angle: float = 0.0) -> Records:
    """Returns the shapes turned about their body's origin, then moved."""
    flat = given("shapes", shapes)
    out = np.empty(np.shape(shapes), SHAPE)
    lib.evolute_moved(pointer("evo_shape *", flat), len(flat), vector(offset, "offset"),
                      checks.number("angle", angle), pointer("evo_shape *", out))
    return out.view(Shapes)


def area(shapes: Records) -> Floats:
    """Returns areas, in closed form."""
    flat = given("shapes", shapes)
    out = np.empty(np.shape(shapes))
    lib.evolute_areas(pointer("evo_shape *", flat), len(flat), pointer("double *", out))
    return out


def mass(shapes: Records, density: float = 1.0) -> Records:
    """Returns mass, center and inertia, in closed form."""
    flat = given("shapes", shapes)
    out = np.empty(np.shape(shapes), MASS)
    lib.evolute_masses(pointer("evo_shape *", flat), len(flat), checks.number("density", density),
                       pointer("evo_mass *", out))
    return out


def half_widths(shapes: Records) -> Floats:
    """Returns half of the widths (N, 2) of boxes about shapes, along their own axes: of ellipses
    the semi-axes."""
    flat = given("shapes", shapes).copy()
    flat["axis"], flat["center"] = (1, 0), 0
    out = np.empty((len(flat), 4))
    lib.evolute_bounds(pointer("evo_shape *", flat), len(flat), pointer("evo_bounds *", out))
    return (out[:, 2:] - out[:, :2]) / 2


def distance(a: Records, at_a: ArrayLike, b: Records, at_b: ArrayLike) -> float:
    """Returns the distance of two shapes at poses (x, y) or (x, y, angle); below 0, how deep they
    overlap."""
    first, second = given("a", a, 1), given("b", b, 1)
    return lib.evo_measure(pointer("evo_shape *", first), pose(at_a, "at_a"),
                           pointer("evo_shape *", second), pose(at_b, "at_b")).distance
