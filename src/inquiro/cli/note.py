"""`inquiro note`: research a note of a vault, or take back what was written into it."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from typing import Any, get_args

import click

from inquiro.cli.agreement import agreement
from inquiro.cli.asking import carried_out, filled, some_options
from inquiro.cli.delivery import Delivery, delivery_options, print_json
from inquiro.core.errors import UsageError
from inquiro.core.types import Filters, NoteDepth, NoteFilter, Report, ResearchRequest, SendMode

_OF_RESEARCH = ("corpora", "public_corpora", "sources", "domain", "since", "sites", "language")
_OF_LIMITS = ("max_seconds", "max_cost", "max_tokens", "privacy", "model", "strict", "fresh")
_VAULT = click.Path(file_okay=False, path_type=Path)


def _filled(ctx: click.Context, parameter: click.Parameter, value: str | None) -> str | None:
    return value if value is None else filled("path of the note", 'inquiro note "Heat pumps"')(ctx, parameter, value)


@click.command()
@click.argument("path", required=False, callback=_filled)
@click.option("--vault", metavar="DIR", type=_VAULT, help="Folder of the vault; else INQUIRO_VAULT, or the one around.")
@click.option(
    "--depth",
    type=click.Choice(get_args(NoteDepth)),
    default="shallow",
    show_default=True,
    help="What search results say, or the two best pages of each topic read too.",
)
@click.option("--focus", metavar="TEXT", help="Only what has to do with this.")
@click.option("--all", "many", is_flag=True, help="Every note that --tag and --folder name, one after the other.")
@click.option("--tag", "tags", multiple=True, metavar="TAG", help="With --all: notes with this tag or one below.")
@click.option("--folder", default="", metavar="DIR", help="With --all: notes in this folder of the vault.")
@click.option(
    "--send",
    type=click.Choice(get_args(SendMode)),
    help="Which words of the note leave: known (common ones), ask (you see every search first), all (but secrets). "
    "At a terminal ask, elsewhere known.",
)
@click.option("--quotes", is_flag=True, help="Quote related notes and findings of your vault, too.")
@click.option(
    "--dry-run",
    is_flag=True,
    help="Write nothing, ask no source outside: show the change and every query that would be sent.",
)
@click.option("--undo", is_flag=True, help="Put the section back as it was before the last time.")
@some_options(*_OF_RESEARCH, *_OF_LIMITS)
@delivery_options
@click.pass_context
def note(
    ctx: click.Context, /, path: str | None, vault: Path | None, undo: bool, dry_run: bool, **options: Any
) -> None:
    """Research the note PATH and write what was found into its section "## Research".

    PATH is a path, a name or an alias, as in a link. Nothing outside that section changes, your own edits in it stay,
    and running it again updates it. Of the note only the labels of its topics leave this machine, as search queries.

    Without PATH, --all with --tag or --folder researches many: the limits are for all of them, a note that fails does not
    stop the others, and notes that were researched as they stand are left alone, unless --fresh asks for them again.

    Exit codes: 0 done, 1 failed, 2 wrong usage, 3 not configured or refused, 4 stopped early.
    """
    wishes = {name: options.pop(name) for name in ("format_name", "out", "as_json", "events")}
    many = {name: options.pop(name) for name in ("many", "tags", "folder")}
    if any(many.values()):
        ctx.exit(_all(path, vault, many, options, wishes, undo=undo, dry_run=dry_run))
    if path is None:
        raise UsageError('say which note: inquiro note "Heat pumps", or --tag TAG --all for every note with a tag')
    if undo:
        _undo(path, vault, options["focus"], wishes, dry_run=dry_run)
        return
    delivery = NoteDelivery(_undoing(path, vault), **wishes)
    attended = not (wishes["as_json"] or wishes["events"]) and sys.stdin.isatty() and sys.stderr.isatty()
    options["send"] = sending(options["send"], attended=attended)
    ctx.exit(carried_out(_request(path, vault, dry_run=dry_run, **options), delivery, answering=agreement))


def sending(wish: SendMode | None, *, attended: bool) -> SendMode:
    """What is wished for here, else set for all; where no person can see what leaves, common words alone."""
    from inquiro.core.settings import Settings

    if attended:
        return wish or Settings.load().send or "ask"
    if wish not in {None, "known"}:
        click.echo(f"--send {wish} needs a terminal; only common words of the note leave", err=True)
    return "known"


class NoteDelivery(Delivery):
    """At the end a person sees what became of the note; `runs show` has the evidence."""

    def __init__(self, undoing: str, **wishes: Any) -> None:
        super().__init__(**wishes)
        self._undoing = undoing

    def _show(self, report: Report) -> None:
        if report.note is None:
            super()._show(report)
            return
        from inquiro.cli.note_views import show_note

        show_note(report, undoing=self._undoing)


def _request(path: str, vault: Path | None, **options: Any) -> ResearchRequest:
    from inquiro.runtime.notes import note_request

    return note_request(path, vault=vault, **_in_words_of_a_request(**options))


def _in_words_of_a_request(
    *,
    corpora: tuple[Path, ...],
    public_corpora: tuple[Path, ...],
    since: str | None,
    sites: tuple[str, ...],
    language: str | None,
    **same: Any,
) -> dict[str, Any]:
    filters = Filters(since=since, sites=sites, language=language)
    return {"corpus": corpora, "public_corpus": public_corpora, "filters": filters, **same}


def _all(
    path: str | None,
    vault: Path | None,
    many: dict[str, Any],
    options: dict[str, Any],
    wishes: dict[str, Any],
    *,
    undo: bool,
    dry_run: bool,
) -> int:
    """Every note that is meant; no person can look at every search, so only common words leave."""
    if path is not None or undo or not many["many"] or not (many["tags"] or many["folder"].strip("/ ")):
        raise UsageError("--all goes with --tag TAG or --folder DIR (or both), without a PATH and without --undo")
    if wishes["format_name"] or wishes["out"] or wishes["events"]:
        raise UsageError(
            "--all prints a list of what changed, or --json; each run has its report: inquiro runs show ID"
        )
    from inquiro.cli.many_notes import research_many
    from inquiro.core.settings import Settings
    from inquiro.runtime.notes import vault_of

    options["send"] = sending(options["send"], attended=False)
    narrowed = NoteFilter(tags=many["tags"], folder=many["folder"].strip())
    folder = vault_of(Settings.load(), vault)
    return research_many(
        folder, narrowed, _in_words_of_a_request(**options), dry_run=dry_run, as_json=wishes["as_json"]
    )


def _undo(path: str, vault: Path | None, focus: str | None, wishes: dict[str, Any], *, dry_run: bool) -> None:
    if focus or wishes["format_name"] or wishes["out"] or wishes["events"]:
        raise UsageError("--undo goes with --vault, --dry-run and --json alone: it researches nothing")
    from inquiro.core.settings import Settings
    from inquiro.runtime.notes import undo_note

    written = undo_note(Settings.load(), path, vault, dry_run=dry_run)
    if wishes["as_json"]:
        print_json(written.to_dict())
        return
    from inquiro.cli.note_views import show_undo

    show_undo(written)


def _undoing(path: str, vault: Path | None) -> str:
    """The command that takes it back, ready to be copied."""
    words = ["inquiro", "note", path, *(["--vault", str(vault)] if vault else []), "--undo"]
    return shlex.join(words)
