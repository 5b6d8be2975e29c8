"""Common words that a note uses as names."""

from __future__ import annotations

import pytest

from inquiro.engine.notes.proper_use import names_used


@pytest.mark.parametrize(
    ("text", "language", "name"),
    [
        ("I saw Baker again.", "en", "baker"),
        ("Baker said five years.", "en", "baker"),
        ("Nightingale launches in autumn.", "en", "nightingale"),
        ("the offer for bluefin stands, project bluefin is late", "en", "bluefin"),
        ("Hunter, my neighbour, fell.", "en", "hunter"),
        ("Baker of the clinic knows.", "en", "baker"),
        ("Rose's biopsy is due.", "en", "rose"),
        ("talked to hunter about it yesterday", "en", "hunter"),
        ("Klein meint, das sei zu viel.", "de", "klein"),
        ("Der Kassenwart Koch hat Belege.", "de", "koch"),
        ("Termin bei Dr. Wolf.", "de", "wolf"),
        ("Der Vertrag mit Nordlicht Energie.", "de", "nordlicht"),
        ("Das Projekt Falke startet.", "de", "falke"),
        ("Hirondelle démarre à l'automne.", "fr", "hirondelle"),
        ("La señora Rubio llama.", "es", "rubio"),
        ("Mevrouw de Wit belt.", "nl", "wit"),
        ("elle va vivre avec thibault à quimper.", "fr", "quimper"),
        ("燕子计划启动。", "zh", "燕子"),
        ("仁和诊所", "zh", "仁和"),
    ],
)
def test_a_name_is_seen(text, language, name):
    assert name in names_used(text, "", language)


@pytest.mark.parametrize(
    ("text", "language", "word"),
    [
        ("The baker sells bread. A baker gets up early.", "en", "baker"),
        ("Steam in the oven keeps it soft.", "en", "steam"),
        ("Eine Kette aus Stahl hält länger.", "de", "kette"),
        ("Im Sommer ist der Richter im Urlaub.", "de", "richter"),
        ("Hilft Salz gegen Eis?", "de", "eis"),
        ("eine Tasse Kaffee", "de", "kaffee"),
        ("Un ballon tampon réduit le rendement.", "fr", "ballon"),
        ("We use PostgreSQL there.", "en", "postgresql"),
        ("# Heat Pump Noise\n\nThe heat pump is loud.", "en", "heat"),
    ],
)
def test_a_plain_word_is_none(text, language, word):
    assert word not in names_used(text, "", language)


def test_the_title_may_name_a_project():
    assert "falcon" in names_used("It starts in May.", "Project Falcon", "en")


@pytest.mark.parametrize(
    ("text", "language", "name"),
    [
        ("rendez-vous avec le docteur blanc ce matin", "fr", "blanc"),
        ("me ve la doctora fuentes, el jefe (prado) no", "es", "fuentes"),
        ("mrs church feeds the cat", "en", "church"),
    ],
)
def test_who_is_addressed_is_named_next_in_small_letters_too(text, language, name):
    assert name in names_used(text, "", language)


@pytest.mark.parametrize(
    ("text", "language", "name"),
    [
        ("renate lange hat noch eine Vollmacht.", "de", "lange"),
        ("Lo habrá contado su marido, lorenzo guerra.", "es", "guerra"),
        ("Y encima la demanda del bar: Guerra me reclama dinero. Hay guerra en el bar.", "es", "guerra"),
        ("参加的人:马宁、方圆、老K和我。", "zh", "方圆"),
    ],
)
def test_a_word_beside_a_first_name_a_kin_or_in_a_list_of_people_is_a_name(text, language, name):
    assert name in names_used(text, "", language)


@pytest.mark.parametrize(
    ("text", "language", "name", "used"),
    [
        ("Mi jefe dice que barba no viene mañana.", "es", "barba", True),
        ("Mi médico me miró la barba ayer.", "es", "barba", False),
        ("La miel de barba cristaliza pronto.", "es", "barba", False),  # nobody speaks of themselves here
        ("Je dois rappeler boulanger demain, il connaît mon dossier.", "fr", "boulanger", True),
        ("I asked baker for my keys.", "en", "baker", True),
    ],
)
def test_a_surname_that_is_a_word_is_a_name_where_people_are_spoken_of(text, language, name, used):
    assert (name in names_used(text, "", language)) is used


@pytest.mark.parametrize(
    ("text", "language", "name"),
    [("Das Haus in Sonnig ist vermietet.", "de", "sonnig"), ("El otro me llama gorrión todavía.", "es", "gorrion")],
)
def test_an_adjective_with_a_capital_and_what_somebody_is_called_are_names(text, language, name):
    assert name in names_used(text, "", language)
