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

# A worker that is killed: processes and dask go on, MPI ends, and the next run does the rest.
killed=tests/python/heavy_killed.py
mkdir "$folder"/k{1,2,3}
"$python" $killed "$folder/k1" >"$folder/k1.txt"
"$python" $killed "$folder/k2" dask >"$folder/k2.txt" 2>/dev/null
"${mpi[@]}" "$python" -m mpi4py.futures $killed "$folder/k3" >/dev/null 2>&1 || true
[ -e "$folder/k3/died" ]
"${mpi[@]}" "$python" -m mpi4py.futures $killed "$folder/k3" >"$folder/k3.txt" 2>/dev/null
cmp "$folder/k1.txt" "$folder/k2.txt"
cmp "$folder/k1.txt" "$folder/k3.txt"
grep -q '^\[0, 1, 4, .*, 1521\]$' "$folder/k1.txt"
echo "a killed worker: processes, MPI and dask end with the same results"

# Two workers beside one: tasks that sleep, whose times no other program disturbs, then real ones.
speed=tests/python/heavy_speed.py
seconds() { # BY TASK WORKERS: of the quickest of three, if they work
    local launch=() times="1 2 3"
    [ "$2" = work ] || times=1
    [ "$1" = processes ] || launch=(mpirun --oversubscribe "${mpi[@]:4}" -n $(($3 + 1)))
    for _ in $times; do
        rm -rf "$folder/speed"
        if [ "$1" = processes ]; then
            "$python" $speed "$folder/speed" "$3" "$2"
        else
            "${launch[@]}" "$python" -m mpi4py.futures $speed "$folder/speed" "$3" "$2" 2>/dev/null
        fi
    done | sort -g | head -1
}
for task in sleep work; do
    for by in processes mpi; do
        one=$(seconds $by $task 1)
        two=$(seconds $by $task 2)
        awk -v by=$by -v task=$task -v part="$(awk "BEGIN { print $two / $one }")" 'BEGIN {
            printf "%s, tasks of .2 s that %s: two workers take %.3f of the time of one\n",
                   by, task, part
            exit task == "sleep" && part > 0.56 }'
    done
done
