import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.core.errors import BadFile
from inquiro.core.types import Reference, Symbol
from inquiro.onboarding.dsl import reading
from inquiro.onboarding.dsl.reading import read_calls, read_program


def problems(text):
    with pytest.raises(BadFile) as raised:
        read_program(text, "a.verbs")
    return [(problem.line, problem.column, problem.message) for problem in raised.value.problems]


def first(text):
    return problems(text)[0]


def only(text):
    (call,) = read_program(text)
    return call


def test_a_call_with_its_places():
    call = only('; note\n  (gleif.enrich\r\n    :lei "X" :depth 3\n    :as @apex)')
    assert (call.verb, call.arguments, call.binds) == ("gleif.enrich", {"lei": "X", "depth": 3}, "apex")
    assert (call.line, call.column) == (2, 3)
    assert call.places == {"lei": (3, 10), "depth": (3, 21)}


def test_every_kind_of_value():
    call = only(
        '(a.b :s "x\\"y\\n" :i 12 :d 1.5 :t true :f false :n nil :k :no-known-person :w fund :r @x'
        ' :l [1, "two" [:three]] :p (a b) :m {:a 1, "b c" {:d nil}} :e [] :o {})'
    )
    assert call.arguments == {
        "s": 'x"y\n',
        "i": 12,
        "d": 1.5,
        "t": True,
        "f": False,
        "n": None,
        "k": Symbol(name="no-known-person"),
        "w": Symbol(name="fund"),
        "r": Reference(name="x"),
        "l": [1, "two", [Symbol(name="three")]],
        "p": [Symbol(name="a"), Symbol(name="b")],
        "m": {"a": 1, "b c": {"d": None}},
        "e": [],
        "o": {},
    }


def test_maps_may_be_written_as_json():
    call = only('(a.b :m {"a": 1, "b":[true, null], "c":"x", "d" : {"e":-2}, f: 3})')
    assert call.arguments["m"] == {"a": 1, "b": [True, None], "c": "x", "d": {"e": -2}, "f": 3}


def test_a_keyword_in_the_place_of_a_value_is_a_value():
    call = only("(a.b :reason :as :source :gleif :as @x)")
    assert call.arguments == {"reason": Symbol(name="as"), "source": Symbol(name="gleif")}
    assert call.binds == "x"


def test_underscores_in_names_of_arguments_are_dashes_and_keys_of_maps_are_left_alone():
    assert only("(a.b :owner_entity_id {:a_b 1})").arguments == {"owner-entity-id": {"a_b": 1}}


@pytest.mark.parametrize(
    "verb", ["gleif.enrich", "cbu.role:assign-ownership", "red-flag.raise", "a.b.c-2:d", "x1.y_z", "Custody.Visit2"]
)
def test_names_of_verbs(verb):
    assert only(f"({verb})").verb == verb


def test_strings_may_span_lines_and_hold_anything():
    call = only('(a.b :text "one\r\ntwo ; no comment\n(c.d :x 1)\t\x00")')
    assert call.arguments["text"] == "one\r\ntwo ; no comment\n(c.d :x 1)\t\x00"


def test_nothing_but_comments_is_an_empty_program():
    assert read_program("\ufeff ;; nothing\n,,\n; (a.b)") == []
    assert read_program("") == []


def test_a_nested_call_runs_before_the_one_that_uses_it():
    calls = read_program("(a.b :x (c.d :y [(e.f)]) :z (g.h :as @own))")
    assert [call.verb for call in calls] == ["e.f", "c.d", "g.h", "a.b"]
    inner, middle, named, outer = calls
    assert middle.arguments["y"] == [Reference(name=inner.binds)]
    assert outer.arguments == {"x": Reference(name=middle.binds), "z": Reference(name="own")}
    assert named.binds == "own"
    assert (middle.line, middle.column) == (1, 9)


def test_a_fresh_name_is_one_that_nobody_uses():
    calls = read_program("(a.b :as @nested_1)\n(a.c :x (a.d))")
    assert len({call.binds for call in calls}) == 3


@pytest.mark.parametrize(
    ("text", "line", "column", "words"),
    [
        ("(a.b :x 1", 1, 1, "line 1, column 1 is not closed"),
        ("\n  (a.b :x [1 2", 2, 11, "this [ is not closed"),
        ("(a.b :x {:a 1", 1, 9, "this { is not closed"),
        ('(a.b\n  :x "abc)', 2, 6, "the string is not closed"),
        ('(a.b "abc', 1, 6, "the string is not closed"),
        ('(a.b :x "abc)\n(c.d :y "q" :z 1)', 1, 9, "runs on into the next call"),
        ("(a.b :x 1\n(c.d :y 2)", 2, 1, "line 1, column 1 is not closed before this one"),
        ("(a.b :x 1))", 1, 11, "this ) closes nothing"),
        ("a.b :x 1", 1, 1, "a call begins with a bracket"),
        ('"text"', 1, 1, "a call begins with a bracket"),
        ("# not our way\n(a.b)", 1, 1, "comments begin with ;, not with #"),
        ("(a.b)\n// not our way", 2, 1, "comments begin with ;, not with //"),
        ("(a.b :as @a.b)", 1, 10, "@a.b is not a name"),
        ("()", 1, 2, "expected a verb"),
        ("(enrich :x 1)", 1, 2, "expected a verb such as gleif.enrich, not enrich"),
        ("(a.b:c:d :x 1)", 1, 2, "expected a verb"),
        ("(a.b 5)", 1, 6, "expected an argument such as :name, not 5"),
        ('(a.b "x")', 1, 6, "expected an argument"),
        ("(a.b @x)", 1, 6, "expected an argument"),
        ("(a.b :x)", 1, 6, ":x has no value"),
        ("(a.b :x", 1, 6, ":x has no value"),
        ("(a.b :x 1 :y)", 1, 11, ":y has no value"),
        ("(a.b :x [1 2))", 1, 13, ") closes nothing"),
        ("(a.b :x {5 1})", 1, 10, "a key of a map"),
        ("(a.b :x {:a})", 1, 12, "} closes nothing"),
        ("(a.b :x {:a 1 :a 2})", 1, 15, "a stands in the map a second time"),
        ("(a.b :x 1 :x 2)", 1, 11, ":x is given a second time"),
        ("(a.b :x_y 1 :x-y 2)", 1, 13, ":x-y is given a second time"),
        ("(a.b :as @a :as @b)", 1, 13, ":as is given a second time"),
        ("(a.b :as fund)", 1, 10, "after :as comes a name, such as @fund"),
        ("(a.b :x 25%)", 1, 9, "without the sign: 25"),
        ("(a.b :x 1e400)", 1, 9, "too large"),
        ('(a.b :x "ab\\qc")', 1, 12, "unknown escape \\q"),
        ('(a.b :x "é\n\\ud800")', 2, 1, "half a character"),
        ("(a.b :x \x00)", 1, 9, "U+0000"),
        ("(a.b \x0c:x 1)", 1, 6, "expected an argument"),
        ("; quiet\x00\n(a.b)", 1, 8, "U+0000 can stand in a string only"),
        ("; a comment\r(a.b :x 1)", 1, 12, "U+000D can stand in a string only"),
        ("; shown\u2028(a.b)", 1, 8, "U+2028 can stand in a string only"),
        ("(a.b :x \ud800)", 1, 9, "half a character"),
        ("(a.b :x " + "[" * 100, 1, 108, "nested more than 100 deep"),
        ("(a.b :x " + "(a.b :x " * 100, 1, 801, "nested more than 100 deep"),
    ],
)
def test_each_mistake_has_its_place(text, line, column, words):
    found = first(text)
    assert found[:2] == (line, column)
    assert words in found[2]


def test_reading_goes_on_at_the_next_call():
    found = problems('(a.b :x 25%)\n  (c.d\n    :y [1 2)\n  (e.f z)\n(g.h :x 1 :x 007)\n(i.j :x "open)\n')
    assert [place[:2] for place in found] == [(1, 9), (3, 12), (4, 8), (5, 11), (5, 14), (6, 9)]


def test_several_mistakes_in_one_call_are_all_said():
    assert [place[1] for place in problems('(a.b :x 007 :y "\\q" :z @ :x 1)')] == [9, 17, 24, 26]


def test_there_is_an_end_to_problems():
    for text in ("(a.b 1)\n" * 500, "; \x00\n(a.b)\n" * 500, f"(a.b :x [{'25% ' * 500}])"):
        assert len(problems(text)) == reading.MOST_PROBLEMS


def test_the_file_is_named():
    with pytest.raises(BadFile, match=r"fund.verbs: line 1, column 6: expected an argument"):
        read_program("(a.b 1)", "fund.verbs")


def test_sizes_have_limits(monkeypatch):
    monkeypatch.setattr(reading, "LARGEST", 40)
    monkeypatch.setattr(reading, "MOST_CALLS", 3)
    assert "are allowed" in first("; " + "x" * 50)[2]
    assert "more than 3 calls" in first("(a.b)\n" * 4)[2]
    assert len(read_program("(a.b)\n" * 3)) == 3


def test_deep_but_allowed():
    value = only("(a.b :x " + "[" * 98 + "]" * 98 + ")").arguments["x"]
    for _ in range(97):
        (value,) = value
    assert value == []


PIECES = st.sampled_from(
    [
        *r'()[]{}"\;:@',
        *"a.b :x @y :as 1 25% nil \\u é 1e999 {:a".split(),
        *"\n ,\x00\ud800\r\u202e",
        "(a.b :x ",
        "\n(c.d",
    ]
)


@given(st.lists(PIECES | st.text(max_size=3), max_size=60).map("".join))
def test_any_text_is_read_or_refused_with_places(text):
    try:
        calls = read_program(text)
    except BadFile as bad:
        lines = text.removeprefix("\ufeff").split("\n")
        for problem in bad.problems:
            assert 1 <= problem.line <= len(lines)
            assert 1 <= problem.column <= len(lines[problem.line - 1]) + 1
            assert str(problem).isprintable()
    else:
        assert all(call.line and call.column for call in calls)


@pytest.mark.parametrize("text", ['"' * 50_000, "(" * 50_000, "(a.b :x " + "[" * 50_000, "(a.b :x 1 " * 5_000])
def test_hostile_texts_are_refused_with_few_words(text):
    assert len(problems(text)) <= reading.MOST_PROBLEMS


def test_calls_that_can_be_read_are_given_beside_the_problems_of_the_others():
    calls, problems = read_calls('(a.b :x 1)\n(c.d :x 25%)\n(e.f :x (g.h :y 2) "z")\n(i.j :x "\\b\\f")')
    assert [call.verb for call in calls] == ["a.b", "g.h", "i.j"]
    assert calls[-1].arguments == {"x": "\b\f"}
    assert [problem.line for problem in problems] == [2, 3]
