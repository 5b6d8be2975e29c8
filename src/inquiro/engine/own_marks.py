"""Citation marks that a model writes by itself, in the many ways models have: code numbers the sources, nobody else."""

from __future__ import annotations

import regex

_ID = r"(?:src[_-]?|[acefnp]|(?i:refs?\.?|sources?|quelle|fuente|cite)[\s:]?\s?)?\p{N}{1,4}"
_LISTED = rf"[\s^*_]*{_ID}(?:\s?[,;:–-]\s?{_ID})*[\s^*_,;]*(?:†[^\[\]【】]{{0,40}})?"
_BOXED = rf"[\[［〔⟦【]{{1,3}}{_LISTED}[\]］〕⟧】]{{1,3}}"
_RUN = regex.compile(rf"(?<!\])(?: ?{_BOXED}(?:\([^()]*\))?)+")
_SINGLE = regex.compile(rf" ?{_BOXED}")
_TAGGED = regex.compile(rf" ?<(cite|ref)\b[^<>]*>{_LISTED}</\1\s*>", regex.IGNORECASE)
_OTHERS = regex.compile(
    r"""
    [ ]?\(?(?:see\s|cf\.\s|sources?:?\s?)?src[_-]\p{N}{1,4}(?:(?:,|;|\sand)?\s?src[_-]\p{N}{1,4})*\)?
    | [ ]?<(?:cite|ref)\b[^<>]*/>
    | [ ]?\[\^[^\[\]\s]{1,20}\]
    | [ ]?\[-?@[^\[\]]{1,80}\]
    | [ ]?\\(?:cite|footnote|ref)[a-z]*\*?(?:\[[^\[\]]*\]){0,2}\{[^{}]{0,80}\}
    | [ ]?\{\{\s?(?:cite|sfn|ref)\b[^{}]{0,80}\}\}
    | [ ]?:?contentReference\[[^\[\]]{0,40}\](?:\{[^{}]{0,40}\})?
    | [ ]?[\[(【](?:[a-z0-9-]{1,63}\.)+(?!(?:js|ts|py|rs|md)\b)(?-i:[a-z]{2,24})\.?[\])】]
    | [ ]?\[oaicite:[^\[\]]{0,40}\]
    | [ ]?(?:file)?(?:cite)?(?:turn\d{1,4}(?:search|view|news|file|image|fetch)\d{1,4})+
    | [ ]?[⁽₍]\p{N}{1,4}[⁾₎]
    | [ ]?\[\^?(?:src_|[ef])?\d{1,3}\Z
    | [ ]?\[\s?(?:src[_-]?|[ef])\d{1,3}\s?[;,][^\[\]]{0,20}\]
    | [ ]?\(\s?(?:see|cf\.|refs?\.?|sources?):?\s?\)
    """,
    regex.VERBOSE | regex.IGNORECASE,
)
_HINT = regex.compile(
    r"[\[［〔⟦【⁽₍@\\{]|\(\S+\.|src|turn|<cite|<ref", regex.IGNORECASE
)  # no mark is without one of these


def unmarked(text: str) -> str:
    """Without marks, and without links that have nothing but a mark to click on."""
    if not _HINT.search(text):
        return text
    return _OTHERS.sub("", _RUN.sub("", _TAGGED.sub("", text)))


def unmarked_wholly(text: str) -> str:
    """The same, once links by reference are gone: `[cool][1]` is a link, and `[1]` alone a mark."""
    return _SINGLE.sub("", text) if _HINT.search(text) else text
