"""Joints of worlds of steps."""
from __future__ import annotations

import numpy as np

from . import checks
from .bodies import Bodies, group
from .errors import StaleError, check
from .native import ffi, lib
from .owner import Handle
from .records import assign, copied, pointer, pose, some

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Mapping

    from .arrays import ArrayLike, Floats, Records
    from .configs import JointConfig, Unpack
    from .world import BaseWorld, World


_KINDS = {text[4:].lower(): kind for kind, text in ffi.typeof("evo_joint_kind").elements.items()}
_NAMES = {kind: name for name, kind in _KINDS.items()}


def settable() -> list[str]:
    """Returns the fields of a config but for kind, bodies and the user's pointer."""
    return [name for name, _ in ffi.typeof("evo_joint_config").fields
            if name not in ("kind", "a", "b", "user")]


def create(world: World, kind: str, a: Bodies | None, b: Bodies | None, at_a: ArrayLike,
           at_b: ArrayLike, config: Mapping[str, Any]) -> Joint:
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


def made(world: BaseWorld, handles: Records) -> list[Joint]:
    """Returns the joints of an array of handles."""
    start = pointer("evo_joint *", handles)
    return [Joint(world, ffi.new("evo_joint *", handle)[0]) for handle in start]


class Joint(Handle):
    """A joint of a world."""
    __slots__ = ()
    _kind = "evo_joint"

    def __repr__(self) -> str:
        there = self.world._c is not None and lib.evo_joint_exists(self.world.c, self.id)
        return f"<{self.kind if there else 'destroyed'} joint {self.id.index} of {self.world!r}>"

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
    def kind(self) -> str:
        """What it holds, as "revolute"."""
        return _NAMES[self._read(lib.evo_joint_get).kind]

    def _body(self, handle: Any) -> Bodies | None:
        if handle.generation == 0:
            return None
        return Bodies(self.world, copied(ffi.new("evo_body *", handle), 1))

    @property
    def a(self) -> Bodies | None:
        """The first body; None: the world."""
        return self._body(self._read(lib.evo_joint_get).a)

    @property
    def b(self) -> Bodies | None:
        """The second body; None: the world."""
        return self._body(self._read(lib.evo_joint_get).b)

    @property
    def tag(self) -> int:
        """A number of yours, which saves, frames and records keep."""
        return int(self._read(lib.evo_joint_tag))

    @tag.setter
    def tag(self, tag: int) -> None:
        check(lib.evo_joint_set_tag(self.world.c, self.id, checks.integer("tag", tag)), "tag")

    @property
    def config(self) -> JointConfig:
        """Fields of evo_joint_config, as `set` takes them: joint.set(**joint.config) changes
        nothing."""
        found: Any = some(self._read(lib.evo_joint_get), settable())
        return found

    def set(self, **config: Unpack[JointConfig]) -> None:
        """Changes fields of the joint's config, as motor_speed."""
        struct = ffi.new("evo_joint_config *", self._read(lib.evo_joint_get))
        check(lib.evo_joint_set(self.world.c, self.id, assign(struct, config)), "set")

    def destroy(self) -> None:
        """Destroys the joint."""
        check(lib.evo_joint_destroy(self.world.c, self.id), "destroy")
