"""A macro's result on the screen, and where to decide on it."""

from __future__ import annotations

from rich.console import Console, ConsoleOptions, RenderResult

from inquiro.cli.rows import Parts
from inquiro.cli.screen import drawn
from inquiro.cli.text import plain
from inquiro.core.types import Report
from inquiro.present.macro_short import in_short
from inquiro.present.terminal import screen


class Result:
    """`brief`: only the fields; whoever prints it tells the rest."""

    def __init__(self, report: Report, *, brief: bool = False) -> None:
        self.report, self.brief = report, brief

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        macro = self.report.macro
        if macro is None:
            return
        yield from drawn(screen(in_short(self.report, fields_only=self.brief)))
        if self.report.review is not None and not self.brief:
            short = plain(macro.result_id)[:8]
            yield Parts([f"inquiro review show {short}", f"inquiro runs export {short} --format html"])
