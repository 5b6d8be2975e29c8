"""A macro's result on the screen: what needs a look first, long lists cut, nothing that acts on a terminal."""

from __future__ import annotations

import pytest

from inquiro.cli.result_views import Result
from inquiro.core.types import Citation, FieldSupport, LeiFinding, MacroResult, Report, ReportSource, ResultReview

LEI = "529900K9B0N5BT694847"


def report(**more) -> Report:
    words = Citation(source_id="src_1", quote="Aldra SE is listed.", start=0, end=19)
    result = MacroResult(
        result_id="run-12345",
        session_id="s",
        macro_name="m",
        macro_version="1",
        params={},
        data={
            "apex": {"name": "Aldra SE", "lei": LEI, "seat": "\x1b[31mred\u202e"},
            "funds": [{"name": f"Fund {n}", "country": "LU"} for n in range(12)],
        },
        schema_valid=False,
        validation_errors=tuple(f"wrong {n}" for n in range(7)),
        suggested_verbs="(a.b)",
        fields=(
            FieldSupport(path="apex.name", label="quoted", evidence=(words,)),
            *(FieldSupport(path=f"funds[{n}].name", label="quoted", evidence=(words,)) for n in range(12)),
            *(FieldSupport(path=f"funds[{n}].country", label="supported", evidence=(words,)) for n in range(12)),
            FieldSupport(path="apex.lei", label="inferred", evidence=(words,), note="look"),
            FieldSupport(path="apex.regulator", label="unfilled"),
        ),
        leis=(LeiFinding(path="apex.lei", lei=LEI, verdict="lapsed", reason="not renewed"),),
    )
    source = ReportSource(id="src_1", type="web", title="t", url="https://example.org", snippet="")
    review = ResultReview(review_id="run-12345", status="pending")
    known = {"macro": result, "review": review, "sources": (source,)}
    return Report(trace_id="run-12345", question="q", answer="", **(known | more))


@pytest.mark.fault(35)
def test_what_needs_a_look_comes_first_and_lists_are_cut(shown):
    told = shown(Result(report()))
    places = [told.index(part) for part in ("Standing", "2 fields need a look", "apex.lei", "  Apex\n", "  Funds (12)")]
    assert places == sorted(places)
    assert "LEI lapsed: not renewed" in told
    assert "“Aldra SE is listed.”" in told
    assert "    1. Fund 0  Country LU  quoted  supported\n" in told
    assert "… and 4 more" in told
    assert "✗ and 2 more" in told
    assert "Not filled: apex.regulator" in told
    assert "Verbs       Not executed." in told
    assert "inquiro review show run-1234" in told
    assert "\x1b[31m" not in told
    assert "\\u202e" in told


def test_in_brief_it_is_the_fields_alone(shown):
    told = shown(Result(report(), brief=True))
    assert "Standing" not in told
    assert "Verbs" not in told
    assert "2 fields need a look" in told


def test_other_reports_have_none(shown):
    assert shown(Result(report(macro=None, review=None))) == ""
