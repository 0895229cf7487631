"""Joints of worlds of steps."""
from __future__ import annotations

import numpy as np

from .bodies import Bodies
from .errors import check
from .native import ffi, lib
from .records import assign

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .arrays import ArrayLike, Floats
    from .world import World


def kind_of(name: str) -> int:
    """Returns the joint kind of a name, as "revolute"."""
    kinds = {text[4:].lower(): kind for kind, text in ffi.typeof("evo_joint_kind").elements.items()}
    if name not in kinds:
        raise ValueError(f"no joint {name!r}: there are {', '.join(kinds)}")
    return kinds[name]


def create(world: World, kind: str, a: Bodies | None, b: Bodies | None, at_a: ArrayLike,
           at_b: ArrayLike, config: dict[str, Any]) -> Joint:
    """Creates a joint; a body None is the world."""
    struct = ffi.new("evo_joint_config *", lib.evo_joint_config_default(kind_of(kind)))
    if a is not None:
        struct.a = a.start[0]
    if b is not None:
        struct.b = b.start[0]
    assign(struct, {"frame_a": at_a, "frame_b": at_b, **config})
    made = lib.evo_joint_create(world.c, struct)
    if made.generation == 0:
        check(lib.evo_world_last_result(world.c), f"{kind} joint")
    return Joint(world, made)


class Joint:
    """A joint of a world."""
    __slots__ = ("world", "id")

    def __init__(self, world: World, id: Any):
        self.world, self.id = world, id

    @property
    def force(self) -> Floats:
        """Force on b, the mean of the last step."""
        force = lib.evo_joint_force(self.world.c, self.id)
        return np.array([force.x, force.y])

    torque = property(lambda self: lib.evo_joint_torque(self.world.c, self.id))
    angle = property(lambda self: lib.evo_joint_angle(self.world.c, self.id))
    translation = property(lambda self: lib.evo_joint_translation(self.world.c, self.id))
    separation = property(lambda self: lib.evo_joint_separation(self.world.c, self.id))

    def set(self, **config: Any) -> None:
        """Changes fields of the joint's config, as motor_speed."""
        struct = ffi.new("evo_joint_config *", lib.evo_joint_get(self.world.c, self.id))
        check(lib.evo_joint_set(self.world.c, self.id, assign(struct, config)), "set")

    def destroy(self) -> None:
        """Destroys the joint."""
        check(lib.evo_joint_destroy(self.world.c, self.id), "destroy")
