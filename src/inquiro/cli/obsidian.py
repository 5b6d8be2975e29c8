"""`inquiro vault plugin`: put the plugin for Obsidian into a vault."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import click

from inquiro.core.errors import NotConfigured, UsageError

FILES = ("manifest.json", "main.js", "styles.css")
_PLUGIN = Path(".obsidian", "plugins", "inquiro")


@click.command()
@click.argument("folder", metavar="[DIR]", required=False, type=click.Path(file_okay=False, path_type=Path))
def plugin(folder: Path | None) -> None:
    """Install the plugin for Obsidian into the vault DIR, or bring it up to date; its settings stay.

    DIR is INQUIRO_VAULT, or the vault around the current folder, where none is given.
    """
    from inquiro.core.settings import Settings
    from inquiro.vault.places import find_vault

    vault = folder or Settings.load().vault or find_vault(Path.cwd())
    if vault is None:
        raise NotConfigured("say which vault: inquiro vault plugin DIR, or set INQUIRO_VAULT")
    target = install_plugin(vault.resolve())
    click.echo(f"The plugin is in {target}")
    click.echo("Next:")
    click.echo("  in Obsidian: Settings, Community plugins, turn on Inquiro")
    click.echo(f'  here:        inquiro serve --vault "{vault.resolve()}"')
    click.echo("  and a token for its settings: inquiro tokens create obsidian --scope research")


def install_plugin(vault: Path) -> Path:
    """Copy its files; a folder that is none of Obsidian's, or leads elsewhere, is left alone."""
    if not (vault / ".obsidian").is_dir():
        raise UsageError(f"{vault} is no vault of Obsidian's; open it there once, as a vault")
    target = vault / _PLUGIN
    places = (vault / ".obsidian", target.parent, target, *(target / name for name in FILES))
    if any(place.is_symlink() for place in places):
        raise UsageError(f"{target} leads elsewhere through a symbolic link; remove that first")
    target.mkdir(parents=True, exist_ok=True)
    source = plugin_folder()
    for name in FILES:
        (target / name).write_bytes((source / name).read_bytes())
    return target


def plugin_folder() -> Path:
    """Inside the installed package, or beside the sources of a checkout."""
    package = Path(str(files("inquiro")))
    for folder in (package / "integrations" / "obsidian", package.parent.parent / "integrations" / "obsidian"):
        if folder.is_dir():
            return folder
    raise NotConfigured("the plugin is not part of this installation; copy integrations/obsidian of the sources")
