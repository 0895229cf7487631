"""Worlds: of steps, and of exact time."""
from __future__ import annotations

import numpy as np

from . import joints
from .bodies import Bodies, arrays_of
from .errors import InvalidError, check
from .materials import SMOOTH, Filter, Material, apply
from .native import ffi, lib
from .queries import Queries
from .records import BODY, SHAPE, assign, copied, filled, pointer, spread, vector
from .saves import Saves

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterator

    from .arrays import ArrayLike, Floats, Records

_KINDS = {"dynamic": lib.EVO_DYNAMIC, "static": lib.EVO_STATIC, "kinematic": lib.EVO_KINEMATIC}
_BOUNDARIES = {"open": lib.EVO_OPEN, "walls": lib.EVO_WALLS, "periodic": lib.EVO_PERIODIC}


def _default_config(gravity: ArrayLike) -> Any:
    config = ffi.new("evo_world_config *", lib.evo_world_config_default())
    config.gravity, config.impact_speed = vector(gravity), np.inf
    return config


def _fields(struct: Any) -> dict[str, Any]:
    """Returns numbers as they are, tensors (2, 2) and lists as arrays."""
    out = {name: getattr(struct, name) for name, _ in ffi.typeof(struct).fields}
    for name, value in out.items():
        if isinstance(value, ffi.CData):
            numbers = value if ffi.typeof(value).kind == "array" else _fields(value).values()
            out[name] = np.array(list(numbers)).reshape((2, 2) if "xx" in dir(value) else -1)
    return out


class BaseWorld(Queries, Saves):
    """What both kinds of worlds have. `c` is the engine's world: calls of the headers that are not
    here are lib.evo_...(world.c, ...)."""

    def _create(self, config: Any) -> None:
        config.complain = lib.evolute_complain
        world = lib.evo_world_create(config)
        if world == ffi.NULL:
            check(lib.evo_world_config_check(config), "config")
            raise MemoryError
        self.c = ffi.gc(world, lib.evo_world_destroy, 100_000)

    def close(self) -> None:
        """Destroys the world, as leaving `with` does; it is not to be used any more."""
        if self.c is not None:
            ffi.release(self.c)
            self.c = None

    def __enter__(self) -> Any:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<{type(self).__name__}, closed>" if self.c is None else \
            f"<{type(self).__name__} of {self.counters['bodies']} bodies at {self.time:g} s>"

    # ---- Building

    def add(self, shape: Records | None, position: ArrayLike, angle: ArrayLike | None = None, *,
            velocity: ArrayLike | None = None, spin: ArrayLike | None = None,
            kind: str = "dynamic", material: Material = Material(), filter: Filter | None = None,
            **config: Any) -> Bodies:
        """Adds a body at each position. Shape, angle, velocity and spin are one for all or one
        each; `config`: fields of evo_body_config, as damping."""
        xy = np.atleast_2d(np.asarray(position, float))
        common = ffi.new("evo_body_config *", lib.evo_body_config_default())
        common.kind = _KINDS[kind]
        apply(common, material, filter)
        assign(common, config)
        shapes = None
        if shape is not None:
            if np.size(shape) not in (1, len(xy)):
                raise InvalidError(f"{np.size(shape)} shapes for {len(xy)} positions")
            shapes = np.ascontiguousarray(np.broadcast_to(np.ravel(shape), len(xy)), SHAPE)
        poses = np.column_stack([xy, np.broadcast_to(0.0 if angle is None else angle, len(xy))])
        return Bodies(self, self._make(common, shapes, poses, spread(velocity, xy.shape),
                                       spread(spin, xy.shape[:1])))

    def _make(self, common: Any, shapes: Records | None, poses: Floats, velocities: Floats | None,
              spins: Floats | None) -> Records:
        ids = np.zeros(len(poses), BODY)
        made = lib.evo_world_create_many(self.c, common, pointer("evo_shape *", shapes),
                                         arrays_of(poses, velocities, spins), len(ids),
                                         pointer("evo_body *", ids))
        if made < len(ids):
            check(lib.evo_world_last_result(self.c), "add")
        return ids

    def chain(self, body: Bodies, points: ArrayLike, *, material: Material = Material(),
              filter: Filter | None = None, **config: Any) -> Any:
        """Adds terrain to a body that stands; `config`: loop, two_sided."""
        corners = np.ascontiguousarray(points, float)
        struct = ffi.new("evo_chain_config *", lib.evo_chain_config_default())
        struct.points, struct.count = pointer("evo_vec2 *", corners), len(corners)
        apply(struct, material, filter)
        made = lib.evo_chain_create(self.c, body.start[0], assign(struct, config))
        if made.generation == 0:
            check(lib.evo_world_last_result(self.c), "chain")
        return made

    @property
    def bodies(self) -> Bodies:
        """All bodies, in order of handles."""
        return Bodies(self, filled(lambda to, room: lib.evo_world_bodies(self.c, to, room),
                                   "evo_body"))

    def shapes_of(self, colliders: Records) -> Records:
        """Returns the shapes of colliders, as they are now."""
        out = np.zeros(len(colliders), SHAPE)
        arrays = ffi.new("evo_collider_arrays *")
        arrays.shapes = pointer("evo_shape *", out)
        lib.evo_world_read_colliders(self.c, pointer("evo_collider *", colliders), len(out), arrays)
        return out

    # ---- Time

    def step(self, seconds: float) -> None:
        """Advances the world; in exact time, through all impacts of so many seconds."""
        check(lib.evo_world_step(self.c, seconds), "step")

    def run(self, seconds: float, every: float) -> Iterator[float]:
        """Steps on, and yields the time after each: for t in world.run(10, every=0.1): ..."""
        for _ in range(round(seconds / every)):
            self.step(every)
            yield self.time

    time = property(lambda self: lib.evo_world_time(self.c))
    hash = property(lambda self: lib.evo_world_hash(self.c))
    kinetic_energy = property(lambda self: lib.evo_world_kinetic_energy(self.c))
    potential_energy = property(lambda self: lib.evo_world_potential_energy(self.c))
    counters = property(lambda self: _fields(lib.evo_world_counters(self.c)))

    @property
    def gravity(self) -> Floats:
        """Acceleration of all that moves."""
        gravity = lib.evo_world_gravity(self.c)
        return np.array([gravity.x, gravity.y])

    @gravity.setter
    def gravity(self, gravity: ArrayLike) -> None:
        check(lib.evo_world_set_gravity(self.c, vector(gravity)), "gravity")

    # ---- What happened in the last step, as records

    def _list(self, call: Any) -> Records:
        count = ffi.new("size_t *")
        return copied(call(self.c, count), count[0])

    def impacts(self) -> Records:
        """Impacts of the last step, in the order of time; the world's `impacts` says which."""
        return self._list(lib.evo_world_impacts)

    def touches(self) -> Records:
        """Pairs that began or ceased to touch."""
        return self._list(lib.evo_world_touches)

    def visits(self) -> Records:
        """Colliders that came into a sensor, or left it."""
        return self._list(lib.evo_world_visits)


class World(BaseWorld):
    """A world of steps: contacts, friction, joints. `impacts`: the least speed of those that are
    told; `threads`: how many share the steps of a large world, 0: all cores; no result depends on
    it. `config`: fields of evo_world_config, as substeps or never_sleep."""

    def __init__(self, gravity: ArrayLike = (0.0, -9.81), *, impacts: float = np.inf,
                 threads: int = 1, **config: Any):
        struct = _default_config(gravity)
        struct.impact_speed = impacts
        if threads != 1:
            pool = lib.evo_threads_create(threads)
            if pool == ffi.NULL:
                raise ValueError(f"threads: {threads} are not to be had")
            self._threads = ffi.gc(pool, lib.evo_threads_destroy)
            struct.tasks = lib.evo_threads_tasks(pool)
        self._create(assign(struct, config))

    def contacts(self) -> Records:
        """Contacts as bodies stand now, with the impulses of the last step."""
        return filled(lambda to, room: lib.evo_world_contacts(self.c, to, room), "evo_contact")

    def forces(self) -> Records:
        """Impulses of the whole last step by pairs, where they act, of what is awake."""
        return self._list(lib.evo_world_forces)

    def joint(self, kind: str, a: Bodies | None, b: Bodies | None, at_a: ArrayLike = (0, 0),
              at_b: ArrayLike = (0, 0), **config: Any) -> joints.Joint:
        """Joins two bodies, or a body and the world (None), at frames (x, y) or (x, y, angle) of
        each: world.joint("revolute", door, None, at_a=(-0.5, 0), at_b=(1, 0))."""
        return joints.create(self, kind, a, b, at_a, at_b, config)


class EventWorld(BaseWorld):
    """A world of exact time: free flight from impact to impact, without a step size. `box`: (width,
    height), or two corners; None: open space. `impacts`: the least speed of those that are told.
    `budget`: most impacts a step. `shear`: the rate at which images above slide (Lees-Edwards). See
    exact.h."""

    def __init__(self, box: ArrayLike | None = None, boundary: str = "periodic", *,
                 gravity: ArrayLike = (0.0, 0.0), wall: Material = SMOOTH,
                 impacts: float = np.inf, budget: int = 0, contact_time: float = 0.0,
                 shear: float = 0.0, bounce_threshold: float = 0.0, **config: Any):
        struct = _default_config(gravity)
        exact = ffi.new("evo_exact_config *")
        exact.event_budget, exact.contact_time, exact.shear = budget, contact_time, shear
        material = ffi.new("evo_material *", wall.struct())
        struct.exact, struct.wall = exact, material
        struct.impact_speed, struct.bounce_threshold = impacts, bounce_threshold
        struct.boundary = _BOUNDARIES[boundary if box is not None else "open"]
        if box is not None:
            edges = np.asarray(box, float)
            corners = edges if edges.ndim == 2 else np.stack([np.zeros(2), edges])
            struct.bounds = {"min": vector(corners[0]), "max": vector(corners[1])}
        self._create(assign(struct, config))

    @property
    def sums(self) -> dict[str, Any]:
        """Sums over all impacts since the world was created, as the virial."""
        return _fields(lib.evo_world_sums(self.c))

    def run_impacts(self, impacts: int, seconds: float = 1e9) -> float:
        """Advances by so many impacts, or so many seconds, and returns the seconds that passed."""
        done = ffi.new("double *")
        check(lib.evo_world_run(self.c, seconds, impacts, done), "run_impacts")
        return done[0]

    @property
    def next_event(self) -> float:
        """Time of the next impact; inf: there is none."""
        return lib.evo_world_next_event(self.c)

    @property
    def box(self) -> Floats:
        """Both corners of the space."""
        bounds = lib.evo_world_get(self.c).bounds
        return np.array([[bounds.min.x, bounds.min.y], [bounds.max.x, bounds.max.y]])

    @property
    def periodic(self) -> bool:
        """Whether the space is a periodic box."""
        return lib.evo_world_get(self.c).boundary == lib.EVO_PERIODIC

    @property
    def shear_offset(self) -> float:
        """How far the images above a sheared box have slid, within its width."""
        return lib.evo_world_shear_offset(self.c)

    def grow(self, rate: float) -> None:
        """Lets all shapes grow by this part a second; 0 stops it."""
        check(lib.evo_world_set_growth(self.c, rate), "grow")
