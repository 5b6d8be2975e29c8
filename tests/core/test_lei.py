"""An LEI is right as it is written, or wrong with a reason; nothing is repaired."""

from __future__ import annotations

import csv

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.core.lei import claimed_leis, lei_problem

LEI = "5493001KJTIIGC8Y1R12"
ALIKE = {"O": "0", "I": "1", "S": "5", "B": "8", "Z": "2", "G": "6"} | {
    "0": "O",
    "1": "I",
    "5": "S",
    "8": "B",
    "2": "Z",
    "6": "G",
}


@pytest.fixture(scope="session")
def real(shared_data):
    with (shared_data / "lei_list" / "lei_names.csv").open(encoding="utf-8", newline="") as file:
        return [row["lei"] for row in csv.DictReader(file)]


def test_every_real_lei_is_valid(real):
    assert len(real) > 700
    assert [lei for lei in real if lei_problem(lei)] == []


@pytest.mark.fault(57)
@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (LEI.lower(), "upper case"),
        (LEI[:-1] + "3", "check digits"),
        ("5493 001K JTII GC8Y 1R12", "spaces"),
        (f"{LEI}\n", "spaces"),
        (LEI[:-1], "19 characters"),
        (LEI + "0", "21 characters"),
        ("", "0 characters"),
        (LEI[:-2] + "1Z", "two check digits"),
        (LEI.replace("1", "\u0661", 1), "none of A-Z"),
        (LEI.replace("C", "\u0421"), "none of A-Z"),
        ("5493001KJTIIGC8Y1R\uff11\uff12", "none of A-Z"),
        (LEI.replace("3", "-"), "'-'"),
    ],
)
def test_a_wrong_one_is_refused_with_its_reason(text, problem):
    assert problem in (lei_problem(text) or "valid")


@pytest.mark.fault(57)
def test_look_alikes_are_refused_as_far_as_a_sum_can_see(real):
    swaps = [lei[:i] + ALIKE[c] + lei[i + 1 :] for lei in real for i, c in enumerate(lei) if c in ALIKE]
    passed = [lei for lei in swaps if lei_problem(lei) is None]
    assert len(swaps) > 3_000
    assert len(passed) / len(swaps) < 0.02


def test_check_digits_that_the_standard_never_makes_are_refused():
    stem = next(s for s in (f"{n:018d}" for n in range(500)) if int(s + "00") % 97 == 1)
    assert lei_problem(stem + "97") is None
    assert "check digits" in (lei_problem(stem + "00") or "")


@given(st.text(max_size=25))
def test_any_text_is_judged(text):
    assert lei_problem(text) is None or lei_problem(text)


def test_what_is_meant_as_an_lei_is_found_as_it_is_written():
    wrong = LEI[:-1] + "3"
    assert claimed_leis(f"who owns {LEI}, or ({wrong})?") == [LEI, wrong]
    assert claimed_leis(f"lower {LEI.lower()}") == [LEI.lower()]


@pytest.mark.parametrize("text", ["INTERNATIONALIZATION", f"x{LEI}", LEI + LEI, "a 20 character thing", ""])
def test_other_words_are_not_taken_for_one(text):
    assert claimed_leis(text) == []
