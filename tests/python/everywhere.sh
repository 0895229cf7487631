#!/usr/bin/env bash
# Tests the Python package with what is not needed each time: h5py, MPI, dask, and pip in a virtual
# environment.
#     tests/python/everywhere.sh build
set -euo pipefail
cd "$(dirname "$0")/../.."
build=$(cd "$1" && pwd)
python=$(.ci/python)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
has() { "$python" -c "import h5py, mpi4py, distributed, ensurepip" 2>/dev/null; }
if command -v apt-get >/dev/null && ! has; then
    echo "Installing python3-h5py, python3-mpi4py, python3-distributed, python3-venv, openmpi-bin"
    apt-get install -y -q --no-install-recommends python3-h5py python3-mpi4py python3-distributed \
        python3-venv openmpi-bin >/dev/null 2>&1 || true
fi
has || { echo "Python with h5py, MPI, dask: skipped, as they are not to be had" && exit 0; }

"$python" -m venv --system-site-packages "$folder/venv"
"$folder/venv/bin/pip" install -q --no-build-isolation ./samples/python
(cd "$folder" && venv/bin/python -c 'import evolute; print("pip: evolute", evolute.__version__)')

export PYTHONPATH="$build/python" PYTHONDONTWRITEBYTECODE=1 OMP_NUM_THREADS=1
EVOLUTE_BUILD=$build "$python" tests/python/run.py heavy_h5md
mpi=(mpirun --oversubscribe -n 3)
[ "$(id -u)" -ne 0 ] || mpi+=(--allow-run-as-root)
many=samples/science/many.py
"$python" $many "$folder/processes" >"$folder/processes.txt" 2>/dev/null
"${mpi[@]}" "$python" -m mpi4py.futures $many "$folder/mpi" >"$folder/mpi.txt" 2>/dev/null
cmp "$folder/processes.txt" "$folder/mpi.txt"
"$python" tests/python/heavy_dask.py "$folder/dask" >"$folder/dask.txt" 2>/dev/null
cmp "$folder/processes.txt" "$folder/dask.txt"
echo "processes, MPI and dask: the same table"
