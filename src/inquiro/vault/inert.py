"""Words that others wrote, as they may stand in a note: they read the same, and nothing of them acts.

Obsidian and its plug-ins look for far more than Markdown does, and some of them in the raw text: comments, tags, block
ids, templates, queries, fields. Everything that starts one of these is escaped, so that it is shown and not followed.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from typing import Final
from urllib.parse import quote, urlsplit, urlunsplit

from inquiro.text.display import IN_A_LINE, visible_line
from inquiro.text.unseen import without
from inquiro.vault.blocks import lines_of

_ALWAYS = r"\\`*\[\]<>{}|~$^"
_SPECIAL = re.compile(
    rf"""[{_ALWAYS}]
    | (?<![^\W_])_ | _(?![^\W_])
    | (?<![^\W_])\#
    | %(?=[%<>]) | (?<=[%<>])%
    | =(?==) | (?<==)=
    | (?<=:): | :(?=//) | (?<=:)/ | (?<=:/)/
    | (?<=javascript): | (?<=vbscript): | (?<=obsidian): | (?<=mailto): | (?<=file): | (?<=data):
    | &(?=\#?\w{{1,40}};)
    """,
    re.VERBOSE | re.IGNORECASE,
)
_ADDRESS = re.compile(r"//|www\d?\.|@", re.IGNORECASE)
_IN_ADDRESS = re.compile(_SPECIAL.pattern + r"| [.@/:]", re.VERBOSE | re.IGNORECASE)
_AT_START = re.compile(r"([-+](?!\d)|[=:])|(\d{1,9})([.)])(?=\s|$)")
_HTTP: Final = frozenset({"http", "https"})
_LOOSE = re.compile(r"%(?![0-9A-Fa-f]{2})")
_SAFE_IN_ADDRESS = ":/?#@!&',;=+%-._~*"


def inert_text(text: str) -> str:
    """The same words on one line: no link, embed, tag, code, query, template, field or block of their own."""
    escaped = " ".join(map(_word, visible_line(text).split(" ")))
    start = _AT_START.match(escaped)
    if not start:
        return escaped
    return f"\\{escaped}" if start[1] else f"{start[2]}\\{escaped[start.start(3) :]}"


def _word(word: str) -> str:
    pattern = _IN_ADDRESS if _ADDRESS.search(word) else _SPECIAL
    return pattern.sub(r"\\\g<0>", word)


def safe_address(url: str) -> str | None:
    """An http(s) address that cannot break out of a link; None for anything else."""
    try:
        parts = urlsplit(url.strip())
        host = (parts.hostname or "").encode("idna").decode("ascii")
        port = parts.port
    except ValueError:  # brackets, ports and labels that are none; UnicodeError is one too
        return None
    if parts.scheme.lower() not in _HTTP or not re.fullmatch(r"[a-z0-9._-]+", host) or "@" in parts.netloc:
        return None
    origin = f"{parts.scheme.lower()}://{host}" + (f":{port}" if port is not None else "")
    rest = urlunsplit(("", "", parts.path, parts.query, parts.fragment))
    encoded = quote(_LOOSE.sub("%25", rest), safe=_SAFE_IN_ADDRESS, errors="replace")
    # What Obsidian would take for a highlight, a field, an entity or emphasis that begins here and ends in the text.
    for mark, code in (("==", "=%3D"), ("::", ":%3A"), ("*", "%2A"), ("~~", "~%7E"), ("&#", "&%23")):
        encoded = encoded.replace(mark, code)
    return origin + re.sub(r"&(?=\w{1,40};)", "%26", encoded)


def safe_link(title: str, url: str) -> str:
    """A Markdown link to a page, or its title alone where the address is none that may be followed."""
    address = safe_address(url)
    shown = inert_text(title)
    if address is None:
        return shown or inert_text(url)
    return f"[{shown or inert_text(address)}]({address})"


_SHOWN = "··"  # stands for an escaped sign: neither a blank nor part of a word
_ESCAPED = re.compile(r"\\.", re.DOTALL)
_LINKS = re.compile(
    r"\[\[(?P<wiki>[^\[\]\n]{1,1000})\]\]|\[(?P<shown>[^\[\]\n]{0,2000})\]\((?P<target>[^()\s<>]{0,4000})\)"
)
_ACTIVE: Final = tuple(
    (re.compile(pattern, re.MULTILINE | re.IGNORECASE), name)
    for pattern, name in (
        (r"!\[", "an image or embed"),
        (r"\[\[", "a link to a note that is not one of ours"),
        (r"\]\(", "a link that is not one of ours"),
        (r"\]\[", "a link by reference"),
        (r"^[ >]*\[[^\]\n]*\]:", "a definition of a link"),
        (r"\[\^", "a footnote"),
        (r"<[a-z/!?]", "HTML or an address in angle brackets"),
        (r"<%|%>", "a template"),
        (r"\{\{", "a template"),
        (r"`|~~~", "code"),
        (r"%%", "a comment"),
        (r"\$", "mathematics or a query"),
        (r"==", "a highlight"),
        (r"::", "a field"),
        (r"[a-z][a-z0-9+.-]*://|www\.|//[\w-]+\.\w", "an address that is not one of ours"),
        (r"(?:javascript|vbscript|obsidian|file|mailto|data):(?=\S)", "an address that is not one of ours"),
        (r"(?<!\S)#[^\s#]", "a tag"),
        (r"^[ >]*(?:[-*+]|\d+[.)])\s+\[.\]", "a task"),
        (r"(?:^|\s)\^[\w-]+[ \t]*$", "a block's id"),
        (r"^[ >]*\[!", "a callout"),
    )
)


def is_inert(section: str, allowed_urls: Collection[str], allowed_links: Collection[str] = ()) -> list[str]:
    """What in a whole section could act, by line; nothing where it may be written.

    `allowed_urls` are pages that were read, `allowed_links` the links to notes as `VaultNames.link_to` wrote them.
    """
    addresses = {address for url in allowed_urls if (address := safe_address(url))}
    live = _ESCAPED.sub(lambda pair: _SHOWN if pair[0][1] != "\n" else "\\\n", section)

    def own(link: re.Match[str]) -> str:
        """A link of ours counts as its words, which are looked at like any others."""
        if section[link.start() : link.end()] in allowed_links:
            return " " * len(link[0])
        if link["target"] in addresses:
            return f" {link['shown']} ".ljust(len(link[0]))
        return link[0]

    rest = _LINKS.sub(own, live)
    return [
        *_hidden_characters(section),
        *_blocks(section),
        *(
            f"line {rest.count(chr(10), 0, at.start()) + 1}: {name}"
            for sign, name in _ACTIVE
            for at in sign.finditer(rest)
        ),
    ]


def _hidden_characters(section: str) -> Iterable[str]:
    for number, line in enumerate(section.split("\n"), 1):
        if without(IN_A_LINE, line.replace("\t", " ").rstrip("\r")) != line.replace("\t", " ").rstrip("\r"):
            yield f"line {number}: characters that nobody sees"


def _blocks(section: str) -> Iterable[str]:
    before = ""
    for number, line in enumerate(lines_of(section), 1):
        if line.kind in {"front", "code", "comment", "html", "math"} and line.kind != before:
            yield f"line {number}: a block of {'front matter' if line.kind == 'front' else line.kind}"
        if 0 < line.level <= 2 and not (number == 1 and line.level == 2):
            yield f"line {number}: a heading that would end the section"
        before = line.kind
