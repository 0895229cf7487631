"""Structs of the engine as numpy dtypes, made from what cffi knows of the headers: no struct is
written down twice, and one that changes in C changes here when the package is built."""
from __future__ import annotations

import functools

import numpy as np

from . import checks
from .errors import InvalidError
from .native import ffi

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable, Iterable, Mapping

    from .arrays import Array, ArrayLike, Floats, Records, Struct

_PRIMITIVES = {"double": "f8", "float": "f4", "_Bool": "?", "int": "i4", "int32_t": "i4",
               "uint32_t": "u4", "unsigned int": "u4", "uint64_t": "u8", "size_t": "u8"}


def _is(ctype: Any, name: str) -> bool:
    return ctype.cname in (name, f"struct {name}")


def dtype_of(ctype: Any) -> Struct:
    """Returns the dtype with the same bytes. Fields of a union lie over each other."""
    ctype = ffi.typeof(ctype) if isinstance(ctype, str) else ctype
    if ctype.kind == "primitive":
        return np.dtype(_PRIMITIVES[ctype.cname])
    if ctype.kind == "enum":
        return np.dtype("u4")
    if ctype.kind == "pointer":
        return np.dtype(np.uintp)
    if ctype.kind == "array":
        return np.dtype((dtype_of(ctype.item), (ctype.length,)))
    if _is(ctype, "evo_vec2"):
        return np.dtype(("f8", (2,)))
    fields = ctype.fields
    return np.dtype({"names": [name for name, _ in fields],
                     "formats": [dtype_of(field.type) for _, field in fields],
                     "offsets": [field.offset for _, field in fields],
                     "itemsize": ffi.sizeof(ctype)})


BODY = dtype_of("evo_body")
COLLIDER = dtype_of("evo_collider")
SHAPE = dtype_of("evo_shape")
MASS = dtype_of("evo_mass")
MATERIAL = dtype_of("evo_material")


DOUBLES = ffi.typeof("double[]")


def doubles(array: Array | None) -> Any:
    """Returns the memory of contiguous doubles, as `pointer` does."""
    return ffi.NULL if array is None else ffi.from_buffer(DOUBLES, array)


def pointer(ctype: str, array: Array | None) -> Any:
    """Returns the memory of a contiguous array, which lives as long as what is returned; a field of
    a struct does not keep it."""
    return ffi.NULL if array is None else ffi.from_buffer(_array_of(ctype), array)


@functools.lru_cache(None)
def _array_of(ctype: str) -> Any:
    return ffi.typeof(ctype.replace(" *", "[]"))


def copied(start: Any, count: int) -> Records:
    """Returns a copy of an array of structs that the engine owns."""
    dtype = dtype_of(ffi.typeof(start).item)
    if count == 0:
        return np.empty(0, dtype)
    return np.frombuffer(ffi.buffer(start, count * dtype.itemsize), dtype).copy()


def filled(call: Callable[[Any, int], int], item: str, room: int = 256) -> Records:
    """Returns all that a call writes that takes an array and its capacity, and returns how many
    there are."""
    while True:
        out = np.empty(room, dtype_of(item))
        count = call(pointer(item + " *", out), room)
        if count <= room:
            return out[:count]
        room = count


def numbers(value: Any) -> Any:
    """Returns a struct as a dict of numbers, vectors (2,), poses (3,), tensors (2, 2) and dicts; a
    pointer is whether there is one."""
    if not isinstance(value, ffi.CData):
        return value
    kind = ffi.typeof(value)
    if kind.kind == "array":
        return np.array(list(value))
    if kind.kind in ("pointer", "function"):
        return value != ffi.NULL
    if _is(kind, "evo_vec2"):
        return np.array([value.x, value.y])
    if _is(kind, "evo_pose"):
        return np.array([value.position.x, value.position.y, value.angle])
    if _is(kind, "evo_tensor"):
        return np.array([[value.xx, value.xy], [value.yx, value.yy]])
    return some(value, [name for name, _ in kind.fields if name])


def some(struct: Any, names: Iterable[str]) -> dict[str, Any]:
    """Returns these fields of a struct, as `numbers` does."""
    return {name: numbers(getattr(struct, name)) for name in names}


def vector(xy: ArrayLike, name: str = "vector") -> dict[str, float]:
    """Returns an evo_vec2."""
    x, y = _finite(name, xy, 2)
    return {"x": x, "y": y}


def pose(at: ArrayLike, name: str = "pose") -> dict[str, Any]:
    """Returns an evo_pose from (x, y) or (x, y, angle)."""
    x, y, *angle = _finite(name, at, 3 if np.shape(at) == (3,) else 2)
    return {"position": {"x": x, "y": y}, "angle": angle[0] if angle else 0.0}


def _finite(name: str, value: ArrayLike, size: int) -> list[float]:
    values = checks.floats(name, value, size, each=False).tolist()
    if not all(-np.inf < number < np.inf for number in values):
        raise InvalidError(f"{name} is {values}; it must be finite")
    return values


@functools.lru_cache(None)
def _fields(ctype: Any) -> dict[str, Any]:
    return {name: field.type for name, field in ctype.item.fields}


def assign(struct: Any, fields: Mapping[str, Any]) -> Any:
    """Sets fields of a struct by name; a name it has not, as a misspelt one, is a TypeError."""
    known = _fields(ffi.typeof(struct)) if fields else {}
    for name, value in fields.items():
        if name not in known:
            raise TypeError(f"no field {name!r}: there are {', '.join(known)}")
        if _is(known[name], "evo_vec2"):
            value = vector(value, name)
        elif _is(known[name], "evo_pose"):
            value = pose(value, name)
        try:
            setattr(struct, name, value)
        except (TypeError, OverflowError) as error:
            raise TypeError(f"{name} is {value!r}: {error}") from None
    return struct
