"""Where LEIs stand in a result and whose they are said to be."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.onboarding.leis.places import LeiClaim, leis_in

LEI = "529900K9B0N5BT694847"
OTHER = "OJ2TIQSVQND4IZYYK658"


def test_the_paths_are_as_a_person_writes_them():
    data = {
        "apex": {"name": "Allianz SE", "jurisdiction": "DE", "lei": LEI},
        "subsidiaries": [{"name": "A"}, {"legal_name": "B", "LEI": "wrong", "country": "Germany"}],
    }
    assert leis_in(data) == [
        LeiClaim("apex.lei", LEI, "Allianz SE", "DE"),
        LeiClaim("subsidiaries[1].LEI", "wrong", "B", "", "Germany"),
    ]


@pytest.mark.parametrize(
    ("field", "name"),
    [
        ("lei", "Whole"),
        ("LEI", "Whole"),
        ("lei_code", "Whole"),
        ("leiCode", "Whole"),
        ("entity_lei", "Whole"),
        ("owner_lei", "Owner"),
        ("ownerLei", "Owner"),
        ("parent-lei", "Parent"),
        ("ultimate_parent_lei", ""),
    ],
)
def test_an_lei_goes_with_the_name_that_is_meant(field, name):
    data = {"name": "Whole", "owner_name": "Owner", "parent": "Parent", field: LEI}
    assert leis_in(data) == [LeiClaim(field, LEI, name)]


@pytest.mark.parametrize("field", ["nuclei", "lei_status", "is_lei_valid", "leisure"])
def test_other_fields_are_no_lei(field):
    assert leis_in({field: "anything"}) == []


@pytest.mark.parametrize("value", [None, "", "  ", True, {}, []])
def test_nothing_is_claimed_where_nothing_stands(value):
    assert leis_in({"lei": value}) == []


@pytest.mark.parametrize("value", ["n/a", "529900", 529900, "unknown"])
def test_whatever_stands_in_such_a_field_is_meant_as_one(value):
    assert leis_in({"lei": value}) == [LeiClaim("lei", str(value))]


def test_lists_of_them_and_text_around_them():
    data = {
        "leis": [LEI, "x"],
        "note": f"Its LEI is {OTHER}.",
        "sources": [f"https://x.example/{LEI}", "https://x.example/a1b2c3d4e5f6a7b8c9d0"],
    }
    assert [(claim.path, claim.lei) for claim in leis_in(data)] == [
        ("leis[0]", LEI),
        ("leis[1]", "x"),
        ("note", OTHER),
        ("sources[0]", LEI),
    ]


def test_deep_data_do_not_end_the_walk():
    data = {"lei": LEI}
    for _ in range(5_000):
        data = {"a": [data]}
    assert leis_in(data)[0].lei == LEI


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=25),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["lei", "name", "x_lei", "y"]), inner, max_size=3)
    ),
)


@given(JSON)
def test_any_json_is_walked(data):
    assert all(claim.lei.strip() for claim in leis_in(data))
