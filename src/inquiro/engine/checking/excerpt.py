"""Cited words together with what stands around them: a quote alone seldom names its subject."""

from __future__ import annotations

from typing import NamedTuple


class Excerpt(NamedTuple):
    """A quote, and the places of its document where a reader would look for what it leaves unsaid."""

    quote: str
    around: str = ""  # the block that the quote stands in
    heading: str = ""  # from the outermost heading inwards
    columns: str = ""  # the header of the table that the quote is a row of
    title: str = ""
    date: str = ""  # of the document, as ISO
    author: str = ""
    number: str = ""  # that the document goes by, such as PEP 703
    edition: str = ""  # status and version that the document states of itself


def quote_of(one: str | Excerpt) -> str:
    return one if isinstance(one, str) else one.quote


def block_of(one: str | Excerpt) -> str:
    """The quote with the block that it stands in; a row of a table stands by itself, for the other rows say other things."""
    if isinstance(one, str) or not one.around or one.columns:
        return quote_of(one)
    return one.around if _within(one.quote, one.around) else f"{one.quote}\n\n{one.around}"


def _within(quote: str, around: str) -> bool:
    return " ".join(quote.split()) in " ".join(around.split())


def context_of(one: str | Excerpt) -> tuple[str, ...]:
    """What names the subject of a quote from afar: words, names and dates in it count as held."""
    if isinstance(one, str):
        return ()
    return tuple(
        word for word in (one.title, one.heading, one.columns, one.date, one.author, one.number, one.edition) if word
    )


def heading_of(one: str | Excerpt) -> str:
    """What stands above a quote: its headings and the title, which can take all of it back."""
    return "" if isinstance(one, str) else f"{one.heading} | {one.title}"
