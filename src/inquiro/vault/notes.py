"""What a note says of itself: its title, tags, dates, headings, blocks and links, each with its place."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from inquiro.core.types import Value
from inquiro.vault.blocks import Line, heading_title, lines_of
from inquiro.vault.files import stem_of
from inquiro.vault.inline import WIKILINK, NoteLink, Scanner, wikilink
from inquiro.vault.named_blocks import Block, blocks_of
from inquiro.vault.privacy_rules import Secrecy, secrecy_of
from inquiro.vault.properties import aliases_of, dates_in, properties, text_in, words_in

_READ = frozenset({"text", "quote", "heading"})
_FENCES = re.compile(r"\A\ufeff?---[ \t]*\s|---[ \t]*\s*\Z")
_UNQUOTED = re.compile(r"(?::|-)[ \t]+\Z")


class Heading(NamedTuple):
    start: int
    level: int
    text: str


class ParsedNote(Value, frozen=True, kw_only=True):
    """A note as far as its marks go; offsets are characters of the text that was given."""

    path: str
    title: str
    aliases: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()  # without the hash, in the order of the note
    dates: dict[str, str]  # ISO days, of `published`, `date`, `created`
    headings: tuple[Heading, ...] = ()
    blocks: tuple[Block, ...] = ()
    links: tuple[NoteLink, ...] = ()
    hidden: tuple[tuple[int, int], ...] = ()  # comments, with their marks
    body: int = 0  # where the front matter ends
    secrecy: Secrecy = ""

    @property
    def published(self) -> str | None:
        return next(iter(self.dates.values()), None)


def parse_note(text: str, path: str, lines: list[Line] | None = None) -> ParsedNote:
    """Everything in one pass over its lines, which may be given where they are known."""
    known = lines_of(text) if lines is None else lines
    body = next((line.start for line in known if line.kind != "front"), len(text) if known else 0)
    front = text[:body]
    said = properties(_FENCES.sub("", front)) if body else {}
    headings = tuple(_headings(text, known))
    scanner = Scanner(text)
    if body and "[[" in front:
        scanner.found.links.extend(_property_links(front))
    for start, end in _paragraphs(known):
        scanner.read(start, end)
    first = next((heading.text for heading in headings if heading.level == 1 and heading.text), "")
    tags = [tag.removeprefix("#") for tag in _front_tags(words_in(said, "tags", "tag"))] + scanner.found.tags
    return ParsedNote(
        path=path,
        title=text_in(said, "title") or first or stem_of(path),
        aliases=aliases_of(said),
        tags=tuple(dict.fromkeys(tag for tag in tags if tag)),
        dates=dates_in(said),
        headings=headings,
        blocks=tuple(blocks_of(text, known)) if "^" in text else (),
        links=tuple(scanner.found.links),
        hidden=tuple(sorted([*scanner.found.hidden, *((at.start, at.end) for at in known if at.kind == "comment")])),
        body=body,
        secrecy=secrecy_of(said, tags),
    )


def _paragraphs(lines: list[Line]) -> Iterable[tuple[int, int]]:
    """Stretches of running text: code spans and links end with their paragraph."""
    start, end, before = -1, -1, ""
    for line in lines:
        kind = line.kind
        if kind != before or kind not in _READ or line.level:
            if start >= 0:
                yield start, end
            start = line.start if kind in _READ else -1
        end, before = line.end, kind
    if start >= 0:
        yield start, end


def _headings(text: str, lines: list[Line]) -> Iterable[Heading]:
    for at, line in enumerate(lines):
        if line.level:
            last = at + 1
            while last < len(lines) and lines[last].kind == "heading" and not lines[last].level:
                last += 1
            yield Heading(line.start, line.level, heading_title(text, lines[at:last], 0))


def _front_tags(words: Iterable[str]) -> Iterable[str]:
    """Older notes separate them with blanks, and a tag has none."""
    for word in words:
        yield from word.split()


def _property_links(front: str) -> Iterable[NoteLink]:
    """Links in properties; brackets without quotes are a list of lists to YAML."""
    for match in WIKILINK.finditer(front):
        line = front[front.rfind("\n", 0, match.start()) + 1 : match.start()]
        if not _UNQUOTED.search(line) and not line.lstrip().startswith("#"):
            yield wikilink(match[1], match.start(), match.end(), "property")
