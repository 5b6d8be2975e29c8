"""What reading costs: seconds, tokens and dollars of one default ask, here and in another checkout.

usage: reading_cost.py [OTHER_CHECKOUT]

The same model is played for both, 300 ms a call, at the price of a cloud model, as a free local one, and not at all;
over the example corpus and over a web of 50 pages, each in a new process with an empty data folder.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from _model_world import Outside, outside
from _table import Row, exit_code, show
from inquiro.cli.example_corpus import QUESTION

HERE = Path(__file__).resolve().parents[1]
CLOUD, LOCAL, NONE = "openai:gpt-6-sol", "ollama:played", "extractive"
MODELS = {CLOUD: "a cloud model", LOCAL: "a local model", NONE: "no model"}
ON_THE_WEB = "What do street trees cost, who pays for them, how much water do they need, and where do they fail?"
PLACES = {"corpus": QUESTION, "web": ON_THE_WEB}
HITS, SEARCHES, CONTENT_AFTER = 5, 10, 2


def asked(checkout: Path, where: str, model: str, world: Outside) -> dict[str, Any]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("INQUIRO_")}
    env = kept | {"PYTHONPATH": str(checkout / "src")}
    program = [sys.executable, str(HERE / "bench" / "_default_ask.py"), where, PLACES[where], model]
    done = subprocess.run(
        [*program, world.model_url, world.web_url], env=env, capture_output=True, text=True, check=False
    )
    world.log()  # the model begins anew
    if done.returncode:
        return {"failed": done.stderr.strip().splitlines()[-1]}
    found: dict[str, Any] = json.loads(done.stdout)
    return found if found["status"] != "error" else found | {"failed": "no source was read"}


def rows_of(name: str, found: dict[str, Any]) -> list[Row]:
    if problem := found.get("failed"):
        print(f"  failed, {name}: {problem}")
        return [Row(f"{name}: failed", 1, "", 0)]
    return [
        Row(f"{name}: wall time", found["seconds"], "s"),
        Row("  processor time of its process", found["processor"], "s"),
        Row("  model calls", found["calls"]),
        Row("  tokens", found["tokens"]),
        Row("  dollars", found["dollars"], "$"),
        Row("  rounds", found["rounds"]),
        Row("  sources in the report", found["sources"]),
    ]


def main() -> int:
    checkouts = {"here": HERE} | ({"there": Path(sys.argv[1]).resolve()} if len(sys.argv) > 1 else {})
    tables = []
    with outside(CONTENT_AFTER, HITS, SEARCHES) as world:
        for where in PLACES:
            for model, called in MODELS.items():
                found = {name: asked(checkout, where, model, world) for name, checkout in checkouts.items()}
                tables.append([row for name, one in found.items() for row in rows_of(name, one)])
                show(f"A default ask over the {where}, {called}", tables[-1])
    return exit_code(*tables)


if __name__ == "__main__":
    sys.exit(main())
