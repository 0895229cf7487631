"""Exceptions, one for each result of the engine. A call that raised one has changed nothing. Calls
that succeed and are hardly meant, as a step of 0 seconds, warn (EvoluteWarning)."""
from __future__ import annotations

import threading
import warnings

from .native import ffi, lib

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


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


class ClosedError(EvoluteError, ValueError):
    """The world was closed."""


class EvoluteWarning(UserWarning):
    """A call succeeded, and is hardly meant."""


_CLASSES = {lib.EVO_ERROR_INVALID: InvalidError, lib.EVO_ERROR_STALE: StaleError,
            lib.EVO_ERROR_LIMIT: LimitError, lib.EVO_ERROR_UNSUPPORTED: UnsupportedError,
            lib.EVO_ERROR_CORRUPT: CorruptError, lib.EVO_ERROR_LOCKED: LockedError}


# The result and the sentence of the last call that failed, of each thread.
_last = threading.local()


@ffi.def_extern()
def evolute_complain(_: Any, told: Any) -> None:
    """Keeps what is told of a call that fails for its exception, and warns of others."""
    text = ffi.string(told.text).decode()
    if told.kind == lib.EVO_WARNING:
        warnings.warn(f"{ffi.string(told.call).decode()}: {text}", EvoluteWarning, stacklevel=3)
    else:
        _last.told = told.result, text


def check(result: int, what: str) -> None:
    """Raises the exception of a result that is not EVO_OK."""
    if result == lib.EVO_OK:
        return
    told, sentence = getattr(_last, "told", (lib.EVO_OK, ""))
    _last.told = lib.EVO_OK, ""
    if told != result:
        sentence = ffi.string(lib.evo_result_text(result)).decode()
    text = f"{what}: {sentence}"
    if result == lib.EVO_ERROR_MEMORY:
        raise MemoryError(text)
    error = _CLASSES[result](text)
    error.result = result
    raise error
