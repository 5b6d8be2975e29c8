"""A record is the work that is meant, another, or differs."""

from __future__ import annotations

import msgspec
import pytest

from inquiro.core.types import SourceResult
from inquiro.features.check.reference_fields import reference_of
from inquiro.features.check.reference_match import best, differences, is_other, is_same, is_stranger

ENTRY = "Girod, F., & Steiner, M. (2019). Late treatment against Varroa and winter losses: a cohort. Apidology, 50(6), 702-713."


def record(
    title="Late treatment against Varroa and winter losses: a cohort",
    authors=("Félix Girod", "Maja Steiner"),
    year=2019,
):
    return SourceResult(
        url="https://doi.org/10.1/x", title=title, snippet="", source_name="crossref", authors=authors, year=year
    )


@pytest.mark.parametrize(
    ("title", "same", "other"),
    [
        ("Late treatment against Varroa and winter losses: a cohort", True, False),
        ("Late Treatment against Varroa and Winter Losses", True, False),
        ("LATE TREATMENT AGAINST VARROA AND WINTER LOSSES: A COHORT.", True, False),
        ("Phosphate release from lake sediments after liming", False, True),
        ("Winter losses of bats", False, False),
    ],
)
def test_titles(title, same, other):
    reference = reference_of("1", ENTRY)
    assert is_same(reference, title) is same
    assert is_other(reference, title) is other


def test_what_differs_is_told():
    reference = reference_of("1", ENTRY)
    assert differences(reference, record()) == ()
    assert differences(reference, record(year=2020)) == ()  # online first
    both = msgspec.structs.replace(record(year=2020), years=(2019, 2020))
    assert differences(reference, both) == ()
    printed = msgspec.structs.replace(record(year=2020), years=(2020,))
    assert differences(reference, printed) == ("it is from 2020, not 2019",)
    [told] = differences(reference, record(title="Late treatment against Nosema and winter losses: a cohort"))
    assert "Nosema" in told
    assert differences(reference, record(title="Late treatment against Varroa and winter losses")) == ()
    assert differences(reference, record(year=2016)) == ("it is from 2016, not 2019",)
    [told] = differences(reference, record(authors=("Anna Lemaire", "Maja Steiner")))
    assert "Lemaire" in told


def test_a_translated_title_by_the_same_people_is_no_stranger():
    reference = reference_of("1", ENTRY)
    translated = "Späte Behandlung gegen Milben und Verluste im Winter"
    assert not is_stranger(reference, record(title=translated))
    assert is_stranger(reference, record(title=translated, authors=("Ida Fremd",)))
    assert differences(reference, record(title=translated))


def test_a_name_without_blanks_may_be_turned_round():
    reference = reference_of("1", "陈志远, 吴晓岚. 低温环境下电动公交车续航里程[J]. 学报, 2021, 18(3): 45-53.")
    found = record(title="低温环境下电动公交车续航里程", authors=("志远 陈", "晓岚 吴"), year=2021)
    assert is_same(reference, found.title)
    assert differences(reference, found) == ()


def test_of_several_the_one_by_the_same_authors_is_best():
    reference = reference_of("1", ENTRY)
    right, wrong = record(), record(authors=("Somebody Else",), year=2001)
    assert best(reference, [wrong, right]) is right
    assert best(reference, [record(title="Something else altogether")]) is None
