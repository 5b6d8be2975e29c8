"""Characters nobody sees and names that look like other names: what pretends to be something else."""

from __future__ import annotations

import re
from bisect import bisect_left
from urllib.parse import urlsplit

import msgspec

from inquiro.core.types import Anchor, CodeSpan, ReadText
from inquiro.text.lookalikes import drawn_like_latin, script
from inquiro.text.unseen import HIDDEN, is_needed

HIDDEN_REMOVED = "invisible characters removed"  # the readers' word for it
LOOK_ALIKE = "look-alike domain"

_SOFT_HYPHEN = "\u00ad"  # says where a word may break: it goes, but hides nothing
_HIDDEN = re.compile(f"[{_SOFT_HYPHEN}{HIDDEN}]")


def unhidden(text: str) -> tuple[str, bool]:
    """The text without what nobody sees, and whether something was hidden in it."""
    gone = _hidden_at(text)
    if not gone:
        return text, False
    drop = set(gone)
    kept = "".join(char for at, char in enumerate(text) if at not in drop)
    return kept, any(text[at] != _SOFT_HYPHEN for at in gone)


def undisguised(content: ReadText) -> ReadText:
    """The same reading without hidden characters: its positions move along with its text."""
    text, hid = unhidden(content.text)
    title, title_hid = unhidden(content.title)
    if text == content.text and title == content.title:
        return content
    gone = _hidden_at(content.text)
    flags = (HIDDEN_REMOVED,) if hid or title_hid else ()
    return msgspec.structs.replace(
        content,
        text=text,
        title=title,
        headings=tuple(
            Anchor(offset=one.offset - bisect_left(gone, one.offset), label=unhidden(one.label)[0])
            for one in content.headings
        ),
        page_starts=tuple(start - bisect_left(gone, start) for start in content.page_starts),
        flags=tuple(dict.fromkeys((*content.flags, *flags))),
        code=tuple(
            CodeSpan(
                start=one.start - bisect_left(gone, one.start),
                end=one.end - bisect_left(gone, one.end),
                language=one.language,
            )
            for one in content.code
        ),
    )


def is_look_alike(url: str) -> bool:
    """Whether the host is written with letters of another script to be taken for a Latin name."""
    try:
        host = urlsplit(url).hostname or ""
    except ValueError:
        return False
    labels = [_readable(label) for label in host.rstrip(".").split(".")]
    latin_zone = labels[-1].isascii()
    return any(_is_disguised(label, latin_zone) for label in labels if not label.isascii())


def _hidden_at(text: str) -> list[int]:
    return [one.start() for one in _HIDDEN.finditer(text) if not is_needed(text, one.start())]


def _readable(label: str) -> str:
    """A label as a browser may show it."""
    if not label.startswith("xn--"):
        return label.lower()
    try:
        return label.removeprefix("xn--").encode("ascii").decode("punycode").lower()
    except UnicodeError:
        return label


def _is_disguised(label: str, latin_zone: bool) -> bool:
    scripts = {name for char in label if (name := script(char))}
    if len(scripts) > 1:
        return True
    return latin_zone and "LATIN" not in scripts and drawn_like_latin(label)
