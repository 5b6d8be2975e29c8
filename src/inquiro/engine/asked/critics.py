"""Critics of a draft: each reads all of it for one thing, and says what should be otherwise and what to search for."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from typing import get_args

import msgspec

from inquiro.core.errors import BudgetExhausted, EffectError, PrivacyRefused
from inquiro.core.models import ModelAnswer, Thinking
from inquiro.core.said import Unreadable, read_typed
from inquiro.core.types import Critic, CriticFinding, Draft, Value
from inquiro.engine.asked.listing import any_private, fact_line, item_line, question_line
from inquiro.engine.asked.searching import LONGEST_QUERY
from inquiro.engine.asked.writing_up import wanted_lines
from inquiro.engine.asking_typed import Shown, Step, ask_formed, form_of
from inquiro.engine.critique import OPENING, Criticised, Numbered, numbered
from inquiro.engine.fencing import fenced, safe
from inquiro.engine.harmless import as_words, shortened
from inquiro.engine.packing import tokens
from inquiro.engine.prompts import critic_instructions

CRITIC = Step(name="critic", role="judge", room=16_000, output=4_096)
CRITICS: tuple[Critic, ...] = get_args(Critic)
SEARCHING: frozenset[Critic] = frozenset({"counter", "gaps", "instructions"})
MOST_FINDINGS = 5
UNUSED_SHARE = 0.4  # of the room, for facts that the draft left out
LONGEST_SENTENCE, LONGEST_PROBLEM, LONGEST_QUESTION = 500, 300, 200


class Said(Value, frozen=True, kw_only=True):
    problem: str
    sentence: int = 0
    question: str = ""
    query: str = ""


class Findings(Value, frozen=True, kw_only=True):
    findings: list[Said] = msgspec.field(default_factory=list)


async def criticise_with(thinking: Thinking, shown: Criticised) -> list[CriticFinding]:
    """All critics at once; one that fails costs its own findings, and where all fail, the first failure is raised."""
    done = await asyncio.gather(*(_findings(thinking, critic, shown) for critic in CRITICS))
    failures = [one for one in done if isinstance(one, Exception)]
    if len(failures) == len(done):
        raise failures[0]
    for critic, one in zip(CRITICS, done, strict=True):
        if isinstance(one, Exception):
            thinking.lose(f"what the critic of {critic} would have said", str(one).rstrip("."))
    return [finding for one in done if not isinstance(one, Exception) for finding in one]


async def _findings(thinking: Thinking, critic: Critic, shown: Criticised) -> list[CriticFinding] | Exception:
    sentences = numbered(shown.draft)

    def read(answer: ModelAnswer) -> Findings | Unreadable:
        return read_typed(answer.text, Findings, finished=answer.finish == "stop")

    form = replace(form_of(CRITIC, Findings, read), instructions=critic_instructions(critic))
    try:
        said = await ask_formed(
            thinking,
            CRITIC,
            lambda room: _shown(shown, sentences, room, unused=critic in SEARCHING),
            form,
            private=any_private(shown.facts, shown.items),
        )
    except (EffectError, BudgetExhausted, PrivacyRefused) as error:
        return error
    return [found for one in said.findings[:MOST_FINDINGS] if (found := _finding(one, critic, len(sentences)))]


def _finding(said: Said, critic: Critic, sentences: int) -> CriticFinding | None:
    problem = as_words(said.problem, LONGEST_PROBLEM)
    if not problem:
        return None
    searches = critic in SEARCHING and bool(said.query.strip() and said.question.strip())
    return CriticFinding(
        critic=critic,
        problem=problem,
        sentence=said.sentence if 1 <= said.sentence <= sentences else 0,
        question=as_words(said.question, LONGEST_QUESTION) if searches else "",
        query=as_words(said.query, LONGEST_QUERY) if searches else "",
    )


def _shown(shown: Criticised, sentences: Sequence[Numbered], room: int, *, unused: bool) -> Shown:
    head = [question_line(shown.plan), *wanted_lines(msgspec.structs.replace(shown.order, sections=()))]
    asked = fenced("checklist", map(item_line, shown.items))
    left = room - tokens("\n\n".join([*head, asked])) - 60
    kept = _facts_left_out(shown, int(left * UNUSED_SHARE)) if unused else []
    lines = draft_lines(shown.draft, sentences, left - tokens("\n".join(kept)))
    parts = [*head, f"What it had to settle:\n{asked}", f"The draft:\n{fenced('draft', lines)}"]
    if kept:
        parts.append(f"Facts that it does not use:\n{fenced('facts', kept)}")
    return Shown(text="\n\n".join(parts))


def draft_lines(draft: Draft, sentences: Sequence[Numbered], room: int, *, facts: bool = False) -> list[str]:
    """The draft as it is read, its sentences by number, as far as there is room; with the ids that they rest on."""
    lines, section = [], None
    for one in sentences:
        if one.section != section:
            section = one.section
            lines.append("Bottom line" if section == OPENING else f"Section: {safe(draft.sections[section].heading)}")
        said = f"{one.number}. {shortened(safe(one.claim.statement), LONGEST_SENTENCE)}"
        lines.append(f"{said} [{' '.join(one.claim.facts)}]" if facts else said)
        room -= tokens(lines[-1]) + 1
        if room < 0:
            break
    return lines


def _facts_left_out(shown: Criticised, room: int) -> list[str]:
    used = {name for one in numbered(shown.draft) for name in one.claim.facts}
    lines: list[str] = []
    for fact in sorted(shown.facts, key=lambda one: (-max(one.scores.values(), default=0.0), one.id)):
        line = fact_line(fact)
        if fact.id in used or (room := room - tokens(line) - 1) < 0:
            continue
        lines.append(line)
    return lines
