"""A template as others have written theirs: entities by reference, parameters as a map, dollar names, outputs."""

from __future__ import annotations

import pytest

from inquiro.onboarding.batches.groups import groups_of
from inquiro.onboarding.batches.rows import Row, rows_from_research
from inquiro.onboarding.batches.templates import read_template

LEI = "529900K9B0N5BT694847"
FOREIGN = """
template: fund-units
version: "2"
params:
  fund_entity:
    type: entity_ref
    required: true
    entity_type: fund
    search_key: name
    cardinality: batch
    prompt: Which fund
  manco_entity:
    type: entity_ref
    required: true
    entity_type: limited_company
    cardinality: shared
    role_hint: MANAGEMENT_COMPANY
  jurisdiction: {type: string, default: "LU", prompt: Where}
  cbu: {type: cbu_ref, entity_type: cbu, cardinality: output}
body: |
  (cbu.ensure :name "$fund_entity.name" :jurisdiction "$jurisdiction" :as @cbu)
  (cbu.assign-role :cbu-id @cbu :entity-id "$fund_entity" :role "ASSET_OWNER")
  (cbu.assign-role :cbu-id @cbu :entity-id "$manco_entity" :role "MANAGEMENT_COMPANY")
"""


@pytest.fixture(scope="module")
def template():
    read, problems = read_template(FOREIGN)
    assert problems == []
    assert read is not None
    return read


def test_it_is_read_as_one_of_ours(template):
    named = {one.name: (one.type, one.description) for one in template.parameters}
    assert named == {
        "fund_entity": ("object", "Which fund"),
        "manco_entity": ("object", ""),
        "jurisdiction": ("string", "Where"),
    }
    assert (template.row_entity, template.row_roles) == ("fund_entity", ("FUND",))
    assert (template.shared, template.shared_roles) == (("manco_entity",), {"manco_entity": ("MANAGEMENT_COMPANY",)})


def test_an_entity_is_known_by_its_lei_and_else_by_its_name(template):
    rows = [Row({"fund_entity": {"name": "A", "lei": LEI}}, "row 1"), Row({"fund_entity": 'B "b"'}, "row 2")]
    groups, problems = groups_of(template, rows, {"manco_entity": "M"})
    assert problems == []
    assert [(group.key, group.title) for group in groups] == [
        (f"fund-units@2:{LEI}", "A"),
        ('fund-units@2:B "b"', 'B "b"'),
    ]
    assert f':entity-id "{LEI}" :role "ASSET_OWNER"' in groups[0].verbs
    assert ':entity-id "B \\"b\\"" :role "ASSET_OWNER"' in groups[1].verbs
    assert ':entity-id "M" :role "MANAGEMENT_COMPANY"' in groups[1].verbs


def test_an_approved_result_fills_it(template):
    data = {"management_company": {"name": "M"}, "funds": [{"name": "A", "lei": LEI, "jurisdiction": "IE"}]}
    rows, shared, problems = rows_from_research(template, data)
    assert problems == []
    assert [row.values["fund_entity"]["name"] for row in rows] == ["A"]
    (group,) = groups_of(template, rows, shared, found=True).groups
    assert ':entity-id "M" :role "MANAGEMENT_COMPANY"' in group.verbs


def test_two_entities_of_a_row_are_no_row():
    text = FOREIGN.replace("cardinality: shared", "cardinality: batch")
    template = read_template(text).template
    assert template is not None
    assert (template.row_entity, template.key, template.title) == ("", "", "{{name}}")
