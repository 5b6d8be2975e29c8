"""`inquiro verify`: check an evidence pack, on any machine."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from inquiro.cli.delivery import print_json
from inquiro.cli.text import count, plain

if TYPE_CHECKING:
    from inquiro.runtime.packs import PackVerification

_SHOWN = 20  # problems; a file made of them must not flood the terminal


@click.command()
@click.argument("pack", metavar="PACK.zip", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print JSON on stdout, nothing else there.")
@click.pass_context
def verify(ctx: click.Context, pack: Path, as_json: bool) -> None:
    """Check an evidence pack: every hash, every quote in its place, the label of every sentence.

    It needs the file alone: no network, no key, no database. It shows that the pack was not changed and that the
    report says no more than the texts in it; who made the pack it cannot know.

    Exit codes: 0 it holds, 1 it does not, 2 it is no pack.
    """
    from inquiro.runtime.packs import verify_pack

    checked = verify_pack(pack)
    if as_json:
        print_json(checked.to_dict() | {"holds": checked.holds})
    else:
        click.echo(_verdict(checked))
    ctx.exit(0 if checked.holds else 1)


def _places(checked: PackVerification) -> str:
    """Where the quotes were looked up; a text that is not in the pack was not looked into, which is no failure."""
    alone = "checked by the quote alone, the text being withheld"
    if not checked.withheld:
        return f"{checked.found} found in their texts"
    looked_up = checked.citations - checked.withheld
    return f"{checked.found} found in their texts, {checked.withheld} {alone}" if looked_up else f"all {alone}"


def _verdict(checked: PackVerification) -> str:
    wrong = [plain(problem) for problem in checked.problems]
    wrong += [f"{plain(c.source_id or 'sentence')}: {plain(c.problem)}: {plain(c.claim)}" for c in checked.broken]
    held = (
        f"{count(checked.files, 'file')}, {count(checked.claims, 'sentence')}, {count(checked.citations, 'citation')}"
    )
    lines = [f"{'holds' if checked.holds else 'does not hold'}: {held}, {_places(checked)}."]
    if checked.withheld:
        lines.append("A pack with the whole texts: inquiro runs export ID --format pack --texts all")
    lines += [f"  {line}" for line in wrong[:_SHOWN]]
    if len(wrong) > _SHOWN:
        lines.append(f"  and {len(wrong) - _SHOWN} more")
    return "\n".join(lines)
