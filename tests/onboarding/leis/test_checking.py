"""Every LEI of a result, looked up: real ones hold, changed ones never do."""

from __future__ import annotations

import asyncio
import os
from collections import Counter
from itertools import chain, combinations

import pytest

from inquiro.core.errors import BudgetExhausted, EffectError, PrivacyRefused, Unavailable
from inquiro.core.lei import lei_problem
from inquiro.onboarding.leis.checking import check_leis

LEI = "529900K9B0N5BT694847"
LARGE = os.environ.get("HYPOTHESIS_PROFILE", "default") != "default"  # 200 in the long run
ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"


@pytest.fixture(scope="module")
def register(gleif_server, shared_data):
    return gleif_server.register_of(gleif_server.GleifWorld(gleif_server.recorded(shared_data)))


class Failing:
    """A register that cannot be asked."""

    def __init__(self, error):
        self.error = error
        self.asked = 0

    async def records(self, leis):
        self.asked += 1
        raise self.error


def checked(data, register):
    return asyncio.run(check_leis(data, register))


def test_one_finding_for_each_place(register):
    data = {"apex": {"name": "Allianz SE", "lei": LEI}, "again": [{"lei": LEI, "name": "Korvenau"}, {"lei": "bad"}]}
    found = [(finding.path, finding.verdict) for finding in checked(data, register)]
    assert found == [("apex.lei", "confirmed"), ("again[0].lei", "name_differs"), ("again[1].lei", "malformed")]


@pytest.mark.fault(57)
@pytest.mark.parametrize(
    "error", [Unavailable("gleif is down"), EffectError(""), PrivacyRefused("local only"), BudgetExhausted("no more")]
)
def test_whoever_cannot_be_asked_leaves_it_unverified(error):
    failing = Failing(error)
    wrong, right = checked([{"lei": "bad"}, {"lei": LEI}], failing)
    assert (wrong.verdict, right.verdict) == ("malformed", "unverified")
    assert (str(error) or "EffectError") in right.reason
    assert failing.asked == 1


def test_without_a_register_nothing_is_verified():
    assert [finding.verdict for finding in checked({"lei": LEI}, None)] == ["unverified"]


def test_nobody_is_asked_about_what_cannot_be_an_lei():
    failing = Failing(Unavailable("down"))
    checked({"lei": "bad", "note": "nothing"}, failing)
    assert failing.asked == 0


def test_all_of_the_list_are_known_under_their_names(lei_rows, register):
    """Five of them are held for their status, which the list says itself."""
    data = [{key: row[key] for key in ("lei", "name", "jurisdiction")} for row in lei_rows]
    found = checked(data, register)
    assert all(lei_problem(row["lei"]) is None for row in lei_rows)
    held = {finding.lei: finding.verdict for finding in found if finding.verdict != "confirmed"}
    ended = {row["lei"]: "lapsed" for row in lei_rows if row["registration_status"] == "LAPSED"}
    ended |= {row["lei"]: "inactive" for row in lei_rows if row["entity_status"] == "INACTIVE"}
    assert held == ended


@pytest.mark.fault(57)
def test_no_lei_with_one_other_character_is_ever_confirmed(lei_rows, register):
    """By the check digits, and where those happen to fit by the record."""
    rows = lei_rows[::3][: 200 if LARGE else 40]
    refused = judged(register, ((row, written) for row in rows for written in changed_once(row["lei"])))
    assert sum(refused.values()) == len(rows) * 20 * 35
    assert refused.keys() <= {"malformed", "not_found", "name_differs"}
    assert refused["malformed"] > 0.99 * sum(refused.values())


@pytest.mark.fault(57)
def test_no_look_alike_is_ever_confirmed(lei_rows, register):
    """One or two characters that look like others, or all of them in lower case, with spaces or foreign digits."""
    rows = lei_rows[::3][: 200 if LARGE else 40]
    refused = judged(register, ((row, written) for row in rows for written in look_alikes(row["lei"])))
    assert sum(refused.values()) > 1_000
    assert refused.keys() <= {"malformed", "not_found", "name_differs"}


def judged(register, written):
    """How many were refused with which verdict; only what could be an LEI is looked up."""
    refused, left = Counter[str](), []
    for row, text in written:
        if lei_problem(text):
            refused["malformed"] += 1
        else:
            left.append({"lei": text, "name": row["name"]})
    refused.update(finding.verdict for finding in checked(left, register))
    return refused


def changed_once(lei):
    for place in range(20):
        yield from (f"{lei[:place]}{char}{lei[place + 1 :]}" for char in ALPHABET if char != lei[place])


def look_alikes(lei):
    twins = dict(zip("OISBZG015826", "015826OISBZG", strict=True))
    places = [place for place, char in enumerate(lei) if char in twins]
    for chosen in chain(combinations(places, 1), combinations(places, 2)):
        yield "".join(twins[char] if place in chosen else char for place, char in enumerate(lei))
    yield from (lei.lower(), f"{lei[:4]} {lei[4:]}", f"{lei}\n", lei.translate({48: "٠", 53: "٥", 57: "٩"}) + "\u200b")
