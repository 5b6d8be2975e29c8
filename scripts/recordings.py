"""What real services answered, replayed through our parsers: `python scripts/recordings.py` prints the table."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import msgspec

from inquiro.core.errors import EffectError
from inquiro.core.protocols import ProviderContext
from inquiro.core.settings import Settings
from inquiro.core.types import SourceResult
from inquiro.core.web import WebAnswer
from inquiro.providers.http.statuses import error_of
from inquiro.providers.search import registry

SHARED = Path(__file__).resolve().parents[2] / "shared" / "data"
# Which recordings belong to which provider: folder or file, and the host where a file holds several services.
FILES: dict[str, tuple[str, ...]] = {
    "arxiv": ("http_arxiv/*.jsonl",),
    "brave": ("http_brave/*.json",),
    "crossref": ("http_crossref_habanero/*.jsonl", "http_scholarly_paperqa/crossref.jsonl"),
    "duckduckgo": ("http_duckduckgo/*.html",),
    "exa": ("http_exa/*.json",),
    "gleif": ("http_gleif/**/*.json",),
    "openalex": ("http_scholarly_paperqa/openalex.jsonl",),
    "pubmed": (
        "http_pubmed_entrez/Entrez/*.xml",
        "http_pubmed_entrez/Entrez/*.html",
        "http_pubmed_entrez/pmc_fulltext/*.nxml",
        "http_pubmed_entrez/pmc_fulltext/*.xml",
    ),
    "semantic_scholar": ("http_semantic_scholar/*.jsonl", "http_scholarly_paperqa/semantic_scholar.jsonl"),
    "tavily": ("http_tavily/*.jsonl",),
    "unpaywall": ("http_scholarly_paperqa/unpaywall.jsonl",),
    "wikipedia": ("http_wikipedia/*.jsonl", "http_scholarly_paperqa/wikipedia_pages.jsonl"),
}
_TYPES = {".json": "application/json", ".xml": "text/xml", ".nxml": "text/xml", ".html": "text/html"}


@dataclass(frozen=True)
class Recording:
    """One real exchange; `label` says where it stands."""

    label: str
    url: str
    answer: WebAnswer


def recordings_of(provider: str, shared: Path = SHARED) -> list[Recording]:
    return [one for pattern in FILES[provider] for path in sorted(shared.glob(pattern)) for one in _read(path)]


def parsed(provider: Any, recording: Recording) -> list[SourceResult] | EffectError:
    """What the provider makes of it: hits, or the error a run would see."""
    if error := error_of(recording.answer, provider.name, provider.keys):
        return error
    try:
        hits: list[SourceResult] = provider.parse(recording.answer)
    except EffectError as error:
        return error
    return hits


def _read(path: Path) -> Iterator[Recording]:
    if path.suffix != ".jsonl":
        url = f"https://recorded.example/{path.name}"
        headers = {"content-type": _TYPES[path.suffix]}
        yield Recording(path.name, url, WebAnswer(url=url, status=200, headers=headers, body=path.read_bytes()))
        return
    for number, line in enumerate(path.read_bytes().splitlines(), 1):
        row = msgspec.json.decode(line)
        body = row["body"].encode() if isinstance(row["body"], str) else msgspec.json.encode(row["body"])
        headers = {name.lower(): _first(value) for name, value in row["headers"].items()}
        answer = WebAnswer(url=row["url"], status=row["status"], headers=headers, body=body)
        yield Recording(f"{path.parent.name}/{path.stem}:{number} {urlsplit(row['url']).path}", row["url"], answer)


def _first(value: Any) -> str:
    return str(value[0] if isinstance(value, list) and value else value)


def main() -> int:
    if not SHARED.is_dir():
        print("the recordings are not beside this checkout")
        return 0
    print(f"{'provider':18}{'recordings':>11}{'with hits':>11}{'no hits':>9}{'errors':>8}{'hits':>7}{'complete':>10}")
    with tempfile.TemporaryDirectory() as home:
        context = ProviderContext(settings=Settings(home=Path(home), database_url="sqlite://"))
        for name in FILES:
            provider = registry.get(name)(context)
            outcomes = [parsed(provider, recording) for recording in recordings_of(name)]
            lists = [one for one in outcomes if not isinstance(one, EffectError)]
            hits = [hit for one in lists for hit in one]
            complete = sum(bool(hit.title and hit.url and hit.snippet) for hit in hits)
            print(
                f"{name:18}{len(outcomes):11}{sum(map(bool, lists)):11}{sum(not one for one in lists):9}"
                f"{len(outcomes) - len(lists):8}{len(hits):7}{complete:10}"
            )
    return 0


if __name__ == "__main__":
    sys.exit(main())
