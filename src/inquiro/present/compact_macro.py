"""What a macro found as JSON, small enough for a model's context."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from inquiro.core.types import FieldSupport, Json, LeiFinding, MacroResult, MacroSource
from inquiro.present.size_limits import Parts, clipped

LONGEST_DATA = 14_000  # characters
LONGEST_TEXT = 600
MOST_ITEMS = 40


def compact_macro(result: MacroResult, parts: Parts, where: Json | None = None) -> Json:
    """The result in the seed's names; a long one is shortened, and says so."""
    data, shortened = fitted(result.data)
    doubtful = tuple(one for one in result.fields if one.label in {"unsupported", "inferred", "edited"})
    return {
        "result_id": result.result_id,
        "session_id": result.session_id,
        "macro_name": result.macro_name,
        "data": data,
        **({"data_shortened": True} if shortened else {}),
        "schema_valid": result.schema_valid,
        "validation_errors": parts.lines("validation_errors", result.validation_errors),
        "review_required": result.review_required,
        "suggested_verbs": parts.text("suggested_verbs", result.suggested_verbs or ""),
        "verb_problems": parts.lines("verb_problems", result.verb_problems),
        **({"verb_warnings": parts.lines("verb_warnings", result.verb_warnings)} if result.verb_warnings else {}),
        "search_quality": result.search_quality,
        "measured_quality": dict(result.measured_quality),
        "leis": parts.some("leis", result.leis, _lei, parts.sizes.lists),
        "doubtful_fields": parts.some("doubtful_fields", doubtful, _field, parts.sizes.lists),
        "macro_sources": parts.some("macro_sources", result.sources, _source, parts.sizes.sources),
        "state": result.state,
        **({"review": where} if where else {}),
    }


def fitted(data: Any) -> tuple[Any, bool]:
    """Plain JSON with everything made visible; lists and texts are cut until it fits."""
    shown = _visible(data, LONGEST_TEXT, None)
    if len(json.dumps(shown, ensure_ascii=False)) <= LONGEST_DATA:
        return shown, False
    for most in (MOST_ITEMS, 10, 3, 1):
        cut = _visible(data, LONGEST_TEXT // 2, most)
        if len(json.dumps(cut, ensure_ascii=False)) <= LONGEST_DATA:
            return cut, True
    return "too long to be shown here", True


def _visible(value: Any, longest: int, most: int | None) -> Any:
    if isinstance(value, str):
        return clipped(value, longest)
    if isinstance(value, Mapping):
        return {clipped(str(key), 100): _visible(one, longest, most) for key, one in value.items()}
    if isinstance(value, list | tuple):
        kept = [_visible(one, longest, most) for one in value[:most]]
        return [*kept, f"… and {len(value) - most} more"] if most is not None and len(value) > most else kept
    return value


def _lei(one: LeiFinding, longest: int) -> Json:
    return {
        "path": clipped(one.path, longest),
        "lei": clipped(one.lei, 60),
        "verdict": one.verdict,
        "reason": clipped(one.reason, longest),
    }


def _field(one: FieldSupport, longest: int) -> Json:
    return {"path": clipped(one.path, longest), "label": one.label, "note": clipped(one.note, longest)}


def _source(one: MacroSource, longest: int) -> Json:
    return {"id": one.id, "url": clipped(one.url, longest), "title": clipped(one.title, 120)}
