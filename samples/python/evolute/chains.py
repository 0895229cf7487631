"""Terrain of bodies that stand."""
from __future__ import annotations

from . import checks
from .bodies import Bodies, group
from .errors import check
from .materials import Filter, Material, apply
from .native import ffi, lib
from .owner import Handle
from .records import assign, copied, filled, pointer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Mapping

    from .arrays import ArrayLike, Records
    from .world import BaseWorld


def create(world: BaseWorld, body: Bodies, points: ArrayLike, material: Material,
           filter: Filter | None, config: Mapping[str, Any]) -> Chain:
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


def found(world: BaseWorld) -> list[Chain]:
    """Returns all chains of a world."""
    links = filled(lambda to, room: lib.evo_world_colliders(world.c, to, room), "evo_collider")
    handles: dict[tuple[int, int], Any] = {}
    for link in pointer("evo_collider *", links):
        chain = lib.evo_collider_chain(world.c, link)
        if chain.generation != 0:
            handles.setdefault((chain.index, chain.generation), chain)
    return [Chain(world, chain) for chain in handles.values()]


class Chain(Handle):
    """Connected segments of a body."""
    __slots__ = ()
    _kind = "evo_chain"

    @property
    def body(self) -> Bodies:
        """The body that it is of."""
        return Bodies(self.world, copied(ffi.new("evo_body *", lib.evo_chain_body(
            self.world.c, self.id)), 1))

    @property
    def colliders(self) -> Records:
        """Handles of its segments, in their order."""
        return filled(lambda to, room: lib.evo_chain_colliders(self.world.c, self.id, to, room),
                      "evo_collider")

    def destroy(self) -> None:
        """Destroys the chain."""
        check(lib.evo_chain_destroy(self.world.c, self.id), "destroy")
