"""Editing a result in one's own editor until it is accepted; what changed is shown, nothing is decided."""

from __future__ import annotations

import getpass
from typing import Any

import click

from inquiro.cli.deciding import at_terminal
from inquiro.cli.editing import NotJson, as_text, edited_text, from_text, scratch
from inquiro.cli.opened import Opened
from inquiro.cli.problems import tell_edit
from inquiro.cli.rows import Paragraph, console
from inquiro.cli.text import as_it_is, plain
from inquiro.core.errors import BadEdit, UsageError
from inquiro.core.types import Review


def revise(opened: Opened, review_id: str, name: str = "", *, draft: bool = False) -> Review:
    """The newest version, which is the one there was if nothing was changed."""
    review = opened.wait(opened.runtime.reviews.get(review_id))
    if review.kind != "macro":
        raise UsageError(f"only the result of a macro can be edited; change {plain(review.payload.origin)} instead")
    if draft and review.draft is None:
        raise UsageError(f"review {review.id[:8]} has no draft; leave --draft out")
    text = as_text(review.draft if draft else review.payload.data)
    with scratch() as path:
        newest = _until_accepted(opened, review, path, text, name.strip() or getpass.getuser())
    if newest is None:
        click.echo("Nothing was changed.", err=True)
        return review
    tell_changes(review, newest)
    short = newest.id[:8]
    click.echo(
        f"Saved as version {newest.version}, hash {newest.payload_hash[:8]}; nothing is decided. "
        f"Next: inquiro review approve {short} --execute",
        err=True,
    )
    return newest


def tell_changes(before: Review, after: Review) -> None:
    """The difference between two versions, the verbs included."""
    from rich.text import Text

    from inquiro.onboarding.reviewing.differences import difference

    lines = difference(before.payload, after.payload)
    out = console(stderr=True)
    out.print(Text("  Changed" if lines else "  Nothing is other than before.", style="bold cyan"))
    for line in lines:
        style = "green" if line.startswith("verbs: +") else "red" if line.startswith("verbs: -") else ""
        out.print(Paragraph(Text(as_it_is(line), style=style), 4, 4))
    out.print("")


def _until_accepted(opened: Opened, review: Review, path: Any, text: str, who: str) -> Review | None:
    while True:
        text = edited_text(path, text)
        try:
            data = from_text(text)
            if data == review.payload.data:
                return None
            return opened.wait(
                opened.runtime.reviews.revise(
                    review.id, data, seen_hash=review.payload_hash, version=review.version, who=who
                )
            )
        except (NotJson, BadEdit) as error:
            if not at_terminal():
                raise
            _tell(error)
            if not click.confirm("Open the editor again?", default=True, err=True):
                raise UsageError("the edit was not accepted; nothing was changed") from error


def _tell(error: NotJson | BadEdit) -> None:
    if isinstance(error, BadEdit):
        click.echo("The edit was refused:", err=True)
        tell_edit(error)
    else:
        click.echo(plain(error), err=True)
