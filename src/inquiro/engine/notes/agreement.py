"""What a person is shown before anything of a note leaves, and what becomes of their answer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

import msgspec
import regex

from inquiro.core.types import MOST_TOPICS, HeldWord, NoteText, Topic
from inquiro.engine.harmless import as_words
from inquiro.engine.notes.known_words import DIGITS, NAME, STAYS, gate_of
from inquiro.engine.notes.search_phrases import telling_words

WOULD_LEAVE = "These searches would leave this machine:"
HOW_TO_ANSWER = "Answer with `send`, `nothing`, `drop 2`, or with the searches that you want, one a line."
REMEMBER = "remember"
SEND, NOTHING, DROP = "send", "nothing", "drop"
LONGEST_QUERY = 200  # characters
_KINDS = {NAME: ("a name", "names"), DIGITS: ("a number", "numbers"), STAYS: ("a private word", "private words")}
_OTHER = ("a word", "other words")
_NUMBER = regex.compile(r"\p{Nd}+")
_LISTED = regex.compile(r"^\s*\p{Nd}{1,2}[ .)]\s*(?P<query>\S.*?)\s*$", regex.MULTILINE)


def held_words(note: NoteText, topics: Sequence[Topic]) -> tuple[HeldWord, ...]:
    """Words of what the topics rest on that stay on the machine, and why."""
    gate = gate_of(note)
    if gate is None:
        return ()
    said = dict.fromkeys(word for one in topics for word in telling_words(one.context, gate.language))
    return tuple(HeldWord(word=word, why=why) for word in gate.parted(said) if (why := gate.held(word)))


def told_held(held: Sequence[HeldWord]) -> str:
    """How many of which kind; not which, since whoever reads it may be another machine."""
    if not held:
        return ""
    kinds = Counter(_KINDS.get(one.why, _OTHER) for one in held)
    listed = ", ".join(one if number == 1 else f"{number} {many}" for (one, many), number in kinds.most_common())
    return f"{len(held)} word{'s' * (len(held) > 1)} that {'are' if len(held) > 1 else 'is'} not common knowledge ({listed})"


def question_of(queries: Sequence[str], held: Sequence[HeldWord]) -> str:
    """One search a line, numbered, and what is held back."""
    lines = [WOULD_LEAVE, *(f" {number} {query}" for number, query in enumerate(queries, 1))]
    if held:
        lines.append(f"held back: {told_held(held)}")
    return "\n".join([*lines, HOW_TO_ANSWER])


def listed_queries(question: str) -> list[str]:
    """The searches of a question."""
    return [match["query"] for match in _LISTED.finditer(question)]


def agreed_queries(answer: str, queries: Sequence[str]) -> list[str]:
    """In the order of the searches that were shown; "" for one that stays. Searches of the person's own come last."""
    said = answer.strip()
    first = said.lower().split(maxsplit=1)[0] if said else NOTHING
    if first in {SEND, "yes", "y", "ok", "ja", "oui", "sí"} and len(said.split()) == 1:
        return list(queries)
    if first in {NOTHING, "no", "n", "none", "nein", "non"} and len(said.split()) == 1:
        return ["" for _ in queries]
    if first in {DROP, "d"} and _NUMBER.search(said):
        gone = {int(number) for number in _NUMBER.findall(said)}
        return ["" if place in gone else query for place, query in enumerate(queries, 1)]
    own = [regex.sub(r"^\p{Nd}{1,2}[.)]?\s+", "", line).strip() for line in said.splitlines()]
    return _placed([as_words(line, LONGEST_QUERY) for line in own if line], queries)


def remembering(answer: str) -> tuple[str, bool]:
    """Without the line that asks to let the same words leave next time, and whether it is there."""
    lines = answer.splitlines()
    kept = [line for line in lines if line.strip().lower() != REMEMBER]
    return "\n".join(kept), len(kept) < len(lines)


def agreed_topics(topics: Sequence[Topic], chosen: Sequence[str]) -> list[Topic]:
    """A topic whose search stays is looked for on this machine alone; a search of the person's own is a topic."""
    asked = [one for one in topics if one.label]
    labels = dict(zip((one.id for one in asked), chosen, strict=False))
    ready = [msgspec.structs.replace(one, label=labels.get(one.id, "")) for one in topics]
    more = [query for query in chosen[len(asked) :] if query][: max(0, MOST_TOPICS - len(ready))]
    ready += [Topic(id=f"t{len(ready) + number}", label=query, type="concept") for number, query in enumerate(more, 1)]
    return [one for one in ready if one.label or one.context]


def let_through(chosen: Iterable[str], note: NoteText) -> tuple[str, ...]:
    """Words of what a person agreed to that would have stayed otherwise."""
    gate = gate_of(note)
    if gate is None:
        return ()
    words = dict.fromkeys(word for query in chosen for word in query.split())
    return tuple(word for word in words if gate.held(word) not in {"", STAYS})


def _placed(own: Sequence[str], queries: Sequence[str]) -> list[str]:
    """Each beside the search that it shares most words with."""
    left = list(own)
    kept: list[str] = []
    for query in queries:
        words = set(query.lower().split())
        best = max(left, key=lambda one: len(words & set(one.lower().split())), default="")
        fits = best and words & set(best.lower().split())
        kept.append(best if fits else "")
        if fits:
            left.remove(best)
    return [*kept, *left]
