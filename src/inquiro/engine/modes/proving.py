"""Where in what was read a sentence has its proof: at the facts it names, else at the words that bear it out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from inquiro.core.types import ConfidenceTerms, Contradiction, Document, Evidence, Fact, Pool, Worded
from inquiro.engine.checking.evidence import grounds, read
from inquiro.engine.checking.excerpts import Excerpts
from inquiro.engine.checking.statement import statement
from inquiro.engine.checking.weights import weights
from inquiro.engine.confidence import SURE, confidence
from inquiro.engine.extract import evidence_at, speaker
from inquiro.engine.material import Material
from inquiro.engine.verify import weighed
from inquiro.retrieval.sentences import sentences
from inquiro.text.typography import flattened

MOST_PROOFS = 3  # of one sentence
MOST_PREMISES = 8  # that it names itself
SHORTEST = 12  # characters: less proves nothing
FOUND_HERE = "x"  # begins the ids of facts that only this report knows: the run's own are f1, f2, …


class Prover:
    """Finds proofs for sentences; what no fact of the run holds yet becomes one of this report."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool
        self._facts: dict[str, Fact] = {fact.id: fact for fact in pool.facts}
        self._evidence: dict[str, Evidence] = {proof.id: proof for proof in pool.evidence}
        self._documents: dict[str, Document] = {document.id: document for document in pool.documents}
        self._cut = Excerpts(self._documents)
        self._found: dict[tuple[str, int], str] = {}
        self._within: dict[str, str] = {}  # from a fact of this report to the run's whose words hold its own
        self._owners = self._proven()

    def facts_for(self, sentence: Worded) -> tuple[str, ...]:
        """The facts that a sentence rests on; none where nothing that was read bears it out."""
        named = [fact for fact in sentence.facts if fact in self._facts]
        for document_id in sentence.documents:
            named += self._in_document(sentence.text, document_id)
        if not named and not sentence.documents:
            named = self._anywhere(sentence.text)
        most = min(max(MOST_PROOFS, len(sentence.facts)), MOST_PREMISES)
        return tuple(dict.fromkeys(named))[:most]

    def material(self, contradictions: Sequence[Contradiction] = ()) -> Material:
        return Material(
            plan=self._pool.plan,
            checklist=self._pool.checklist,
            facts=self._facts,
            evidence=self._evidence,
            documents=self._documents,
            contradictions=tuple(contradictions),
        )

    def _in_document(self, text: str, document_id: str) -> list[str]:
        document = self._documents.get(document_id)
        return [self._fact_at(document, *span) for span in places(text, document)] if document else []

    def _anywhere(self, text: str) -> list[str]:
        """A sentence that names nothing, such as one of an abstract, by what the run's facts say together."""
        owned = [(owner, self._evidence[proof]) for proof, owner in self._owners.items()]
        on = grounds(weights(statement(text)), [read(proof.quote) for _, proof in owned])
        chosen = list(dict.fromkeys(placed.place for placed in on.wording))[:MOST_PROOFS]
        label, _ = weighed(text, [self._cut.of(owned[at][1]) for at in chosen])
        return [owned[at][0] for at in chosen] if label in {"quoted", "supported"} else []

    def _fact_at(self, document: Document, start: int, end: int) -> str:
        """The run's fact with just these words; else one of this report, as sure as the run's that holds them."""
        around = ""
        for proof_id, owner in self._owners.items():
            proof = self._evidence[proof_id]
            if proof.document_id == document.id and proof.start <= start and end <= proof.end:
                if (proof.start, proof.end) == (start, end):
                    return owner
                around = around or owner
        place = (document.id, start)
        if place not in self._found:
            number = len(self._found) + 1
            proof = evidence_at(f"{FOUND_HERE}e{number}", document, start, end)
            name = f"{FOUND_HERE}{number}"
            self._evidence[proof.id] = proof
            self._found[place] = name
            self._facts[name] = _narrowed(self._facts[around], name, proof) if around else _fact(name, proof, document)
            if around:
                self._within[name] = around
        return self._found[place]

    def known(self, facts: Iterable[str]) -> tuple[str, ...]:
        """The facts as the run knows them."""
        named = (self._within.get(fact, fact) for fact in facts)
        return tuple(dict.fromkeys(fact for fact in named if not fact.startswith(FOUND_HERE)))

    def _proven(self) -> dict[str, str]:
        """From every proof to the fact it belongs to."""
        return {proof: fact.id for fact in self._pool.facts for proof in fact.evidence if proof in self._evidence}


def places(text: str, document: Document) -> list[tuple[int, int]]:
    """The sentence itself where it stands in a document, else those that bear out most of it, the most telling first."""
    apart = read(document.text, bare=True)
    spans = sentences(document.text)
    flat = flattened(text)
    for span, sentence in zip(spans, apart.sentences, strict=True):
        if flat in (flattened(sentence.text), flattened(document.text[slice(*span)])):
            return [span]
    wanted = weights(statement(text))
    on = grounds(wanted, [apart])
    order = {id(sentence): at for at, sentence in enumerate(apart.sentences)}
    telling = sorted(
        on.wording, key=lambda one: -sum(wanted.get(term, 0.0) for term in one.sentence.terms & wanted.keys())
    )
    found = [spans[order[id(one.sentence)]] for one in telling]
    return [span for span in found if span[1] - span[0] >= SHORTEST][:MOST_PROOFS]


def _narrowed(fact: Fact, name: str, proof: Evidence) -> Fact:
    return msgspec.structs.replace(fact, id=name, evidence=(proof.id,), statement=" ".join(proof.quote.split()))


def _fact(fact_id: str, proof: Evidence, document: Document) -> Fact:
    terms = ConfidenceTerms(
        origins=0 if document.retracted else 1,
        quality=(document.quality,),
        support=0.0 if document.retracted else round(document.quality * SURE, 3),
        newest=document.published,
        retracted=int(document.retracted),
    )
    fact = Fact(
        id=fact_id,
        statement=" ".join(proof.quote.split()),
        evidence=(proof.id,),
        sources=(document.url,),
        terms=terms,
        said_by=speaker(document.author or ""),
        published=document.published,
        private=document.private,
    )
    return msgspec.structs.replace(fact, confidence=confidence(terms))
