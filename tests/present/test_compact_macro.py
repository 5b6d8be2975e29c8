"""Results of macros in a model's context: whole where they fit, cut and marked where they do not."""

from __future__ import annotations

import json

from inquiro.core.types import FieldSupport, LeiFinding, MacroResult
from inquiro.present.compact_macro import LONGEST_DATA, compact_macro, fitted
from inquiro.present.compact_result import COMPACT
from inquiro.present.size_limits import Parts


def result(**known):
    base = {"result_id": "r", "session_id": "s", "macro_name": "m", "macro_version": "1", "params": {}}
    return MacroResult(**base | {"data": {}, "schema_valid": True} | known)


def test_small_data_is_whole():
    data = {"apex": {"name": "A", "share": 12.5, "listed": None}, "funds": [{"name": "F"}]}
    assert fitted(data) == (data, False)


def test_large_data_is_cut_and_says_so():
    shown, shortened = fitted({"funds": [{"name": f"Fund {n}", "about": "x" * 500} for n in range(500)]})
    assert shortened
    assert len(json.dumps(shown)) <= LONGEST_DATA
    assert shown["funds"][-1].startswith("… and ")


def test_hidden_characters_are_made_visible():
    assert "\u202e" not in json.dumps(fitted({"name": "a\u202eb"})[0], ensure_ascii=False)


def test_doubts_come_along():
    told = compact_macro(
        result(
            fields=(FieldSupport(path="a", label="quoted"), FieldSupport(path="b", label="unsupported")),
            leis=(LeiFinding(path="a.lei", lei="L", verdict="not_found", reason="may be invented"),),
        ),
        Parts(COMPACT),
    )
    assert [one["path"] for one in told["doubtful_fields"]] == ["b"]
    assert told["leis"][0]["verdict"] == "not_found"


def test_warnings_about_verbs_are_there_when_there_are_any():
    assert "verb_warnings" not in compact_macro(result(), Parts(COMPACT))
    told = compact_macro(result(verb_warnings=("line 3: @x is bound again",)), Parts(COMPACT))
    assert told["verb_warnings"] == ["line 3: @x is bound again"]
