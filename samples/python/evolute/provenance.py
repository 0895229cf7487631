"""Where a number comes from: what outputs say of the program that made them."""
from __future__ import annotations

import datetime
import hashlib
import pathlib
import platform
import sys
from typing import Any

import numpy as np

from . import __version__
from .native import ffi, lib


def provenance(**parameters: Any) -> dict[str, Any]:
    """Returns versions, the script with its hash, arguments, date, and what is given besides."""
    script = pathlib.Path(sys.argv[0])
    digest = hashlib.sha256(script.read_bytes()).hexdigest() if script.is_file() else ""
    now = datetime.datetime.now(datetime.timezone.utc)
    built = ffi.string(lib.evo_build_text()).decode()
    return {"evolute": __version__, "build": built, "python": platform.python_version(),
            "numpy": np.__version__, "machine": platform.machine(), "arguments": sys.argv,
            "script_sha256": digest, "date": now.isoformat(timespec="seconds"),
            "parameters": parameters}
