"""Checking sentences against their evidence, and citations against the stored snapshots."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence

from inquiro.core.phrases import phrases
from inquiro.core.types import CitationCheck, Claim, ClaimLabel, Document, Report, ReportSource, Verification
from inquiro.engine.answer import sentence
from inquiro.engine.negation import denies
from inquiro.engine.quantities import quantities
from inquiro.retrieval.words import content_tokens, detect_language, words

FEW_WORDS = 3
RELATED = 0.25  # of a sentence's words that stand in its evidence


def label(text: str, quotes: Sequence[str], granted: Iterable[str] = ()) -> ClaimLabel:
    """What a sentence may call itself; `granted` are words that need no proof, such as who is quoted."""
    return weighed(text, quotes, granted)[0]


def weighed(text: str, quotes: Sequence[str], granted: Iterable[str] = ()) -> tuple[ClaimLabel, str]:
    """The label of a sentence, and what keeps it from a better one, in words."""
    if not quotes:
        return "uncited", "it names no fact that it rests on"
    if any(_flat(text) == _flat(quote) for quote in quotes):
        return "quoted", ""
    granted = tuple(granted)
    backed = {q.value for quote in (*quotes, *granted) for q in quantities(quote)}
    if strange := [q.text for q in quantities(text) if q.value not in backed]:
        return "uncited", f"its evidence does not hold {', '.join(dict.fromkeys(strange))}"
    if all(denies(quote) != denies(text) for quote in quotes):
        return "inferred", "its evidence says the opposite, or says it without the negation"
    allowed = {term for known in (*quotes, *granted) for term in content_tokens(known)}
    if added := set(content_tokens(text)) - allowed:
        language = detect_language(text)
        written = [word.text for word in words(text) if added & set(content_tokens(word.text, language))]
        return "inferred", f"its evidence does not hold the words {', '.join(dict.fromkeys(written or sorted(added)))}"
    return "supported", ""


def strays(text: str, quotes: Sequence[str]) -> bool:
    """Whether a sentence is about something else than its evidence, as far as words of one language can tell."""
    said = set(content_tokens(text))
    if len(said) < FEW_WORDS or not quotes:
        return False
    return len(said & {term for quote in quotes for term in content_tokens(quote)}) < RELATED * len(said)


def check_citations(report: Report, documents: Mapping[str, Document]) -> Verification:
    """Re-read every citation of a report in the snapshot that it names."""
    known = {source.id: source for source in report.sources}
    broken: list[CitationCheck] = []
    citations = 0
    for claim in report.claims:
        for citation in claim.evidence:
            citations += 1
            source = known.get(citation.source_id)
            problem = "names a source that is not in the report" if source is None else ""
            document = documents.get(source.document_id) if source else None
            if source and document is None:
                problem = "its snapshot is missing"
            elif source and document:
                problem = _problem(document, source.sha256, citation.quote, citation.start, citation.end)
            if problem:
                broken.append(CitationCheck(claim=claim.text, source_id=citation.source_id, problem=problem))
        if problem := _boast(claim, known, report.language):
            broken.append(CitationCheck(claim=claim.text, source_id="", problem=problem))
    broken.extend(_unaccounted(report))
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
    granted = [word for source in cited for word in (source.author, (source.published or "")[:4]) if word]
    earned = label(claim.text, [c.quote for c in claim.evidence], [*granted, phrases(language).according])
    return "" if earned in {"quoted", claim.label} else f"called {claim.label}, is {earned}"


def _flat(text: str) -> str:
    """White space aside: a wrapped line of a text file is still the same sentence."""
    return " ".join(text.split())


def _problem(document: Document, sha256: str, quote: str, start: int, end: int) -> str:
    if hashlib.sha256(document.text.encode()).hexdigest() != sha256:
        return "the snapshot is not the one that was cited"
    if not quote or document.text[start:end] != quote:
        return "the quote does not stand at its place in the snapshot"
    return ""


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
