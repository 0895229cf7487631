"""Materials and filters of colliders; see body.h for their units."""
from __future__ import annotations

from typing import Any, NamedTuple


class Material(NamedTuple):
    """The surface and the density of a collider."""
    density: float = 1.0
    friction: float = 0.6
    restitution: float = 0.0
    rolling_resistance: float = 0.0
    surface_speed: float = 0.0
    tangential_restitution: float = 0.0
    id: int = 0

    def struct(self) -> dict[str, Any]:
        """Returns an evo_material."""
        return self._asdict()


class Filter(NamedTuple):
    """Decides which colliders meet: the category of each must be in the mask of the other."""
    category: int = 1
    mask: int = 2**64 - 1
    group: int = 0

    def struct(self) -> dict[str, int]:
        """Returns an evo_filter."""
        return self._asdict()


def apply(config: Any, material: Material, filter: Filter | None) -> None:
    """Sets both in a config; without a filter, the default one is left, which is all zero."""
    config.material = material.struct()
    if filter is not None:
        config.filter = filter.struct()


# Elastic hard particles.
SMOOTH = Material(friction=0.0, restitution=1.0)
