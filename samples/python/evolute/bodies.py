"""Groups of bodies as arrays."""
from __future__ import annotations

import functools

import numpy as np

from . import checks, shapes
from .checks import fixed
from .errors import InvalidError, StaleError, check
from .materials import Filter, Material, apply, checked
from .native import ffi, lib
from .records import BODY, COLLIDER, MASS, MATERIAL, assign, doubles, filled, pointer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterator

    from .arrays import Array, ArrayLike, Floats, Records
    from .configs import ColliderConfig, Unpack
    from .world import BaseWorld


class Bodies:
    """Some bodies of a world, in one order. Indexing gives fewer of them, `+` more; arrays are read
    from them and written to them, each in one call of the engine. Arrays that are read are copies,
    and cannot be written: set the whole property, or that of fewer bodies."""
    __slots__ = ("world", "ids", "_start")

    def __init__(self, world: BaseWorld, ids: Array):
        self.world, self._start = world, None
        self.ids = np.ascontiguousarray(ids, BODY).reshape(-1)

    def __reduce__(self) -> tuple[Any, ...]:
        return Bodies, (self.world, self.ids)

    def __len__(self) -> int:
        return len(self.ids)

    def __getitem__(self, key: Any) -> Bodies:
        if isinstance(key, str):
            raise TypeError(f"the index is {key!r}; it must be a number, a slice or an array")
        return Bodies(self.world, self.ids[key])

    def __iter__(self) -> Iterator[Bodies]:
        return (self[i] for i in range(len(self)))

    def __add__(self, other: Bodies) -> Bodies:
        return Bodies(self.world, np.concatenate([self.ids, group("other", other, self.world).ids]))

    def __repr__(self) -> str:
        return f"<{len(self)} bodies of {self.world!r}>"

    @property
    def start(self) -> Any:
        """The handles in memory, for calls of the engine."""
        if self._start is None:
            self._start = pointer("evo_body *", self.ids)
        return self._start

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

    def _read(self, name: str, what: int, *shape: int) -> Floats:
        n = len(self.ids)
        out = np.empty((n, *shape))
        if not lib.evolute_read_each(self.world.c, self.start, n, what, doubles(out)):
            self._all_there(name)
        return fixed(out)

    def _write(self, name: str, value: ArrayLike, what: int, *shape: int) -> None:
        n = len(self.ids)
        values = checks.floats(name, value, n, *shape)
        check(lib.evolute_write_each(self.world.c, self.start, n, what, doubles(values)), "write")

    @property
    def poses(self) -> Floats:
        """(x, y, angle) of each."""
        return self._read("poses", lib.EVOLUTE_POSES, 3)

    @poses.setter
    def poses(self, poses: ArrayLike) -> None:
        self._write("poses", poses, lib.EVOLUTE_POSES, 3)

    @property
    def position(self) -> Floats:
        """(x, y) of each."""
        return self._read("poses", lib.EVOLUTE_POSITIONS, 2)

    @position.setter
    def position(self, position: ArrayLike) -> None:
        self._write("position", position, lib.EVOLUTE_POSITIONS, 2)

    @property
    def angle(self) -> Floats:
        """Radians, counterclockwise."""
        return self._read("poses", lib.EVOLUTE_ANGLES)

    @angle.setter
    def angle(self, angle: ArrayLike) -> None:
        self._write("angle", angle, lib.EVOLUTE_ANGLES)

    @property
    def velocity(self) -> Floats:
        """Velocities of centres of mass."""
        return self._read("velocities", lib.EVOLUTE_VELOCITIES, 2)

    @velocity.setter
    def velocity(self, velocity: ArrayLike) -> None:
        self._write("velocity", velocity, lib.EVOLUTE_VELOCITIES, 2)

    @property
    def spin(self) -> Floats:
        """Radians a second."""
        return self._read("spins", lib.EVOLUTE_SPINS)

    @spin.setter
    def spin(self, spin: ArrayLike) -> None:
        self._write("spin", spin, lib.EVOLUTE_SPINS)

    # ---- What they are

    @property
    def masses(self) -> Records:
        """Mass, center (in the body) and inertia of each. What is set, records as of evolute.mass,
        takes the place of those of the shapes."""
        out, arrays = np.zeros(len(self), MASS), arrays_of()
        arrays.masses = pointer("evo_mass *", out)
        self._fill("masses", arrays)
        return fixed(out)

    @masses.setter
    def masses(self, masses: Records) -> None:
        given = checks.records("masses", masses, MASS, "records, as evolute.mass returns",
                               len(self))
        if not all(np.isfinite(given[name]).all() for name in MASS.names or ()):
            raise InvalidError("masses are not finite everywhere; they must be")
        self._all_there("masses")
        check(lib.evolute_set_masses(self.world.c, self.start, len(self),
                                     pointer("evo_mass *", given)), "masses")

    @property
    def mass(self) -> Floats:
        """Mass of each; what is set scales the inertia, too."""
        return fixed(self.masses["mass"].copy())

    @mass.setter
    def mass(self, mass: ArrayLike) -> None:
        wanted, masses = checks.floats("mass", mass, len(self)), self.masses.copy()
        if not ((wanted > 0) & (wanted < np.inf)).all() or not (masses["mass"] > 0).all():
            raise InvalidError(f"mass is {wanted.tolist()}; it must be finite and above 0, and was")
        masses["inertia"] *= wanted / masses["mass"]
        masses["mass"] = wanted
        self.masses = masses

    @property
    def ways(self) -> Floats:
        """Positions as if no periodic box had put bodies back: for mean square displacements."""
        return self._read("ways", lib.EVOLUTE_WAYS, 2)

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

    @property
    def material(self) -> Records:
        """Materials of the first collider of each; a Material that is set is that of all colliders
        of each."""
        arrays, out = ffi.new("evo_collider_arrays *"), np.zeros(len(self), MATERIAL)
        arrays.materials, found = pointer("evo_material *", out), self.colliders
        lib.evo_world_read_colliders(self.world.c, pointer("evo_collider *", found), len(out),
                                     arrays)
        return fixed(out)

    @material.setter
    def material(self, material: Material) -> None:
        struct = ffi.new("evo_material *", checked(material))
        self._all_there("material")
        check(lib.evo_material_check(struct), "material")
        check(lib.evolute_set_materials(self.world.c, self.start, len(self), struct), "material")

    def _tags(self, inner: bool, values: Any = None) -> Array:
        tags = np.zeros(len(self), np.uint64)
        if values is not None:
            given = np.asarray(values)
            if given.dtype.kind not in "iu" or given.size and given.min() < 0:
                raise TypeError(f"tag is {values!r}; it must be whole numbers from 0 on")
            if given.shape not in ((), (1,), tags.shape):
                raise InvalidError(f"tag has shape {given.shape}; it must be () or {tags.shape}")
            tags[:] = given
        self._all_there("tag")
        lib.evolute_tags(self.world.c, self.start, len(self), inner,
                         pointer("uint64_t *", tags), values is not None)
        return tags

    @property
    def tag(self) -> Array:
        """A number of yours of each, which saves, frames and records keep, and events tell."""
        return fixed(self._tags(False))

    @tag.setter
    def tag(self, tag: ArrayLike) -> None:
        self._tags(False, tag)

    @property
    def collider_tag(self) -> Array:
        """The same of the first collider of each."""
        return fixed(self._tags(True))

    @collider_tag.setter
    def collider_tag(self, tag: ArrayLike) -> None:
        self._tags(True, tag)

    # ---- Changes

    def attach(self, shape: Records, material: Material = Material(), filter: Filter | None = None,
               **config: Unpack[ColliderConfig]) -> Records:
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

    def _each(self, what: str, name: str, part: str = "", value: ArrayLike | None = None,
              *shape: int) -> None:
        """Makes a call of the engine for each, with a value each."""
        n, call = len(self.ids), _call(name)
        if value is None:
            result = lib.evolute_each(call, self.world.c, self.start, n)
        else:
            values = checks.floats(part, value, n, *shape)
            loop = lib.evolute_each_vector if shape else lib.evolute_each_number
            result = loop(call, self.world.c, self.start, n, doubles(values))
            if result == lib.EVO_ERROR_INVALID and not np.isfinite(values).all():
                raise InvalidError(f"{part} of {what} is not finite everywhere; it must be")
        if result == lib.EVO_ERROR_STALE:
            self._all_there(what)
        check(result, what)

    def push(self, impulse: ArrayLike, spin: ArrayLike | None = None) -> None:
        """Gives impulses to centres of mass, and spin impulses, one for all or one each."""
        turns = None if spin is None else checks.finite("spin", spin, len(self))
        self._each("push", "evo_body_apply_center_impulse", "impulse", impulse, 2)
        if turns is not None:
            self._each("push", "evo_body_apply_spin_impulse", "spin", turns)

    def pull(self, force: ArrayLike, torque: ArrayLike | None = None) -> None:
        """Adds forces at centres of mass, and torques, for the next step; one for all or one
        each. Steps only."""
        turns = None if torque is None else checks.finite("torque", torque, len(self))
        self._each("pull", "evo_body_apply_center_force", "force", force, 2)
        if turns is not None:
            self._each("pull", "evo_body_apply_torque", "torque", turns)

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


@functools.lru_cache(None)
def _call(name: str) -> Any:
    return ffi.addressof(lib, name)


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
