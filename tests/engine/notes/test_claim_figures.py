from __future__ import annotations

import pytest

from inquiro.engine.notes.claim_figures import amounts_in, compared_amounts


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [
        ("It takes 1 hour 45 minutes.", 6_300, 6_300),
        ("It takes two and a half hours.", 9_000, 9_000),
        ("It takes 10 to 15 minutes.", 600, 900),
        ("It takes about 10 minutes.", 540, 660),
    ],
)
def test_what_an_amount_can_mean(text, low, high):
    [amount] = amounts_in(text, "en")
    assert (amount.low, amount.high) == (pytest.approx(low), pytest.approx(high))


@pytest.mark.parametrize("text", ["In 1989 it fell.", "PEP 8 says so.", "Python 3 is out.", "See chapter 4."])
def test_what_is_no_amount(text):
    assert amounts_in(text, "en") == []


@pytest.mark.parametrize(
    ("claim", "sentence", "agrees"),
    [
        ("It weighs 2 kg.", "It weighs 2,000 g.", True),
        ("It weighs 2 kg.", "It weighs 3 kg.", False),
        ("It costs 12,000 euros.", "It costs 10,000 to 15,000 euros.", True),
        ("At most 40 dB are allowed.", "The limit is 35 dB.", False),
        ("It may weigh at most 40 kg.", "On average it weighs 45 kg.", None),
        ("It takes four hours a week.", "It takes eight weeks.", None),
        ("It weighs 2 kg.", "It is 2 m long.", None),
        ("It has 40 rooms.", "It has 40 rooms in all.", True),
        ("It has 40 rooms.", "It has 60 rooms.", False),
        ("It weighs 2 kg.", "It weighs 3 kg, with its box 4 kg.", None),
    ],
)
def test_amounts_side_by_side(claim, sentence, agrees):
    found = compared_amounts(claim, sentence, "en")
    assert (found.agrees if found else None) is agrees
