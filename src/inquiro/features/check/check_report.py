"""The report on a checked document: its sentences as claims, what was read as sources, and the result for its editor."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

import msgspec

from inquiro.core.types import (
    CheckedReference,
    CheckedSentence,
    CheckResult,
    Claim,
    ClaimLabel,
    Document,
    Report,
)
from inquiro.engine.answer import render_answer
from inquiro.engine.synthesize import Numbering
from inquiro.engine.verify import RULES, check_citations
from inquiro.features.check.cited_text import CitedText
from inquiro.features.check.findings import all_findings, counts_of, verdict
from inquiro.features.check.reference_check import Examined
from inquiro.features.check.sentence_check import Judged
from inquiro.features.check.sentence_evidence import citation
from inquiro.retrieval.words import detect_language

_EARNED: dict[str, ClaimLabel] = {f"is {label}": label for label in ("quoted", "supported", "inferred", "uncited")}


def check_report(
    base: Report, name: str, text: CitedText, examined: Sequence[Examined], judged: Sequence[Judged], *,
    documents: Mapping[str, Document],
) -> Report:  # fmt: skip
    """Everything that was found, in the words of a report, so that it can be verified, exported and packed as one."""
    numbering = Numbering(documents)
    claims = [numbering.cited(_claim(one)) for one in judged]
    for one in examined:
        if one.document:
            numbering.id(one.document)
    source_ids = {one.reference.number: numbering.id(one.document) for one in examined if one.document}
    language = detect_language(" ".join(sentence.text for sentence in text.sentences[:50]))
    report = msgspec.structs.replace(
        base, claims=tuple(claims), sources=numbering.sources(claims), language=language, rules=RULES
    )
    report = _as_earned(report, documents)
    report = msgspec.structs.replace(report, answer=render_answer(report))
    found = all_findings(text, examined, judged, source_ids)
    counts = counts_of(text, examined, judged)
    result = CheckResult(
        name=name,
        verdict=verdict(counts, found),
        counts=counts,
        findings=found,
        references=tuple(_references(text, examined, source_ids)),
        sentences=tuple(_sentence(at, one, report.claims[at].label) for at, one in enumerate(judged)),
    )
    return msgspec.structs.replace(report, check=result)


def _claim(one: Judged) -> Claim:
    spans = one.ground.spans if one.ground.label != "uncited" else ()
    evidence = tuple(citation(span, "") for span in spans)
    label: ClaimLabel = one.ground.label if evidence else "uncited"
    return Claim(text=one.sentence.text, label=label, evidence=evidence, section=one.sentence.section)


def _as_earned(report: Report, documents: Mapping[str, Document]) -> Report:
    """No label promises more than the quoted words alone give to whoever verifies the report later."""
    told = {one.claim: one.problem for one in check_citations(report, documents).broken if not one.source_id}
    claims = [
        msgspec.structs.replace(claim, label=_EARNED.get(told.get(claim.text, "").rpartition(", ")[2], claim.label))
        for claim in report.claims
    ]
    return msgspec.structs.replace(report, claims=tuple(claims))


def _sentence(at: int, one: Judged, label: ClaimLabel) -> CheckedSentence:
    return CheckedSentence(
        text=one.sentence.text,
        line=one.sentence.line,
        label=label,
        outcome=one.outcome,
        references=one.sentence.marks,
        problems=tuple(problem.text for problem in one.ground.problems) if one.cited else (),
        claim=at,
    )


def _references(text: CitedText, examined: Sequence[Examined], source_ids: Mapping[str, str]) -> list[CheckedReference]:
    cited = Counter(mark for sentence in text.sentences for mark in sentence.marks)
    return [_reference(one, cited[one.reference.number], source_ids) for one in examined]


def _reference(one: Examined, cited: int, source_ids: Mapping[str, str]) -> CheckedReference:
    reference, known = one.reference, one.record or one.stranger
    return CheckedReference(
        number=reference.number,
        text=reference.text,
        state=one.state,
        told=one.told,
        line=reference.line,
        title=reference.title,
        authors=reference.authors,
        year=reference.year,
        identifier=reference.identifier,
        url=reference.url,
        differs=one.differs,
        found_title=known.title if known else one.page_title,
        found_url=known.url if known else (one.link.url if one.link else ""),
        found_by=known.source_name if known else "web" if one.page_title else "",
        notices=one.notices,
        cited=cited,
        read=one.read,
        source_id=source_ids.get(reference.number, ""),
    )
