"""Markdown's inline markup, taken off so that a quote reads like the sentence it is."""

from __future__ import annotations

import re
from html import unescape

_TAGS = (
    "a|abbr|b|big|blockquote|br|button|center|code|dd|del|details|div|dl|dt|em|figcaption|figure|font|footer|h[1-6]|header|hr"
    "|i|iframe|img|input|ins|kbd|label|li|main|mark|nav|nobr|ol|p|picture|pre|q|s|samp|section|small|source|span|strike"
    "|strong|sub|summary|sup|table|tbody|td|tfoot|th|thead|tr|tt|u|ul|var|video|wbr"
)
# Every pattern stops at the next opening bracket or tick, so that no input makes it scan the rest again and again.
_MARKUP = re.compile(
    r"(?=[\\`!\[<&=])(?:"  # nothing else begins a mark: the search runs over letters at full speed
    r"\\(?P<escaped>[!-/:-@\[-`{-~])"
    r"|(?<!`)`(?!`)(?P<code>[^`]+)`(?!`)"
    r"|(?<!`)``(?!`)(?P<long_code>(?:[^`]|`(?!`))+)``(?!`)"
    r"|(?P<embed>!\[\[[^\[\]]+\]\])"
    r"|\[\[(?:[^\[\]|]+\|)?(?P<wiki>[^\[\]|]+)\]\]"
    r"|(?P<note>\[\^[^\[\]\s]+\](?!:))"
    r"|!\[(?P<alt>[^\[\]]*)\](?:\((?:[^()\s]|\([^()\s]*\))*(?:\s+\"[^\"]*\"|\s+'[^']*')?\s*\)|\[[^\[\]]*\])"
    r"|\[(?P<text>[^\[\]]+)\](?:\((?:<[^<>]*>|(?:[^()\s]|\([^()\s]*\))*)(?:\s+\"[^\"]*\"|\s+'[^']*')?\s*\)|\[[^\[\]]*\])"
    r"|<(?P<address>(?:https?://|mailto:)[^<>\s]+)>"
    r"|(?P<tag></?(?:" + _TAGS + r")\b[^<>]*>)"
    r"|(?P<entity>&(?:[A-Za-z][A-Za-z0-9]{1,31}|#[0-9]{1,7}|#[xX][0-9A-Fa-f]{1,6});)"
    r"|(?<![=\w])==(?=[^\s=])(?P<highlight>[^=\n]*[^\s=])==(?![=\w]))"
)
_TARGET = r"(?:\([^()\s]*\)|\[[^\[\]]*\])"
_IMAGE_IN_LINK = re.compile(rf"\[!\[([^\[\]]*)\]{_TARGET}\]{_TARGET}")
_BAR_IN_LINK = re.compile(r"\[\[([^\[\]|]+?)\\\|([^\[\]|]+)\]\]")
_GONE = re.compile("[ \t]?\ufdd4")
_RUN = re.compile(r"\*+|_+|~~")
# Markers inside code or behind a backslash hide in code points that no cleaned text contains.
_HIDE = str.maketrans("*_~", "\ufdd0\ufdd1\ufdd2")
_SHOW = str.maketrans("\ufdd0\ufdd1\ufdd2", "*_~")


def without_badges(text: str) -> str:
    """A heading without the pictures that are links: they show what a service says of a project, not what it is."""
    return bare if (bare := _IMAGE_IN_LINK.sub("", text)).strip() else text


def plain_inline(text: str) -> str:
    """The text without emphasis, ticks, link targets and escapes."""
    if not any(char in text for char in "*_~`[\\<&="):
        return text
    text = _IMAGE_IN_LINK.sub(r"\1", text)
    text = _GONE.sub("", _MARKUP.sub(_unwrapped, text))
    return _without_emphasis(text).translate(_SHOW) if any(char in text for char in "*_~\ufdd0\ufdd1\ufdd2") else text


def _unwrapped(match: re.Match[str]) -> str:
    kind, inner = match.lastgroup, match[match.lastgroup or 0]
    if kind in {"escaped", "code", "long_code", "address"}:
        return (inner.strip() if kind == "long_code" else inner).translate(_HIDE)
    if kind in {"embed", "note"}:
        return "" if kind == "embed" else "\ufdd4"
    if kind == "entity":
        return unescape(inner).replace("\u00a0", " ").translate(_HIDE)
    if kind == "tag":
        return "\n" if inner[1:3].lower() == "br" else " " if inner[1:3].lower() in {"td", "th", "li", "p>"} else ""
    return _MARKUP.sub(_unwrapped, _place(inner) if kind == "wiki" else inner)


def _place(link: str) -> str:
    """`Note#Heading` reads as its page shows it; the name of a block is nobody's word."""
    note, _, place = link.partition("#")
    if place.startswith("^"):
        return note
    return f"{note} > {place.replace('#', ' > ')}" if note and place else note or place


def plain_row(line: str) -> str:
    """A row of a table, in which bars that belong to a cell stay apart from those between cells."""
    line = _BAR_IN_LINK.sub(r"[[\1|\2]]", line.rstrip())
    return plain_inline(line.replace("\\|", "\ufdd3")).replace("\n", " ").replace("\ufdd3", "\\|")


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
