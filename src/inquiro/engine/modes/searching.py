"""What a mode searches for beyond the question itself: pages that show code, and pages that compare."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from inquiro.core.types import Plan, Query, ResearchMode

MOST_TERMS = 7
_WORDS: dict[ResearchMode, dict[str, str]] = {
    "implementation": {
        "en": "example code",
        "de": "Beispiel Code",
        "es": "ejemplo código",
        "fr": "exemple code",
        "ja": "コード 例",
    },
    "idea": {"en": "approaches", "de": "Ansätze", "es": "enfoques", "fr": "approches", "ja": "手法"},
    "freeform": {"en": "survey comparison", "de": "Überblick Vergleich", "es": "revisión comparación", "fr": "revue comparaison", "ja": "比較 レビュー"},
}  # fmt: skip


def with_mode_queries(plan: Plan, modes: Sequence[ResearchMode]) -> Plan:
    """One more query a mode, after the first of the plan: a light run reads few pages, and code is found by no other."""
    terms = " ".join(plan.key_terms[:MOST_TERMS]) or plan.refined_query
    items = tuple(item.id for item in plan.checklist)
    private = any(item.private for item in plan.checklist)
    wanted = [mode for mode in _WORDS if mode in modes]
    texts = [f"{terms} {_WORDS[mode].get(plan.language, _WORDS[mode]['en'])}" for mode in wanted]
    known = {query.text for query in plan.queries}
    more = tuple(Query(text=text, items=items, private=private) for text in texts if text not in known)
    return msgspec.structs.replace(plan, queries=(*plan.queries[:1], *more, *plan.queries[1:]))
