"""Lint of a finished Markdown report, whoever wrote it: are its citations whole?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from time import perf_counter
from urllib.parse import parse_qsl, urlencode, urlsplit

from inquiro.core.errors import NotConfigured, ReadFailed, UsageError
from inquiro.features.check.cited_text import CitedText, cited_text
from inquiro.features.check.reference_fields import Reference
from inquiro.runtime.evaluating.figures import Evaluated, Figure, Problem, Task, share
from inquiro.runtime.evaluating.intervals import wilson
from inquiro.runtime.evaluating.scores import normalised

LARGEST = 5_000_000  # bytes
NOWHERE = "mark points nowhere"
UNCITED = "source is never cited"
BARE = "bare address"
UNMARKED = "sentence without a mark"
TWICE = "source is listed twice"


class CitationLint:
    """Marks that point nowhere, sources never cited or listed twice, bare addresses, sentences without a mark."""

    name = "citations"
    takes_model = False
    takes_file = True

    async def evaluate(self, task: Task) -> Evaluated:
        if task.file is None:
            raise UsageError("name the report: inquiro eval citations FILE.md")
        began = perf_counter()
        try:
            data = task.file.read_bytes()
        except OSError as error:
            raise NotConfigured(f"{task.file} cannot be read: {error.strerror or error}") from error
        if len(data) > LARGEST:
            raise ReadFailed(f"{task.file} has {len(data):,} bytes; {LARGEST:,} are allowed")
        text = cited_text(data.decode("utf-8-sig", errors="replace"))
        found = problems_in(text)
        return Evaluated(
            name=self.name,
            title=f"{task.file.name}: are its citations whole?",
            n=len(text.sentences),
            figures=figures_of(text, found),
            engine="no model",
            seconds=perf_counter() - began,
            problems=tuple(sorted(found, key=lambda one: one.line)),
        )


def problems_in(text: CitedText) -> list[Problem]:
    cited = {mark for sentence in text.sentences for mark in sentence.marks}
    twice, seen = [], set()
    for source in listed_in(text):
        if (same := identity(source)) in seen:
            twice.append(Problem(kind=TWICE, line=source.line, text=f"[{source.number}] {source.text}"))
        seen.add(same)
    return [
        *(Problem(kind=NOWHERE, line=line, text=f"{mark} {sentence}") for line, mark, sentence in text.unlisted),
        *(
            Problem(kind=UNMARKED, line=sentence.line, text=sentence.text)
            for sentence in text.sentences
            if not sentence.marks
        ),
        *(
            Problem(kind=UNCITED, line=source.line, text=f"[{source.number}] {source.text}")
            for source in listed_in(text)
            if source.number not in cited
        ),
        *(Problem(kind=BARE, line=line, text=address) for line, address in text.bare),
        *twice,
    ]


def figures_of(text: CitedText, found: Sequence[Problem]) -> tuple[Figure, ...]:
    many = Counter(problem.kind for problem in found)
    marks = sum(len(sentence.marks) for sentence in text.sentences)
    return (
        _good("marks that point to a source", marks, many[NOWHERE]),
        _good("sentences with a mark", len(text.sentences), many[UNMARKED]),
        _good("sources that are cited", len(listed_in(text)), many[UNCITED]),
        _good("sources listed once", len(listed_in(text)), many[TWICE]),
        Figure(name="bare addresses in the text", n=len(text.sentences), value=many[BARE], unit="addresses"),
    )


def listed_in(text: CitedText) -> list[Reference]:
    return [one for one in text.references if one.listed]


def identity(source: Reference) -> str:
    """What two entries for the same thing have in common: the address without its accidents, or else the words."""
    try:
        parts = urlsplit(source.url)
    except ValueError:
        return source.url
    if not parts.netloc:
        return normalised(source.text) or f"entry {source.number} on line {source.line}"
    host = parts.netloc.rpartition("@")[2].lower().removeprefix("www.")
    asked = [(name, value) for name, value in parse_qsl(parts.query) if not name.lower().startswith("utm_")]
    return f"{host}{parts.path.rstrip('/')}?{urlencode(asked)}"


def _good(name: str, n: int, bad: int) -> Figure:
    return share(name, n, (n - bad) / n if n else 0.0, wilson(n - bad, n))


plugin = CitationLint
