"""The CSL-JSON export keeps to the format's schema, whatever the sources say."""

from __future__ import annotations

import json
from datetime import UTC, datetime

import jsonschema_rs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.core.types import Report, ReportSource
from inquiro.exports.csl import CslExport

# What csl-data.json asks of the variables that we write; it allows no others in a name, a date or an item.
NAME = {
    "type": "object",
    "properties": {"family": {"type": "string"}, "given": {"type": "string"}, "literal": {"type": "string"}},
    "additionalProperties": False,
}
DATE = {
    "type": "object",
    "properties": {
        "date-parts": {
            "type": "array",
            "minItems": 1,
            "maxItems": 2,
            "items": {"type": "array", "minItems": 1, "maxItems": 3, "items": {"type": ["string", "number"]}},
        }
    },
    "additionalProperties": False,
}
SCHEMA = {
    "type": "array",
    "items": {
        "type": "object",
        "properties": {
            "type": {"enum": ["article-journal", "dataset", "document", "webpage"]},
            "id": {"type": ["string", "number"]},
            "author": {"type": "array", "items": NAME},
            "issued": DATE,
            "accessed": DATE,
            "DOI": {"type": "string"},
            "URL": {"type": "string"},
            "title": {"type": "string"},
            "note": {"type": "string"},
        },
        "required": ["type", "id"],
        "additionalProperties": False,
    },
}


def source(number: int = 1, **more) -> ReportSource:
    defaults = {"title": "On Rain", "url": f"https://example.org/{number}", "snippet": "", "type": "web"}
    return ReportSource(id=f"src_{number}", **(defaults | more))


def render(*sources: ReportSource, at: datetime | None = None) -> list[dict]:
    report = Report(trace_id="t", question="q", answer="", sources=sources, created_at=at)
    items = json.loads(CslExport().render(report))
    jsonschema_rs.validate(SCHEMA, items)
    return items


def test_an_item_carries_what_is_known():
    [item] = render(
        source(type="pubmed", author="Ostrova, Lena; City audit office", published="2023-04", doi="10.1000/rain"),
        at=datetime(2026, 11, 14, 9, tzinfo=UTC),
    )
    assert item == {
        "id": "src_1",
        "type": "article-journal",
        "title": "On Rain",
        "author": [{"family": "Ostrova", "given": "Lena"}, {"literal": "City audit office"}],
        "issued": {"date-parts": [[2023, 4]]},
        "accessed": {"date-parts": [[2026, 11, 14]]},
        "DOI": "10.1000/rain",
        "URL": "https://example.org/1",
        "note": "src_1",
    }


def test_what_is_not_known_is_left_out():
    assert render(source()) == [
        {"id": "src_1", "type": "webpage", "title": "On Rain", "URL": "https://example.org/1", "note": "src_1"}
    ]
    assert render() == []


@pytest.mark.fault(32)
def test_a_tag_in_a_title_is_a_sign_and_no_markup():
    [item] = render(source(title="Rain <i>in</i> <script>x</script>, 3 < 4"))
    assert item["title"] == "Rain ‹i>in‹/i> ‹script>x‹/script>, 3 < 4"


@pytest.mark.fault(35)
@given(
    st.text(alphabet='a<>/i"\\\n\r\x00\x1b\x85\u2028\u202e,;{}', max_size=60),
    st.sampled_from(["title", "author", "url", "published", "doi", "source_name"]),
)
def test_any_text_makes_a_valid_item(text, field):
    [item] = render(source(**{field: f"https://example.org/{text}" if field == "url" else text}))
    told = json.dumps(item, ensure_ascii=False)
    assert not set(told) & set("\x00\x1b\u202e\n\x85\u2028")
    assert "<i" not in told
    assert item["URL"].isascii()
