"""What the web and the registers answer, from `pages.jsonl`, `crossref.jsonl`, `openalex.jsonl`, `arxiv.jsonl` and `pubmed.jsonl`."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from html import escape
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from tests.small_internet import Answered, Asked, Server

Json = dict[str, Any]
REGISTERS = {
    "api.crossref.org": "crossref",
    "api.openalex.org": "openalex",
    "export.arxiv.org": "arxiv",
    "eutils.ncbi.nlm.nih.gov": "pubmed",
}
ALIKE = 0.3  # of a query's words: registers answer with something near, whether it is meant or not
MOST = 5


class ReportWorld:
    """Everything that a folder says there is; what it does not name does not exist."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.pages = {page["url"]: page for page in _rows(folder / "pages.jsonl")}
        self.crossref = _rows(folder / "crossref.jsonl")
        self.openalex = _rows(folder / "openalex.jsonl")
        self.arxiv = _rows(folder / "arxiv.jsonl")
        self.pubmed = _rows(folder / "pubmed.jsonl")
        self.down: set[str] = set()  # registers that do not work
        self.seen: list[Callable[[Asked], None]] = []
        self._registers: dict[str, Callable[[Asked], Answered]] = {
            "crossref": self._crossref,
            "openalex": self._openalex,
            "arxiv": self._arxiv,
            "pubmed": self._pubmed,
        }
        self.server = Server(self.respond)

    @property
    def hosts(self) -> frozenset[str]:
        """Names that lead somewhere."""
        named = {urlsplit(url).hostname or "" for url, page in self.pages.items() if page["status"] != "dns"}
        return frozenset(named | REGISTERS.keys())

    def respond(self, asked: Asked) -> Answered:
        for seen in self.seen:
            seen(asked)
        host = asked.host.partition(":")[0]
        name, _, rest = asked.target.lstrip("/").partition("/")
        if name in REGISTERS.values():  # as where an operator sets the address of a service
            return self._registers[name](replace(asked, target=f"/{rest}"))
        if host in REGISTERS:
            name = REGISTERS[host]
            return Answered("down", 503) if name in self.down else self._registers[name](asked)
        if asked.path == "/robots.txt":
            return Answered("", 404)
        return self._page(host if host != "127.0.0.1" else asked.host, asked.target)

    def _page(self, host: str, target: str) -> Answered:
        for scheme in ("https", "http"):
            page = self.pages.get(f"{scheme}://{host}{target}") or self.pages.get(f"{scheme}://{host}{unquote(target)}")
            if page is None:
                continue
            if "redirect" in page:
                if page["redirect"] == f"https://{host}{target}":
                    continue  # from http to https: the same place here
                return Answered("", page["status"], headers={"location": page["redirect"]})
            body = (self.folder / page["file"]).read_bytes() if "file" in page else b""
            return Answered(body, page["status"], media_type=page.get("content_type", "text/html; charset=utf-8"))
        return Answered("<title>404 Not Found</title><h1>Not Found</h1>", 404)

    # -- registers ------------------------------------------------------------------------------

    def _crossref(self, asked: Asked) -> Answered:
        wanted = asked.path.removeprefix("/works").strip("/").lower()
        if wanted:
            found = next((one for one in self.crossref if one["DOI"].lower() == wanted), None)
            return _json({"status": "ok", "message-type": "work", "message": found}) if found else _missing()
        if updated := asked.params.get("filter", "").partition("updates:")[2].lower():
            notices = [
                one for one in self.crossref if any(n["DOI"].lower() == updated for n in one.get("update-to", ()))
            ]
            return _json({"status": "ok", "message-type": "work-list", "message": {"items": notices}})
        items = _near(asked.params.get("query.bibliographic", ""), self.crossref, lambda one: " ".join(one["title"]))
        return _json({"status": "ok", "message-type": "work-list", "message": {"items": items}})

    def _openalex(self, asked: Asked) -> Answered:
        kind, _, wanted = asked.path.removeprefix("/works").strip("/").lower().partition(":")
        if wanted:
            found = next((one for one in self.openalex if _has(one, kind, wanted)), None)
            return _json(found) if found else _missing()
        items = _near(asked.params.get("search", ""), self.openalex, lambda one: one["display_name"])
        return _json({"meta": {"count": len(items)}, "results": items})

    def _arxiv(self, asked: Asked) -> Answered:
        if wanted := asked.params.get("id_list"):
            found = [one for one in self.arxiv if one["id"] == wanted]
        else:
            query = asked.params.get("search_query", "").replace("all:", " ").replace("AND", " ").replace("OR", " ")
            found = _near(query, self.arxiv, lambda one: one["title"])
        return _xml(f'<feed xmlns="http://www.w3.org/2005/Atom"><title>q</title>{"".join(map(_entry, found))}</feed>')

    def _pubmed(self, asked: Asked) -> Answered:
        if asked.path.endswith("/esearch.fcgi"):
            term = asked.params.get("term", "")
            found = [one for one in self.pubmed if one.get("doi") and f'"{one["doi"]}"' in term]
            found = found or ([] if "[doi]" in term else _near(term, self.pubmed, lambda one: one["title"]))
            ids = "" if asked.params.get("retmax") == "0" else "".join(f"<Id>{one['pmid']}</Id>" for one in found)
            return _xml(f"<eSearchResult><Count>{len(found)}</Count><IdList>{ids}</IdList></eSearchResult>")
        wanted = asked.params.get("id", "").split(",")
        records = "".join(_article(one) for one in self.pubmed if one["pmid"] in wanted)
        return _xml(f"<PubmedArticleSet>{records}</PubmedArticleSet>")


def _rows(path: Path) -> list[Json]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()] if path.exists() else []


def _near(query: str, records: list[Json], title: Any) -> list[Json]:
    wanted = _pieces(query)
    scored = [(len(wanted & _pieces(title(one))) / max(len(wanted), 1), at) for at, one in enumerate(records)]
    return [records[at] for score, at in sorted(scored, key=lambda pair: (-pair[0], pair[1])) if score >= ALIKE][:MOST]


def _pieces(text: str) -> set[str]:
    words = "".join(c if c.isalnum() else " " for c in text.lower()).split()
    return {
        piece
        for word in words
        for piece in ([word] if word.isascii() else [word[at : at + 2] for at in range(max(len(word) - 1, 1))])
    }


def _has(work: Json, kind: str, wanted: str) -> bool:
    if kind == "doi":
        return (work.get("doi") or "").lower().removeprefix("https://doi.org/") == wanted
    return (work.get("ids", {}).get("pmid") or "").rstrip("/").rpartition("/")[2] == wanted


def _entry(one: Json) -> str:
    authors = "".join(f"<author><name>{escape(name)}</name></author>" for name in one["authors"])
    return (
        f"<entry><id>http://arxiv.org/abs/{one['id']}v1</id><title>{escape(one['title'])}</title>"
        f"<published>{one['published']}</published><summary>{escape(one['summary'])}</summary>{authors}"
        f'<arxiv:comment xmlns:arxiv="http://arxiv.org/schemas/atom">{escape(one.get("comment", ""))}</arxiv:comment></entry>'
    )


def _article(one: Json) -> str:
    authors = "".join(
        f"<Author><LastName>{escape(name.split()[-1])}</LastName><ForeName>{escape(' '.join(name.split()[:-1]))}</ForeName></Author>"
        for name in one["authors"]
    )
    kinds = "".join(f"<PublicationType>{escape(kind)}</PublicationType>" for kind in one.get("publication_types", ()))
    notices = "".join(
        f'<CommentsCorrections RefType="{escape(kind)}"/>' for kind in one.get("comments_corrections", ())
    )
    doi = f'<ArticleId IdType="doi">{escape(one["doi"])}</ArticleId>' if one.get("doi") else ""
    return (
        f"<PubmedArticle><MedlineCitation><PMID>{one['pmid']}</PMID><Article><Journal><JournalIssue><PubDate><Year>{one['year']}</Year>"
        f"</PubDate></JournalIssue><Title>{escape(one['journal'])}</Title></Journal><ArticleTitle>{escape(one['title'])}</ArticleTitle>"
        f"<Abstract><AbstractText>{escape(one.get('abstract', ''))}</AbstractText></Abstract><AuthorList>{authors}</AuthorList>"
        f"<PublicationTypeList>{kinds}</PublicationTypeList></Article><CommentsCorrectionsList>{notices}</CommentsCorrectionsList>"
        f'</MedlineCitation><PubmedData><ArticleIdList><ArticleId IdType="pubmed">{one["pmid"]}</ArticleId>{doi}</ArticleIdList>'
        f"</PubmedData></PubmedArticle>"
    )


def _json(value: Json) -> Answered:
    return Answered(json.dumps(value), media_type="application/json")


def _xml(text: str) -> Answered:
    return Answered(text, media_type="text/xml")


def _missing() -> Answered:
    return Answered("Resource not found.", 404, media_type="text/plain")
