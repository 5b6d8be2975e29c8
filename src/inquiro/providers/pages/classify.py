"""What a page is: content, or one of the things that stand in its place."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from inquiro.core.types import PageKind
from inquiro.providers.pages.guards import GUARDS
from inquiro.providers.pages.markup import markup_of, plain, size_of, titles_of, visible_text
from inquiro.providers.pages.missing import MISSING
from inquiro.providers.pages.signs import DECISIVE, Sign
from inquiro.providers.pages.walls import WALLS

NEEDS_JAVASCRIPT = "needs javascript"
SIGNS = (*GUARDS, *WALLS, *MISSING)

_SHORT = 3_000
_ENOUGH = ((1_000, 3), (_SHORT, 5))  # the less a page says, the less its signs must be worth
_ENOUGH_ON_EMPTY = 2
_NOTHING, _ALMOST_NOTHING = 60, 250
_OWN_WORDS = 200  # beyond its questions about consent, and more than those: then it is a page with a banner
_REFUSING = frozenset({401, 402, 403, 405, 429, 451, 503})
_CONSENT = re.compile(
    r"(?i)cookie|consent|privacy|partner|vendor|datenschutz|werbung|einwillig|zustimm|confidentialité|privacidad|クッキー|同意"
    r"|personali[sz]ed|advertis|accept|reject|agree"
)
_SCRIPT = re.compile(r"<script\b")
_EMPTY_ROOT = re.compile(
    r"<(?:div|main|section)\b[^<>]*\bid\s*=\s*[\"']?(?:root|app|__next|__nuxt|gatsby|main-app|react-\w+|ember\w*)\b[^<>]*>\s*</"
    r"|<app-root\b[^<>]*>\s*</",
)
_NO_SCRIPTS = re.compile(
    r"(enable|turn on|activate|requires?|need|without|allow) (\w+ ){0,3}java ?script|java ?script (\w+ ){0,4}(is )?(required|"
    r"disabled|enabled|not available|must be|muss|aktivier|désactivé|desactivado)|java ?script (\w+ ){0,3}(aktivieren|activé)|"
    r"(activez|activer|activar|active|habilite|habilitar|aktivieren sie) (\w+ ){0,2}java ?script|"
    r"java ?script ?を?(有効|オン)",
)
_TITLE_PARTS = re.compile(r"\s+[|\-–—·»:]\s+|[|»]")


class Verdict(NamedTuple):
    kind: PageKind
    reason: str = ""  # the signs that were seen, for people


def classify(status: int, headers: Mapping[str, str], html_bytes: bytes, text: str, url: str) -> Verdict:
    """Judge a page by its signs and by how little else it says; `text` is its main content as it was read."""
    size = size_of(text)
    markup = markup_of(html_bytes, headers).lower() if size <= _SHORT else ""
    seen: dict[PageKind, list[Sign]] = defaultdict(list)
    for sign in _seen(headers, markup, text, url, long=size > _SHORT):
        seen[sign.kind].append(sign)
    if "cookie_wall" in seen and _says_more(text):
        del seen["cookie_wall"]
    needed = next((enough for limit, enough in _ENOUGH if size <= limit), DECISIVE)
    if not size and not _awaits_scripts(markup):
        needed = _ENOUGH_ON_EMPTY
    bonus = 2 if status in _REFUSING else 0
    worth = {kind: sum(sign.worth for sign in signs) + bonus for kind, signs in seen.items()}
    if enough := [kind for kind in worth if worth[kind] >= needed]:
        kind = max(enough, key=lambda one: (worth[one], one == "captcha"))
        return Verdict(kind, f"{kind}: " + ", ".join(sign.label for sign in seen[kind]))
    if status >= 400:
        return Verdict("blocked" if status in {401, 402, 403, 451} else "error", f"status {status}")
    if markup and needs_javascript(markup, text):
        return Verdict("blocked", NEEDS_JAVASCRIPT)
    return Verdict("content")


def needs_javascript(markup: str, text: str) -> bool:
    """Whether the page holds almost no text, and scripts that would bring it; the markup is in lower case."""
    if size_of(text) > _ALMOST_NOTHING or not _SCRIPT.search(markup):
        return False
    if size_of(text) <= _NOTHING:
        return not text.strip() or _awaits_scripts(markup)
    return bool(_NO_SCRIPTS.search(text.lower()) or _EMPTY_ROOT.search(markup))


def _awaits_scripts(markup: str) -> bool:
    """Whether the page is a frame that its own scripts fill, rather than a guard's empty page."""
    return bool(_EMPTY_ROOT.search(markup) or _NO_SCRIPTS.search(markup))


def _seen(headers: Mapping[str, str], markup: str, text: str, url: str, *, long: bool) -> Iterator[Sign]:
    lines = [f"{name.lower()}: {value.lower()}" for name, value in headers.items()]
    yield from (sign for sign in SIGNS if sign.place == "header" and any(map(sign.pattern.search, lines)))
    if long:
        return
    titles = [part for title in titles_of(markup) for part in (title, *_TITLE_PARTS.split(title)) if part]
    main = plain(text).lower()
    page = f"{visible_text(markup)}\n{main}"
    for sign in SIGNS:
        if sign.place == "title":
            found = any(map(sign.pattern.match, titles))
        elif sign.place == "text":
            found = bool(sign.pattern.search(main if sign.kind == "cookie_wall" else page))
        else:
            found = bool(sign.pattern.search({"markup": markup, "url": url.lower()}.get(sign.place, "")))
        if found:
            yield sign


def _says_more(text: str) -> bool:
    """Whether a page has more to say than its questions about consent."""
    own = asked = 0
    for sentence in re.split(r"[.!?。！？\n]+", text):
        if _CONSENT.search(sentence):
            asked += size_of(sentence)
        else:
            own += size_of(sentence.strip())
    return own > max(_OWN_WORDS, asked)
