"""Runs the sweep of samples/science/many.py on two workers of dask.

    PYTHONPATH=build/python python3 tests/python/heavy_dask.py FOLDER
"""
from __future__ import annotations

import os
import pathlib
import sys

from distributed import LocalCluster

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent.parent / "samples/science"))
os.environ["PYTHONPATH"] = os.pathsep.join([sys.path[0], os.environ.get("PYTHONPATH", "")])

if __name__ == "__main__":
    import many
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        os.environ["DASK"] = cluster.scheduler_address
        print(many.main(sys.argv[1]).round(5))
