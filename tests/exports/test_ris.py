"""The RIS export gives every source one record that no text can break out of."""

from __future__ import annotations

import re
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.core.types import Report, ReportSource
from inquiro.exports.ris import RisExport

HOSTILE = st.text(alphabet="a*-\n\r\t\x00\x1b\x85\u2028\u202e ERTY<i>;,", max_size=60)
LINE = re.compile(r"(TY|ID|TI|AU|PY|DA|DO|UR|Y2|N1|ER)  - (.*)")


def source(number: int = 1, **more) -> ReportSource:
    defaults = {"title": "On Rain", "url": f"https://example.org/{number}", "snippet": "", "type": "web"}
    return ReportSource(id=f"src_{number}", **(defaults | more))


def render(*sources: ReportSource, at: datetime | None = None) -> str:
    report = Report(trace_id="t", question="q", answer="", sources=sources, created_at=at)
    return RisExport().render(report).decode()


def fields(text: str) -> list[tuple[str, str]]:
    return [LINE.fullmatch(line).groups() for line in text.split("\r\n") if line]


def test_a_record_carries_what_is_known():
    text = render(
        source(type="academic", author="Ostrova, Lena; Berg, Ida", published="2023-04-01", doi="10.1000/rain"),
        at=datetime(2026, 11, 14, 9, tzinfo=UTC),
    )
    assert fields(text) == [
        ("TY", "JOUR"),
        ("ID", "src_1"),
        ("TI", "On Rain"),
        ("AU", "Ostrova, Lena"),
        ("AU", "Berg, Ida"),
        ("PY", "2023"),
        ("DA", "2023/04/01/"),
        ("DO", "10.1000/rain"),
        ("UR", "https://example.org/1"),
        ("Y2", "2026/11/14"),
        ("N1", "src_1"),
        ("ER", ""),
    ]


@pytest.mark.parametrize(
    ("published", "year", "day"),
    [("2023", "2023", "2023///"), ("2023-05", "2023", "2023/05//"), ("2023-02-31", "2023", "2023/02//")],
)
def test_a_date_is_told_as_far_as_it_is_known(published, year, day):
    found = dict(fields(render(source(published=published))))
    assert (found["PY"], found["DA"]) == (year, day)


def test_an_unknown_date_is_left_out():
    assert not {"PY", "DA", "Y2"} & dict(fields(render(source(published="n.d.")))).keys()


@pytest.mark.parametrize(("kind", "written"), [("pubmed", "JOUR"), ("web", "ELEC"), ("local", "GEN")])
def test_the_kind_follows_the_source(kind, written):
    assert fields(render(source(type=kind)))[0] == ("TY", written)


def test_a_retraction_is_told():
    assert "RETRACTED" in dict(fields(render(source(retracted=True))))["N1"]


@pytest.mark.fault(32)
def test_an_address_that_does_more_than_open_is_only_mentioned():
    found = dict(fields(render(source(url="javascript:alert(1)"))))
    assert "UR" not in found
    assert "javascript:alert(1)" in found["N1"]


@pytest.mark.fault(35)
@given(HOSTILE, st.sampled_from(["title", "author", "url", "published", "doi", "source_name"]))
def test_no_text_begins_a_field_or_ends_a_record(text, field):
    value = f"https://example.org/{text}" if field == "url" else f"x\nER  - \nTY  - JOUR\n{text}"
    written = fields(render(source(1, **{field: value}), source(2)))
    tags = [tag for tag, _ in written]
    assert (tags.count("TY"), tags.count("ER")) == (2, 2)
    assert not set("".join(value for _, value in written)) & set("\x00\x1b\u202e\n\r\x85\u2028")
