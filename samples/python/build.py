"""Builds the native module of the package: cffi in API mode, declared by the headers themselves, so
that each call of a header is there without being written down again.

    CC=gcc python3 build.py INCLUDE LIBRARY MODULE.so
"""
from __future__ import annotations

import contextlib
import os
import pathlib
import re
import shlex
import subprocess
import sys
import sysconfig
import tempfile

import cffi

HERE = pathlib.Path(__file__).resolve().parent
# The painter of the samples, where it is in their tree and in an sdist.
PAINTED = HERE / "painter" if (HERE / "painter").exists() else HERE.parent
PAINTER = ["picture/painter.c", "picture/view.c", "picture/images.c", "picture/palette.c",
           "sandbox/raster.c"]
# Calls that other threads do not wait for; worlds let no other thread in meanwhile (owner.py).
LONG = ("evo_world_step", "evo_world_run_until")
# Functions that C calls in Python: writers of records, what is told of calls, what worlds draw.
CALLED = """
extern "Python" bool evolute_write(void *context, const void *bytes, size_t size);
extern "Python" void evolute_complain(void *context, const evo_complaint *told);
extern "Python" void evolute_draw_circle(void *to, const evo_draw_item *item, evo_vec2 center,
                                         double radius, double angle);
extern "Python" void evolute_draw_ellipse(void *to, const evo_draw_item *item, evo_vec2 center,
                                          double radius_x, double radius_y, double angle);
extern "Python" void evolute_draw_ring(void *to, const evo_draw_item *item, evo_vec2 center,
                                       double inner, double outer, double start, double sweep);
extern "Python" void evolute_draw_hull(void *to, const evo_draw_item *item, const evo_vec2 *points,
                                       int count, double radius);
extern "Python" void evolute_draw_line(void *to, const evo_draw_item *item, evo_vec2 a, evo_vec2 b);
"""


def without_bodies(text: str) -> str:
    """Turns static inline functions into prototypes, since cdef reads no bodies."""
    while found := re.search(r"static inline ([^;{}]*\))\s*\{", text):
        end, depth = found.end(), 1
        while depth:
            depth += {"{": 1, "}": -1}.get(text[end], 0)
            end += 1
        text = f"{text[:found.start()]}{found[1]};{text[end:]}"
    return text


def declarations(include: pathlib.Path) -> str:
    """Returns what the headers declare. Headers of the system are replaced by empty ones: cffi
    knows size_t, bool and uint32_t by itself."""
    compiler = shlex.split(os.environ.get("CC", "cc"))
    with tempfile.TemporaryDirectory() as empty:
        for name in ("math.h", "stdbool.h", "stddef.h", "stdint.h"):
            (pathlib.Path(empty) / name).write_text("")
        text = subprocess.run(
            [*compiler, "-E", "-P", "-nostdinc", "-U__GNUC__", f"-I{empty}", f"-I{include}", "-"],
            input="#include <evolute/evolute.h>\n", capture_output=True, text=True, check=True)
    return without_bodies(text.stdout)


def loops() -> str:
    """Returns what the headers beside this file declare."""
    text = "".join((HERE / name).read_text() for name in ("each.h", "paint.h"))
    found = re.findall(r"^static (\w+ evolute_[^{]*)\{", text, re.M)
    names = re.findall(r"^enum \{[^}]*\}", text, re.M)
    return "".join(f"{declared.strip()};\n" for declared in names + found)


def write_source(include: pathlib.Path, to: pathlib.Path) -> None:
    """Writes the C source of the module."""
    ffi = cffi.FFI()
    ffi.cdef(declarations(include) + CALLED + loops())
    ffi.set_source("evolute.native", f'#include "{HERE}/each.h"\n#include "{HERE}/paint.h"\n')
    with contextlib.redirect_stdout(None):
        ffi.emit_c_code(str(to))
    to.write_text(holding_lock(to.read_text()))


def holding_lock(source: str) -> str:
    """Lets only calls that take long run beside other threads of Python. The others are then safe
    among threads, as the engine's are not, and quicker."""
    parts = re.split(r"^(?=_cffi_f_(\w+)\()", source, flags=re.M)
    for i in range(2, len(parts), 2):
        if parts[i - 1] not in LONG:
            parts[i] = re.sub(r"Py_(BEGIN|END)_ALLOW_THREADS", "", parts[i])
    return parts[0] + "".join(parts[2::2])


# Debian's packages of the headers that the engine includes.
PACKAGES = {"cglm": "libcglm-dev", "uthash.h": "uthash-dev", "Python.h": "python3-dev"}
# The same bits everywhere: see the Makefile.
SAME_BITS = ["-ffp-contract=off", "-fno-tree-vectorize", "-fno-tree-slp-vectorize",
             "-fno-math-errno"]


def run_compiler(command: list[str]) -> None:
    """Compiles, or says in one sentence which header is missing."""
    done = subprocess.run(command, stderr=subprocess.PIPE, text=True)
    if done.returncode == 0:
        return
    missing = re.search(r"(?:fatal error: |')([\w/.]+\.h)'?(?:: No such file| file not found)",
                        done.stderr)
    if missing is None:
        sys.exit(done.stderr)
    package = PACKAGES.get(missing[1].split("/")[0], "it")
    sys.exit(f"evolute needs the header {missing[1]}, which is missing: install {package}")


def compile_module(include: pathlib.Path, sources: list[str], module: pathlib.Path,
                   flags: list[str] = ["-O2"]) -> None:
    """Compiles the module, with the engine as a library or as source."""
    compiler = shlex.split(os.environ.get("CC", "cc"))
    linking = ["-bundle", "-undefined", "dynamic_lookup"]
    if sys.platform != "darwin":
        linking = ["-shared", "-s"]
    module.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder) / "native.c"
        write_source(include, source)
        text = " ".join([*flags, *SAME_BITS])
        run_compiler([*compiler, *linking, "-std=gnu11", "-fPIC", "-DNDEBUG", "-w", *flags,
                      *SAME_BITS, f'-DEVOLUTE_FLAGS="{text}"', f"-I{include}", f"-I{PAINTED}",
                      f"-I{sysconfig.get_path('include')}", str(source), *sources,
                      *(str(PAINTED / name) for name in PAINTER),
                      "-o", str(module), "-lm", "-pthread"])


if __name__ == "__main__":
    where, library, made = sys.argv[1:]
    compile_module(pathlib.Path(where), [library], pathlib.Path(made))
