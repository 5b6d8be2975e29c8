"""Opening what a reference points to: the text that its sentences are held against, or why there is none."""

from __future__ import annotations

from datetime import timedelta
from urllib.parse import urlsplit

import msgspec

from inquiro.core.errors import AccessDenied, EffectError, Gone, InquiroError, NoAddress, ReadFailed, UnsafeAddress
from inquiro.core.identity import canonical_url
from inquiro.core.protocols import Opener
from inquiro.core.snapshots import ABSTRACT_ONLY, snapshot
from inquiro.core.types import Document, PageKind, ReadText, ReferenceState, SourceResult, Usage, Value
from inquiro.effects import Paid, Step
from inquiro.effects.gateway import Call
from inquiro.effects.retrying import FETCH, ONCE
from inquiro.engine.deps import Deps

WEB = "web"  # the effect of opening a page has the same name everywhere, so that a page is fetched once
KEPT = timedelta(days=1)
SECONDS = 30.0
NO_HOST = "there is no such host"
_WALLS: dict[str, str] = {
    "captcha": "a captcha asks for a person",
    "challenge": "a bot check stands before the page",
    "paywall": "the page is behind a paywall",
    "login": "the page is behind a login",
    "cookie_wall": "a consent wall hides the page",
    "blocked": "the site lets no program in",
}


class Link(Value, frozen=True, kw_only=True):
    """What became of an address: a document, or a state with its reason."""

    document: str = ""
    state: ReferenceState = "exists"
    told: str = ""
    url: str = ""  # where it led in the end


async def open_page(deps: Deps, step: Step, hit: SourceResult) -> Link:
    """The page at an address, through the one transport."""
    if deps.pages is None:
        return Link(state="unchecked", told="nothing may leave this machine", url=hit.url)
    found = await _opened(step, WEB, deps.pages, hit, outside=True)
    if isinstance(found, InquiroError):
        return _failure(hit.url, found)
    document_id, kind = found
    [document] = await deps.shelf.get([document_id])
    if kind == "soft_404":
        return Link(state="dead", told="the page says that what was there is gone", url=document.url)
    if kind != "content":
        state: ReferenceState = "blocked" if kind in _WALLS else "unreachable"
        return Link(state=state, told=_WALLS.get(kind, "the page is an error message"), url=document.url)
    if _is_elsewhere(hit.url, document.url):
        told = f"the address now leads to {document.url}, which is not a page of its own"
        return Link(document=document_id, state="moved", told=told, url=document.url)
    return Link(document=document_id, url=document.url)


async def open_own(deps: Deps, step: Step, hit: SourceResult) -> Link:
    """What a source on this machine opens itself."""
    opener = deps.openers.get(hit.source_name)
    if opener is None:
        return Link(state="unchecked", told=f"{hit.source_name} cannot open it")
    found = await _opened(step, hit.source_name, opener, hit, outside=False)
    if isinstance(found, InquiroError):
        return Link(state="unreachable", told=str(found), url=hit.url)
    return Link(document=found[0], state="at_hand", url=hit.url)


async def keep_abstract(step: Step, hit: SourceResult) -> Link:
    """The abstract that a register gave, where nothing more can be had."""
    if not hit.full_content:
        return Link(state="unchecked", told="no text of it could be had")
    found = await _opened(step, hit.source_name, _Abstract(), hit, outside=False, given=True)
    return Link() if isinstance(found, InquiroError) else Link(document=found[0], url=hit.url)


class _Abstract:
    async def open(self, hit: SourceResult) -> Document:
        content = ReadText(text=hit.full_content or "", media_type="text/plain", title=hit.title)
        return snapshot(hit, content, flags=(ABSTRACT_ONLY,))


async def _opened(
    step: Step, name: str, opener: Opener, hit: SourceResult, *, outside: bool, given: bool = False
) -> tuple[str, PageKind] | InquiroError:
    async def perform() -> Paid:
        document = await opener.open(hit)
        value = [document.id, document.kind, list(document.flags)]
        return Paid(value=value, usage=Usage(pages=1), documents=(document,), serves_others=document.kind == "content")

    request = {"url": hit.url} | ({"as": "given by the source"} if given else {})
    call = Call(
        kind="fetch", name=name, request=request, outside=outside, private=hit.private, timeout=SECONDS,
        keep=KEPT if outside else None, retry=FETCH if outside else ONCE,
    )  # fmt: skip
    try:
        document_id, kind, _ = await step.call(call, perform, tuple[str, PageKind, tuple[str, ...]])
    except (EffectError, ReadFailed) as error:
        return error
    return document_id, kind


def _failure(url: str, error: InquiroError) -> Link:
    """Dead only where the address itself says so; a wall and an outage say nothing of what is behind them."""
    if isinstance(error, Gone):
        return Link(state="dead", told=str(error), url=url)
    if isinstance(error, NoAddress):
        return Link(state="dead", told=NO_HOST, url=url)
    if isinstance(error, UnsafeAddress):
        return Link(state="unchecked", told=f"the address may not be opened: {error}", url=url)
    state: ReferenceState = "blocked" if isinstance(error, AccessDenied) else "unreachable"
    return Link(state=state, told=str(error), url=url)


def _is_elsewhere(asked: str, led: str) -> bool:
    """Whether an address of a page led to a home page: then what was there is gone, whatever the status says."""
    wanted, got = urlsplit(canonical_url(asked)), urlsplit(canonical_url(led))
    if canonical_url(asked) == canonical_url(led) or not (wanted.path.strip("/") or wanted.query):
        return False
    path = got.path.strip("/").casefold()
    home = not path or path in {
        "home",
        "start",
        "startseite",
        "welcome",
        "accueil",
        "inicio",
        "error",
        "404",
        "not-found",
        "notfound",
    }
    language = len(path) in {2, 5} and path.replace("-", "").isalpha()
    return (home or language) and not got.query


def hit_of(url: str, title: str = "", *, record: SourceResult | None = None) -> SourceResult:
    """What is opened at an address, under what is known of it."""
    if record is None:
        return SourceResult(url=url, title=title, snippet="", source_name=WEB)
    return msgspec.structs.replace(record, url=url)
