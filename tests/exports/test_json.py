"""The JSON export is the contract of `ask --json`."""

from __future__ import annotations

import json

import msgspec
import pytest

from inquiro.core.types import Citation, Claim, Coverage, NoteResult, Report, ReportSource, SaturationMetrics, Usage
from inquiro.exports.json import CONTRACT, JsonExport, as_dict

QUOTE = "wet \u202eretaw\u202c\n as\u200b water \U000e0041\u2028"
REPORT = Report(
    trace_id="t1",
    question="Why?",
    answer="Water is wet. [1]",
    sources=(ReportSource(id="src_1", type="local", title="Rain", url="file:///r.md", snippet="s"),),
    claims=(
        Claim(
            text="Water is wet.",
            label="quoted",
            evidence=(Citation(source_id="src_1", quote=QUOTE, start=3, end=3 + len(QUOTE)),),
        ),
    ),
    checklist_coverage=Coverage(satisfied=("a",), gaps=("b",)),
    saturation=SaturationMetrics(
        new_entities_ratio=0.0, new_facts_ratio=float("nan"), citation_circularity=0.0, source_coverage=0.0
    ),
    usage=Usage(calls=1, tokens=2, cost=0.5, seconds=3.5),
    dropped={"z": 1, "a": 2},
)


def test_the_contract_is_there_in_order():
    built = as_dict(REPORT)
    assert tuple(built)[: len(CONTRACT)] == CONTRACT
    assert set(built) == set(Report.__struct_fields__) - {"findings"}
    assert built["checklist_coverage"] == {"satisfied": ["a"], "gaps": ["b"]}
    assert {"calls": 1, "tokens": 2, "cost": 0.5, "seconds": 3.5}.items() <= built["usage"].items()
    assert list(built["sources"][0])[:5] == ["id", "type", "title", "url", "snippet"]
    assert list(built["claims"][0])[:3] == ["text", "label", "evidence"]
    assert {"source_id": "src_1", "start": 3}.items() <= built["claims"][0]["evidence"][0].items()
    assert list(built["dropped"]) == ["a", "z"]
    assert built["saturation"]["new_facts_ratio"] is None


def test_it_reads_back_as_the_same_report():
    assert json.loads(JsonExport().render(REPORT)) == as_dict(REPORT)


@pytest.mark.fault(35)
def test_quotes_stay_exact_although_tricky_characters_are_written_as_escapes():
    text = JsonExport().render(REPORT).decode()
    assert "\\u202e" in text
    assert not set(text) & set("\u202e\u200b\U000e0041\u2028")
    assert json.loads(text)["claims"][0]["evidence"][0]["quote"] == QUOTE


def test_what_became_of_a_note_is_in_it():
    note = NoteResult(path="a.md", topics_researched=2, preview="## Research", related=())
    told = as_dict(msgspec.structs.replace(REPORT, note=note))["note"]
    assert (told["path"], told["topics_researched"], told["preview"]) == ("a.md", 2, "## Research")
    whole = as_dict(msgspec.structs.replace(REPORT, note=note))
    assert (whole["path"], whole["topics_researched"], whole["preview"]) == ("a.md", 2, "## Research")
    assert "preview" not in as_dict(REPORT)
    assert as_dict(REPORT)["note"] is None
