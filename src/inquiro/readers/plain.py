"""Plain text: kept line by line; stand-alone capitals, numbered and underlined lines are its headings."""

from __future__ import annotations

import re
from pathlib import PurePosixPath

from inquiro.core.types import Anchor, CodeSpan, ReadText
from inquiro.readers._assemble import Built, Facts, assemble
from inquiro.readers._byline import title_near_top
from inquiro.readers._decode import decode
from inquiro.readers._headers import facts_of_headers, split_headers
from inquiro.readers._licence import licence_stated
from inquiro.readers._rst import looks_like_rst, read_rst
from inquiro.readers._sniff import expect

_NUMBERED = re.compile(r"\d{1,2}(?:\.\d{1,2})*\.?[ \t]+[^\W\d_].{0,80}")
_UNDERLINE = re.compile(r"(?:={3,}|-{3,})")
_NUMBERS = re.compile(r"\d+(?:\.\d+)*")
# A source file is served as plain text: all of it is code.
_LANGUAGES = {
    ".py": "python", ".js": "javascript", ".mjs": "javascript", ".ts": "typescript", ".sh": "shell", ".bash": "shell",
    ".json": "json", ".yaml": "yaml", ".yml": "yaml", ".toml": "toml", ".go": "go", ".rs": "rust", ".java": "java",
    ".c": "c", ".h": "c", ".cpp": "cpp", ".rb": "ruby", ".php": "php", ".sql": "sql", ".r": "r", ".kt": "kotlin",
    ".swift": "swift", ".cs": "csharp", ".jl": "julia", ".lua": "lua",
}  # fmt: skip
_ENDS = (".", ",", ";", ":")


class PlainReader:
    name = "plain"
    suffixes = (".txt",)
    media_types = ("text/plain",)

    def read(self, data: bytes, name: str) -> ReadText:
        expect(data, name, "text", "text", "html")
        decoded, flags = decode(data)
        if PurePosixPath(name).suffix.lower() not in _LANGUAGES and looks_like_rst(decoded):
            built, facts = read_rst(decoded, flags)
            facts.licence = licence_stated(built.text, facts.title, built.headings, code=built.code)
            return assemble(name, self.media_types[0], built, facts)
        text = "\n".join(line.rstrip() for line in decoded.split("\n")).strip("\n")
        headings = tuple(_headings(text))
        headers = split_headers(text.split("\n", 100))
        facts = facts_of_headers(headers.fields) if headers else Facts(title=title_near_top(text))
        language = _LANGUAGES.get(PurePosixPath(name.partition("?")[0].partition("#")[0]).suffix.lower(), "")
        code = (CodeSpan(start=0, end=len(text), language=language),) if language and text else ()
        facts.licence = licence_stated(text, facts.title, headings)
        return assemble(name, self.media_types[0], Built(text, headings, (), flags, code), facts)


plugin = PlainReader


def _headings(text: str) -> list[Anchor]:
    found, offset = [], 0
    lines = ["", *text.split("\n"), ""]
    for before, line, after in zip(lines, lines[1:], lines[2:], strict=False):
        label = line.strip()
        if label and not before.strip() and _is_heading(label, after.strip()):
            found.append(
                Anchor(offset=offset + len(line) - len(line.lstrip()), label=label, level=_level(label, after))
            )
        offset += len(line) + 1
    return found


def _level(label: str, after: str) -> int:
    """By its underline or its number; capitals without either are the highest."""
    if _UNDERLINE.fullmatch(after.strip()):
        return 1 if "=" in after else 2
    number = _NUMBERS.match(label)
    return 1 + number[0].count(".") if number else 1


def _is_heading(label: str, after: str) -> bool:
    if _UNDERLINE.fullmatch(after):
        return not _UNDERLINE.fullmatch(label)
    if after or label.endswith(_ENDS) or len(label) > 100:
        return False
    return bool(_NUMBERED.fullmatch(label)) or (label.isupper() and len(label) > 3)
