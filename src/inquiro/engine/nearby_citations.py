"""Words near a quote that a sentence rests on as well: what made it true is cited, and not only what stands beside it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from inquiro.core.types import Document, Evidence
from inquiro.engine.checking.excerpt import Excerpt
from inquiro.engine.checking.statement import Statement, statement
from inquiro.engine.checking.verdict import Verdict
from inquiro.engine.extract import evidence_at
from inquiro.retrieval.sentences import sentences
from inquiro.text.agreement import agrees
from inquiro.text.dates import borne_out
from inquiro.text.typography import flattened

MOST = 3  # for one sentence


def nearby(
    verdict: Verdict, proofs: Sequence[Evidence], excerpts: Sequence[Excerpt], documents: Mapping[str, Document]
) -> list[Evidence]:
    """Sentences around the quotes that hold a figure or a date of the sentence, or words its judge relied on."""
    said = statement(verdict.text)
    relied = [flattened(words) for words in verdict.relied]
    if not (said.figures or said.dates or relied) or not proofs:
        return []
    quoted = [statement(proof.quote) for proof in proofs]
    flat = [flattened(proof.quote) for proof in proofs]
    missing = said._replace(
        figures=tuple(f for f in said.figures if not any(agrees(f, held) for one in quoted for held in one.figures)),
        dates=tuple(d for d in said.dates if not any(borne_out(d, list(one.dates), one.years) for one in quoted)),
    )
    beside = [words for words in relied if not any(words in quote for quote in flat)]
    if not (missing.figures or missing.dates or beside):
        return []
    found: dict[tuple[str, int], Evidence] = {}
    for proof, excerpt in zip(proofs, excerpts, strict=True):
        for start, end in _around(documents[proof.document_id].text, proof, excerpt):
            written = documents[proof.document_id].text[start:end]
            if _holds(written, missing, beside) and not proof.start <= start < end <= proof.end:
                found.setdefault((proof.document_id, start), evidence_at("", documents[proof.document_id], start, end))
    return list(found.values())[:MOST]


def _around(text: str, proof: Evidence, excerpt: Excerpt) -> Iterator[tuple[int, int]]:
    """The places of the sentences in the block that a quote stands in."""
    low = text.rfind(excerpt.around, 0, proof.start + len(excerpt.around)) if excerpt.around else -1
    if low >= 0:
        yield from ((low + start, low + end) for start, end in sentences(excerpt.around))


def _holds(written: str, missing: Statement, beside: Sequence[str]) -> bool:
    if any(words in flattened(written) for words in beside):
        return True
    one = statement(written)
    return any(agrees(f, held) for f in missing.figures for held in one.figures) or any(
        borne_out(d, list(one.dates), one.years) for d in missing.dates
    )
