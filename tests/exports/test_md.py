"""The Markdown export reads well and nothing in it is live."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.core.types import (
    ChecklistItem,
    Citation,
    Claim,
    Contradiction,
    ContradictionSide,
    Coverage,
    Report,
    ReportSource,
)
from inquiro.exports.md import MarkdownExport
from inquiro.present.md import inert


def source(number: int, **more) -> ReportSource:
    defaults = {"title": f"Title {number}", "url": f"https://example.org/{number}", "snippet": "", "type": "web"}
    return ReportSource(id=f"src_{number}", **(defaults | more))


def render(answer: str = "", **more) -> str:
    return MarkdownExport().render(Report(trace_id="t", question="Why?", answer=answer, **more)).decode()


def test_marks_link_to_the_headings_of_their_sources():
    text = render("Water is wet. [1][2]", sources=(source(1), source(2)))
    assert "Water is wet. \\[[1](#src-1), [2](#src-2)\\]" in text
    assert "## Sources\n\n- \\[1\\] [Title 1](<https://example.org/1>) · example.org\n- \\[2\\] [Title 2]" in text
    assert "\n### src-1\n" in text
    assert "\n### src-2\n" in text


def test_a_mark_without_a_source_is_only_text():
    assert "\\[9\\]" in render("Water is wet. [9]", sources=(source(1),))


def test_a_quote_stands_under_its_source_with_its_place():
    cited = Citation(source_id="src_1", quote="wet  as\nwater", start=3, end=16, page=7, heading="Rain")
    text = render(sources=(source(1),), claims=(Claim(text="x", label="quoted", evidence=(cited, cited)),))
    assert text.count("\n- page 7, Rain: “wet as water”\n") == 1


@pytest.mark.parametrize(
    ("label", "note"), [("inferred", " *(inferred)*"), ("uncited", " *(no source)*"), ("quoted", "")]
)
def test_weak_statements_are_marked(label, note):
    text = render("It rains.", sources=(source(1),), claims=(Claim(text="It rains.", label=label),))
    assert f"\n\nIt rains.{note}\n" in text


def test_a_sentence_that_its_source_does_not_bear_out_is_not_called_without_one():
    cited = Citation(source_id="src_1", quote="q", start=0, end=1)
    text = render(sources=(source(1),), claims=(Claim(text="It rains.", label="uncited", evidence=(cited,)),))
    assert "It rains. \\[[1](#src-1)\\] *(not borne out by its source)*" in text
    assert "no source" not in text


def test_the_main_text_is_well_over_half_of_it():
    cited = Citation(source_id="src_1", quote="w" * 2_000, start=0, end=2_000)
    claims = tuple(
        Claim(text=f"Sentence {n} says what it says in a hundred characters or so, as they do.", label="supported",
              evidence=(cited,), section=f"Part {n % 4}", basis="0.72 = 1 origin (quality 0.70), newest 2024")
        for n in range(20)
    )  # fmt: skip
    text = render(sources=(source(1),), claims=claims)
    assert text.index("## Sources") > 0.6 * len(text)
    assert "0.72 = 1 origin" not in text


def test_disagreements_stand_after_the_sections_and_show_dates():
    side = ContradictionSide(statement="forty", fact_id="f", document_id="d1", published="2024-01-01")
    text = render(
        claims=(
            Claim(text="Opening.", label="quoted"),
            Claim(text="Old words.", label="inferred", section="Where sources disagree"),
            Claim(text="More.", label="quoted", section="After"),
        ),
        checklist_coverage=Coverage(gaps=("All",)),
        sources=(source(1, document_id="d1"),),
        contradictions=(Contradiction(about="Count", kind="unit", explanation="Other units.", sides=(side,)),),
    )
    assert "Old words" not in text
    assert "### Count *(different units)*\n\n> Other units.\n\n- forty (2024-01-01 \\[[1](#src-1)\\])\n" in text
    assert text.index("More.") < text.index("## Where sources disagree") < text.index("## Not found")


def test_gaps_are_listed_unless_the_answer_does_so():
    gaps = Coverage(gaps=("The night",))
    assert "## Not found\n\n- The night" in render("Opening.", checklist_coverage=gaps)
    assert render("Opening.\n\n## Not found\n\nAll.", checklist_coverage=gaps).count("Not found") == 1


def test_what_is_missing_is_told_once_and_in_a_line():
    item = ChecklistItem(id="c", description="The night", tried=2, queries=("trees [night]", "dusk"))
    text = render("Opening.\n\n## Not found\n\n- The night", checklist=(item,))
    assert "## Not found\n\n- The night\n\n## How" in text
    assert text.count("## Not found") == 1


def test_a_retracted_source_is_flagged_wherever_it_is_named():
    cited = Citation(source_id="src_1", quote="q", start=0, end=1)
    claim = Claim(text="It | rains.", label="quoted", evidence=(cited,), origins=2)
    text = render("It | rains. [1]", sources=(source(1, retracted=True),), claims=(claim,))
    assert text.count("It \\| rains. \\[[1](#src-1) retracted\\]") == 2  # the sentence, and where sources agree
    assert "*(2 independent origins)*" in text
    assert "**RETRACTED** · [Title 1]" in text


@pytest.mark.fault(32)
@pytest.mark.parametrize(
    "url", ["javascript:alert(1)", "obsidian://open", "data:text/html,x", "notes/a.md", "http://[x"]
)
def test_only_documents_are_linked(url):
    assert "](<" not in render(sources=(source(1, url=url),))


@pytest.mark.fault(32)
def test_an_address_cannot_end_its_link():
    text = render(sources=(source(1, url="https://example.org/a> ![x](http://evil)\n<b>"),))
    (target,) = re.findall(r"\]\(<(.*?)>\)", text)
    assert target == "https://example.org/a%3E%20!%5Bx%5D(http://evil)%3Cb%3E"
    assert text.count("](<") == 1


@pytest.mark.fault(34)
@pytest.mark.parametrize(
    ("text", "safe"),
    [
        ("![x](http://evil)", r"!\[x\](http:\//evil)"),
        ("![[secret]]", r"!\[\[secret\]\]"),
        ("```dataviewjs", r"\`\`\`dataviewjs"),
        ("<% tp %>", "&lt;% tp %>"),
        ("obsidian://open", r"obsidian:\//open"),
        ("<iframe src=x>", "&lt;iframe src=x>"),
        ("{{date}}", r"{\{date}}"),
        ("key:: value", r"key:\: value"),
        ("%%hidden%%", r"%\%hidden%\%"),
        ("a #tag b", r"a \#tag b"),
        ("# head", r"\# head"),
        ("1. one", r"1\. one"),
        ("- item", r"\- item"),
        ("&lt;b&gt;", "&amp;lt;b&amp;gt;"),
        ("www.evil.example", r"www\.evil.example"),
    ],
)
def test_active_text_is_shown_not_run(text, safe):
    assert inert(text) == safe


def test_ordinary_prose_stays_readable():
    prose = "It grew by 34 % (from 5 to 6.7 m), e.g. in snake_case towns: C# & co!"
    assert inert(prose) == prose


@pytest.mark.fault(34)
@given(st.text(alphabet="ab1 []()!`<>%{}#*_:/\\$|~=&;-+.\n\u202e", max_size=60))
def test_no_text_becomes_markup(text):
    escaped = inert(text)
    assert "\n" not in escaped
    assert "<" not in escaped
    assert not re.search(r"\{\{|%%|==|::|://|\{%", escaped)
    bare = re.sub(r"\\[!-/:-@\[-`{-~]", "", escaped)
    assert not set(bare) & set("[]`*|$~\\")
    assert not re.match(r"[-+>#=]|\d+[.)](\s|$)", escaped)
