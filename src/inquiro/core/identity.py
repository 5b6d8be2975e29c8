"""Which addresses and identifiers mean the same work, whoever found it and however it was written."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from urllib.parse import parse_qsl, quote, unquote, unquote_to_bytes, urlencode, urlsplit

from inquiro.core.types import SourceResult

# Parameters that follow a reader around and never choose what the page says.
_TRACKING = re.compile(
    r"(utm_\w+|mtm_\w+|pk_\w+|hsa_\w+|fbclid|gclid|dclid|gbraid|wbraid|msclkid|yclid|twclid|igshid|mc_[ce]id|_ga|_gl|"
    r"ref_src|ref_url|cmpid|spm|scm|vero_id|oly_\w+_id|rb_clickid|s_cid|__twitter_impression|at_(medium|campaign))"
)
_SESSION = re.compile(r";jsessionid=[^/?#]*", re.IGNORECASE)
_INDEX = re.compile(r"/(index|default)\.(html?|php|aspx?|jsp)$", re.IGNORECASE)
_DOI = re.compile(r"10\.\d{4,9}/(?:[^\s\"<>?#&]|<[^\s\"<>?#&]+>)+", re.IGNORECASE)  # old ones hold <pages::letters>
_BRACKETS = {")": "(", "]": "[", "}": "{"}
_ARXIV = re.compile(r"(?:\d{4}\.\d{4,5}|[a-z-]+(?:\.[A-Z]{2})?/\d{7})", re.IGNORECASE)
_ENCODED_SLASH = re.compile("%2f", re.IGNORECASE)  # part of a name, not between two
_ROUTE = re.compile(r"!?/")  # how the fragments begin that choose a page where a program draws them
_PMC_HOST = re.compile(r"(?:.+\.)?(?:ncbi\.nlm\.nih\.gov|europepmc\.org)")
_DEFAULT_PORTS = {"http": 80, "https": 443}


def canonical_url(url: str) -> str:
    """One spelling for one page: no place within it, no tracking, no default port, parameters in order."""
    try:
        parts = urlsplit(url.strip())
        port = parts.port
    except ValueError:  # not an address at all: it equals only itself
        return url.strip()
    if parts.scheme.lower() not in _DEFAULT_PORTS or not parts.hostname:
        return url.strip()
    host = parts.hostname.rstrip(".").lower().replace(".m.wikipedia.", ".wikipedia.")
    for prefix in ("www.", "m.", "amp."):
        if host.startswith(prefix) and host.count(".") >= 2:
            host = host.removeprefix(prefix)
    if port is not None and port != _DEFAULT_PORTS[parts.scheme.lower()]:
        host = f"{host}:{port}"
    path = _path(_INDEX.sub("/", _SESSION.sub("", parts.path)))
    route = f"#{_spelled(parts.fragment)}" if _ROUTE.match(parts.fragment) else ""
    return f"https://{host}{path}{_query(parts.query)}{route}"


def without_tracking(url: str) -> str:
    """The same address, to the letter, but for parameters that follow a reader around."""
    address, mark, fragment = url.partition("#")
    head, _, query = address.partition("?")
    kept = [pair for pair in query.split("&") if pair and not _TRACKING.fullmatch(pair.partition("=")[0])]
    return f"{head}{'?' if kept else ''}{'&'.join(kept)}{mark}{fragment}"


def _path(path: str) -> str:
    return "%2F".join(_spelled(part) for part in _ENCODED_SLASH.split(path)).rstrip("/")


def _spelled(text: str) -> str:
    """Byte by byte, since many sites write addresses in another alphabet's encoding."""
    return quote(unquote_to_bytes(text.encode(errors="replace")), safe="/:@!$&'()*+,;=~-._")


def _query(query: str) -> str:
    plain = quote(query.encode(errors="replace"), safe="%!$&'()*+,/:;=?@[]~")
    pairs = parse_qsl(plain, keep_blank_values=True, encoding="latin-1")  # keeps every byte as it is
    kept = sorted((name, value) for name, value in pairs if not _TRACKING.fullmatch(name))
    return f"?{urlencode(kept, encoding='latin-1')}" if kept else ""


def clean_doi(text: str | None) -> str | None:
    """The bare DOI, in lower case, out of whatever a service wrote."""
    found = _DOI.search(unquote(text or ""))
    return _without_end(found[0]).lower() if found else None


def _without_end(doi: str) -> str:
    """Without the punctuation of the sentence it stood in; a bracket that it opened itself is its own."""
    while doi[-1] in ".,;'" or (doi[-1] in _BRACKETS and doi.count(doi[-1]) > doi.count(_BRACKETS[doi[-1]])):
        doi = doi[:-1]
    return doi


def clean_arxiv_id(text: str | None) -> str | None:
    """The id without its version, out of an address or `arXiv:2101.00001v2`."""
    stripped = re.sub(
        r"^(https?://)?(export\.|www\.)?(arxiv\.org/(abs|pdf|html)/|arxiv:)", "", text or "", flags=re.IGNORECASE
    )
    found = _ARXIV.match(stripped.strip())
    return found[0].lower() if found else None


def identities(hit: SourceResult) -> frozenset[str]:
    """Every name a hit goes by: two hits that share one are the same work."""
    return _identities(hit.url, hit.doi, hit.arxiv_id, hit.pmid, hit.pmcid)


@lru_cache(maxsize=8_192)  # every document of a run, in every round
def _identities(url: str, doi: str | None, arxiv_id: str | None, pmid: str | None, pmcid: str | None) -> frozenset[str]:
    return frozenset((*_names(url, doi, arxiv_id), *_numbers(url, pmid, pmcid)))


def _names(url: str, stated_doi: str | None, arxiv_id: str | None) -> Iterator[str]:
    yield f"url:{canonical_url(url)}"
    host, _ = _host_and_path(url)
    if doi := clean_doi(stated_doi) or (clean_doi(url) if host.endswith("doi.org") else None):
        yield f"doi:{doi}"
        if doi.startswith("10.48550/arxiv."):
            yield f"arxiv:{clean_arxiv_id(doi.removeprefix('10.48550/arxiv.'))}"
    if arxiv := clean_arxiv_id(arxiv_id) or (clean_arxiv_id(url) if host.endswith("arxiv.org") else None):
        yield f"arxiv:{arxiv}"


def _numbers(url: str, pmid: str | None, pmcid: str | None) -> Iterator[str]:
    host, path = _host_and_path(url)
    if pmid:
        yield f"pmid:{pmid}"
    elif host == "pubmed.ncbi.nlm.nih.gov" and (number := path.strip("/")).isdigit():
        yield f"pmid:{number}"
    if pmcid:
        yield f"pmc:{pmcid.upper()}"
    elif _PMC_HOST.fullmatch(host) and (found := re.search(r"/(PMC\d+)", path, re.IGNORECASE)):
        yield f"pmc:{found[1].upper()}"


def _host_and_path(url: str) -> tuple[str, str]:
    """Nothing for what is no web address: anybody can put anything into a search result."""
    try:
        parts = urlsplit(url.strip())
    except ValueError:
        return "", ""
    return (parts.hostname or "", parts.path) if parts.scheme in _DEFAULT_PORTS else ("", "")
