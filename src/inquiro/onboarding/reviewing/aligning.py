"""Which field of an edited result is which field of the one before: members of lists by what they are, not by place."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from inquiro.onboarding.reviewing.payloads import canonical

Steps = tuple[str | int, ...]
IDENTITIES = ("lei", "id", "name")  # the first that both have and nobody else has


class Twin(NamedTuple):
    """A leaf of the newer value, and the leaf of the older one that it came from."""

    new: Steps
    old: Steps | None
    value: Any
    before: Any = None
    same: bool = False


def twins(before: Any, after: Any, old: Steps = (), new: Steps = ()) -> Iterator[Twin]:
    """Every leaf of what came after, in order."""
    if isinstance(before, dict) and isinstance(after, dict) and after:
        for key, item in after.items():
            if key in before:
                yield from twins(before[key], item, (*old, key), (*new, key))
            else:
                yield from _unknown(item, (*new, key))
    elif isinstance(before, list) and isinstance(after, list) and after:
        origins = _origins(before, after)
        for index, item in enumerate(after):
            if (origin := origins.get(index)) is not None:
                yield from twins(before[origin], item, (*old, origin), (*new, index))
            else:
                yield from _unknown(item, (*new, index))
    elif _is_leaf(after):
        yield Twin(new, old, after, before, canonical(before) == canonical(after))
    else:
        yield from _unknown(after, new)


def _unknown(value: Any, at: Steps) -> Iterator[Twin]:
    if _is_leaf(value):
        yield Twin(at, None, value)
    else:
        parts = value.items() if isinstance(value, dict) else enumerate(value)
        for step, part in parts:
            yield from _unknown(part, (*at, step))


def _is_leaf(value: Any) -> bool:
    return not isinstance(value, (dict, list)) or not value


def _origins(before: list[Any], after: list[Any]) -> dict[int, int]:
    """Index after -> index before: equal members first, then those that share what names them."""
    found: dict[int, int] = {}
    there: dict[bytes, list[int]] = {}
    for index, item in enumerate(before):
        there.setdefault(canonical(item), []).append(index)
    for index, item in enumerate(after):
        if equal := there.get(canonical(item)):
            found[index] = equal.pop(0)
    for identity in IDENTITIES:
        taken = set(found.values())
        old = _named(before, identity, taken)
        new = _named(after, identity, set(found))
        found |= {index: old[name] for name, index in new.items() if name in old}
    return found


def _named(items: list[Any], identity: str, taken: set[int]) -> dict[str, int]:
    names: dict[str, list[int]] = {}
    for index, item in enumerate(items):
        name = item.get(identity) if isinstance(item, dict) and index not in taken else None
        if isinstance(name, str) and name.strip():
            names.setdefault(" ".join(name.casefold().split()), []).append(index)
    return {name: indexes[0] for name, indexes in names.items() if len(indexes) == 1}
