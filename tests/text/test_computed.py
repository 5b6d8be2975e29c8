from __future__ import annotations

from typing import NamedTuple

import pytest

from inquiro.engine.checking.statement import Statement, statement
from inquiro.text.computed import computed


def how(claim: str, number: str, *evidence: str) -> str:
    said = statement(claim)
    claimed = next(one for one in said.figures if one.text.startswith(number))
    return computed(claimed, said, [statement(one) for one in evidence])


class Case(NamedTuple):
    claim: str
    number: str
    evidence: tuple[str, ...]


@pytest.mark.parametrize(
    "case",
    [
        Case("He served eight years from 2004 to 2012.", "eight", ("He served from 2004 to 2012.",)),
        Case("Together they won 13 medals.", "13", ("They won 9 gold and 4 silver medals.",)),
        Case("The board has 13 members: 9 elected and 4 appointed.", "13", ("9 are elected and 4 appointed.",)),
        Case("It holds about 51 ml more.", "51", ("The old one holds 300 ml, the new one 351 ml.",)),
        Case("It holds 51 ml more.", "51", ("The old one holds 300 ml.", "The new one holds 351 ml.")),
        Case("Support rose by 7 percentage points.", "7", ("Support was 40 % and is 47 % now.",)),
        Case("Sales rose by 25 %.", "25", ("Sales rose from 40 million € to 50 million €.",)),
        Case("A share of 30 % were women.", "30", ("Of 200 members, 60 were women.",)),
        Case("It is 3 times as long.", "3 times", ("One is 20 km long, the other 60 km.",)),
        Case("On average it took 6 hours.", "6", ("It took 4 hours and then 8 hours.",)),
        Case("Sales doubled.", "doubled", ("Sales went from 20 million € to 41 million €.",)),
        Case(
            "Together the two storms killed 56 people.",
            "56",
            ("One killed 41 people.", "In total, 15 died in the other."),
        ),
        Case("It fell from 6.5 % to 1.4 %, by more than three quarters.", "three", ("It fell from 6.5 % to 1.4 %.",)),
        Case("In total 30 trees were felled.", "30", ("- 10 trees in May", "- 20 trees in June")),
    ],
)
def test_what_a_sentence_works_out(case):
    assert how(case.claim, case.number, *case.evidence)


@pytest.mark.parametrize(
    "case",
    [
        Case("The rate fell to 32 %.", "32", ("95 % were asked and 62.9 % answered.",)),
        Case("Four teams take part.", "Four", ("There were 4,000 seats and 1,000 fans.",)),
        Case("The city has 13 parks.", "13", ("It has 9 lakes and 4 rivers.",)),
        Case("It takes 30 minutes.", "30", ("The first takes 10 minutes, the second 20 minutes.",)),
        Case("In total 30 trees were felled.", "30", ("10 trees were felled.", "He paid 20 euros.")),
        Case("It was half the odds.", "half", ("The interval was 0.49 to 0.98.",)),
        Case("He served nine years from 2004 to 2012.", "nine", ("He served from 2004 to 2012.",)),
        Case("It is 5 km more.", "5", ("One is 300 m, the other 295 m.",)),
        Case("Sales doubled.", "doubled", ("Sales went from 20 million € to 31 million €.",)),
        Case("More people came: 12 %.", "12", ("95 % came in May, 83 % in June.",)),
    ],
)
def test_what_only_follows_by_chance(case):
    assert how(case.claim, case.number, *case.evidence) == ""


def test_a_statement_is_what_is_asked_for():
    assert isinstance(statement("8 trees"), Statement)
