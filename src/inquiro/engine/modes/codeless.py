"""An idea without its code: ideas are told in words."""

from __future__ import annotations

import re

from inquiro.core.fences import fences, without_fences

_TAG = re.compile(r"<(?P<close>/?)(?P<name>pre|code)\b[^<>]*+>", re.IGNORECASE | re.ASCII)
_SPOKEN_OF = re.compile(r"(?<!`)(`{1,2})(?!`)[^`\n]++\1(?!`)")
_IN_LINE = re.compile(r"(?<!`)(`{3,})[^`\n]++\1(?!`)")
_MARKS = re.compile(r"`{3,}|~{3,}")


def without_code(text: str) -> tuple[str, int]:
    """The words, and how many blocks of code were among them; `words` between single backticks stay."""
    fenced = fences(text)
    words, tagged = _without_tagged(without_fences(text, fenced) if fenced else text)
    words, in_line = _IN_LINE.subn(" ", words)
    return re.sub(r"\n[ \t]*\n\s*", "\n\n", _MARKS.sub(" ", words)).strip(), len(fenced) + tagged + in_line


def _without_tagged(text: str) -> tuple[str, int]:
    """Without <pre> and <code>, which nobody may have closed; a word in <code> within a line is no block."""
    kept: list[str] = []
    at = taken = 0
    opened: re.Match[str] | None = None
    spoken_of = {place for code in _SPOKEN_OF.finditer(text) for place in (code.start() + 1, code.start() + 2)}
    for tag in _TAG.finditer(text):
        if tag.start() in spoken_of:
            continue
        if opened is None:
            kept.append(text[at : tag.start()])
            at = tag.end()
            opened = None if tag["close"] else tag
        elif tag["close"] and tag["name"].lower() == opened["name"].lower():
            code = text[opened.end() : tag.start()]
            if _is_a_word(text, opened, tag, code):
                kept.append(f"`{code.strip()}`")
            else:
                taken += 1
                kept.append("\n\n")
            at, opened = tag.end(), None
    if opened is not None:
        return "".join(kept), taken + 1
    return "".join((*kept, text[at:])), taken


def _is_a_word(text: str, opened: re.Match[str], closed: re.Match[str], code: str) -> bool:
    if opened["name"].lower() == "pre" or "\n" in code or "`" in code or not code.strip():
        return False
    before, after = text[max(0, opened.start() - 200) : opened.start()], text[closed.end() : closed.end() + 200]
    return bool(before.rpartition("\n")[2].strip() or after.partition("\n")[0].strip())
