"""A result in a declared shape, as a model fills it in from the facts it is shown."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from inquiro.core.decoders import convert
from inquiro.core.models import ModelAnswer, Thinking
from inquiro.core.said import Unreadable, read_value
from inquiro.core.types import Cite, Fact, Filled, Filling
from inquiro.engine.asked.listing import fact_line, split
from inquiro.engine.asking_typed import Form, Shown, Step, ask_formed
from inquiro.engine.fencing import fenced, safe
from inquiro.engine.packing import tokens
from inquiro.engine.prompts import instructions

FILL = Step(name="fill", role="write", room=12_000, output=12_000)
MOST_FACTS = 160
MOST_LINES = 120
LONGEST_TASK = 12_000  # characters
LONGEST_LINE = 400
MOST_COMPLAINTS = 12

Validate = Callable[[Any], Sequence[str]]  # every problem of a result, each with its path


async def fill_with(thinking: Thinking, filling: Filling, facts: Sequence[Fact], validate: Validate) -> Filled:
    """The model's result; one that does not fit the schema is asked for once more, then taken with its problems."""
    shown, hidden = split(facts, all_visible=thinking.may_see_private(FILL.role))
    if hidden:
        thinking.lose(f"{len(hidden)} private facts", "this model may not see them")
    tried = 0

    def read(answer: ModelAnswer) -> Filled | Unreadable:
        nonlocal tried
        tried += 1
        found = _read(answer)
        if isinstance(found, Unreadable) or tried > 1:
            return found
        problems = validate(found.data)
        return Unreadable(problems=tuple(problems[:MOST_COMPLAINTS])) if problems else found

    form = Form(
        instructions=instructions(FILL.name),
        read=read,
        again="That was no answer. Answer with the JSON object that was asked for: `data` and `evidence`.",
        shorter="Your answer was cut off. Answer again, complete but shorter: fewer entries, JSON only.",
        corrected="Answer again with the whole JSON object, corrected: `data` in the shape of the schema, `evidence`.",
    )
    private = any(fact.private for fact in shown)
    return await ask_formed(thinking, FILL, lambda room: _shown(filling, shown, room), form, private=private)


def _shown(filling: Filling, facts: Sequence[Fact], room: int) -> Shown:
    task = filling.task[:LONGEST_TASK]
    schema = json.dumps(filling.schema, ensure_ascii=False, separators=(",", ":"))
    left = room - tokens(task) - tokens(schema) - 80
    register, left = _fitting([safe(line)[:LONGEST_LINE] for line in filling.register[:MOST_LINES]], left)
    best = sorted(facts, key=lambda fact: -fact.confidence)[:MOST_FACTS]
    listed, _ = _fitting([fact_line(fact) for fact in best], left)
    parts = [f"The task:\n{task}", f"JSON Schema of `data`:\n{schema}"]
    if register:
        parts.append(f"Entries of the register of legal entities:\n{fenced('register', register)}")
    parts.append(f"Facts:\n{fenced('facts', listed)}" if listed else "No facts were found.")
    missing = len(facts) - len(listed)
    return Shown(text="\n\n".join(parts), left_out=f"{missing} facts" if missing else "")


def _fitting(lines: Sequence[str], room: int) -> tuple[list[str], int]:
    kept: list[str] = []
    for line in lines:
        cost = tokens(line) + 1
        if cost > room:
            break
        kept.append(line)
        room -= cost
    return kept, room


def _read(answer: ModelAnswer) -> Filled | Unreadable:
    """`data` beside `evidence`; a model that gives the bare result is understood as well."""
    reading = read_value(answer.text, finished=answer.finish == "stop")
    if not reading.sound or reading.rung == "words":
        return Unreadable(problems=reading.problems or ("the answer is not JSON",))
    value = reading.value
    if not isinstance(value, dict):
        return Unreadable(problems=("$: it is no JSON object",))
    data = value["data"] if "data" in value and set(value) <= {"data", "evidence"} else value
    return Filled(data=data, cites=tuple(_cites(value.get("evidence"))))


def _cites(said: object) -> list[Cite]:
    """What cannot be understood is left out: a field without evidence is looked up and marked all the same."""
    found = []
    for one in said if isinstance(said, list) else []:
        try:
            found.append(convert(one, Cite, strict=False))
        except msgspec.ValidationError:
            continue
    return found
