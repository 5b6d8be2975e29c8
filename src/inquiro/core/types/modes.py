"""What the researcher returns: ideas, implementations and a report, each bound to what was read.

The fields of seed 001 keep their names, order and types; what this engine knows besides stands after them and is
left out of `to_dict` where there is nothing to say.
"""

from __future__ import annotations

import re
from typing import Literal

import msgspec

from inquiro.core.fences import fences, without_fences
from inquiro.core.types.base import ClaimLabel, Json, Value
from inquiro.core.types.claims import Citation

ResearchMode = Literal["idea", "implementation", "freeform"]
MODES: tuple[ResearchMode, ...] = ("idea", "implementation", "freeform")
SnippetOrigin = Literal["quoted", "adapted"]  # found in the page, or written by the model
DEPENDENCIES = re.compile(
    r"^[ \t>*_-]*dependenc(?:y|ies)\b[ \t*_]*:[ \t*_]*(?P<said>.*)$", re.IGNORECASE | re.MULTILINE
)
_INSTALLER = re.compile(r"^(?:(?:python\d? -m )?(?:pip\d?|uv pip|uv|poetry|conda|mamba|npm|yarn|pnpm|cargo|go|gem|brew|apt(?:-get)?))"
                        r" (?:install|add|i|get)\b", re.IGNORECASE)  # fmt: skip
_NONE = re.compile(r"(?:none|no|nothing|n/a|keine|-|—)(?: [\w ]+)?[.!]?", re.IGNORECASE)


class Ranking(Value, frozen=True, kw_only=True):
    """Why an item stands where it stands: each part from 0 to 1."""

    relevance: float
    authority: float
    completeness: float | None = None  # of code only
    score: float = 0.0
    reasons: tuple[str, ...] = ()


class Snippet(Value, frozen=True, kw_only=True, omit_defaults=True):
    """Code with its formatting, and what can be said of it without running it."""

    code: str
    language: str = ""
    origin: SnippetOrigin = "adapted"
    checked: str = ""  # how: python, json, yaml, toml, shell; empty: nobody here can
    valid: bool | None = None
    problem: str = ""  # why it is not, with the line
    imports: tuple[str, ...] = ()  # packages it needs beyond its language's own
    undeclared: tuple[str, ...] = ()  # of those, what the stated dependencies leave out
    strange_hosts: tuple[str, ...] = ()  # of adapted code: it speaks to them, and no page that was read names them
    licence: str = ""  # as the page states it
    document_id: str = ""  # of a quoted one: where it stands
    start: int = -1
    end: int = -1


class IdeaResult(Value, frozen=True, omit_defaults=True):
    """One idea or approach, and the page it was found on."""

    source: str
    content: str
    source_id: str = ""  # `src_n` of the run's report
    title: str = ""  # of the source
    label: ClaimLabel | None = None  # of its weakest sentence
    evidence: tuple[Citation, ...] = ()
    ranking: Ranking | None = None

    @property
    def description(self) -> str:
        return without_fences(self.content)

    def to_context_string(self) -> str:
        return f"- {self.content} ({self.source})"

    def to_source(self) -> FromIdea:
        """For `KnowledgePipeline.run`."""
        return FromIdea(idea=self)


class ImplementationResult(Value, frozen=True, omit_defaults=True):
    """Working code, what it does and what it needs, and the page it was found on."""

    source: str
    content: str
    source_id: str = ""
    title: str = ""
    label: ClaimLabel | None = None  # of the weakest sentence about it
    evidence: tuple[Citation, ...] = ()
    ranking: Ranking | None = None
    snippets: tuple[Snippet, ...] = ()

    @property
    def description(self) -> str:
        """What is said about the code, without the code and its dependencies."""
        prose = DEPENDENCIES.sub("", without_fences(self.content))
        return re.sub(r"\n{3,}", "\n\n", prose).strip()

    @property
    def code_snippet(self) -> str:
        """All of its code, block after block."""
        return "\n\n".join(fence.code for fence in fences(self.content))

    @property
    def dependencies(self) -> list[str]:
        """As stated; none stated, or none needed, is an empty list."""
        said = DEPENDENCIES.findall(without_fences(self.content))
        return list(dict.fromkeys(name for line in said for name in stated_dependencies(line)))

    def to_context_string(self) -> str:
        return f"**Source:** {self.source}\n\n{self.content}"

    def to_source(self) -> FromImplementation:
        """For `KnowledgePipeline.run`."""
        return FromImplementation(implementation=self)


class ResearchReport(Value, frozen=True, omit_defaults=True):
    """A report like a paper: abstract, introduction, literature review, methodology, implementations."""

    content: str
    snippets: tuple[Snippet, ...] = ()
    query: str = ""
    nearest: tuple[str, ...] = ()  # titles that came nearest, where there was nothing to write from

    def to_context_string(self) -> str:
        return self.content

    def to_source(self) -> FromResearch:
        """For `KnowledgePipeline.run`."""
        return ResearchFindings(self.query, ["freeform"], 1, report=self).to_source()


class ResearchFindings(Value, frozen=True):
    """Everything one research brought, over its modes."""

    query: str
    modes: list[ResearchMode]
    top_k: int
    ideas: list[IdeaResult] = msgspec.field(default_factory=list)
    implementations: list[ImplementationResult] = msgspec.field(default_factory=list)
    report: ResearchReport | None = None
    problems: list[str] = msgspec.field(default_factory=list)  # what was wrong with a model's answer, in words
    dropped: dict[str, int] = msgspec.field(default_factory=dict)  # what was left out, and how often
    trace_id: str = ""  # the run that found it

    def to_context_string(self) -> str:
        """All of it as one Markdown text, to be put before a model or a person."""
        parts = [f"# {self.query}"]
        if self.ideas:
            parts.append("\n".join(["## Ideas", "", *(idea.to_context_string() for idea in self.ideas)]))
        if self.implementations:
            parts += ["## Implementations", *(one.to_context_string() for one in self.implementations)]
        if self.report:
            parts += ["## Report", self.report.to_context_string()]
        return "\n\n".join(parts)

    def to_dict(self) -> Json:
        built: Json = msgspec.to_builtins(self)
        return {
            name: value for name, value in built.items() if value or name not in {"problems", "dropped", "trace_id"}
        }

    def to_source(self) -> FromResearch:
        """For `KnowledgePipeline.run`."""
        return FromResearch(findings=self)


class FromResearch(Value, frozen=True):
    """`Source.Research`: findings as a whole; where they name their run, all that it read and learned comes along."""

    findings: ResearchFindings


class FromIdea(Value, frozen=True):
    """`Source.IdeaResult`."""

    idea: IdeaResult
    query: str = ""  # what was researched
    trace_id: str = ""


class FromImplementation(Value, frozen=True):
    """`Source.ImplementationResult`."""

    implementation: ImplementationResult
    query: str = ""
    trace_id: str = ""


def item_section(mode: ResearchMode, number: int) -> str:
    """What the claims of an item stand under in a report: `Idea 1`, `Implementation 2`."""
    return f"{mode.capitalize()} {number}"


def is_item_section(section: str) -> bool:
    mode, _, number = section.partition(" ")
    return mode.lower() in MODES and number.isdecimal()


def stated_dependencies(line: str) -> list[str]:
    """The packages that a line names: `pip install a b`, `a, b and c`, or `none`."""
    bare = re.sub(r"\((?:or|e\.g\.)[^)]*\)", "", line).strip(" \t`*_.;")
    if not bare or _NONE.fullmatch(bare):
        return []
    rest = _INSTALLER.sub("", bare)
    words = re.split(r"[\s,;`]+(?:and[\s,;`]+)?", rest)
    return [word.strip("'\"()`.") for word in words if word and not word.startswith("-") and word.strip("'\"()`.")]
