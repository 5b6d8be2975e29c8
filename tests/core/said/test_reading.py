import json
import runpy
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.core.said import read_typed, read_value
from inquiro.core.said.reading import UNFINISHED, offers

WORDS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"))
SCALARS = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | WORDS
FULL = st.lists(SCALARS, min_size=1) | st.dictionaries(WORDS, SCALARS, min_size=1)
CONTAINERS = st.recursive(
    FULL, lambda inner: st.lists(inner, min_size=1) | st.dictionaries(WORDS, inner, min_size=1), max_leaves=4
)
PROSE = st.from_regex(r"([A-Z][a-z]{1,8}[,.:;!?]? ){0,6}", fullmatch=True)
DUMPS = st.builds(dict, indent=st.sampled_from([None, 0, 2]), ensure_ascii=st.booleans())
HOSTILE = r"""[ { {"a": " {} ][ ", ', ,/*" "/* ``` \ \" a , <think> </think> {"a":1,}, ... / /* a( "a"+ {a: [1], 1_ -"""


def dump(value, how):
    return json.dumps(value, **how)


@given(CONTAINERS, DUMPS)
def test_json_is_read_to_the_letter(value, how):
    reading = read_value(dump(value, how))
    assert (reading.value, reading.rung, reading.problems, reading.sound) == (value, "strict", (), True)


@pytest.mark.fault(9)
@given(CONTAINERS, DUMPS, PROSE, PROSE, st.sampled_from(["json\n", "\n", "JSON\n", "json "]))
def test_a_fenced_value_is_read_back_whatever_its_strings_hold(value, how, before, after, label):
    reading = read_value(f"{before}\n```{label}{dump(value, how)}\n```\n{after}")
    assert (reading.value, reading.rung, reading.sound) == (value, "fenced", True)


@given(CONTAINERS, DUMPS, PROSE, PROSE.filter(bool))
def test_a_value_amid_prose_is_read_back(value, how, before, after):
    reading = read_value(f"{before}\n{dump(value, how)} {after}")
    if "```" in dump(value, how) and before.strip():
        assert reading.refused or not reading.sound or reading.value == value
        return
    assert (reading.value, reading.rung, reading.sound) == (value, "outermost", True)


@given(CONTAINERS, DUMPS, WORDS)
def test_thinking_before_the_value_is_passed_over(value, how, thought):
    thought = thought.replace("<", "")
    assert read_value(f"<think>{thought} {{</think>\n{dump(value, how)}").value == value


@pytest.mark.fault(9)
@given(CONTAINERS, DUMPS, st.sampled_from(["", "Here it is: ", "```json\n"]), st.data())
def test_a_cut_value_is_refused_or_marked_and_never_becomes_a_typed_one(value, how, before, data):
    whole = dump(value, how)
    text = before + whole[: data.draw(st.integers(0, len(whole) - 1))]
    reading = read_value(text)
    assert reading.refused or not reading.sound or reading.rung == "words"
    assert type(read_typed(text, type(value))).__name__ == "Unreadable"


@given(CONTAINERS, DUMPS)
def test_an_answer_cut_at_its_length_limit_is_refused_even_if_it_parses(value, how):
    reading = read_value(dump(value, how), finished=False)
    assert (reading.refused, reading.problems) == (True, (UNFINISHED,))


@given(st.text(st.sampled_from("{}[]\"'\\,:+-./*`()\n a1eN<>"), max_size=80) | st.text())
def test_any_text_is_a_reading(text):
    assert all(reading.problems or reading.rung in {"strict", "fenced", "outermost"} for reading in offers(text))


@pytest.mark.parametrize(
    ("text", "value", "rung"),
    [
        ('```json\n{"a": 1}\n```\nor rather\n```json\n{"a": 2}\n```', {"a": 2}, "fenced"),
        ('```json\n{"md": "```js\\nx\\n```"}\n```', {"md": "```js\nx\n```"}, "fenced"),
        ('```python\nprint(1)\n```\n{"a": 1}', {"a": 1}, "outermost"),
        ('```json\n{"a": 1,}\n```', {"a": 1}, "repaired"),
        ('```json\n{"a": 1}', {"a": 1}, "fenced"),
        ('As [1] and [2, 3] say: {"a": 1}.', {"a": 1}, "outermost"),
        ('First {"a": 1}, then {"a": 2}.', {"a": 2}, "outermost"),
        ('{"a": 1}\n{"a": 2}', [{"a": 1}, {"a": 2}], "outermost"),
        ('{"a": 1} and [2, "b"].', [{"a": 1}, [2, "b"]], "outermost"),
        ('See [the docs](x) and [ ] [x]: {"a": 1}', {"a": 1}, "outermost"),
        ("Use {braces} so: {'a': 1}", {"a": 1}, "repaired"),
        ("just words", "just words", "words"),
        ("'quoted'", "quoted", "repaired"),
    ],
)
def test_rungs(text, value, rung):
    reading = read_value(text)
    assert (reading.value, reading.rung) == (value, rung)


@pytest.mark.fault(9)
@pytest.mark.parametrize(
    "text",
    [
        "",
        " \n",
        "<think>still thinking about {}",
        "I found nothing. {}",
        '{"a": 2}foo',
        '{"a": 2}{}',
        '{"a": NaN}',
        '```json\n{"a": Infinity}\n```',
        '{"a": }',
        "I cannot help, sorry. It is against my rules.\nAsk another.",
        "[" * 1_000 + "]" * 1_000,
        "x" * 1_000_001,
    ],
)
def test_nothing_is_made_from_nothing(text):
    reading = read_value(text)
    assert reading.refused
    assert reading.value is None
    assert reading.problems


@pytest.mark.parametrize("text", ["[1}", "```json\n{'a': 1}\n```", "So: {'a': 1}.", '{"a": true, COMMENT "b": "c"}'])
def test_a_repair_is_never_silent(text):
    reading = read_value(text)
    assert reading.rung == "repaired"
    assert reading.problems


@pytest.mark.fault(9)
def test_a_contradiction_is_noted_and_makes_the_reading_unsound():
    reading = read_value('{"a": 1, "a": 2}')
    assert (reading.value, reading.rung, reading.sound) == ({"a": 2}, "strict", False)
    assert reading.problems == ('"a" is given twice, with different values',)


@pytest.mark.fault(9)
@pytest.mark.parametrize("piece", [*HOSTILE.split(), "```json\n{\n", "word, ", "1 ", "it's ", ' "'])
def test_a_megabyte_of_anything_ends(piece):
    """Quadratic work on any of these would take minutes and fail at the time limit of the suite."""
    for before, length in (("", 1_000_000), ("", 40_000), ('["', 40_000)):
        assert read_value((before + piece * length)[:length]).rung


@pytest.fixture(scope="module")
def cases(shared_data):
    folder = shared_data / "json_repair"
    script = runpy.run_path(str(Path(__file__).parents[3] / "scripts" / "json_cases.py"))
    return list(script["outcomes"](folder)), script["read_anyway"](folder)


@pytest.mark.fault(9)
def test_recorded_cases_give_the_expected_value_or_a_refusal(cases):
    outcomes, read_anyway = cases
    assert [outcome.case["id"] for outcome in outcomes if outcome.verdict == "different"] == []
    assert sum(outcome.verdict == "matched" for outcome in outcomes) / len(outcomes) >= 0.97
    assert read_anyway == []
