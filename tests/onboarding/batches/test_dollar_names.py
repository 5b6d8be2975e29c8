"""`$name` in templates of others: a value like any other where a parameter has that name, else text."""

from __future__ import annotations

import pytest

from inquiro.core.types import MacroParameter
from inquiro.onboarding.batches.dollar_names import strays, with_mustaches
from inquiro.onboarding.batches.groups import groups_of
from inquiro.onboarding.batches.rows import Row
from inquiro.onboarding.batches.templates import read_template
from inquiro.onboarding.dsl.reading import read_program

DECLARED = [
    MacroParameter(name="name"),
    MacroParameter(name="fund-name"),
    MacroParameter(name="boss", type="object"),
]


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ('"$name"', '"{{name}}"'),
        ("${name} ${ name }", "{{name}} {{name}}"),
        ("$fund-name", "{{fund-name}}"),
        ("$name-x $names ${names}", "$name-x $names ${names}"),
        ("$boss.lei ${boss.lei}", "{{boss.lei}} {{boss.lei}}"),
        ("$name. $name.com", "{{name}}. {{name}}.com"),
        (r"$$name \$name $ $5 ${}", r"$$name \$name $ $5 ${}"),
        (
            "{{#if $name}}{{! $name }}{{{json name}}}$name{{/if}}",
            "{{#if $name}}{{! $name }}{{{json name}}}{{name}}{{/if}}",
        ),
    ],
)
def test_only_a_declared_name_is_one(written, meant):
    assert with_mustaches(written, DECLARED) == meant


def test_a_name_that_nobody_declared_is_said_with_its_place():
    [one] = strays('(x "$name"\n  $nmae $5)', DECLARED)
    assert (one.line, one.column, one.severity) == (2, 3, "warning")
    assert one.message.startswith("$nmae stays as it is")


TEMPLATE = """\
template: dollars
parameters:
  - {name: name, type: string, required: true}
  - {name: boss, type: object}
key: $name
title: "$name of ${boss.name}"
verbs: |
  (entity.ensure :entity-type "fund" :name "$name" :city $name :description ";; $name" :website "${boss.name}")
"""
EVIL = 'A" :lei "x") (red-flag.raise :x "\n; \\ {{name}} $name'


@pytest.mark.fault(37)
def test_data_stay_data_exactly_as_in_mustaches():
    dollars = read_template(TEMPLATE).template
    same = TEMPLATE.replace("${boss.name}", "{{boss.name}}").replace("key: $name", 'key: "{{name}}"')
    mustaches = read_template(same.replace("$name", "{{name}}")).template
    rows = [Row({"name": EVIL, "boss": {"name": EVIL}}, "row 1")]
    made, expected = (groups_of(one, rows).groups for one in (dollars, mustaches))
    assert made == expected
    [call] = read_program(made[0].verbs)
    assert {call.arguments[name] for name in ("name", "city", "website")} == {EVIL}
