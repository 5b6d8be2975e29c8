"""Markdown's inline markup, taken off so that a quote reads like the sentence it is."""

from __future__ import annotations

import re

# Every pattern stops at the next opening bracket or tick, so that no input makes it scan the rest again and again.
_MARKUP = re.compile(
    r"\\(?P<escaped>[!-/:-@\[-`{-~])"
    r"|(?<!`)`(?!`)(?P<code>[^`]+)`(?!`)"
    r"|(?<!`)``(?!`)(?P<long_code>(?:[^`]|`(?!`))+)``(?!`)"
    r"|!?\[\[(?:[^\[\]|]+\|)?(?P<wiki>[^\[\]|]+)\]\]"
    r"|!\[(?P<alt>[^\[\]]*)\]\((?:[^()\s]|\([^()\s]*\))*(?:\s+\"[^\"]*\"|\s+'[^']*')?\s*\)"
    r"|\[(?P<text>[^\[\]]+)\](?:\((?:<[^<>]*>|(?:[^()\s]|\([^()\s]*\))*)(?:\s+\"[^\"]*\"|\s+'[^']*')?\s*\)|\[[^\[\]]*\])"
    r"|<(?P<address>(?:https?://|mailto:)[^<>\s]+)>"
)
_IMAGE_IN_LINK = re.compile(r"\[!\[([^\[\]]*)\]\([^()\s]*\)\]\([^()\s]*\)")
_RUN = re.compile(r"\*+|_+|~~")
# Markers inside code or behind a backslash hide in code points that no cleaned text contains.
_HIDE = str.maketrans("*_~", "\ufdd0\ufdd1\ufdd2")
_SHOW = str.maketrans("\ufdd0\ufdd1\ufdd2", "*_~")


def plain_inline(text: str) -> str:
    """The text without emphasis, ticks, link targets and escapes."""
    if not any(char in text for char in "*_~`[\\<"):
        return text
    text = _IMAGE_IN_LINK.sub(r"\1", text)
    return _without_emphasis(_MARKUP.sub(_unwrapped, text)).translate(_SHOW)


def _unwrapped(match: re.Match[str]) -> str:
    kind, inner = match.lastgroup, match[match.lastgroup or 0]
    if kind in {"escaped", "code", "long_code", "address"}:
        return (inner.strip() if kind == "long_code" else inner).translate(_HIDE)
    return _MARKUP.sub(_unwrapped, inner)


def _without_emphasis(text: str) -> str:
    """Drop marker runs that pair up around words; an asterisk inside 5*3 or alone after a number stays."""
    opened: dict[str, int] = {}
    dropped: set[int] = set()
    runs = list(_RUN.finditer(text))
    for index, run in enumerate(runs):
        before, after = text[run.start() - 1 : run.start()], text[run.end() : run.end() + 1]
        if run[0] in opened and _closes(before, after):
            dropped |= {opened.pop(run[0]), index}
        elif _closes(after, before):
            opened[run[0]] = index
    return _cut(text, [run.span() for index, run in enumerate(runs) if index in dropped])


def _closes(inside: str, outside: str) -> bool:
    """Whether a marker touches a word on one side and ends it on the other."""
    within_a_word = outside.isalnum() and outside < "\u3000"  # scripts without spaces emphasise inside a run
    return bool(inside) and not inside.isspace() and not within_a_word


def _cut(text: str, spans: list[tuple[int, int]]) -> str:
    kept, position = [], 0
    for start, end in spans:
        kept.append(text[position:start])
        position = end
    return "".join((*kept, text[position:]))
