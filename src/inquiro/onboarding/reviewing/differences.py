"""What is other than it was, in lines for people: shown before an approval, and to whoever came too late."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import unified_diff
from typing import Any

from inquiro.core.types import FieldChange, Payload
from inquiro.onboarding.macros.schemas import written
from inquiro.onboarding.reviewing.aligning import twins
from inquiro.onboarding.reviewing.payloads import canonical, payload_hash
from inquiro.onboarding.reviewing.wording import shown
from inquiro.text.display import escaped

_TOLD_APART = {"data", "groups", "leis", "fields"}


def difference(before: Payload, after: Payload) -> list[str]:
    """Nothing exactly when both have the same hash."""
    lines = [*data_difference(before.data, after.data), *_findings(before, after), *_verbs(before, after)]
    rest = [{key: value for key, value in one.to_dict().items() if key not in _TOLD_APART} for one in (before, after)]
    lines += data_difference(*rest)
    if not lines and payload_hash(before) != payload_hash(after):
        return ["what stands behind the fields is other than it was"]
    return lines


def data_difference(before: Any, after: Any) -> list[str]:
    lines = list(_fields(before, after))
    if not lines and canonical(before) != canonical(after):
        return ["the order of the members of a list is another one"]
    return lines


def changes(before: Any, after: Any) -> Iterator[FieldChange]:
    """Every field that is other than it was: members of lists are followed, wherever they stand now."""
    kept = set()
    for twin in twins(before, after):
        kept.add(twin.old)
        if twin.old is None:
            yield FieldChange(path=written(twin.new), kind="added", after=twin.value)
        elif not twin.same:
            yield FieldChange(path=written(twin.new), before=twin.before, after=twin.value)
    for twin in twins(None, before):
        if not any(twin.new[:length] in kept for length in range(len(twin.new) + 1)):
            yield FieldChange(path=written(twin.new), kind="removed", before=twin.value)


def _fields(before: Any, after: Any) -> Iterator[str]:
    for one in changes(before, after):
        path = one.path or "all of it"
        match one.kind:
            case "added":
                yield f"{path}: added {shown(one.after)}"
            case "removed":
                yield f"{path}: removed {shown(one.before)}"
            case "changed":
                yield f"{path}: {shown(one.before)} → {shown(one.after)}"


def _findings(before: Payload, after: Payload) -> Iterator[str]:
    old = {(one.path, one.lei): one.verdict for one in before.leis}
    for one in after.leis:
        was = old.get((one.path, one.lei))
        if was is not None and was != one.verdict:
            yield f"{one.path}: {was} → {one.verdict}"


def _verbs(before: Payload, after: Payload) -> Iterator[str]:
    old, new = ["\n".join(f";; {group.key}\n{group.verbs}" for group in one.groups) for one in (before, after)]
    for line in list(unified_diff(old.splitlines(), new.splitlines(), n=0, lineterm=""))[2:]:
        if line[0] in "-+" and line[1:].strip():
            yield f"verbs: {line[0]} {escaped(line[1:])}"
