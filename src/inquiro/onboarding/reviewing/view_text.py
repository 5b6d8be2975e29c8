"""The view as plain text: a pure function of what is shown, with the hash of the payload in its second line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from inquiro.onboarding.reviewing.views import (
    EvidenceView,
    FieldView,
    GroupView,
    ReviewView,
    ShownValue,
    SourceView,
)
from inquiro.onboarding.reviewing.wording import cut


def text_of(view: ReviewView, *, whole: bool = False, hashes: bool = True) -> str:
    """`whole`: nothing is cut, and the macro's definition stands at the end; `hashes`: what a person types is shown."""
    return "\n".join(_lines(view, whole=whole, hashes=hashes)) + "\n"


def _lines(view: ReviewView, *, whole: bool, hashes: bool) -> Iterator[str]:
    yield f"Review {view.id}: {view.title} ({view.kind}, {view.status})"
    yield (
        f"Version {view.version}, hash {view.hash} (short: {view.short_hash})" if hashes else f"Version {view.version}"
    )
    yield from (f"! {line}" for line in view.warnings)
    yield view.summary
    yield from _section("Decision", view.decision)
    yield from _section("Asked for", _values(view.params, whole=whole))
    yield from _section("Fields, riskiest first", _fields(view.fields, whole=whole))
    yield from _section("LEIs that no verb may name", _values(view.stopped, whole=True))
    yield from _section("Verbs as they will run", _groups(view.groups))
    yield from _section("Why they cannot run as they are", view.problems)
    yield from _section("Sources", (line for one in view.sources for line in _source(one, whole=whole)))
    yield from _section("Measured", _values(view.measured, whole=whole))
    yield from _section("Comes from", [view.origin] if view.origin else [])
    yield from _section("Draft that could not be accepted", [view.draft] if view.draft else [])
    if whole:
        yield from _section("Definition of the macro", _values(view.definition, whole=True))
        yield from _section("Verbs as they are written", (line for one in view.groups for line in one.source))
    elif view.definition:
        yield from _section("Definition of the macro", [f"{len(view.definition)} values; shown with the whole view"])


def _section(title: str, lines: Sequence[str] | Iterator[str]) -> Iterator[str]:
    told = list(lines)
    if told:
        yield ""
        yield title
        yield from (f"  {line}" for line in told)


def _values(values: Sequence[ShownValue], *, whole: bool) -> Iterator[str]:
    yield from (f"{one.path}: {one.whole if whole else one.value}" for one in values)


def _fields(fields: Sequence[FieldView], *, whole: bool) -> Iterator[str]:
    for one in fields:
        marks = "".join(lei.mark for lei in one.leis)
        yield f"{marks + ' ' if marks else ''}{one.path} = {one.whole if whole else one.value}  [{one.label}]"
        for lei in one.leis:
            which = "LEI" if one.whole == f'"{lei.lei}"' else f"LEI {lei.lei}"
            yield "    " + ": ".join(filter(None, [f"{which} {lei.verdict}", lei.reason, lei.told]))
        yield from (f"    note: {note}" for note in one.notes)
        yield from (line for piece in one.evidence for line in _evidence(piece))
        if one.to_do:
            yield f"    → {one.to_do}"


def _evidence(piece: EvidenceView) -> Iterator[str]:
    yield "    " + " ".join(filter(None, [piece.source, piece.url, f"({piece.place})" if piece.place else ""]))
    yield f"      {f'…{piece.before} ' if piece.before else ''}{piece.quote}{f' {piece.after}…' if piece.after else ''}"


def _groups(groups: Sequence[GroupView]) -> Iterator[str]:
    for group in groups:
        if len(groups) > 1 or group.title:
            yield f";; {': '.join(filter(None, [group.key, group.title]))}"
        for call in group.calls:
            yield from call.text.split("\n")
            if call.stopped:
                yield f"    ✗ cannot run: {call.stopped}"
        yield from (f"✗ {problem}" for problem in group.problems)
        yield from (f"! {warning}" for warning in group.warnings)
        if not group.calls:
            yield from group.source


def _source(source: SourceView, *, whole: bool) -> Iterator[str]:
    yield " ".join(filter(None, [f"[{source.id}]", source.title, source.url]))
    if source.snippet not in ("", '""'):
        yield f"    {source.snippet if whole else cut(source.snippet)}"
