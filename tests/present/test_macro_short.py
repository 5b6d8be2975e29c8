"""A macro's result in short: long values and lists are cut, and say by how much."""

from __future__ import annotations

from tests.exports.test_result import decided
from tests.exports.test_result import report as macro_report

from inquiro.core.types import MacroResult, Report
from inquiro.present.blocks import Table, plain
from inquiro.present.macro_short import LONGEST, in_short


def tables(report: Report, kind: str) -> list[Table]:
    return [block for block in in_short(report) if isinstance(block, Table) and block.kind == kind]


def test_a_decision_stands_among_the_facts_under_short_names():
    [facts, *_] = tables(macro_report(review=decided()), "facts")
    names = [plain(row[0]) for row in facts.rows]
    assert {"Standing", "Fields", "Measured", "Schema", "Decision"} <= set(names)
    assert max(map(len, names)) < 12


def test_a_long_value_says_how_long_it_is():
    result = MacroResult(
        result_id="r",
        session_id="s",
        macro_name="m",
        macro_version="1",
        params={},
        data={"a": "x" * 500},
        schema_valid=True,
    )
    [fields] = tables(Report(trace_id="r", question="", answer="", macro=result), "fields")
    assert plain(fields.rows[0][1]) == f"{'x' * LONGEST}… (500 characters in all) no source"


def test_the_fields_alone_leave_out_what_is_said_of_the_whole():
    report = macro_report(review=decided())
    assert not any(isinstance(one, Table) and one.kind == "facts" for one in in_short(report, fields_only=True))
    assert list(in_short(Report(trace_id="r", question="", answer=""))) == []
