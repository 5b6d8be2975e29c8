"""A draft before it becomes a report: judged where rules leave it open, mended once, and without what stays wrong."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import NamedTuple

from msgspec.structs import replace

from inquiro.core.protocols import Reasoner
from inquiro.core.types import CanaryCount, Draft, DraftClaim, JudgeCount
from inquiro.effects.budget import total_of
from inquiro.engine.canaries import Canaries
from inquiro.engine.checking.judge import Judging, Question, Ruling
from inquiro.engine.deps import Deps
from inquiro.engine.draft_verdicts import DraftVerdicts, claims_of
from inquiro.engine.material import Material
from inquiro.engine.repair import repaired, without_wrong
from inquiro.workflows.canarying import worded_canaries
from inquiro.workflows.state import ResearchState
from inquiro.workflows.thinking import settled_before, think

JUDGE = "judge"
MENDED = "mended"  # what came of a repair is judged once more


class Reviewed(NamedTuple):
    """The draft as it stays, what is known of its sentences, and how the judge did on sentences of known truth."""

    draft: Draft
    verdicts: DraftVerdicts
    canaries: CanaryCount | None = None
    judged: JudgeCount | None = None


def steps(number: int) -> tuple[str, ...]:
    """The steps of a review in a round, for what they had to do without."""
    return (f"canary/{number}", f"{JUDGE}/{number}", f"repair/{number}", f"{JUDGE}/{number}/{MENDED}")


async def review(
    deps: Deps, state: ResearchState, draft: Draft, material: Material, most: int | None = None
) -> Reviewed:
    """Sentences that are not borne out get another label; only what is wrong is worded anew, and only once.

    `most` is how many questions the whole review may ask a model; without a model, rules have the only word.
    """
    verdicts = DraftVerdicts(material)
    if not deps.models:
        return Reviewed(draft, verdicts)
    under_way = _Review(deps, state, verdicts, most)
    canaries = await worded_canaries(deps, state, verdicts, draft) if most is None else Canaries()
    await under_way.judge(f"{JUDGE}/{state['round']}", draft, canaries)
    draft = await under_way.mend(draft)
    return Reviewed(draft, verdicts, canaries.count(), under_way.count())


class Sheet:
    """Questions about a draft with canaries spread among them, numbered so that nothing tells them apart."""

    def __init__(self, draft: Sequence[Question], canaries: Sequence[Question]) -> None:
        mixed = [*((False, one) for one in draft), *((True, one) for one in canaries)]
        # By chance, and yet the same again: whoever knew the order could tell which sentences are tests.
        self._order = sorted(mixed, key=lambda each: sha256(each[1].sentence.encode(errors="replace")).digest())
        self.questions = [replace(one, number=at) for at, (_, one) in enumerate(self._order, 1)]

    def dealt(self, rulings: Sequence[Ruling]) -> tuple[list[Ruling], list[Ruling]]:
        """The rulings on the draft and on the canaries, under the numbers that each had before."""
        found: tuple[list[Ruling], list[Ruling]] = ([], [])
        for ruling in rulings:
            if 1 <= ruling.number <= len(self._order):
                canary, question = self._order[ruling.number - 1]
                found[canary].append(replace(ruling, number=question.number))
        return found


class _Review:
    """One draft on its way through judge and repair."""

    def __init__(self, deps: Deps, state: ResearchState, verdicts: DraftVerdicts, most: int | None) -> None:
        self._deps = deps
        self._state = state
        self._verdicts = verdicts
        self._left = most  # questions to a model; None: as many as it takes

    async def judge(self, step: str, draft: Draft, canaries: Canaries) -> None:
        """Put to the judge what rules leave open, and canaries among it."""
        claims = self._verdicts.open_claims(draft)
        if not claims or (self._deps.effects.replay and not settled_before(self._deps, step)):
            return  # a run that was not judged is not judged when it is replayed
        sheet = Sheet(self._verdicts.questions(claims, draft), canaries.questions())

        async def rule(reasoner: Reasoner) -> list[Ruling]:
            return await reasoner.judge(sheet.questions) if isinstance(reasoner, Judging) else []

        rulings = await think(self._deps, self._state, step, "judge", rule, returns=list[Ruling], most=self._left)
        self._left = None if self._left is None else self._left - 1
        of_draft, of_canaries = sheet.dealt(rulings)
        self._verdicts.hear(claims, of_draft)
        canaries.hear(of_canaries)
        if tested := canaries.fooled()[1]:
            self._verdicts.tested(canaries.fooled()[0], tested)

    async def mend(self, draft: Draft) -> Draft:
        """The draft after its one repair by whoever wrote it, without what is still wrong."""
        failed = self._verdicts.objections(draft)
        if not failed or self._left == 0:
            return without_wrong(draft, self._verdicts, ())
        number, material = self._state["round"], self._verdicts.material
        asked = (material.plan, failed, list(material.facts.values()))
        better = await think(
            self._deps,
            self._state,
            f"repair/{number}",
            "write",
            lambda reasoner: reasoner.repair(*asked),
            returns=list[DraftClaim],
            most=self._left,
        )
        before = set(claims_of(draft))
        draft = repaired(draft, failed, better, material.plan.language)
        new = set(claims_of(draft)) - before
        if new and self._left is None:
            await self.judge(f"{JUDGE}/{number}/{MENDED}", draft, Canaries())
        return without_wrong(draft, self._verdicts, new)

    def count(self) -> JudgeCount | None:
        """What came of the judging, and what the questions cost as the journal has it."""
        if (count := self._verdicts.count()) is None:
            return None
        rows = [row.usage for row in self._deps.effects.journal.values() if row.step.startswith(f"model/{JUDGE}/")]
        used = total_of(rows)
        return replace(count, calls=used.calls, tokens=used.tokens, cost=used.cost)
