"""From a draft to a report: claims with evidence, numbered sources, and the answer in Markdown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import zip_longest

import msgspec
import regex

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
    Evidence,
    Fact,
    Objection,
    Plan,
    Report,
    ReportSource,
    SourceType,
    Value,
)
from inquiro.engine.answer import render_answer
from inquiro.engine.confidence import worded
from inquiro.engine.verify import unrelated, weighed
from inquiro.retrieval.words import detect_language

CONTEXT = 320  # characters shown on either side of a quote
PROOFS_PER_CLAIM = 3
ENOUGH_TO_TELL = 2_000  # characters, what language a document is in
UNRELATED = "sentences unrelated to their evidence"
UNPROVEN = ("uncited", "inferred")
OWN = ("vault", "local")
_NOTICE = regex.compile(r"\b(?:fictional|fiktiv|ficticio|satire|draft|retracted|withdrawn|架空)\b", regex.IGNORECASE)


class Material(Value, frozen=True, kw_only=True):
    """Everything a report is made of."""

    plan: Plan
    checklist: tuple[ChecklistItem, ...]
    facts: Mapping[str, Fact]
    evidence: Mapping[str, Evidence]
    documents: Mapping[str, Document]
    contradictions: tuple[Contradiction, ...] = ()

    @property
    def only_own(self) -> bool:
        """Nothing but the reader's own documents was read: then it goes without saying."""
        return all(document.source_type in OWN for document in self.documents.values())


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

    def cited(self, claim: Claim) -> Claim:
        """Only what made it into the report gets a number."""
        numbered = (msgspec.structs.replace(c, source_id=self.id(c.document_id)) for c in claim.evidence)
        return msgspec.structs.replace(claim, evidence=tuple(numbered))

    def sources(self, claims: Sequence[Claim]) -> tuple[ReportSource, ...]:
        quotes = {c.document_id: c.quote for claim in reversed(claims) for c in claim.evidence}
        return tuple(
            _source(f"src_{n}", self._documents[d], quotes.get(d, "")) for n, d in enumerate(self.order, start=1)
        )


def synthesize(
    draft: Draft, material: Material, base: Report, *, strict: bool = False, also: Sequence[str] = ()
) -> Report:
    """Verify every sentence of a draft, cite it, and set the parts of the answer in order; `also` are documents that
    are sources whether a sentence cites them or not."""
    numbering = Numbering(material.documents)
    dropped = dict(base.dropped) | ({UNRELATED: draft.strays} if draft.strays else {})
    claims: list[Claim] = []
    wording = phrases(material.plan.language)
    own = _own_words(wording)
    sections = [("", draft.opening), *((section.heading, section.claims) for section in draft.sections)]
    for heading, drafted in sections:
        for one in drafted:
            claim = _claim(one, heading, material, dropped)
            if strict and claim.label in UNPROVEN and claim.text not in own:
                dropped["unsupported sentences"] = dropped.get("unsupported sentences", 0) + 1
            else:
                claims.append(claim)
    disputes = [_dispute(one, material) for one in material.contradictions]
    claims += [msgspec.structs.replace(claim, section=wording.disagree) for claim in disputes]
    claims = [numbering.cited(claim) for claim in claims]
    for document_id in also:
        numbering.id(document_id)
    report = msgspec.structs.replace(
        base,
        claims=tuple(claims),
        sources=numbering.sources(claims),
        checklist=material.checklist,
        checklist_coverage=_coverage(material.checklist),
        contradictions=tuple(_numbered(one, numbering) for one in material.contradictions),
        notices=(*base.notices, *_notices([material.documents[d] for d in numbering.order])),
        language=material.plan.language,
        assumptions=material.plan.assumptions,
        dropped=dropped,
    )
    return msgspec.structs.replace(report, answer=render_answer(report))


def objections(draft: Draft, material: Material) -> list[Objection]:
    """The sentences of a draft that their evidence does not bear out, each with the reason."""
    wording = phrases(material.plan.language)
    found: list[Objection] = []
    for drafted in (*draft.opening, *(claim for section in draft.sections for claim in section.claims)):
        facts = [material.facts[f] for f in drafted.facts if f in material.facts]
        proofs = _proofs(facts, material)
        quotes = tuple(proof.quote for proof in proofs)
        earned, problem = weighed(drafted.text, quotes, _granted(facts, material))
        if earned in UNPROVEN and drafted.text not in _own_words(wording):
            private = any(fact.private for fact in facts)
            foreign = _foreign([material.documents[proof.document_id] for proof in proofs], material.plan.language)
            found.append(Objection(claim=drafted, problem=problem, quotes=quotes, foreign=foreign, private=private))
    return found


def _own_words(wording: Phrases) -> frozenset[str]:
    """They say that no source answers, and need none."""
    return frozenset({wording.nothing, wording.unread, wording.indirect, wording.silent})


def _foreign(documents: Sequence[Document], language: str) -> bool:
    """Told by the documents: a sentence is often too short to show its language."""
    return any(detect_language(document.text[:ENOUGH_TO_TELL]) != language for document in documents)


def repaired(draft: Draft, failed: Sequence[Objection], better: Sequence[DraftClaim], language: str) -> Draft:
    """The draft with its failed sentences replaced; one without text, or about something else, is taken out."""
    pairs = list(zip(failed, better, strict=False))
    instead = {objection.claim: claim for objection, claim in pairs}
    cut = {
        objection.claim
        for objection, claim in pairs
        if not objection.foreign and unrelated(claim.text, objection.quotes)
    }

    def mended(claims: Sequence[DraftClaim]) -> tuple[DraftClaim, ...]:
        return tuple(claim for old in claims if old not in cut and (claim := instead.get(old, old)).text.strip())

    sections = [msgspec.structs.replace(section, claims=mended(section.claims)) for section in draft.sections]
    opening = mended(draft.opening) or (DraftClaim(text=phrases(language).indirect),)
    kept = tuple(section for section in sections if section.claims)
    return Draft(opening=opening, sections=kept, strays=draft.strays + len(cut))


def _granted(facts: Sequence[Fact], material: Material) -> list[str]:
    """Words that need no proof: who says so and when, and our own way to say it."""
    known = [word for fact in facts for word in (fact.said_by, (fact.published or "")[:4]) if word]
    return [*known, phrases(material.plan.language).according]


def _claim(drafted: DraftClaim, heading: str, material: Material, dropped: dict[str, int]) -> Claim:
    facts = [material.facts[f] for f in drafted.facts if f in material.facts]
    if len(facts) < len(drafted.facts):
        dropped["invented ids"] = dropped.get("invented ids", 0) + len(drafted.facts) - len(facts)
    proofs = _proofs(facts, material)
    label = weighed(drafted.text, [proof.quote for proof in proofs], _granted(facts, material))[0]
    if proofs and label not in UNPROVEN and all(material.documents[p.document_id].retracted for p in proofs):
        label = "inferred"  # its words are there, and nobody stands by them any more
    surest = max(facts, key=lambda fact: fact.confidence, default=None)
    return Claim(
        text=drafted.text,
        label=label,
        evidence=tuple(citation(proof, material.documents[proof.document_id]) for proof in proofs),
        facts=tuple(fact.id for fact in facts),
        confidence=surest.confidence if surest else 0.0,
        section=heading,
        basis=worded(surest) if surest else "",
        origins=surest.origins if surest and not surest.only_retracted else 0,
    )


def _proofs(facts: Sequence[Fact], material: Material) -> list[Evidence]:
    """Of every fact one quote a document, each fact's first before any fact's second."""
    by_fact: list[list[Evidence]] = []
    for fact in facts:
        known = (material.evidence.get(evidence_id) for evidence_id in fact.evidence)
        first: dict[str, Evidence] = {}
        for proof in known:
            if proof is not None and proof.document_id in material.documents:
                first.setdefault(proof.document_id, proof)
        by_fact.append(list(first.values()))
    found = list({proof.id: proof for turn in zip_longest(*by_fact) for proof in turn if proof is not None}.values())
    sound = [proof for proof in found if not material.documents[proof.document_id].retracted]
    return (sound or found)[:PROOFS_PER_CLAIM]


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
    text = wording.differ.format(about=one.about, values=values) + f"; {reason}."
    facts = [material.facts[side.fact_id] for side in one.sides if side.fact_id in material.facts]
    proofs = [proof for fact in facts for proof in _proofs([fact], material)[:1]]
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
