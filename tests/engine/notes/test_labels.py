from __future__ import annotations

import base64
import codecs
from urllib.parse import quote

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from inquiro.core.types import MOST_LABEL_WORDS
from inquiro.engine.notes.disguises import squeezed
from inquiro.engine.notes.labels import TOO_LITTLE, Cleaned, public_label
from inquiro.engine.notes.secrets import pieces, secrets_of

NOTE = """---
client: Marisol Etxeberria
tags: [house]
---
# Heat pumps
The heat pump may make at most 35 dB at night, and it stands three metres from the wall.
Vaillant aroTHERM units are quieter than older ones. We met with Tomasz Wierzba about it.
Confidential: Northwind buys the Grellholm site.
Our deploy code is CANARY-7f3ad91c and the api key is sk-live-4Hh2Kq9ZtPw7.
The password is hunter2
"""
SECRETS = ("CANARY-7f3ad91c", "sk-live-4Hh2Kq9ZtPw7", "hunter2", "Grellholm", "Etxeberria", "Wierzba")


def cleaned(label: str, note: str = NOTE, **more) -> Cleaned:
    return public_label(label, note, **more)


def base32(secret: str) -> str:
    return base64.b32encode(secret.encode()).decode()


DISGUISES = {
    "plain": lambda s: s,
    "upper": str.upper,
    "swapped case": str.swapcase,
    "split": lambda s: " ".join(s[at : at + 3] for at in range(0, len(s), 3)),
    "spelled": " ".join,
    "hyphenated": "-".join,
    "dotted": ".".join,
    "underscored": "_".join,
    "reversed": lambda s: s[::-1],
    "percent": quote,
    "every byte percent": lambda s: "".join(f"%{byte:02x}" for byte in s.encode()),
    "percent twice": lambda s: quote("".join(f"%{byte:02X}" for byte in s.encode())),
    "base64": lambda s: base64.b64encode(s.encode()).decode(),
    "base64 in lower case": lambda s: base64.b64encode(s.encode()).decode().lower(),
    "base64 of more": lambda s: base64.b64encode(f"x {s} y".encode()).decode(),
    "base64 for addresses": lambda s: base64.urlsafe_b64encode(s.encode()).decode().rstrip("="),
    "base32": base32,
    "hexadecimal": lambda s: s.encode().hex(),
    "hexadecimal in pairs": lambda s: s.encode().hex(" "),
    "rot13": lambda s: codecs.encode(s, "rot13"),
    "zero width": "\u200b".join,
    "soft hyphens": "\u00ad".join,
    "full width": lambda s: "".join(chr(ord(c) + 0xFEE0) if "!" <= c <= "~" else c for c in s),
    "markup": lambda s: f"**{s[:3]}**{s[3:]}",
    "tag": lambda s: f"<b>{s[:3]}</b>{s[3:]}",
    "address": lambda s: f"https://{squeezed(s)}.collector.example/{s}",
    "file": lambda s: f"notes/private/{s}.md",
    "operator": lambda s: f"site:{s}.example",
    "handle": lambda s: f"@{s}",
    "glued": lambda s: f"pump{squeezed(s)}noise",
    "quoted": lambda s: f'"{s}"',
}


@pytest.mark.fault(33)
@pytest.mark.parametrize("secret", SECRETS)
@pytest.mark.parametrize("disguise", DISGUISES)
def test_no_disguise_carries_a_secret_away(disguise, secret):
    told = DISGUISES[disguise](secret)
    for label in (f"heat pump noise {told}", f"{told} heat pump noise", told):
        found = cleaned(label)
        assert squeezed(secret) not in squeezed(found.label)
        assert squeezed(told) not in squeezed(found.label)
        assert found.redacted
        assert not any(squeezed(secret) in squeezed(words) for words in found.redacted)


@pytest.mark.fault(33)
@pytest.mark.parametrize("part", ["7f3a", "d91c", "4Hh2Kq", "9ZtPw7", "CANARY", "3ad91"])
def test_half_a_key_is_not_told_either(part):
    assert squeezed(part) not in squeezed(cleaned(f"heat pump noise {part}").label)


@pytest.mark.parametrize(
    "label",
    [
        "Vaillant aroTHERM noise",
        "heat pump noise limit night dB",
        "COVID-19 vaccine myocarditis risk",
        "Python 3.12 free threading",
        "CVE-2024-3094 xz backdoor",
        "SARS-CoV-2 H5N1 mortality",
        "HbA1c vitamin B12 metformin",
        "C# Node.js TCP/IP latency",
        "R290 propane heat pumps",
        "Wärmepumpe Lärmgrenze nachts",
        "街路樹 冷却 効果",
        "Siemens Energy Berlin turbines",
        "World War II 1939-1945 casualties",
        "ISO 27001 audit checklist",
    ],
)
def test_public_words_stay_as_they_are(label):
    assert cleaned(label) == Cleaned(label)


@pytest.mark.parametrize(
    ("label", "kept", "told"),
    [
        ("heat pump grants jane.roe@example.org", "heat pump grants", "an e-mail address"),
        ("heat pump grants +49 171 2345678", "heat pump grants", "a number that may be somebody's"),
        ("heat pump grants 4111 1111 1111 1111", "heat pump grants", "a number that may be somebody's"),
        ("heat pump grants DE89 3704 0044 0532 0130 00", "heat pump grants", "an account number"),
        ("heat pump grants 529900T8BM49AURSDO55", "heat pump grants", "a key or code"),
        ("heat pump grants 14,300 €", "heat pump grants", "an amount of money"),
        ("heat pump grants $2.5 million", "heat pump grants", "an amount of money"),
        ("heat pump grants born 12.03.1974", "heat pump grants born", "a date"),
        ("heat pump grants 3 March 1974", "heat pump grants", "a date"),
        ("heat pump grants C:\\Users\\roe\\a.txt", "heat pump grants", "a file's path"),
        ("heat pump grants https://example.org/a", "heat pump grants", "an address"),
        ("heat pump grants intranet.northwind.local", "heat pump grants", "an address"),
        ("heat pump grants @roe_jane", "heat pump grants", "a handle"),
        ("site:example.org heat pump grants", "heat pump grants", "a search operator"),
        ("heat pump grants 4471902", "heat pump grants", "a number that may be somebody's"),
        ("heat pump grants 66123", "heat pump grants", "a long number"),
        ("heat pump gr\u0430nts noise", "heat pump noise", "a word of mixed alphabets"),
    ],
)
def test_what_never_belongs_into_a_search_is_taken_out_and_named(label, kept, told):
    found = cleaned(label, "A note about something else.")
    assert found.label == kept
    assert told in found.redacted


def test_operators_and_quotes_are_only_words_taken_away():
    assert cleaned('"heat pump" AND (noise OR +sound) -price').label == "heat pump noise sound price"


def test_no_five_words_of_the_note_in_a_row():
    found = cleaned("pump may make at most 35 dB at night")
    assert found.redacted == ("8 words of the note in a row",) or "words of the note in a row" in found.redacted[0]
    assert "may make at most 35" not in found.label
    assert "night" in found.label
    assert cleaned("units are quieter than").label  # four are no quote


def test_words_run_together_are_a_quote_too():
    assert cleaned("theheatpumpmaymake noise limits").label == "noise limits"
    assert cleaned("heat-pump-may-make-at-most noise").label != "heat-pump-may-make-at-most noise"


def test_at_most_eight_words_and_the_idle_ones_go_first():
    found = cleaned(
        "what is the effect of the outdoor temperature on the efficiency and the lifetime of an old compressor", "x y"
    )
    assert len(found.label.split()) <= MOST_LABEL_WORDS
    assert found.label.startswith("effect outdoor temperature efficiency lifetime")


def test_no_word_twice_and_none_in_letters():
    assert cleaned("heat pump Heat noise pump").label == "heat pump noise"
    assert cleaned("heat pump noise q w e r t").label == "heat pump noise"


def test_too_little_left_is_nothing():
    found = cleaned("Tomasz Wierzba heat")
    assert found == Cleaned("", ("a person's name", TOO_LITTLE))
    assert cleaned("").label == ""
    assert cleaned("   !!! ").redacted == (TOO_LITTLE,)


@pytest.mark.parametrize(
    ("line", "secret"),
    [
        ("Dr. Ilse Quandtner changed the dose.", "Quandtner"),
        ("Saw Frau Ostermeyr at the office.", "Ostermeyr"),
        ("Our client Bertram Oxlade wants it by May.", "Oxlade"),
        ("patient: Hollis Vane, 54", "Hollis Vane"),
        ("We met with Ravi Chandrasek about the budget.", "Chandrasek"),
        ("Call with Sarah Lindqvist on Monday.", "Lindqvist"),
        ("Das Angebot kam von Markus Dreyhaupt.", "Dreyhaupt"),
        ("Termin bei Kerstin Vollbrecht.", "Vollbrecht"),
        ("Ask [[People/Odile Brandt|Odile]] about it.", "Brandt"),
        ("[[Yara Solberg]] #person", "Solberg"),
        ("ping @kvist.lundgren about the valve", "kvist lundgren"),
        ("My wife Annika thinks so.", "Annika"),
        ("Attendees: Jorvik Ames, Petra Holt", "Jorvik"),
        ("Mail: odette.mirabeau@example.org", "mirabeau"),
        ("田中さんに電話する。", "田中"),
        ("Private: the Zeltmark merger", "Zeltmark"),
        ("The secret project is called Umberfall.", "Umberfall"),
        ("Please do not share: Umberfall ships in June", "Umberfall"),
        ("## Passwords\nrouter swordfishes", "swordfishes"),
        ("PIN is 4471", "4471"),
        ("login: kestrelhawk", "kestrelhawk"),
        ("Passwort: Regenbogenfisch", "Regenbogenfisch"),
        ("mot de passe : grenouillette", "grenouillette"),
    ],
)
def test_people_and_private_lines(line, secret):
    note = f"# Boilers\nCondensing boilers need a drain.\n{line}\n"
    found = cleaned(f"condensing boilers drain {secret}", note)
    assert found.label == "condensing boilers drain"
    assert not any(squeezed(secret) in squeezed(words) for words in found.redacted)


def test_front_matter_says_who_is_private():
    note = "---\nclients:\n  - Bertram Oxlade\n  - Hollis Vane\nproduct: Meridian boiler\n---\nThe boiler leaks.\n"
    assert cleaned("boiler leak Oxlade Vane", note).label == "boiler leak"
    assert cleaned("Meridian boiler leak", note).label == "Meridian boiler leak"


def test_a_note_of_a_person_gives_no_name_away():
    label = "Jorvik Ames sailing records"
    assert cleaned(label, "He sails.", title="Jorvik Ames", path="People/Jorvik Ames.md").label == "sailing records"
    assert cleaned(label, "He sails.", title="Jorvik Ames", path="Races/Jorvik Ames.md").label == label
    assert cleaned(label, "He sails.", linked=("Contacts/Jorvik Ames.md",)).label == "sailing records"


def test_a_note_that_is_marked_private_keeps_all_its_words():
    note = "---\nprivate: true\n---\nThe valve of the boiler sticks.\n"
    assert cleaned("boiler valve sticks", note).label == ""
    assert cleaned("boiler valve sticks", note.replace("private", "publish")).label == "boiler valve sticks"


def test_a_note_about_passwords_can_be_researched():
    note = "# Password managers\nA password manager stores every password encrypted.\nA secret key never leaves the device.\n"
    assert cleaned("password manager encryption device", note, title="Password managers").label


def test_personal_remarks_are_not_repeated():
    note = "Blood pressure varies. My morning blood pressure readings scare me."
    assert cleaned("morning blood pressure readings range", note).label == "morning blood readings range"
    assert cleaned("blood pressure varies daily", note).label == "blood pressure varies daily"


def test_the_same_again_changes_nothing():
    for label in ("heat pump noise", "pump may make at most 35 dB at night", "Tomasz Wierzba heat pump"):
        once = cleaned(label).label
        assert cleaned(once).label == once


WORDS = st.sampled_from(
    "heat pump noise night the may make at most of and wall Vaillant hunter2 Grellholm Etxeberria 7f3ad91c CANARY 35 dB".split()
)
TEXT = st.one_of(
    st.text(max_size=80),
    st.lists(WORDS, max_size=14).map(" ".join),
    st.lists(WORDS, max_size=14).map("-".join),
)


@pytest.mark.fault(33)
@given(note=st.lists(TEXT, max_size=5).map("\n".join), secret=TEXT, label=TEXT)
@example(note="a b c d e f", secret="", label="a b c d e f")
def test_whatever_a_model_returns_what_leaves_is_eight_words_and_no_quote(note, secret, label):
    assume("\x00" not in label)
    text = f"{note}\nPassword: {' '.join(secret.split())}\n"
    found = public_label(label, text)
    words = found.label.split()
    assert len(words) <= MOST_LABEL_WORDS
    assert not any(mark in found.label for mark in '"<>[]{}@|\\\n')
    said = f" {' '.join(pieces(text))} "
    own = pieces(found.label)
    assert not any(f" {' '.join(own[at : at + 5])} " in said for at in range(len(own) - 4))
    assert not set(own) & secrets_of(text, "", "", ()).words
    assert public_label(found.label, text).label == found.label


@pytest.mark.fault(33)
@given(secret=st.from_regex(r"[A-Z]{5,8}-[0-9a-f]{6,12}", fullmatch=True), way=st.sampled_from(sorted(DISGUISES)))
def test_any_key_in_any_disguise(secret, way):
    assume(any(c.isdigit() for c in secret) and any(c in "abcdef" for c in secret))
    note = f"Trees cool streets.\nIt says {secret} on the box.\n"
    told = DISGUISES[way](secret)
    found = public_label(f"street trees cooling {told}", note)
    assert squeezed(secret) not in squeezed(found.label)
    assert squeezed(told) not in squeezed(found.label)
