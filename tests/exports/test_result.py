"""A macro's result in every format: each field with its state and its words, hostile ones as text, large ones folded."""

from __future__ import annotations

import io
import json
import re
from datetime import UTC, datetime
from html.parser import HTMLParser

import pypdfium2
import pytest
from docx import Document
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from inquiro.core.types import (
    Citation,
    FieldChange,
    FieldSupport,
    LeiFinding,
    MacroResult,
    Report,
    ReportSource,
    ResultReview,
    VerbsExecuted,
)
from inquiro.exports import registry, strip_volatile
from inquiro.present.macro_result import shown_result

LEI, OTHER = "529900K9B0N5BT694847", "OJ2TIQSVQND4IZYYK658"
HOSTILE = 'a|b `x` <img src=x onerror=alert(1)> [l](javascript:alert(1)) =HYPERLINK("http://evil") $x$ \u202egpj.exe'
TOLD = 'onerror=alert(1)> [l](javascript:alert(1)) =HYPERLINK("http://evil") $x$ \\u202egpj.exe'
AT = datetime(2026, 3, 4, 5, 6, 7, tzinfo=UTC)
FORMATS = ("md", "html", "pdf", "docx")


def source(number: int, kind: str = "web", **more) -> ReportSource:
    url = f"https://example.org/{number}"
    return ReportSource(id=f"src_{number}", type=kind, title=f"Source {number}", url=url, snippet="", **more)


def field(path: str, label: str = "quoted", *numbers: int, quote: str = "", note: str = "") -> FieldSupport:
    words = quote or f"Words behind {path}."
    cited = tuple(Citation(source_id=f"src_{one}", quote=words, start=0, end=len(words), page=4) for one in numbers)
    return FieldSupport(path=path, label=label, evidence=cited, note=note)


DATA = {
    "apex": {"legal_name": "Aldra SE", "lei": LEI, "address": {"city": "Bonn"}, "aliases": ["A", "B"]},
    "funds": [{"name": "One", "share": 60.5, "listed": True}, {"name": HOSTILE, "lei": OTHER}],
    "note": None,
    "search_quality": "HIGH",
}
FIELDS = (
    field("apex.legal_name", "quoted", 1),
    field("apex.lei", "quoted", 2),
    field("apex.address.city", "supported", 1),
    field("apex.aliases[0]", "quoted", 1, 2),
    field("funds[0].name", "quoted", 1, quote=HOSTILE),
    field("funds[0].share", "unsupported", note="no source that was read says so"),
    field("funds[1].name", "edited"),
    field("search_quality", "inferred", note="an assessment, not a finding"),
    field("apex.regulator", "unfilled"),
)
LEIS = (
    LeiFinding(path="apex.lei", lei=LEI, verdict="confirmed", record_name="Aldra SE", registration="ISSUED"),
    LeiFinding(path="funds[1].lei", lei=OTHER, verdict="name_differs", reason="another name", record_name="Borg"),
)
RESULT = MacroResult(
    result_id="run-1",
    session_id="session-1",
    macro_name="client-discovery",
    macro_version="1.0",
    params={"client_name": "Aldra", "limit": None},
    data=DATA,
    schema_valid=False,
    validation_errors=("funds[1].share: is required",),
    suggested_verbs=f'(entity.ensure :name "Aldra")\n;; ``` {HOSTILE}',
    verb_problems=("line 2: no",),
    verb_warnings=("line 3: again",),
    search_quality="HIGH",
    measured_quality={"level": "LOW", "share_with_evidence": 0.5, "sources": 2},
    fields=FIELDS,
    leis=LEIS,
    payload_hash="f" * 64,
)


def report(**more) -> Report:
    known = {"macro": RESULT, "sources": (source(1), source(2, "registry", retracted=True))}
    return Report(trace_id="run-1", question="Who is Aldra?", answer="", **(known | more))


def decided(**more) -> ResultReview:
    known = {
        "review_id": "run-1",
        "status": "approved",
        "verdict": "approve",
        "who": "Clara | <b>",
        "channel": "browser",
        "at": AT,
        "seen_hash": "a" * 64,
        "decided_hash": "b" * 64,
        "overrides": {OTHER: "known to us"},
        "changes": (
            FieldChange(path="apex.name", before="Old", after=HOSTILE),
            FieldChange(path="funds[2].name", kind="removed", before="Gone"),
        ),
        "execution": VerbsExecuted(status="completed", at=AT, done=2, counts={"created": 2}),
    }
    return ResultReview(**(known | more))


def rendered(name: str, given: Report) -> bytes:
    return registry.get(name)().render(given)


def words_of(name: str, given: Report) -> str:
    """What a reader sees, on one line."""
    data = rendered(name, given)
    if name == "pdf":
        opened = pypdfium2.PdfDocument(data)
        text = "\n".join(page.get_textpage().get_text_bounded() for page in opened)
        opened.close()
    elif name == "docx":
        document = Document(io.BytesIO(data))
        cells = [cell.text for table in document.tables for row in table.rows for cell in row.cells]
        text = "\n".join([*(paragraph.text for paragraph in document.paragraphs), *cells])
    else:
        text = Page(data.decode()).text if name == "html" else re.sub(r"\\(?=[^\w\s])", "", data.decode())
    return " ".join(text.replace("&lt;", "<").split())


class Page(HTMLParser):
    def __init__(self, text: str) -> None:
        super().__init__()
        self.text, self.tags, self.attributes = "", [], []
        self._hidden = 0
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes += [(name, value or "") for name, value in attrs]
        self._hidden += tag in {"style", "script"}

    def handle_endtag(self, tag):
        self._hidden -= tag in {"style", "script"}
        self.text += " "

    def handle_data(self, data):
        self.text += "" if self._hidden else data


@pytest.mark.parametrize("name", FORMATS)
def test_every_field_stands_there_with_its_state_and_its_words(name):
    told = words_of(name, report())
    for part in ("Aldra SE", "Bonn", "Aliases 2", "60.5", "true", "from the register", "no source", "edited"):
        assert part in told
    assert "Words behind apex.legal_name." in told
    assert "no source that was read says so" in told
    assert "LEI name differs: another name" in told
    assert "apex.regulator" in told
    assert "funds[1].share: is required" in told
    assert "Not executed." in told
    assert "Cannot run: line 2: no" in told
    assert "Mind: line 3: again" in told
    assert "waits for a person's decision" in told
    assert "LOW (50% of the filled fields have evidence, 2 sources)" in told


@pytest.mark.fault(35)
@pytest.mark.parametrize("name", FORMATS)
def test_the_decision_is_told_with_who_when_through_what_and_what_was_changed(name):
    told = words_of(name, report(review=decided()))
    for part in ("approved at 2026-03-04 05:06:07 UTC", "browser", "Clara |", "known to us", "Gone", "(taken out)"):
        assert part in told
    assert "a" * 64 in told.replace(" ", "")
    assert "Executed at 2026-03-04 05:06:07 UTC: 2 created." in told
    seen, hostile = ("".join(text.split()) for text in (told, TOLD))
    assert hostile in seen  # text, with every character to be seen
    assert "\u202e" not in told


def test_nothing_in_a_value_is_live_in_the_page():
    plain = replace(RESULT, data={}, fields=(), leis=(), suggested_verbs=None)
    page, bare = (
        Page(rendered("html", report(review=decided())).decode()),
        Page(rendered("html", report(macro=plain)).decode()),
    )
    assert {tag for tag in page.tags if tag not in bare.tags} <= {"table", "thead", "tbody", "tr", "th", "td", "div",
                                                                  "pre", "code", "a", "details", "summary", "h3",
                                                                  "ul", "li", "section", "dl", "dt", "dd", "figure"}  # fmt: skip
    assert not any(name.startswith("on") for name, _ in page.attributes)
    links = [value for name, value in page.attributes if name == "href"]
    assert all(link.startswith(("https://example.org/", "#src-", "#answer")) for link in links)


def test_nothing_in_a_value_is_live_in_markdown():
    text = rendered("md", report(review=decided())).decode()
    fence = re.search(r"^(`{3,})$", text, re.MULTILINE)[1]
    assert len(fence) > 3
    outside = "".join(text.split(f"\n{fence}\n")[::2])
    assert "<img" not in outside
    assert not re.search(r"(?<!\\)\]\((?!#src-|<https://example\.org/)", outside)
    rows = [line for line in outside.split("\n") if line.startswith("|")]
    columns = {len(re.findall(r"(?<!\\)\|", row)) - 1 for row in rows}
    assert columns == {3, 4}


def test_json_carries_the_same_and_what_differs_between_runs_can_be_taken_out():
    given = report(review=decided())
    built = json.loads(rendered("json", given))
    assert built["macro"]["data"]["funds"][1]["name"] == HOSTILE
    assert built["review"]["changes"][0]["after"] == HOSTILE
    assert built["review"]["execution"]["counts"] == {"created": 2}
    again = report(macro=replace(RESULT, result_id="run-2", session_id="", payload_hash="0"))
    assert strip_volatile(rendered("json", given).decode(), "json") == strip_volatile(
        rendered("json", again).decode(), "json"
    )
    assert strip_volatile(rendered("json", Report(trace_id="t", question="q", answer="")).decode(), "json")


def test_the_riskiest_stand_first_and_the_values_that_were_decided_on_stand_there():
    edited = replace(RESULT, data={"apex": {"name": "New"}}, fields=(field("apex.name", "edited"),), leis=())
    found = shown_result(report())
    assert [one.path for one in found.looks][:3] == ["funds[1].lei", "funds[1].name", "apex.aliases[1]"]
    assert found.looks[1].remarks == (r"holds characters that cannot be seen: \u202e", "not from the research")
    assert found.looks[-1].path == "search_quality"
    after = shown_result(report(review=decided(result=edited)))
    assert [(one.path, one.value) for one in after.looks] == [("apex.name", "New")]


@pytest.mark.fault(35)
@pytest.mark.parametrize(
    ("value", "told", "remark"),
    [
        ("\u0410llianz", "\u0410llianz", "the word \u0410llianz mixes letters: Cyrillic and Latin"),
        ("Al\u3164dra", r"Al\u3164dra", r"holds characters that cannot be seen: \u3164"),
        ("\u200bAldra", r"\u200bAldra", r"holds characters that cannot be seen: \u200b"),
    ],
)
def test_a_value_that_looks_like_another_is_told(value, told, remark):
    fields = (field("name", "quoted", 1),)
    [look] = shown_result(report(macro=replace(RESULT, data={"name": value}, fields=fields, leis=()))).looks
    assert (look.value, look.remarks) == (told, (remark,))


def test_two_fields_that_look_alike_have_no_evidence():
    same = {"a.b": "x", "a": {"b": "y"}}
    found = shown_result(report(macro=replace(RESULT, data=same, fields=(field("a.b", "quoted", 1),), leis=())))
    assert {one.state for group in found.groups for part in group.parts for one in part.fields} == {"no source"}


def test_an_lei_that_only_the_verbs_name_is_told():
    leis = (LeiFinding(path="verbs", lei=OTHER, verdict="not_found"),)
    [look] = shown_result(report(macro=replace(RESULT, data={}, fields=(), leis=leis))).looks
    assert (look.value, look.state, look.remarks) == (OTHER, "in the verbs", ("? LEI not found",))


@pytest.mark.parametrize(
    ("review", "state"),
    [
        (None, "Not executed."),
        (decided(verdict="reject", status="rejected", execution=None), "Not executed: the result was rejected."),
        (decided(execution=VerbsExecuted(status="in_progress", done=1)), "Being executed, 1 verb done."),
        (
            decided(execution=VerbsExecuted(status="failed", done=3, error="no\nroom")),
            "Execution stopped, 3 verbs done: no room",
        ),
    ],
)
def test_what_became_of_the_verbs(review, state):
    assert shown_result(report(review=review)).verbs_state == state


@pytest.mark.parametrize(
    ("macro", "review", "standing"),
    [
        (replace(RESULT, state="idle"), None, "nothing was found, so nothing waits for a decision"),
        (RESULT, ResultReview(review_id="r", status="superseded"), "a newer result took its place"),
        (
            RESULT,
            ResultReview(review_id="r", status="pending", version=2, edited_by="Ann"),
            "version 2 was written by Ann",
        ),
    ],
)
def test_where_it_stands(macro, review, standing):
    assert standing in dict(shown_result(report(macro=macro, review=review)).facts)["Standing"]


def large(members: int) -> Report:
    data = {"funds": [{"name": f"Fund {n}", "lei": LEI, "country": "LU", "share": 1.5} for n in range(members)]}
    fields = tuple(field(f"funds[{n}].{key}", "quoted", 1, 2) for n in range(members) for key in data["funds"][n])
    return report(macro=replace(RESULT, data=data, fields=fields, leis=()))


def test_a_large_result_is_folded_in_the_page_and_whole_everywhere():
    given = large(150)
    page = rendered("html", given).decode()
    folded = re.search(r'<details><summary dir="auto">Funds \(150\) · 600 fields</summary>', page)
    assert folded
    assert page.count("<tr>") > 600
    assert rendered("md", given).decode().count("\n| Name |") == 150


def test_many_fields_on_paper_have_one_quote_each_and_all_their_sources():
    told = words_of("pdf", large(101))
    assert told.count("Words behind funds[7].name.") == 1
    assert "in the page [2, retracted]" in told
    assert re.search(r"\d / \d\d\b", told)


@pytest.mark.parametrize("data", [None, [], {}, "alone", 3, [1, 2], [[1], [2, [3]]], {"": {"": ""}}])
@pytest.mark.parametrize("name", ["md", "html"])
def test_any_shape_of_data_is_shown(name, data):
    assert b"Result" in rendered(name, report(macro=replace(RESULT, data=data, fields=(), leis=())))


TEXTS = st.text(st.sampled_from("a|`<>&[]()\\*_#\n\r\t\x00\u202e\u2028\u200d$%{}!=-1. é"), max_size=12)
VALUES = st.recursive(
    TEXTS | st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=8,
)


@settings(max_examples=40, deadline=None)
@given(VALUES, TEXTS)
def test_whatever_the_data_hold_every_table_keeps_its_columns_and_the_page_its_tags(data, verbs):
    made = replace(RESULT, data=data, fields=(), leis=(), suggested_verbs=verbs, validation_errors=(verbs,))
    page = Page(rendered("html", report(macro=made)).decode())
    assert not any(name.startswith("on") for name, _ in page.attributes)
    text = rendered("md", report(macro=made)).decode()
    for table in re.findall(r"(?:^\|.*\|\n)+", text.partition("### Suggested verbs")[0], re.MULTILINE):
        columns = {len(re.findall(r"(?<!\\)(?:\\\\)*\|", row)) for row in table.splitlines()}
        assert len(columns) == 1, table


def test_a_text_without_end_is_cut_on_paper_and_nowhere_else():
    made = report(macro=replace(RESULT, data={"a": "x" * 300_000}, fields=(), leis=()))
    assert "…" in words_of("pdf", made)
    assert "x" * 300_000 in rendered("md", made).decode()
    assert "300,000 characters" in rendered("html", made).decode()
