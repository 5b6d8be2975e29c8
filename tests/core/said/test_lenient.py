import json
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.core.said.lenient import LenientReader
from inquiro.core.said.strict import NotJson, Refused, settle

WORDS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"))
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | WORDS,
    lambda inner: st.lists(inner) | st.dictionaries(WORDS, inner),
)
PLAIN_WORDS = st.from_regex(r"[a-z]{1,8}( [a-z]{1,8}){0,3}", fullmatch=True)


def read(text):
    return LenientReader(text).read()


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('{a: 1, "b": two words, c: True,}', {"a": 1, "b": "two words", "c": True}),
        ("{'a': 'it's'}", {"a": "it's"}),
        ("{“a”: “b”}", {"a": "b"}),
        ("[1 2\n3,,4, ...]", [1, 2, 3, 4]),
        ('{"a": 1 // one\n, /* two */ "b": 2}', {"a": 1, "b": 2}),
        ('{"a" "b"\n"c": .5}', {"a": "b", "c": 0.5}),
        ('answer({"a": 1});', {"a": 1}),
        ('["a" + "b"]', ["ab"]),
        ('["he said "no" twice"]', ['he said "no" twice']),
        ('["a 24" screen"]', ['a 24" screen']),
        ('["one, "two"]', ["one", "two"]),
        ('[{"a": 1, {"a": 2}]', [{"a": 1}, {"a": 2}]),
        ('{"a": [1, 2}', {"a": [1, 2]}),
        ('{"a": [1, {"b": 2', {"a": [1, {"b": 2}]}),
        (
            '{"at": 2024-10-18T18:35:22Z, "url": https://a.org/b?c}',
            {"at": "2024-10-18T18:35:22Z", "url": "https://a.org/b?c"},
        ),
        ('{"id": 007, "n": 1_000}', {"id": "007", "n": 1000}),
        (r"{\"a\": \"b\"}", {"a": "b"}),
        ('"line\nbreak"', "line\nbreak"),
        ('{"a": 1}\n{"a": 2}', [{"a": 1}, {"a": 2}]),
    ],
)
def test_slips_are_understood(text, value):
    assert read(text) == value


@pytest.mark.parametrize(
    "text",
    [
        '{"a": }',
        '{"a",',
        "{:2}",
        '{"a" ]',
        '{"a": 1} and more',
        '{"a": 1}{}',
        "foo [",
        '"\\u26"',
        '"a\x00"',
        "[-",
        "string",
        '"""',
        '["a": 1]',
        "Sure, here you go",
        '["a" b", "c"]',
        "```",
        "",
    ],
)
def test_what_does_not_fit_is_left_to_others(text):
    with pytest.raises(NotJson):
        read(text)


@pytest.mark.fault(9)
@pytest.mark.parametrize(
    "text", ["{a: NaN}", "[-Infinity,]", "[" * 500, "a(" * 500, '{a: 1, "a": 2}', '["one, two]', "[1e999,]"]
)
def test_what_no_repair_may_turn_into_data(text):
    with pytest.raises(Refused):
        read(text)


def test_a_name_whose_value_was_never_said_is_null_and_noted():
    reader = LenientReader('{"a": 1, "b":')
    assert reader.read() == {"a": 1, "b": None}
    assert reader.notes == ['"b" has no value']


@given(st.text(st.sampled_from("{}[]\"'\\,:+-./*`()\n a1eN")) | st.text())
def test_any_text_is_read_or_not_but_never_breaks_the_reader(text):
    with suppress(NotJson, Refused):
        read(text)


@given(VALUES.filter(lambda value: isinstance(value, dict | list)))
def test_json_is_part_of_the_grammar_or_left_alone(value):
    """A text that is JSON may be too odd for this reader, which never sees one, but is never misread."""
    try:
        found = read(json.dumps(value, indent=1))
    except (NotJson, Refused):
        return
    assert settle(found) == value


@given(st.dictionaries(PLAIN_WORDS, PLAIN_WORDS | st.integers() | st.booleans(), min_size=1))
def test_single_quotes_and_trailing_commas(value):
    assert read(repr(value).replace("}", ",}")) == value
