"""`inquiro vault`: an index of your notes, and search in it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args

import click

from inquiro.cli.delivery import print_json
from inquiro.cli.obsidian import plugin
from inquiro.core.errors import NotConfigured
from inquiro.core.types import NoteFilter, SearchMode

if TYPE_CHECKING:
    from inquiro.core.settings import Settings

_as_json = click.option("--json", "as_json", is_flag=True, help="Print JSON on stdout, nothing else there.")
_FOLDER = click.Path(file_okay=False, path_type=Path)


@click.group()
def vault() -> None:
    """Index the notes of a vault and search them by words and by meaning; nothing leaves this machine."""


vault.add_command(plugin)


@vault.command()
@click.argument("folder", metavar="[DIR]", required=False, type=_FOLDER)
@click.option("--no-embeddings", is_flag=True, help="Words only: seconds instead of minutes.")
@click.option("--broken", is_flag=True, help="List the links that lead nowhere.")
@_as_json
def index(folder: Path | None, no_embeddings: bool, broken: bool, as_json: bool) -> None:
    """Bring the index of the vault DIR up to date: only what changed is read again.

    DIR is INQUIRO_VAULT, or the vault around the current folder, where none is given. The notes can be searched by
    their words at once; finding them by meaning takes a model on this machine a while, and Ctrl-C keeps what is done.
    """
    from inquiro.cli.vault_views import IndexDisplay, broken_lines, searchable_line, summary_lines
    from inquiro.core.settings import Settings
    from inquiro.runtime.vault import index_vault

    settings = Settings.load()
    place = _place(settings, folder)
    with IndexDisplay() as display:
        try:
            found = index_vault(
                settings,
                place,
                display,
                embed=not no_embeddings,
                searchable=lambda found: display.say(searchable_line(found)),
            )
        except KeyboardInterrupt:
            display.say("Interrupted; what is done is kept. To go on: inquiro vault index")
            raise
    if as_json:
        print_json(found.to_dict())
        return
    for line in (*summary_lines(found), *(broken_lines(found) if broken else ())):
        click.echo(line)


@vault.command()
@click.argument("query")
@click.option(
    "--mode",
    type=click.Choice(get_args(SearchMode)),
    default="hybrid",
    show_default=True,
    help="By words, by meaning, or by both.",
)
@click.option(
    "--limit", type=click.IntRange(1, 200), metavar="N", default=10, show_default=True, help="At most so many."
)
@click.option("--tag", "tags", multiple=True, metavar="TAG", help="Only notes with this tag or one below (repeatable).")
@click.option("--folder", default="", metavar="DIR", help="Only notes in this folder of the vault.")
@click.option(
    "--since",
    default="",
    metavar="DATE",
    help="Only notes changed, or dated by their front matter, then or later: 2026-03-31, 2026-03, 2026.",
)
@click.option("--until", default="", metavar="DATE", help="Only notes changed or dated then or earlier.")
@click.option("--near", default="", metavar="NOTE", help="Only notes that a few links lead to, in either direction.")
@click.option(
    "--distance",
    type=click.IntRange(1, 6),
    metavar="N",
    default=2,
    show_default=True,
    help="So many links from --near.",
)
@click.option("--vault", "place", metavar="DIR", type=_FOLDER, help="Folder of the vault; else INQUIRO_VAULT.")
@_as_json
def search(query: str, *, mode: SearchMode, limit: int, place: Path | None, as_json: bool, **narrowed: Any) -> None:
    """List the notes that answer QUERY, best first, each by its best passage.

    A note that is called as QUERY says comes first. What changed since the last time is read before.
    """
    from inquiro.cli.rows import console
    from inquiro.cli.vault_views import IndexDisplay, NoteList
    from inquiro.core.settings import Settings
    from inquiro.runtime.vault import find_notes

    settings = Settings.load()
    wanted = NoteFilter(**narrowed)
    with IndexDisplay(after=1.0) as display:
        found = find_notes(settings, query, mode, limit, wanted, folder=_place(settings, place), progress=display)
    if as_json:
        print_json([note.to_dict() for note in found])
    elif found:
        console().print(NoteList(found, query))
    else:
        click.echo("No note answers that.", err=True)


@vault.command()
@click.option("--vault", "folder", metavar="DIR", type=_FOLDER, help="Folder of the vault; else INQUIRO_VAULT.")
@click.option(
    "--forget", "forgotten", multiple=True, metavar="WORD", help="Do not let this word leave by itself any more."
)
@click.option("--forget-all", is_flag=True, help="Forget all of them.")
@_as_json
def words(folder: Path | None, forgotten: tuple[str, ...], forget_all: bool, as_json: bool) -> None:
    """List the words that you let leave whenever a note of the vault is researched, or forget them."""
    from inquiro.core.settings import Settings
    from inquiro.runtime.notes import accepted_in, forget_accepted

    settings = Settings.load()
    place = _place(settings, folder)
    if place is None:
        raise NotConfigured("say which vault: --vault DIR, or set INQUIRO_VAULT")
    if forget_all or forgotten:
        known = forget_accepted(settings, place, None if forget_all else forgotten)
    else:
        known = accepted_in(settings, place)
    if as_json:
        print_json(list(known))
        return
    for word in known:
        click.echo(word)
    if not known:
        click.echo("No words are remembered: common ones leave, others only if you agree.")


def _place(settings: Settings, given: Path | None) -> Path | None:
    """The folder that is given, else the one in the settings, else the vault around the current folder."""
    from inquiro.vault.places import find_vault

    return given or settings.vault or find_vault(Path.cwd())
