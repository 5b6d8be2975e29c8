from __future__ import annotations

import pytest

from inquiro.engine.negation import denies


@pytest.mark.parametrize(
    "text",
    [
        "Trees do not cool the street.",
        "Trees don’t cool the street.",
        "There is no grant.",
        "Nobody pays.",
        "Bäume kühlen die Straße nicht.",
        "Es gibt keine Förderung.",
        "Nadie lo paga y nunca se pagó.",
        "Les arbres ne coûtent rien.",
        "街路樹は通りを冷やさない。",
        "費用はかかりません。",
    ],
)
def test_a_denial_is_seen(text):
    assert denies(text)


@pytest.mark.parametrize(
    "text",
    [
        "Trees cool the street.",
        "Notes on nothingness",
        "Bäume kühlen die Straße.",
        "La ciudad paga.",
        "街路樹は通りを冷やす。",
    ],
)
def test_a_plain_statement_is_none(text):
    assert not denies(text)
