"""Worlds as bytes: saves, pickles, frames, records."""
from __future__ import annotations

import contextlib
import os

from .errors import InvalidError, check
from .native import ffi, lib
from .owner import Owner

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterator, TypeVar

    Saved = TypeVar("Saved", bound="Saves")


def _loaded(saved: bytes) -> Any:
    """Returns a world of the engine that was saved, of whichever kind it was."""
    config = ffi.new("evo_world_config *", lib.evo_world_config_default())
    config.complain = lib.evolute_complain
    world = ffi.gc(lib.evo_world_create(config), lib.evo_world_destroy)
    check(lib.evo_world_load(world, ffi.from_buffer(saved), len(saved)), "load")
    return world


class Saves(Owner):
    """What a world does with its own state. A loaded world goes on to the last bit."""
    _exact: bool

    def save(self) -> bytes:
        """Returns the whole world as bytes, which pickles hold, too."""
        size = lib.evo_world_save(self.c, ffi.NULL, 0)
        out = bytearray(size)
        lib.evo_world_save(self.c, ffi.from_buffer(out), size)
        return bytes(out)

    def load(self, saved: bytes) -> None:
        """Makes the world what was saved, whatever it held. A world of the other kind is refused:
        steps are not exact time."""
        if not isinstance(saved, (bytes, bytearray, memoryview)):
            raise TypeError(f"saved is of type {type(saved).__name__}; it must be bytes, of save()")
        if (lib.evo_world_get(_loaded(saved)).exact != ffi.NULL) != self._exact:
            kinds = ("EventWorld", "World") if self._exact else ("World", "EventWorld")
            raise InvalidError(f"saved is of the class {kinds[1]}; it must be of {kinds[0]}")
        self._load(saved)

    def _load(self, saved: bytes) -> None:
        check(lib.evo_world_load(self.c, ffi.from_buffer(saved), len(saved)), "load")

    def clone(self: Saved) -> Saved:
        """Returns another world of the same state."""
        other = type(self).__new__(type(self))
        other.__setstate__(self.__getstate__())
        return other

    def __getstate__(self) -> tuple[bytes, int]:
        return self.save(), self._workers

    def __setstate__(self, state: tuple[bytes, int]) -> None:
        saved, workers = state
        config = ffi.new("evo_world_config *", lib.evo_world_config_default())
        self._share(config, workers)
        self._create(config)
        self._load(saved)

    def keep(self, frame: Any = None) -> Any:
        """Keeps this moment, in a frame that was used before or a new one; see snapshot.h."""
        place = ffi.new("evo_frame **", ffi.NULL if frame is None else frame)
        check(lib.evo_frame_keep(self.c, place), "keep")
        return ffi.gc(place[0], lib.evo_frame_destroy) if frame is None else frame

    def restore(self, frame: Any) -> None:
        """Goes back to the moment of a frame."""
        check(lib.evo_frame_restore(self.c, frame), "restore")

    @contextlib.contextmanager
    def record(self: Saved, path: str | os.PathLike[str], queries: bool = False) -> Iterator[Saved]:
        """Writes all that is done to the world to a file, `queries` with their answers, too: Replay
        and evolute-run replay FILE do it again."""
        with open(path, "wb", buffering=1 << 20) as file:
            config = ffi.new("evo_record_config *", {"queries": queries})
            config.write, config.context = lib.evolute_write, (handle := ffi.new_handle(file))
            check(lib.evo_record_begin(self.c, config), "record")
            try:
                yield self
            finally:
                check(lib.evo_record_end(self.c), "record")
                del handle

    def mark(self, text: str) -> None:
        """Puts a text at this time into the record, if there is one."""
        check(lib.evo_record_mark(self.c, text.encode()), "mark")


@ffi.def_extern()
def evolute_write(context: Any, data: Any, size: int) -> bool:
    """Takes the next bytes of a record."""
    try:
        ffi.from_handle(context).write(ffi.buffer(data, size))
    except (OSError, ValueError):
        return False
    return True
