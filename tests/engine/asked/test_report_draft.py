"""What of a model's report becomes a draft: whole tables, and nothing left out in silence."""

from __future__ import annotations

import pytest

from inquiro.core.types import Fact, Plan, WritingOrder
from inquiro.engine.asked.kept_sentences import Kept
from inquiro.engine.asked.report_draft import MOST_COLUMNS, MOST_ROWS, MOST_SENTENCES, draft_of
from inquiro.engine.asked.report_form import Paragraph, Row, Sentence, Table, Written, WrittenSection

FACT = Fact(id="f1", statement="Trees of every kind cost money in each town and year.", evidence=(), sources=())
PLAN = Plan(refined_query="What do trees cost in each town and year?", checklist=())


class Losses:
    def __init__(self) -> None:
        self.told: list[str] = []

    def lose(self, what: str, reason: str) -> None:
        self.told.append(f"{what}: {reason}")


def drafted(*, columns: int = 0, rows: int = 0, sentences: int = 1):
    said = [Sentence(text=f"Trees cost money, {'and ' * n}so it is.", facts=["f1"]) for n in range(sentences)]
    cells = [Sentence(text="money", facts=["f1"]) for _ in range(columns)]
    names = ["trees", "kind", "cost", "money", "town", "year", "every", "each", "kind of trees", "town of trees"]
    table = Table(
        columns=names[:columns], rows=[Row(name=f"cost {'of trees ' * n}"[:60], cells=cells) for n in range(rows)]
    )
    section = WrittenSection(kind="comparison", heading="Costs", paragraphs=[Paragraph(sentences=said)], table=table)
    kept, losses = Kept([FACT]), Losses()
    draft = draft_of(Written(bottom_line=said[:1], sections=[section]), kept, PLAN, (), WritingOrder())
    kept.tell(losses)
    return draft, losses.told


def test_a_table_and_its_paragraphs_stand_whole_beside_each_other():
    draft, told = drafted(columns=8, rows=3, sentences=30)
    claims = draft.sections[0].claims
    assert (sum(bool(one.row) for one in claims), sum(not one.row for one in claims)) == (24, 29)
    assert told == []


@pytest.mark.parametrize(
    ("asked", "left"),
    [
        ({"columns": MOST_COLUMNS + 2, "rows": 2}, 4),
        ({"columns": 1, "rows": MOST_ROWS + 3}, 3),
        ({"sentences": MOST_SENTENCES + 6}, 5),  # the bottom line has said the first
    ],
)
def test_what_a_section_cannot_hold_is_told(asked, left):
    _, told = drafted(**asked)
    assert f"{left} sentences or cells of the model: more than a section or a table holds" in told


def test_a_long_name_of_a_column_loses_its_aside_and_not_its_cells():
    cell = Sentence(text="money", facts=["f1"])
    name = "what every kind of trees cost (in each town and in each year)"
    table = Table(columns=[name], rows=[Row(name="trees", cells=[cell])])
    section = WrittenSection(kind="comparison", heading="Costs", paragraphs=[], table=table)
    draft = draft_of(Written(bottom_line=[cell], sections=[section]), Kept([FACT]), PLAN, (), WritingOrder())
    assert [claim.column for claim in draft.sections[0].claims] == ["what every kind of trees cost"]
