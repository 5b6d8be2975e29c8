from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.engine.relations import related


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        ("Nordlicht, a subsidiary of Aldra Rail Group, runs night trains.", ("Nordlicht", "subsidiary of", "Aldra Rail Group")),
        ("Korvenau Rail is a wholly owned subsidiary of the Aldra Group.", ("Korvenau Rail", "subsidiary of", "Aldra Group")),
        ("Siemens was founded by Werner von Siemens in Berlin.", ("Siemens", "founded by", "Werner von Siemens")),
        ("The Varnholt Institute was founded in 1996 by Anna Berg.", ("Varnholt Institute", "founded in", "1996")),
        ("Canberra is the capital of Australia.", ("Canberra", "capital of", "Australia")),
        ("The capital of Australia is Canberra.", ("Canberra", "capital of", "Australia")),
        ("Tessin Street (part of Old Town) is long.", ("Tessin Street", "part of", "Old Town")),
        ("Aldra Rail acquired Nordlicht in 2006.", ("Aldra Rail", "acquired", "Nordlicht")),
        ("Nordlicht was acquired by Aldra Rail.", ("Aldra Rail", "acquired", "Nordlicht")),
        ("The Munich-based company Siemens AG sells trains.", ("Siemens AG", "based in", "Munich")),
        ("Aldra Bank is headquartered in Berlin, Germany.", ("Aldra Bank", "based in", "Berlin")),
        ("Thora Lindqvar, director of the University of Sankt Orlen, said so.", ("Thora Lindqvar", "director of", "University of Sankt Orlen")),
        ("Max Hale, former editor of the Aldra Courier, said so.", ("Max Hale", "former editor of", "Aldra Courier")),
        ("The Opera House was designed by Jørn Utzon.", ("Opera House", "designed by", "Jørn Utzon")),
        ("Marie Curie (born 7 November 1867) was a physicist.", ("Marie Curie", "born in", "1867-11-07")),
        ("Metallica is an American heavy metal band founded in 1981.", ("Metallica", "founded in", "1981")),
        ("Berlin ist die Hauptstadt von Deutschland.", ("Berlin", "capital of", "Deutschland")),
        ("Die Firma Müller GmbH hat ihren Sitz in Berlin.", ("Müller GmbH", "based in", "Berlin")),
        ("Siemens wurde 1847 von Werner von Siemens gegründet.", ("Siemens", "founded by", "Werner von Siemens")),
        ("Nordlicht, eine Tochter der Aldra AG, fährt nachts.", ("Nordlicht", "subsidiary of", "Aldra AG")),
        ("Anna Berg, Direktorin des Institut für Stadtklima, sagte es.", ("Anna Berg", "director of", "Institut für Stadtklima")),
        ("Beta GmbH wurde 2010 von Acme übernommen.", ("Acme", "acquired", "Beta GmbH")),
        ("Madrid es la capital de España.", ("Madrid", "capital of", "España")),
        ("Acme, filial de Beta, vende trenes.", ("Acme", "subsidiary of", "Beta")),
        ("Acme SA tiene su sede en Valdemora.", ("Acme SA", "based in", "Valdemora")),
        ("Ana Ruiz, alcaldesa de Valdemora, lo dijo.", ("Ana Ruiz", "mayor of", "Valdemora")),
        ("La Universidad de Valdemora fue fundada en 1502.", ("La Universidad de Valdemora", "founded in", "1502")),
    ],
)  # fmt: skip
def test_a_relation_is_told_as_the_sentence_gives_it(statement, expected):
    assert expected in [tuple(one[:3]) for one in related(statement)]


@pytest.mark.parametrize(
    "statement",
    [
        "It was founded in 1996.",
        "The company is headquartered in Berlin.",
        "The school in Berlin was founded in 1996.",
        "She studied in Australia, founded in 1999 by settlers.",
        "A film with Jimmy Stewart and Vincent Price, directed by Alfred Hitchcock.",
        "The firm of F. Tooth were the largest share-holders when the company was established in 1855.",
        "A Melbourne-based distributor of Indian films.",
        "Trees cool the street.",
        "The BBC has acquired FX's new drama.",
    ],
)
def test_what_the_sentence_does_not_say_is_not_read_into_it(statement):
    assert related(statement) == ()


@given(st.text(alphabet=st.sampled_from("ABab .,'’-()12&é"), max_size=200))
def test_any_text_is_read_without_failing(text):
    for one in related(text):
        assert one.subject
        assert one.object
        assert one.subject != one.object


def test_a_long_hostile_sentence_is_cut_short():
    assert related("A " * 50_000 + "was founded in 1996.") == ()
