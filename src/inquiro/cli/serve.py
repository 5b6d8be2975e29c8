"""`inquiro serve`: research over REST, server-sent events and WebSocket."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import Any

import click

from inquiro.cli.opened import Opened
from inquiro.core.errors import UsageError
from inquiro.core.settings import PORT

_FOLDER = click.Path(exists=True, file_okay=False, readable=True, path_type=Path)
_FILE = click.Path(exists=True, dir_okay=False, readable=True, path_type=Path)


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option("--port", type=click.IntRange(0, 65_535), default=PORT, show_default=True, help="0 takes a free one.")
@click.option(
    "--corpus", "corpora", multiple=True, type=_FOLDER, help="Folder of private documents every run searches."
)
@click.option("--vault", type=_FOLDER, help="Folder of the vault whose notes clients may research and search.")
@click.option("--public-corpus", "public_corpora", multiple=True, type=_FOLDER, help="Folder that holds no secrets.")
@click.option(
    "--runs-at-once",
    type=click.IntRange(1, 64),
    metavar="N",
    default=4,
    show_default=True,
    help="Runs that work at the same time; the others wait.",
)
@click.option("--allow-remote", is_flag=True, help="Listen where other machines can reach it.")
@click.option("--name", "names", multiple=True, metavar="HOST", help="Host name that clients use (repeatable).")
@click.option("--proxy", metavar="URL", help="Public address of the proxy in front, which encrypts.")
@click.option("--tls-cert", type=_FILE, help="Certificate file.")
@click.option("--tls-key", type=_FILE, help="Key file of the certificate.")
def serve(**options: Any) -> None:
    """Serve research over REST, server-sent events and WebSocket.

    At the first start a token is made; its file is named on stderr. Everything but /healthz needs it. Runs go on
    when clients leave, and those that an ended server left behind go on at the next start. On a terminal, a link lets
    one browser in to the reviews; Enter makes another link.
    """
    if bool(options["tls_cert"]) != bool(options["tls_key"]):
        raise UsageError("--tls-cert and --tls-key belong together")
    vault = options.pop("vault")
    with Opened(**({"vault": vault.resolve()} if vault else {})) as opened:
        _serve(opened, **options)


def _serve(
    opened: Opened,
    *,
    corpora: tuple[Path, ...],
    public_corpora: tuple[Path, ...],
    runs_at_once: int,
    allow_remote: bool,
    **place: Any,
) -> None:
    from inquiro.api.desk import Desk  # the web framework: only when serving
    from inquiro.api.exposure import check_exposure, first_token
    from inquiro.api.server import Place
    from inquiro.api.server import serve as serve_at
    from inquiro.cli.letting_in import let_browsers_in
    from inquiro.runtime import Runner
    from inquiro.web.pages import WebPages

    where = Place(**place)
    runtime = opened.runtime
    known = opened.wait(runtime.tokens.all())
    check_exposure(
        where.host,
        has_token=any(token.revoked_at is None for token in known),
        allow_remote=allow_remote,
        encrypted=bool(where.tls_cert),
        proxied=bool(where.proxy),
    )
    file = opened.wait(first_token(runtime.settings.home, runtime.tokens))
    who = f"the token is in {file}" if file else "`inquiro tokens list` shows who may use it"
    with closing(Runner(runtime, runs_at_once)) as runner:
        desk = Desk(runtime, runner, _located(corpora), _located(public_corpora), pages=WebPages())

        def ready(url: str) -> None:
            desk.address = (where.proxy or url).rstrip("/")
            click.echo(f"Inquiro serves at {url}; {who}", err=True)
            let_browsers_in(desk)

        serve_at(desk, where, ready)


def _located(folders: tuple[Path, ...]) -> tuple[str, ...]:
    return tuple(str(folder.resolve()) for folder in folders)
