"""The same name however it is spelled, and never the name of another."""

from __future__ import annotations

import random
import unicodedata
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.core.register import RegisterRecord
from inquiro.onboarding.leis.names import name_match, same_name

SAME = [
    ("Allianz SE", "ALLIANZ SE"),
    ("Allianz", "Allianz SE"),
    ("Allianz Societas Europaea", "Allianz SE"),
    ("COMMERZBANK Aktiengesellschaft", "Commerzbank AG"),
    ("Commerz-Bank AG", "Commerzbank AG"),
    ("Müller GmbH & Co. KG", "Mueller GmbH and Co KG"),
    ("Muller GmbH & Co. KG", "Müller GmbH & Co. KG"),
    ("DSB Vermögensverwaltungsgesellschaft mbH", "DSB Vermoegensverwaltungsgesellschaft GmbH"),
    ("Allianz Infrastructure Norway Holdco I Sarl", "Allianz Infrastructure Norway Holdco I S.à r.l."),
    ('ALLIANZ SOCIETA\' PER AZIONI IN FORMA ABBREVIATA "ALLIANZ S.P.A."', "Allianz S.p.A."),
    ("Shell Tankers Singapore Pte. Ltd.", "SHELL TANKERS (SINGAPORE) PRIVATE LIMITED"),
    ("Bloomberg Finance LP", "Bloomberg Finance L.P."),
    ("J.P. Morgan Chase and Company", "JPMorgan Chase & Co."),
    ("Microsoft Intl. Operations Ltd", "Microsoft International Operations Limited"),
    ("Shell Indonesia, PT", "PT. SHELL INDONESIA"),
    ("АЛИАНЦ БЪЛГАРИЯ ХОЛДИНГ", "Allianz Bulgaria Holding"),
    ("シェルジャパン", "シェルジャパン株式会社"),
    ("The Meridian Trust", "Meridian Trust"),
    ("Investors, Allianz Global", "Allianz Global Investors"),
    ("Varnholt Fund III SICAV", "Varnholt Fund 3"),
    ("Varnholt AG (formerly Korvenau AG)", "Varnholt AG"),
    ("Société Générale S.A.", "SOCIETE GENERALE"),
    ("Łódź Trees Sp. z o.o.", "Lodz Trees spółka z ograniczoną odpowiedzialnością"),
    ("L'Oréal", "LOREAL"),
]
OTHERS = [
    ("Allianz SE", "Allianz Global Investors GmbH"),
    ("Allianz SE", "Allianz S.p.A."),
    ("Allianz SE", "Allianz Finance SE"),
    ("Varnholt GmbH", "Varnholt GmbH & Co. KG"),
    ("Varnholt Fund I", "Varnholt Fund II"),
    ("Allianz Strategy 50", "Allianz Strategy 75"),
    ("AllianzGI-Fonds BSVF.23", "AllianzGI-Fonds BSVF.22"),
    ("Varnholt AG (formerly Korvenau AG)", "Korvenau AG"),
    ("Allianz Africa Holding", "АЛИАНЦ БЪЛГАРИЯ ХОЛДИНГ"),
    ("Microsoft Ireland Operations", "Microsoft Global Services"),
    ("Varnholt Series E", "Varnholt Series Y"),
    ("Varnholt Series", "Varnholt Series E"),
    ("Varnholt Tech GmbH", "Varnholt Technology GmbH"),
    ("Bank of Varnholt Corp", "Bank of Varnholt, N.A."),
    ("AG", "SE"),
    ("Varnholt PLC", "Varnholt Ltd"),
    ("", "Allianz SE"),
    ("...", "Allianz SE"),
]


@pytest.mark.parametrize(("one", "other"), SAME)
def test_spellings_of_one_name(one, other):
    assert same_name(one, other)
    assert same_name(other, one)


@pytest.mark.fault(57)
@pytest.mark.parametrize(("one", "other"), OTHERS)
def test_names_of_two_companies(one, other):
    assert not same_name(one, other)
    assert not same_name(other, one)


def test_other_names_of_the_record_will_do():
    record = RegisterRecord(lei="", name="シェルジャパン株式会社", other_names=("Shell Japan Limited",))
    assert name_match("Shell Japan Ltd.", record).matches
    apart = name_match("Shell Japan Ltd.", RegisterRecord(lei="", name="シェルジャパン株式会社"))
    assert not apart.matches
    assert "by hand" in apart.reason
    assert "not 'Korvenau'" in name_match("Korvenau", RegisterRecord(lei="", name="Varnholt")).reason


FORMS = [
    ("GmbH", "Gesellschaft mit beschränkter Haftung"),
    ("Aktiengesellschaft", "AG"),
    ("AG", "Aktiengesellschaft"),
    ("LIMITED", "Ltd."),
    ("Limited", "Ltd"),
    ("S.A.", "SA"),
    ("S.à r.l.", "SARL"),
    ("Corporation", "Corp."),
    ("INC.", "Incorporated"),
    ("INTERNATIONAL", "INTL"),
    ("PRIVATE LIMITED", "Pvt. Ltd."),
    ("&", "and"),
]


def spelled(name, chance):
    """One realistic way to write a name otherwise."""
    words = name.split()
    ways = [
        name.upper(),
        name.lower(),
        name.title(),
        "".join(char for char in unicodedata.normalize("NFKD", name) if not unicodedata.combining(char)),
        name.replace("ä", "ae").replace("ö", "oe").replace("ü", "ue").replace("ß", "ss"),
        name.replace(".", "").replace(",", ""),
        name.replace("-", " "),
        f"  {name.replace(' ', '  ')} ",
        f"{words[-1]} {' '.join(words[:-1])}" if words[-1].isalpha() and words[-1].istitle() else f"The {name}",
        *(name.replace(short, long) for short, long in FORMS if f" {short}" in name),
    ]
    return chance.choice([way for way in ways if way != name])


def test_real_names_in_other_spellings_are_recognised(lei_rows):
    chance = random.Random(9)
    pairs = [(spelled(row["name"], chance), row["name"]) for row in lei_rows]
    missed = [pair for pair in pairs if not same_name(*pair)]
    assert len(missed) <= 0.05 * len(pairs), missed[:20]


def test_real_names_of_others_are_not_taken_for_each_other(lei_rows):
    """Nearly all of them belong to one group, and so are neighbours; two of the pairs have the very same words."""
    pairs = list(combinations([row["name"] for row in lei_rows[::3]], 2))
    taken = [pair for pair in pairs if same_name(*pair)]
    assert len(taken) <= 0.0001 * len(pairs), taken


@given(st.text(max_size=40), st.text(max_size=40))
def test_any_text_is_compared_both_ways_alike(one, other):
    assert same_name(one, other) == same_name(other, one)
