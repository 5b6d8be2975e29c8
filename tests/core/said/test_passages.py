from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.core.said.passages import after_thinking, bracketed, depth_of, fenced, is_cut, is_glued

HOSTILE = st.text(st.sampled_from('{}[]"\\`\n a'), max_size=60)


def insides(text):
    return [text[passage.start : passage.end].strip() for passage in fenced(text)]


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("<think>{1}</think> {2}", " {2}"),
        ("no opening tag</think>{2}", "{2}"),
        ("<thinking>a</thinking><think>b</think>c", "c"),
        ('{"a": "</think>"', '{"a": "</think>"'),
        ("<think>for ever", None),
        ("plain", "plain"),
    ],
)
def test_thinking_is_left_behind(text, left):
    assert after_thinking(text) == left


def test_fences_with_and_without_a_label_on_one_line_or_many():
    assert insides("a ```json\n{1}\n``` b ```{2}``` c ````\n{3}\n````") == ["{1}", "{2}", "{3}"]
    assert insides("```json\n{1}") == ["{1}"]


def test_a_fence_inside_a_value_is_not_one():
    assert insides('{"code": "\n```\nx\n```\n"}') == []
    assert insides('note: "```" is a fence') == []
    assert insides("[```\n{1}\n```]") == ["{1}"]


def test_too_many_fences_or_brackets_are_no_answer():
    assert fenced("```{}```" * 1000) == []
    assert bracketed("{}" * 1000) == []


def test_outermost_brackets_heed_strings():
    text = 'see {"a": "}"} and [[1], "]"] so'
    assert [text[p.start : p.end] for p in bracketed(text)] == ['{"a": "}"}', '[[1], "]"]']


def test_what_an_unclosed_bracket_holds_is_not_offered_alone():
    (passage,) = bracketed('{"facts": [{"a": 1}, {"a": 2}')
    assert (passage.start, passage.closed) == (0, False)


@pytest.mark.parametrize(
    ("text", "glued"), [("{1}foo", True), ("f{1}", True), ("f {1}.", False), ("({1})", False), ("/{1}_", True)]
)
def test_a_word_that_touches(text, glued):
    (passage,) = bracketed(text)
    assert is_glued(text, passage) is glued


@pytest.mark.parametrize("text", ['{"a": 1', '["a', '["a\\"', '["a\\', "[[]", '"'])
def test_cut(text):
    assert is_cut(text)


@pytest.mark.parametrize("text", ['{"a": 1}', '["a\\\\"]', "", "]]", "words"])
def test_not_cut(text):
    assert not is_cut(text)


@given(HOSTILE)
def test_passages_are_ordered_and_apart(text):
    for passages in (bracketed(text), fenced(text)):
        assert all(a.end <= b.start for a, b in pairwise(passages))
        assert all(0 <= passage.start <= passage.end <= len(text) for passage in passages)


def test_depth():
    assert depth_of('[{"[[[": [1]}]') == 3
