"""Quotes of a run in a model's own words, kept true and made subtly false: what its checker is tried on."""

from __future__ import annotations

from collections.abc import Sequence

from inquiro.core.models import Thinking
from inquiro.core.types import Value
from inquiro.engine.asked.rulings import excerpt_lines
from inquiro.engine.asking_typed import Shown, Step, ask_typed
from inquiro.engine.canaries import Paraphrase
from inquiro.engine.checking.excerpt import Excerpt
from inquiro.engine.fencing import fenced
from inquiro.engine.harmless import as_words
from inquiro.engine.packing import tokens

CANARY = Step(name="canary", role="write", room=2_400, output=2_000)
LONGEST_SENTENCE = 500


class Paraphrases(Value, frozen=True, kw_only=True):
    sentences: list[Paraphrase]


async def paraphrase_with(thinking: Thinking, excerpts: Sequence[Excerpt]) -> list[Paraphrase]:
    """One question, whatever it holds; only of what is public."""
    if not excerpts:
        return []

    def build(room: int) -> Shown:
        lines: list[str] = []
        for number, one in enumerate(excerpts, 1):
            told = excerpt_lines(f"{number}.", one)
            room -= tokens("\n".join(told)) + 1
            if room < 0 and lines:
                break
            lines += told
        return Shown(text=f"Quotes:\n{fenced('quotes', lines)}")

    said = await ask_typed(thinking, CANARY, build, Paraphrases)
    return [
        Paraphrase(
            number=one.number, true=as_words(one.true, LONGEST_SENTENCE), false=as_words(one.false, LONGEST_SENTENCE)
        )
        for one in said.sentences
    ]
