"""What differs between two runs that found the same: run id, times and durations, kept in one place per format."""

from __future__ import annotations

import json
import re

from inquiro.present.wording import RUN_CLOSE, RUN_OPEN

JSON_PATHS: tuple[tuple[str, ...], ...] = (
    ("trace_id",),
    ("created_at",),
    ("usage", "seconds"),
    ("canaries",),
    ("checker",),
    *(("macro", name) for name in ("result_id", "session_id", "created_at", "payload_hash")),
    ("review",),
)
RIS_ACCESSED, CSL_ACCESSED = "Y2", "accessed"  # reference managers know no comments: the day of reading is all


def strip_volatile(text: str, format_name: str) -> str:
    """An export without its volatile part, so that two of them can be compared."""
    if format_name == "json":
        return _strip_json(text)
    if format_name == "csl":
        kept = [{name: value for name, value in item.items() if name != CSL_ACCESSED} for item in json.loads(text)]
        return json.dumps(kept, indent=2, ensure_ascii=False)
    if format_name == "ris":
        return re.sub(rf"^{RIS_ACCESSED}  - .*\n", "", text, flags=re.MULTILINE)
    before, opened, rest = text.rpartition(RUN_OPEN)  # the last one is ours: quoted code may hold the same words
    return before + opened + (RUN_CLOSE + rest.partition(RUN_CLOSE)[2] if opened else rest)


def _strip_json(text: str) -> str:
    loaded = json.loads(text)
    for *parents, leaf in JSON_PATHS:
        node = loaded
        for name in parents:
            node = node.get(name) or {}
        node.pop(leaf, None)
    return json.dumps(loaded, indent=2, ensure_ascii=False)
