"""Sources by name. What an outside package brings is tried before it is used: one that is broken harms nobody else."""

from __future__ import annotations

import inspect
import logging
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import get_args

from inquiro.core.errors import InquiroError, NotConfigured
from inquiro.core.protocols import ProviderContext, SearchProvider
from inquiro.core.registry import MISTAKES, Registry
from inquiro.core.settings import with_keys
from inquiro.core.types import Availability, ProviderKind, SourceType

_log = logging.getLogger("inquiro.sources")


def source_named(registry: Registry[SearchProvider], name: str, context: ProviderContext) -> SearchProvider:
    """NotConfigured, with the name and the reason, for a plug-in that cannot be used."""
    if registry.is_built_in(name) or name not in registry.names():
        return registry.get(name)(context)
    try:
        factory = registry.get(name)
        declared = [key for key in getattr(factory, "keys", None) or () if isinstance(key, str)]
        named = with_keys(context.settings, (*declared, own_key(name)))
        provider = factory(replace(context, settings=named))
        wrong = list(_wrong(name, provider))
    except InquiroError:
        raise
    except MISTAKES as error:
        wrong = [f"{type(error).__name__}: {error}"]
    if wrong:
        raise NotConfigured(f"source '{name}' of an installed package cannot be used: {'; '.join(wrong)}")
    return provider


def own_key(name: str) -> str:
    """The name of the variable that a source of that name has its key in, unless it declares others."""
    return f"{name.upper()}_API_KEY"


def usable_sources(
    registry: Registry[SearchProvider], names: Sequence[str], context: ProviderContext
) -> list[SearchProvider]:
    """All that can be made; a plug-in that cannot is said, and left out."""
    made = []
    for name in names:
        try:
            made.append(source_named(registry, name, context))
        except NotConfigured as error:
            if registry.is_built_in(name):
                raise
            _log.warning("%s", error)
    return made


def _wrong(name: str, provider: SearchProvider) -> Iterator[str]:
    """What of the protocol it does not keep, field by field."""
    missing = object()
    given = {field: getattr(provider, field, missing) for field in SearchProvider.__annotations__}
    for field in [field for field, value in given.items() if value is missing]:
        yield f"it has no `{field}`"
        del given[field]
    if given.get("name", name) != name:
        yield f"its `name` is {given['name']!r}, and its entry point calls it {name!r}"
    for field, known in (("kind", get_args(ProviderKind)), ("source_type", get_args(SourceType))):
        if field in given and given[field] not in known:
            yield f"its `{field}` is {given[field]!r}; it must be one of {', '.join(known)}"
    rate = given.get("requests_per_second", 0.0)
    if isinstance(rate, bool) or not isinstance(rate, int | float) or not rate >= 0:
        yield f"its `requests_per_second` is {rate!r}; it must be a number, 0 for no limit"
    if not isinstance(given.get("leaves_machine", ""), str):
        yield "its `leaves_machine` must be text: what is sent outside, or empty"
    keys = given.get("keys", ())
    if not isinstance(keys, tuple | list) or not all(isinstance(key, str) for key in keys):
        yield "its `keys` must be names of environment variables"
    if not inspect.iscoroutinefunction(getattr(provider, "search", None)):
        yield "its `search` must be an `async def`"
    if not callable(getattr(provider, "availability", None)):
        yield "it has no `availability()`"
    elif not isinstance(provider.availability(), Availability):
        yield "its `availability()` must return an Availability"
