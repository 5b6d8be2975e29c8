"""The fields of a result, riskiest first, each with what speaks for it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import structs

from inquiro.core.field_labels import is_filled, label_of
from inquiro.core.field_risks import NEEDS_LOOK, Risk, disguises, risk_of
from inquiro.core.lei_findings import MARKS, found_out
from inquiro.core.types import Citation, FieldSupport, LeiFinding, MacroSource, Payload
from inquiro.onboarding.macros.fields import leaves
from inquiro.onboarding.reviewing.deciding import why_blocked
from inquiro.onboarding.reviewing.views import EvidenceView, FieldView, LeiView
from inquiro.onboarding.reviewing.wording import cut, shown
from inquiro.text.display import escaped

_CORRECT = "correct it or take it out: its verbs cannot run"
_TO_DO: dict[Risk, str] = {
    Risk.STOPPED: _CORRECT,
    Risk.STOPPED_FOR_NOW: "override it with a reason, or take it out: its verbs cannot run as it is",
    Risk.DISGUISED: "check each character against the source",
    Risk.UNSUPPORTED: "no source says this: find one, correct it or take it out",
    Risk.INFERRED: "no source says this in so many words: check it",
    Risk.EDITED: "not from the research: check it",
}


def field_views(payload: Payload) -> list[FieldView]:
    # Verbs and batches come from a person's file: there is no research that could support them.
    given = None if payload.macro is not None else FieldSupport(path="", label="edited")
    known = {one.path: one for one in payload.fields}
    findings: dict[str, list[LeiFinding]] = {}
    for finding in payload.leis:
        findings.setdefault(finding.path, []).append(finding)
    sources = {one.id: one for one in payload.sources}
    values = list(_values(payload))
    told = Counter(path for path, _ in values)  # keys with dots in them can make two fields look like one
    views = [
        _field(path, value, known.get(path, given) if told[path] == 1 else given, findings.get(path, []), sources)
        for path, value in values
    ]
    if given is not None:
        views = [structs.replace(one, needs_look=one.risk < Risk.EDITED) for one in views]
    return sorted(views, key=lambda one: one.risk)


def _values(payload: Payload) -> Iterator[tuple[str, Any]]:
    """Every leaf of the data, then what evidence or the register speak of and the data do not have."""
    here = set()
    if payload.data is not None:
        for path, value in leaves(payload.data):
            here.add(path)
            if path or is_filled(value):
                yield path, value
    named = {one.path: None for one in payload.fields} | {one.path: one.lei for one in payload.leis}
    yield from ((path, value) for path, value in named.items() if path not in here)


def _field(
    path: str,
    value: Any,
    support: FieldSupport | None,
    findings: Sequence[LeiFinding],
    sources: Mapping[str, MacroSource],
) -> FieldView:
    label = label_of(value, support)
    notes = disguises(value)
    risk = risk_of(value, label, findings, notes)
    whole = shown(value)
    return FieldView(
        path=escaped(path),
        value=cut(whole),
        whole=whole,
        label=label,
        risk=risk,
        needs_look=risk <= NEEDS_LOOK,
        notes=(*map(escaped, notes), *([escaped(support.note)] if support is not None and support.note else [])),
        evidence=tuple(_evidence(one, sources) for one in support.evidence) if support is not None else (),
        leis=tuple(map(_lei, findings)),
        to_do=_TO_DO.get(risk, ""),
    )


def _evidence(citation: Citation, sources: Mapping[str, MacroSource]) -> EvidenceView:
    source = sources.get(citation.source_id)
    title = f" {source.title}" if source is not None and source.title else ""
    where = [f"page {citation.page}" if citation.page is not None else "", citation.heading or ""]
    where += [f"characters {citation.start} to {citation.end}"]
    where += [f"document {citation.document_id}" if citation.document_id else ""]
    return EvidenceView(
        source=escaped(f"[{citation.source_id}]{title}"),
        url=escaped(source.url) if source is not None else "",
        quote=shown(citation.quote),
        before=escaped(citation.before),
        after=escaped(citation.after),
        place=escaped(", ".join(filter(None, where))),
    )


def _lei(finding: LeiFinding) -> LeiView:
    return LeiView(
        mark=MARKS[finding.verdict],
        verdict=finding.verdict.replace("_", " "),
        lei=escaped(finding.lei),
        reason=escaped(why_blocked(finding)) if finding.blocks else escaped(finding.reason),
        told="; ".join(found_out(finding, escaped, shown)),
    )
