from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.core.errors import UsageError
from inquiro.core.types import MOST_LABEL_WORDS, MOST_TOPICS, NoteText, Topic
from inquiro.engine.notes import extractive
from inquiro.engine.notes.extractive import topics_of
from inquiro.engine.notes.verbatim import LONGEST

HEAT = """---
tags: [house]
client: Marianne Oster
---
# Heat pumps

Vaillant aroTHERM plus quoted at 14,300 € by our installer. #quote

## Noise
The heat pump may make at most 35 dB at night. It has to stand 3 m from the neighbour's window.
- [ ] call [[Jane Doe]] about the permit 📅 2026-03-01
- R290 (propane) units are quieter than R32 ones.

## Funding
KfW pays up to 70 % of the cost, but only if the application is filed before the contract is signed.
Open question: does the income bonus apply to rented flats?
Is a SCOP of 4.5 realistic in a house built in 1978 with radiators?

| temp | COP |
|------|-----|
| 7    | 4.6 |

- [[Boilers]]
- [[Radiators]]
"""


def note(text: str, title: str = "", path: str = "") -> NoteText:
    return NoteText(path=path or f"{title or 'note'}.md", title=title, text=text, sha256="0" * 64, send="all")


def by_label(found: list[Topic], *words: str) -> Topic:
    """The topic whose label has all the words."""
    fitting = [one for one in found if set(words) <= {word.lower() for word in one.label.split()}]
    assert fitting, [one.label for one in found]
    return fitting[0]


def test_claims_and_questions_with_the_words_of_the_note():
    found = topics_of(note(HEAT, "Heat pumps"), None)
    assert [one.id for one in found] == [f"t{number}" for number in range(1, len(found) + 1)]
    noise = by_label(found, "heat", "pump", "db", "night", "noise")
    assert (noise.type, noise.context) == ("claim", "The heat pump may make at most 35 dB at night.")
    assert by_label(found, "heat", "pumps", "income", "bonus").type == "question"
    assert by_label(found, "scop", "radiators").type == "question"
    assert by_label(found, "kfw", "application").context.startswith("KfW pays up to 70 %")
    assert by_label(found, "heat", "pumps", "r290")
    assert by_label(found, "vaillant", "arotherm")


def test_what_is_private_or_no_prose_is_no_topic():
    labels = " ".join(one.label for one in topics_of(note(HEAT, "Heat pumps"), None))
    for word in ("Oster", "Jane", "Doe", "14", "300", "2026", "COP", "Boilers", "Radiators", "quote"):
        assert word not in labels.split()


GERMAN = """# Balkonkraftwerk
Seit Mai 2024 sind 800 W Wechselrichterleistung erlaubt.
- Der Ertrag liegt bei einer Südausrichtung bei etwa 700 kWh im Jahr.
- Lohnt sich ein Speicher mit 2 kWh?
"""
FRENCH = """# Vélo cargo
Un vélo à assistance électrique ne doit pas dépasser 25 km/h.
L'autonomie baisse de 30 % en hiver.
Peut-on transporter trois enfants ?
"""
SPANISH = """# Poda de olivos
Una poda severa reduce la producción del año siguiente en un 40 %.
¿Cuánta agua necesita un olivo joven en verano?
"""
JAPANESE = """# 熱中症対策
経口補水液は1リットルあたり食塩3グラムと砂糖40グラムで作れる。
エアコンの電気代は1日いくらか？
"""


@pytest.mark.parametrize(
    ("text", "title", "kind", "words"),
    [
        (GERMAN, "Balkonkraftwerk", "claim", "balkonkraftwerk ertrag südausrichtung kwh"),
        (GERMAN, "Balkonkraftwerk", "claim", "balkonkraftwerk wechselrichterleistung erlaubt"),
        (GERMAN, "Balkonkraftwerk", "question", "balkonkraftwerk speicher"),
        (FRENCH, "Vélo cargo", "claim", "vélo assistance électrique km/h"),
        (FRENCH, "Vélo cargo", "claim", "cargo autonomie hiver"),
        (FRENCH, "Vélo cargo", "question", "vélo cargo transporter enfants"),
        (SPANISH, "Olivos", "claim", "olivos poda severa producción"),
        (SPANISH, "Olivos", "question", "agua olivo joven verano"),
        (JAPANESE, "熱中症", "claim", "熱中症 経口補水液 食塩 砂糖"),
        (JAPANESE, "熱中症", "question", "熱中症 エアコン 電気代"),
    ],
)
def test_labels_are_in_the_note_s_language_and_name_its_subject(text, title, kind, words):
    found = topics_of(note(text, title), None)
    assert by_label(found, *words.split()).type == kind


def test_a_focus_narrows():
    everything = topics_of(note(HEAT, "Heat pumps"), None)
    focused = topics_of(note(HEAT, "Heat pumps"), "noise at night")
    assert 2 <= len(focused) < len(everything)
    assert all("pump" in one.context or "quieter" in one.context or "window" in one.context for one in focused)


def test_a_focus_the_note_hardly_knows_comes_first_and_the_rest_stays():
    found = topics_of(note(HEAT, "Heat pumps"), "rented flats")
    assert "rented" in found[0].label
    assert len(found) > 2
    assert len(topics_of(note(HEAT, "Heat pumps"), "submarines")) == len(topics_of(note(HEAT, "Heat pumps"), None))


def test_no_two_topics_say_mostly_the_same():
    repeated = "# Trees\n" + "".join(f"Street trees cool streets by {n} °C in summer.\n" for n in range(2, 9))
    assert len([one for one in topics_of(note(repeated, "Trees"), None) if one.type == "claim"]) == 1


def test_a_meeting_note_is_not_about_its_date_or_its_people():
    text = (
        "Attendees: Tom Becker, Aisha Khan\n## Agenda\n- Migration to PostgreSQL 17\n## Notes\n"
        "- Aisha: logical replication lets them migrate with less than 5 minutes of downtime.\n"
        "- Confidential: Northwind is bought by Contoso.\n- [ ] Tom sends the schema\n"
    )
    found = topics_of(note(text, "2026-02-11 Meeting Northwind"), None)
    labels = [one.label for one in found]
    assert "Migration PostgreSQL 17" in labels
    assert by_label(found, "logical", "replication", "downtime")
    assert not {"Tom", "Becker", "Aisha", "Northwind", "Contoso", "2026-02-11"} & {
        w for one in labels for w in one.split()
    }


def test_a_note_without_sentences_is_about_its_title():
    found = topics_of(note("- [ ] todo\n", "Sourdough bread baking"), None)
    assert [(one.type, one.label) for one in found] == [("concept", "Sourdough bread baking")]


def test_an_empty_note_is_an_error_that_says_what_to_do():
    for text in ("", "\n\n", "--- \n", "123 % !!"):
        with pytest.raises(UsageError, match="no words"):
            topics_of(note(text, "Empty"), None)


def test_a_private_note_is_searched_in_the_vault_only():
    found = topics_of(note("---\nprivate: true\n---\nThe boiler valve sticks at 60 °C every winter.\n", "Boiler"), None)
    assert [(one.label, one.context) for one in found] == [("", "The boiler valve sticks at 60 °C every winter.")]


def test_a_long_note_gives_ten_topics_from_what_is_read_of_it(monkeypatch):
    monkeypatch.setattr(extractive, "LONGEST_NOTE", 20_000)
    long = "".join(f"The tower of Brenmoor{n} is {n} m high and was built in 18{n % 90 + 10}. " for n in range(500))
    found = topics_of(note(long, "Towers"), None)
    assert len(long) > 20_000
    assert len(found) == MOST_TOPICS
    assert all(long.index(one.context) < 20_000 for one in found)


PARTS = st.one_of(
    st.text(max_size=60),
    st.sampled_from(
        [
            "The heat pump makes 35 dB at night. ",
            "Why is it loud? ",
            "\n## Noise\n",
            "\n- [ ] call Jane 📅 2026-01-01\n",
            "**R290** ",
            "[[Boiler|b]] ",
            "\n",
            "街路樹は通りを3度冷やす。",
            "```\ncode\n```\n",
        ]
    ),
)


@given(st.lists(PARTS, max_size=12).map("".join), st.text(max_size=20), st.one_of(st.none(), st.text(max_size=20)))
def test_any_note_gives_topics_in_its_own_words(text, title, focus):
    try:
        found = topics_of(note(text, title, "a.md"), focus)
    except UsageError:
        return
    assert len(found) <= MOST_TOPICS
    for number, one in enumerate(found, 1):
        assert one.id == f"t{number}"
        assert one.context in text
        assert len(one.context) <= LONGEST
        assert len(one.label.split()) <= MOST_LABEL_WORDS
