"""Text without what could act: characters nobody sees, addresses, markup.

What goes to a model has its addresses masked; what comes from one has them taken out.
"""

from __future__ import annotations

import regex

from inquiro.core.joiners import is_needed

LINK = "[link]"
_UNSEEN = regex.compile(
    r"[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\uffa0\ufe00-\ufe0e\U000e0000-\U000e0fff]"
)
_COLON, _SLASH = "[:：]", r"[/／\\]"
_REST = r"[^\s<>\"“”«»「」『』\u3000-\u30ff\u3400-\u9fff]*"  # of an address, up to where prose goes on
_ENDINGS = (
    "com|org|net|edu|gov|mil|int|info|biz|io|ai|app|dev|xyz|site|online|top|co|me|ly|eu|uk|de|fr|es|it|nl|ch|at|"
    "jp|cn|ru|br|in|au|ca|us"
)
_ADDRESS = regex.compile(
    rf"""
    [a-z0-9+.\-ａ-ｚＡ-Ｚ]{{0,30}}{_COLON}{_SLASH}{{2}}[^\s/／\\?\#<>"“”「」『』。、]*{_REST}
    | (?<![a-z0-9])(?:mailto|javascript|vbscript|file|obsidian|blob|view-source){_COLON}(?=\S){_REST}
    | (?<![a-z0-9])data{_COLON}[a-z0-9+./-]*[;,]{_REST}
    | (?<![a-z0-9])www\d?[.．]{_REST}
    | (?<![\w:]){_SLASH}{{2}}[\w-]{{1,63}}(?:\.[\w-]{{1,63}})+{_REST}
    | [\w.+%-]{{1,64}}@[\w-]{{1,63}}(?:\.[\w-]{{1,63}})*
    | (?<![\w-])[\w-]{{1,63}}(?:\.[\w-]{{1,63}}){{0,6}}\.(?:{_ENDINGS})[/?\#:](?=\S){_REST}
    """,
    regex.VERBOSE | regex.IGNORECASE,
)
_HINT = regex.compile(r"[:：@/／\\]|www|\.\w+[?\#]", regex.IGNORECASE)  # no address is without one of these
_TAG = regex.compile(r"<[/!?%a-z][^<>]*>", regex.IGNORECASE)
_PICTURE = regex.compile(r"!\[\[?[^\[\]]*\]?\](?:\([^()]*\)|\[[^\[\]]*\])?")
_WIKI = regex.compile(r"\[\[([^\[\]]*)\]\]")
_NAMED_LINK = regex.compile(r"\[([^\[\]]*)\](?:\([^()]*\)|\[[^\[\]]*\])")
_MARK = regex.compile(r" ?\[(?:f|e|src_)?\d{1,4}(?: ?[,;] ?(?:f|e|src_)?\d{1,4})*\]")
_REFERENCE = regex.compile(r" ?\[[^\[\]\s]{1,20}\]:| ?\[[a-z]\](?=\s|$)")  # what is left of links by reference
_BLOCK = regex.compile(r"^(?:(?:[#>*+•-]+|\d{1,2}\))\s+)+")
_EMPHASIS = regex.compile(r"\*{2,}|_{2,}|`+")
_MOST_PASSES = 6
_WORTH_CLEANING = 8  # times the wanted length; what a model says beyond that is noise


def visible(text: str) -> str:
    """On one line, without controls and characters that hide, reorder or smuggle text."""
    flat = " ".join(text.split())
    seen = _UNSEEN.sub(lambda found: found[0] if is_needed(flat, found.start()) else "", flat)
    return " ".join(seen.split())


def masked(text: str) -> str:
    """What a model may read: every address is only said to be one."""
    shown = visible(text)
    return _ADDRESS.sub(LINK, shown) if _HINT.search(shown) else shown


def unlinked(text: str) -> str:
    """Without addresses; a blank stands in their place, so that nothing grows together."""
    shown = visible(text)
    for _ in range(_MOST_PASSES):
        if not _HINT.search(shown) or not _ADDRESS.search(shown):
            return shown
        shown = " ".join(_ADDRESS.sub(" ", shown).split())
    return ""


def as_words(text: str, most: int) -> str:
    """What a model wrote as words and nothing else: no markup, no addresses, no marks of its own, not too long."""
    shown = visible(text[: _WORTH_CLEANING * most])
    for _ in range(_MOST_PASSES):
        before = shown
        shown = _PICTURE.sub(" ", _TAG.sub("", _EMPHASIS.sub("", shown)))
        shown = _NAMED_LINK.sub(r"\1", _WIKI.sub(r"\1", shown))
        shown = unlinked(_BLOCK.sub("", _REFERENCE.sub("", _MARK.sub("", shown))))
        if shown == before:
            return shortened(shown, most)
    return ""


def shortened(text: str, most: int) -> str:
    """Cut at a word where there is one near."""
    if len(text) <= most:
        return text
    cut = text[: most - 1]
    at = cut.rfind(" ")
    return (cut[:at] if at > most // 2 else cut).rstrip(" ,;:") + "…"
