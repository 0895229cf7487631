"""Records that are made again, and looked into at any step."""
from __future__ import annotations

import os
import pathlib

from .errors import check
from .native import ffi, lib
from .owner import Owner
from .records import filled, numbers
from .world import EventWorld, World

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterator

    from .arrays import Records


class Replay(Owner):
    """A record of World.record or evolute-run --record, at one of its steps:

        with ev.Replay("run.evr") as replay:
            for step in replay:                       # from the beginning
                if replay.difference: print(step, replay.difference)
            replay.seek(len(replay) // 2)             # back, too
            print(replay.world.bodies.position, replay.calls)
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self._bytes = pathlib.Path(path).read_bytes()
        place = ffi.new("evo_replay **")
        check(lib.evo_replay_open(place, ffi.from_buffer(self._bytes), len(self._bytes), ffi.NULL),
              "record")
        self._c = ffi.gc(place[0], lib.evo_replay_close, len(self._bytes))
        self._calls: list[str] = []
        self._difference: str | None = None
        self._step = 0

    def __repr__(self) -> str:
        return "<Replay, closed>" if self._c is None else \
            f"<Replay at step {self._step} of {len(self)}>"

    def __len__(self) -> int:
        """The number of steps."""
        return int(self.info["steps"])

    def __iter__(self) -> Iterator[int]:
        """Plays from the beginning, and yields the number of each step that was made."""
        self.seek(0)
        while self._play():
            yield self._step

    def seek(self, step: int) -> None:
        """Goes to the state behind a step; 0: to the beginning."""
        if step > 0:
            check(lib.evo_replay_seek(self.c, step - 1), "seek")
            self._step = step - 1
            if not self._play():
                check(lib.EVO_ERROR_INVALID, "seek")
        else:
            check(lib.evo_replay_seek(self.c, step), "seek")
            self._step, self._calls, self._difference = 0, [], None

    def _play(self) -> bool:
        """Makes all calls up to the next step again; False: there is no further one."""
        call, calls, difference = ffi.new("evo_replay_call *"), [], None
        while True:
            check(lib.evo_replay_next(self.c, call), "replay")
            if call.name == ffi.NULL:
                return False
            text = self._text() or ffi.string(call.name).decode()
            calls.append(text)
            if call.difference != lib.EVO_SAME and difference is None:
                difference = text
            if ffi.string(call.name) in (b"evo_world_step", b"evo_world_run",
                                         b"evo_world_run_until"):
                break
        self._calls, self._difference, self._step = calls, difference, call.step + 1
        return True

    def _text(self) -> str:
        size = lib.evo_replay_describe(self.c, ffi.NULL, 0) + 1
        out = ffi.new("char[]", size)
        lib.evo_replay_describe(self.c, out, size)
        return ffi.string(out).decode(errors="replace")

    @property
    def step(self) -> int:
        """The number of steps that were made."""
        return self._step

    @property
    def world(self) -> World | EventWorld:
        """The world at this step, to be read alone: what changes it, changes what is replayed. It
        stays the same world when the replay seeks."""
        world = lib.evo_replay_world(self.c)
        kind = World if lib.evo_world_get(world).exact == ffi.NULL else EventWorld
        made = kind.__new__(kind)
        made._c = ffi.gc(world, lambda _, owner=self._c: None)  # which keeps the replay
        return made

    @property
    def calls(self) -> list[str]:
        """The calls of the last step, as text: all since the step before, and the step itself."""
        return list(self._calls)

    @property
    def difference(self) -> str | None:
        """The first of these calls that differs from what was recorded; None: all are the same."""
        return self._difference

    @property
    def marks(self) -> list[tuple[int, str]]:
        """The marks of the whole record: steps before each, and its text."""
        count = lib.evo_replay_marks(self.c, ffi.NULL, 0)
        out = ffi.new("evo_replay_mark[]", count)
        lib.evo_replay_marks(self.c, out, count)
        return [(int(mark.step), ffi.string(mark.text).decode(errors="replace")) for mark in out]

    @property
    def queries(self) -> Records:
        """The queries of the last step, where the record has them: records of evo_replay_query."""
        return filled(lambda to, room: lib.evo_replay_queries(self.c, to, room),
                      "evo_replay_query")

    @property
    def info(self) -> dict[str, Any]:
        """Fields of evo_replay_info, of the whole record."""
        out = ffi.new("evo_replay_info *")
        check(lib.evo_replay_info_of(self.c, out), "info")
        return numbers(out[0])

    def set_budget(self, size: int) -> None:
        """Limits the bytes of the frames that are kept to go back to."""
        check(lib.evo_replay_set_budget(self.c, size), "budget")
