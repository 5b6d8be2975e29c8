"""A finished text against its sources: by rules, and by a judge where whoever asks has one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

import msgspec

from inquiro.core.types import FromIdea, FromImplementation, FromResearch, Value
from inquiro.engine.checking.checker import judged, quoted
from inquiro.engine.checking.evidence import grounds, near, read
from inquiro.engine.checking.handed_texts import HandedText, heard
from inquiro.engine.checking.judge import Judge
from inquiro.engine.checking.marking import Cited, cited_sentences
from inquiro.engine.checking.statement import statement
from inquiro.engine.checking.support import LOOKED_AT, Embeds
from inquiro.engine.checking.verdict import Problem, Verdict
from inquiro.engine.checking.weights import weights
from inquiro.retrieval.words import detect_language, tokens
from inquiro.text.typography import flattened

SAMPLE = 1_000  # characters of a source that tell its language
FRONT, LINE = 3, 120  # lines of a heading, characters of one


class Source(Value, frozen=True, kw_only=False):
    """A source as a text cites it: `[1]` is the source with the id 1 (or `1`, or `src_1`).

    `Source.Research`, `Source.IdeaResult` and `Source.ImplementationResult` are what a `KnowledgePipeline` takes in.
    """

    Research: ClassVar = FromResearch
    IdeaResult: ClassVar = FromIdea
    ImplementationResult: ClassVar = FromImplementation

    id: str | int
    text: str
    title: str = ""
    url: str = ""
    heading: str = ""  # that the text stands under, from the outermost inwards
    context: str = ""  # what else a reader sees beside it: the table's header, date, author, number


def verify(
    text: str, sources: Sequence[Source], embedder: Embeds | None = None, judge: Judge | None = None
) -> list[Verdict]:
    """A verdict on each sentence, by the sources that it cites or, where it cites none, by all of them.

    `judge` is asked once, about the sentences that rules leave open; what it relies on is looked up.
    """
    told = cited_sentences(text)
    verdicts = [_verdict(sentence, sources, embedder) for sentence in told]
    if judge is None:
        return verdicts
    texts = [HandedText(source.text, source.title, source.url, source.heading, source.context) for source in sources]
    return heard(judge, verdicts, [_cited(sentence, sources) for sentence in told], texts)


def _cited(sentence: Cited, sources: Sequence[Source]) -> list[int]:
    """The places of the sources that a sentence cites, or of all where it cites none."""
    places = {str(source.id).removeprefix("src_"): at for at, source in enumerate(sources)}
    named = [places[str(number)] for number in sentence.numbers if str(number) in places]
    return named if sentence.numbers else list(range(len(sources)))


def _verdict(sentence: Cited, sources: Sequence[Source], embedder: Embeds | None) -> Verdict:
    places = {str(source.id).removeprefix("src_"): at for at, source in enumerate(sources)}
    unknown = [number for number in sentence.numbers if str(number) not in places]
    cited = [places[str(number)] for number in sentence.numbers if str(number) in places]
    if not sentence.numbers:
        cited = list(range(len(sources)))
    found = _borne_out(sentence.text, [sources[at] for at in cited], embedder)
    used = tuple(sorted({cited[at] for at in found.evidence}))
    label = "inferred" if unknown and found.label in {"quoted", "supported"} else found.label
    problems = (*([_invented(unknown)] if unknown else []), *found.problems)
    return msgspec.structs.replace(found, label=label, evidence=used, problems=problems)


def _borne_out(text: str, sources: Sequence[Source], embedder: Embeds | None) -> Verdict:
    """By the few sentences of the sources that a sentence can rest on; `evidence` is by the place in `sources`."""
    texts = [read(source.text, bare=True) for source in sources]
    flat, terms = flattened(text), frozenset(tokens(text))
    headings = tuple(f"{source.heading} | {source.title} | {_front(source.text)}" for source in sources)
    equal = tuple(
        at
        for at, one in enumerate(texts)
        if any(part.terms == terms and flattened(part.text) == flat for part in one.sentences)
    )
    if equal and (found := quoted(text, equal, texts, headings)):
        return found
    on = grounds(weights(statement(text)), texts)._replace(headings=headings)
    if not on.wording and _abroad(text, sources):
        some = near({}, texts)[:LOOKED_AT]
        on = on._replace(wording=some, proving=some)
    if not on.wording:
        words = "its sources say nothing about it" if sources else "it names no fact that it rests on"
        return Verdict(text=text, label="uncited", problems=(Problem(kind="evidence", text=words),))
    given = [word for one in sources for word in (one.title, one.heading, one.context, one.url) if word]
    return judged(text, on, given, embedder)


def _abroad(text: str, sources: Sequence[Source]) -> bool:
    """Whether sources say nothing about a sentence because they are in another language."""
    told = " ".join(source.text[:SAMPLE] for source in sources)
    return bool(told.strip()) and detect_language(text) != detect_language(told)


def _front(text: str) -> str:
    """The lines that a text is headed with: short, without a full stop, and set off from the rest."""
    head, _, rest = text.partition("\n\n")
    lines = [line.strip() for line in head.splitlines()]
    headed = (
        rest.strip() and len(lines) <= FRONT and all(len(line) <= LINE and line[-1:] not in ".,;:" for line in lines)
    )
    return " | ".join(lines) if headed else ""


def _invented(unknown: Sequence[int]) -> Problem:
    marks = tuple(f"[{number}]" for number in unknown)
    return Problem(kind="source", text=f"there is no source {', '.join(marks)}", found=marks)
