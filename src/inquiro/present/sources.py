"""The list of sources: compact rows, each with the quotes that are cited from it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import PurePosixPath
from urllib.parse import unquote, urlsplit

from inquiro.core.types import Citation, Report, ReportSource
from inquiro.present.blocks import SourceRow
from inquiro.present.quotes import quotes_by_source
from inquiro.present.wording import OWN, one_line, safe_url, shortened, source_numbers, title_of

AT = " › "  # between a file and the heading in it
LONGEST_HEADING = 45
_MOST_HEADINGS = 2
_MOST_AUTHORS = 2


def source_rows(report: Report) -> Iterator[SourceRow]:
    numbers, quotes = source_numbers(report), quotes_by_source(report)
    for source in report.sources:
        cited = quotes.get(source.id, [])
        title, name = title_of(source), where(source.url)
        if PurePosixPath(name).stem.casefold() == title.casefold():
            title = name  # a file that is called what its title says is named once
        yield SourceRow(
            number=numbers[source.id],
            title=title,
            url=safe_url(source.url) or "",
            facts=tuple(filter(None, _facts(source, [one.citation for one in cited], title))),
            retracted=source.retracted,
            quotes=tuple(cited),
            quality=quality(source),
        )


def where(url: str) -> str:
    """The file name of a local document, the host of a page."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return one_line(url)
    if parts.scheme in {"http", "https"}:
        return one_line(parts.netloc.rpartition("@")[2].removeprefix("www."))
    return one_line(PurePosixPath(unquote(parts.path or url)).name)


def quality(source: ReportSource) -> str:
    """How good a source is, and why; of their own files nobody has to be told."""
    if source.type in OWN:
        return ""
    why = one_line(" · ".join(source.quality_reasons))
    return f"quality {source.quality:.2f}{f': {why}' if why else ''}"


def _facts(source: ReportSource, cited: Iterable[Citation], title: str) -> Iterator[str]:
    name = where(source.url)
    yield AT.join(filter(None, (name if name != title else "", places(source, cited))))
    yield one_line(source.published or "")
    yield from map(one_line, source.flags)  # an abstract only, read long ago: where only some are shown, these are
    yield one_line(f"doi {source.doi}") if source.doi else ""
    yield first_author(source.author or "")


def first_author(names: str) -> str:
    """`Sam Gross`, or `Carl Meyer and others`: a list of ten says no more to whoever looks for the source."""
    listed = [name for name in map(one_line, re.split(r"[;,]\s", names)) if name]
    return f"{listed[0]} and others" if len(listed) > _MOST_AUTHORS else ", ".join(listed)


def places(source: ReportSource, cited: Iterable[Citation]) -> str:
    """Pages where there are pages, else the headings that the quotes stand under."""
    listed = list(cited)
    pages = sorted({one.page for one in listed if one.page is not None})
    if pages:
        return f"{'page' if len(pages) == 1 else 'pages'} {', '.join(map(str, pages))}"
    headings = dict.fromkeys(shortened(one.heading, LONGEST_HEADING) for one in listed if one.heading)
    telling = [heading for heading in headings if heading and not _same(heading, source.title)]
    more = ", …" if len(telling) > _MOST_HEADINGS else ""
    return f"{', '.join(telling[:_MOST_HEADINGS])}{more}"


def _same(heading: str, title: str) -> bool:
    """A document's first heading is often its title in other quotation marks."""
    words = [re.findall(r"\w+", text.casefold()) for text in (heading, title)]
    return words[0] == words[1][: len(words[0])]
