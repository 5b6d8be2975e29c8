"""reStructuredText as text: fields at the top, then the body; also told from other plain text by its marks."""

from __future__ import annotations

import re
from itertools import islice

from inquiro.core.types import Anchor
from inquiro.readers._assemble import Built, Facts, TextBuilder
from inquiro.readers._headers import facts_of_headers, names, split_headers
from inquiro.readers._rst_body import RstBody
from inquiro.readers._rst_directives import names_in
from inquiro.readers._rst_inline import plain_rst

_MARKS = re.compile(
    r"(?m)^\.\. (?:[a-z][\w:-]*::|_[^:\n]+:|\[[\w#]+\] )|:[a-z][a-z:]{1,20}:`[^`\n]+`|`[^`\n]+`__?(?!\w)|``[^`\n]+``|^[^\n]{3,}::$"
)
_TITLE = re.compile(r"(?m)^\S[^\n]{1,80}\n(?:={4,}|-{4,}|~{4,})[ \t]*$")
_SAMPLE = 60_000
_HEADERS = 5_000
_ENOUGH = 3
_PEOPLE = re.compile(r"(?P<name>Authors?|Maintainers?|Sponsor|[\w-]*Delegate|From|Editors?): (?P<who>.*)")
_FIELDS = re.compile(r"(?i):(?P<name>author|authors|date|version|status|title|language|created):[ \t]+(?P<value>\S.*)$")
_TOP = 30


def looks_like_rst(text: str) -> bool:
    """Titles that are underlined, and several marks that no other kind of text has."""
    head = text[:_SAMPLE]
    marks = sum(1 for _ in islice(_MARKS.finditer(head), _ENOUGH))
    if split_headers(head[:_HEADERS].split("\n")):
        return marks > 0 or bool(_TITLE.search(head))
    return marks >= _ENOUGH and bool(_TITLE.search(head))


def read_rst(text: str, flags: tuple[str, ...] = ()) -> tuple[Built, Facts]:
    """The text that its page shows, with positions, and what the document says about itself."""
    lines = text.expandtabs(8).split("\n")
    stated, targets = names_in(lines)
    substitutes = {name: plain_rst(shown) for name, shown in stated.items()}
    built = TextBuilder(flags, cleaned=True)
    headers = split_headers(lines)
    facts = Facts()
    if headers:
        fields = {name: plain_rst(value) for name, value in headers.fields.items()}
        facts = facts_of_headers(fields)
        built.block("\n".join(_without_addresses(plain_rst(line)) for line in headers.lines), kind="definition")
        lines = lines[headers.rest :]
    else:
        facts = facts_of_headers(_fields(lines))
    RstBody(built, substitutes, targets).write(lines)
    done = built.done()
    return done._replace(headings=_under_the_title(done, headed=headers is not None)), facts


def _under_the_title(built: Built, *, headed: bool) -> tuple[Anchor, ...]:
    """A first section that stands alone on its level is the title; otherwise all of them stand under one."""
    highest = [anchor for anchor in built.headings if anchor.level == 1]
    if not headed and len(highest) == 1 and not built.text[: highest[0].offset].strip():
        return built.headings
    return tuple(Anchor(offset=a.offset, label=a.label, level=a.level + 1) for a in built.headings)


def _fields(lines: list[str]) -> dict[str, str]:
    """A list of fields near the top tells the same as headers do."""
    found = (_FIELDS.match(line) for line in lines[:_TOP])
    return {one["name"].lower(): plain_rst(one["value"]) for one in found if one}


def _without_addresses(line: str) -> str:
    people = _PEOPLE.fullmatch(line)
    return f"{people['name']}: {names(people['who'])}" if people else line
