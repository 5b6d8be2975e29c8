"""A macro's result on the screen: what needs a look first, then all of it as an indented list, long lists cut."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.text import Text

from inquiro.cli.field_views import LABEL_STYLES
from inquiro.cli.rows import INDENT, Paragraph, Parts, Row
from inquiro.cli.text import as_it_is, count, plain, shortened
from inquiro.core.types import Report
from inquiro.onboarding.reviewing.wording import cut
from inquiro.present.macro_fields import ShownField, ShownGroup, ShownPart
from inquiro.present.macro_result import Fact, ShownResult, shown_result

LOOKS, MEMBERS, CHANGES, ERRORS, NAMES = 10, 8, 10, 5, 30  # of each that many are shown; the exports have all
LONGEST = 160
# What the screen says of it as a whole, under names that fit a narrow column; the exports say more.
ROWS: dict[str, str] = {
    Fact.STANDING: "Standing",
    Fact.FIELDS: "Fields",
    Fact.LEIS: "LEIs",
    Fact.ASSESSED: "By itself",
    Fact.MEASURED: "Measured",
    Fact.SCHEMA: "Schema",
}


class Result:
    """`brief`: only the fields; whoever prints it tells the rest."""

    def __init__(self, report: Report, *, brief: bool = False) -> None:
        self.report, self.brief = report, brief

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        found = shown_result(self.report)
        if found is None:
            return
        if not self.brief:
            yield ""
            yield Paragraph(Text("Result", style="bold"))
            yield from _facts(found)
        yield from _looks(found)
        for group in found.groups:
            yield from _group(group)
        if found.unfilled:
            names = ", ".join(map(as_it_is, found.unfilled[:NAMES]))
            yield ""
            yield Paragraph(Text(f"Not filled: {names}{_more(len(found.unfilled) - NAMES)}", style="dim"), INDENT, 2)
        if not self.brief:
            yield from _verbs(found)
            yield from _next(self.report)


def _facts(found: ShownResult) -> Iterator[RenderableType]:
    for name, value in found.facts:
        if name in ROWS:
            yield Row(ROWS[name], plain(value))
    for error in found.errors[:ERRORS]:
        yield Row("", f"✗ {plain(error)}", style="red")
    if (rest := len(found.errors) - ERRORS) > 0:
        yield Row("", f"✗ and {rest:,} more", style="red")
    for number, (name, value) in enumerate(found.decision):
        yield Row("" if number else "Decision", Text.assemble((f"{plain(name)} ", "dim"), plain(value)))
    for number, change in enumerate(found.changes[:CHANGES]):
        line = Text.assemble((f"{as_it_is(change.path)} ", "dim"), _cut(change.before), " → ", _cut(change.after))
        yield Row("" if number else "Changed", line)
    if (rest := len(found.changes) - CHANGES) > 0:
        yield Row("", f"and {rest:,} more", style="dim")


def _looks(found: ShownResult) -> Iterator[RenderableType]:
    if not found.looks:
        return
    total = len(found.looks) + found.more_looks
    yield ""
    need = "needs" if total == 1 else "need"
    yield Paragraph(Text(f"{count(total, 'field')} {need} a look, riskiest first", style="bold cyan"))
    for one in found.looks[:LOOKS]:
        yield Paragraph(_line("! ", one.path, one), INDENT, 4)
        yield from (Paragraph(Text(plain(remark), style="yellow"), INDENT + 2, 2) for remark in one.remarks)
        if one.quotes:
            yield Paragraph(Text(f"“{shortened(one.quotes[0].citation.quote, LONGEST)}”", style="dim"), INDENT + 2, 2)
    if total > LOOKS:
        yield Paragraph(Text(f"… and {total - LOOKS:,} more", style="dim"))


def _group(group: ShownGroup) -> Iterator[RenderableType]:
    yield ""
    yield Paragraph(Text(as_it_is(group.title), style="bold cyan"))
    titled = [part for part in group.parts if part.title]
    for part in group.parts:
        if not part.title:
            width = max(len(field.label) for field in part.fields)
            yield from (Paragraph(_line("", field.label.ljust(width), field), INDENT + 2, 4) for field in part.fields)
    yield from (Paragraph(_member(part), INDENT + 2, 4) for part in titled[:MEMBERS])
    if (rest := len(titled) - MEMBERS) > 0:
        yield Paragraph(Text(f"… and {rest:,} more", style="dim"), INDENT + 2)


def _member(part: ShownPart) -> Text:
    """One object in a line: its title, then what that does not say yet."""
    told = [field for field in part.fields if not part.title.endswith(field.value)]
    values = [f"{as_it_is(field.label)} {_cut(field.value)}" for field in told]
    return Text.assemble(as_it_is(part.title), (f"  {' · '.join(values)}", "dim"), *_states(part.fields))


def _states(fields: Sequence[ShownField]) -> Iterator[tuple[str, str]]:
    kinds = {field.state: LABEL_STYLES.get(field.kind, "dim") for field in fields}
    for state, style in kinds.items():
        yield f"  {state}", style


def _line(mark: str, name: str, field: ShownField) -> Text:
    style = LABEL_STYLES.get(field.kind, "dim")
    return Text.assemble(
        (mark, style),
        (f"{as_it_is(name)}  ", "dim" if not mark else "bold"),
        f"{_cut(field.value)}  ",
        (field.state, style),
    )


def _verbs(found: ShownResult) -> Iterator[RenderableType]:
    if found.verbs or found.verb_remarks:
        yield ""
        yield Row("Verbs", plain(found.verbs_state))
    for problem in found.verb_problems[:ERRORS]:
        yield Row("", f"✗ cannot run: {plain(problem)}", style="red")
    for warning in found.verb_warnings[:ERRORS]:
        yield Row("", f"⚠ {plain(warning)}", style="yellow")


def _next(report: Report) -> Iterator[RenderableType]:
    assert report.macro is not None
    short = plain(report.macro.result_id)[:8]
    if report.review is not None:
        yield Parts([f"inquiro review show {short}", f"inquiro runs export {short} --format html"])


def _cut(value: str) -> str:
    return cut(as_it_is(value), LONGEST)


def _more(rest: int) -> str:
    return f" and {rest:,} more" if rest > 0 else ""
