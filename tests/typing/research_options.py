"""Read by mypy alone, in `make check`: an ignore that is not needed there is an error, so a misspelled option is."""

from __future__ import annotations

from inquiro import Researcher, deep_research


def right() -> str:
    report = deep_research("Do trees cool?", corpus="notes", depth="light", privacy="local_only", since="2024-01-01")
    return report.export("md") + report.export("bibtex")


def right_bytes() -> bytes:
    return deep_research("Do trees cool?", sources=["pubmed"], max_cost=0.5).export("pdf")


def wrong() -> None:
    deep_research("Do trees cool?", dept="light")  # type: ignore[call-arg]
    deep_research("Do trees cool?", depth="deeper")  # type: ignore[arg-type]
    deep_research("Do trees cool?", privacy="local")  # type: ignore[arg-type]
    Researcher(corpora="notes")  # type: ignore[call-arg]
    Researcher().research("Do trees cool?", maxcost=1.0)  # type: ignore[call-arg]
