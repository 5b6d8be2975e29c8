"""One reference: whether it exists, is what the document says, and what it says itself."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Sequence
from typing import NamedTuple

import msgspec

from inquiro.core.snapshots import is_part
from inquiro.core.types import Document, Extent, ReferenceState, SourceResult, Value
from inquiro.effects import Step
from inquiro.engine.deps import Deps
from inquiro.features.check.corpus_match import at_hand
from inquiro.features.check.link_opening import NO_HOST, Link, hit_of, keep_abstract, open_page
from inquiro.features.check.reference_fields import Reference
from inquiro.features.check.reference_match import OTHER, best, differences, is_other, is_stranger, share
from inquiro.features.check.registry_lookup import Looked, by_identifier, by_title

ARTICLE = 6_000  # characters: a shorter page of a journal holds an abstract, not the article
RESOLVER = "https://doi.org/"
_RETRACTION, _CONCERN, _CORRECTION = "retraction", "expression of concern", "correction"


class Examined(Value, frozen=True, kw_only=True):
    """What is known of a reference in the end."""

    reference: Reference
    state: ReferenceState
    told: str = ""
    record: SourceResult | None = None  # the work that is meant
    stranger: SourceResult | None = None  # what its identifier leads to instead
    differs: tuple[str, ...] = ()
    notices: tuple[str, ...] = ()
    link: Link | None = None
    page_title: str = ""
    document: str = ""
    read: Extent = "nothing"
    failed: tuple[str, ...] = ()
    answered: tuple[str, ...] = ()  # registers that said something


def with_network(found: Sequence[Examined]) -> list[Examined]:
    """Where nobody at all could be reached, no host is gone: it is this machine that has no network."""
    links = [one.link for one in found if one.link is not None]
    reached = any(link.told != NO_HOST for link in links) or any(one.answered for one in found)
    if reached or not links:
        return list(found)
    told = "nothing could be reached: there is no network, or no such host"
    return [_unreached(one, told) if one.link is not None else one for one in found]


def _unreached(one: Examined, told: str) -> Examined:
    assert one.link is not None
    link = msgspec.structs.replace(one.link, state="unreachable", told=told)
    own = one.state == "at_hand"
    return one if own else msgspec.structs.replace(one, state="unreachable", told=told, link=link)


async def examined(deps: Deps, reference: Reference) -> Examined:
    step = deps.effects.step(f"reference/{reference.number}")
    own = await at_hand(deps, step, reference)
    outside = deps.effects.mode != "local_only" and deps.pages is not None
    if not outside:
        return _here_only(reference, own)
    known = await _registered(deps, step, reference)
    record = known.record
    link = await _linked(deps, step, reference, record)
    text = own or await _text(deps, step, reference, record, link)
    page = text if link is not None and text is not None and text.id == link.document else None
    state, told, differs = _state(reference, known, link, page)
    if state in {"not_found", "unchecked", "unreachable"} and own is not None:
        state, told = "at_hand", f"it lies in the folder: {own.title}"
    return Examined(
        reference=reference,
        state=state,
        told=told,
        record=record,
        stranger=known.stranger,
        differs=differs,
        notices=_notices(record or known.stranger),
        link=link,
        page_title=page.title if page else "",
        document=text.id if text else "",
        read=_extent(text, reference),
        failed=known.looked.failed,
        answered=known.looked.answered,
    )


def unexamined(reference: Reference, why: str) -> Examined:
    return Examined(reference=reference, state="unchecked", told=why)


def _here_only(reference: Reference, own: Document | None) -> Examined:
    if own is None:
        return unexamined(reference, "nothing may leave this machine, and no folder has it")
    told = f"it lies in the folder: {own.title}"
    return Examined(reference=reference, state="at_hand", told=told, document=own.id, read=_extent(own, reference))


class _Known(NamedTuple):
    """What registers know of a reference."""

    looked: Looked
    record: SourceResult | None = None  # the work that is meant
    stranger: SourceResult | None = None  # what its identifier leads to instead


async def _registered(deps: Deps, step: Step, reference: Reference) -> _Known:
    """What registers know of it: the work that is meant, and the stranger that its identifier may lead to."""
    looked, stranger = Looked(), None
    if reference.identifier:
        kind, _, value = reference.identifier.partition(":")
        looked = await by_identifier(deps, step, kind, value)
        others = [record for record in looked.records if is_stranger(reference, record)]
        fitting = [record for record in looked.records if record not in others]
        if fitting:
            return _Known(looked, _joined(fitting))
        stranger = others[0] if others else None
    if not reference.title or not (reference.scholarly or not reference.url):
        return _Known(looked, None, stranger)
    named = await by_title(deps, step, reference)
    found = [record for record in named.records if record is best(reference, [record])]
    chosen = best(reference, found)
    same = [record for record in found if chosen and (record.doi or record.url) == (chosen.doi or chosen.url)]
    return _Known(looked + named, _joined(same) if chosen else None, stranger)


def _joined(records: list[SourceResult]) -> SourceResult:
    """One record of several about the same work: what any of them knows of a retraction, a text or a copy counts."""
    first = records[0]
    return msgspec.structs.replace(
        first,
        retracted=any(record.retracted for record in records),
        notices=tuple(dict.fromkeys(notice for record in records for notice in record.notices)),
        full_content=next((record.full_content for record in records if record.full_content), None),
        open_access_url=next((record.open_access_url for record in records if record.open_access_url), None),
    )


async def _linked(deps: Deps, step: Step, reference: Reference, record: SourceResult | None) -> Link | None:
    """The address that the document gives; of a DOI only where no register knows it."""
    if reference.url and not _is_resolver(reference.url):
        return await open_page(deps, step, hit_of(reference.url))
    if reference.doi and record is None:
        link = await open_page(deps, step, hit_of(f"{RESOLVER}{reference.doi}"))
        nameless = link.told == NO_HOST  # the resolver exists: it is we who have no network
        return msgspec.structs.replace(link, state="unreachable") if nameless else link
    return None


async def _text(
    deps: Deps, step: Step, reference: Reference, record: SourceResult | None, link: Link | None
) -> Document | None:
    """What can be read of it, the whole text first."""
    candidates: list[Document] = []
    if link and link.document and link.state == "exists":
        candidates += await deps.shelf.get([link.document])
    if record is not None and not any(_extent(one, reference) == "whole" for one in candidates):
        async for document in _copies(deps, step, record):
            candidates.append(document)
            if _extent(document, reference) == "whole":
                break
    ranked = sorted(candidates, key=lambda one: (_extent(one, reference) != "whole", is_part(one)))
    return ranked[0] if ranked else None


async def _copies(deps: Deps, step: Step, record: SourceResult) -> AsyncIterator[Document]:
    for address in _addresses(record):
        link = await open_page(deps, step, hit_of(address, record=record))
        if link.document and link.state == "exists":
            for document in await deps.shelf.get([link.document]):
                yield document
    abstract = await keep_abstract(step, record)
    if abstract.document:
        for document in await deps.shelf.get([abstract.document]):
            yield document


def _addresses(record: SourceResult) -> Iterator[str]:
    if record.open_access_url:
        yield record.open_access_url
    if record.url != record.open_access_url:
        yield record.url


def _state(
    reference: Reference, known: _Known, link: Link | None, page: Document | None
) -> tuple[ReferenceState, str, tuple[str, ...]]:
    """The gravest thing that is known of it, in words, and how it differs from what is stated."""
    looked, record, stranger = known
    if record is not None and record.retracted:
        return "retracted", f"{_source(record)} lists it as retracted", differences(reference, record)
    if stranger is not None:
        told = f"{reference.identifier} is another work: “{stranger.title}”"
        taken_back = ", which is retracted" if stranger.retracted else ""
        return "mismatched", told + taken_back, differences(reference, stranger)
    if record is None and reference.identifier and looked.answered and not looked.records:
        if link is not None and link.state == "exists" and not _is_resolver(reference.url or RESOLVER):
            return "mismatched", f"no register knows {reference.identifier}", ()
        if link is None or link.state != "exists":
            return _unknown(reference, looked, link)
    if link is not None and link.state in {"dead", "moved"}:
        return link.state, link.told, ()
    if record is not None:
        return _recorded(reference, record, link)
    if link is not None:
        return _page_state(reference, link, page)
    if looked.failed:
        return "unreachable", "; ".join(looked.failed), ()
    if looked.answered and reference.scholarly:
        return "not_found", "no register knows a work with that title", ()
    return "unchecked", _no_way(looked), ()


def _unknown(reference: Reference, looked: Looked, link: Link | None) -> tuple[ReferenceState, str, tuple[str, ...]]:
    if looked.failed:
        return "unreachable", "; ".join(looked.failed), ()
    if link is not None and link.state in {"blocked", "unreachable"} and not reference.scholarly:
        return link.state, link.told, ()
    title = " and no register knows a work with that title" if reference.title else ""
    return "not_found", f"{reference.identifier} is not registered{title}", ()


def _recorded(
    reference: Reference, record: SourceResult, link: Link | None
) -> tuple[ReferenceState, str, tuple[str, ...]]:
    found = differences(reference, record)
    stated = reference.doi and record.doi and reference.doi != record.doi
    if stated:
        found = (*found, f"its DOI is {record.doi}")
    if found:
        return "mismatched", f"{_source(record)}: {'; '.join(found)}", found
    notices = _notices(record)
    if _CONCERN in notices:
        return "concern", "its publisher has published an expression of concern about it", ()
    if _CORRECTION in notices:
        return "corrected", "a correction to it has been published", ()
    unread = f"; its page could not be read: {link.told}" if link and link.state in {"blocked", "unreachable"} else ""
    return "exists", f"{_source(record)} has it{unread}", ()


def _page_state(reference: Reference, link: Link, page: Document | None) -> tuple[ReferenceState, str, tuple[str, ...]]:
    if link.state != "exists" or page is None:
        return link.state, link.told, ()
    if is_other(reference, page.title) and share(reference.title, page.text) < OTHER:
        found = f"the page there is called “{page.title}”"
        return "mismatched", found, (found,)
    return "exists", "its page could be read", ()


def _notices(record: SourceResult | None) -> tuple[str, ...]:
    if record is None:
        return ()
    retracted = (_RETRACTION,) if record.retracted else ()
    return tuple(dict.fromkeys((*retracted, *record.notices)))


def _extent(document: Document | None, reference: Reference) -> Extent:
    if document is None:
        return "nothing"
    short = len(document.text) < ARTICLE and reference.scholarly and not document.private
    return "abstract" if is_part(document) or short else "whole"


def _is_resolver(url: str) -> bool:
    return "//doi.org/" in url or "//dx.doi.org/" in url


def _source(record: SourceResult) -> str:
    return {"crossref": "Crossref", "openalex": "OpenAlex", "arxiv": "arXiv", "pubmed": "PubMed"}.get(
        record.source_name, record.source_name
    )


def _no_way(looked: Looked) -> str:
    if looked.answered:
        return "no register of articles knows it; a book, a report or a page may still exist"
    return "it has no address and no identifier that could be looked up"
