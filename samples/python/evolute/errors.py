"""Exceptions, one for each result of the engine. A call that raised one has changed nothing."""
from __future__ import annotations

from .native import ffi, lib


class EvoluteError(Exception):
    """A call was refused; `result` is the engine's."""
    result: int


class InvalidError(EvoluteError, ValueError):
    """A number is out of its range, or bodies overlap in exact time."""


class StaleError(EvoluteError, LookupError):
    """A handle names what is gone."""


class LimitError(EvoluteError):
    """A budget or a capacity is used up."""


class UnsupportedError(EvoluteError, NotImplementedError):
    """The call has no meaning for this world or shape."""


class CorruptError(EvoluteError, ValueError):
    """Saved bytes are damaged."""


class LockedError(EvoluteError):
    """The world is in a step."""


_CLASSES = {lib.EVO_ERROR_INVALID: InvalidError, lib.EVO_ERROR_STALE: StaleError,
            lib.EVO_ERROR_LIMIT: LimitError, lib.EVO_ERROR_UNSUPPORTED: UnsupportedError,
            lib.EVO_ERROR_CORRUPT: CorruptError, lib.EVO_ERROR_LOCKED: LockedError}


def check(result: int, what: str) -> None:
    """Raises the exception of a result that is not EVO_OK."""
    if result == lib.EVO_OK:
        return
    text = f"{what}: {ffi.string(lib.evo_result_text(result)).decode()}"
    if result == lib.EVO_ERROR_MEMORY:
        raise MemoryError(text)
    error = _CLASSES[result](text)
    error.result = result
    raise error
