from __future__ import annotations

import msgspec

from inquiro.core.types import Fact
from inquiro.engine.asked.disputes import Disputed, contradictions


def fact(number: int, statement: str) -> Fact:
    document = f"d{number}"
    return Fact(
        id=f"f{number}", statement=statement, evidence=(f"e{number}",), sources=(document,), origin_ids=(document,)
    )


def test_an_address_in_the_words_of_a_page_is_no_part_of_what_a_side_says():
    told = "Tables of the street trees are at https://annex.example/tables.pdf and in the annex"
    facts = {"f1": fact(1, told), "f2": fact(2, "Tables of the street trees are nowhere")}
    (found,) = contradictions(
        [Disputed(("f1", "f2"), "https://zqx.example/", "disagreement", "[3] www.zqx.org")], facts
    )
    assert [side.value for side in found.sides] == [
        "Tables of the street trees are at and in the annex",
        facts["f2"].statement,
    ]
    assert "example" not in found.about + found.explanation


def test_a_reader_sees_titles_of_documents_and_no_ids():
    told = "Street trees in Korvenau cost 900 €"
    facts = {
        "f1": msgspec.structs.replace(fact(1, told), title="Audit of street trees"),
        "f2": fact(2, "Street trees in Korvenau cost 2,400 €"),
    }
    said = "f1 says that street trees in Korvenau cost 900 €, f2 and f9 that they cost 2,400 €."
    (found,) = contradictions([Disputed(("f1", "f2"), "cost", "disagreement", said)], facts)
    assert found.explanation.startswith(
        "“Audit of street trees” says that street trees in Korvenau cost 900 €, one source"
    )
    assert "f2" not in found.explanation
    assert "f9" not in found.explanation


def test_a_matter_is_called_what_the_model_calls_it_unless_that_names_or_counts_something_strange():
    facts = {
        "f1": msgspec.structs.replace(
            fact(1, "PEP 690 says lazy imports remove cycles"), title="PEP 690 – Lazy imports"
        ),
        "f2": msgspec.structs.replace(fact(2, "PEP 810 says lazy imports keep cycles"), title="PEP 810 – Lazy imports"),
    }
    said = "whether marked lazy imports really bring such large gains"
    (found,) = contradictions([Disputed(("f1", "f2"), said, "disagreement", "")], facts)
    assert found.about == said
    assert [side.value for side in found.sides] == [facts["f1"].statement, facts["f2"].statement]
    (strange,) = contradictions([Disputed(("f1", "f2"), "lazy imports in Berlin", "disagreement", "")], facts)
    assert strange.about == facts["f2"].statement
