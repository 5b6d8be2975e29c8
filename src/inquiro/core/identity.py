"""Which addresses and identifiers mean the same work, whoever found it and however it was written."""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import parse_qsl, quote, unquote, urlencode, urlsplit

from inquiro.core.types import SourceResult

# Parameters that follow a reader around and never choose what the page says.
_TRACKING = re.compile(
    r"(utm_\w+|mtm_\w+|pk_\w+|hsa_\w+|fbclid|gclid|dclid|gbraid|wbraid|msclkid|yclid|twclid|igshid|mc_[ce]id|_ga|_gl|"
    r"ref_src|ref_url|cmpid|spm|scm|vero_id|oly_\w+_id|rb_clickid|s_cid|__twitter_impression|at_(medium|campaign))"
)
_SESSION = re.compile(r";jsessionid=[^/?#]*", re.IGNORECASE)
_INDEX = re.compile(r"/(index|default)\.(html?|php|aspx?|jsp)$", re.IGNORECASE)
_DOI = re.compile(r"10\.\d{4,9}/[^\s\"<>?#&]+", re.IGNORECASE)
_ARXIV = re.compile(r"(?:\d{4}\.\d{4,5}|[a-z-]+(?:\.[A-Z]{2})?/\d{7})", re.IGNORECASE)
_DEFAULT_PORTS = {"http": 80, "https": 443}


def canonical_url(url: str) -> str:
    """One spelling for one page: no fragment, no tracking, no default port, parameters in order."""
    try:
        parts = urlsplit(url.strip())
        port = parts.port
    except ValueError:  # not an address at all: it equals only itself
        return url.strip()
    if parts.scheme.lower() not in _DEFAULT_PORTS or not parts.hostname:
        return url.strip()
    host = parts.hostname.rstrip(".").lower()
    for prefix in ("www.", "m.", "amp."):
        if host.startswith(prefix) and host.count(".") >= 2:
            host = host.removeprefix(prefix)
    if port is not None and port != _DEFAULT_PORTS[parts.scheme.lower()]:
        host = f"{host}:{port}"
    path = _INDEX.sub("/", _SESSION.sub("", parts.path))
    path = quote(unquote(path), safe="/:@!$&'()*+,;=~-._").rstrip("/")
    kept = sorted((k, v) for k, v in parse_qsl(parts.query, keep_blank_values=True) if not _TRACKING.fullmatch(k))
    return f"https://{host}{path}" + (f"?{urlencode(kept)}" if kept else "")


def clean_doi(text: str | None) -> str | None:
    """The bare DOI, in lower case, out of whatever a service wrote."""
    found = _DOI.search(unquote(text or ""))
    return found[0].rstrip(".,;)]}'").lower() if found else None


def clean_arxiv_id(text: str | None) -> str | None:
    """The id without its version, out of an address or `arXiv:2101.00001v2`."""
    stripped = re.sub(
        r"^(https?://)?(export\.|www\.)?(arxiv\.org/(abs|pdf|html)/|arxiv:)", "", text or "", flags=re.IGNORECASE
    )
    found = _ARXIV.match(stripped.strip())
    return found[0].lower() if found else None


def identities(hit: SourceResult) -> frozenset[str]:
    """Every name a hit goes by: two hits that share one are the same work."""
    return frozenset(_names(hit))


def _names(hit: SourceResult) -> Iterator[str]:
    yield f"url:{canonical_url(hit.url)}"
    parts = urlsplit(hit.url) if hit.url.lower().startswith(("http://", "https://")) else None
    host = (parts.hostname or "") if parts else ""
    if doi := clean_doi(hit.doi) or (clean_doi(hit.url) if host.endswith("doi.org") else None):
        yield f"doi:{doi}"
        if doi.startswith("10.48550/arxiv."):
            yield f"arxiv:{clean_arxiv_id(doi.removeprefix('10.48550/arxiv.'))}"
    if arxiv := clean_arxiv_id(hit.arxiv_id) or (clean_arxiv_id(hit.url) if host.endswith("arxiv.org") else None):
        yield f"arxiv:{arxiv}"
    if hit.pmid:
        yield f"pmid:{hit.pmid}"
    elif host == "pubmed.ncbi.nlm.nih.gov" and parts and (pmid := parts.path.strip("/")).isdigit():
        yield f"pmid:{pmid}"
    if hit.pmcid:
        yield f"pmc:{hit.pmcid.upper()}"
    elif found := re.search(r"/(PMC\d+)", parts.path if parts else "", re.IGNORECASE):
        yield f"pmc:{found[1].upper()}"
