"""From a draft to a report: claims with evidence, numbered sources, and the answer in Markdown."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import msgspec
import regex

from inquiro.core.cited import told_together
from inquiro.core.phrases import Phrases, phrases
from inquiro.core.types import (
    ChecklistItem,
    Citation,
    Claim,
    Contradiction,
    ContradictionSide,
    Coverage,
    Document,
    Draft,
    DraftClaim,
    DraftSection,
    Evidence,
    Report,
    ReportSource,
    SourceType,
)
from inquiro.engine.answer import marks, render_answer
from inquiro.engine.confidence import of_claim
from inquiro.engine.draft_verdicts import UNPROVEN, DraftVerdicts, own_words
from inquiro.engine.material import Material
from inquiro.engine.nearby_citations import nearby
from inquiro.engine.reasoning import REASONED
from inquiro.engine.verify import RULES

CONTEXT = 320  # characters shown on either side of a quote
UNRELATED = "sentences unrelated to their evidence"
WRONG = "sentences that were wrong by their evidence"
_NOTICE = regex.compile(r"\b(?:fictional|fiktiv|ficticio|satire|draft|retracted|withdrawn|架空)\b", regex.IGNORECASE)


class Numbering:
    """Sources in the order of their first citation."""

    def __init__(self, documents: Mapping[str, Document]) -> None:
        self._documents = documents
        self.order: list[str] = []

    def id(self, document_id: str) -> str:
        if document_id not in self.order:
            self.order.append(document_id)
        return f"src_{self.order.index(document_id) + 1}"

    def kind(self, document_id: str) -> SourceType | None:
        document = self._documents.get(document_id)
        return document.source_type if document else None

    def numbered(self, one: Citation) -> Citation:
        return msgspec.structs.replace(one, source_id=self.id(one.document_id))

    def cited(self, claim: Claim) -> Claim:
        """Only what made it into the report gets a number."""
        numbered = tuple(map(self.numbered, claim.evidence))
        basis = claim.basis
        if claim.part in REASONED and claim.label == "inferred":
            basis = ": ".join(filter(None, (f"reasoning from {marks(numbered)}", basis)))
        return msgspec.structs.replace(claim, evidence=numbered, basis=basis)

    def sources(self, claims: Sequence[Claim], nearest: Sequence[Citation] = ()) -> tuple[ReportSource, ...]:
        cited = [*nearest[::-1], *(c for claim in reversed(claims) for c in claim.evidence)]
        quotes = {c.document_id: c.quote for c in cited}
        return tuple(
            _source(f"src_{n}", self._documents[d], quotes.get(d, "")) for n, d in enumerate(self.order, start=1)
        )


def synthesize(
    draft: Draft,
    material: Material,
    base: Report,
    *,
    strict: bool = False,
    also: Sequence[str] = (),
    verdicts: DraftVerdicts | None = None,
) -> Report:
    """Verify every sentence of a draft, cite it, and set the parts of the answer in order; `also` are documents that
    are sources whether a sentence cites them or not, `verdicts` what is known of the sentences already."""
    verdicts = verdicts or DraftVerdicts(material)
    numbering = Numbering(material.documents)
    dropped = dict(base.dropped) | ({UNRELATED: draft.strays} if draft.strays else {})
    dropped |= {WRONG: draft.cut} if draft.cut else {}
    claims: list[Claim] = []
    wording = phrases(material.plan.language)
    own = own_words(wording)
    opening = DraftSection(heading="", claims=draft.opening, part="bottom_line")
    for section in (opening, *draft.sections):
        for one in section.claims:
            claim = _claim(one, section, verdicts, dropped)
            if strict and claim.label in UNPROVEN and claim.text not in own:
                dropped["unsupported sentences"] = dropped.get("unsupported sentences", 0) + 1
            else:
                claims.append(claim)
    disputes = [_dispute(one, material) for one in material.contradictions if not told_together(one, claims)]
    claims += [msgspec.structs.replace(claim, section=wording.disagree) for claim in disputes]
    claims = [numbering.cited(claim) for claim in claims]
    nearest = [numbering.numbered(place) for place in _places(draft.nearest, material)]
    for document_id in also:
        numbering.id(document_id)
    report = msgspec.structs.replace(
        base,
        claims=tuple(claims),
        sources=numbering.sources(claims, nearest),
        nearest=tuple(nearest),
        checklist=material.checklist,
        checklist_coverage=_coverage(material.checklist),
        contradictions=tuple(_numbered(one, numbering) for one in material.contradictions),
        notices=(*base.notices, *_notices([material.documents[d] for d in numbering.order])),
        language=material.plan.language,
        assumptions=material.plan.assumptions,
        dropped=dropped,
        rules=RULES,
        judged=verdicts.count(),
    )
    return msgspec.structs.replace(report, answer=render_answer(report))


def _claim(drafted: DraftClaim, section: DraftSection, verdicts: DraftVerdicts, dropped: dict[str, int]) -> Claim:
    material = verdicts.material
    facts = material.facts_of(drafted)
    if len(facts) < len(drafted.facts):
        dropped["invented ids"] = dropped.get("invented ids", 0) + len(drafted.facts) - len(facts)
    proofs = material.proofs(facts)
    verdict = verdicts.verdict(drafted, section.part)
    label = verdict.label
    withdrawn = bool(proofs) and all(material.documents[p.document_id].retracted for p in proofs)
    if withdrawn and label not in UNPROVEN:
        label = "inferred"  # its words are there, and nobody stands by them any more
    if label not in UNPROVEN:
        proofs = [*proofs, *nearby(verdict, proofs, verdicts.excerpts(drafted), material.documents)]
    sure = of_claim(facts, verdict, withdrawn=withdrawn, part=section.part)
    return Claim(
        text=drafted.text,
        label=label,
        evidence=tuple(citation(proof, material.documents[proof.document_id]) for proof in proofs),
        facts=tuple(fact.id for fact in facts),
        confidence=sure.value,
        section=section.heading,
        part=section.part,
        paragraph=drafted.paragraph,
        row=drafted.row,
        column=drafted.column,
        item=drafted.item,
        basis=sure.basis,
        origins=sure.origins,
        by=verdict.by,
        computed=verdict.computed,
        relied=verdict.relied,
    )


def _places(facts: Sequence[str], material: Material) -> Iterator[Citation]:
    """Where the best quote of each fact stands."""
    for fact in facts:
        for proof in material.proofs([material.facts[fact]])[:1] if fact in material.facts else ():
            yield citation(proof, material.documents[proof.document_id])


def citation(proof: Evidence, document: Document) -> Citation:
    return Citation(
        source_id="",  # numbered once it is certain to stay
        quote=proof.quote,
        start=proof.start,
        end=proof.end,
        document_id=document.id,
        before=document.text[max(0, proof.start - CONTEXT) : proof.start],
        after=document.text[proof.end : proof.end + CONTEXT],
        page=proof.page,
        heading=proof.heading,
    )


def _dispute(one: Contradiction, material: Material) -> Claim:
    wording = phrases(material.plan.language)
    told = [_marked(side, material, wording) for side in one.sides]
    values = f" {wording.against} ".join(told)
    reason = wording.kinds[one.kind]
    explained = one.kind == "disagreement" and one.explanation
    text = one.explanation if explained else wording.differ.format(about=one.about, values=values) + f"; {reason}."
    facts = [material.facts[side.fact_id] for side in one.sides if side.fact_id in material.facts]
    proofs = [proof for fact in facts for proof in material.proofs([fact])[:1]]
    return Claim(
        text=text,
        label="inferred",
        evidence=tuple(citation(proof, material.documents[proof.document_id]) for proof in proofs),
        facts=tuple(fact.id for fact in facts),
    )


def _marked(side: ContradictionSide, material: Material, wording: Phrases) -> str:
    """A side's value with its year, and whose it is where it is the reader's own: everything else is a source."""
    document = material.documents.get(side.document_id)
    whose = wording.own.get(document.source_type, "") if document and not material.only_own else ""
    marks = [mark for mark in ((side.published or "")[:4], whose) if mark]
    return side.value + (f" ({', '.join(marks)})" if marks else "")


def _numbered(one: Contradiction, numbering: Numbering) -> Contradiction:
    sides = [
        msgspec.structs.replace(
            side, source_id=numbering.id(side.document_id), source_type=numbering.kind(side.document_id)
        )
        for side in one.sides
    ]
    return msgspec.structs.replace(one, sides=tuple(sides))


def _coverage(checklist: Sequence[ChecklistItem]) -> Coverage:
    return Coverage(
        satisfied=tuple(item.description for item in checklist if item.satisfied),
        gaps=tuple(
            item.description + (" - partial coverage" if item.status == "partial" else "")
            for item in checklist
            if not item.satisfied
        ),
    )


def _source(source_id: str, document: Document, quote: str) -> ReportSource:
    return ReportSource(
        id=source_id,
        type=document.source_type,
        title=document.title or document.url.rpartition("/")[2],
        url=document.url,
        snippet=quote[:300],
        document_id=document.id,
        sha256=document.sha256,
        published=document.published,
        author=document.author,
        quality=document.quality,
        quality_reasons=document.quality_reasons,
        doi=document.doi,
        retracted=document.retracted,
        flags=document.flags,
        media_type=document.media_type,
        source_name=document.source_name,
        private=document.private,
    )


def _notices(documents: Sequence[Document]) -> tuple[str, ...]:
    """What a cited document says about itself in its first line, such as being fictional; and what was retracted."""
    retracted = [
        f"Source [{number}] was retracted: “{document.title}”. What rests on it alone should not be relied on."
        for number, document in enumerate(documents, 1)
        if document.retracted
    ]
    firsts = [document.text.lstrip().partition("\n")[0].strip() for document in documents]
    own = dict.fromkeys(line for line in firsts if len(line) < 160 and _NOTICE.search(line))
    return (*retracted, *own)
