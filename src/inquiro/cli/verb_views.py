"""Verbs on the screen: their names, what they take, what they change."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

from inquiro.cli.rows import INDENT, Paragraph
from inquiro.cli.text import plain
from inquiro.core.types import VerbArgument, VerbSpec

EFFECTS = {"read": "looks only", "store": "changes the store", "outside": "acts outside"}
_STYLES = {"read": "green", "store": "yellow", "outside": "red"}


class VerbList:
    def __init__(self, specs: Sequence[VerbSpec]) -> None:
        self.specs = specs

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        for number, spec in enumerate(self.specs):
            if number:
                yield ""
            effects = (f"  {EFFECTS[spec.effects]}", _STYLES[spec.effects])
            yield Paragraph(Text.assemble((plain(spec.name), "bold"), effects), 0)
            if spec.description:
                yield Paragraph(Text(plain(spec.description)))
            named = " ".join(map(_argument, spec.arguments)) + (" …" if spec.open else "")
            if named.strip():
                yield Paragraph(Text(named, style="dim"), INDENT, 2)
            for group in spec.one_of:
                yield Paragraph(Text(f"one of {', '.join(f':{plain(name)}' for name in group)}", style="dim"))


def fitting(specs: Iterable[VerbSpec], search: str) -> list[VerbSpec]:
    words = search.casefold().split()
    return [spec for spec in specs if all(word in f"{spec.name} {spec.description}".casefold() for word in words)]


def _argument(one: VerbArgument) -> str:
    said = f":{plain(one.name)} {'|'.join(plain(choice) for choice in one.enum) if one.enum else one.type}"
    return said if one.required else f"[{said}]"
