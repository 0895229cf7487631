"""Checks of arguments. What is wrong is told by the argument's name, its value and the rule, as the
engine does; arrays have the width, order and type that the engine reads."""
from __future__ import annotations

import operator

import numpy as np

from .errors import InvalidError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterable

    from .arrays import Array, ArrayLike, Floats, Records, Struct


def numbers(name: str, value: Any) -> Array:
    """Returns an array of real numbers, of any shape and type."""
    try:
        array = np.asarray(value)
        if array.dtype.kind not in "biuf":
            if array.dtype.kind != "O":
                raise TypeError
            array = array.astype(float)
    except (TypeError, ValueError):
        raise TypeError(f"{name} is {_short(value)}; it must be real numbers, in rows of one "
                        f"length") from None
    return array


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) < 60 else text[:57] + "..."


_FLOAT = np.dtype(float)


def floats(name: str, value: ArrayLike, *shape: int, each: bool = True) -> Floats:
    """Returns contiguous doubles of this shape; `each`: also from one row for all."""
    array = numbers(name, value)
    if array.shape != shape:
        allowed = [shape] + [(1, *shape[1:]), shape[1:]] * each
        if array.shape not in allowed:
            fits = " or ".join(str(fit) for fit in dict.fromkeys([allowed[-1], shape]))
            raise InvalidError(f"{name} has shape {array.shape}; it must be {fits}")
        array = array.reshape(shape) if shape[0] == 1 else np.broadcast_to(array, shape)
    if array.dtype is _FLOAT and array.flags.c_contiguous:
        return array
    return np.ascontiguousarray(array, float)


def finite(name: str, value: ArrayLike, *shape: int) -> Floats:
    """Returns `floats` that are finite."""
    array = floats(name, value, *shape)
    if not np.isfinite(array).all():
        raise InvalidError(f"{name} is not finite everywhere; it must be")
    return array


def rows(name: str, value: ArrayLike, width: int) -> Floats:
    """Returns contiguous doubles, any number of rows of this width; one row may be flat."""
    array = numbers(name, value)
    if array.size == 0 and array.ndim < 3:
        array = array.reshape(0, width)
    flat = array.reshape(1, -1) if array.ndim < 2 else array
    if flat.ndim != 2 or flat.shape[1] != width:
        raise InvalidError(f"{name} has shape {array.shape}; it must be (N, {width})")
    return np.ascontiguousarray(flat, float)


def number(name: str, value: Any) -> float:
    """Returns one number."""
    if type(value) is float:
        return value
    try:
        return float(numbers(name, value).item())
    except (TypeError, ValueError):
        raise TypeError(f"{name} is {_short(value)}; it must be a number") from None


def positive(name: str, value: Any) -> float:
    """Returns one number that is finite and above 0."""
    found = number(name, value)
    if not 0 < found < np.inf:
        raise InvalidError(f"{name} is {found:g}; it must be finite, and above 0")
    return found


def integer(name: str, value: Any, least: int = 0) -> int:
    """Returns a whole number of at least so much."""
    try:
        found = operator.index(value)
    except TypeError:
        raise TypeError(f"{name} is {_short(value)}; it must be a whole number") from None
    if not least <= found < 2**63:
        raise InvalidError(f"{name} is {found}; it must be {least} or more")
    return found


def choice(name: str, value: Any, known: Iterable[str]) -> Any:
    """Returns one of the known names."""
    names = list(known)
    if value not in names:
        raise InvalidError(f"{name} is {_short(value)}; it must be one of {', '.join(names)}")
    return value


def instance(name: str, value: Any, kind: type, such: str) -> Any:
    """Returns a value of this class; `such`: an example of one."""
    if not isinstance(value, kind):
        raise TypeError(f"{name} is {_short(value)}; it must be a {kind.__name__}, as {such}")
    return value


def records(name: str, value: Any, dtype: Struct, such: str, count: int | None = None) -> Records:
    """Returns structs of the engine, contiguous and flat; `count`: one for all, or so many."""
    array = np.asarray(value)
    if array.dtype is not dtype and array.dtype.names != dtype.names:
        raise TypeError(f"{name} is {_short(value)}; it must be {such}")
    flat = array.reshape(-1)
    if flat.dtype is not dtype or not flat.flags.c_contiguous:
        flat = np.ascontiguousarray(flat, dtype)
    if count is not None and len(flat) not in (1, count):
        fits = "one" if count == 1 else f"one for all, or {count}"
        raise InvalidError(f"{name} are {len(flat)}; there must be {fits}")
    if count is None or len(flat) == count:
        return flat
    return np.ascontiguousarray(np.broadcast_to(flat, count))


def fixed(array: Any) -> Any:
    """Returns an array that cannot be written: it is a copy, and writing to it changed no body."""
    array.setflags(write=False)
    return array
