"""The register of legal entities on this machine, to try verbs and macros against: `python scripts/serve_register.py`.

Prints the line that points Inquiro at it. It knows what `../shared/data` says; `--mode` makes it fail in one of the
ways that the tests know, and `--page` limits how much stands on a page.
"""

from __future__ import annotations

import argparse
import sys
import threading
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path

HOME = Path(__file__).resolve().parents[1]


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(description="The register of legal entities on loopback")
    parser.add_argument("--port", type=int, default=0, help="0: any that is free")
    parser.add_argument("--data", type=Path, default=HOME.parent / "shared" / "data")
    parser.add_argument("--mode", default="", choices=["", "down", "slow", "limited", "garbage", "lost"])
    parser.add_argument("--page", type=int, default=200, help="the most that stands on a page")
    given = parser.parse_args(arguments)
    if not (given.data / "lei_list").is_dir():
        print(f"there is no lei_list in {given.data}: name a folder that has one with --data", file=sys.stderr)
        return 2
    sys.path.insert(0, str(HOME / "tests"))
    imitation = import_module("gleif_server")
    world = imitation.GleifWorld(imitation.recorded(given.data))
    world.mode, world.largest_page = given.mode, given.page
    world.server.port = given.port
    with world.server:
        print(f"export INQUIRO_GLEIF_URL={world.url}", flush=True)
        try:
            threading.Event().wait()
        except KeyboardInterrupt:
            return 0
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
