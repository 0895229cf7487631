"""The same function for many parameters, on as many machines as there are.

    tasks = grid(packing=[0.1, 0.2], seed=range(100))
    results = sweep(run, tasks, "runs")

A result is a file in a folder, written whole or not at all; what has one never runs again. A task
that raises is named, and the rest is done. Tasks are run by any concurrent.futures.Executor: by
processes here, mpi4py.futures.MPIPoolExecutor() under `mpirun -n 100 python3 -m mpi4py.futures`, or
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
import platform
import sys
import time
import traceback
from typing import Any, Callable, Iterable, TextIO

from . import __version__
from .provenance import provenance

Task = dict[str, Any]


def grid(**axes: Iterable[Any]) -> list[Task]:
    """Returns all combinations of parameters, the last one varying fastest."""
    return [dict(zip(axes, values)) for values in itertools.product(*axes.values())]


@functools.lru_cache
def _source(function: Callable[..., Any]) -> str:
    return inspect.getsource(function)


def key(function: Callable[..., Any], task: Task) -> str:
    """Returns the name of a task's file: it changes with the source of the function, which may not
    be all that it calls, with parameters and with the engine's version."""
    text = json.dumps([_source(function), task, __version__], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _write(path: pathlib.Path, what: dict[str, Any]) -> None:
    part = path.with_name(f"{path.name}.{platform.node()}-{os.getpid()}.part")
    with open(part, "w", encoding="utf-8") as file:
        json.dump(what, file)
        file.flush()
        os.fsync(file.fileno())
    os.replace(part, path)


def run_task(function: Callable[..., Any], task: Task, path: pathlib.Path) -> bool:
    """Runs a task in a worker, and writes its result, or why it failed; returns whether it has."""
    if path.exists():
        return True
    began, error = time.time(), path.with_suffix(".error")
    try:
        result = function(**task)
        _write(path, {"task": task, "result": result, "seconds": time.time() - began,
                      "provenance": provenance()})
    except Exception:
        _write(error, {"task": task, "error": traceback.format_exc()})
        return False
    error.unlink(missing_ok=True)
    return True


def _tell(text: str, show: TextIO | None, end: str = "\n") -> None:
    if show:
        print(text, end=end, file=show, flush=True)


def _attempt(function: Callable[..., Any], todo: dict[pathlib.Path, Task],
             executor: concurrent.futures.Executor, show: TextIO | None) -> None:
    """Runs what has no file; what is lost with a worker is left without one."""
    began = told = time.time()
    failed = 0
    waiting = {executor.submit(run_task, function, task, path): task
               for path, task in todo.items()}
    for done, future in enumerate(concurrent.futures.as_completed(waiting), 1):
        lost = future.exception()
        if lost is not None or not future.result():
            failed += 1
            _tell(f"\n{'lost' if lost else 'failed'}: {waiting[future]}", show)
        now = time.time()
        if done == len(todo) or now > told + 1:
            told = now
            _tell(f"\r{done} of {len(todo)} done, {failed} failed, {now - began:.0f} s", show, "")
    _tell("", show)


def sweep(function: Callable[..., Any], tasks: list[Task], folder: str | os.PathLike[str] = "runs",
          executor: concurrent.futures.Executor | None = None, show: TextIO | None = sys.stderr,
          attempts: int = 3) -> list[Any]:
    """Runs what has no result yet, and returns the results in the order of tasks; None: it failed.
    What a dying worker took with it is run again, up to so many attempts."""
    where = pathlib.Path(folder).resolve()
    where.mkdir(parents=True, exist_ok=True)
    paths = [where / f"{key(function, task)}.json" for task in tasks]
    for path in paths:
        path.with_suffix(".error").unlink(missing_ok=True)
    for _ in range(attempts):
        todo = {path: task for path, task in zip(paths, tasks)
                if not path.exists() and not path.with_suffix(".error").exists()}
        if not todo:
            break
        own = executor or concurrent.futures.ProcessPoolExecutor()
        try:
            _attempt(function, todo, own, show)
        except concurrent.futures.BrokenExecutor:
            pass  # A worker died while tasks were handed out.
        finally:
            if executor is None:
                own.shutdown(cancel_futures=True)
    return [json.loads(path.read_text())["result"] if path.exists() else None for path in paths]
