from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.core.errors import BadFile
from inquiro.onboarding import yaml_text
from inquiro.onboarding.yaml_text import load_yaml, place_in, plain, read_yaml

json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**63 - 1) | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(codec="utf-8", exclude_categories=["C", "Zl", "Zp"])),
    lambda inner: st.lists(inner, max_size=4)
    | st.dictionaries(st.text("abcdefg-_ no", min_size=1, max_size=6), inner, max_size=4),
    max_leaves=12,
)  # fmt: skip


def said(text: str) -> list[str]:
    return [str(problem) for problem in read_yaml(text).problems]


def test_values_and_places():
    node = load_yaml("a: 1\nb:\n  - x\n  - 2.5\n  - true\n  - ~\n  - '1'\n", "f")
    assert plain(node) == {"a": 1, "b": ["x", 2.5, True, None, "1"]}
    listed = node.value["b"]
    assert (listed.line, listed.column) == (2, 1)
    assert [(item.line, item.column) for item in listed.node.value][:2] == [(3, 5), (4, 5)]


def test_the_words_of_a_number_are_kept():
    assert load_yaml("version: 1.10", "f").value["version"].node.written == "1.10"


@pytest.mark.fault(38)
@pytest.mark.parametrize(
    "tag",
    ["!!python/object/apply:os.system ['true']", "!!python/name:os.system x", "!mine 1", "!!binary aGk=", "!!set {}"],
)
def test_tags_are_errors_with_their_line(tag):
    assert any(one.startswith("line 2, column 4: the tag !") for one in said(f"a: 1\nb: {tag}\n"))


def test_a_tag_that_says_text_is_text():
    assert plain(load_yaml("a: !!str 12", "f")) == {"a": "12"}


def laughing(rows: int, width: int) -> str:
    first = "a0: &a0 [lol, lol]"
    return "\n".join([first] + [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * width)}]" for n in range(1, rows)])


@pytest.mark.fault(39)
def test_billion_laughs_stop_where_they_become_too_many():
    assert said(laughing(30, 9)) == ["line 6, column 15: more than 50,000 values"]
    assert said(laughing(100, 1)) == ["line 64, column 12: nested more than 64 deep"]


@pytest.mark.fault(39)
@pytest.mark.fault(39)
@pytest.mark.parametrize("long", ["&long {}", "&long {{k: {}}}", "&long [[{}]]"])
def test_a_long_text_counts_as_often_as_it_is_named(long):
    text = f"a: {long.format('x' * 100_000)}\nb: [{', '.join(['*long'] * 10)}]"
    [told] = said(text)
    assert told.startswith("line 2,")
    assert "more than 1,000,000 characters" in told


def test_a_value_that_names_itself_or_what_comes_later_is_refused():
    assert "names a value that is not complete above it" in said("a: &a [*a]")[0]
    assert "names a value that is not complete above it" in said("a: *b\nb: &b 1")[0]
    assert "not an alias" in said("a: &a b\n*a : 1")[0]


def test_an_alias_stands_for_its_value():
    text = "kind: &kind {type: string, enum: [x, y]}\nfirst: *kind\nmore: [*kind, &n 3, *n]\nlast: *n\n"
    kind = {"type": "string", "enum": ["x", "y"]}
    assert plain(load_yaml(text, "f")) == {"kind": kind, "first": kind, "more": [kind, 3, 3], "last": 3}


def test_a_map_takes_over_what_it_does_not_say_itself():
    text = "a: &a {x: 1, y: 2}\nb: &b {y: 3, z: 4}\nc:\n  <<: *a\n  y: 5\nd: {<<: [*a, *b], w: 0}\ne: {<<: {v: 6}}\n"
    found = plain(load_yaml(text, "f"))
    assert found["c"] == {"x": 1, "y": 5}
    assert found["d"] == {"w": 0, "x": 1, "y": 2, "z": 4}
    assert found["e"] == {"v": 6}
    assert plain(load_yaml('"<<": 1', "f")) == {"<<": 1}
    assert said("a: &a 1\nb: {<<: *a}") == [
        "line 1, column 4: << takes over the entries of a map, or of a list of maps"
    ]


@given(
    st.recursive(st.integers(-9, 9), lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text("ab"), inner))
)
def test_sharing_reads_as_the_value_written_out(value):
    import yaml

    twice = yaml.safe_dump({"one": value, "two": value, "both": [value, value]})  # writes anchors and aliases
    assert plain(load_yaml(twice, "f")) == {"one": value, "two": value, "both": [value, value]}


@pytest.mark.fault(39)
def test_size_depth_and_number_of_values_have_limits():
    assert "nested more than 64 deep" in said("[" * 100_000)[0]
    assert "characters" in said("a: " + "x" * 1_000_001)[0]
    assert "more than 50,000 values" in said("[" + "1," * 50_001 + "1]")[0]


@pytest.mark.fault(42)
@pytest.mark.parametrize(
    ("word", "complaint"),
    [
        ("no", 'quote it ("no")'),
        ("NO", 'quote it ("NO")'),
        ("Yes", "true or false"),
        ("on", "truth value"),
        ("off", "truth value"),
        ("010", "octal"),
        ("1e400", "larger than any number"),
        ("9223372036854775808", "larger than a whole number"),
        ("1" * 500, "larger than a whole number"),
        ("2024-01-01", "date"),
        ("2024-01-01T10:00:00Z", "date"),
        ("1_000", "number to some readers"),
        ("12:30", "seconds"),
        (".inf", "not a number that JSON has"),
        (".NaN", "not a number that JSON has"),
    ],
)
def test_words_that_readers_take_differently(word, complaint):
    (problem,) = said(f"x: 1\na: {word}\n")
    assert problem.startswith("line 2, column 4: ")
    assert complaint in problem
    assert plain(load_yaml(f'a: "{word}"', "f")) == {"a": word}


@pytest.mark.fault(42)
def test_keys_are_words_and_stand_once():
    assert said("a: 1\nb: 2\na: 3\n") == ["line 3, column 1: 'a' stands here a second time; first in line 1"]
    assert "quote it" in said("on: 1")[0]
    assert "quote it" in said("1: x")[0]
    assert "a key has to be a word" in said("? [1]\n: 2")[0]


@pytest.mark.parametrize("number", ["0o17", "0x1F", "+3", "-0", ".5", "1e3", "3.", "0"])
def test_numbers_of_yaml_1_2(number):
    value = load_yaml(number, "f").value
    assert isinstance(value, (int, float))


def test_every_problem_is_told():
    assert len(said("a: no\nb: 010\nc: !x 1\na: 2\n")) == 4


@pytest.mark.parametrize("text", ["a: [1\n", "a: 1\n b: 2", "\tb", "a: 'x", "%TAG !", "a: \x01", "a: \ud800", "- ]"])
def test_what_cannot_be_parsed_says_where(text):
    found = read_yaml(text)
    assert found.node is None
    assert "YAML" in found.problems[-1].message


def test_one_document_and_not_an_empty_one():
    assert "second document" in said("a: 1\n---\nb: 2\n")[0]
    assert said("") == ["line 1, column 1: the file is empty"]
    assert said("# only a comment\n") == ["line 1, column 1: the file is empty"]


def test_load_tells_the_file():
    with pytest.raises(BadFile, match=r"mine\.yaml: line 1, column 4: no is a truth value"):
        load_yaml("a: no", "mine.yaml")


def test_places_within_blocks_and_lines():
    text = 'a: |\n\n    one\n      two\nb: "inside"\nc: plain\n'
    entries = load_yaml(text, "f").value
    assert place_in(entries["a"].node, text, 2, 1) == (3, 5)
    assert place_in(entries["a"].node, text, 3, 3) == (4, 7)
    assert place_in(entries["b"].node, text, 1, 1) == (5, 5)
    assert place_in(entries["c"].node, text, 1, 3) == (6, 6)


@given(json_values)
def test_json_reads_as_itself(value):
    node, problems = read_yaml(json.dumps(value, ensure_ascii=False))
    assert not problems
    assert node is not None
    assert plain(node) == value


@given(st.text("a1:-[]{}&*!|>'\"#%@`?, \n\t~0.no", max_size=60))
def test_any_text_is_answered(text):
    node, problems = read_yaml(text)
    assert node is not None or problems


def test_the_pure_parser_agrees(monkeypatch):
    import yaml

    monkeypatch.setattr(yaml_text, "_LOADER", yaml.SafeLoader)
    assert said("a: no\nb: *x\n")[-1].startswith("line 2, column 4: *x names a value")
    assert "control" in said("a: \x01")[0] or "not allowed" in said("a: \x01")[0]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("prompt: {{a}} x", "a text that begins with {{ is a map to YAML"),
        ("a:\n\tb: 1", "a tab stands at the beginning of the line"),
        ("a: {[1]: 2}", "a key has to be a word"),
    ],
)
def test_common_slips_are_named(text, complaint):
    node, (problem,) = read_yaml(text)
    assert node is None
    assert complaint in problem.message
