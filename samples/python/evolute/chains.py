"""Terrain of bodies that stand."""
from __future__ import annotations

import numpy as np

from . import checks
from .bodies import Bodies, group
from .errors import check
from .materials import Filter, Material, apply
from .native import ffi, lib
from .records import assign, filled, pointer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .arrays import ArrayLike, Records
    from .world import BaseWorld


def create(world: BaseWorld, body: Bodies, points: ArrayLike, material: Material,
           filter: Filter | None, config: dict[str, Any]) -> Chain:
    """Creates a chain; see World.chain."""
    corners = checks.rows("points", points, 2)
    struct = ffi.new("evo_chain_config *", lib.evo_chain_config_default())
    struct.points, struct.count = pointer("evo_vec2 *", corners), len(corners)
    apply(struct, material, filter)
    made = lib.evo_chain_create(world.c, group("body", body, world, 1).start[0],
                                assign(struct, config))
    if made.generation == 0:
        check(lib.evo_world_last_result(world.c), "chain")
    return Chain(world, made)


class Chain:
    """Connected segments of a body."""
    __slots__ = ("world", "id")

    def __init__(self, world: BaseWorld, id: Any):
        self.world, self.id = world, id

    @property
    def colliders(self) -> Records:
        """Handles of its segments, in their order."""
        return filled(lambda to, room: lib.evo_chain_colliders(self.world.c, self.id, to, room),
                      "evo_collider")

    def destroy(self) -> None:
        """Destroys the chain."""
        check(lib.evo_chain_destroy(self.world.c, self.id), "destroy")
