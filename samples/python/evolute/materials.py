"""Materials and filters of colliders; see body.h for their units."""
from __future__ import annotations

import functools
from collections import namedtuple

from . import checks
from .native import ffi

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class Material(namedtuple("Material", "density friction restitution rolling_resistance "
                                      "surface_speed tangential_restitution id",
                          defaults=(1.0, 0.6, 0.0, 0.0, 0.0, 0.0, 0))):
    """The surface and the density of a collider."""
    __slots__ = ()

    def struct(self) -> dict[str, Any]:
        """Returns an evo_material."""
        return self._asdict()


class Filter(namedtuple("Filter", "category mask group", defaults=(1, 2**64 - 1, 0))):
    """Decides which colliders meet: the category of each must be in the mask of the other."""
    __slots__ = ()

    def struct(self) -> dict[str, int]:
        """Returns an evo_filter."""
        return self._asdict()


def checked(material: Any) -> Any:
    """Returns an evo_material; one is checked once."""
    checks.instance("material", material, Material, "Material(friction=0.1)")
    try:
        return _known(material)
    except TypeError:  # A field is no number, and so perhaps not hashable.
        return _known.__wrapped__(material)


@functools.lru_cache(1024, typed=True)
def _known(material: Material) -> Any:
    fields = material.struct()
    for name, value in fields.items():
        known = checks.integer if name == "id" else checks.number
        fields[name] = known(f"material.{name}", value)
    return ffi.new("evo_material *", fields)[0]


def apply(config: Any, material: Material, filter: Filter | None) -> None:
    """Sets both in a config; without a filter, the default one is left, which is all zero."""
    config.material = checked(material)
    if filter is not None:
        config.filter = checks.instance("filter", filter, Filter, "Filter(mask=1)").struct()


# Elastic hard particles.
SMOOTH = Material(friction=0.0, restitution=1.0)
