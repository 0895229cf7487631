"""Shapes are values: arrays of the engine's struct. Numbers may be arrays, too: circle(radii) is
one shape for each radius, and World.add makes a body of each."""
from __future__ import annotations

import numpy as np

from .errors import InvalidError
from .native import ffi, lib
from .records import MASS, SHAPE, pointer, pose, vector

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable

    from .arrays import ArrayLike, Floats, Records


def _check(shape: Any) -> None:
    rule = lib.evo_shape_broken_rule(shape)
    if rule != lib.EVO_RULE_NONE:
        raise InvalidError(ffi.string(lib.evo_shape_rule_text(rule)).decode())


def _made(call: Callable[..., Any], *numbers: ArrayLike) -> Records:
    parts = np.broadcast_arrays(*[np.asarray(part, float) for part in numbers])
    out = np.zeros(parts[0].shape, SHAPE)
    shapes = pointer("evo_shape *", out)
    for i, values in enumerate(zip(*[part.ravel().tolist() for part in parts])):
        shapes[i] = call(*values)
        _check(shapes + i)
    return out


def circle(radius: ArrayLike) -> Records:
    """Returns disks about their body's origin."""
    return _made(lib.evo_circle, radius)


def ellipse(radius_x: ArrayLike, radius_y: ArrayLike) -> Records:
    """Returns ellipses by their semi-axes."""
    return _made(lib.evo_ellipse, radius_x, radius_y)


def ring(radius: ArrayLike, width: ArrayLike, start: ArrayLike = 0.0,
         sweep: ArrayLike = 2 * np.pi) -> Records:
    """Returns slices of rings: within width / 2 of a circle, counterclockwise from `start`."""
    return _made(lib.evo_ring, radius, width, start, sweep)


def box(half_width: ArrayLike, half_height: ArrayLike, radius: ArrayLike = 0.0) -> Records:
    """Returns rectangles; with a radius, rounded within their half sizes."""
    def make(width: float, height: float, rounding: float) -> Any:
        if rounding == 0:
            return lib.evo_box(width, height)
        return lib.evo_rounded_box(width, height, rounding)
    return _made(make, half_width, half_height, radius)


def segment(a: ArrayLike, b: ArrayLike) -> Records:
    """Returns a line between two points, for what stands."""
    return _made(lambda _: lib.evo_segment(vector(a), vector(b)), 0.0)


def capsule(a: ArrayLike, b: ArrayLike, radius: ArrayLike) -> Records:
    """Returns all points within a radius of the line between two points."""
    return _made(lambda r: lib.evo_capsule(vector(a), vector(b), r), radius)


def polygon(points: ArrayLike, radius: ArrayLike = 0.0) -> Records:
    """Returns the convex hull of 3 to 8 points, grown by a radius."""
    corners = np.ascontiguousarray(points, float)
    start = pointer("evo_vec2 *", corners)
    return _made(lambda r: lib.evo_polygon(start, len(corners), r), radius)


def _each(shapes: Records, dtype: Any, call: Callable[[Any], Any], ctype: str) -> np.ndarray:
    shapes = np.ascontiguousarray(shapes)
    out = np.empty(shapes.shape, dtype)
    source, to = pointer("evo_shape *", shapes), pointer(ctype, out)
    for i in range(shapes.size):
        to[i] = call(source + i)
    return out


def at(shapes: Records, offset: ArrayLike = (0, 0), angle: float = 0.0) -> Records:
    """Returns the shapes turned about their body's origin, then moved."""
    move = vector(offset)
    return _each(shapes, SHAPE, lambda s: lib.evo_shape_at(s[0], move, angle), "evo_shape *")


def area(shapes: Records) -> Floats:
    """Returns areas, in closed form."""
    return _each(shapes, float, lib.evo_shape_area, "double *")


def mass(shapes: Records, density: float = 1.0) -> Records:
    """Returns mass, center and inertia, in closed form."""
    return _each(shapes, MASS, lambda s: lib.evo_shape_mass(s, density), "evo_mass *")


def distance(a: Records, at_a: ArrayLike, b: Records, at_b: ArrayLike) -> float:
    """Returns the distance of two shapes at poses (x, y) or (x, y, angle); below 0, how deep they
    overlap."""
    first, second = (pointer("evo_shape *", np.ascontiguousarray(shape)) for shape in (a, b))
    return lib.evo_measure(first, pose(at_a), second, pose(at_b)).distance
