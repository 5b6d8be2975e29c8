import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.core.said.strict import MAX_DEPTH, MAX_NODES, NotJson, Refused, parse, parse_at, settle

STORABLE = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"))
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | STORABLE,
    lambda inner: st.lists(inner) | st.dictionaries(STORABLE, inner),
)


@given(VALUES, st.booleans())
def test_what_was_dumped_comes_back(value, ascii_only):
    assert parse(json.dumps(value, ensure_ascii=ascii_only)).value == value


@pytest.mark.fault(9)
@pytest.mark.parametrize("text", ["NaN", '{"a": Infinity}', "[-Infinity]", "1e999", "9" * 1001])
def test_numbers_that_json_or_a_float_cannot_hold_are_refused(text):
    with pytest.raises(Refused):
        parse(text)


def test_whole_numbers_stay_exact():
    assert parse("9" * 1000).value == int("9" * 1000)


@pytest.mark.fault(9)
def test_a_name_given_twice_with_different_values_is_noticed_and_the_last_counts():
    parsed = parse('{"a": 1, "b": {"c": 1, "c": 2}}')
    assert parsed.value == {"a": 1, "b": {"c": 2}}
    assert parsed.contradictions == ('"c" is given twice, with different values',)
    assert parse('{"a": 1, "a": 1}').contradictions == ()


@pytest.mark.fault(9)
@pytest.mark.parametrize("depth", [MAX_DEPTH + 1, 1_000, 100_000])
def test_deep_nesting_is_refused(depth):
    with pytest.raises(Refused, match="deep"):
        parse("[" * depth + "]" * depth)


def test_the_deepest_nesting_and_the_most_values_allowed_are_read():
    parse("[" * MAX_DEPTH + "1" + "]" * MAX_DEPTH)
    assert len(parse(json.dumps([0] * (MAX_NODES - 1))).value) == MAX_NODES - 1
    with pytest.raises(Refused, match="values"):
        parse(json.dumps([0] * MAX_NODES))


@pytest.mark.fault(9)
def test_lone_surrogates_and_nul_are_replaced_in_values_and_names():
    assert parse(r'{"\ud800": ["a\udc00b", "\ud83d\ude00", "\u0000"]}').value == {"�": ["a�b", "😀", "�"]}


def test_bytes_before_the_value_are_blanks_only():
    assert parse("\ufeff\n {}\n").value == {}
    with pytest.raises(NotJson, match="line 2, column 3: more text follows"):
        parse("\n{}x")


def test_a_value_is_read_where_it_stands():
    assert parse_at('so: {"a": 1}, and', 4).end == 12


def test_what_a_repair_made_is_held_to_the_same_bounds():
    with pytest.raises(Refused):
        settle([float("nan")])
