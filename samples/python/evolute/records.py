"""Structs of the engine as numpy dtypes, made from what cffi knows of the headers: no struct is
written down twice, and one that changes in C changes here when the package is built."""
from __future__ import annotations

import numpy as np

from . import checks
from .errors import InvalidError
from .native import ffi

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable

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


def pointer(ctype: str, array: Array | None) -> Any:
    """Returns the memory of a contiguous array, which lives as long as what is returned; a field of
    a struct does not keep it."""
    return ffi.NULL if array is None else ffi.from_buffer(ctype.replace(" *", "[]"), array)


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


def numbers(struct: Any) -> Any:
    """Returns a struct as a dict of numbers, vectors (2,), tensors (2, 2) and dicts; a pointer is
    whether there is one."""
    kind = ffi.typeof(struct)
    if kind.kind == "array":
        return np.array(list(struct))
    if kind.kind == "pointer":
        return struct != ffi.NULL
    names = [name for name, _ in kind.fields]
    if names == ["x", "y"]:
        return np.array([struct.x, struct.y])
    if _is(kind, "evo_tensor"):
        return np.array([[struct.xx, struct.xy], [struct.yx, struct.yy]])
    values = {name: getattr(struct, name) for name in names if name}
    return {name: numbers(value) if isinstance(value, ffi.CData) else value
            for name, value in values.items()}


def vector(xy: ArrayLike, name: str = "vector") -> dict[str, float]:
    """Returns an evo_vec2."""
    x, y = _finite(name, checks.floats(name, xy, 2, each=False))
    return {"x": x, "y": y}


def pose(at: ArrayLike, name: str = "pose") -> dict[str, Any]:
    """Returns an evo_pose from (x, y) or (x, y, angle)."""
    size = 3 if np.shape(at) == (3,) else 2
    x, y, *angle = _finite(name, checks.floats(name, at, size, each=False))
    return {"position": {"x": x, "y": y}, "angle": angle[0] if angle else 0.0}


def _finite(name: str, values: Floats) -> list[float]:
    if not np.isfinite(values).all():
        raise InvalidError(f"{name} is {values.tolist()}; it must be finite")
    return values.tolist()


def assign(struct: Any, fields: dict[str, Any]) -> Any:
    """Sets fields of a struct by name; a name it has not, as a misspelt one, is a TypeError."""
    known = {name: field.type for name, field in ffi.typeof(struct).item.fields}
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
