"""Verdicts on the sentences of a draft: rules first, a judge's rulings where they leave a sentence open.

What is not borne out gets another label. Only what is wrong has to be mended: a figure, date or identifier that its
evidence does not hold, or a sentence that a judge found contradicted.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

import regex

from inquiro.core.phrases import Phrases, phrases
from inquiro.core.types import Document, Draft, DraftClaim, Ground, JudgeCount, Objection, Part
from inquiro.engine.checking import check
from inquiro.engine.checking.excerpt import Excerpt
from inquiro.engine.checking.excerpts import Excerpts, naming
from inquiro.engine.checking.judge import Question, Ruling, by_number, leaves_open, ruled
from inquiro.engine.checking.labels import label_grants
from inquiro.engine.checking.verdict import ProblemKind, Verdict
from inquiro.engine.material import Material
from inquiro.engine.reasoning import REASONED, as_reasoning
from inquiro.retrieval.words import detect_language

UNPROVEN = ("uncited", "inferred")
# What a sentence is worded anew for; rules are less sure of all else.
MENDED: frozenset[ProblemKind] = frozenset({"number", "date", "identifier", "letters"})
FEWEST_TESTS, MOST_FOOLED = 4, 0.5  # a judge that half of the false sentences fool says "supported" to anything
# Words with which a sentence leaves to the one before it whom it speaks of.
_POINTING = regex.compile(
    r"(?i)^(?:\w+,? ){0,2}(?:its?|this|that|these|those|they|their|he|she|his|her|such|both|neither|es|sie|dies\w*|er|il|elle"
    r"|ils|elles|ces?|cette|est[aeo]s?|es[aeo]s?|so|therefore|however|also|likewise|moreover)\b"
    r"|\b(?:the (?:first|second|former|latter|same)|the other)\b"
)
ENOUGH_TO_TELL = 2_000  # characters, what language a document is in


class DraftVerdicts:
    """Over one draft and whatever becomes of it; every sentence is checked once."""

    def __init__(self, material: Material) -> None:
        self.material = material
        self._cut = Excerpts(material.documents)
        self._excerpts: dict[tuple[str, ...], tuple[Excerpt, ...]] = {}
        self._by_rule: dict[DraftClaim, Verdict] = {}
        self._rulings: dict[DraftClaim, Ruling] = {}
        self._asked: list[DraftClaim] = []
        self._open = 0
        self._fooled = (0, 0)

    def verdict(self, claim: DraftClaim, part: Part = "findings") -> Verdict:
        """By rule, then by whoever judged; what reasons is held to its facts, not to the words of one."""
        found = self.by_rule(claim)
        ruling = self._rulings.get(claim)
        if not (ruling and ruling.verdict == "supported" and not self.trusted):
            found = ruled(found, ruling, self.excerpts(claim), self.labels(claim))
        return as_reasoning(found, self.excerpts(claim), self.labels(claim)) if part in REASONED else found

    @property
    def trusted(self) -> bool:
        """Whether the judge told true from false where it was put to the test; too few tests say nothing."""
        fooled, tested = self._fooled
        return tested < FEWEST_TESTS or fooled < MOST_FOOLED * tested

    def tested(self, fooled: int, tested: int) -> None:
        """How many sentences made false were put to the judge, and how many of them it called supported."""
        self._fooled = (fooled, tested)

    def by_rule(self, claim: DraftClaim) -> Verdict:
        if claim not in self._by_rule:
            granted = self.material.granted(self.material.facts_of(claim))
            self._by_rule[claim] = check(claim.statement, self.excerpts(claim), [*granted, *self.labels(claim)])
        return self._by_rule[claim]

    def labels(self, claim: DraftClaim) -> tuple[str, ...]:
        """Of a cell: what its row and column name, as far as its facts and what stands beside their quotes do so too."""
        if not claim.row and not claim.column:
            return ()
        facts = self.material.facts_of(claim)
        proofs = self.material.proofs(facts)
        asked = [f"{item.description} {item.label}" for item in self.material.checklist]
        excerpts = self.excerpts(claim)
        stated = [fact.statement for fact in facts]
        above = [part for one in excerpts for part in (one.title, one.heading, one.number)]
        beside = [
            naming(one, self.material.documents.get(proof.document_id), proof.start, proof.end)
            for proof, one in zip(proofs, excerpts, strict=True)
        ]
        held = ["\n".join([*stated, *above, *asked]), "\n".join([*beside, *asked])]
        return tuple(label_grants(claim.text, (claim.row, claim.column), held))

    def excerpts(self, claim: DraftClaim) -> tuple[Excerpt, ...]:
        """The quotes that a sentence rests on, in their documents."""
        if claim.facts not in self._excerpts:
            proofs = self.material.proofs(self.material.facts_of(claim))
            self._excerpts[claim.facts] = tuple(self._cut.of(proof) for proof in proofs)
        return self._excerpts[claim.facts]

    def private(self, claim: DraftClaim) -> bool:
        return any(fact.private for fact in self.material.facts_of(claim))

    def open_claims(self, draft: Draft) -> list[DraftClaim]:
        """The sentences that rules leave open and nobody judged yet, in the order of the draft, each once."""
        own = own_words(phrases(self.material.plan.language))
        return [
            claim
            for claim in dict.fromkeys(claims_of(draft))
            if claim not in self._asked
            and claim.text not in own
            and leaves_open(self.by_rule(claim), self.excerpts(claim))
        ]

    def questions(self, claims: Sequence[DraftClaim], draft: Draft) -> list[Question]:
        """For a judge; the number of each is its place among the claims, from 1."""
        parts = [draft.opening, *(section.claims for section in draft.sections)]
        pairs = (pair for part in parts for pair in pairwise(part))
        before = {claim: last.statement for last, claim in pairs if not claim.row and _POINTING.search(claim.text)}
        return [
            Question(
                number=number,
                sentence=claim.statement,
                excerpts=self.excerpts(claim),
                before=before.get(claim, ""),
                private=self.private(claim),
            )
            for number, claim in enumerate(claims, 1)
        ]

    def hear(self, claims: Sequence[DraftClaim], rulings: Iterable[Ruling]) -> None:
        """Rulings on the questions about just these claims."""
        found = by_number(rulings)
        self._open += len(claims)
        self._asked += claims
        self._rulings |= {claim: found[n] for n, claim in enumerate(claims, 1) if n in found}

    def count(self) -> JudgeCount | None:
        """What became of the questions; None where nobody was asked."""
        if not self._rulings:
            return None
        heard = [
            (ruling, ruled(self.by_rule(claim), ruling, self.excerpts(claim), self.labels(claim)))
            for claim, ruling in self._rulings.items()
        ]
        counted = [ruling.verdict for ruling, verdict in heard if verdict.by == "model"]
        return JudgeCount(
            open=self._open,
            asked=len(self._asked),
            supported=counted.count("supported"),
            inferred=counted.count("inference"),
            unsupported=counted.count("unsupported"),
            contradicted=counted.count("contradicted"),
            void=len(heard) - len(counted),
            silent=len(self._asked) - len(heard),
            fooled=self._fooled[0],
            tested=self._fooled[1],
            trusted=self.trusted,
        )

    def objections(self, draft: Draft) -> list[Objection]:
        """The sentences of a draft that are wrong by their evidence, each with the reason."""
        own = own_words(phrases(self.material.plan.language))
        return [
            self._objection(claim, verdict)
            for claim, part in dict.fromkeys(placed_claims(draft))
            if is_wrong(verdict := self.verdict(claim, part)) and claim.text not in own
        ]

    def _objection(self, claim: DraftClaim, verdict: Verdict) -> Objection:
        material, facts = self.material, self.material.facts_of(claim)
        proofs = material.proofs(facts)
        owners = {proof: fact.id for fact in reversed(facts) for proof in fact.evidence}
        return Objection(
            claim=claim,
            problem=_problem(verdict),
            quotes=tuple(proof.quote for proof in proofs),
            grounds=tuple(
                Ground(
                    fact=owners[proof.id],
                    quote=one.quote,
                    title=" ".join(part for part in (_unless_named(one), one.title) if part),
                    heading=one.heading,
                    around=one.around,
                )
                for proof, one in zip(proofs, self.excerpts(claim), strict=True)
            ),
            foreign=_foreign([material.documents[proof.document_id] for proof in proofs], material.plan.language),
            private=self.private(claim),
            granted=self.labels(claim),
        )


def is_wrong(verdict: Verdict) -> bool:
    """It has a figure that its evidence lacks, or a judge found it contradicted: a new label is not enough."""
    figures = any(problem.kind in MENDED for problem in verdict.problems)
    return verdict.contradicted or (verdict.label in UNPROVEN and figures)


def claims_of(draft: Draft) -> Iterator[DraftClaim]:
    yield from (claim for claim, _ in placed_claims(draft))


def placed_claims(draft: Draft) -> Iterator[tuple[DraftClaim, Part]]:
    """Every sentence with what it is for."""
    yield from ((claim, "bottom_line") for claim in draft.opening)
    for section in draft.sections:
        yield from ((claim, section.part) for claim in section.claims)


def objections(draft: Draft, material: Material) -> list[Objection]:
    """As rules alone see it."""
    return DraftVerdicts(material).objections(draft)


def own_words(wording: Phrases) -> frozenset[str]:
    """They say that no source answers, and need none."""
    return frozenset({wording.nothing, wording.unread, wording.indirect, wording.unanswered, wording.silent})


def _problem(verdict: Verdict) -> str:
    """What has to be mended: what the judge said, else the figure."""
    mended = (one for one in verdict.problems if verdict.contradicted or one.kind in MENDED)
    return next(mended).text


def _unless_named(one: Excerpt) -> str:
    return "" if not one.number or one.number in one.title else f"{one.number}:"


def _foreign(documents: Sequence[Document], language: str) -> bool:
    """Told by the documents: a sentence is often too short to show its language."""
    return any(detect_language(document.text[:ENOUGH_TO_TELL]) != language for document in documents)
