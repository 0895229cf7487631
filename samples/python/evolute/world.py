"""Worlds: of steps, and of exact time."""
from __future__ import annotations

import time as clock
import warnings

import numpy as np

from . import chains, checks, joints, shapes
from .bodies import Bodies
from .errors import EvoluteWarning, InvalidError, LimitError, check
from .levels import Levels
from .materials import SMOOTH, Filter, Material, apply
from .native import ffi, lib
from .pictures import Pictures
from .queries import Queries
from .records import (BODY, COLLIDER, SHAPE, assign, copied, doubles, filled, numbers, pointer,
                      some, vector)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterator

    from .arrays import ArrayLike, Floats, Records
    from .configs import (BodyConfig, ChainConfig, ExactOptions, JointConfig, StepOptions, Unpack,
                          WorldConfig)

_KINDS = {"dynamic": lib.EVO_DYNAMIC, "static": lib.EVO_STATIC, "kinematic": lib.EVO_KINEMATIC}
_BOUNDARIES = {"open": lib.EVO_OPEN, "walls": lib.EVO_WALLS, "periodic": lib.EVO_PERIODIC}

# Impacts that a world lists of one step, where impact_limit is 0 (world.h).
_LISTED = 65_536

# Seconds between two looks at Ctrl-C, about, and impacts until the first.
_LOOK, _SLICE = 0.03, 256


_GRAINS = Material()

# Impacts a body for which growth is watched, and those for which a run that grows may go on.
_WATCHED, _ENDLESS = 100, 1e7

# Fields of a config that evo_world_set changes, but for pointers and callbacks.
_SETTABLE = ("gravity", "substeps", "bounce_threshold", "push_speed", "impact_speed",
             "impact_limit", "never_sleep", "joint_hertz", "contact_hertz", "rocking_loss")


def _default_config(gravity: ArrayLike) -> Any:
    config = ffi.new("evo_world_config *", lib.evo_world_config_default())
    config.gravity, config.impact_speed = vector(gravity, "gravity"), np.inf
    return config


class BaseWorld(Queries, Levels, Pictures):
    """What both kinds of worlds have."""
    _warned = False

    def __repr__(self) -> str:
        return f"<{type(self).__name__}, closed>" if self._c is None else \
            f"<{type(self).__name__} of {self.counters['bodies']} bodies at {self.time:g} s>"

    # ---- Building

    def add(self, shape: Records | None, position: ArrayLike, angle: ArrayLike = 0.0, *,
            velocity: ArrayLike | None = None, spin: ArrayLike | None = None,
            kind: str = "dynamic", material: Material = Material(), filter: Filter | None = None,
            **config: Unpack[BodyConfig]) -> Bodies:
        """Adds a body at each position. Shape, angle, velocity and spin are one for all or one
        each; `config`: fields of evo_body_config, as damping. Exact time warns once of the default
        material: it is for grains, which lose their speed."""
        xy = checks.rows("position", position, 2)
        n = len(xy)
        common = ffi.new("evo_body_config *", lib.evo_body_config_default())
        common.kind = _KINDS[checks.choice("kind", kind, _KINDS)]
        if self._exact and material == _GRAINS and kind == "dynamic" and not self._warned:
            self._warned = True
            warnings.warn("material is the default one, of friction 0.6 and restitution 0: this "
                          "gas cools; evolute.SMOOTH is elastic", EvoluteWarning, stacklevel=2)
        apply(common, material, filter)
        assign(common, config)
        given = None if shape is None else shapes.given("shape", shape, n)
        poses = np.empty((n, 3))
        poses[:, :2] = xy
        poses[:, 2] = angle if type(angle) is float else checks.floats("angle", angle, n)
        v = None if velocity is None else checks.floats("velocity", velocity, n, 2)
        turns = None if spin is None else checks.floats("spin", spin, n)
        ids = np.zeros(n, BODY)
        made = lib.evolute_add(self.c, common, pointer("evo_shape *", given), doubles(poses),
                               doubles(v), doubles(turns), n, pointer("evo_body *", ids))
        if made < n:
            check(lib.evo_world_last_result(self.c), "add")
        return Bodies(self, ids)

    def chain(self, body: Bodies, points: ArrayLike, *, material: Material = Material(),
              filter: Filter | None = None, **config: Unpack[ChainConfig]) -> chains.Chain:
        """Adds terrain to a body that stands; `config`: loop, two_sided."""
        return chains.create(self, body, points, material, filter, config)

    @property
    def bodies(self) -> Bodies:
        """All bodies, in order of handles."""
        return Bodies(self, filled(lambda to, room: lib.evo_world_bodies(self.c, to, room),
                                   "evo_body"))

    def shapes_of(self, colliders: Records) -> Records:
        """Returns the shapes of colliders, as they are now."""
        handles = checks.records("colliders", colliders, COLLIDER, "handles of colliders")
        out = np.zeros(len(handles), SHAPE)
        arrays = ffi.new("evo_collider_arrays *")
        arrays.shapes = pointer("evo_shape *", out)
        lib.evo_world_read_colliders(self.c, pointer("evo_collider *", handles), len(out), arrays)
        return out.view(shapes.Shapes)

    @property
    def joints(self) -> list[joints.Joint]:
        """All joints, in order of handles."""
        found = filled(lambda to, room: lib.evo_world_joints(self.c, to, room), "evo_joint")
        return joints.made(self, found)

    @property
    def chains(self) -> list[chains.Chain]:
        """All chains, in the order of their first colliders."""
        return chains.found(self)

    @property
    def config(self) -> WorldConfig:
        """Fields of evo_world_config that `set` takes: world.set(**world.config) changes nothing,
        and World(**world.config) has the same."""
        found: Any = some(lib.evo_world_get(self.c), _SETTABLE)
        return found

    def set(self, **config: Unpack[WorldConfig]) -> None:
        """Changes fields of the world's config that may change, as substeps (evo_world_set)."""
        struct = ffi.new("evo_world_config *", lib.evo_world_get(self.c))
        check(lib.evo_world_set(self.c, assign(struct, config)), "set")

    def set_lanes(self, lanes: int) -> None:
        """Computes so many floats at once: 1, 4, 8 or 16, as far as the machine has them; 0: the
        most. No result depends on it."""
        check(lib.evo_world_set_lanes(self.c, checks.integer("lanes", lanes)), "lanes")

    # ---- Time

    def step(self, seconds: float) -> None:
        """Advances the world; in exact time, through all impacts of so many seconds."""
        self._advance("step", lib.evo_world_step, checks.number("seconds", seconds))

    def run(self, seconds: float, every: float, progress: bool = False) -> Iterator[float]:
        """Steps on, and yields the time after each: for t in world.run(10, every=0.1): ... The last
        step is shorter, if they do not add up to the end. What the loop itself steps or loads comes
        on top. `progress` shows a bar."""
        total, each = checks.positive("seconds", seconds), checks.positive("every", every)
        whole = int(total / each * (1 + 1e-12))
        rest = total - whole * each
        rest *= rest > 1e-9 * each
        moments = self._run(whole, each, rest)
        if not progress:
            return moments
        from . import progress as bar
        return bar.shown(moments, whole + (rest > 0))

    def _run(self, whole: int, every: float, rest: float) -> Iterator[float]:
        begun = reached = self.time
        for k in range(whole + (rest > 0)):
            begun += self.time - reached
            seconds = every if k < whole else rest
            self._go(seconds, begun + k * every + seconds)
            reached = self.time
            yield reached

    def _go(self, seconds: float, end: float) -> None:
        """Advances by so many seconds, in exact time to their very end."""
        self.step(seconds)

    @property
    def time(self) -> float:
        """Seconds since the world was created."""
        return lib.evo_world_time(self.c)

    @property
    def hash(self) -> int:
        """A number of 64 bits that differs where any bit of the state does."""
        return lib.evo_world_hash(self.c)

    @property
    def kinetic_energy(self) -> float:
        """Kinetic energy of all that is awake, with that of rotation."""
        return lib.evo_world_kinetic_energy(self.c)

    @property
    def potential_energy(self) -> float:
        """Potential energy in the world's gravity; 0 at the origin."""
        return lib.evo_world_potential_energy(self.c)

    @property
    def counters(self) -> dict[str, Any]:
        """Numbers of bodies, pairs, contacts, bytes, steps and impacts (evo_counters)."""
        return numbers(lib.evo_world_counters(self.c))

    @property
    def gravity(self) -> Floats:
        """Acceleration of all that moves."""
        return checks.fixed(numbers(lib.evo_world_gravity(self.c)))

    @gravity.setter
    def gravity(self, gravity: ArrayLike) -> None:
        check(lib.evo_world_set_gravity(self.c, vector(gravity, "gravity")), "gravity")

    # ---- What happened in the last step, as records

    def _list(self, call: Any) -> Records:
        count = ffi.new("size_t *")
        return copied(call(self.c, count), count[0])

    def impacts(self) -> Records:
        """Impacts of the last step, in the order of time; the world's `impacts` says which. It
        warns where there were more than the world lists (impact_limit)."""
        found = self._list(lib.evo_world_impacts)
        if len(found) == (lib.evo_world_get(self.c).impact_limit or _LISTED):
            warnings.warn(f"impacts beyond the first {len(found)} are not listed: set "
                          f"impact_limit, or make shorter steps", EvoluteWarning, stacklevel=2)
        return found

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
    _exact = False
    _room = 256

    def __init__(self, gravity: ArrayLike = (0.0, -9.81), *, impacts: float = np.inf,
                 threads: int = 1, **config: Unpack[StepOptions]):
        struct = _default_config(gravity)
        struct.impact_speed = checks.number("impacts", impacts)
        self._share(struct, checks.integer("threads", threads))
        self._create(assign(struct, config))

    def contacts(self) -> Records:
        """Contacts as bodies stand now, with the impulses of the last step."""
        found = filled(lambda to, room: lib.evo_world_contacts(self.c, to, room), "evo_contact",
                       self._room)
        self._room = len(found) + len(found) // 4 + 256
        return found

    def forces(self) -> Records:
        """Impulses of the whole last step by pairs, where they act, of what is awake."""
        return self._list(lib.evo_world_forces)

    def joint(self, kind: str, a: Bodies | None, b: Bodies | None, at_a: ArrayLike = (0, 0),
              at_b: ArrayLike = (0, 0), **config: Unpack[JointConfig]) -> joints.Joint:
        """Joins two bodies, or a body and the world (None), at frames (x, y) or (x, y, angle) of
        each: world.joint("revolute", door, None, at_a=(-0.5, 0), at_b=(1, 0))."""
        return joints.create(self, kind, a, b, at_a, at_b, config)


class EventWorld(BaseWorld):
    """A world of exact time: free flight from impact to impact, without a step size. `box`: (width,
    height), or two corners; None: open space. `impacts`: the least speed of those that are told.
    `budget`: most impacts a step. `shear`: the rate at which images above slide (Lees-Edwards). See
    exact.h."""
    _exact = True
    _slices: tuple[list[Records], list[Records]] = ([], [])

    def __init__(self, box: ArrayLike | None = None, boundary: str = "periodic", *,
                 gravity: ArrayLike = (0.0, 0.0), wall: Material = SMOOTH,
                 impacts: float = np.inf, budget: int = 0, contact_time: float = 0.0,
                 shear: float = 0.0, bounce_threshold: float = 0.0,
                 **config: Unpack[ExactOptions]):
        struct = _default_config(gravity)
        exact = ffi.new("evo_exact_config *")
        exact.event_budget = checks.integer("budget", budget)
        exact.contact_time = checks.number("contact_time", contact_time)
        exact.shear = checks.number("shear", shear)
        checks.instance("wall", wall, Material, "evolute.SMOOTH")
        material = ffi.new("evo_material *", wall.struct())
        struct.exact, struct.wall = exact, material
        struct.impact_speed = checks.number("impacts", impacts)
        struct.bounce_threshold = checks.number("bounce_threshold", bounce_threshold)
        known = _BOUNDARIES[checks.choice("boundary", boundary, _BOUNDARIES)]
        struct.boundary = known if box is not None else lib.EVO_OPEN
        if box is not None:
            corners = checks.numbers("box", box)
            if corners.shape == (2,):
                corners = np.stack([np.zeros(2), corners])
            corners = checks.floats("box", corners, 2, 2, each=False)
            struct.bounds = {"min": vector(corners[0], "box"), "max": vector(corners[1], "box")}
        self._create(assign(struct, config))

    @property
    def sums(self) -> dict[str, Any]:
        """Sums over all impacts since the world was created, as the virial."""
        return numbers(lib.evo_world_sums(self.c))

    def step(self, seconds: float) -> None:
        """Advances the world through all impacts of so many seconds. Ctrl-C ends it early, at an
        impact; run_until goes on to the same end with the same bits."""
        time = checks.number("seconds", seconds)
        if not 0 <= time < np.inf:
            self._advance("step", lib.evo_world_step, time)
        self.run_until(self.time + time)

    def run_until(self, time: float, impacts: int = 0) -> None:
        """Advances to a time of the world, or by so many impacts (0: any number). It can be
        interrupted by Ctrl-C, and runs to one end by parts have the bits of one run. Growing shapes
        that have jammed end it (LimitError): to the end there would be ten million impacts a
        body."""
        end, left = checks.number("time", time), checks.integer("impacts", impacts)
        if end < self.time:
            raise InvalidError(f"time is {end!r}; it must not be before the world's, {self.time!r}")
        self._slices = [], []
        if lib.evo_world_get(self.c).exact.event_budget > 0:
            self._advance("run", lib.evo_world_run_until, end, left)
            return
        most, mark = _SLICE, None
        while True:
            some, before = min(left or most, most), lib.evo_world_counters(self.c).impacts
            began = clock.perf_counter()
            self._advance("run", lib.evo_world_run_until, end, some)
            done = lib.evo_world_counters(self.c).impacts - before
            if done < some or done == left:
                return
            most = max(1, min(2 * most, int(most * _LOOK / (clock.perf_counter() - began))))
            left -= done if left > 0 else 0
            self._keep_slice()
            if left == 0:
                mark = self._watched(mark, end)

    def _watched(self, mark: tuple[int, float, float] | None, end: float
                 ) -> tuple[int, float, float] | None:
        """Raises LimitError where shapes grow, and the impacts since the mark (their number, time
        and size then) say that the end is never reached; returns the next mark."""
        counted = lib.evo_world_counters(self.c)
        if mark is not None and counted.impacts - mark[0] < _WATCHED * counted.bodies:
            return mark
        areas = shapes.area(self.bodies.shapes)
        now = counted.impacts, self.time, float(areas.sum())
        if mark is None or now[2] <= mark[2]:
            return now
        ahead = (now[0] - mark[0]) * (end - now[1]) / max(now[1] - mark[1], 5e-324)
        if ahead > _ENDLESS * counted.bodies:
            raise LimitError(f"run: growing shapes have jammed at {now[1]:g} s, at a packing of "
                             f"{now[2] / np.prod(np.diff(self.box, axis=0)):.4f}: {ahead:.1g} "
                             f"impacts would be left")
        return now

    def _keep_slice(self) -> None:
        """Keeps what the slice before has told, which the next one forgets."""
        if lib.evo_world_get(self.c).impact_speed < np.inf:
            self._slices[0].append(super().impacts())
        self._slices[1].append(super().visits())

    def _go(self, seconds: float, end: float) -> None:
        self.run_until(end)

    def run_impacts(self, impacts: int, seconds: float = 1e9) -> float:
        """Advances by so many impacts, or so many seconds, and returns the seconds that passed. The
        world is then in an impact: a pair of disks touches, and means over such moments are biased
        to contact, in dilute gases most. Observe at moments of time: `samples`, `run`."""
        begun = self.time
        self.run_until(begun + checks.positive("seconds", seconds),
                       checks.integer("impacts", impacts, 1))
        return self.time - begun

    def samples(self, count: int, impacts: int, progress: bool = False) -> Iterator[float]:
        """Yields so many moments at equal distances of time, about so many impacts apart. The time
        of the first so many, before which nothing is yielded, sets the distance."""
        checks.integer("count", count, 1)
        every = self.run_impacts(impacts)
        return self.run(count * every, every, progress)

    def impacts(self) -> Records:
        """Impacts of the last step, in the order of time; the world's `impacts` says which."""
        return np.concatenate([*self._slices[0], super().impacts()])

    def visits(self) -> Records:
        """Colliders that came into a sensor, or left it, in the last step."""
        return np.concatenate([*self._slices[1], super().visits()])

    @property
    def next_event(self) -> float:
        """Time of the next impact; inf: there is none."""
        return lib.evo_world_next_event(self.c)

    @property
    def box(self) -> Floats:
        """Both corners of the space."""
        bounds = lib.evo_world_get(self.c).bounds
        return checks.fixed(np.array([[bounds.min.x, bounds.min.y], [bounds.max.x, bounds.max.y]]))

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
        check(lib.evo_world_set_growth(self.c, checks.number("rate", rate)), "grow")
