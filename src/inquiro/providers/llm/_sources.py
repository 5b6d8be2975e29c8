"""Pages that a model's own search found, in one shape for every vendor."""

from __future__ import annotations

from collections.abc import Iterable

from inquiro.core.models import NativeSource
from inquiro.providers.http.fields import address, plain


def source(url: object, title: object = "", cited_text: object = "") -> NativeSource | None:
    """One page, or None for what is no address: a weather service of the vendor's own has none."""
    if not (found := address(url)):
        return None
    words = cited_text.strip() if isinstance(cited_text, str) else ""
    return NativeSource(url=found, title=plain(title), cited_text=words)


def gathered(found: Iterable[NativeSource | None]) -> tuple[NativeSource, ...]:
    """Each page once, or once per passage cited from it; a title told anywhere is known everywhere."""
    sources = [one for one in found if one is not None]
    titles = {one.url: one.title for one in sources if one.title}
    cited = {one.url for one in sources if one.cited_text}
    kept = (one for one in sources if one.cited_text or one.url not in cited)
    named = (NativeSource(url=s.url, title=titles.get(s.url, ""), cited_text=s.cited_text) for s in kept)
    return tuple(dict.fromkeys(named))
