"""The topics of a note as a model names them; what they rest on are the note's own words, not the model's."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from inquiro.core.models import Thinking
from inquiro.core.protocols import Reasoner
from inquiro.core.types import MOST_TOPICS, NoteText, Topic, TopicType, Value
from inquiro.engine.asking_typed import Shown, Step, ask_typed
from inquiro.engine.fencing import fenced, safe
from inquiro.engine.harmless import as_words, shortened
from inquiro.engine.notes.private_lines import body_of
from inquiro.engine.notes.topics import require_words, topics_ready
from inquiro.engine.notes.verbatim import OwnWords
from inquiro.engine.packing import tokens

LONGEST_NOTE = 200_000  # characters
LONGEST_LABEL = 120
LONGEST_FOCUS = 200
UNKNOWN_ROOM = 24_000  # tokens, where nobody knows what the model can read
TOPICS = Step(name="topics", role="plan", room=64_000, output=4_096)


class NamedTopic(Value, frozen=True, kw_only=True):
    topic: str
    type: TopicType
    context: str = ""


class NamedTopics(Value, frozen=True, kw_only=True):
    topics: list[NamedTopic]


async def topics_with(thinking: Thinking, note: NoteText, focus: str | None, embedded: Reasoner) -> list[Topic]:
    """At most ten; by the embedded reasoner where the model may not see the note. Raises Declined."""
    require_words(note)
    if not thinking.may_see_private(TOPICS.role):
        thinking.lose("the model's reading of the note", "notes are private, and this model is not on this machine")
        return await embedded.topics(note, focus)
    careful = thinking.reads(TOPICS.role) is None
    step = msgspec.structs.replace(TOPICS, room=UNKNOWN_ROOM) if careful else TOPICS
    said = await ask_typed(
        thinking, step, lambda room: _shown(note, focus, room), NamedTopics, private=True, wrong=_useless
    )
    if len(said.topics) > MOST_TOPICS:
        thinking.lose(
            f"{len(said.topics) - MOST_TOPICS} more topics of the note", f"{MOST_TOPICS} are researched at most"
        )
    return topics_ready(_grounded(said, note), note)


def _shown(note: NoteText, focus: str | None, room: int) -> Shown:
    asked = shortened(safe(focus), LONGEST_FOCUS) if focus and focus.strip() else ""
    title = shortened(safe(note.title), LONGEST_FOCUS)
    left = room - tokens(asked) - tokens(title) - 60
    body = body_of(note.text[:LONGEST_NOTE])
    lines, whole = _fitting([line for line in body.splitlines() if line.strip() not in note.recurring], left)
    parts = [*([f"Focus: {asked}"] if asked else []), fenced("note", [f"Title: {title}", "", *lines])]
    complete = whole and len(note.text) <= LONGEST_NOTE
    return Shown(text="\n\n".join(parts), left_out="" if complete else "the end of the note")


def _fitting(text: Sequence[str], room: int) -> tuple[list[str], bool]:
    """Line by line, as far as they go."""
    lines: list[str] = []
    for line in text:
        shown = safe(line)
        cost = tokens(shown) + 1
        if cost > room:
            if not lines:
                lines.append(shortened(shown, max(room, 20) * 3))
            return lines, False
        room -= cost
        lines.append(shown)
    return lines, True


def _useless(said: NamedTopics) -> str:
    return "" if any(as_words(one.topic, LONGEST_LABEL) for one in said.topics) else "$.topics: it is empty"


def _grounded(said: NamedTopics, note: NoteText) -> list[Topic]:
    own = OwnWords(note.text[:LONGEST_NOTE])
    named = [(one, as_words(one.topic, LONGEST_LABEL)) for one in said.topics]
    return [
        Topic(id=f"t{number}", label=label, type=one.type, context=own.nearest(one.context, one.topic))
        for number, (one, label) in enumerate(((one, label) for one, label in named if label), 1)
    ]
