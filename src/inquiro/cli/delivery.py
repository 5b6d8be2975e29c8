"""Where a report goes: the terminal, stdout in a format, or a file; wishes are checked before any work is done."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click
import msgspec

from inquiro.core.errors import InquiroError, UsageError
from inquiro.core.formats import format_named, named_by
from inquiro.core.protocols import Export, RunExport, Texts, WholeRun
from inquiro.core.types import Report

if TYPE_CHECKING:
    from inquiro.cli.opened import Opened

FORMATS = "md|html|pdf|docx|json|bibtex|ris|csl|pack"
EXIT_CODES = {"completed": 0, "max_iterations_reached": 0, "waiting": 0, "stopped": 4, "error": 1}
_READABLE = {"md", "json", "bibtex", "ris", "csl"}  # the others would only clutter a terminal
F = TypeVar("F", bound=Callable[..., Any])


def delivery_options(command: F) -> F:
    """`--format`, `--out`, `--json` and `--events`, the same on every command that ends in a report."""
    for option in (
        click.option("--events", is_flag=True, help="Print events as JSON lines on stdout."),
        click.option("--json", "as_json", is_flag=True, help="Print the report as JSON on stdout, nothing else there."),
        click.option("--out", metavar="FILE", type=click.Path(path_type=Path), help="Write the report to a file."),
        click.option("--format", "format_name", metavar=FORMATS, help="Format of the report; --out implies it."),
    ):
        command = option(command)
    return command


def chosen_delivery(options: dict[str, Any]) -> Delivery:
    """What those options say, taken out of the others; checked before any work is done."""
    return Delivery(**{name: options.pop(name) for name in ("format_name", "out", "as_json", "events")})


class Delivery:
    """One person's wishes for one report."""

    def __init__(
        self,
        *,
        format_name: str | None = None,
        out: Path | None = None,
        as_json: bool = False,
        events: bool = False,
        texts: Texts = "public",
    ) -> None:
        if as_json and events:
            raise UsageError("--json and --events both want stdout; choose one")
        if (as_json or events) and format_name and not out:
            raise UsageError("--format prints on stdout too; add --out FILE or leave --json and --events out")
        self.as_json, self.events = as_json, events
        self.out = checked_target(out) if out else None
        self._export = _export(format_name, out)
        self._texts = texts
        self._whole: WholeRun | None = None

    def gather(self, opened: Opened, report: Report) -> Report:
        """Fetch what the wished format needs beyond the report, while the store is open."""
        if report.macro is not None:
            from inquiro.runtime.reviewed import reviewed

            report = opened.wait(reviewed(opened.runtime, report))
        if isinstance(self._export, RunExport) and report.status != "waiting":
            whole = opened.wait(opened.runtime.whole(report.trace_id))
            self._whole = msgspec.structs.replace(whole, report=report)
        return report

    def hand_over(self, report: Report) -> int:
        """Deliver the report and return the exit code that its status asks for."""
        if report.status == "waiting":
            self._explain_waiting(report)
        elif self._export:
            self.export(report)
        if self.as_json:
            from inquiro.exports.json import JsonExport

            click.echo(JsonExport().render(report), nl=False)
        elif not self.events and report.status != "waiting" and (self.out or not self._export):
            self._show(report)
        return EXIT_CODES[report.status]

    def export(self, report: Report) -> Path | None:
        """The report in the wished format: in a file, whose path is returned, or on stdout."""
        assert self._export is not None
        target, data = self.out, self._rendered(self._export, report)
        if target is None and self._export.name not in _READABLE and sys.stdout.isatty():
            target = Path(f"inquiro-{report.trace_id[:8]}{self._export.suffix}")
        if target is None:
            click.echo(data, nl=False)
        else:
            write_whole(target, data)
            click.echo(f"Written: {target}", err=True)
        return target

    def _rendered(self, export: Export | RunExport, report: Report) -> bytes:
        if not isinstance(export, RunExport):
            return export.render(report)
        assert self._whole is not None
        if self._texts == "public" and any(source.private for source in report.sources):
            click.echo("Private documents: the pack holds their quotes only (--texts all adds their texts).", err=True)
        return export.render_run(self._whole, self._texts)

    def _show(self, report: Report) -> None:
        from inquiro.cli.render import Answer
        from inquiro.cli.rows import console

        console().print(Answer(report))
        if report.macro is not None:
            from inquiro.cli.result_views import Result

            console().print(Result(report))
        if report.note is not None:
            from inquiro.cli.note_views import show_note

            show_note(report)

    def _explain_waiting(self, report: Report) -> None:
        """Where the report would stand, unless something else was asked for there: a script must not read nothing."""
        from inquiro.cli.text import plain

        run, elsewhere = report.trace_id[:8], self.as_json or self.events
        if not elsewhere:
            click.echo(f"Status: waiting. Run {run} has no report yet: it waits for an answer.")
        click.echo(f"It needs to know: {plain(report.clarification or '')}", err=elsewhere)
        click.echo(f'Answer with: inquiro runs answer {run} "…"', err=elsewhere)


def write_whole(path: Path, data: bytes) -> None:
    """All of the file or nothing of it: a reader never sees half a report."""
    beside = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        beside.write_bytes(data)
        beside.replace(path)
    except OSError as error:
        beside.unlink(missing_ok=True)
        raise InquiroError(f"cannot write {path}: {error.strerror or error}") from error


def print_json(value: object) -> None:
    """JSON for machines: ASCII only, so that nothing in it can act on a terminal."""
    click.echo(json_text(value))


def json_text(value: object) -> str:
    return json.dumps(value, indent=2, default=str)


def checked_target(out: Path) -> Path:
    """A file that can be written, said before any work is done."""
    folder = out.absolute().parent
    if out.is_dir():
        raise UsageError(f"--out {out} is a folder; give a file name")
    if not folder.is_dir():
        raise UsageError(f"--out {out}: the folder {folder} does not exist")
    if not os.access(folder, os.W_OK):
        raise UsageError(f"--out {out}: the folder {folder} cannot be written")
    return out


def _export(format_name: str | None, out: Path | None) -> Export | RunExport | None:
    if format_name is None and out is None:
        return None
    if format_name is not None:
        return format_named(format_name)  # type: ignore[no-any-return]
    assert out is not None
    try:
        return format_named(named_by(out))  # type: ignore[no-any-return]
    except UsageError as error:
        raise UsageError(f"--out {error} (or give --format)") from error
