"""From what a model said to a value, by a ladder: each rung is tried only when the one above found nothing.

strict      the whole text is JSON
fenced      a Markdown fence holds it
outermost   it stands amid prose
repaired    our wider grammar, or else json-repair, made sense of it
words       it is a bare word or line, with nothing of JSON about it
refused     none of these; `problems` says why, in words that can be sent back

A value is never made from nothing: what a repair adds is refused, what it had to complete makes the reading unsound.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Any, Literal

from inquiro.core.said.lenient import MAX_LENIENT, LenientReader
from inquiro.core.said.passages import Passage, after_thinking, bracketed, fenced, is_cut, is_glued
from inquiro.core.said.repairing import repair
from inquiro.core.said.strict import MAX_CHARACTERS, NotJson, Refused, parse, parse_at, settle
from inquiro.core.said.strings import QUOTES
from inquiro.core.types import Value

Rung = Literal["strict", "fenced", "outermost", "repaired", "words", "refused"]

UNFINISHED = "the answer was cut off at its length limit; make it shorter"
CUT = "the answer ends before its value is complete"
FENCE_AT_THE_ENDS = re.compile(r"\A\s*`{3,}\w*|`{3,}\s*\Z")
BROKEN_JSON_OUTSIDE = re.compile(r'[\]}]|"\s*:')
LIKE_JSON = re.compile(r"[\"'“:]")
ONLY_SEPARATORS = re.compile(r"[\s,]*")
BLANKS = re.compile(r"\s*")
AFTER_A_FENCED_VALUE = re.compile(r"\s*(?:`{3,}|\Z)")


class Reading(Value, frozen=True, kw_only=True):
    """A value, how far down the ladder it was found, and what is to be said about it."""

    value: Any = None
    rung: Rung
    problems: tuple[str, ...] = ()
    sound: bool = True  # nothing of it is missing and nothing contradicts itself

    @property
    def refused(self) -> bool:
        return self.rung == "refused"


def read_value(text: str, *, finished: bool = True) -> Reading:
    """The value in a text, whatever its shape; several of one kind: the last. `finished`: the model stopped by itself."""
    return next(offers(text, finished=finished))


def offers(text: str, *, finished: bool = True) -> Iterator[Reading]:
    """The reading of choice first, then the other values that the same rung holds, the last first."""
    if not finished:
        yield _refusal(UNFINISHED)
        return
    if len(text) > MAX_CHARACTERS:
        yield _refusal(f"the answer is longer than {MAX_CHARACTERS:,} characters")
        return
    try:
        yield from _climb_down(text)
    except (NotJson, Refused) as reason:
        yield _refusal(str(reason))


def _climb_down(text: str) -> Iterator[Reading]:
    try:
        yield _strict(text, "strict")
    except NotJson as reason:
        complaint = str(reason)
    else:
        return
    said = after_thinking(text)
    if said is None:
        raise NotJson("the answer holds only thinking")
    if not said.strip():
        raise NotJson("the answer is empty")
    in_fences = _in_fences(said)
    if in_fences:
        yield from _choices(in_fences, amid_prose=False)
        return
    amid_prose = _amid_prose(said)
    chosen = list(_choices(amid_prose, amid_prose=True, row=len(amid_prose) > 1 and _is_row(said)))
    if chosen:
        yield from chosen
        return
    yield _repaired(said, complaint, may_guess=not amid_prose)


def _strict(text: str, rung: Rung) -> Reading:
    parsed = parse(text)
    return Reading(value=parsed.value, rung=rung, problems=parsed.contradictions, sound=not parsed.contradictions)


def _in_fences(text: str) -> list[Reading]:
    readings: list[Reading] = []
    passed = 0
    for passage in fenced(text):
        if passage.start < passed:
            continue  # a fence inside a string of the value before
        try:
            parsed = parse_at(text, _past_blanks(text, passage.start))
        except NotJson as reason:
            reading = _leniently(text[passage.start : passage.end], str(reason))
        else:
            passed = parsed.end
            whole = AFTER_A_FENCED_VALUE.match(text, parsed.end)
            problems = parsed.contradictions
            reading = (
                Reading(value=parsed.value, rung="fenced", problems=problems, sound=not problems) if whole else None
            )
        if reading is not None and isinstance(reading.value, dict | list):
            readings.append(reading)
    return readings


def _amid_prose(text: str) -> list[Reading]:
    """The objects and arrays of a text whose rest is prose; none when the rest looks like more of broken JSON."""
    passages = bracketed(text)
    outside = _outside(text, passages)
    if not all(passage.closed for passage in passages) or BROKEN_JSON_OUTSIDE.search(outside):
        return []
    readings = []
    for passage in passages:
        body = text[passage.start : passage.end]
        try:
            reading: Reading | None = _strict(body, "outermost")
        except NotJson as reason:
            bracketed_words = outside.strip() and not LIKE_JSON.search(body)  # a link, a placeholder, a ticked box
            reading = None if bracketed_words else _leniently(body, str(reason))
        if reading is not None:
            touched = is_glued(text, passage)
            readings.append(_refusal(f"a word touches the value {body[:40]}") if touched else reading)
    return readings


def _choices(readings: list[Reading], *, amid_prose: bool, row: bool = False) -> Iterator[Reading]:
    """What several values in one answer mean: the last of one kind, all of different kinds, rows as a list."""
    if any(reading.refused for reading in readings):
        return
    full = [reading for reading in readings if reading.value]
    if amid_prose and len(full) > 1 and not row:
        full = [reading for reading in full if not _is_footnote(reading.value)] or full
    kinds = {type(reading.value) for reading in full}
    if not full:
        if amid_prose or not readings:
            return  # an empty bracket in prose says nothing
        yield readings[-1]
    elif len(full) > 1 and (row or len(kinds) > 1):
        yield _together(full)
    elif readings[-1].value or len({type(reading.value) for reading in readings}) > 1 or row:
        yield full[-1]
    else:
        return  # an empty value after a full one takes it back, or is noise: nobody can tell
    yield from reversed(full)


def _together(readings: list[Reading]) -> Reading:
    return Reading(
        value=[reading.value for reading in readings],
        rung="repaired" if any(reading.rung == "repaired" for reading in readings) else readings[0].rung,
        problems=("several values stand beside each other", *(p for reading in readings for p in reading.problems)),
        sound=all(reading.sound for reading in readings),
    )


def _leniently(body: str, complaint: str) -> Reading | None:
    try:
        reader = LenientReader(body)
        return _reading(reader.read(), [complaint, *reader.notes], body)
    except NotJson:
        return None


def _repaired(said: str, complaint: str, *, may_guess: bool) -> Reading:
    """Our own grammar over all of it, then over what begins at the first bracket, then the guesses of json-repair."""
    if len(said) > MAX_LENIENT:
        raise NotJson("the answer is broken JSON, and too long to be repaired")
    trimmed = FENCE_AT_THE_ENDS.sub("", said).strip()
    first = bracketed(trimmed)[:1]
    later = [Passage(passage.start, len(trimmed)) for passage in first if passage.start]
    starts = [0, *(passage.start for passage in later if not is_glued(trimmed, passage))]
    for start in starts:
        reading = _leniently(trimmed[start:], complaint)
        if reading is not None and (start == 0 or reading.value):
            words = isinstance(reading.value, str | list) and trimmed[0] not in QUOTES | {"[", "\\"}
            only_words = words and not first and _is_words(reading.value)
            return Reading(
                value=reading.value,
                rung="words" if only_words else "repaired",
                problems=reading.problems,
                sound=reading.sound,
            )
    if not may_guess:
        raise NotJson(complaint)
    return _reading(repair(said), [complaint, "the answer was repaired by guessing"], said)


def _reading(value: Any, notes: list[str], body: str) -> Reading:
    cut = is_cut(body)
    problems = (*notes, CUT) if cut else tuple(notes)
    return Reading(value=settle(value), rung="repaired", problems=problems, sound=not cut)


def _refusal(problem: str) -> Reading:
    return Reading(rung="refused", problems=(problem,), sound=False)


def _is_words(value: Any) -> bool:
    return isinstance(value, str) or all(isinstance(item, str) for item in value)


def _is_footnote(value: Any) -> bool:
    return isinstance(value, list) and all(type(item) is int for item in value)


def _is_row(text: str) -> bool:
    passages = bracketed(text)
    gaps = [text[a.end : b.start] for a, b in pairwise(passages)]
    outside = _outside(text, passages)
    return all(gap.strip() == "," or "\n" in gap for gap in gaps) and ONLY_SEPARATORS.fullmatch(outside) is not None


def _outside(text: str, passages: list[Passage]) -> str:
    starts = [0, *(passage.end for passage in passages)]
    ends = [*(passage.start for passage in passages), len(text)]
    return "\n".join(text[start:end] for start, end in zip(starts, ends, strict=True))


def _past_blanks(text: str, start: int) -> int:
    found = BLANKS.match(text, start)
    return found.end() if found else start
