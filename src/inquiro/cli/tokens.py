"""`inquiro tokens`: who may use a server."""

from __future__ import annotations

import click

from inquiro.cli.delivery import print_json
from inquiro.cli.opened import Opened
from inquiro.cli.text import plain
from inquiro.core.access import SCOPES, Scope, Token

_as_json = click.option("--json", "as_json", is_flag=True, help="Print JSON on stdout, nothing else there.")


@click.group()
def tokens() -> None:
    """Create, list and revoke tokens of the server."""


@tokens.command()
@click.argument("name")
@click.option(
    "--scope",
    type=click.Choice(SCOPES),
    default="research",
    show_default=True,
    help="read: look; research: start, answer and stop runs; review: decide; admin: delete.",
)
@_as_json
def create(name: str, scope: Scope, as_json: bool) -> None:
    """Create a token for NAME; it is shown once and only its hash is kept."""
    with Opened() as opened:
        token, secret = opened.wait(opened.runtime.tokens.create(name, scope))
    if as_json:
        print_json(token.to_dict() | {"token": secret})
    else:
        click.echo(secret)
        click.echo(f"Token {token.id[:8]} ({token.scope}) is shown only now.", err=True)


@tokens.command("list")
@_as_json
def list_tokens(as_json: bool) -> None:
    """List tokens, without the tokens themselves."""
    with Opened() as opened:
        found = opened.wait(opened.runtime.tokens.all())
    if as_json:
        print_json([token.to_dict() for token in found])
        return
    for token in found:
        click.echo(_line(token))
    if not found:
        click.echo("No tokens yet. `inquiro serve` makes the first, `inquiro tokens create NAME` another.")


@tokens.command()
@click.argument("token_id", metavar="ID")
@_as_json
def revoke(token_id: str, as_json: bool) -> None:
    """Revoke a token at once."""
    with Opened() as opened:
        token = opened.wait(opened.runtime.tokens.revoke(token_id))
    if as_json:
        print_json(token.to_dict())
    else:
        click.echo(f"Token {token.id[:8]} ({plain(token.name)}) is revoked.")


def _line(token: Token) -> str:
    made = f"{token.created_at:%Y-%m-%d %H:%M}" if token.created_at else ""
    state = "revoked" if token.revoked_at else "valid"
    return f"{token.id[:8]}  {token.scope:<8}  {state:<7}  {made}  {plain(token.name)}"
