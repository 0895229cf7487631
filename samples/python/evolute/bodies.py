"""Groups of bodies as arrays."""
from __future__ import annotations

import numpy as np

from .errors import check
from .materials import Filter, Material, apply
from .native import ffi, lib
from .records import BODY, COLLIDER, MASS, assign, filled, pointer, spread, vector

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterator

    from .arrays import ArrayLike, Floats, Records
    from .world import BaseWorld


class Bodies:
    """Some bodies of a world, in one order. Indexing gives fewer of them, `+` more; arrays are read
    from them and written to them, each in one call of the engine."""
    __slots__ = ("world", "ids")

    def __init__(self, world: BaseWorld, ids: np.ndarray):
        self.world = world
        self.ids = np.ascontiguousarray(ids, BODY).reshape(-1)

    def __len__(self) -> int:
        return len(self.ids)

    def __getitem__(self, key: Any) -> Bodies:
        return Bodies(self.world, np.atleast_1d(self.ids[key]))

    def __iter__(self) -> Iterator[Bodies]:
        return (self[i] for i in range(len(self)))

    def __add__(self, other: Bodies) -> Bodies:
        return Bodies(self.world, np.concatenate([self.ids, other.ids]))

    def __repr__(self) -> str:
        return f"<{len(self)} bodies of {self.world!r}>"

    @property
    def start(self) -> Any:
        """The handles in memory, for calls of the engine."""
        return pointer("evo_body *", self.ids)

    # ---- Motion

    def read(self) -> tuple[Floats, Floats, Floats]:
        """Returns poses (N, 3), velocities (N, 2) and spins (N,)."""
        n = len(self)
        arrays = np.empty((n, 3)), np.empty((n, 2)), np.empty(n)
        lib.evo_world_read_bodies(self.world.c, self.start, n, arrays_of(*arrays))
        return arrays

    def write(self, poses: ArrayLike | None = None, velocities: ArrayLike | None = None,
              spins: ArrayLike | None = None) -> None:
        """Sets what is given, one value for all or one each: of all bodies or, refused, of none."""
        n = len(self)
        arrays = spread(poses, (n, 3)), spread(velocities, (n, 2)), spread(spins, (n,))
        check(lib.evo_world_write_bodies(self.world.c, self.start, n, arrays_of(*arrays)), "write")

    def _read(self, name: str, *shape: int) -> Floats:
        out = np.empty((len(self), *shape))
        arrays = arrays_of(**{name: out})
        lib.evo_world_read_bodies(self.world.c, self.start, len(self), arrays)
        return out

    @property
    def poses(self) -> Floats:
        """(x, y, angle) of each."""
        return self._read("poses", 3)

    @poses.setter
    def poses(self, poses: ArrayLike) -> None:
        self.write(poses)

    @property
    def position(self) -> Floats:
        """(x, y) of each."""
        return self.poses[:, :2]

    @position.setter
    def position(self, position: ArrayLike) -> None:
        poses = self.poses
        poses[:, :2] = position
        self.write(poses)

    @property
    def angle(self) -> Floats:
        """Radians, counterclockwise."""
        return self.poses[:, 2]

    @angle.setter
    def angle(self, angle: ArrayLike) -> None:
        poses = self.poses
        poses[:, 2] = angle
        self.write(poses)

    @property
    def velocity(self) -> Floats:
        """Velocities of centres of mass."""
        return self._read("velocities", 2)

    @velocity.setter
    def velocity(self, velocity: ArrayLike) -> None:
        self.write(velocities=velocity)

    @property
    def spin(self) -> Floats:
        """Radians a second."""
        return self._read("spins")

    @spin.setter
    def spin(self, spin: ArrayLike) -> None:
        self.write(spins=spin)

    # ---- What they are

    @property
    def masses(self) -> Records:
        """Mass, center (in the body) and inertia of each."""
        out, arrays = np.zeros(len(self), MASS), arrays_of()
        arrays.masses = pointer("evo_mass *", out)
        lib.evo_world_read_bodies(self.world.c, self.start, len(self), arrays)
        return out

    @property
    def ways(self) -> Floats:
        """Positions as if no periodic box had put bodies back: for mean square displacements."""
        out, arrays = np.zeros((len(self), 2)), arrays_of()
        arrays.ways = pointer("evo_vec2 *", out)
        lib.evo_world_read_bodies(self.world.c, self.start, len(self), arrays)
        return out

    @property
    def colliders(self) -> Records:
        """Handles of the first collider of each."""
        out = np.zeros(len(self), COLLIDER)
        to, start, world = pointer("evo_collider *", out), self.start, self.world.c
        for i in range(len(self)):
            lib.evo_body_colliders(world, start[i], to + i, 1)
        return out

    @property
    def shapes(self) -> Records:
        """Shapes of the first collider of each, as they are now."""
        return self.world.shapes_of(self.colliders)

    # ---- Changes, one by one

    def attach(self, shape: Records, material: Material = Material(), filter: Filter | None = None,
               **config: Any) -> Records:
        """Gives each body another collider; `config`: fields of evo_collider_config."""
        struct = ffi.new("evo_collider_config *", lib.evo_collider_config_default())
        struct.shape = pointer("evo_shape *", shape)[0]
        apply(struct, material, filter)
        assign(struct, config)
        out = np.empty(len(self), COLLIDER)
        to = pointer("evo_collider *", out)
        for i in range(len(self)):
            to[i] = lib.evo_collider_create(self.world.c, self.start[i], struct)
            if to[i].generation == 0:
                check(lib.evo_world_last_result(self.world.c), "attach")
        return out

    def push(self, impulse: ArrayLike) -> None:
        """Gives impulses to centres of mass, one for all or one each."""
        pushes = np.broadcast_to(np.asarray(impulse, float), (len(self), 2))
        for i in range(len(self)):
            check(lib.evo_body_apply_center_impulse(self.world.c, self.start[i],
                                                    vector(pushes[i])), "push")

    def contacts(self) -> Records:
        """Contacts of the first body: it is b, normals lead to it. Steps only."""
        return filled(lambda to, room: lib.evo_body_contacts(self.world.c, self.start[0], to, room),
                      "evo_contact")

    def force(self, seconds: float) -> Floats:
        """Mean force of contacts on each, in the last step of so many seconds. Steps only; what
        sleeps gives none."""
        given, own = self.world.forces(), self.ids["index"]
        first, second = given["a"]["index"], given["b"]["index"]
        totals = np.zeros((max(x.max(initial=0) for x in (own, first, second)) + 1, 2))
        np.add.at(totals, second, given["impulse"])
        np.subtract.at(totals, first, given["impulse"])
        return totals[own] / seconds

    def destroy(self) -> None:
        """Destroys the bodies and their colliders."""
        for i in range(len(self)):
            check(lib.evo_body_destroy(self.world.c, self.start[i]), "destroy")


def arrays_of(poses: Floats | None = None, velocities: Floats | None = None,
              spins: Floats | None = None) -> Any:
    """Returns evo_body_arrays of these; None leaves out."""
    arrays = ffi.new("evo_body_arrays *")
    arrays.poses = pointer("evo_pose *", poses)
    arrays.velocities = pointer("evo_vec2 *", velocities)
    arrays.spins = pointer("double *", spins)
    return arrays
