"""Worlds as bytes: saves, pickles, frames, records."""
from __future__ import annotations

import contextlib
import os

from .errors import check
from .native import ffi, lib

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterator, TypeVar

    Saved = TypeVar("Saved", bound="Saves")


class Saves:
    """What a world does with its own state. A loaded world goes on to the last bit."""
    c: Any

    def save(self) -> bytes:
        """Returns the whole world as bytes, which pickles hold, too."""
        size = lib.evo_world_save(self.c, ffi.NULL, 0)
        out = bytearray(size)
        lib.evo_world_save(self.c, ffi.from_buffer(out), size)
        return bytes(out)

    def load(self, saved: bytes) -> None:
        """Makes the world what was saved, whatever it held."""
        check(lib.evo_world_load(self.c, ffi.from_buffer(saved), len(saved)), "load")

    def clone(self: Saved) -> Saved:
        """Returns another world of the same state."""
        other = type(self).__new__(type(self))
        other.__setstate__(self.save())
        return other

    def __getstate__(self) -> bytes:
        return self.save()

    def __setstate__(self, saved: bytes) -> None:
        self._create(ffi.new("evo_world_config *", lib.evo_world_config_default()))
        self.load(saved)

    def _create(self, config: Any) -> None:
        raise NotImplementedError

    def keep(self, frame: Any = None) -> Any:
        """Keeps this moment, in a frame that was used before or a new one; see snapshot.h."""
        place = ffi.new("evo_frame **", ffi.NULL if frame is None else frame)
        check(lib.evo_frame_keep(self.c, place), "keep")
        return ffi.gc(place[0], lib.evo_frame_destroy) if frame is None else frame

    def restore(self, frame: Any) -> None:
        """Goes back to the moment of a frame."""
        check(lib.evo_frame_restore(self.c, frame), "restore")

    @contextlib.contextmanager
    def record(self: Saved, path: str | os.PathLike[str]) -> Iterator[Saved]:
        """Writes all that is done to the world to a file: evolute-run replay FILE does it again."""
        with open(path, "wb", buffering=1 << 20) as file:
            config = ffi.new("evo_record_config *")
            config.write, config.context = lib.evolute_write, (handle := ffi.new_handle(file))
            check(lib.evo_record_begin(self.c, config), "record")
            try:
                yield self
            finally:
                check(lib.evo_record_end(self.c), "record")
                del handle


@ffi.def_extern()
def evolute_write(context: Any, data: Any, size: int) -> bool:
    """Takes the next bytes of a record."""
    try:
        ffi.from_handle(context).write(ffi.buffer(data, size))
    except (OSError, ValueError):
        return False
    return True
