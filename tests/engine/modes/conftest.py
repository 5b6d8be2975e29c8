"""A small pool of evidence: three pages about caching, two of them with code."""

from __future__ import annotations

from datetime import UTC, datetime
from hashlib import sha256

import pytest

from inquiro.core.types import ChecklistItem, CodeSpan, Document, Evidence, Fact, Plan, Pool
from inquiro.engine.extract import evidence_at

QUERY = "How to cache function results in Python?"
GUIDE = """Caching functions

A cache keeps the results of expensive calls. The decorator lru_cache of functools keeps the last 128 results.

Decorate the function that is slow:

from functools import lru_cache

@lru_cache(maxsize=128)
def slow(n):
    return n ** n

print(slow(3))

A cache needs memory for every result that it keeps."""
DISK = """Caching on disk

Results can be kept on disk, so that they survive a restart. The package diskcache stores them in SQLite.

Install it first with this command.

pip install diskcache

Open a folder and decorate the function:

import diskcache
cache = diskcache.Cache("folder")

@cache.memoize()
def slow(n):
    return n ** n
"""
ESSAY = """On forgetting

A cache that never forgets is a memory leak. Eviction by age removes results that nobody asked for in an hour."""


def page(name: str, text: str, *code: str, quality: float = 0.6, **more: object) -> Document:
    spans = tuple(CodeSpan(start=text.index(one), end=text.index(one) + len(one), language="python") for one in code)
    return Document(
        id=name,
        url=f"https://{name}.example/page",
        title=text.partition("\n")[0],
        text=text,
        sha256=sha256(text.encode()).hexdigest(),
        media_type="text/html",
        fetched_at=datetime(2026, 1, 1, tzinfo=UTC),
        quality=quality,
        code=spans,
        **more,  # type: ignore[arg-type]
    )


GUIDE_CODE = GUIDE[GUIDE.index("from functools") : GUIDE.index("print(slow(3))") + len("print(slow(3))")]
DISK_CODE = DISK[DISK.index("import diskcache") :].rstrip()


def fact(number: int, document: Document, statement: str, score: float = 0.8) -> tuple[Fact, Evidence]:
    start = document.text.index(statement)
    proof = evidence_at(f"e{number}", document, start, start + len(statement))
    told = Fact(
        id=f"f{number}",
        statement=statement,
        evidence=(proof.id,),
        sources=(document.url,),
        scores={"c1": score},
        standing=score,
        confidence=0.5,
        private=document.private,
    )
    return told, proof


@pytest.fixture
def documents() -> tuple[Document, ...]:
    return (
        page("guide", GUIDE, GUIDE_CODE, quality=0.9, licence="MIT"),
        page("disk", DISK, "pip install diskcache", DISK_CODE, quality=0.6),
        page("essay", ESSAY, quality=0.4),
    )


@pytest.fixture
def pool(documents: tuple[Document, ...]) -> Pool:
    guide, disk, essay = documents
    told = [
        fact(1, guide, "The decorator lru_cache of functools keeps the last 128 results.", 0.95),
        fact(2, guide, "A cache needs memory for every result that it keeps.", 0.6),
        fact(3, disk, "Results can be kept on disk, so that they survive a restart.", 0.7),
        fact(4, disk, "The package diskcache stores them in SQLite.", 0.65),
        fact(5, essay, "A cache that never forgets is a memory leak.", 0.6),
        fact(6, essay, "Eviction by age removes results that nobody asked for in an hour.", 0.5),
    ]
    item = ChecklistItem(id="c1", description=QUERY, terms=("cache", "function", "results", "Python"))
    plan = Plan(refined_query=QUERY, checklist=(item,), key_terms=("cache", "function", "results", "Python"))
    return Pool(
        plan=plan,
        checklist=(item,),
        facts=tuple(one for one, _ in told),
        evidence=tuple(proof for _, proof in told),
        documents=documents,
    )


@pytest.fixture
def code() -> dict[str, str]:
    """The blocks of the pages, to the letter."""
    return {"guide": GUIDE_CODE, "disk": DISK_CODE}
