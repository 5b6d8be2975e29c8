from __future__ import annotations

import os
import subprocess
import sys
from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.engine.likeness import CROWDED, SAMPLED, SHINGLE, SHORT, _bands, _runs, alike_pairs, likeness, shingles

WORDS = [f"word{n}" for n in range(3_000)]
TEXT = " ".join(WORDS[:600])


def own(number: int, length: int = 400) -> str:
    return " ".join(f"own{number}x{n}" for n in range(length))


def test_a_text_is_like_itself_and_unlike_others():
    assert likeness(TEXT, TEXT) == (1.0, 1.0)
    assert likeness(TEXT, own(1)) == (0.0, 0.0)


def test_a_part_is_contained_however_long_the_rest():
    found = likeness(" ".join(WORDS[100:200]), f"{own(1, 2_000)} {TEXT}")
    assert found.contained == 1.0
    assert found.shared < 0.05


@pytest.mark.parametrize("length", [0, 1, SHINGLE - 1])
def test_too_few_words_are_like_nothing(length):
    short = " ".join(WORDS[:length])
    assert shingles(short) == 0
    assert likeness(short, short) == (0.0, 0.0)
    assert alike_pairs([short, short, TEXT]) == set()


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (TEXT, " ".join([*WORDS[:590], "changed", *WORDS[591:600]])),
        (TEXT, f"{own(1)} {TEXT}"),
        (" ".join(WORDS[:16]), f"{own(1, 3_000)} {TEXT}"),  # nine runs in three and a half thousand
        (" ".join(WORDS[:300]), f"{own(1, 3_000)} {TEXT}"),
        ("東京都は二〇二四年に街路樹を三千本植えると発表した。", "速報：東京都は二〇二四年に街路樹を三千本植えると発表した。続報を待て。"),
    ],
    ids=["one word changed", "with another article", "short in long", "part in long", "no spaces"],
)  # fmt: skip
def test_copies_and_parts_are_always_candidates(one, other):
    strangers = [own(number) for number in range(10, 20)]
    assert (3, 14) in alike_pairs([*strangers[:3], one, *strangers, other])


def test_strangers_are_not_compared():
    assert alike_pairs([own(number) for number in range(100)]) == set()


def test_a_phrase_of_the_trade_does_not_pair_everybody_with_everybody():
    phrase = " ".join(WORDS[:60])
    texts = [f"{phrase} {own(number, 80)}" for number in range(3 * CROWDED)]
    assert len(alike_pairs(texts)) < len(texts) ** 2 / 4


@given(st.lists(st.lists(st.sampled_from(WORDS[:9]), max_size=90), max_size=2 * CROWDED))
def test_the_pairs_are_those_of_a_plain_look_at_every_sign(texts):
    joined = [" ".join(words) for words in texts]
    brief = {run for text in joined if shingles(text) < SHORT for run in _runs(text).tolist()}
    owners: dict[tuple[str, int, int], list[int]] = {}
    for place, text in enumerate(joined):
        runs = _runs(text).tolist()
        bands = [("band", number, band) for number, band in enumerate(_bands(text))] if runs else []
        sampled = [("sampled", 0, run) for run in runs if run % SAMPLED == 0]
        for sign in (*bands, *sampled, *(("whole", 0, run) for run in runs if run in brief)):
            owners.setdefault(sign, []).append(place)
    expected: set[tuple[int, int]] = set()
    for places in owners.values():
        expected.update(combinations(places, 2) if len(places) <= CROWDED else pairwise(places))
    assert alike_pairs(joined) == expected


def test_numbers_are_the_same_in_every_process():
    program = "from inquiro.engine.likeness import _bands, _runs; print(_runs('a b c d e f g h i').tolist(), _bands('a b c d e f g h i')[:4])"
    seeds = [
        subprocess.run(
            [sys.executable, "-c", program],
            env=os.environ | {"PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    ]
    assert seeds[0] == seeds[1] != ""


@given(st.text(max_size=400), st.text(max_size=400))
def test_likeness_is_symmetric_and_a_share(one, other):
    found = likeness(one, other)
    assert found == likeness(other, one)
    assert 0 <= found.shared <= found.contained <= 1


@given(
    st.lists(st.sampled_from(WORDS[:12]), min_size=20, max_size=120),
    st.integers(0, 100),
    st.lists(st.sampled_from(WORDS[12:40]), max_size=120),
)
def test_half_a_text_in_another_is_always_seen(words, at, others):
    part = words[at % len(words) :] + words[: at % len(words)]
    one, other = " ".join(words), " ".join([*others, *part])
    if likeness(one, other).contained > 0.5 and shingles(one) < 64:
        assert alike_pairs([one, other]) == {(0, 1)}
