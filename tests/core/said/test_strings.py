import pytest

from inquiro.core.said.strict import NotJson, Refused
from inquiro.core.said.strings import StringReader


def read(text, around="}", *, name=False):
    start = next(i for i, character in enumerate(text) if character in "\"'“‘`")
    words, end = StringReader(text).read(start, list(around), name=name)
    return words, text[end:]


@pytest.mark.parametrize(
    ("text", "words", "rest"),
    [
        ('"plain", x', "plain", ", x"),
        (r'"\"\\\/\n\u00e9\'"}', "\"\\/\né'", "}"),
        ('"a "b" c"}', 'a "b" c', "}"),
        ('"open, "b": 1}', "open", ', "b": 1}'),
        ('"open}', "open", "}"),
        ('"cut', "cut", ""),
        ('"cut \\', "cut ", ""),
        ('"cut \\u26', "cut ", ""),
        ('"layout\n"}', "layout", "}"),
        ("'it's'}", "it's", "}"),
        ("“a” }", "a", " }"),
        ('"a"\n  next: 1}', "a", "\n  next: 1}"),
    ],
)
def test_values(text, words, rest):
    assert read(text) == (words, rest)


@pytest.mark.parametrize(
    ("text", "words", "rest"),
    [('"a": 1', "a", ": 1"), ('"a" 1', "a", " 1"), ('"a"b"c": 1', 'a"b"c', ": 1"), ('"a', "a", "")],
)
def test_names(text, words, rest):
    assert read(text, name=True) == (words, rest)


def test_outside_brackets_only_the_last_quote_ends_it():
    assert read('"the list [1, 2"] more"', "") == ('the list [1, 2"] more', "")


@pytest.mark.parametrize(
    "text", ['"a"b"}', '"a""b": 1}', '"a, b: "c"}', '"a, b: 1}', '"a\x01"}', r'"\u12"}', r'"\le"}', '"x": 1"}']
)
def test_ambiguous_strings_are_left_alone(text):
    with pytest.raises(NotJson):
        read(text)


def test_an_unclosed_string_with_commas_in_an_array_has_no_reading():
    with pytest.raises(Refused):
        read('"a, b]', "]")
