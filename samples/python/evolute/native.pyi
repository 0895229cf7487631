"""Describes the native module: `lib` has every call of the headers, `ffi` makes its arguments."""
from typing import Any

ffi: Any
lib: Any
