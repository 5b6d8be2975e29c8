"""What may not come of a mutated research result; nothing of the parser is asked, and nothing of it is used."""

from __future__ import annotations

import json
import re
import traceback
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from random import Random
from time import process_time
from typing import Any

import msgspec

from inquiro.core.types import ResearchFindings

from .result_mutations import mutated
from .result_world import MODES, SHOWN, SOURCES, Answer, Mode, answer
from .world import INVENTED

Parser = Callable[[str, str, str, int, Any], ResearchFindings]
PLENTY = 10_000  # so that nothing is cut for being too much
_FENCE = re.compile(r"(?:^|\n)[\s>*+-]*(?:`{3}|~{3})|```|~~~|<pre\b", re.IGNORECASE)
_SECONDS = 20.0  # of the processor, for one answer: nothing here is that long


@dataclass
class Tried:
    """One answer; `seed` is all that it takes to see it again."""

    seed: int
    mode: Mode
    changed: list[str]
    kept: int = 0
    untouched: int = 0
    dropped: Counter[str] = field(default_factory=Counter)
    breaches: list[str] = field(default_factory=list)
    raw: str = ""


def results_tried(parse: Parser, seeds: Iterable[int]) -> Iterator[Tried]:
    for seed in seeds:
        chance = Random(f"result {seed}")
        mode = MODES[seed % len(MODES)]
        whole = mutated(chance, answer(chance, mode))
        yield tried(parse, whole, seed, chance.choice((1, 2, 3, 5, PLENTY, PLENTY)))


def tried(parse: Parser, whole: Answer, seed: int, top_k: int) -> Tried:
    one = Tried(seed, whole.mode, whole.changed, raw=whole.text)
    began = process_time()
    try:
        findings = parse(one.raw, whole.mode, "how?", top_k, SOURCES)
        free = parse(one.raw, whole.mode, "how?", top_k, None)
    except Exception:  # noqa: BLE001 - a crash, whatever it is, is what this looks for
        one.breaches.append("it crashed: " + traceback.format_exc(limit=-3))
        return one
    if process_time() - began > _SECONDS:
        one.breaches.append(f"it took {process_time() - began:.0f} s for {len(one.raw)} characters")
    one.kept = len(findings.ideas) + len(findings.implementations) + bool(findings.report)
    one.dropped.update(findings.dropped)
    one.untouched = sum(bool(part.shown or whole.mode == "freeform") for part in _untouched(whole))
    one.breaches += [
        *_shape(findings, whole, top_k),
        *_shape(free, whole, top_k),
        *_sources(findings),
        *_code(findings),
    ]
    one.breaches += [*_whole_items(findings, whole, top_k)]
    return one


def _untouched(whole: Answer) -> list[Any]:
    return [part for part in whole.parts if part.is_item and not part.touched]


def _shape(findings: ResearchFindings, whole: Answer, top_k: int) -> Iterator[str]:
    lists = {"idea": findings.ideas, "implementation": findings.implementations}
    for mode, found in lists.items():
        if found and mode != whole.mode:
            yield f"{mode} items in {whole.mode} mode"
        if len(found) > top_k:
            yield f"{len(found)} items where {top_k} were asked for"
        if any(not one.content.strip() or not one.source.strip() for one in found):
            yield "an item without words or without a source"
    if findings.report and (whole.mode != "freeform" or not findings.report.content.strip()):
        yield "a report that is none"
    try:
        json.loads(msgspec.json.encode(findings))
    except (ValueError, UnicodeError) as error:
        yield f"it cannot be stored: {error}"
    if not findings.problems and not (
        findings.ideas or findings.implementations or findings.report or findings.dropped
    ):
        yield "nothing was found, and nothing is said about it"


def _sources(findings: ResearchFindings) -> Iterator[str]:
    for one in (*findings.ideas, *findings.implementations):
        if one.source not in SHOWN:
            yield f"a source that nobody retrieved: {one.source[:120]!r}"
        if INVENTED in one.source.casefold():
            yield f"an invented source: {one.source[:120]!r}"


def _code(findings: ResearchFindings) -> Iterator[str]:
    for idea in findings.ideas:
        if found := _FENCE.search(idea.content):
            yield f"code in an idea: {idea.content[max(0, found.start() - 40) : found.end() + 40]!r}"


def _whole_items(findings: ResearchFindings, whole: Answer, top_k: int) -> Iterator[str]:
    """Whatever nobody touched is there, to the byte; unless others that are as good fill the list."""
    if whole.mode == "freeform":
        for part in _untouched(whole):
            if findings.report is None or findings.report.content != part.content:
                yield f"a report that nobody touched is another: {findings.report.content[:80] if findings.report else None!r}"
        return
    found = [(one.source, one.content) for one in (*findings.ideas, *findings.implementations)]
    if len(found) >= top_k:
        return
    for part in _untouched(whole):
        if part.shown and (part.shown, part.content) not in found:
            near = [content for source, content in found if part.content[:30] in content]
            yield f"an item that nobody touched is gone: {part.content[:80]!r} (nearest: {near[:1]!r:.300})"
        if not part.shown and any(content == part.content for _, content in found):
            yield f"an item with a source that nobody retrieved is shown: {part.content[:80]!r}"
