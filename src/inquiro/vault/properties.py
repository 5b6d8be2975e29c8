"""The properties of a note: its front matter as plain words, whatever a hostile or broken one holds."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import yaml

from inquiro.core.types import Json

_LOADER: Any = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
_LONGEST = 64_000  # characters; more is data, not properties
_MOST_OPEN = 200  # the loader recurses in C: it is never shown more levels than this
_REFERS = re.compile(r"(?:^|[\s\[{,:?-])[&*][^\s,\[\]{}]", re.MULTILINE)  # an anchor or an alias, perhaps
_NESTS = re.compile(r"^[\s?:-]{200}", re.MULTILINE)
_FRONT = re.compile(r"\ufeff?---[ \t]*(?:\r\n?|\n)(.*?)(?:^|(?<=\r))---[ \t]*(?:\r|\n|\Z)", re.DOTALL | re.MULTILINE)
_WITHOUT_VALUE = frozenset({"", "null", "~", "Null", "NULL"})
_DAY = re.compile(r"\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?=\D|$)")
_DATED = ("published", "date", "created")  # the one that says most about the words comes first
_HEAD = 16_000  # bytes of a file that are read for its aliases alone


def properties(front: str) -> Json:
    """What stands between the two lines of dashes; nothing where it cannot be read."""
    if len(front) > _LONGEST or front.count("[") + front.count("{") > _MOST_OPEN or _NESTS.search(front):
        return {}
    try:
        if _REFERS.search(front) and _has_alias(front):
            return {}
        loaded = _plain(_composed(front))
    except (yaml.YAMLError, ValueError):
        return {}
    return loaded if isinstance(loaded, dict) else {}


def _composed(front: str) -> yaml.Node | None:
    loader = _LOADER(front)
    try:
        node: yaml.Node | None = loader.get_single_node()
        return node
    finally:
        loader.dispose()


def _plain(node: yaml.Node | None) -> Any:
    """Words, lists and maps; whatever type a scalar claims to have, it stays the words that were written."""
    if isinstance(node, yaml.ScalarNode):
        return node.value
    if isinstance(node, yaml.SequenceNode):
        return [_plain(item) for item in node.value]
    if isinstance(node, yaml.MappingNode):
        return {key.value: _plain(value) for key, value in node.value if isinstance(key, yaml.ScalarNode)}
    return None


def _has_alias(front: str) -> bool:
    """An alias lets a few lines stand for millions; nobody needs one here."""
    return any(isinstance(event, yaml.AliasEvent) for event in yaml.parse(front, Loader=_LOADER))


def words_in(found: Json, *names: str) -> tuple[str, ...]:
    """The values of a property under any of its names, in any case, each once; lists and commas both separate them."""
    wanted = {key.lower(): value for key, value in found.items()}
    words: list[str] = []
    for name in names:
        words.extend(_each(wanted.get(name)))
    return tuple(dict.fromkeys(words))


def _each(value: Any) -> Iterable[str]:
    if isinstance(value, str):
        parts = value.split(",")
    elif isinstance(value, list):
        parts = [item for item in value if isinstance(item, str)]
    else:
        return []
    return [part.strip() for part in parts if part.strip() not in _WITHOUT_VALUE]


def text_in(found: Json, name: str) -> str:
    value = next((value for key, value in found.items() if key.lower() == name), "")
    return " ".join(value.split()) if isinstance(value, str) and value not in _WITHOUT_VALUE else ""


def dates_in(found: Json) -> dict[str, str]:
    """ISO days under `published`, `date` and `created`."""
    days = {name: _DAY.match(text_in(found, name)) for name in _DATED}
    return {name: day[0] for name, day in days.items() if day}


def aliases_of(found: Json) -> tuple[str, ...]:
    return words_in(found, "aliases", "alias")


def aliases_in(file: Path) -> tuple[str, ...]:
    """The other names of a note, from the beginning of its file alone."""
    try:
        with file.open("rb") as opened:
            head = opened.read(_HEAD).decode("utf-8", "replace")
    except OSError:
        return ()
    front = _FRONT.match(head)
    return aliases_of(properties(front[1])) if front and "alias" in front[1].lower() else ()
