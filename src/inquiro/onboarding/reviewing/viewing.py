"""The view of a review, made by code from the payload alone: no word of it comes from anywhere else."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from inquiro.core.decision_chain import DecisionChain
from inquiro.core.field_labels import is_filled
from inquiro.core.types import Decision, Json, Payload, Review
from inquiro.onboarding.macros.fields import leaves
from inquiro.onboarding.reviewing.deciding import blocked
from inquiro.onboarding.reviewing.field_views import field_views
from inquiro.onboarding.reviewing.payloads import payload_hash, short_hash
from inquiro.onboarding.reviewing.verb_views import group_view
from inquiro.onboarding.reviewing.views import FieldView, ReviewView, ShownValue, SourceView
from inquiro.onboarding.reviewing.wording import cut, shown
from inquiro.text.display import escaped

__all__ = ["ReviewView", "summary", "view"]
_NOT_CHAINED = "not chained: from before decisions had hashes of their own"
_DONE = {"approve": "approved", "reject": "rejected"}


def view(review: Review, decision: Decision | None = None, chain: DecisionChain | None = None) -> ReviewView:
    """With a decision: what was decided on, edits and all; with its chain, whether it still says what was said."""
    payload = review.payload if decision is None else decision.payload
    stopped = blocked(payload, decision.overrides if decision is not None else {})
    fields = tuple(field_views(payload))
    counted = payload_hash(payload)
    return ReviewView(
        id=review.id,
        kind=review.kind,
        title=escaped(review.title),
        status=review.status,
        version=review.version if decision is None else decision.version,
        hash=counted,
        short_hash=short_hash(counted),
        summary=summary(payload, fields),
        warnings=(
            *_warnings(review, payload, counted, (decision or review).payload_hash),
            *(chain.about(review.id) if chain is not None else ()),
        ),
        fields=fields,
        groups=tuple(group_view(group, stopped) for group in payload.groups),
        problems=tuple(map(escaped, payload.problems)),
        stopped=tuple(_shown(escaped(lei), reason) for lei, reason in stopped.items()),
        sources=tuple(
            SourceView(id=escaped(one.id), url=escaped(one.url), title=escaped(one.title), snippet=shown(one.snippet))
            for one in payload.sources
        ),
        measured=tuple(_measured(payload)),
        params=tuple(_shown(path, value) for path, value in _leaves(payload.params)),
        definition=tuple(_definition(payload)),
        origin=escaped(payload.origin),
        draft="" if review.draft is None else shown(review.draft),
        decision=tuple(_decided(decision)) if decision is not None else (),
    )


def summary(payload: Payload, fields: tuple[FieldView, ...] | None = None) -> str:
    """`1 apex, 14 funds; 3 fields need a look`."""
    seen = tuple(field_views(payload)) if fields is None else fields
    parts = list(_things(payload.data)) if isinstance(payload.data, dict) else []
    if not parts and payload.groups:
        verbs = sum(len(group_view(group, {}).calls) for group in payload.groups)
        parts = [_many(verbs, "verbs")]
        parts += [f"in {_many(len(payload.groups), 'groups')}"] if len(payload.groups) > 1 else []
    looks = sum(one.needs_look for one in seen)
    need = f"{_many(looks, 'fields')} {'needs' if looks == 1 else 'need'} a look" if looks else "no field needs a look"
    counted = ", ".join(parts) or ("nothing was found" if payload.macro is not None else "no verbs")
    return f"{counted}; {need}" if seen else counted


def _things(data: Mapping[str, Any]) -> Iterator[str]:
    for key, value in data.items():
        if isinstance(value, dict) and any(is_filled(value.get(name)) for name in ("name", "lei")):
            yield _many(1, key)
        elif isinstance(value, list) and value and all(isinstance(one, dict) for one in value):
            yield _many(len(value), key)


def _many(count: int, key: str) -> str:
    words = escaped(key.replace("_", " ").replace("-", " ")).strip()
    if count == 1 and words.endswith("ies"):
        words = f"{words[:-3]}y"
    elif count == 1 and words.endswith("s") and not words.endswith("ss"):
        words = words[:-1]
    return f"{count:,} {words}"


def _warnings(review: Review, payload: Payload, counted: str, stored: str) -> Iterator[str]:
    if counted != stored:
        yield "the payload does not fit its stored hash: it was changed in the database and cannot be decided on"
    if review.version > 1 and review.edited_by:
        yield f"version {review.version} was written by {escaped(review.edited_by)}"
    if not payload.schema_valid and not payload.validation_errors:
        yield "the data do not fit the schema"
    yield from (f"schema: {escaped(one)}" for one in payload.validation_errors)


def _measured(payload: Payload) -> Iterator[ShownValue]:
    if payload.search_quality is not None:
        yield _shown("search quality, as the model sees it", payload.search_quality)
    yield from (_shown(path, value) for path, value in _leaves(payload.measured_quality))


def _definition(payload: Payload) -> Iterator[ShownValue]:
    if payload.macro is not None:
        told = payload.macro.to_dict()
        yield from (_shown(path, value) for path, value in _leaves(told) if value not in (None, "", [], {}))


def _leaves(value: Json) -> Iterator[tuple[str, Any]]:
    yield from leaves(value) if value else ()


def _shown(path: str, value: Any) -> ShownValue:
    whole = shown(value)
    return ShownValue(path=escaped(path), value=cut(whole), whole=whole)


def _decided(decision: Decision) -> Iterator[str]:
    when = f" at {decision.at:%Y-%m-%d %H:%M:%S} UTC" if decision.at else ""
    edited = ", with edits" if decision.edits_made else ""
    done = f"{_DONE[decision.verdict]} by {escaped(decision.who)}{when} through {decision.channel}{edited}"
    yield f"{done}: {escaped(decision.reason)}" if decision.reason else done
    yield f"seen: version {decision.version}, hash {decision.seen_hash}; decided on: hash {decision.payload_hash}"
    after = f"after {decision.previous_hash}" if decision.previous_hash else "the first of its chain"
    yield f"the decision itself: hash {decision.hash}, {after}" if decision.hash else _NOT_CHAINED
    yield from (f"overridden: {escaped(lei)}: {escaped(reason)}" for lei, reason in decision.overrides.items())
