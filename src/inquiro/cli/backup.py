"""`inquiro backup` and `inquiro restore`: the database as one file, and back."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import click

from inquiro.cli.delivery import print_json
from inquiro.core.errors import UsageError
from inquiro.core.settings import Settings

_as_json = click.option("--json", "as_json", is_flag=True, help="Print JSON on stdout, nothing else there.")


@click.command()
@click.argument("file", metavar="[FILE]", required=False, type=click.Path(path_type=Path, dir_okay=False))
@click.option("--force", is_flag=True, help="Replace FILE if it exists.")
@_as_json
def backup(file: Path | None, force: bool, as_json: bool) -> None:
    """Write a consistent copy of the database, also while others use it.

    Without FILE it lies beside the database, where `inquiro restore --latest` finds it.
    """
    from inquiro.storage.backup import back_up

    settings = Settings.load()
    written = back_up(settings.database_url, settings.home, file, force=force)
    size = written.stat().st_size
    if as_json:
        print_json({"file": str(written), "bytes": size})
    else:
        click.echo(f"{written} holds everything up to now ({size / 1e6:.1f} MB).")


@click.command()
@click.argument("file", metavar="[FILE]", required=False, type=click.Path(path_type=Path, dir_okay=False))
@click.option("--latest", is_flag=True, help="Take the newest backup beside the database.")
@click.option("--force", is_flag=True, help="Also while another process works on a run.")
@_as_json
def restore(file: Path | None, latest: bool, force: bool, as_json: bool) -> None:
    """Put a backup in the place of the database; what was there is kept beside it."""
    from inquiro.runtime.owners import alive
    from inquiro.storage.restore import restore as put_back

    if latest == (file is not None):
        raise UsageError("say which backup: FILE, or --latest for the newest one beside the database")
    settings = Settings.load()
    done = put_back(settings.database_url, settings.home, file, force=force, alive=alive)
    if as_json:
        print_json(done.to_dict())
        return
    click.echo(f"The database is the one of {done.file}, made {_when(done.made_at)}; runs in it: {done.runs}.")
    click.echo("What was written after that is not in it.")
    if done.kept:
        click.echo(f"The {'damaged file' if done.damaged else 'database as it was'} is kept: {done.kept}")


def _when(moment: datetime) -> str:
    hours = (datetime.now(UTC) - moment).total_seconds() / 3600
    return f"{moment.astimezone():%Y-%m-%d %H:%M} ({hours:.1f} hours ago)"
