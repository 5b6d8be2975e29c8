"""Marks of citation in every common form."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.features.check.citation_marks import author_key, numbers_in, without_marks


@pytest.mark.parametrize(
    ("text", "words", "named"),
    [
        ("Trees cool streets.¹ More follows.", "Trees cool streets. More follows.", ["1"]),
        ("Trees cool streets.²,³", "Trees cool streets.", ["2", "3"]),
        ("An area of 10 km² and 0,3.⁴ Next", "An area of 10 km² and 0,3. Next", ["4"]),
        ("气温下降【1†source】。", "气温下降。", ["1"]),
        ("“到二〇二五年。”[1]目前", "“到二〇二五年。”目前", ["1"]),
        ("Cool.<sup>3</sup> So.<sup><a href='#x'>[4]</a></sup>", "Cool. So.", ["3", "4"]),
        ("It cools (Smith & Jones, 2019; Doe et al., 2020b).", "It cools.", ["smith|2019", "doe|2020b"]),
        ("As van der Berg et al. (2018) say, it cools.", "As van der Berg et al. say, it cools.", ["berg|2018"]),
        ("See [the study](https://a.example/x_(y)) here.", "See the study here.", ["https://a.example/x_(y)"]),
        ("A map (https://a.example/map).", "A map.", ["https://a.example/map"]),
        ("Code `a[1]` is no mark.", "Code `a[1]` is no mark.", []),
        ("In March (2019) it was hot.", "In March (2019) it was hot.", []),
    ],
)
def test_the_words_and_the_marks(text, words, named):
    found = without_marks(text)
    assert found.words == words
    assert [mark.name for mark in found.marks] == named


def test_numbers_in_round_brackets_are_marks_only_where_that_is_said():
    assert [m.name for m in without_marks("It cools (1). And (2, 3).", rounded=True).marks] == ["1", "2", "3"]
    assert without_marks("It cools (1).").marks == ()


@pytest.mark.parametrize(
    ("text", "numbers"),
    [("1, 3–5", ["1", "3", "4", "5"]), ("7-7", ["7", "7"]), ("1-900", ["1", "900"]), ("2a", ["2a"])],
)
def test_ranges(text, numbers):
    assert numbers_in(text) == numbers


def test_an_author_goes_by_surname_and_year():
    assert author_key("Smith, J., & Jones, K.", "2019a") == "smith|2019a"
    assert author_key("World Health Organization", "2020") == "organization|2020"


@given(
    st.lists(
        st.sampled_from(["Trees cool the street", "Shade helps people", "Bark stays dry"]), min_size=1, max_size=5
    ),
    st.lists(st.integers(1, 60), min_size=5, max_size=5),
    st.sampled_from([" [{}]", "[{}]", "[^{}]", "【{}】", "<sup>{}</sup>", " [{}](#src-{})"]),
)
def test_what_is_put_in_comes_out_again(sentences, numbers, form):
    """Marks of any form after any sentences: the words are the same without them, and each mark is found once."""
    marked = [f"{one}.{form.replace('{}', str(n))}" for one, n in zip(sentences, numbers, strict=False)]
    found = without_marks(" ".join(marked))
    assert found.words.split() == " ".join(f"{one}." for one in sentences).split()
    assert [mark.name for mark in found.marks] == [str(n) for n in numbers[: len(sentences)]]


@given(st.text(max_size=300))
def test_no_text_breaks_it_and_marks_stand_within_the_words(text):
    found = without_marks(text, rounded=True)
    assert all(0 <= mark.at <= len(found.words) for mark in found.marks)
