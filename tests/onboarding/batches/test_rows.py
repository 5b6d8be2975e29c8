import pytest

from inquiro.core.errors import UsageError
from inquiro.core.types import MacroParameter
from inquiro.onboarding.batches.rows import rows_from_research, same_name
from inquiro.onboarding.batches.templates import BatchTemplate

TEMPLATE = BatchTemplate(
    name="t",
    parameters=(
        MacroParameter(name="manager", type="object"),
        MacroParameter(name="manager_lei"),
        MacroParameter(name="adviser"),
    ),
    shared=("manager", "manager_lei", "adviser"),
    row_roles=("FUND",),
    shared_roles={
        "manager": ("MANAGEMENT_COMPANY",),
        "manager_lei": ("MANAGEMENT_COMPANY",),
        "adviser": ("ADVISER",),
    },
)
MANAGER = {"name": "AGI GmbH", "lei": "OJ2TIQSVQND4IZYYK658"}


def test_funds_make_rows_and_their_manager_is_shared():
    data = {"management_companies": [MANAGER], "funds": [{"name": "A"}, {"name": "B", "lei": "x"}], "adviser": "Ada"}
    seeds = rows_from_research(TEMPLATE, data)
    assert [(row.where, row.values) for row in seeds.rows] == [
        ("funds[0]", {"name": "A"}),
        ("funds[1]", {"name": "B", "lei": "x"}),
    ]
    assert seeds.shared == {"manager": MANAGER, "manager_lei": MANAGER["lei"], "adviser": "Ada"}
    assert seeds.problems == []


def test_of_several_managers_nobody_picks_one():
    data = {"management_companies": [MANAGER, {"name": "Other"}], "funds": [{"name": "A"}]}
    seeds = rows_from_research(TEMPLATE, data)
    assert "manager" not in seeds.shared
    assert seeds.problems[0].severity == "warning"
    assert "AGI GmbH (management_companies[0]), Other (management_companies[1])" in seeds.problems[0].message


def test_the_same_manager_in_two_places_is_one():
    data = {"funds": [], "management_company": "agi  GMBH", "subsidiaries": [{**MANAGER, "role": "ManCo"}]}
    assert rows_from_research(TEMPLATE, data).shared["manager"] == {**MANAGER, "role": "ManCo"}


def test_a_row_that_names_its_manager_gets_what_is_known_of_it_and_keeps_it_to_itself():
    data = {
        "subsidiaries": [{**MANAGER, "role": "Subsidiary"}],
        "funds": [{"name": "A", "manager": "AGI gmbh", "management_company": {"name": "Mine"}}, {"name": "B"}],
    }
    seeds = rows_from_research(TEMPLATE, data)
    assert seeds.rows[0].values["manager"]["lei"] == MANAGER["lei"]
    assert "manager" not in seeds.rows[1].values
    assert seeds.shared == {}


def test_a_template_without_roles_cannot_be_seeded():
    with pytest.raises(UsageError, match="does not say which entities make rows"):
        rows_from_research(BatchTemplate(name="t"), {})


def test_names_are_compared_as_people_read_them():
    assert same_name("  Société\u00a0ＡＢＣ ") == same_name("société abc")
