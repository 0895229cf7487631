"""A sweep one of whose tasks kills its worker when it is first run; prints the results.

    PYTHONPATH=build/python python3 tests/python/heavy_killed.py FOLDER [dask]
    ... mpirun -n 3 python3 -m mpi4py.futures tests/python/heavy_killed.py FOLDER
"""
from __future__ import annotations

import contextlib
import os
import pathlib
import signal
import sys
import time
from typing import Any, Iterator

from evolute.sweep import grid, sweep


def run(x: int, folder: str) -> int:
    """Kills its worker when it is first run with 17."""
    mark = pathlib.Path(folder, "died")
    time.sleep(0.02)
    if x == 17 and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return x * x


@contextlib.contextmanager
def executor(dask: bool) -> Iterator[Any]:
    """Yields two workers of dask, those of MPI if it runs this, or None: processes."""
    if dask:
        from distributed import Client, LocalCluster
        with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
            with Client(cluster) as client:
                yield client.get_executor(pure=False)
    elif "mpi4py" in sys.modules:
        from mpi4py.futures import MPIPoolExecutor
        with MPIPoolExecutor() as pool:
            yield pool
    else:
        yield None


if __name__ == "__main__":
    where = sys.argv[1]
    with executor("dask" in sys.argv) as workers:
        print(sweep(run, grid(x=range(40), folder=[where]), where, workers, show=None))
