"""A finished text against its sources, with no model and no settings."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import msgspec

from inquiro.core.types import Value
from inquiro.engine.checking.checker import check, flattened
from inquiro.engine.checking.figures import agrees
from inquiro.engine.checking.identifiers import holds
from inquiro.engine.checking.marking import Cited, cited_sentences, words_alone
from inquiro.engine.checking.statement import Statement, statement
from inquiro.engine.checking.verdict import Problem, Verdict
from inquiro.retrieval.sentences import sentences
from inquiro.retrieval.words import content_tokens

PASSAGES = 4  # sentences of the sources that one sentence may rest on
RELATED = 0.3  # of a sentence's words: less, and a number in a source's sentence proves nothing


class Source(Value, frozen=True, kw_only=False):
    """A source as a text cites it: `[1]` is the source with the id 1 (or `1`, or `src_1`)."""

    id: str | int
    text: str
    title: str = ""
    url: str = ""


class _Passage(Value, frozen=True, kw_only=True):
    source: int
    text: str


def verify(text: str, sources: Sequence[Source]) -> list[Verdict]:
    """A verdict on each sentence, by the sources that it cites or, where it cites none, by all of them."""
    return [_verdict(sentence, sources) for sentence in cited_sentences(text)]


def _verdict(sentence: Cited, sources: Sequence[Source]) -> Verdict:
    places = {str(source.id).removeprefix("src_"): at for at, source in enumerate(sources)}
    unknown = [number for number in sentence.numbers if str(number) not in places]
    cited = [places[str(number)] for number in sentence.numbers if str(number) in places]
    if not sentence.numbers:
        cited = list(range(len(sources)))
    problems = [_invented(unknown)] if unknown else []
    passages = _chosen(sentence.text, [passage for at in cited for passage in _passages(at, sources[at].text)])
    if not passages:
        words = "its sources say nothing about it" if cited else "it names no fact that it rests on"
        nothing = Problem(kind="evidence", text=words)
        return Verdict(text=sentence.text, label="uncited", problems=(*problems, nothing))
    granted = [word for at in cited for word in (sources[at].title, sources[at].url) if word]
    found = check(sentence.text, [passage.text for passage in passages], granted)
    used = tuple(sorted({passages[at].source for at in found.evidence}))
    label = "inferred" if unknown and found.label in {"quoted", "supported"} else found.label
    return msgspec.structs.replace(found, label=label, evidence=used, problems=(*problems, *found.problems))


def _invented(unknown: Sequence[int]) -> Problem:
    marks = tuple(f"[{number}]" for number in unknown)
    return Problem(kind="source", text=f"there is no source {', '.join(marks)}", found=marks)


@lru_cache(maxsize=256)
def _passages(place: int, text: str) -> tuple[_Passage, ...]:
    return tuple(_Passage(source=place, text=words_alone(text[start:end])) for start, end in sentences(text))


def _chosen(text: str, passages: Sequence[_Passage]) -> list[_Passage]:
    """The few sentences of the sources that a sentence can rest on: a source as a whole would prove almost anything."""
    flat = flattened(text)
    if equal := [passage for passage in passages if flattened(passage.text) == flat]:
        return equal
    said = statement(text)
    wanted = set(content_tokens(text))
    shared = [(wanted & set(content_tokens(passage.text)), passage) for passage in passages]
    shared = sorted((pair for pair in shared if pair[0]), key=lambda pair: -len(pair[0]))
    chosen = [passage for _, passage in shared[:1]]
    covered = set(shared[0][0]) if shared else set()
    for terms, passage in shared[1:]:
        if len(chosen) == PASSAGES:
            break
        if terms - covered or (len(terms) >= RELATED * len(wanted) and _proves(said, passage.text, chosen)):
            chosen.append(passage)
            covered |= terms
    return chosen


def _proves(said: Statement, text: str, chosen: Sequence[_Passage]) -> bool:
    """Whether a sentence holds a number, date or identifier that the chosen ones lack."""
    held = [statement(passage.text) for passage in chosen]
    other = statement(text)
    lacking = [f for f in said.figures if not any(agrees(f, h) for one in held for h in one.figures)]
    if any(agrees(figure, mine) for figure in lacking for mine in other.figures):
        return True
    if any(not holds(" ".join(one.text for one in held), code) and holds(text, code) for code in said.identifiers):
        return True
    known = {date[3:] for one in held for date in one.dates}
    return any(date[3:] not in known and date[3:] in {d[3:] for d in other.dates} for date in said.dates)
