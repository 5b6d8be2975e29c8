from typing import Literal

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.core.said import Unreadable, read_matching, read_typed
from inquiro.core.types import Value


class Item(Value, frozen=True, kw_only=True):
    quote: str
    page: int = 0
    sure: bool = False


class Answer(Value, frozen=True, kw_only=True):
    items: tuple[Item, ...]
    kind: Literal["fact", "guess"] = "fact"


SCHEMA = {
    "type": "object",
    "required": ["items"],
    "properties": {"items": {"type": "array", "items": {"type": "object", "required": ["quote"]}}},
}


@given(
    st.lists(st.builds(Item, quote=st.text(st.characters(exclude_categories=["Cs", "Cc"])), page=st.integers(0, 10**6)))
)
def test_a_typed_value_survives_a_fence_and_prose(items):
    answer = Answer(items=tuple(items))
    said = msgspec.json.encode(answer).decode()
    assert read_typed(said, Answer) == answer
    assert read_typed(f"Sure!\n```json\n{said}\n```\nAnything else?", Answer) == answer


def test_harmless_spellings_are_converted_and_unknown_fields_ignored():
    said = '{"items": [{"quote": "q", "page": "3", "sure": "true", "mood": 1}, {"quote": "r", "page": 4.0}]}'
    assert read_typed(said, Answer) == Answer(items=(Item(quote="q", page=3, sure=True), Item(quote="r", page=4)))


def test_all_problems_are_named_with_their_place():
    said = '{"items": [{"quote": "a"}, {"page": "x"}, {"quote": 5}], "kind": "rumour"}'
    unreadable = read_typed(said, Answer)
    assert isinstance(unreadable, Unreadable)
    assert "$.items[1].quote: missing" in unreadable.problems
    assert '$.items[2].quote: 5 is not of type "string"' in unreadable.problems
    assert any(problem.startswith("$.items[1].page: ") for problem in unreadable.problems)
    assert any(problem.startswith("$.kind: ") and "fact" in problem for problem in unreadable.problems)
    assert "- $.items[1].quote: missing\n" in unreadable.in_words()


def test_problems_are_few_and_short():
    said = '{"items": [' + ",".join(['{"quote": ' + "1" * 900 + "}"] * 50) + "]}"
    unreadable = read_typed(said, Answer)
    assert isinstance(unreadable, Unreadable)
    assert len(unreadable.problems) == 10
    assert all(len(problem) <= 200 for problem in unreadable.problems)


def test_a_reason_only_the_converter_knows_is_kept():
    class Even(Value, frozen=True, kw_only=True):
        number: int

        def __post_init__(self) -> None:
            if self.number % 2:
                raise ValueError("odd numbers are not wanted")

    assert read_typed('[{"number": 2}, {"number": 3}]', list[Even]) == Unreadable(
        problems=("$[1]: odd numbers are not wanted",)
    )


def test_of_several_values_the_last_that_fits_is_taken():
    said = 'Draft:\n```json\n{"items": []}\n```\n```json\n{"items": [{"quote": "q"}]}\n```\n```json\n["unrelated"]\n```'
    assert read_typed(said, Answer) == Answer(items=(Item(quote="q"),))
    assert read_typed('{"quote": "a"}\n{"quote": "b"}', list[Item]) == [Item(quote="a"), Item(quote="b")]
    assert read_typed('{"quote": "a"}\n{"quote": "b"}', Item) == Item(quote="b")


@pytest.mark.fault(9)
@pytest.mark.parametrize(
    ("said", "reason"),
    [
        ('{"items": [{"quote": "a"}', "ends before its value is complete"),
        ('{"items": [{"quote": "a cut quo', "ends before its value is complete"),
        ('{"items": [], "items": [{"quote": "a"}]}', "given twice"),
        ("I would rather not", "not JSON"),
        ('{"items": tru}', "items"),
        ("", "empty"),
    ],
)
def test_unsound_answers_are_typed_failures(said, reason):
    unreadable = read_typed(said, Answer)
    assert isinstance(unreadable, Unreadable)
    assert reason in " ".join(unreadable.problems)


@pytest.mark.fault(9)
def test_finish_reason_length_is_a_failure_even_if_the_text_parses():
    unreadable = read_typed('{"items": []}', Answer, finished=False)
    assert isinstance(unreadable, Unreadable)
    assert "length limit" in unreadable.problems[0]


def test_bare_words_can_only_be_a_string():
    assert read_typed("yes indeed", str) == "yes indeed"
    assert isinstance(read_typed("yes indeed", list[str]), Unreadable)
    assert isinstance(read_typed("yes, indeed", list[str]), Unreadable)


def test_a_repaired_answer_is_validated_like_any_other():
    assert read_typed("{'items': [{'quote': 'q', },]}", Answer) == Answer(items=(Item(quote="q"),))
    assert isinstance(read_typed("{'items': [{'page': 1, },]}", Answer), Unreadable)


def test_a_json_schema_is_matched():
    assert read_matching('So: {"items": [{"quote": "q"}]}.', SCHEMA) == {"items": [{"quote": "q"}]}
    assert read_matching('{"items": [{}]}', SCHEMA) == Unreadable(problems=("$.items[0].quote: missing",))
    assert isinstance(read_matching("words", SCHEMA), Unreadable)
    assert read_matching("words", {"type": "string"}) == "words"
    assert isinstance(read_matching('{"items": [', SCHEMA), Unreadable)
