"""The same function for many parameters, on as many machines as there are.

    tasks = grid(packing=[0.1, 0.2], seed=range(100))
    results = sweep(run, tasks, "runs")

A result is a file in a folder, written whole or not at all; what has one never runs again. A task
that raises is named, with its error, and the rest is done. Parameters and results are what JSON
has, tuples, dicts by any of these, and numpy's scalars, which come back as numbers, and arrays.
Tasks are run by any concurrent.futures.Executor: by processes here,
mpi4py.futures.MPIPoolExecutor() under `mpirun -n 100 python3 -m mpi4py.futures`, or
dask.distributed.Client(...).get_executor(pure=False).
"""
from __future__ import annotations

import concurrent.futures
import functools
import hashlib
import inspect
import itertools
import json
import os
import pathlib
import pickle
import platform
import sys
import time
import traceback
from typing import Any, Callable, Iterable, TextIO

import numpy as np

from . import __version__
from .errors import InvalidError
from .provenance import provenance

Task = dict[str, Any]
_ARRAY, _TUPLE, _DICT = "__array__", "__tuple__", "__dict__"


def grid(**axes: Iterable[Any]) -> list[Task]:
    """Returns all combinations of parameters, the last one varying fastest."""
    return [dict(zip(axes, values)) for values in itertools.product(*axes.values())]


@functools.lru_cache
def _source(function: Callable[..., Any]) -> str:
    try:
        return inspect.getsource(function)
    except (OSError, TypeError):
        raise InvalidError(f"function is {function!r}, whose source cannot be read, by which "
                           "results are known: define it by def in a file") from None


def _check(function: Callable[..., Any], executor: concurrent.futures.Executor | None) -> None:
    _source(function)
    if isinstance(executor, concurrent.futures.ThreadPoolExecutor):
        return
    try:
        pickle.dumps(function)
    except (pickle.PicklingError, AttributeError, TypeError):
        raise InvalidError(f"function is {function!r}, which workers cannot import: define it by "
                           "def at the top of a file") from None


def _plain(value: Any) -> Any:
    """Returns what JSON has in place of numpy's scalars and arrays."""
    if isinstance(value, np.ndarray) and value.dtype.kind in "biufc":
        parts = value.view(value.real.dtype) if value.dtype.kind == "c" else value
        return {_ARRAY: parts.ravel().tolist(), "dtype": value.dtype.str, "shape": value.shape}
    if isinstance(value, np.generic):
        return value.item()
    raise TypeError(f"{type(value).__name__} is neither numbers, text, lists nor arrays, of which "
                    "parameters and results are made")


def _packed(value: Any) -> Any:
    """Returns what JSON keeps in place of tuples, and of dicts whose keys are not all text."""
    if isinstance(value, tuple):
        return {_TUPLE: [_packed(item) for item in value]}
    if isinstance(value, list):
        return [_packed(item) for item in value]
    if isinstance(value, dict):
        if all(isinstance(key, str) for key in value):
            return {key: _packed(item) for key, item in value.items()}
        return {_DICT: [[_packed(key), _packed(item)] for key, item in value.items()]}
    return value


def _arrays(read: dict[str, Any]) -> Any:
    """Returns what _plain and _packed have packed."""
    if _TUPLE in read:
        return tuple(read[_TUPLE])
    if _DICT in read:
        return dict(read[_DICT])
    if _ARRAY not in read:
        return read
    dtype = np.dtype(read["dtype"])
    numbers = np.array(read[_ARRAY], dtype.type(0).real.dtype)
    return numbers.view(dtype).reshape(read["shape"])


def key(function: Callable[..., Any], task: Task) -> str:
    """Returns the name of a task's file: it changes with the source of the function, which may not
    be all that it calls, with parameters and with the engine's version."""
    text = json.dumps([_source(function), _packed(task), __version__], sort_keys=True,
                      default=_plain)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _write(path: pathlib.Path, what: dict[str, Any]) -> None:
    part = path.with_name(f"{path.name}.{platform.node()}-{os.getpid()}.part")
    with open(part, "w", encoding="utf-8") as file:
        json.dump(_packed(what), file, default=_plain)
        file.flush()
        os.fsync(file.fileno())
    os.replace(part, path)


def _read(path: pathlib.Path) -> Any:
    return json.loads(path.read_text(), object_hook=_arrays)["result"]


def run_task(function: Callable[..., Any], task: Task, path: pathlib.Path) -> bool:
    """Runs a task in a worker, and writes its result, or why it failed; returns whether it has one.
    While it runs it has a file, which tells what a dying worker took with it."""
    if path.exists():
        return True
    began, error, running = time.time(), path.with_suffix(".error"), path.with_suffix(".running")
    running.touch()
    try:
        result = function(**task)
        _write(path, {"task": task, "result": result, "seconds": time.time() - began,
                      "provenance": provenance()})
        error.unlink(missing_ok=True)
        return True
    except Exception:
        _write(error, {"task": task, "error": traceback.format_exc()})
        return False
    finally:
        running.unlink(missing_ok=True)


def _error(path: pathlib.Path) -> str:
    """Returns why a task failed, as far as its file is seen from here."""
    try:
        return str(json.loads(path.with_suffix(".error").read_text())["error"])
    except (OSError, ValueError):
        return ""


def _tell(text: str, show: TextIO | None, end: str = "\n") -> None:
    if show:
        print(text, end=end, file=show, flush=True)


def _attempt(function: Callable[..., Any], todo: dict[pathlib.Path, Task],
             executor: concurrent.futures.Executor | None, show: TextIO | None) -> None:
    """Runs what has no file; what is lost with a worker is left without one. None: processes."""
    began = told = time.time()
    failed = 0
    own = executor or concurrent.futures.ProcessPoolExecutor(min(len(todo), os.cpu_count() or 1))
    try:
        paths = {id(task): path for path, task in todo.items()}
        waiting = {own.submit(run_task, function, task, path): task for path, task in todo.items()}
        for done, future in enumerate(concurrent.futures.as_completed(waiting), 1):
            lost, task = future.exception(), waiting[future]
            failed += lost is not None or not future.result()
            if lost is None and not future.result():
                _tell(f"\nfailed: {task}\n{_error(paths[id(task)])}", show, "")
            now = time.time()
            if done == len(todo) or now > told + 1:
                told = now
                _tell(f"\r{done} of {len(todo)} done, {failed} failed, {now - began:.0f} s", show,
                      "")
    except concurrent.futures.BrokenExecutor:
        pass  # A worker died while tasks were handed out.
    finally:
        if executor is None:
            own.shutdown(cancel_futures=True)
    _tell("", show)


def sweep(function: Callable[..., Any], tasks: list[Task], folder: str | os.PathLike[str] = "runs",
          executor: concurrent.futures.Executor | None = None, show: TextIO | None = sys.stderr
          ) -> list[Any]:
    """Runs what has no result yet, and returns the results in the order of tasks; None: it failed.
    Tasks that ran when a worker died are run again after all others, each alone: one that kills its
    worker then, too, has failed, and costs no other."""
    _check(function, executor)
    where = pathlib.Path(folder).resolve()
    where.mkdir(parents=True, exist_ok=True)
    paths = [where / f"{key(function, task)}.json" for task in tasks]
    for path in paths:
        path.with_suffix(".error").unlink(missing_ok=True)
        path.with_suffix(".running").unlink(missing_ok=True)
    left = {path: task for path, task in zip(paths, tasks) if not path.exists()}
    suspects: dict[pathlib.Path, Task] = {}
    while left:
        before = len(left)
        _attempt(function, left, executor, show)
        left = {path: task for path, task in left.items()
                if not path.exists() and not path.with_suffix(".error").exists()}
        suspects.update((path, left.pop(path)) for path in list(left)
                        if path.with_suffix(".running").exists())
        if len(left) == before:
            break  # The executor takes no task any more.
    for path, task in suspects.items():
        path.with_suffix(".running").unlink(missing_ok=True)
        _attempt(function, {path: task}, executor, None)
        if path.with_suffix(".running").exists():
            path.with_suffix(".running").unlink()
            _write(path.with_suffix(".error"), {"task": task, "error": "it killed its worker"})
            _tell(f"killed its worker: {task}", show)
    for path in paths:  # A worker may be ended between its result and the end of its task.
        path.with_suffix(".running").unlink(missing_ok=True)
    return [_read(path) if path.exists() else None for path in paths]
