"""A report of a research in all three modes: two ideas, three implementations, a paper; and one written to do harm."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import msgspec

from inquiro.core.markdown import inert
from inquiro.core.types import (
    ChecklistItem,
    Citation,
    Claim,
    IdeaResult,
    ImplementationResult,
    Ranking,
    Report,
    ReportSource,
    ResearchFindings,
    ResearchReport,
    Snippet,
    Usage,
)

RUN = "7f3a91c2-0000-4000-8000-000000000001"
QUERY = "How can a program retry a call that fails?"

QUOTED = 'import time\n\n\ndef retry(call, times=3):\n    for attempt in range(times):\n\t    time.sleep(2**attempt)\n\n# ends with a fence: """```"""'
ADAPTED = "import numpy as np\nimport tenacity\n\n@tenacity.retry\ndef call():\n    return np.zeros(3)"
BROKEN = "def retry(:\n    pass"
NESTED = "# README\n\n```sh\nretry --times 3\n```\n"

BACKOFF = "Waiting twice as long after each failure spares a server that is in trouble."
JITTER = "A random part in the wait keeps clients from coming back at the same moment."
LOOP = "A plain loop is enough where one call is retried."
LIBRARY = "The decorator of the library retries until a condition holds."
INTRODUCTION = "Calls over a network fail for reasons that pass."
GUESS = "Most programs retry too often."


def source(number: int, title: str, **more: Any) -> ReportSource:
    defaults = {"url": f"https://example.org/{number}", "snippet": f"About {title}.", "quality": 0.7, "type": "web"}
    return ReportSource(
        id=f"src_{number}", title=title, document_id=f"doc_{number}", sha256=f"{number:064x}", **(defaults | more)
    )


SOURCES = (
    source(1, "Backing off", quality=0.9, quality_reasons=("official documentation",)),
    source(2, "Retrying in Python"),
    source(3, "Notes on retries", type="local", url="file:///corpus/deep/notes.md", private=True),
)


def cite(number: int, quote: str, start: int = 10) -> Citation:
    around = {"before": "just before ", "after": " right after"}
    return Citation(
        source_id=f"src_{number}",
        quote=quote,
        start=start,
        end=start + len(quote),
        document_id=f"doc_{number}",
        **around,
    )


def claim(text: str, section: str, *numbers: int, label: str = "supported") -> Claim:
    return Claim(text=text, label=label, section=section, evidence=tuple(cite(n, text.rstrip(".")) for n in numbers))


CLAIMS = (
    claim(BACKOFF, "Idea 1", 1, label="quoted"),
    claim(JITTER, "Idea 2", 3, 1),
    claim(LOOP, "Implementation 1", 2),
    claim(LIBRARY, "Implementation 2", 2, label="inferred"),
    claim(INTRODUCTION, "Introduction", 1),
    claim(GUESS, "Introduction", label="uncited"),
)


def block(code: str, language: str = "python") -> str:
    return f"````{language}\n{code}\n````"


def snippet(code: str, **more: Any) -> Snippet:
    defaults = {"language": "python", "checked": "python", "valid": True}
    return Snippet(code=code, **(defaults | more))


IDEAS = [
    IdeaResult(
        "https://example.org/1",
        BACKOFF,
        source_id="src_1",
        title="Backing off",
        label="quoted",
        evidence=CLAIMS[0].evidence,
        ranking=Ranking(relevance=0.82, authority=0.9, score=0.85, reasons=("5 of the 6 words asked for",)),
    ),
    IdeaResult("file:///corpus/deep/notes.md", JITTER, source_id="src_3", title="Notes on retries", label="supported"),
]
IMPLEMENTATIONS = [
    ImplementationResult(
        "https://example.org/2",
        f"{LOOP}\n\n{block(QUOTED)}\n\nDependencies: none",
        source_id="src_2",
        title="Retrying in Python",
        label="supported",
        evidence=CLAIMS[2].evidence,
        ranking=Ranking(relevance=0.7, authority=0.7, completeness=1.0, score=0.8, reasons=("imports what it uses",)),
        snippets=(snippet(QUOTED, origin="quoted", licence="MIT", document_id="doc_2", start=5, end=80),),
    ),
    ImplementationResult(
        "https://example.org/2",
        f"{LIBRARY}\n\n{block(ADAPTED)}\n\n{block(BROKEN)}\n\nDependencies: pip install tenacity",
        source_id="src_2",
        title="Retrying in Python",
        label="inferred",
        snippets=(
            snippet(ADAPTED, imports=("numpy", "tenacity"), undeclared=("numpy",)),
            snippet(BROKEN, valid=False, problem="line 1: invalid syntax"),
        ),
    ),
    ImplementationResult("https://example.org/2", f"As a command.\n\n{block(NESTED, 'markdown')}", source_id="src_2"),
]
PAPER = f"""## Abstract

{INTRODUCTION} [1]

## Introduction

{INTRODUCTION} [1] {GUESS} More is said elsewhere (https://example.org/2).

- First [2]
- Second

## Implementations

{block(QUOTED)}

## References

[1] Backing off: https://example.org/1
"""
FINDINGS = ResearchFindings(
    QUERY,
    ["idea", "implementation", "freeform"],
    3,
    ideas=IDEAS,
    implementations=IMPLEMENTATIONS,
    report=ResearchReport(PAPER, snippets=(snippet(QUOTED, origin="quoted", document_id="doc_2"),), query=QUERY),
    problems=["one item named an address that was never read"],
    dropped={"items with an unknown source": 1},
    trace_id=RUN,
)


def a_research(**changes: Any) -> Report:
    """As a run returns it; every sentence of the items and of the paper is a claim."""
    answer = "\n\n".join(f"## {one.section}\n\n{inert(one.text)}" for one in CLAIMS)
    report = Report(
        trace_id=RUN,
        question=QUERY,
        answer=answer,
        sources=SOURCES,
        claims=CLAIMS,
        checklist=(ChecklistItem(id="c1", description="What retrying costs", tried=2),),
        findings=FINDINGS,
        usage=Usage(seconds=1.5),
        stop_reason="1 of 2 answered",
        created_at=datetime(2026, 11, 14, 9, 30, tzinfo=UTC),
    )
    return msgspec.structs.replace(report, **changes)


def hostile(evil: str) -> Report:
    """The same words everywhere: in prose, in code, as language, licence, address and problem."""
    bad = Snippet(
        code=f"{evil}\n```\n</code></pre><script>alert(1)</script>\n<!-- run -->\nx\n<!-- /run -->",
        language=evil,
        origin="quoted",
        checked="python",
        valid=False,
        problem=evil,
        undeclared=(evil,),
        licence=evil,
    )
    rank = Ranking(relevance=0.5, authority=0.5, reasons=(evil,))
    content = f"{evil}\n\n## {evil}\n\n- {evil}\n\n~~~~~dataviewjs\n{bad.code}\n~~~~~\n\nDependencies: {evil}"
    idea = IdeaResult(evil, evil, title=evil, label="uncited", ranking=rank)
    made = ImplementationResult("javascript:alert(1)", content, title=evil, ranking=rank, snippets=(bad,))
    found = ResearchFindings(
        evil, ["idea", "implementation", "freeform"], 1, [idea], [made], ResearchReport(content), problems=[evil]
    )
    return a_research(question=evil, findings=found, claims=(), answer=evil)


def nothing(**changes: Any) -> Report:
    """A research that found nothing at all."""
    found = ResearchFindings(QUERY, ["idea", "implementation"], 5, problems=["no source answered"], trace_id=RUN)
    kept = {"answer": "Nothing was found.", "claims": (), "sources": (), "findings": found} | changes
    return a_research(**kept)
