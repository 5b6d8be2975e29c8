"""Verbs from a result: escaped, read back, and checked before anybody sees them."""

from __future__ import annotations

from inquiro.core.types import Macro
from inquiro.onboarding.suggesting import Suggested, suggested_verbs


def made(template, data, params=None):
    return suggested_verbs(Macro(name="m", suggested_verbs=template), data, params or {})


def test_rendered_over_the_data_with_the_parameters_behind_it():
    text = made(
        '(entity.ensure :entity-type "fund" :name "{{name}} of {{client}}" :as @x)', {"name": "F"}, {"client": "C"}
    )
    assert '"F of C"' in text.text
    assert text.problems == ()


def test_data_wins_over_a_parameter_of_the_same_name():
    assert '"data"' in made('(entity.ensure :entity-type "fund" :name "{{n}}")', {"n": "data"}, {"n": "param"}).text


def test_what_cannot_run_is_said():
    assert "unknown verb" in made("(entity.vanish)", {}).problems[0]
    assert "@nobody" in made('(cbu.assign-role :cbu-id @nobody :entity-id @nobody :role "X")', {}).problems[0]
    assert "rendered" in made("{{#if}}", {}).problems[0]
    assert made("(entity.ensure", {}).problems


def test_a_loop_may_bind_its_name_again_and_says_so():
    template = '{{#each d}}(entity.ensure :name "{{this}}" :as @x)\n(gleif.enrich :entity-id @x)\n{{/each}}'
    found = made(template, {"d": ["Ann", "Bob"]})
    assert found.problems == ()
    assert found.warnings == ("line 3: @x is bound again; uses from here on mean this one",)
    assert made("(entity.ensure", {}).warnings == ()


def test_no_template_no_verbs():
    assert made("", {"a": 1}) == Suggested()


def test_data_never_becomes_code():
    hostile = 'x") (red-flag.raise :flag-type "F" :severity "HIGH" :description "y'
    found = made('(entity.ensure :entity-type "fund" :name "{{name}}") ; {{name}}\n', {"name": hostile})
    assert found.problems == ()
    assert found.text.count("\n(") == 0
