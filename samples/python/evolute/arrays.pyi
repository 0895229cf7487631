"""Types of arrays, for type checkers alone: numpy.typing takes longer than the package."""
from typing import Any

import numpy as np
from numpy.typing import ArrayLike as ArrayLike
from numpy.typing import NDArray

# Of any numbers.
Array = np.ndarray[Any, Any]
Floats = NDArray[np.float64]
Complexes = NDArray[np.complex128]
Integers = NDArray[np.int64]
# Structs of the engine, field by field.
Records = np.ndarray[Any, np.dtype[np.void]]
Struct = np.dtype[Any]
