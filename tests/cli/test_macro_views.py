from __future__ import annotations

from inquiro.cli.macro_views import Outcome
from inquiro.core.types import MacroResult, Report


def test_what_may_not_mean_what_it_seems_to_is_told_apart_from_what_cannot_run(shown):
    result = MacroResult(
        result_id="run-12345",
        session_id="s",
        macro_name="m",
        macro_version="1",
        params={},
        data={},
        schema_valid=True,
        verb_problems=("line 1: unknown verb",),
        verb_warnings=("line 3: @x is bound again",),
    )
    told = shown(Outcome(Report(trace_id="run-12345", question="q", answer="", macro=result), "1 apex"))
    assert "✗ verbs: line 1: unknown verb" in told
    assert "⚠ verbs: line 3: @x is bound again" in told
