import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.core.types import Reference, Symbol, VerbCall
from inquiro.onboarding.dsl.reading import read_program
from inquiro.onboarding.dsl.writing import WIDEST, format_call, format_program, format_value, oddities

WORD = st.from_regex(r"[a-z][a-z0-9]{0,5}(-[a-z0-9]{1,4})?", fullmatch=True)
NAME = st.from_regex(r"\w[\w-]{0,8}", fullmatch=True)
HOSTILE = st.lists(st.sampled_from(['"', "\\", "\n(red-flag.raise)", ";", ")", "\r", "\x00", "\u202e", "\\u0041"])).map(
    "".join
)
TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=12) | HOSTILE
SCALAR = (
    st.none()
    | st.booleans()
    | st.integers(-(10**30), 10**30)
    | st.floats(allow_nan=False, allow_infinity=False)
    | TEXT
    | st.builds(Symbol, name=st.from_regex(r"[^\W\d][\w./:*?!+-]{0,8}", fullmatch=True) | st.just("true"))
    | st.builds(Reference, name=NAME)
)
VALUE = st.recursive(
    SCALAR, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT | WORD, inner, max_size=3)
)
CALL = st.builds(
    VerbCall,
    verb=st.from_regex(r"[a-z]{1,5}\.[a-z][a-z0-9-]{0,8}(:[a-z-]{1,9})?", fullmatch=True).filter(
        lambda verb: ":-" not in verb
    ),
    arguments=st.dictionaries(WORD.filter(lambda word: word != "as"), VALUE, max_size=4),
    binds=st.just("") | NAME,
)


def meanings(calls):
    """Everything but places; told apart by type, as 1, 1.0 and true are not the same."""
    return [repr((call.verb, list(call.arguments.items()), call.binds)) for call in calls]


@given(st.lists(CALL, max_size=4))
def test_what_is_written_reads_back_and_is_written_the_same_way(calls):
    text = format_program(calls)
    read = read_program(text)
    assert meanings(read) == meanings(calls)
    assert format_program(read) == text


@given(CALL)
def test_no_call_hides_anything(call):
    unseen = [char for char in format_call(call) if unicodedata.category(char) in {"Cc", "Cf", "Co", "Zl", "Zp"}]
    assert set(unseen) <= {"\n"}


def test_a_short_call_stands_on_one_line_and_a_long_one_is_aligned():
    call = VerbCall(verb="a.b", arguments={"x": 1, "long-name": "y"}, binds="z")
    assert format_call(call) == '(a.b :x 1 :long-name "y" :as @z)'
    wide = VerbCall(verb="a.b", arguments={"x": "w" * WIDEST, "long-name": [True, None]}, binds="z")
    assert format_call(wide) == f'(a.b\n  :x         "{"w" * WIDEST}"\n  :long-name [true nil]\n  :as        @z)'
    assert format_call(VerbCall(verb="a.b")) == "(a.b)"


def test_values_have_one_spelling():
    text = '(a.b :m {"k" 1, "a b": 2, :x {}} :l (one two) :n 1e3 :w fund :t "line\ntwo\u200b")'
    assert format_program(read_program(text)) == (
        '(a.b :m {:k 1 "a b" 2 :x {}} :l [:one :two] :n 1000.0 :w :fund :t "line\\ntwo\\u200b")\n'
    )


@pytest.mark.parametrize("value", [float("inf"), float("nan"), {1}, b"x", object()])
def test_what_cannot_be_written_is_refused(value):
    with pytest.raises(TypeError, match="cannot be written"):
        format_value([value])


def test_hidden_characters_are_reported_where_they_stand():
    calls = read_program('(a.b :x "plain" :y ["in\u200bside\u200b" {:k "\u202e"}])')
    (warning,) = oddities(calls)
    assert (warning.line, warning.column, warning.severity) == (1, 20, "warning")
    assert warning.message == ":y holds characters that cannot be seen: \\u200b \\u202e"
    assert calls[0].arguments["y"][0] == "in\u200bside\u200b"
