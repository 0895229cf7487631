"""What holds a world of the engine, until it is closed."""
from __future__ import annotations

import threading

from .errors import ClosedError, LockedError, check
from .native import ffi, lib

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class Owner:
    """Owns the engine's world."""
    _c: Any = None
    _thread: int | None = None

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

    def __enter__(self) -> Any:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
