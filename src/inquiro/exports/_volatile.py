"""What differs between two runs that found the same: run id, times and durations, kept in one place per format."""

from __future__ import annotations

import json
import re

RUN_OPEN, RUN_CLOSE = "<!-- run -->", "<!-- /run -->"
JSON_PATHS: tuple[tuple[str, ...], ...] = (("trace_id",), ("created_at",), ("usage", "seconds"))

_BLOCK = re.compile(re.escape(RUN_OPEN) + ".*?" + re.escape(RUN_CLOSE), re.DOTALL)


def strip_volatile(text: str, format_name: str) -> str:
    """An export without its volatile part, so that two of them can be compared."""
    return _strip_json(text) if format_name == "json" else _BLOCK.sub(RUN_OPEN + RUN_CLOSE, text)


def _strip_json(text: str) -> str:
    loaded = json.loads(text)
    for *parents, leaf in JSON_PATHS:
        node = loaded
        for name in parents:
            node = node.get(name, {})
        node.pop(leaf, None)
    return json.dumps(loaded, indent=2, ensure_ascii=False)
