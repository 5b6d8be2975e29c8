"""Text without what could act: characters nobody sees, addresses, markup.

What goes to a model has its addresses masked; what comes from one has them taken out.
"""

from __future__ import annotations

from html import unescape

import regex

from inquiro.engine.own_marks import unmarked, unmarked_wholly
from inquiro.text.display import visible_line

LINK = "[link]"
UNREADABLE = "\ufffd"  # what is left of half a character
_COLON, _SLASH = "[:：]", r"[/／\\]"
_REST = r"[^\s<>\"“”«»「」『』\u3000-\u30ff\u3400-\u9fff]*"  # of an address, up to where prose goes on
_ENDINGS = (
    "com|org|net|edu|gov|mil|int|info|biz|io|ai|app|dev|xyz|site|online|top|co|me|ly|eu|uk|de|fr|es|it|nl|ch|at|"
    "jp|cn|ru|br|in|au|ca|us"
)
_FILES = "js|ts|jsx|tsx|mjs|py|rs|go|rb|md|cpp|hpp|php|sql|xml|html?|css|json|ya?ml|toml|sh|so|exe|jar|csv|txt|docx?|xlsx?|vue"
_ADDRESS = regex.compile(
    rf"""
    [a-z0-9+.\-ａ-ｚＡ-Ｚ]{{0,30}}{_COLON}{_SLASH}{{2}}[^\s/／\\?\#<>"“”「」『』。、]*{_REST}
    | [a-z0-9+.-]{{0,30}}(?:%3a|:)(?:%2f|/){{2}}{_REST}
    | (?<![a-z0-9])(?:mailto|javascript|vbscript|file|obsidian|blob|view-source){_COLON}(?=\S){_REST}
    | (?<![a-z0-9])data{_COLON}[a-z0-9+./-]*[;,]{_REST}
    | (?<![a-z0-9])www\d?[.．]{_REST}
    | (?<![\w:]){_SLASH}{{2}}[\w-]{{1,63}}(?:\.[\w-]{{1,63}})+{_REST}
    | [\w.+%-]{{1,64}}@[\w-]{{1,63}}(?:\.[\w-]{{1,63}})*
    | (?<![\w-])[\w-]{{1,63}}(?:\.[\w-]{{1,63}}){{0,6}}\.(?:{_ENDINGS})[/?\#:](?=\S){_REST}
    | (?<![\w-])[\w-]{{1,63}}(?:\.[\w-]{{1,63}}){{0,6}}\.(?!(?:{_FILES})/)[a-z]{{2,24}}/(?=\S){_REST}
    """,
    regex.VERBOSE | regex.IGNORECASE,
)
_HINT = regex.compile(r"[:：@/／\\]|www|\.\w+[?\#]|%3a", regex.IGNORECASE)  # no address is without one of these
_TAG = regex.compile(r"<[/!?%a-z][^<>]*>", regex.IGNORECASE)
_PICTURE = regex.compile(r"!\[\[?[^\[\]]*\]?\](?:\([^()]*\)|\[[^\[\]]*\])?")
_WIKI = regex.compile(r"\[\[([^\[\]]*)\]\]")
_NAMED_LINK = regex.compile(r"\[([^\[\]]*)\](?:\([^()]*\)|\[[^\[\]]*\])")
_ENTITY = regex.compile(r"&(?:\#\d{1,7}|\#x[0-9a-f]{1,6}|[a-z]\w{1,30});", regex.IGNORECASE)
_ESCAPE = regex.compile(r"\\(?=[\[\]])")
_REFERENCE = regex.compile(r" ?\[[^\[\]\s]{1,20}\]:| ?\[[a-z]\](?=\s|$)")  # what is left of links by reference
_BLOCK = regex.compile(r"^(?:(?:[#>*+•-]+|\d{1,2}\))\s+)+")
_EMPHASIS = regex.compile(r"\*{2,}|_{2,}(?=\w[^_]*\s[^_]*_{2,})|(?<=\s[^_]{0,80}\w)_{2,}(?!\w)|_{3,}|`+")
_NAME_TAG = regex.compile(r"<([a-z][\w -]{0,30})>", regex.IGNORECASE)  # `<mode>` stands for something
_HTML = frozenset(
    "a abbr b base big blockquote body br button canvas center code dd del details dfn div dl dt em embed font form frame "
    "h1 h2 h3 h4 h5 h6 head hr html i iframe img input ins kbd label li link main mark meta nav object ol option p "
    "param picture pre q s samp script section select small source span strike strong style sub summary sup svg table "
    "tbody td template textarea tfoot th thead title tr track tt u ul var video wbr audio area".split()
)
_SIGNS = frozenset("%‰°€$£¥.,")
_MOST_PASSES = 6
_WORTH_CLEANING = 8  # times the wanted length; what a model says beyond that is noise


def masked(text: str) -> str:
    """What a model may read: every address is only said to be one."""
    shown = visible_line(text)
    return _ADDRESS.sub(LINK, shown) if _HINT.search(shown) else shown


def holds_address(text: str) -> bool:
    """Whether a reader of the text, or a program that shows it, is led somewhere."""
    shown = visible_line(text)
    return bool(_HINT.search(shown) and _ADDRESS.search(shown))


def unlinked(text: str) -> str:
    """Without addresses; a blank stands in their place, so that nothing grows together."""
    shown = visible_line(text)
    for _ in range(_MOST_PASSES):
        if not _HINT.search(shown) or not _ADDRESS.search(shown):
            return shown
        shown = " ".join(_ADDRESS.sub(" ", shown).split())
    return ""


def as_words(text: str, most: int) -> str:
    """What a model wrote as words and nothing else: no markup, no addresses, no marks of its own, not too long."""
    shown = visible_line(text[: _WORTH_CLEANING * most].replace(UNREADABLE, ""))
    for _ in range(_MOST_PASSES):
        before = shown
        shown = _ESCAPE.sub("", _ENTITY.sub(lambda found: unescape(found[0]).replace(UNREADABLE, ""), shown))
        shown = _PICTURE.sub(" ", _TAG.sub("", _NAME_TAG.sub(_placeholder, unmarked(_EMPHASIS.sub("", shown)))))
        shown = unmarked_wholly(_NAMED_LINK.sub(r"\1", _WIKI.sub(r"\1", shown)))
        shown = unlinked(_BLOCK.sub("", _REFERENCE.sub("", shown)))
        if shown == before:
            return shortened(shown, most)
    return ""


def _placeholder(found: regex.Match[str]) -> str:
    """What is no tag of HTML is a word in brackets, and stays one in brackets that no program reads."""
    return found[0] if found[1].split()[0].casefold() in _HTML else f"‹{found[1]}›"


def shortened(text: str, most: int) -> str:
    """Cut at a word where there is one near, and never inside a number or between it and its sign."""
    if len(text) <= most:
        return text
    cut = text[: most - 1]
    at = cut.rfind(" ")
    cut = cut[:at] if at > most // 2 else cut
    rest = text[len(cut) :].lstrip()
    if cut[-1:].isdigit() and (rest[:1].isdigit() or rest[:1] in _SIGNS) and " " in cut:
        cut = cut[: cut.rindex(" ")]
    return cut.rstrip(" ,;:") + "…"
