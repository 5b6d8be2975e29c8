"""Links for browsers on the terminal of the server: whoever sits there is the operator."""

from __future__ import annotations

import getpass
import signal
import sys
import threading
from typing import TYPE_CHECKING, TextIO

import click

from inquiro.core.access import Token

if TYPE_CHECKING:
    from inquiro.api.desk import Desk


def let_browsers_in(desk: Desk) -> None:
    """A link now, and another whenever Enter is pressed; none where nobody sits: a log is no place for a way in."""
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        return
    show_link(desk)
    click.echo("Press Enter for another link.", err=True)
    if hasattr(signal, "SIGTTIN"):
        signal.signal(signal.SIGTTIN, signal.SIG_IGN)  # a server in the background is not stopped: reading just ends
    threading.Thread(target=show_links, args=(desk, sys.stdin), name="links", daemon=True).start()


def show_links(desk: Desk, keyboard: TextIO) -> None:
    try:
        while keyboard.readline():
            show_link(desk)
    except OSError:
        return  # no longer in the foreground


def show_link(desk: Desk) -> None:
    from inquiro.api.browser import way_in
    from inquiro.api.refusal import Refused

    try:
        path = way_in(desk, Token(id="", name=operator(), scope="review"))
    except Refused as refused:
        click.echo(refused.detail, err=True)
    else:
        click.echo(f"Reviews, for one browser within a minute: {desk.address}{path}", err=True)


def operator() -> str:
    """In whose name decisions are made that come through such a link."""
    try:
        return getpass.getuser()
    except (OSError, KeyError):
        return "operator"  # an account without a name
