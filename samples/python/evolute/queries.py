"""Questions to a world: rays, casts, overlaps. None changes it."""
from __future__ import annotations

import numpy as np

from . import checks, shapes
from .materials import Filter
from .native import ffi, lib
from .owner import Owner
from .records import copied, filled, pointer, pose, vector

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .arrays import ArrayLike, Records


def _query(filter: Filter | None, sensors: bool) -> Any:
    query = ffi.new("evo_query *")
    query.sensors = sensors
    if filter is not None:
        query.filter = checks.instance("filter", filter, Filter, "Filter(mask=1)").struct()
    return query


def _first(hit: Any) -> np.void | None:
    return copied(ffi.new("evo_ray_hit *", hit), 1)[0] if hit.hit else None


class Queries(Owner):
    """Queries of both kinds of worlds. What is found is in the order of the way, or of handles."""

    def ray(self, start: ArrayLike, end: ArrayLike, filter: Filter | None = None,
            sensors: bool = False) -> np.void | None:
        """Returns the first hit, None if there is none."""
        return _first(lib.evo_world_ray(self.c, vector(start, "start"), vector(end, "end"),
                                        _query(filter, sensors)))

    def rays(self, start: ArrayLike, end: ArrayLike, filter: Filter | None = None,
             sensors: bool = False) -> Records:
        """Returns the first hit of each collider, nearest first."""
        a, b, query = vector(start, "start"), vector(end, "end"), _query(filter, sensors)
        return filled(lambda to, room: lib.evo_world_ray_all(self.c, a, b, query, to, room),
                      "evo_ray_hit")

    def cast(self, shape: Records, start: ArrayLike, end: ArrayLike, filter: Filter | None = None,
             sensors: bool = False) -> np.void | None:
        """Sweeps a shape from pose to pose, (x, y) or (x, y, angle), and returns its first hit."""
        one = shapes.given("shape", shape, 1)
        return _first(lib.evo_world_cast_shape(self.c, pointer("evo_shape *", one),
                                               pose(start, "start"), pose(end, "end"),
                                               _query(filter, sensors)))

    def overlaps(self, shape: Records, at: ArrayLike, filter: Filter | None = None,
                 sensors: bool = False) -> Records:
        """Returns the colliders that share a point with a shape."""
        one, where, query = shapes.given("shape", shape, 1), pose(at, "at"), _query(filter, sensors)
        start = pointer("evo_shape *", one)
        return filled(lambda to, room: lib.evo_world_overlap_shape(self.c, start, where, query, to,
                                                                   room), "evo_collider")

    def nearest(self, point: ArrayLike, within: float = np.inf, filter: Filter | None = None,
                sensors: bool = False) -> np.void | None:
        """Returns the collider nearest to a point, None if there is none."""
        found = lib.evo_world_nearest(self.c, vector(point, "point"),
                                      checks.number("within", within), _query(filter, sensors))
        return copied(ffi.new("evo_nearest *", found), 1)[0] if found.hit else None
