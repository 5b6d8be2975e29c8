"""Facts out of passages: several pages a question, every finding with a quote that code looks up again."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Literal, NamedTuple

import msgspec

from inquiro.core.errors import BudgetExhausted, EffectError
from inquiro.core.models import Thinking
from inquiro.core.protocols import Reasoner
from inquiro.core.types import ChecklistItem, Fact, Finding, Passage, Plan, Value
from inquiro.engine.asked.listing import first_sentence, item_line, question_line, split
from inquiro.engine.asked.passage_quotes import columns_of, quote_in
from inquiro.engine.asking_typed import Shown, Step, ask_typed
from inquiro.engine.checking.excerpt import Excerpt
from inquiro.engine.ending import together
from inquiro.engine.entities import names
from inquiro.engine.fencing import fenced, safe
from inquiro.engine.harmless import as_words, shortened
from inquiro.engine.packing import Piece, dealt, packed, pieces, tokens
from inquiro.engine.prompts import instructions
from inquiro.engine.verify import label
from inquiro.retrieval.context import BETWEEN
from inquiro.retrieval.words import content_tokens, detect_language

EXTRACT = Step(name="extract", role="extract", room=8_000, output=6_000)
MOST_CALLS = 8  # a round
HEAD_ROOM = 700  # tokens of question and checklist, at most
MARKS = 40  # tokens around passages
LONGEST_CONTEXT = 160
SCHEMA = 400  # tokens that describe the form of an answer
LONGEST_STATEMENT = 700
LONGEST_NAME = 80
MOST_FINDINGS = 40
MOST_ENTITIES = 8
OWN_WORDS = 0.5  # of a statement; where fewer stand in the quote, the quote speaks for itself
SOME_WORDS, MOST_WORDS = (
    0.25,
    0.8,
)  # in it, and in its passage: of a row, an entry or a line of code, which is no sentence
_SENTENCE_ENDS = (".", "!", "?", "。", "！", "？")
STRENGTHS: dict[str, float] = {"direct": 0.9, "related": 0.5}  # on the scale of `relevance`: strong, and just enough


class Addressed(Value, frozen=True, kw_only=True):
    id: str
    strength: Literal["direct", "related"] = "related"


class Found(Value, frozen=True, kw_only=True):
    passage: int
    statement: str
    quote: str
    items: list[Addressed]
    entities: list[str] = msgspec.field(default_factory=list)


class Extracted(Value, frozen=True, kw_only=True):
    findings: list[Found]


class Failed(NamedTuple):
    """A heap of passages that the model did not read."""

    passages: tuple[Passage, ...]
    error: EffectError | BudgetExhausted


async def extract_with(
    thinking: Thinking,
    embedded: Reasoner,
    plan: Plan,
    checklist: Sequence[ChecklistItem],
    passages: Sequence[Passage],
    *,
    known: Sequence[Fact],
) -> list[Finding]:
    """Findings of the model, and those of the embedded reasoner where the model may not or could not read."""
    everything = thinking.may_see_private("extract")
    items, _ = split([one for one in checklist if not one.satisfied] or checklist, all_visible=everything)
    shown, hidden = split(passages, all_visible=everything)
    if not items:
        shown, hidden = [], list(passages)
    heaps = _heaps(thinking, shown)
    tasks = [asyncio.create_task(_read(thinking, plan, items, heap)) for heap in heaps]
    async with together(tasks):
        read = await asyncio.gather(*tasks)
    failed = [one for one in read if isinstance(one, Failed)]
    if failed and len(failed) == len(read):
        raise failed[0].error
    for one in failed:
        thinking.lose(f"the model's reading of {len(one.passages)} passages", _reason(one.error))
    hidden += [passage for one in failed for passage in one.passages]
    findings = [finding for one in read if not isinstance(one, Failed) for finding in one]
    return findings + (await embedded.extract(plan, checklist, hidden, known) if hidden else [])


def call_overhead(plan: Plan, checklist: Sequence[ChecklistItem]) -> int:
    """Tokens of one call besides its passages."""
    return tokens(instructions(EXTRACT.name)) + tokens(_head(plan, checklist)) + MARKS


def passage_room(window: int | None) -> int:
    """Tokens of passages that one call holds, by what the model can read."""
    if window is None:
        return EXTRACT.room - HEAD_ROOM
    fixed = tokens(instructions(EXTRACT.name)) + SCHEMA
    return max(min(EXTRACT.room, window - min(EXTRACT.output, window // 3) - fixed) - HEAD_ROOM, 400)


def _heaps(thinking: Thinking, passages: Sequence[Passage]) -> list[list[Piece]]:
    """What is asked together; public and private text never share a question that then were private for no need."""
    room = passage_room(thinking.reads("extract"))
    groups = [pieces(group) for group in split(passages, all_visible=False) if group]
    heaps = [heap for group in groups for heap in dealt(group, room, MOST_CALLS // len(groups))]
    read = sum(map(len, heaps))
    if read < len(passages):
        thinking.lose(f"{len(passages) - read} of {len(passages)} passages", "more than the model is shown in a round")
    return heaps


def _head(plan: Plan, items: Sequence[ChecklistItem]) -> str:
    return "\n".join([question_line(plan), "Checklist:", fenced("checklist", map(item_line, items))])


async def _read(
    thinking: Thinking, plan: Plan, items: Sequence[ChecklistItem], heap: Sequence[Piece]
) -> list[Finding] | Failed:
    def build(room: int) -> Shown:
        head = _head(plan, items)
        kept = packed(heap, room - tokens(head))
        numbered = [_line(heap.index(piece) + 1, piece) for piece in kept]
        left = len(heap) - len(kept)
        told = f"{left} of {len(heap)} passages" if left else ""
        return Shown(text=f"{head}\n\nPassages:\n{fenced('passages', numbered)}", left_out=told)

    private = any(piece.passage.private for piece in heap) or any(item.private for item in items)
    try:
        said = await ask_typed(thinking, EXTRACT, build, Extracted, private=private)
    except (EffectError, BudgetExhausted) as error:
        return Failed(passages=tuple(piece.passage for piece in heap), error=error)
    return found(thinking, said, [piece.passage for piece in heap], items)


def found(
    thinking: Thinking, said: Extracted, passages: Sequence[Passage], items: Sequence[ChecklistItem]
) -> list[Finding]:
    """What the model reported, as far as it speaks of passages and items that it was given."""
    ids = {item.id for item in items}
    findings: list[Finding] = []
    invented = 0
    for one in said.findings[:MOST_FINDINGS]:
        scores = {item.id: STRENGTHS[item.strength] for item in reversed(one.items) if item.id in ids}
        if not 1 <= one.passage <= len(passages) or (one.items and not scores):
            invented += 1
        elif scores:
            findings.append(_finding(one, passages[one.passage - 1], scores))
    if invented:
        thinking.lose(f"{invented} findings of the model", "they name passages or items that it was not given")
    return findings


def _finding(one: Found, passage: Passage, scores: dict[str, float]) -> Finding:
    """A quote that is too short to prove anything is none: it is dropped, and counted, with those nobody finds."""
    statement = first_sentence(as_words(one.statement, LONGEST_STATEMENT))
    quote, start = quote_in(passage, one.quote, statement)
    rests = _rests_on(statement, quote, start, passage)
    if not rests:
        statement = as_words(quote, LONGEST_STATEMENT) or statement
    told = f"{statement} {quote} {passage.context}".casefold()
    entities = [name for name in (as_words(said, LONGEST_NAME) for said in one.entities) if name.casefold() in told]
    return Finding(
        document_id=passage.document_id,
        statement=statement,
        quote=quote,
        start=passage.start + start if start >= 0 else -1,
        scores=dict(sorted(scores.items())),
        entities=tuple(dict.fromkeys(filter(None, entities)))[:MOST_ENTITIES]
        or names(statement, detect_language(statement)),
        retold=rests and statement.rstrip(" .").casefold() not in quote.casefold(),
    )


def _rests_on(statement: str, quote: str, start: int, passage: Passage) -> bool:
    """Figures and most words of a statement stand in its quote, in what surrounds it, or in the title and headings.

    A statement that says who or what `it` is, or names the column or the command, says more than its quote, not other
    than its passage.
    """
    said = set(content_tokens(statement))
    near = said & set(content_tokens(f"{quote} {passage.context}"))
    around = said & set(content_tokens(f"{quote} {passage.context} {passage.text}"))
    alone = Excerpt(quote, heading=passage.context, columns=columns_of(passage, start))
    if said and len(near) >= OWN_WORDS * len(said):
        whole = Excerpt(quote, around=passage.text, heading=passage.context)
        return any(label(statement, [one]) != "uncited" for one in (Excerpt(quote), alone, whole))
    if quote.endswith(_SENTENCE_ENDS) or len(near) < SOME_WORDS * len(said) or len(around) < MOST_WORDS * len(said):
        return False
    return bool(said) and label(statement, [alone]) != "uncited"


def _line(number: int, piece: Piece) -> str:
    context = shortened(BETWEEN.join(safe(line) for line in piece.passage.context.splitlines()), LONGEST_CONTEXT)
    return f"[{number}] ({context}) {piece.text}" if context else f"[{number}] {piece.text}"


def _reason(error: EffectError | BudgetExhausted) -> str:
    return f"{error}; they were read without it"
