from __future__ import annotations

import pytest

from inquiro.text.polarity import denied, denies, happened, negative


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


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("Trees do not reduce noise, but they mask it.", "Trees do not reduce noise"),
        ("They mask noise, but trees do not reduce it.", "but trees do not reduce it"),
        ("Bäume kühlen die Straße nicht.", "Bäume kühlen die Straße nicht"),
        ("La ciudad no paga, pero el programa sí.", "La ciudad no paga"),
        ("街路樹は通りを冷やさない。", "街路樹は通りを冷やさない"),
        ("It has no grant, and nobody pays.", "It has no grant … and nobody pays"),
        ("Chanel No. 5 is not only a perfume.", ""),
        ("Trees cool the street.", ""),
    ],
)
def test_what_is_denied_is_told_in_the_words_of_the_statement(text, what):
    assert denied(text) == what


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("The bridge was not finished until 1932.", "The bridge was finished in 1932."),
        ("It wasn’t opened to the public until May 1932.", "It was opened to the public in May 1932."),
        ("Die Brücke wurde erst 1932 fertig.", "Die Brücke wurde in 1932 fertig."),
        ("El puente no se terminó hasta 1932.", "El puente se terminó en 1932."),
        ("Le pont n’a été fini qu’en 1932.", "Le pont a été fini en 1932."),
        ("Trees do not cool the street.", "Trees do not cool the street."),
        (
            "They did not end the season, moving before the 1993 finals.",
            "They did not end the season, moving before the 1993 finals.",
        ),
    ],
)
def test_what_was_not_so_until_a_year_happened_then(text, said):
    assert happened(text) == said


@pytest.mark.parametrize(
    ("text", "no"),
    [
        ("It was not finished until 1932.", False),
        ("The difference was NS.", True),
        ("The difference (n.s.) was small.", True),
        ("It hardly rains.", True),
        ("It rains.", False),
    ],
)
def test_saying_no_by_meaning(text, no):
    assert negative(text) == no
