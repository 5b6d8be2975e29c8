"""Macros on the screen: a list, one of them whole, what a run came to, and past decisions held against a change."""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.text import Text

from inquiro.cli.rows import INDENT, LABEL, Paragraph, Parts, Row
from inquiro.cli.text import as_it_is, count, plain
from inquiro.core.types import Json, Macro, MacroParameter, Report
from inquiro.onboarding.macros.fields import fields_of

if TYPE_CHECKING:
    from inquiro.onboarding.macros.history import Replayed
    from inquiro.onboarding.macros.registry import Held

EXAMPLES = {"integer": "5", "number": "0.5", "boolean": "true", "array": "a,b", "object": "{}"}
LOSSES = 3
MOST_LINES = 30  # of the difference that one past decision makes


class MacroList:
    def __init__(self, held: Sequence[Held]) -> None:
        self.held = held

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        for number, one in enumerate(self.held):
            if number:
                yield ""
            name = Text.assemble((plain(one.macro.name), "bold"), (f"  {_origin(one)}", "dim"))
            yield Paragraph(name, 0)
            yield Paragraph(Text(plain(one.macro.description)))
            if one.macro.parameters:
                named = ", ".join(_parameter(parameter) for parameter in one.macro.parameters)
                yield Paragraph(Text(named, style="dim"), INDENT, 2)


class MacroScreen:
    """Everything that a macro says of itself."""

    def __init__(self, held: Held) -> None:
        self.held, self.macro = held, held.macro

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        macro = self.macro
        yield Row("Macro", Text.assemble((plain(macro.name), "bold"), f"  version {plain(macro.version)}"))
        yield Row("", _origin(self.held), style="dim")
        yield Row("What for", plain(macro.description))
        yield from self._parameters()
        for label, some in (("Tools", macro.tools), ("Tags", macro.tags)):
            if some:
                yield Row(label, ", ".join(map(plain, some)))
        alone = "what the register of legal entities gives" if macro.without_model else "cannot run"
        yield Row("No model", alone)
        yield Row("Review", f"{macro.output.review} (execution always needs a decision)")
        yield from self._hints()
        yield from _block("Prompt", macro.prompt, hang=0)
        yield from self._fields()
        yield from _block("Verbs that follow", macro.suggested_verbs)
        yield ""
        yield Row("Run it", example_call(macro))

    def _parameters(self) -> Iterator[RenderableType]:
        for number, one in enumerate(self.macro.parameters):
            words = Text.assemble((_parameter(one), "bold"), f" {one.type}", _bounds(one))
            yield Row("" if number else "Parameters", words)
            if one.description:
                yield Paragraph(Text(plain(one.description), style="dim"), INDENT + LABEL + 2)

    def _hints(self) -> Iterator[RenderableType]:
        hints = self.macro.hints
        if hints.triggers:
            yield Row("Asked as", "; ".join(map(plain, hints.triggers)))
        if hints.not_for:
            yield Row("Not for", plain(hints.not_for))

    def _fields(self) -> Iterator[RenderableType]:
        yield from _heading("Fields of the result")
        shown: list[str] = []
        for one in fields_of(self.macro.output.schema):
            *above, last = one.path.split(".")
            for depth, step in enumerate(above):
                if shown[: depth + 1] != above[: depth + 1]:
                    yield Paragraph(Text(as_it_is(step), style="bold"), INDENT + 2 * depth)
                    shown = above[: depth + 1]
            kinds = " or ".join(one.types)
            needed = "  required" if one.required else ""
            line = Text.assemble(as_it_is(last), (f"  {plain(kinds)}{needed}", "dim"))
            yield Paragraph(line, INDENT + 2 * len(above), 2)
            shown = above


class Outcome:
    """What a run came to, and what a person can do now."""

    def __init__(self, report: Report, summary: str) -> None:
        self.report, self.summary = report, summary

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        report, result = self.report, self.report.macro
        if result is None:
            yield Row("No result", plain(report.stop_reason or "the run ended before there was one"), style="yellow")
            yield Parts([f"inquiro runs resume {report.trace_id[:8]}", f"inquiro runs show {report.trace_id[:8]}"])
            return
        yield ""
        pending = result.state == "pending_review"
        told = (
            f"Pending review: {plain(self.summary)}"
            if pending
            else "Nothing was found, so nothing waits for a decision."
        )
        yield Paragraph(Text(told, style="bold"))
        for error in result.validation_errors:
            yield Paragraph(Text(f"✗ schema: {plain(error)}", style="red"), INDENT, 2)
        for problem in result.verb_problems:
            yield Paragraph(Text(f"✗ verbs: {plain(problem)}", style="red"), INDENT, 2)
        for warning in result.verb_warnings:
            yield Paragraph(Text(f"⚠ verbs: {plain(warning)}", style="yellow"), INDENT, 2)
        for loss in report.lost[:LOSSES]:
            yield Paragraph(Text(f"⚠ {plain(loss.what)}: {plain(loss.reason)}", style="yellow"), INDENT, 2)
        if len(report.lost) > LOSSES:
            yield Paragraph(
                Text(f"⚠ and {len(report.lost) - LOSSES:,} more (--json lists them)", style="yellow"), INDENT
            )
        short = result.result_id[:8]
        look = f"inquiro review show {short}" if pending else f"inquiro runs show {short}"
        yield Parts([look, f"session {plain(result.session_id)}"])


def macro_line(held: Held) -> Json:
    """A macro for a list."""
    built = held.macro.to_dict()
    kept = ("name", "version", "description", "parameters", "tools", "tags", "hints", "without_model")
    return {name: built[name] for name in kept} | {
        "review": held.macro.output.review,
        "origin": held.origin,
        "built_in": held.origin == "built in",
        "notes": held.notes(),
    }


def result_value(report: Report) -> Json:
    """The result as the seed names its fields, with the run that made it."""
    built = report.to_dict()
    run = {name: built[name] for name in ("trace_id", "status", "stop_reason", "usage", "lost", "engine", "privacy")}
    return (built["macro"] or {"data": None}) | run


def example_call(macro: Macro) -> str:
    """A command that can be copied, with the macro's own example or a place for each value."""
    given = macro.hints.example or {
        one.name: one.enum[0] if one.enum else EXAMPLES.get(one.type, "…")
        for one in macro.parameters
        if one.required and one.default is None
    }
    words = ["inquiro", "macro", "run", macro.name, *(f"{key}={_word(value)}" for key, value in given.items())]
    return plain(shlex.join(words))


def history_lines(macro: Macro, replayed: Sequence[Replayed]) -> Iterator[str]:
    """What past decisions would come to now; what is the same is only counted."""
    counted = Counter(one.outcome for one in replayed)
    told = ", ".join(f"{counted[name]} {name}" for name in ("same", "changed", "broken", "rejected") if counted[name])
    yield f"{count(len(replayed), 'past decision')} on {plain(macro.name)}{': ' + told if told else ''}"
    for one in replayed:
        if one.outcome in {"changed", "broken"}:
            edited = ", edited" if one.edits_made else ""
            yield f"  {one.outcome}: review {one.review_id[:8]} (version {plain(one.version)}, {plain(one.who)}{edited})"
            yield from (f"    {plain(problem)}" for problem in one.problems)
            lines = one.difference.splitlines()[2:]  # without the names of both sides
            yield from (f"    {as_it_is(line)}" for line in lines[:MOST_LINES])
            if len(lines) > MOST_LINES:
                yield f"    … {count(len(lines) - MOST_LINES, 'more line')} (--json has all)"


def _origin(held: Held) -> str:
    takes = f", in the place of the {plain(held.replaces)} one" if held.replaces else ""
    return f"{plain(held.origin)}{takes}"


def _parameter(one: MacroParameter) -> str:
    name = plain(one.name)
    return name if one.required and one.default is None else f"[{name}]"


def _bounds(one: MacroParameter) -> str:
    enum = one.enum or tuple(one.items.get("enum", ()))
    parts = [f"one of {', '.join(plain(_word(value)) for value in enum)}" if enum else ""]
    parts += [f"like {plain(one.pattern)}" if one.pattern else ""]
    parts += [f"default {plain(_word(one.default))}" if one.default is not None else ""]
    said = "; ".join(filter(None, parts))
    return f" ({said})" if said else ""


def _word(value: Any) -> str:
    import json

    if isinstance(value, list) and all(isinstance(one, str) for one in value):
        return ",".join(value)
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _heading(words: str) -> Iterator[RenderableType]:
    yield ""
    yield Paragraph(Text(words, style="bold cyan"))


def _block(label: str, text: str, hang: int = 2) -> Iterator[RenderableType]:
    """Lines as they are written, set in as they are."""
    if not text.strip():
        return
    yield from _heading(label)
    for line in text.rstrip().expandtabs(2).splitlines():
        bare = line.lstrip(" ")
        yield Paragraph(Text(as_it_is(bare)), INDENT + len(line) - len(bare), hang) if bare else ""
