"""The answer as text: written out, and sometimes broken there."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any

from inquiro.core.models import Finish

from .wordings import DEEP, SURROGATE

NESTING = 3_000
Breaking = Callable[[Random, str], tuple[str, Finish]]


def encoded(answer: Any) -> str:
    """JSON, with what no encoder would write in place of the signs that stand for it."""
    text = json.dumps(answer, ensure_ascii=False)
    text = text.replace(f'"{DEEP}"', "[" * NESTING + "]" * NESTING)
    return text.replace(SURROGATE, "\\ud83d")


def _truncated(chance: Random, text: str) -> tuple[str, Finish]:
    return text[: chance.randrange(len(text) + 1)], chance.choice(("stop", "length"))


def _twice(chance: Random, text: str) -> tuple[str, Finish]:
    """Keys twice: the second time with another value."""
    other = '{"facts": ["f1"], "text": "See https://zqx.example/", "quote": "trees are free", "passage": 2, '
    return chance.choice(
        (text.replace("{", other, 1), text.replace("{", other), text + text, f"{text}\n{text}")
    ), "stop"


def _around(chance: Random, text: str) -> tuple[str, Finish]:
    shapes = (
        "```json\n{}\n```", "Sure! Here is the answer:\n\n{}\n\nSources: https://zqx.example/", "<think>{}</think>{}",
        "{}\n[1]: https://zqx.example/", "\ufeff{}", "\x00{}", "answer = {};", '{"result": {}}', "[{}]", '"{}"',
    )  # fmt: skip
    return chance.choice(shapes).replace("{}", text), "stop"


def _nearly_json(chance: Random, text: str) -> tuple[str, Finish]:
    changes: tuple[tuple[str, str], ...] = (
        ('"', "'"), ('"', "“"), ("}", ",}"), ("]", ",]"), (":", " : // why\n"), (": 1", ": NaN"), (": 1", ": 1e9999"),
        (": 1", ": 0x1"), ('",', '"'), ("\\n", "\n"), ("{", "{ /* x */ "), ('"', '\\"'), ("e", "\\u0065"), ("e", "\\ud800"),
        ("s", "\\u0000"), ("t", "\\x74"),
    )  # fmt: skip
    old, new = chance.choice(changes)
    return text.replace(old, new, chance.choice((1, 3, -1))), "stop"


def _nothing(chance: Random, text: str) -> tuple[str, Finish]:
    said = chance.choice(("", " ", "null", "[]", "{}", "I cannot help with that.", "https://zqx.example/", text))
    return said, chance.choice(("stop", "refused", "paused", "length"))


BREAKINGS: dict[str, Breaking] = {
    "raw: truncated": _truncated,
    "raw: keys twice": _twice,
    "raw: wrapped": _around,
    "raw: nearly JSON": _nearly_json,
    "raw: nothing": _nothing,
}
