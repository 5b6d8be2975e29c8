"""What a source gives for a query, taken as it may come: checked, counted, and told where it is no hit."""

from __future__ import annotations

import msgspec

from inquiro.core.decoders import convert
from inquiro.core.errors import BadAnswer
from inquiro.core.malformed_hits import pass_over
from inquiro.core.protocols import Priced, SearchProvider
from inquiro.core.types import Filters, Loss, Query, SourceResult, Usage


async def hits_of(
    provider: SearchProvider, query: str, most: int, filters: Filters
) -> tuple[list[SourceResult], Usage]:
    """The hits, and what they cost."""
    if isinstance(provider, Priced):
        return await provider.priced_search(query, most, filters)
    found: object = await provider.search(query, most, filters)
    if not isinstance(found, list | tuple):
        raise BadAnswer(f"{provider.name} answered with {type(found).__name__} instead of a list of hits")
    return [hit for one in found if (hit := _checked(one))], Usage(searches=1)


def passed_over(count: int, query: Query, provider: SearchProvider) -> tuple[Loss, ...]:
    if not count:
        return ()
    what = f"{count} {'hit' if count == 1 else 'hits'} of search “{query.text}”"
    return (Loss(what=what, reason="malformed: without a title or an address that can be read", source=provider.name),)


def _checked(one: object) -> SourceResult | None:
    """A plug-in may give anything; what is no hit is counted, and never stored."""
    try:
        hit = convert(msgspec.to_builtins(one), SourceResult)
    except (msgspec.ValidationError, TypeError):
        hit = None
    if hit is None or not hit.url.strip():
        pass_over()
        return None
    return hit
