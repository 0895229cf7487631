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
has() {
    "$python" -c "import h5py, mpi4py, distributed, ensurepip, matplotlib, nbclient, ipykernel" \
        2>/dev/null
}
if command -v apt-get >/dev/null && ! has; then
    echo "Installing h5py, mpi4py, distributed, matplotlib, nbclient, ipykernel, mypy for Python"
    apt-get install -y -q --no-install-recommends python3-h5py python3-mpi4py python3-distributed \
        python3-venv openmpi-bin python3-matplotlib python3-pil python3-nbclient python3-ipykernel \
        mypy >/dev/null 2>&1 || true
fi
# Readers of trajectories: where one is not to be had its test is skipped.
if command -v apt-get >/dev/null && ! "$python" -c "import MDAnalysis, ase, gsd" 2>/dev/null; then
    for name in mdanalysis ase gsd; do
        apt-get install -y -q --no-install-recommends "python3-$name" >/dev/null 2>&1 || true
    done
fi
has || { echo "Python with h5py, MPI, dask: skipped, as they are not to be had" && exit 0; }

# By pip: as a wheel, editable, and from an sdist, which leave nothing behind in the tree.
"$python" -m venv --system-site-packages "$folder/venv"
installed() { # HOW WHAT...
    "$folder/venv/bin/pip" install -q --no-build-isolation --no-deps "${@:2}"
    (cd "$folder" && venv/bin/python -B -c "import evolute as ev; ev.World().step(0.1); print(
        '$1: evolute', ev.__version__, ev.ffi.string(ev.lib.evo_build_text()).decode())")
    "$folder/venv/bin/pip" uninstall -q -y evolute
}
before=$(find samples/python)
installed "pip" ./samples/python
installed "pip -e" -e ./samples/python
"$python" -B -c "import sys; sys.path.insert(0, 'samples/python')
import backend; backend.build_sdist('$folder')"
installed "sdist" "$folder"/evolute-*.tar.gz
[ "$before" = "$(find samples/python)" ]
if CPATH= CC="cc -nostdinc" "$folder/venv/bin/pip" install --no-build-isolation ./samples/python \
    >"$folder/pip.txt" 2>&1; then exit 1; fi
grep -q "evolute needs the header .*, which is missing: install" "$folder/pip.txt"
if command -v mypy >/dev/null; then
    (cd samples/python && mypy --cache-dir="$folder/mypy" -p evolute)
fi

export PYTHONPATH="$build/python" PYTHONDONTWRITEBYTECODE=1 OMP_NUM_THREADS=1
EVOLUTE_BUILD=$build "$python" tests/python/run.py heavy_h5md heavy_readers heavy_tour
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
