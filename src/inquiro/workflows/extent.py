"""How far a run goes: rounds, and pages a round."""

from __future__ import annotations

from inquiro.engine.deps import Deps
from inquiro.engine.opening import PAGE_SECONDS

_PAGES = {"light": 4, "deep": 20, "thorough": 20}
_OWN_PAGES = {"light": 0, "deep": 15, "thorough": 20}  # of every search on this machine


_NOTE_PAGES = {"shallow": 0, "deep": 2}  # of each topic
_NOTE_RESULTS = 5  # of each topic: notes of the vault, and hits that are known by their snippets alone
NOTE_PAGE_SECONDS = 10.0
NOTE_PAGE_CHARACTERS = 50_000


def max_rounds(deps: Deps) -> int:
    return 1 if deps.request.depth == "light" or deps.request.note else deps.request.max_iterations


def pages(deps: Deps, queries: int) -> int:
    note = deps.request.note
    return _NOTE_PAGES[note.depth] * queries if note else _PAGES[deps.request.depth]


def page_seconds(deps: Deps) -> float:
    return NOTE_PAGE_SECONDS if deps.request.note else PAGE_SECONDS


def given(deps: Deps) -> int:
    """Hits of a search that are read by their snippets: a note is told what is known of it at a glance."""
    return _NOTE_RESULTS if deps.request.note else 0


def own_pages(deps: Deps) -> int:
    """Reading what lies here costs nothing: so many items need as many pages."""
    if deps.request.note:
        return _NOTE_RESULTS
    return max(_OWN_PAGES[deps.request.depth], deps.request.top_k if deps.request.modes else 0)
