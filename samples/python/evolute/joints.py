"""Joints of worlds of steps."""
from __future__ import annotations

import numpy as np

from . import checks
from .bodies import Bodies, group
from .errors import StaleError, check
from .native import ffi, lib
from .records import assign, numbers, pose

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .arrays import ArrayLike, Floats
    from .world import World


_KINDS = {text[4:].lower(): kind for kind, text in ffi.typeof("evo_joint_kind").elements.items()}


def create(world: World, kind: str, a: Bodies | None, b: Bodies | None, at_a: ArrayLike,
           at_b: ArrayLike, config: dict[str, Any]) -> Joint:
    """Creates a joint; a body None is the world."""
    chosen = _KINDS[checks.choice("kind", kind, _KINDS)]
    struct = ffi.new("evo_joint_config *", lib.evo_joint_config_default(chosen))
    if a is not None:
        struct.a = group("a", a, world, 1).start[0]
    if b is not None:
        struct.b = group("b", b, world, 1).start[0]
    struct.frame_a, struct.frame_b = pose(at_a, "at_a"), pose(at_b, "at_b")
    made = lib.evo_joint_create(world.c, assign(struct, config))
    if made.generation == 0:
        check(lib.evo_world_last_result(world.c), f"{kind} joint")
    return Joint(world, made)


class Joint:
    """A joint of a world."""
    __slots__ = ("world", "id")

    def __init__(self, world: World, id: Any):
        self.world, self.id = world, id

    def __repr__(self) -> str:
        return f"<joint {self.id.index} of {self.world!r}>"

    def _read(self, call: Any) -> Any:
        if not lib.evo_joint_exists(self.world.c, self.id):
            raise StaleError("the joint was destroyed")
        return call(self.world.c, self.id)

    @property
    def force(self) -> Floats:
        """Force on b, the mean of the last step."""
        force = self._read(lib.evo_joint_force)
        return checks.fixed(np.array([force.x, force.y]))

    @property
    def torque(self) -> float:
        """Torque on b, the mean of the last step."""
        return float(self._read(lib.evo_joint_torque))

    @property
    def angle(self) -> float:
        """Angle of b's frame in that of a, in radians."""
        return float(self._read(lib.evo_joint_angle))

    @property
    def translation(self) -> float:
        """How far b's anchor is along the axis of a's frame."""
        return float(self._read(lib.evo_joint_translation))

    @property
    def length(self) -> float:
        """Length of a rod, rope, spring or pulley."""
        return float(self._read(lib.evo_joint_length))

    @property
    def separation(self) -> float:
        """How far apart the joint's anchors are that should be one."""
        return float(self._read(lib.evo_joint_separation))

    @property
    def config(self) -> dict[str, Any]:
        """Fields of evo_joint_config, as `set` takes them."""
        return numbers(self._read(lib.evo_joint_get))

    def set(self, **config: Any) -> None:
        """Changes fields of the joint's config, as motor_speed."""
        struct = ffi.new("evo_joint_config *", self._read(lib.evo_joint_get))
        check(lib.evo_joint_set(self.world.c, self.id, assign(struct, config)), "set")

    def destroy(self) -> None:
        """Destroys the joint."""
        check(lib.evo_joint_destroy(self.world.c, self.id), "destroy")
