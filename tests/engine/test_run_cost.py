"""What a thorough run says that it will take, before it begins."""

from __future__ import annotations

import pytest

from inquiro.core.models import FREE, MODEL_ROLES, Price
from inquiro.engine.run_cost import expected
from inquiro.testing import DiligentModel


def models(price):
    return {role: DiligentModel(price=price) for role in MODEL_ROLES}


@pytest.mark.parametrize(
    ("price", "words"),
    [(Price(input=3.0, output=15.0), "about $1."), (FREE, "at no cost"), (None, "a price that is not known")],
)
def test_it_tells_questions_tokens_money_and_time(price, words):
    told = expected(models(price), 1_800).in_words()
    assert words in told
    assert "about 30 times" in told
    assert "(at most 30;" in told


def test_it_never_promises_to_take_longer_than_it_may():
    assert expected(models(FREE), 120).minutes == 2
