"""Materials and filters of colliders; see body.h for their units."""
from __future__ import annotations

from collections import namedtuple

from . import checks

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


def apply(config: Any, material: Material, filter: Filter | None) -> None:
    """Sets both in a config; without a filter, the default one is left, which is all zero."""
    fields = checks.instance("material", material, Material, "Material(friction=0.1)").struct()
    for name, value in fields.items():
        if name == "id":
            fields[name] = checks.integer("material.id", value)
        else:
            fields[name] = checks.number(f"material.{name}", value)
    config.material = fields
    if filter is not None:
        config.filter = checks.instance("filter", filter, Filter, "Filter(mask=1)").struct()


# Elastic hard particles.
SMOOTH = Material(friction=0.0, restitution=1.0)
