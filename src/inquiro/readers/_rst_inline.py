"""reStructuredText's inline markup, taken off so that a sentence reads as its page shows it."""

from __future__ import annotations

import re
from collections.abc import Mapping

# Every pattern stops at the next mark of its kind, so that no input makes it scan the rest again and again.
_MARKUP = re.compile(
    r"(?=[`:_\[|\\])(?:"  # nothing else begins a mark: the search runs over letters at full speed
    r"``(?P<literal>(?:[^`]|`(?!`))+)``"
    r"|:(?P<role>[A-Za-z][\w+.:-]{0,40}):`(?P<said>[^`]+)`"
    r"|_?`(?P<named>[^`]+)`(?::(?P<after>[A-Za-z][\w+.:-]{0,40}):|_{0,2})"
    r"|(?P<note>\[(?:\d+|#[\w.-]*|\*|(?P<work>[A-Za-z][\w.-]*))\]_(?!\w))"
    r"|\|(?P<substitute>[^\s|](?:[^|\n]{0,60}[^\s|])?)\|_{0,2}"
    r"|\\(?P<escaped>.))",
    re.DOTALL,
)
_REFERENCE = re.compile(r"(?<![\w`_*])(?P<name>[A-Za-z0-9]+(?:[-._+:][A-Za-z0-9]+)*)_(?P<anonymous>_?)(?![\w`])")
_GONE = re.compile("[ \t]*(?:\n[ \t]*)?\ufdd6")
_STRONG = re.compile(r"(?<![\w*])\*\*(?=[^\s*])([^*]*[^\s*])\*\*(?!\w)")
_EMPHASIS = re.compile(r"(?<![\w*])\*(?=[^\s*])([^*]*[^\s*])\*(?![\w*])")
_TARGETED = re.compile(r"(?P<text>.*?)\s*<[^<>]*>", re.DOTALL)
_NUMBER = re.compile(r"[-+−]?\d+")
_NAMED_SERIES = {"pep": "PEP", "rfc": "RFC", "cve": "CVE", "cwe": "CWE"}
_CALLED = frozenset({"func", "meth", "function", "method"})
_SUPERSCRIPT = str.maketrans("0123456789+-−", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻")
# Characters of literals hide in code points that no cleaned text contains, so that nothing takes them for markup.
_MARKS = "*_`|\\:"
_HIDE = str.maketrans(_MARKS, "\ufdd0\ufdd1\ufdd2\ufdd3\ufdd4\ufdd5")
_SHOW = str.maketrans("\ufdd0\ufdd1\ufdd2\ufdd3\ufdd4\ufdd5", _MARKS)


def plain_rst(text: str, substitutes: Mapping[str, str] | None = None, targets: frozenset[str] = frozenset()) -> str:
    """The words without roles, ticks, link targets, emphasis and marks of notes."""
    if not any(mark in text for mark in "*_`|\\"):
        return text
    known = substitutes or {}
    text = _GONE.sub("", _MARKUP.sub(lambda found: _shown(found, known), text))
    if "_" in text:
        text = _REFERENCE.sub(lambda found: _linked(found, targets), text)
    if "*" not in text:
        return text.translate(_SHOW)
    return _EMPHASIS.sub(r"\1", _STRONG.sub(r"\1", text)).translate(_SHOW)


def _shown(found: re.Match[str], substitutes: Mapping[str, str]) -> str:
    if found["literal"] is not None:
        return _hidden(found["literal"])
    if found["said"] is not None or found["named"] is not None:
        role = (found["role"] or found["after"] or "").rpartition(":")[2].lower()
        return _hidden(_as_shown(role, found["said"] or found["named"]))
    if found["note"] is not None:
        return found["work"] or "\ufdd6"
    if found["substitute"] is not None:
        name = " ".join(found["substitute"].lower().split())
        return _hidden(substitutes[name]) if name in substitutes else found[0]
    return "" if found["escaped"].isspace() else _hidden(found["escaped"])


def _linked(found: re.Match[str], targets: frozenset[str]) -> str:
    return found["name"] if found["anonymous"] or found["name"].lower() in targets else found[0]


def _as_shown(role: str, said: str) -> str:
    """What the page shows for a role: the title before an address, or the name itself."""
    targeted = _TARGETED.fullmatch(said)
    if targeted and targeted["text"]:
        return targeted["text"].replace("\\", "")
    said = " ".join(said.split()) if role else said.strip("<>")
    if role in _NAMED_SERIES:
        return f"{_NAMED_SERIES[role]} {said.partition('#')[0]}"
    if role == "sup" and _NUMBER.fullmatch(said):
        return said.translate(_SUPERSCRIPT)
    if said.startswith("~"):
        said = said.rpartition(".")[2].lstrip("~")
    said = said.removeprefix("!")
    return f"{said}()" if role in _CALLED and not said.endswith(")") else said


def _hidden(text: str) -> str:
    return text.translate(_HIDE)
