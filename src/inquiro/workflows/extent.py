"""How far a run goes: rounds, and pages a round."""

from __future__ import annotations

from inquiro.engine.deps import Deps

_PAGES = {"light": 4, "deep": 20}
_OWN_PAGES = {"light": 0, "deep": 15}  # of every search on this machine


def max_rounds(deps: Deps) -> int:
    return 1 if deps.request.depth == "light" else deps.request.max_iterations


def pages(deps: Deps) -> int:
    return _PAGES[deps.request.depth]


def own_pages(deps: Deps) -> int:
    """Reading what lies here costs nothing: so many items need as many pages."""
    return max(_OWN_PAGES[deps.request.depth], deps.request.top_k if deps.request.modes else 0)
