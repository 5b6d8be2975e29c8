"""What of a model's sentences may stand: words alone, over facts that it was shown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from inquiro.core.models import Thinking
from inquiro.core.types import DraftClaim, Fact
from inquiro.engine.asked.report_form import Sentence
from inquiro.engine.harmless import as_words
from inquiro.retrieval.sentences import sentences

LONGEST_SENTENCE = 600
MOST_FACTS = 8  # of one sentence


def any_rests_on(said: Iterable[Sentence], listed: Iterable[Fact]) -> bool:
    known = {fact.id for fact in listed}
    return any(set(one.facts) & known and as_words(one.text, LONGEST_SENTENCE) for one in said)


class Kept:
    """Over one answer of a model; what was not believed is counted."""

    def __init__(self, facts: Iterable[Fact]) -> None:
        self.facts = {fact.id: fact for fact in facts}
        self._said: set[tuple[str, str, str]] = set()
        self.invented = 0
        self.baseless = 0
        self.crowded = 0  # sentences and cells beyond what a section or table holds
        self.unnamed = 0  # cells whose row or column could not be called what it was called

    def claims(
        self, said: Iterable[Sentence], *, paragraph: int = 0, row: str = "", column: str = ""
    ) -> list[DraftClaim]:
        return [claim for one in said for claim in self._claims_of(one, paragraph, row, column)]

    def facts_of(self, claims: Iterable[DraftClaim]) -> list[Fact]:
        return list({name: self.facts[name] for claim in claims for name in claim.facts}.values())

    def home(self, claims: Sequence[DraftClaim], ids: Iterable[str]) -> str:
        """The checklist entry that most of what the claims rest on speaks to."""
        known, scores = set(ids), dict[str, float]()
        for fact in self.facts_of(claims):
            for item in known & fact.scores.keys():
                scores[item] = scores.get(item, 0.0) + fact.scores[item]
        return max(sorted(scores), key=lambda item: scores[item], default="")

    def tell(self, thinking: Thinking) -> None:
        """What was not believed."""
        if self.invented:
            thinking.lose(f"{self.invented} references of the model", "they name facts that it was not given")
        if self.baseless:
            thinking.lose(f"{self.baseless} sentences of the model", "they name no fact that they rest on")
        if self.crowded:
            thinking.lose(f"{self.crowded} sentences or cells of the model", "more than a section or a table holds")
        if self.unnamed:
            thinking.lose(
                f"{self.unnamed} cells of the model", "no fact of theirs holds the name of their row or column"
            )

    def _claims_of(self, one: Sentence, paragraph: int, row: str, column: str) -> Iterator[DraftClaim]:
        """Where a model says several sentences for one, each has to be borne out by itself."""
        text = as_words(one.text, LONGEST_SENTENCE)
        facts = tuple(name for name in dict.fromkeys(one.facts) if name in self.facts)
        self.invented += len(set(one.facts)) - len(facts)
        if text and not facts:
            self.baseless += 1
            return
        for start, end in sentences(text):
            said = text[start:end].strip()
            if speaks(said) and (said, row, column) not in self._said:
                self._said.add((said, row, column))
                yield DraftClaim(text=said, facts=facts[:MOST_FACTS], paragraph=paragraph, row=row, column=column)


def speaks(said: str) -> bool:
    """A number can be an answer; what is left of marks alone is none."""
    return any(map(str.isalpha, said)) or (any(map(str.isdigit, said)) and not {"[", "]"} & set(said))
