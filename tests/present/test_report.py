"""The tree of a report, and what must survive in every format for people, whatever its looks."""

from __future__ import annotations

import io
import re
from html import unescape

import pypdfium2
import pytest
from docx import Document as OpenedDocx
from tests.exports.test_export_contract import CLAIMS, FULL, SOURCES

from inquiro.core.phrases import phrases
from inquiro.core.types import ChecklistItem, Citation, Claim, Contradiction, ContradictionSide, Coverage, Report
from inquiro.core.types import ReportSource as Source
from inquiro.exports import registry
from inquiro.present.blocks import Box, Folded, Heading, Items, Paragraph, Table, plain
from inquiro.present.making import CLOSING
from inquiro.present.report import document

PEOPLE = ("md", "html", "pdf", "docx")


def told(name: str, report: Report) -> str:
    """What stands in a format, on one line; cards of the page and its style aside."""
    data = registry.get(name)().render(report)
    if name == "pdf":
        opened = pypdfium2.PdfDocument(data)
        text = "\n".join(page.get_textpage().get_text_bounded() for page in opened)
        opened.close()
    elif name == "docx":
        made = OpenedDocx(io.BytesIO(data))
        cells = [cell.text for table in made.tables for row in table.rows for cell in row.cells]
        text = "\n".join([*(paragraph.text for paragraph in made.paragraphs), *cells])
    elif name == "html":
        body = data.decode().partition("<body>")[2].partition("<script>")[0]
        text = unescape(re.sub(r'<span class="card".*?sources</a></span>|<[^>]+>', "", body))
    else:
        text = re.sub(r"\\(?=[^\w\s])", "", data.decode()).replace("&lt;", "<")
    return " ".join(text.split())


def main_text(name: str, report: Report) -> str:
    """Without the appendix, which has every sentence again."""
    return told(name, report).partition("How sure each statement is")[0]


@pytest.mark.parametrize("name", PEOPLE)
def test_every_sentence_source_quote_gap_notice_and_loss_stands_there_once(name):
    text = main_text(name, FULL)
    for claim in CLAIMS:
        assert text.count(claim.text) >= 1, claim.text
        if claim.label != "quoted":  # a quoted one stands among the quotes, too
            assert text.count(claim.text) == 1, claim.text
    for source in SOURCES:
        assert text.count(source.title) >= 1
    for citation in {citation.quote for claim in CLAIMS for citation in claim.evidence}:
        assert citation[:60] in text  # the rest of a long one stands in the other formats
    for once in ("Effect at night", "fictional documents", "old-scan.pdf: no text layer"):
        assert text.count(once) == 1, once
    assert text.count("Size of the cooling effect") == (name == "html")


@pytest.mark.parametrize("name", PEOPLE)
def test_the_answer_comes_first_and_how_it_was_made_last(name):
    text = main_text(name, FULL)
    parts = ("Mature street trees", "Not found", "Cooling effect", "Where sources disagree", "Radiant temp", "How this")
    places = [text.index(part) for part in parts]
    assert places == sorted(places)


def test_the_opening_stands_in_a_box_and_the_rest_in_sections():
    tree = document(FULL)
    [box] = tree.answer
    assert isinstance(box, Box)
    assert [plain(block.spans) for block in box.blocks if isinstance(block, Paragraph)] == [
        CLAIMS[0].text,
        "Not found: Time until the effect is reached; Effect at night.",
    ]
    headings = [plain(block.spans) for block in tree.body if isinstance(block, Heading) and block.level == 2]
    assert headings == ["Cooling effect", "Time to effect", "Cost", "Health", "Where sources disagree"]


@pytest.mark.parametrize("name", PEOPLE)
def test_a_refusal_is_one_sentence_and_titles(name):
    place = Citation(source_id="src_1", quote="Words of the place.", start=0, end=19, heading="A heading")
    own = Claim(text=phrases("en").unanswered, label="uncited")
    item = ChecklistItem(id="a", description="Which point?", tried=3)
    report = made(own, nearest=(place,), checklist=(item,))
    tree = document(report)
    assert (tree.listed, tree.body) == (phrases("en").nearest_places, ())
    text = told(name, report)
    assert phrases("en").nearest_places in text
    assert "A heading" in text
    assert phrases("en").missing not in text.partition("How this report was made")[0]
    assert ("Words of the place." in text) == (name == "html")  # there it unfolds


def cited(text: str, number: int = 1, **more) -> Claim:
    evidence = (Citation(source_id=f"src_{number}", quote=text, start=0, end=len(text)),)
    return Claim(text=text, label="supported", evidence=evidence, **more)


def made(*claims: Claim, **more) -> Report:
    sources = tuple(Source(id=f"src_{n}", type="web", title=f"T{n}", url="", snippet="") for n in (1, 2))
    return Report(trace_id="t", question="q", answer="", sources=sources, claims=claims, **more)


def test_claims_with_a_row_and_a_column_are_a_table_in_order_of_appearance():
    tree = document(
        made(
            cited("Both are sold.", section="Prices"),
            cited("$25", section="Prices", part="comparison", row="Insider", column="Price"),
            cited("Badge", section="Prices", part="comparison", row="Insider", column="Gives"),
            cited("$50", section="Prices", part="comparison", row="Supporter", column="Price"),
        )
    )
    [table] = [block for block in tree.body if isinstance(block, Table)]
    assert table.head == ("", "Price", "Gives")
    assert [[plain(cell) for cell in row] for row in table.rows] == [
        ["Insider", "$25", "Badge"],
        ["Supporter", "$50", ""],
    ]


def test_paragraphs_stand_apart_and_rows_without_a_full_stop_are_a_list():
    tree = document(
        made(
            cited("One.", section="S"),
            cited("Two.", section="S"),
            cited("Three.", section="S", paragraph=1),
            cited("Total · 5 €", section="S", paragraph=2),
            cited("Share · 2 €", section="S", paragraph=2),
        )
    )
    _, first, second, rows = tree.body
    assert [plain(first.spans), plain(second.spans)] == ["One. Two.", "Three."]
    assert isinstance(rows, Items)
    assert len(rows.items) == 2


def test_reasoning_is_marked_once_and_a_timeline_is_in_order():
    tree = document(
        made(
            Claim(text="So it pays.", label="inferred", part="analysis", evidence=cited("x").evidence),
            cited("It closed in 2021.", part="timeline"),
            cited("It opened in 1998.", part="timeline"),
        )
    )
    follows, marked, reasoning, when, listed = tree.body
    assert (plain(follows.spans), marked.kind, plain(when.spans)) == ("What follows", "quiet", "Timeline")
    assert plain(reasoning.spans) == "So it pays."
    assert "inferred" not in str(reasoning.spans[1:])
    assert [plain(item[0].spans) for item in listed.items] == ["It opened in 1998.", "It closed in 2021."]


def test_sections_that_say_nothing_are_not_there():
    tree = document(made(cited("Answered."), checklist=(ChecklistItem(id="a", description="q", status="partial"),)))
    assert tree.body == ()


def test_a_report_of_gaps_alone_tells_each_once():
    tree = document(made(checklist_coverage=Coverage(gaps=("Night", "Night"))))
    [items] = [block for block in tree.body if isinstance(block, Items)]
    assert len(items.items) == 1


def test_sides_say_whose_they_are_and_when():
    sides = (
        ContradictionSide(statement="5", fact_id="f", document_id="", source_id="src_1", published="2020"),
        ContradictionSide(statement="6", fact_id="g", document_id="", source_type="vault"),
    )
    found = Contradiction(about="a", kind="unit", explanation="e", sides=sides)
    tree = document(made(contradictions=(found,)))
    [box] = [block for block in tree.body if isinstance(block, Box)]
    assert [plain(one.foot) for one in box.blocks] == ["2020", "undated · your note"]


@pytest.mark.parametrize(("engine", "closing"), [("extractive", CLOSING), ("openai:gpt", "")])
def test_a_report_without_a_model_ends_with_what_one_would_add(engine, closing):
    assert document(made(cited("A."), engine=engine)).closing == closing


def test_statements_are_an_appendix_that_folds():
    [folded] = document(FULL).appendix
    assert isinstance(folded, Folded)
    assert folded.heavy


@pytest.mark.parametrize("name", PEOPLE)
def test_no_line_can_begin_with_a_mark(name):
    text = registry.get(name)().render(FULL)
    if name == "html":
        assert text.count(b'<span class="marks">') == text.count(b'&nbsp;<span class="marks">')
        assert b".mark { display: inline-block" not in text
    elif name == "docx":
        told = "\n".join(paragraph.text for paragraph in OpenedDocx(io.BytesIO(text)).paragraphs)
        assert "degrees.\u00a0[1]\u00a0[2]" in told
