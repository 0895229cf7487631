"""What holds a world of the engine, until it is closed."""
from __future__ import annotations

from .errors import ClosedError, check
from .native import ffi, lib

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class Owner:
    """Owns the engine's world."""
    _c: Any = None

    @property
    def c(self) -> Any:
        """The engine's world: calls of the headers that are not here are lib.evo_...(world.c,
        ...)."""
        if self._c is None:
            raise ClosedError("the world is closed")
        return self._c

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
            world, self._c = self._c, None
            ffi.release(world)

    def __enter__(self) -> Any:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
