from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from inquiro.core.types import Passage
from inquiro.engine.meaning import meaning
from inquiro.engine.packing import dealt, excerpts, fair, packed, telling_part, tokens

NOTHING = frozenset[str]()


def passage(document: str, start: int = 0, text: str = "Street trees cool the street by 3 °C.") -> Passage:
    return Passage(document_id=document, start=start, end=start + len(text), text=text)


def test_tokens_are_a_quarter_of_english_and_about_a_character_of_japanese():
    assert tokens("four letters here") == 5
    assert 7 <= tokens("街路樹は通りを冷やす") <= 10
    assert tokens("\ud800") == 1


def test_every_document_is_heard_before_any_is_heard_twice():
    ranked = [passage("a", 0), passage("a", 50), passage("b", 0), passage("a", 90), passage("b", 50)]
    assert [(p.document_id, p.start) for p in fair(ranked)] == [("a", 0), ("b", 0), ("a", 50), ("b", 50), ("a", 90)]


def test_a_passage_is_cut_to_its_most_telling_sentences():
    dull = "The report was printed on grey paper in the spring. "
    text = dull * 4 + "Street trees cool the street by 3 °C. They also cost 1,100 €. " + dull * 4
    part = telling_part(text, 120, meaning("street trees cool cost"))
    assert "cool the street" in part
    assert "cost 1,100" in part
    assert len(part) <= 120
    assert part in text


def test_a_text_without_sentences_is_cut_all_the_same():
    assert telling_part("x" * 900, 300, NOTHING) in "x" * 900
    assert len(telling_part("x" * 900, 300, NOTHING)) <= 300


def test_many_documents_are_shown_in_part_and_few_as_a_whole():
    text = "A sentence of some length about trees stands here. " * 16
    few = excerpts([passage(f"d{n}", text=text) for n in range(3)], 1_500, NOTHING)
    many = excerpts([passage(f"d{n}", text=text) for n in range(20)], 3_000, NOTHING)
    assert all(piece.text == text.strip() for piece in few)
    assert all(len(piece.text) < len(text) for piece in many)
    assert len(packed(many, 3_000)) == 20


def test_heaps_are_as_few_as_will_do():
    pieces = excerpts([passage(f"d{n}") for n in range(6)], 10_000, NOTHING)
    assert len(dealt(pieces, 10_000, 2)) == 1
    assert len(dealt(pieces, sum(p.cost for p in pieces) // 2 + 20, 2)) == 2
    assert dealt([], 100, 2) == []
    assert dealt(pieces, 100, 0) == []


@given(
    st.lists(st.tuples(st.sampled_from("abcdef"), st.integers(1, 2_000)), max_size=30),
    st.integers(0, 3_000),
    st.integers(1, 3),
)
def test_no_heap_is_ever_too_heavy(lengths, room, calls):
    passages = [passage(name, at, "x " * size) for at, (name, size) in enumerate(lengths)]
    pieces = excerpts(fair(passages), room * calls, NOTHING)
    heaps = dealt(pieces, room, calls)
    assert len(heaps) <= calls
    assert all(sum(piece.cost for piece in heap) <= room for heap in heaps)
    assert sum(piece.cost for piece in packed(pieces, room)) <= room
