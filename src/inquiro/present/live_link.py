"""Links into the live page: to the quoted words by a text fragment, to a page of a PDF by its number."""

from __future__ import annotations

from urllib.parse import quote as percent_encoded

from inquiro.core.types import Citation
from inquiro.present.wording import one_line

_PAGES = frozenset({"", "text/html", "application/xhtml+xml", "text/plain"})
_WHOLE = 12  # words; of a longer quote its first and last ones are enough, and survive small changes between them
_ENDS = 6
_SHORT = 4  # words; a shorter quote may stand there often: the words before it tell which


def live_link(url: str, media_type: str, citation: Citation) -> str | None:
    """Where a browser shows the quote in the source itself; nothing for files and what no browser scrolls.

    `url` is safe to follow.
    """
    if not url.startswith(("http://", "https://")):
        return None
    kind = media_type.partition(";")[0].strip().casefold()
    base = url.partition(":~:")[0]
    if kind == "application/pdf":
        return f"{base.partition('#')[0]}#page={citation.page}" if citation.page is not None else None
    if kind not in _PAGES or not one_line(citation.quote):
        return None
    return f"{base}{'' if '#' in base else '#'}:~:text={_directive(citation)}"


def _directive(citation: Citation) -> str:
    """`start`, `start,end` or `prefix-,start`, as the page's own text has them."""
    lines = [line for line in map(one_line, citation.quote.splitlines()) if line]
    first, last = lines[0].split(" "), lines[-1].split(" ")
    if len(lines) > 1 or len(first) > _WHOLE:  # one stretch of text may not cross a block
        return f"{_encoded(first[:_ENDS])},{_encoded(last[-_ENDS:])}"
    ahead = one_line(citation.before.rpartition("\n")[2]).split(" ")[-_SHORT:] if len(first) < _SHORT else []
    return (f"{_encoded(ahead)}-," if any(ahead) else "") + _encoded(first)


def _encoded(words: list[str]) -> str:
    """Percent-encoded, and so are the three signs that separate the parts of a directive."""
    return percent_encoded(" ".join(words), safe="").replace("-", "%2D")
