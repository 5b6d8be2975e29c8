"""Rulings of a model on sentences that rules leave open: in batches at once, each with its evidence in context."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import msgspec

from inquiro.core.errors import BudgetExhausted, EffectError, PrivacyRefused
from inquiro.core.models import Thinking
from inquiro.core.types import Value
from inquiro.engine.asking_typed import Shown, Step, ask_typed
from inquiro.engine.checking.excerpt import Excerpt
from inquiro.engine.checking.judge import Finding, Question, Ruling
from inquiro.engine.fencing import fenced, safe
from inquiro.engine.harmless import as_words, shortened
from inquiro.engine.packing import tokens

JUDGE = Step(name="judge", role="judge", room=12_000, output=4_096)
BATCH = 10  # sentences
MOST_BATCHES = 12
FRAME = 60  # tokens around evidence and sentences
MOST_EXCERPTS = 8  # of one sentence: a conclusion rests on as many facts
MOST_WORDS = 3  # pieces of evidence that a ruling relies on
LONGEST_SENTENCE = 600
LONGEST_BEFORE = 200
LONGEST_QUOTE = 600
LONGEST_AROUND = 2_400
LONGEST_PLACE = 200
LONGEST_WRONG = 200
LONGEST_WORDS = 400
LONGEST_SUM = 300
MOST_SUMS = 6


class RuledSentence(Value, frozen=True, kw_only=True):
    number: int
    verdict: Finding
    words: list[str] = msgspec.field(default_factory=list)
    wrong: str = ""
    sums: list[str] = msgspec.field(default_factory=list)


class Rulings(Value, frozen=True, kw_only=True):
    rulings: list[RuledSentence]


async def rule_on(thinking: Thinking, questions: Sequence[Question]) -> list[Ruling]:
    """One batch that fails costs its own rulings; where all fail, the first failure is raised."""
    visible = [one for one in questions if thinking.may_see_private(JUDGE.role) or not one.private]
    batches = _batches(visible)
    if left := sum(map(len, batches[MOST_BATCHES:])):
        thinking.lose(f"the judging of {left} sentences", "more than a report may have judged")
    done = await asyncio.gather(*(_batch(thinking, batch) for batch in batches[:MOST_BATCHES]))
    failures = [(len(batch), one) for batch, one in zip(batches, done, strict=False) if isinstance(one, Exception)]
    if failures and len(failures) == len(done):
        raise failures[0][1]
    for count, failure in failures:
        thinking.lose(f"the judging of {count} sentences", str(failure).rstrip("."))
    return [ruling for one in done if not isinstance(one, Exception) for ruling in one]


async def _batch(thinking: Thinking, batch: Sequence[Question]) -> list[Ruling] | Exception:
    asked: list[Question] = []

    def build(room: int) -> Shown:
        asked[:] = _fitting(batch, room - FRAME)
        ids = _ids(asked)
        lines = [line for excerpt, name in ids.items() for line in excerpt_lines(name, excerpt)]
        sentences = [_sentence_line(one, ids) for one in asked]
        text = f"Evidence:\n{fenced('evidence', lines)}\n\nSentences:\n{fenced('sentences', sentences)}"
        left = len(batch) - len(asked)
        return Shown(text=text, left_out=f"the judging of {left} sentences" if left else "")

    private = any(one.private for one in batch)
    try:
        said = await ask_typed(thinking, JUDGE, build, Rulings, private=private)
    except (EffectError, BudgetExhausted, PrivacyRefused) as error:
        return error
    known = {one.number for one in asked}
    return [_ruling(one) for one in said.rulings if one.number in known]


def _batches(questions: Sequence[Question]) -> list[list[Question]]:
    """In their order, as many at once as fit; a small model may still have to leave some of a batch out."""
    found: list[list[Question]] = []
    left = list(questions)
    while left:
        found.append(_fitting(left[:BATCH], JUDGE.room - FRAME))
        left = [one for one in left if one not in found[-1]]
    return found


def _fitting(batch: Sequence[Question], room: int) -> list[Question]:
    """As many as there is room for, with all that they rest on; what several rest on is shown once."""
    kept: list[Question] = []
    seen: set[Excerpt] = set()
    for one in batch:
        new = [excerpt for excerpt in one.excerpts[:MOST_EXCERPTS] if excerpt not in seen]
        cost = (
            tokens(one.sentence)
            + tokens(one.before)
            + 24
            + sum(tokens("\n".join(excerpt_lines("E99", it))) + 1 for it in new)
        )
        if cost > room and kept:
            continue
        room -= cost
        seen.update(new)
        kept.append(one)
    return kept


def _ids(questions: Sequence[Question]) -> dict[Excerpt, str]:
    found = dict.fromkeys(excerpt for one in questions for excerpt in one.excerpts[:MOST_EXCERPTS])
    return {excerpt: f"E{number}" for number, excerpt in enumerate(found, 1)}


def _sentence_line(one: Question, ids: dict[Excerpt, str]) -> str:
    named = " ".join(ids[excerpt] for excerpt in one.excerpts[:MOST_EXCERPTS])
    line = f"{one.number}. ({named}) {shortened(safe(one.sentence), LONGEST_SENTENCE)}"
    return f"{line}\n   Comes after: {shortened(safe(one.before), LONGEST_BEFORE)}" if one.before else line


def excerpt_lines(name: str, one: Excerpt) -> list[str]:
    """Where it stands, the quote, and what stands around it."""
    title = one.title if not one.number or one.number in one.title else f"{one.number}, {one.title}"
    place = [shortened(safe(title), LONGEST_PLACE), safe(one.author)[:80], safe(one.date), safe(one.edition)[:80]]
    under = f", under: {shortened(safe(one.heading), LONGEST_PLACE)}" if one.heading else ""
    quote, around = safe(one.quote), safe(one.around)
    lines = [f"{name} In: {', '.join(part for part in place if part)}{under}"]
    lines += [f"   Columns: {shortened(safe(one.columns), LONGEST_PLACE)}"] if one.columns else []
    lines.append(f"   Quote: {shortened(quote, LONGEST_QUOTE)}")
    return [*lines, f"   Around it: {_about(quote, around)}"] if around and around != quote else lines


def _about(quote: str, around: str) -> str:
    """The words around a quote, with the quote in their middle where they are too many."""
    if len(around) <= LONGEST_AROUND or (at := around.find(quote)) < 0:
        return shortened(around, LONGEST_AROUND)
    begin = max(0, min(at - (LONGEST_AROUND - len(quote)) // 2, len(around) - LONGEST_AROUND))
    return ("…" if begin else "") + shortened(around[begin:], LONGEST_AROUND)


def _ruling(said: RuledSentence) -> Ruling:
    words = tuple(shortened(" ".join(piece.split()), LONGEST_WORDS) for piece in said.words[:MOST_WORDS])
    return Ruling(
        number=said.number,
        verdict=said.verdict,
        words=words,
        wrong=as_words(said.wrong, LONGEST_WRONG),
        sums=_sums(said),
    )


def _sums(said: RuledSentence) -> tuple[str, ...]:
    return tuple(shortened(" ".join(one.split()), LONGEST_SUM) for one in said.sums[:MOST_SUMS])
