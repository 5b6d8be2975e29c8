"""From what each mode drafted to one report: items ranked and cut, sentences with their proofs, code looked at."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from inquiro.core.types import (
    CodeDraft,
    Contradiction,
    Document,
    Draft,
    DraftClaim,
    DraftSection,
    ItemDraft,
    ModeDraft,
    PaperSection,
    Pool,
    Ranking,
    Report,
    ResearchMode,
    Snippet,
    item_section,
)
from inquiro.engine.draft_verdicts import DraftVerdicts
from inquiro.engine.material import Material
from inquiro.engine.modes.addresses import strange_hosts
from inquiro.engine.modes.code import completeness, examine, find_quoted
from inquiro.engine.modes.proving import Prover
from inquiro.engine.modes.ranking import Ranks, after_others
from inquiro.engine.synthesize import synthesize
from inquiro.retrieval.words import content_tokens

SAME = 0.8  # of an item's words stand in a better one
BEYOND = "items beyond top_k"
REPEATED = "items that repeat a better one"
NO_CODE = "implementations without code"


class Rated(NamedTuple):
    """An item with its rank, before it has its place."""

    ranking: Ranking
    document: Document
    draft: ItemDraft
    snippets: tuple[Snippet, ...]


class RankedItem(NamedTuple):
    """An item that stays, in its place."""

    mode: ResearchMode
    number: int
    document: Document
    draft: ItemDraft
    snippets: tuple[Snippet, ...]
    ranking: Ranking

    @property
    def section(self) -> str:
        return item_section(self.mode, self.number)


class Assembly:
    """Everything between the drafts of the modes and the report; the draft in between may be mended by its writer."""

    def __init__(self, drafts: Sequence[ModeDraft], pool: Pool, top_k: int) -> None:
        self.drafts = drafts
        self.dropped: Counter[str] = Counter()
        self._documents = {document.id: document for document in pool.documents}
        self._prover = Prover(pool)
        self._ranks = Ranks(pool)
        for draft in drafts:
            self.dropped.update(draft.dropped)
        self.items = [item for draft in drafts for item in self._ranked(draft, top_k)]
        drafted = next((one for one in drafts if one.mode == "freeform"), None)
        self.paper: tuple[PaperSection, ...] = drafted.sections if drafted else ()
        self.nearest: tuple[str, ...] = drafted.nearest if drafted else ()
        self.paper_code = {part.heading: self._shown(part.code) for part in self.paper}
        self.draft = Draft(opening=(), sections=(*map(self._item_section, self.items), *map(self._section, self.paper)))

    def material(self, contradictions: Sequence[Contradiction]) -> Material:
        return self._prover.material(contradictions)

    def report(
        self, draft: Draft, material: Material, base: Report, *, strict: bool, verdicts: DraftVerdicts | None = None
    ) -> Report:
        """The draft verified and numbered; facts that only this report knows are not named as the run's."""
        # What is shown has its page among the sources, whether a sentence cites it or not.
        shown = [
            *(one for item in self.items for one in item.snippets),
            *(s for part in self.paper_code.values() for s in part),
        ]
        also = [*(item.document.id for item in self.items), *(one.document_id for one in shown if one.document_id)]
        report = synthesize(draft, material, base, strict=strict, also=also, verdicts=verdicts)
        claims = [msgspec.structs.replace(claim, facts=self._prover.known(claim.facts)) for claim in report.claims]
        return msgspec.structs.replace(report, claims=tuple(claims))

    def _ranked(self, draft: ModeDraft, top_k: int) -> list[RankedItem]:
        coded = draft.mode == "implementation"
        found: list[Rated] = []
        for item in draft.items:
            document = self._documents[item.document_id]
            snippets = self._snippets(item.code, item.dependencies or (), document) if coded else ()
            if coded and not snippets:
                self.dropped[NO_CODE] += 1
                continue
            found.append(Rated(self._ranking(item, document, snippets, coded=coded), document, item, snippets))
        kept = self._in_order(found)
        if len(kept) > top_k:
            self.dropped[BEYOND] += len(kept) - top_k
        return [
            RankedItem(draft.mode, number, document, item, snippets, ranking)
            for number, (ranking, document, item, snippets) in enumerate(kept[:top_k], 1)
        ]

    def _in_order(self, found: Sequence[Rated]) -> list[Rated]:
        """Best first, of equals the one that was named first; each page's second after what others say as well."""
        left, kept = list(found), list[Rated]()
        pages: Counter[str] = Counter()
        while left:
            rated = [one._replace(ranking=after_others(one.ranking, pages[one.document.id])) for one in left]
            at = max(range(len(rated)), key=lambda place: (rated[place].ranking.score, -place))
            left.pop(at)
            if any(_repeats(rated[at].draft, other.draft) for other in kept):
                self.dropped[REPEATED] += 1
                continue
            kept.append(rated[at])
            pages[rated[at].document.id] += 1
        return kept

    def _ranking(self, item: ItemDraft, document: Document, snippets: Sequence[Snippet], *, coded: bool) -> Ranking:
        words = " ".join(sentence.text for sentence in item.sentences)
        if not coded:
            return self._ranks.of(words, document)
        code = "\n".join(snippet.code for snippet in snippets)
        main = max(snippets, key=lambda one: len(one.code))
        return self._ranks.of(f"{words}\n{code}", document, completeness(main, item.dependencies or ()))

    def _snippets(
        self, drafts: Sequence[CodeDraft], dependencies: Sequence[str], home: Document | None
    ) -> tuple[Snippet, ...]:
        return tuple(self._snippet(one, dependencies, home) for one in drafts if one.code.strip())

    def _shown(self, drafts: Sequence[CodeDraft]) -> tuple[Snippet, ...]:
        """Code in a paper, which states no dependencies: there is nothing to hold its imports against."""
        return tuple(msgspec.structs.replace(one, undeclared=()) for one in self._snippets(drafts, (), None))

    def _snippet(self, one: CodeDraft, dependencies: Sequence[str], home: Document | None) -> Snippet:
        """Quoted where a page that was read holds it, its own page first; else it is the writer's."""
        if one.document_id in self._documents and one.start >= 0:
            place: tuple[Document, int, int] | None = (self._documents[one.document_id], one.start, one.end)
        else:
            others = [document for document in self._documents.values() if document is not home]
            place = find_quoted(one.code, [*([home] if home else []), *others])
        if place is None:
            written = examine(one.code, one.language, dependencies)
            return msgspec.structs.replace(written, strange_hosts=strange_hosts(one.code, self._documents.values()))
        document, start, end = place
        return examine(
            one.code,
            one.language,
            dependencies,
            origin="quoted",
            licence=document.licence,
            document_id=document.id,
            start=start,
            end=end,
        )

    def _item_section(self, item: RankedItem) -> DraftSection:
        claims = [DraftClaim(text=one.text, facts=self._prover.facts_for(one)) for one in item.draft.sentences]
        return DraftSection(heading=item.section, claims=tuple(claims))

    def _section(self, part: PaperSection) -> DraftSection:
        claims = [
            DraftClaim(
                text=one.text,
                facts=self._prover.facts_for(one),
                paragraph=one.paragraph,
                row=one.row,
                column=one.column,
            )
            for one in part.sentences
        ]
        return DraftSection(heading=part.heading, claims=tuple(claims), part=part.part)


def _repeats(item: ItemDraft, better: ItemDraft) -> bool:
    """The same code, or nearly the same words."""
    if item.code or better.code:
        return [_squeezed(one.code) for one in item.code] == [_squeezed(one.code) for one in better.code]
    mine, theirs = (set(content_tokens(" ".join(s.text for s in one.sentences))) for one in (item, better))
    return bool(mine) and len(mine & theirs) >= SAME * len(mine)


def _squeezed(code: str) -> str:
    return " ".join(code.split())
