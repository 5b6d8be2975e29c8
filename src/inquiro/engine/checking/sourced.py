"""A finished text against its sources, with no model and no settings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

import msgspec

from inquiro.core.types import FromIdea, FromImplementation, FromResearch, Value
from inquiro.engine.checking.checker import judged
from inquiro.engine.checking.evidence import flattened, grounds, read
from inquiro.engine.checking.marking import Cited, cited_sentences
from inquiro.engine.checking.statement import statement
from inquiro.engine.checking.support import Embeds
from inquiro.engine.checking.verdict import Problem, Verdict
from inquiro.engine.checking.weights import weights
from inquiro.retrieval.words import tokens


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


def verify(text: str, sources: Sequence[Source], embedder: Embeds | None = None) -> list[Verdict]:
    """A verdict on each sentence, by the sources that it cites or, where it cites none, by all of them."""
    return [_verdict(sentence, sources, embedder) for sentence in cited_sentences(text)]


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
    if equal := tuple(
        at
        for at, one in enumerate(texts)
        if any(part.terms == terms and flattened(part.text) == flat for part in one.sentences)
    ):
        return Verdict(text=text, label="quoted", evidence=equal, support=1.0)
    on = grounds(weights(statement(text)), texts)
    if not on.wording:
        words = "its sources say nothing about it" if sources else "it names no fact that it rests on"
        return Verdict(text=text, label="uncited", problems=(Problem(kind="evidence", text=words),))
    return judged(text, on, [word for source in sources for word in (source.title, source.url) if word], embedder)


def _invented(unknown: Sequence[int]) -> Problem:
    marks = tuple(f"[{number}]" for number in unknown)
    return Problem(kind="source", text=f"there is no source {', '.join(marks)}", found=marks)
