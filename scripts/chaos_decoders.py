"""Fresh processes in which six threads decode every shared type for the first time, all at once; none may crash.

`--bare` leaves our lock out and asks msgspec itself: that is how often it crashes without.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import threading
from collections.abc import Callable
from random import Random
from typing import Any

import msgspec

from inquiro.core import decoders, types

PROCESSES = 100
THREADS = 6
SHORTEST = 1e-6  # seconds between two switches of threads; Python takes nothing shorter


def shared_types() -> list[type[types.Value]]:
    found = [one for one in vars(types).values() if isinstance(one, type) and issubclass(one, types.Value)]
    return sorted(set(found), key=lambda one: one.__name__)


def decode_at_once(decode: Callable[[bytes, Any], Any], order: Random) -> None:
    """Every type in an order of its own, each by all threads at the same moment."""
    kinds = order.sample(shared_types(), len(shared_types()))
    barrier = threading.Barrier(THREADS)
    here: dict[type[types.Value], list[None]] = {kind: [] for kind in kinds}

    def work() -> None:
        for kind in kinds:
            data = msgspec.json.encode(dict.fromkeys(kind.__struct_encode_fields__))
            barrier.wait()
            here[kind].append(None)
            while len(here[kind]) < THREADS:  # awake, so that all begin within microseconds
                pass
            try:
                decode(data, kind)
            except msgspec.ValidationError:  # null fits few fields; what counts is that each was looked at
                continue

    sys.setswitchinterval(SHORTEST)
    threads = [threading.Thread(target=work) for _ in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def crashes(processes: int, *, bare: bool) -> list[int]:
    """The exit codes of the processes that did not end well."""
    codes = []
    for number in range(processes):
        command = [sys.executable, __file__, "--child", str(number), *(["--bare"] if bare else [])]
        codes.append(subprocess.run(command, check=False, stderr=subprocess.DEVNULL, timeout=120).returncode)
    return [code for code in codes if code]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--processes", type=int, default=PROCESSES)
    parser.add_argument("--bare", action="store_true")
    parser.add_argument("--child", type=int, metavar="SEED", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.child is not None:
        bare = lambda data, kind: msgspec.json.decode(data, type=kind)  # noqa: E731
        decode_at_once(bare if given.bare else decoders.from_json, Random(given.child))
        return 0
    found = crashes(given.processes, bare=given.bare)
    print(f"{given.processes} processes, {THREADS} threads, {len(shared_types())} types: {len(found)} crashes")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
