"""What holds a world of the engine, until it is closed."""
from __future__ import annotations

import threading

from .errors import ClosedError, InvalidError, LockedError, check
from .native import ffi, lib

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class Owner:
    """Owns the engine's world."""
    _c: Any = None
    _thread: int | None = None
    _workers = 1

    @property
    def c(self) -> Any:
        """The engine's world: calls of the headers that are not here are lib.evo_...(world.c,
        ...)."""
        if self._c is None:
            raise ClosedError("the world is closed")
        if self._thread not in (None, threading.get_ident()):
            raise LockedError("the world is in a step of another thread")
        return self._c

    def _advance(self, what: str, call: Any, *of: Any) -> None:
        """Makes a call during which other threads run, but not into this world."""
        world, self._thread = self.c, threading.get_ident()
        try:
            result = call(world, *of)
        finally:
            self._thread = None
        check(result, what)

    def _share(self, config: Any, workers: int) -> None:
        """Has so many threads share the steps of a world that is to be created; 0: all cores."""
        self._workers = workers
        if workers == 1:
            return
        pool = lib.evo_threads_create(workers)
        if pool == ffi.NULL:
            raise InvalidError(f"threads: {workers} are not to be had")
        self._threads = ffi.gc(pool, lib.evo_threads_destroy)
        config.tasks = lib.evo_threads_tasks(pool)

    def _create(self, config: Any) -> None:
        config.complain = lib.evolute_complain
        world = lib.evo_world_create(config)
        if world == ffi.NULL:
            check(lib.evo_world_config_check(config), "config")
            raise MemoryError("the world")
        self._c = ffi.gc(world, lib.evo_world_destroy, 100_000)

    def close(self) -> None:
        """Destroys the world, as leaving `with` does; it is not to be used any more."""
        if self._c is not None:
            world, self._c = self.c, None
            ffi.release(world)

    def __setattr__(self, name: str, value: Any) -> None:
        """Refuses names that no attribute has, as misspelt ones; classes of yours may have more."""
        kind = type(self)
        if name[0] != "_" and not hasattr(kind, name) and kind.__module__ == "evolute.world":
            import difflib
            near = difflib.get_close_matches(name, dir(kind), 1)
            raise AttributeError(f"{kind.__name__} has no attribute {name!r}" +
                                 f": did you mean {near[0]!r}?" * len(near))
        object.__setattr__(self, name, value)

    def __enter__(self) -> Any:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class Handle:
    """Names something of a world, in pickles, too."""
    __slots__ = ("world", "id")
    _kind = ""

    def __init__(self, world: Any, id: Any):
        self.world, self.id = world, id

    def __reduce__(self) -> tuple[Any, ...]:
        return _handle, (type(self), self.world, self.id.index, self.id.generation)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Handle) and self.__reduce__() == other.__reduce__()

    def __hash__(self) -> int:
        return hash((self._kind, self.id.index, self.id.generation))


def _handle(kind: Any, world: Any, index: int, generation: int) -> Any:
    return kind(world, ffi.new(kind._kind + " *", (index, generation))[0])
