import pytest

from inquiro.onboarding.batches.roles import entities_in, role


@pytest.mark.parametrize(
    ("word", "normal"),
    [
        ("funds", "FUND"),
        ("Fund", "FUND"),
        ("management_companies", "MANAGEMENT_COMPANY"),
        ("Management Company", "MANAGEMENT_COMPANY"),
        ("management-company", "MANAGEMENT_COMPANY"),
        ("managementCompany", "MANAGEMENT_COMPANY"),
        ("ManCo", "MANAGEMENT_COMPANY"),
        ("MANCOS", "MANAGEMENT_COMPANY"),
        ("investment_managers", "INVESTMENT_MANAGER"),
        ("subfunds", "SUB_FUND"),
        ("sub_funds", "SUB_FUND"),
        ("business", "BUSINESS"),
        ("apex", "APEX"),
        ("ultimate_parent", "APEX"),
        ("", ""),
        ("—", ""),
    ],
)
def test_one_spelling_for_each_role(word, normal):
    assert role(word) == normal


def found(data, wanted):
    return [(one.path, one.values["name"]) for one in entities_in(data) if wanted in one.roles]


def test_roles_by_field_and_by_statement():
    data = {
        "apex": {"name": "Top", "subsidiaries": [{"legal_name": "Sub", "role": "ManCo"}]},
        "funds": [{"name": "A"}, {"name": "B", "sub_funds": [{"name": "B1"}]}, {"title": "nameless"}],
        "others": [{"name": "C", "type": "Fund"}, {"name": "D", "roles": ["fund", "feeder"]}],
        "plain": {"funds": ["E", " ", 5]},
        "management_company": "Manager",
    }
    assert found(data, "APEX") == [("apex", "Top")]
    assert found(data, "FUND") == [
        ("funds[0]", "A"),
        ("funds[1]", "B"),
        ("others[0]", "C"),
        ("others[1]", "D"),
        ("plain.funds[0]", "E"),
    ]
    assert found(data, "SUB_FUND") == [("funds[1].sub_funds[0]", "B1")]
    assert found(data, "MANAGEMENT_COMPANY") == [("apex.subsidiaries[0]", "Sub"), ("management_company", "Manager")]


def test_an_entity_keeps_all_it_says():
    one = entities_in([{"legal_name": " A ", "lei": "x", "type": 5}])[0]
    assert (one.path, one.roles) == ("[0]", frozenset())
    assert one.values == {"legal_name": " A ", "lei": "x", "type": 5, "name": "A"}


@pytest.mark.parametrize("data", [None, 5, "text", [], {}, [[[]]], {"name": ""}, {"name": 5}])
def test_data_without_entities(data):
    assert [one for one in entities_in(data) if one.roles] == []


def test_depth_has_an_end():
    data = leaf = {}
    for _ in range(5_000):
        leaf["x"] = {"name": "n"}
        leaf = leaf["x"]
    assert len(entities_in(data)) < 200
