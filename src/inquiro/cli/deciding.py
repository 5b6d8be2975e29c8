"""Through which channel a person is heard: a terminal where they type the payload's short hash, or a token file.

Nothing that a program can pass along counts: no option, no environment, no pipe.
"""

from __future__ import annotations

import getpass
import os
import stat
import sys
from pathlib import Path
from typing import NamedTuple

import click

from inquiro.cli.opened import Opened
from inquiro.cli.rows import console
from inquiro.cli.text import plain
from inquiro.core.errors import NotConfigured, UsageError
from inquiro.core.types import Channel
from inquiro.core.types.reviews import SHORT_HASH
from inquiro.onboarding.reviewing.views import ReviewView

TRIES = 3
LONGEST_SECRET = 1000  # bytes


class Heard(NamedTuple):
    """Who speaks, and through what."""

    who: str
    channel: Channel


class Wishes(NamedTuple):
    """What the command line says about who decides."""

    name: str = ""
    token_file: Path | None = None
    seen_hash: str = ""


def hear(opened: Opened, review_id: str, wishes: Wishes) -> Heard:
    """A token file that was named, else the terminal; NeedsPerson where there is neither."""
    if wishes.token_file is not None:
        if not wishes.seen_hash:
            raise UsageError("--token-file needs --hash HASH: the payload_hash that `inquiro review show --json` gave")
        return Heard(_holder(opened, wishes.token_file), "token")
    if wishes.seen_hash:
        raise UsageError("--hash goes with --token-file; on a terminal the hash is typed")
    if not at_terminal():
        raise opened.runtime.reviews.needs_person(review_id)
    return Heard(wishes.name.strip() or getpass.getuser(), "terminal")


def at_terminal() -> bool:
    """Both what is read and what is shown: a reviewer who cannot see cannot decide."""
    return sys.stdin.isatty() and sys.stderr.isatty()


def typed_hash(view: ReviewView, doing: str) -> str:
    """What the reviewer typed once it is the hash of what is on the screen; empty if they leave it for later."""
    _forget_what_was_typed_before()
    for _ in range(TRIES):
        asked = f"To {doing}, type the hash of what you see here ({view.short_hash}); Enter leaves it for later: "
        click.echo(asked, err=True, nl=False)
        typed = sys.stdin.readline().strip().lower()
        if not typed:
            return ""
        if len(typed) >= SHORT_HASH and view.hash.startswith(typed):
            return typed
        click.echo(f"'{plain(typed)}' is not its hash; nothing was decided.", err=True)
    return ""


def show(screen: object) -> None:
    """On the terminal where it is decided: stdout may go to a file."""
    console(stderr=True).print(screen)


def _forget_what_was_typed_before() -> None:
    """Keys that were pressed before the review was on the screen are no decision."""
    try:
        import termios
    except ImportError:  # there are none on Windows
        return
    termios.tcflush(sys.stdin.fileno(), termios.TCIFLUSH)


def _holder(opened: Opened, path: Path) -> str:
    token = opened.wait(opened.runtime.tokens.holder(_secret(path)))
    if token is None:
        raise NotConfigured(f"the token in {path} is unknown or revoked; `inquiro tokens list` shows those there are")
    if not token.allows("review"):
        raise NotConfigured(
            f"the token '{token.name}' may not decide: its scope is {token.scope}; make one with "
            "`inquiro tokens create NAME --scope review`"
        )
    return token.name


def _secret(path: Path) -> str:
    try:
        with path.open("rb") as file:
            mode = os.fstat(file.fileno()).st_mode
            if not stat.S_ISREG(mode) or mode & 0o077:
                raise NotConfigured(f"{path} is open to others than you; make it your own: chmod 600 {path}")
            return file.read(LONGEST_SECRET).decode().strip()
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not text"
        raise UsageError(f"--token-file {path} cannot be read: {reason}") from error
