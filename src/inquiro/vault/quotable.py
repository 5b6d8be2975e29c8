"""What of a note may be quoted: not its comments, its code, what a template left in it, or its footer."""

from __future__ import annotations

import regex

_VISIBLE = regex.compile(r"[^\n]")
_UNQUOTED = tuple(
    regex.compile(pattern, regex.MULTILINE)
    for pattern in (
        r"%%(?s:.*?)(?:%%|\Z)",
        r"<!--(?s:.*?)(?:-->|\Z)",
        r"^[ \t>]*+(?P<fence>`{3,}|~{3,})[^\n]*(?:\n(?s:.*?)^[ \t>]*(?P=fence)[`~]*[ \t]*$|(?s:.*)\Z)",
        r"`[^`\n]+`",
        r"<%(?s:.*?)%>",
        r"\{\{[^{}\n]*\}\}",
        r"^[\p{L}\p{N} _-]{1,40}::[^\n]*$",
    )
)
_BREAK = regex.compile(r"^(?:-{3,}|\*{3,}|_{3,})[ \t]*$", regex.MULTILINE)
_LONGEST_FOOTER = 600  # characters behind the last line across


def quotable(text: str) -> str:
    """The same length, with blanks for what nobody is shown."""
    for pattern in _UNQUOTED:
        text = pattern.sub(_blanked, text)
    breaks = [found for found in _BREAK.finditer(text) if found.start() > 0]
    if breaks and len(text) - breaks[-1].end() <= _LONGEST_FOOTER and text[: breaks[-1].start()].strip():
        at = breaks[-1].end()
        text = text[:at] + _VISIBLE.sub(" ", text[at:])
    return text


def is_quotable(snippet: str, text: str) -> bool:
    """Whether every word of a snippet stands where it may be quoted from."""
    return " ".join(snippet.strip("… ").split()) in " ".join(quotable(text).split())


def _blanked(match: regex.Match[str]) -> str:
    return _VISIBLE.sub(" ", match[0])
