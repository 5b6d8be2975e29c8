from __future__ import annotations

from inquiro.core.cited import cited, told_together
from inquiro.core.types import (
    Citation,
    Claim,
    Contradiction,
    ContradictionSide,
    FieldSupport,
    MacroResult,
    Report,
    ResultReview,
)


def words(text: str) -> Citation:
    return Citation(source_id="src_1", quote=text, start=0, end=len(text))


def result(*fields: FieldSupport) -> MacroResult:
    return MacroResult(
        result_id="r", session_id="s", macro_name="m", macro_version="1", params={}, data={}, schema_valid=True,
        fields=fields,
    )  # fmt: skip


def test_sentences_fields_and_what_only_the_decided_result_cites():
    found = result(FieldSupport(path="funds[1].name", label="quoted", evidence=(words("kept"),)))
    moved = FieldSupport(path="funds[0].name", label="quoted", evidence=(words("kept"),))
    added = FieldSupport(path="apex", label="quoted", evidence=(words("new"),))
    report = Report(
        trace_id="t",
        question="q",
        answer="",
        claims=(Claim(text="So.", label="quoted", evidence=(words("so"),)),),
        macro=found,
        review=ResultReview(review_id="r", status="approved", result=result(moved, added)),
    )
    assert [one.text for one in cited(report)] == ["So.", "funds[1].name", "apex"]


def test_a_disagreement_is_told_where_one_sentence_rests_on_both_of_its_sides():
    sides = tuple(ContradictionSide(statement=name, fact_id=name, document_id=name) for name in ("f1", "f2"))
    one = Contradiction(about="cost", kind="disagreement", explanation="", sides=sides)
    both = Claim(text="They differ.", label="supported", facts=("f1", "f2", "f3"), section="Costs")
    assert told_together(one, [both])
    assert not told_together(one, [both], apart="Costs")
    assert not told_together(one, [Claim(text="One.", label="supported", facts=("f1", "f3"))])
    assert not told_together(one, [Claim(text="Words.", label="quoted", facts=("f1", "f2"))])
