"""A report's claims as lines: the sentence, the marks that open its evidence, and what a reader should know of it."""

from __future__ import annotations

from collections.abc import Iterable

from inquiro.core.phrases import phrases
from inquiro.core.types import Claim, Report
from inquiro.present.blocks import Inline, Marks, Note, Spans, Statement, Text
from inquiro.present.wording import one_line, retracted_numbers, source_numbers

NOT_BORNE_OUT = {
    "en": "not borne out by its source",
    "de": "von der Quelle nicht belegt",
    "es": "la fuente no lo respalda",
    "fr": "la source ne l’établit pas",
    "ja": "出典では裏付けられない",
}
COMPUTED = {"en": "worked out", "de": "errechnet", "es": "calculado", "fr": "calculé", "ja": "計算"}


class Sentences:
    """Knows the numbers of sources, and which words are our own and need none."""

    def __init__(self, report: Report) -> None:
        self.claims = report.claims
        self.numbers = source_numbers(report)
        self._retracted = retracted_numbers(report)
        self._language, self._words = report.language, phrases(report.language)
        self._own = {
            self._words.nothing,
            self._words.unread,
            self._words.indirect,
            self._words.unanswered,
            self._words.silent,
        }
        self._bare = not report.sources  # then every sentence says by itself that nothing was found

    def line(self, place: int, *, reasoning: bool = False) -> Spans:
        """`reasoning`: it stands where all is inferred, and is not told so again."""
        return self.told(place, (Text(text=one_line(self.claims[place].text)),), self.cited(place), reasoning=reasoning)

    def told(self, place: int, spans: tuple[Text, ...], numbers: Iterable[int], *, reasoning: bool = False) -> Spans:
        claim = self.claims[place]
        said: list[Inline] = [Statement(claim=place, spans=spans, label=claim.label, by=claim.by, told=reasoning)]
        if listed := tuple(numbers):
            said.append(self.marks(listed, place))
        if note := self._note(claim, reasoning=reasoning, cites=bool(listed)):
            said.append(note)
        return tuple(said)

    def cited(self, place: int) -> tuple[int, ...]:
        named = (citation.source_id for citation in self.claims[place].evidence)
        return tuple(dict.fromkeys(self.numbers[name] for name in named if name in self.numbers))

    def marks(self, numbers: Iterable[int], claim: int | None = None) -> Marks:
        listed = tuple(numbers)
        return Marks(numbers=listed, claim=claim, retracted=tuple(n for n in listed if n in self._retracted))

    def is_own(self, text: str) -> bool:
        """Our own words, such as that no source says anything."""
        return text in self._own

    def _note(self, claim: Claim, *, reasoning: bool, cites: bool) -> Note | None:
        if self._bare or self.is_own(claim.text):
            return None
        if claim.label == "uncited":
            told = NOT_BORNE_OUT.get(self._language, NOT_BORNE_OUT["en"]) if cites else self._words.uncited
            return Note(text=told, tone="bad")
        if claim.label != "inferred" or reasoning:
            return None
        told = COMPUTED.get(self._language, COMPUTED["en"]) if claim.computed else self._words.inferred
        return Note(text=told, tone="warn")
