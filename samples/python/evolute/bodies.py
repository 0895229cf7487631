"""Groups of bodies as arrays."""
from __future__ import annotations

import numpy as np

from . import checks, shapes
from .checks import fixed
from .errors import InvalidError, StaleError, check
from .materials import Filter, Material, apply
from .native import ffi, lib
from .records import BODY, COLLIDER, MASS, SHAPE, assign, filled, pointer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterator

    from .arrays import Array, ArrayLike, Floats, Records
    from .world import BaseWorld


class Bodies:
    """Some bodies of a world, in one order. Indexing gives fewer of them, `+` more; arrays are read
    from them and written to them, each in one call of the engine. Arrays that are read are copies,
    and cannot be written: set the whole property, or that of fewer bodies."""
    __slots__ = ("world", "ids")

    def __init__(self, world: BaseWorld, ids: Array):
        self.world = world
        self.ids = np.ascontiguousarray(ids, BODY).reshape(-1)

    def __len__(self) -> int:
        return len(self.ids)

    def __getitem__(self, key: Any) -> Bodies:
        if isinstance(key, str):
            raise TypeError(f"the index is {key!r}; it must be a number, a slice or an array")
        return Bodies(self.world, np.atleast_1d(self.ids[key]))

    def __iter__(self) -> Iterator[Bodies]:
        return (self[i] for i in range(len(self)))

    def __add__(self, other: Bodies) -> Bodies:
        return Bodies(self.world, np.concatenate([self.ids, group("other", other, self.world).ids]))

    def __repr__(self) -> str:
        return f"<{len(self)} bodies of {self.world!r}>"

    @property
    def start(self) -> Any:
        """The handles in memory, for calls of the engine."""
        return pointer("evo_body *", self.ids)

    @property
    def exist(self) -> Records:
        """Whether each is still there."""
        world = self.world.c
        alive = [lib.evo_body_exists(world, self.start[i]) for i in range(len(self))]
        return fixed(np.array(alive, bool))

    def _all_there(self, what: str) -> None:
        there = lib.evolute_exist(self.world.c, self.start, len(self))
        if there < len(self):
            raise StaleError(f"{what}: body {there} of {len(self)} was destroyed")

    # ---- Motion

    def read(self) -> tuple[Floats, Floats, Floats]:
        """Returns poses (N, 3), velocities (N, 2) and spins (N,), which are yours to change."""
        n = len(self)
        arrays = np.empty((n, 3)), np.empty((n, 2)), np.empty(n)
        self._fill("read", arrays_of(*arrays))
        return arrays

    def write(self, poses: ArrayLike | None = None, velocities: ArrayLike | None = None,
              spins: ArrayLike | None = None) -> None:
        """Sets what is given, one value for all or one each: of all bodies or, refused, of none."""
        n = len(self)
        given = (None if poses is None else checks.floats("poses", poses, n, 3),
                 None if velocities is None else checks.floats("velocities", velocities, n, 2),
                 None if spins is None else checks.floats("spins", spins, n))
        check(lib.evo_world_write_bodies(self.world.c, self.start, n, arrays_of(*given)), "write")

    def _fill(self, what: str, arrays: Any) -> None:
        if lib.evo_world_read_bodies(self.world.c, self.start, len(self), arrays) < len(self):
            self._all_there(what)

    def _read(self, name: str, *shape: int) -> Floats:
        out = np.empty((len(self), *shape))
        self._fill(name, arrays_of(**{name: out}))
        return fixed(out)

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
        xy = checks.floats("position", position, len(self), 2)
        self.write(np.column_stack([xy, self.poses[:, 2]]))

    @property
    def angle(self) -> Floats:
        """Radians, counterclockwise."""
        return self.poses[:, 2]

    @angle.setter
    def angle(self, angle: ArrayLike) -> None:
        turned = checks.floats("angle", angle, len(self))
        self.write(np.column_stack([self.poses[:, :2], turned]))

    @property
    def velocity(self) -> Floats:
        """Velocities of centres of mass."""
        return self._read("velocities", 2)

    @velocity.setter
    def velocity(self, velocity: ArrayLike) -> None:
        self.write(velocities=checks.floats("velocity", velocity, len(self), 2))

    @property
    def spin(self) -> Floats:
        """Radians a second."""
        return self._read("spins")

    @spin.setter
    def spin(self, spin: ArrayLike) -> None:
        self.write(spins=checks.floats("spin", spin, len(self)))

    # ---- What they are

    @property
    def masses(self) -> Records:
        """Mass, center (in the body) and inertia of each."""
        out, arrays = np.zeros(len(self), MASS), arrays_of()
        arrays.masses = pointer("evo_mass *", out)
        self._fill("masses", arrays)
        return fixed(out)

    @property
    def ways(self) -> Floats:
        """Positions as if no periodic box had put bodies back: for mean square displacements."""
        out, arrays = np.zeros((len(self), 2)), arrays_of()
        arrays.ways = pointer("evo_vec2 *", out)
        self._fill("ways", arrays)
        return fixed(out)

    @property
    def kinetic_energies(self) -> Floats:
        """Kinetic energy of each, with that of rotation."""
        masses, velocity, spin = self.masses, self.velocity, self.spin
        return fixed((masses["mass"] * (velocity**2).sum(1) + masses["inertia"] * spin**2) / 2)

    @property
    def colliders(self) -> Records:
        """Handles of the first collider of each."""
        out = np.zeros(len(self), COLLIDER)
        self._all_there("colliders")
        lib.evolute_colliders(self.world.c, self.start, len(self), pointer("evo_collider *", out))
        return fixed(out)

    @property
    def shapes(self) -> Records:
        """Shapes of the first collider of each, as they are now."""
        return fixed(self.world.shapes_of(self.colliders))

    # ---- Changes

    def attach(self, shape: Records, material: Material = Material(), filter: Filter | None = None,
               **config: Any) -> Records:
        """Gives each body another collider, of one shape or one each; `config`: fields of
        evo_collider_config, as sensor."""
        given = shapes.given("shape", shape, len(self))
        struct = ffi.new("evo_collider_config *", lib.evo_collider_config_default())
        apply(struct, material, filter)
        assign(struct, config)
        self._all_there("attach")
        out = np.empty(len(self), COLLIDER)
        made = lib.evolute_attach(self.world.c, self.start, len(self), struct,
                                  pointer("evo_shape *", given), pointer("evo_collider *", out))
        if made < len(self):
            check(lib.evo_world_last_result(self.world.c), "attach")
        return out

    def _each(self, what: str, name: str, *values: tuple[str, Array]) -> None:
        """Makes a call of the engine for each, with a value each."""
        for part, array in values:
            if not np.isfinite(array).all():
                raise InvalidError(f"{part} of {what} is not finite everywhere; it must be")
        self._all_there(what)
        loop = {(): lib.evolute_each, (1,): lib.evolute_each_number, (2,): lib.evolute_each_vector}
        shape = tuple(array.ndim for _, array in values)
        arrays = [pointer("double *" if array.ndim == 1 else "evo_vec2 *", array)
                  for _, array in values]
        call = ffi.addressof(lib, name)
        check(loop[shape](call, self.world.c, self.start, len(self), *arrays), what)

    def push(self, impulse: ArrayLike, spin: ArrayLike | None = None) -> None:
        """Gives impulses to centres of mass, and spin impulses, one for all or one each."""
        pushes = checks.floats("impulse", impulse, len(self), 2)
        turns = None if spin is None else checks.floats("spin", spin, len(self))
        self._each("push", "evo_body_apply_center_impulse", ("impulse", pushes))
        if turns is not None:
            self._each("push", "evo_body_apply_spin_impulse", ("spin", turns))

    def pull(self, force: ArrayLike, torque: ArrayLike | None = None) -> None:
        """Adds forces at centres of mass, and torques, for the next step; one for all or one
        each. Steps only."""
        forces = checks.floats("force", force, len(self), 2)
        torques = None if torque is None else checks.floats("torque", torque, len(self))
        self._each("pull", "evo_body_apply_center_force", ("force", forces))
        if torques is not None:
            self._each("pull", "evo_body_apply_torque", ("torque", torques))

    def thermalise(self, kT: float = 1.0, seed: int = 0, part: float = 1.0,
                   spins: bool = False) -> None:
        """Draws velocities, and spins, anew from Maxwell's distribution, of a random part of the
        bodies: all of them, or fewer for a thermostat (Andersen). The momentum of those that are
        drawn stays what it was."""
        from . import gas
        temperature, share = checks.positive("kT", kT), checks.number("part", part)
        rng = np.random.default_rng(seed)
        chosen = self[rng.random(len(self)) < share]
        if len(chosen) == 0:
            return
        masses = chosen.masses
        drawn = gas.drawn(rng, masses["mass"], temperature)
        weights = masses["mass"][:, None]
        drawn += (weights * (chosen.velocity - drawn)).sum(0) / weights.sum()
        turns = rng.normal(size=len(chosen)) * np.sqrt(temperature / masses["inertia"])
        chosen.write(velocities=drawn, spins=turns if spins else None)

    def contacts(self) -> Records:
        """Contacts of one body: it is b, normals lead to it. Steps only."""
        one = group("contacts", self, self.world, 1).start
        self._all_there("contacts")
        return filled(lambda to, room: lib.evo_body_contacts(self.world.c, one[0], to, room),
                      "evo_contact")

    def force(self, seconds: float) -> Floats:
        """Mean force of contacts on each, in the last step of so many seconds. Steps only; what
        sleeps gives none."""
        self._all_there("force")
        given, own = self.world._list(lib.evo_world_forces), self.ids["index"]
        first, second = given["a"]["index"], given["b"]["index"]
        totals = np.zeros((max(x.max(initial=0) for x in (own, first, second)) + 1, 2))
        np.add.at(totals, second, given["impulse"])
        np.subtract.at(totals, first, given["impulse"])
        return totals[own] / checks.positive("seconds", seconds)

    def destroy(self) -> None:
        """Destroys the bodies and their colliders."""
        self._each("destroy", "evo_body_destroy")


def group(name: str, bodies: Any, world: BaseWorld, count: int | None = None) -> Bodies:
    """Returns bodies, if they are some of this world; `count`: so many."""
    checks.instance(name, bodies, Bodies, "world.add returns")
    if bodies.world is not world:
        raise InvalidError(f"{name} are bodies of another world")
    if count is not None and len(bodies) != count:
        raise InvalidError(f"{name} are {len(bodies)} bodies; it must be {count}")
    return bodies


def arrays_of(poses: Floats | None = None, velocities: Floats | None = None,
              spins: Floats | None = None) -> Any:
    """Returns evo_body_arrays of these; None leaves out."""
    arrays = ffi.new("evo_body_arrays *")
    arrays.poses = pointer("evo_pose *", poses)
    arrays.velocities = pointer("evo_vec2 *", velocities)
    arrays.spins = pointer("double *", spins)
    return arrays
