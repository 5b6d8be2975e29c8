"""Checking sentences against their evidence, and citations against the stored snapshots."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from inquiro.core.cited import cited
from inquiro.core.phrases import phrases
from inquiro.core.types import Citation, CitationCheck, Claim, ClaimLabel, Document, Report, ReportSource, Verification
from inquiro.engine.accounted import unaccounted_findings
from inquiro.engine.answer import sentence
from inquiro.engine.checking import check, unrelated
from inquiro.engine.checking.figures import agrees, figures
from inquiro.engine.extract import speaker
from inquiro.retrieval.words import detect_language

__all__ = ["check_citations", "label", "unrelated", "weighed"]


def label(text: str, quotes: Sequence[str], granted: Iterable[str] = ()) -> ClaimLabel:
    """What a sentence may call itself; `granted` are words that need no proof, such as who is quoted."""
    return weighed(text, quotes, granted)[0]


def weighed(text: str, quotes: Sequence[str], granted: Iterable[str] = ()) -> tuple[ClaimLabel, str]:
    """The label of a sentence, and what keeps it from a better one, in words."""
    found = check(text, quotes, granted)
    # What was worked out is no quote of anybody: the sentence says how, and may be told to keep to its evidence.
    worked_out = [f"it works out {how}" for how in found.computed]
    return found.label, next(iter([*(problem.text for problem in found.problems), *worked_out]), "")


def check_citations(report: Report, documents: Mapping[str, Document], withheld: Collection[str] = ()) -> Verification:
    """Re-read every citation of a report in the snapshot that it names; of a withheld one only the quote is known."""
    known = {source.id: source for source in report.sources}
    broken: list[CitationCheck] = []
    citations = 0
    for text, evidence in cited(report):
        for citation in evidence:
            citations += 1
            source = known.get(citation.source_id)
            problem = "names a source that is not in the report" if source is None else ""
            document = documents.get(source.document_id) if source else None
            if source and source.document_id in withheld:
                problem = "" if len(citation.quote) == citation.end - citation.start > 0 else "the quote has no place"
                if citation.before or citation.after:
                    problem = "shows words around the quote, and the text that would prove them was left out"
            elif source and document is None:
                problem = "its snapshot is missing"
            elif source and document:
                problem = _problem(document, source.sha256, citation)
            if problem:
                broken.append(CitationCheck(claim=text, source_id=citation.source_id, problem=problem))
    boasts = ((claim.text, _boast(claim, known, report.language)) for claim in report.claims)
    broken.extend(CitationCheck(claim=text, source_id="", problem=problem) for text, problem in boasts if problem)
    broken.extend([*_unaccounted(report), *unaccounted_findings(report, documents, withheld)])
    broken.extend(_altered_sides(report, documents))
    return Verification(
        run_id=report.trace_id,
        claims=len(report.claims),
        citations=citations,
        found=citations - sum(bool(check.source_id) for check in broken),
        snapshots=len({source.document_id for source in report.sources}),
        broken=tuple(broken),
    )


def _boast(claim: Claim, sources: Mapping[str, ReportSource], language: str) -> str:
    """A label that promises more than the cited words give."""
    if not claim.evidence:
        return "" if claim.label == "uncited" else f"called {claim.label}, cites nothing"
    if claim.label not in {"quoted", "supported"}:
        return ""
    cited = [source for c in claim.evidence if (source := sources.get(c.source_id))]
    granted = [word for source in cited for word in (*_who(source), (source.published or "")[:4]) if word]
    earned = label(claim.text, [c.quote for c in claim.evidence], [*granted, phrases(language).according])
    return "" if earned in {"quoted", claim.label} else f"called {claim.label}, is {earned}"


def _who(source: ReportSource) -> tuple[str, str]:
    """As the source names its authors, and as a sentence does."""
    return source.author or "", speaker(source.author or "")


def _problem(document: Document, sha256: str, cited: Citation) -> str:
    if hashlib.sha256(document.text.encode()).hexdigest() != sha256:
        return "the snapshot is not the one that was cited"
    if not cited.quote or document.text[cited.start : cited.end] != cited.quote:
        return "the quote does not stand at its place in the snapshot"
    ahead = cited.start - len(cited.before)
    if ahead < 0 or not (
        document.text.startswith(cited.before, ahead) and document.text.startswith(cited.after, cited.end)
    ):
        return "the words shown around the quote are not those of the snapshot"
    return ""


def _altered_sides(report: Report, documents: Mapping[str, Document]) -> Iterator[CitationCheck]:
    """Sides of contradictions with a figure that their document does not hold; a model may have worded the rest."""
    for side in (side for found in report.contradictions for side in found.sides):
        if document := documents.get(side.document_id):
            held = figures(document.text, detect_language(document.text))
            language = detect_language(side.statement)
            strange = [f.text for f in figures(side.statement, language) if not any(agrees(f, other) for other in held)]
            if strange:
                problem = f"its source does not hold {', '.join(strange)}"
                yield CitationCheck(claim=side.statement, source_id="", problem=problem)


def _unaccounted(report: Report) -> list[CitationCheck]:
    """Claims that the answer does not hold word for word, and words in it that belong to no claim."""
    rest, broken = report.answer, []
    for told in sorted({sentence(claim) for claim in report.claims}, key=len, reverse=True):
        if told not in rest:
            broken.append(CitationCheck(claim=told, source_id="", problem="the answer says it otherwise"))
        rest = rest.replace(told, "")
    strays = [line.strip() for line in rest.splitlines() if line.strip() and not line.startswith(("#", "- "))]
    problem = "stands in the answer and in no claim"
    return broken + [CitationCheck(claim=line, source_id="", problem=problem) for line in strays]
