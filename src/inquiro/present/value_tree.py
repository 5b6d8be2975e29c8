"""The values of a macro's result in reading order: what belongs together stands together, members of lists numbered."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from inquiro.core.result_names import name_in
from inquiro.present.wording import shortened, spelled_line

_SHORT_FORMS = {"lei", "ubo", "isin", "bic", "url", "id", "vat", "kyc", "aml", "gleif", "cbu", "dob"}
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_LONGEST_NAME = 80


class Leaf(NamedTuple):
    """A value that is no object and no list."""

    path: str  # as evidence names it: subsidiaries[3].name
    label: str
    value: Any


class Branch(NamedTuple):
    """An object or a list with its own values; what stands deeper has a branch of its own."""

    path: str
    trail: tuple[str, ...]  # from the outermost: `Funds (25)`, `3. Nordwind Aktien`
    leaves: tuple[Leaf, ...]


def branches(data: Any) -> Iterator[Branch]:
    """In order; one without any value of its own is left out."""
    waiting: list[tuple[str, tuple[str, ...], Any]] = [("", (), data)]
    while waiting:
        path, trail, value = waiting.pop()
        own: list[Leaf] = []
        inner: list[tuple[str, tuple[str, ...], Any]] = []
        for at, label, one in _members(path, value):
            if not _nested(one):
                own.append(Leaf(at, label, one))
            elif isinstance(one, list) and not any(map(_nested, one)):
                own += [Leaf(f"{at}[{place}]", f"{label} {place + 1}", part) for place, part in enumerate(one)]
            else:
                inner.append((at, (*trail, _title(label, one)), one))
        if own:
            yield Branch(path, trail, tuple(own))
        waiting.extend(reversed(inner))


def value_line(value: Any) -> str:
    """A value in a line, every character of it to be seen."""
    return spelled_line(value) if isinstance(value, str) else spelled_line(json.dumps(value, ensure_ascii=False))


def worded(key: str) -> str:
    """`legal_name` and `legalName` as `Legal name`, `apex_lei` as `Apex LEI`."""
    words = [spelled_line(word) for word in re.split(r"[_\-\s]+", _HUMP.sub(" ", key)) if word]
    told = [
        word.upper() if word.lower() in _SHORT_FORMS else word if word.isupper() else word.lower() for word in words
    ]
    line = " ".join(told)
    return f"{line[:1].upper()}{line[1:]}" or '""'


def _members(path: str, value: Any) -> Iterator[tuple[str, str, Any]]:
    if isinstance(value, Mapping):
        for key, one in value.items():
            yield (f"{path}.{key}" if path else str(key)), worded(str(key)), one
    elif isinstance(value, list):
        for place, one in enumerate(value):
            yield f"{path}[{place}]", f"{place + 1}.", one
    elif value is not None:
        yield path, "Value", value


def _nested(value: Any) -> bool:
    return isinstance(value, Mapping | list) and bool(value)


def _title(label: str, value: Any) -> str:
    """A list says how many it holds, an object what it is called."""
    if isinstance(value, list):
        return f"{label} ({len(value)})"
    named = shortened(spelled_line(name_in(value)), _LONGEST_NAME)
    return f"{label} {named}".strip() if label.endswith(".") else label
