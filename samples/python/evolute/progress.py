"""A bar of how far a run is: tqdm's, if that is there; else one of our own."""
from __future__ import annotations

import sys
import time
from typing import Iterator


def shown(moments: Iterator[float], total: int) -> Iterator[float]:
    """Yields the same moments, and tells on stderr how many of them there were."""
    try:
        from tqdm.auto import tqdm
    except ImportError:
        return _bar(moments, total)
    return iter(tqdm(moments, total=total))


def _bar(moments: Iterator[float], total: int) -> Iterator[float]:
    began = told = time.monotonic()
    for done, moment in enumerate(moments, 1):
        now = time.monotonic()
        if now > told + 0.1 or done == total:
            told, full = now, 30 * done // total
            left = (now - began) * (total - done) / done
            print(f"\r[{'#' * full:30s}] {done} of {total}, {left:.0f} s left ", end="",
                  file=sys.stderr, flush=True)
        yield moment
    print(file=sys.stderr)
