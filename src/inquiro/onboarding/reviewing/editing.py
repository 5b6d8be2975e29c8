"""A reviewer's edits: the data they become, what still supports it, and the verbs that follow from it anew."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Sequence
from typing import Any, NamedTuple

import msgspec

from inquiro.core.errors import BadEdit
from inquiro.core.types import FieldSupport, Json, LeiFinding, Payload, VerbGroup
from inquiro.onboarding.macros.schemas import written
from inquiro.onboarding.reviewing.aligning import twins
from inquiro.onboarding.reviewing.payloads import as_kept

DEEPEST = 64
REFUSED_WHEN_TYPED = ("malformed", "not_found")  # nobody types such an LEI on purpose
Validate = Callable[[Json, Any], Sequence[tuple[str, str]]]  # schema, data -> field and what is wrong with it
CheckLeis = Callable[[Any], Awaitable[Sequence[LeiFinding]]]
# The verbs that follow from the data, and why they cannot run; the groups of before are still there for their keys.
CheckVerbs = Callable[[Sequence[VerbGroup], Sequence[LeiFinding]], Awaitable[Sequence[LeiFinding]]]
Regenerate = Callable[[Payload], tuple[Sequence[VerbGroup], Sequence[str]]]


class Rules(NamedTuple):
    """What an edited result has to pass again, just as the one that was found did."""

    validate: Validate
    check_leis: CheckLeis
    regenerate: Regenerate
    check_verbs: CheckVerbs  # what stands in the verbs and in no field


async def apply_edits(payload: Payload, edits: Any, *, merge: bool, rules: Rules) -> Payload:
    """The payload with this data, or patched by it (RFC 7396); BadEdit with every field that is wrong."""
    data = edited_data(payload, edits, merge=merge)
    assert payload.macro is not None
    if wrong := list(rules.validate(payload.macro.output.schema, data)):
        raise BadEdit((path, message) for path, message in wrong)
    fields = tuple(supports(payload, data))
    found = await rules.check_leis(data)
    if refused := list(_mistyped(found, fields)):
        raise BadEdit(refused)
    changed = msgspec.structs.replace(
        payload,
        data=data,
        schema_valid=True,
        validation_errors=(),
        fields=fields,
        leis=tuple(_as_known(payload.leis, found)),
    )
    groups, problems = rules.regenerate(changed)
    more = await rules.check_verbs(groups, found)
    leis = tuple(_as_known(payload.leis, [*found, *more]))
    return as_kept(msgspec.structs.replace(changed, groups=tuple(groups), problems=tuple(problems), leis=leis))


def edited_data(payload: Payload, edits: Any, *, merge: bool) -> Any:
    if payload.macro is None:
        where = payload.origin or "where the verbs come from"
        raise BadEdit([("", f"only the result of a macro can be edited; change {where} and start again")])
    if _is_too_deep(edits):
        raise BadEdit([("", f"the edit is nested more than {DEEPEST} levels deep")])
    return as_kept(Payload(data=merged(payload.data, edits) if merge else edits)).data


def merged(target: Any, patch: Any) -> Any:
    """RFC 7396: null removes, objects are merged, everything else replaces."""
    if not isinstance(patch, dict):
        return patch
    result = dict(target) if isinstance(target, dict) else {}
    for key, value in patch.items():
        if value is None:
            result.pop(key, None)
        else:
            result[key] = merged(result.get(key), value)
    return result


def supports(payload: Payload, data: Any) -> Iterator[FieldSupport]:
    """Evidence stays with what it is evidence for; what a person wrote has none."""
    known = {one.path: one for one in payload.fields}
    here = set()
    for twin in twins(payload.data, data):
        path = written(twin.new)
        here.add(path)
        was = known.get(written(twin.old)) if twin.old is not None else None
        if not twin.same:
            yield FieldSupport(path=path, label="edited")
        elif was is not None:
            yield msgspec.structs.replace(was, path=path)
    before = {written(twin.new) for twin in twins(None, payload.data)}
    yield from (one for one in payload.fields if one.path not in before | here and one.label == "unfilled")


def _mistyped(found: Sequence[LeiFinding], fields: Sequence[FieldSupport]) -> Iterator[tuple[str, str]]:
    edited = {one.path for one in fields if one.label == "edited"}
    for finding in found:
        if finding.path in edited and finding.verdict in REFUSED_WHEN_TYPED:
            yield finding.path, finding.reason or f"{finding.lei} is {finding.verdict.replace('_', ' ')}"


def _as_known(before: Sequence[LeiFinding], found: Sequence[LeiFinding]) -> Iterator[LeiFinding]:
    """What the register said once stands, although it cannot be asked now."""

    def asked(one: LeiFinding) -> tuple[str, str, str]:
        return one.lei, one.name, one.jurisdiction

    known = {asked(one): one for one in before}
    for finding in found:
        earlier = known.get(asked(finding))
        if finding.verdict == "unverified" and earlier is not None:
            yield msgspec.structs.replace(earlier, path=finding.path)
        else:
            yield finding


def _is_too_deep(value: Any) -> bool:
    level = [value]
    for _ in range(DEEPEST):
        containers = [one for one in level if isinstance(one, (dict, list))]
        level = [part for one in containers for part in (one.values() if isinstance(one, dict) else one)]
        if not level:
            return False
    return True
