"""Parts of the objects in a row: known by the template, spelt anyhow, and never dropped without a word."""

from __future__ import annotations

import pytest

from inquiro.core.errors import UsageError
from inquiro.onboarding.batches.groups import groups_of
from inquiro.onboarding.batches.rows import Row
from inquiro.onboarding.batches.templates import read_template

TEMPLATE = """\
template: small
parameters:
  - {name: name, type: string, required: true}
  - {name: boss, type: object}
verbs: |
  (entity.ensure :entity-type "fund" :name "{{name}}")
"""
READS_CITY = '  (entity.ensure :entity-type "fund" :name "{{boss.city_hall}}")\n'
READS_ALL = "  ;; {{json boss}}\n"


def problems(boss, more=READS_CITY, shared=None, found=False):
    template = read_template(TEMPLATE + more).template
    rows = [Row({"name": "A"}, "row 1"), Row({"name": "B", "Boss": boss}, "row 2", 3)]
    return [one.message for one in groups_of(template, rows, shared or {}, found=found).problems]


@pytest.mark.parametrize("boss", [{"name": "X", "lie": "y"}, '{"name": "X", "lie": "y"}', {"City hal": "y"}])
def test_a_slip_is_an_error_with_its_row_and_what_was_meant(boss):
    with pytest.raises(
        UsageError, match=r"row 2: unknown column 'boss\..*' \(did you mean 'boss\.(lei|city_hall)'\?\)"
    ):
        problems(boss)
    assert problems(boss, found=True) == []


def test_what_nothing_reads_is_said_with_its_row():
    [said] = problems({"name": "X", "colour": "red", "City hall": "y"})
    assert (
        said
        == "row 2: nothing reads the column 'boss.colour'; known: boss.name, boss.lei, boss.jurisdiction, boss.city_hall"
    )
    assert problems({"name": "X"}, shared={"boss": {"name": "Y", "colour": "x"}})[0].startswith("for all rows: nothing")


def test_of_an_object_that_is_read_whole_everything_is_read():
    assert problems({"name": "X", "lie": "y", "colour": "red"}, more=READS_ALL) == []
