"""`inquiro mcp`: the tools for a desktop assistant or any other MCP client, over stdin and stdout."""

from __future__ import annotations

import logging
import sys
from pathlib import Path

import click

_FOLDER = click.Path(exists=True, file_okay=False, readable=True, path_type=Path, resolve_path=True)


@click.command()
@click.option("--corpus", "corpora", multiple=True, type=_FOLDER, help="Folder of private documents for every run.")
@click.option("--public-corpus", "public_corpora", multiple=True, type=_FOLDER, help="Folder that holds no secrets.")
def mcp(corpora: tuple[Path, ...], public_corpora: tuple[Path, ...]) -> None:
    """Serve the research tools over stdin and stdout to an MCP client.

    The client starts this command by itself; runs that it leaves behind go on at the next start.
    """
    logging.basicConfig(level=logging.WARNING, stream=sys.stderr, format="%(name)s: %(message)s")
    import anyio

    from inquiro.mcp.desk import Folders
    from inquiro.mcp.server import build

    folders = Folders(private=tuple(map(str, corpora)), public=tuple(map(str, public_corpora)))
    anyio.run(build(folders).run_stdio_async)
