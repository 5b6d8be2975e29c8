"""Which field a question is found to belong to, with no model: precision and recall, field by field."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path
from time import perf_counter

import msgspec

from inquiro.core.decoders import from_json
from inquiro.core.errors import NotConfigured
from inquiro.core.types import Value
from inquiro.engine.domains import detect_domain, load_domains
from inquiro.providers.embeddings import embedder_of, embeddings_available
from inquiro.runtime.evaluating.figures import Evaluated, Figure, Task, share
from inquiro.runtime.evaluating.intervals import wilson

SHIPPED = "field_questions.jsonl"


class FieldQuestion(Value, frozen=True, kw_only=True):
    """A question and the field that a person put it in."""

    question: str
    domain: str


class Fields:
    """Precision and recall of the field found for a question; FILE holds lines of {"question", "domain"}."""

    name = "fields"
    takes_model = False
    takes_file = True

    async def evaluate(self, task: Task) -> Evaluated:
        given = questions(task.file)[: task.limit]
        domains = load_domains(task.settings.home / "domains")
        if unknown := sorted({one.domain for one in given} - {*domains}):
            raise NotConfigured(f"unknown field {', '.join(unknown)}; known: {', '.join(domains)}")
        possible = embeddings_available(task.settings)
        embedder = embedder_of(task.settings)
        began = perf_counter()
        found = [detect_domain(one.question, "", domains, embedder) for one in given]
        seconds = perf_counter() - began
        own = () if task.file else ("the shipped questions were known when the examples of the fields were written",)
        return Evaluated(
            name=self.name,
            title=f"{task.file.name if task.file else 'shipped questions'}: the field of a question",
            n=len(given),
            figures=figures_of(given, found),
            engine="words and meaning" if possible.available else "words",
            seconds=seconds,
            notes=(*own, *(() if possible.available else (f"without embeddings: {possible.reason}",))),
        )


def questions(file: Path | None) -> tuple[FieldQuestion, ...]:
    """The lines of a file, or those that ship."""
    try:
        data = file.read_bytes() if file else files(__package__).joinpath(SHIPPED).read_bytes()
    except OSError as error:
        raise NotConfigured(f"{file} cannot be read: {error}") from error
    return _lines(data)


def _lines(data: bytes) -> tuple[FieldQuestion, ...]:
    read: list[FieldQuestion] = []
    for number, line in enumerate(data.splitlines(), 1):
        if line.strip():
            try:
                read.append(from_json(line, FieldQuestion))
            except (msgspec.DecodeError, UnicodeDecodeError) as error:
                raise NotConfigured(f"line {number}: {error}") from error
    return tuple(read)


def figures_of(given: Sequence[FieldQuestion], found: Sequence[str]) -> tuple[Figure, ...]:
    right = [one.domain == field for one, field in zip(given, found, strict=True)]
    figures = [_share("right", right)]
    for field in sorted({one.domain for one in given}):
        said = [ok for ok, name in zip(right, found, strict=True) if name == field]
        there = [ok for ok, one in zip(right, given, strict=True) if one.domain == field]
        figures += [_share(f"{field}: precision", said), _share(f"{field}: recall", there)]
    return tuple(figures)


def _share(name: str, right: Sequence[bool]) -> Figure:
    return share(name, len(right), sum(right) / max(len(right), 1), wilson(sum(right), len(right)))


plugin = Fields
