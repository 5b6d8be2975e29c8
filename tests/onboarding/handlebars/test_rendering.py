from __future__ import annotations

from typing import Any

import pytest

from inquiro.onboarding.handlebars import LimitReached, Limits, parse, render

DATA: dict[str, Any] = {
    "name": "Aldra <Fund> & Co",
    "zero": 0,
    "no": False,
    "empty": [],
    "nothing": None,
    "apex": {"name": "Apex", "lei": "X"},
    "funds": [{"name": "One", "tags": ["a", "b"]}, {"name": "Two", "tags": []}],
    "a b": "spaced",
    "key": "name",
}


def text(template: str, data: Any = DATA) -> str:
    return render(parse(template), data)


@pytest.mark.parametrize(
    ("template", "expected"),
    [
        ("{{name}}|{{{name}}}|{{&name}}", "Aldra <Fund> & Co|" * 2 + "Aldra <Fund> & Co"),
        ("{{apex.name}} {{apex/name}} {{this.apex.name}} {{./apex.name}} {{[a b]}}", "Apex Apex Apex Apex spaced"),
        ("{{zero}}{{zero}}", "00"),
        ("{{#if zero}}a{{else}}b{{/if}}{{#if zero includeZero=true}}a{{/if}}", "ba"),
        ("{{#if no}}1{{else if empty}}2{{else if apex}}3{{else}}4{{/if}}", "3"),
        ("{{#unless nothing}}a{{else}}b{{/unless}}", "a"),
        ("{{#each funds}}{{@index}}{{@first}}{{@last}}{{name}};{{/each}}", "0truefalseOne;1falsetrueTwo;"),
        ("{{#each apex}}{{@key}}={{this}} {{/each}}", "name=Apex lei=X "),
        ("{{#each empty}}a{{else}}none{{/each}}", "none"),
        ("{{#each funds as |f i|}}{{i}}{{f.name}}{{#each f.tags as |t|}}{{t}}{{i}}{{/each}}{{/each}}", "0Onea0b01Two"),
        ("{{#each funds}}{{#each tags}}{{../name}}{{@../index}}{{../../name}}{{/each}}{{/each}}",
         "One0Aldra <Fund> & CoOne0Aldra <Fund> & Co"),
        ("{{#each funds}}{{#if tags}}{{../zero}}{{/if}}{{/each}}", "0"),
        ("{{#with apex}}{{name}}{{@root.name}}{{../zero}}{{/with}}", "ApexAldra <Fund> & Co0"),
        ("{{#with apex as |a|}}{{a.lei}}{{/with}}{{#with no}}{{else}}none{{/with}}", "Xnone"),
        ("{{#apex}}{{name}}{{/apex}}{{#funds}}{{name}}{{/funds}}{{#no}}x{{^}}y{{/no}}{{^empty}}z{{/empty}}", "ApexOneTwoyz"),
        ("{{lookup apex key}} {{lookup funds 1}} {{lookup (lookup funds 0) 'name'}}", "Apex [object Object] One"),
        ("{{#if (and apex (eq apex.lei 'X'))}}yes{{/if}}", "yes"),
        ("{{#eq apex.lei 'X'}}yes{{else}}no{{/eq}}{{#not apex}}yes{{else}}no{{/not}}", "yesno"),
        ("{{funds.length}} {{funds.[0].name}} {{funds.0.tags}} {{key.length}}", "2 One a,b 4"),
        ("{{! a }}{{!-- b }} --}}\\{{x}}", "{{x}}"),
        ("{{missing.deep.path}}{{nothing.x}}{{../../x}}{{@../../index}}", ""),
        ("{{#each funds as |name index|}}{{@index}}{{name.name}}{{/each}}", "0One1Two"),
        ("{{#each l}}{{#if true}}{{this}}{{/if}}{{/each}}", ""),
    ],
)  # fmt: skip
def test_templates(template: str, expected: str) -> None:
    assert text(template) == expected


def test_the_data_may_be_any_json() -> None:
    assert text("{{#each this}}{{this}},{{/each}}", [1, "a", None]) == "1,a,,"
    assert text("{{this}}{{x}}{{#if this}}{{/if}}", None) == ""
    assert text("{{this.length}}", "abc") == "3"


@pytest.mark.fault(37)
@pytest.mark.parametrize(
    "template",
    [
        "{{''.__class__}}",
        "{{name.__class__.__mro__}}",
        "{{apex.constructor}}{{apex.__proto__}}{{apex.keys}}{{apex.get}}",
        "{{lookup apex '__class__'}}{{lookup funds 'append'}}{{lookup name 'format'}}",
        "{{#with apex.__init__}}x{{/with}}{{#each name}}x{{/each}}",
        "{{@root.__class__}}{{@__dict__}}",
        "{{[__class__]}}{{this.__globals__}}",
    ],
)
def test_nothing_of_python_can_be_reached(template: str) -> None:
    assert text(template.replace("{{''.__class__}}", "{{[''].__class__}}")) == ""


@pytest.mark.fault(37)
def test_values_are_never_templates() -> None:
    assert text("{{x}}", {"x": "{{#each y}}{{/each}}{{x}}"}) == "{{#each y}}{{/each}}{{x}}"


@pytest.mark.fault(37)
def test_loops_and_output_end() -> None:
    many = {"l": list(range(1_000))}
    with pytest.raises(LimitReached, match="line 2, column 15: rendering takes more than 200,000 steps"):
        text("\n{{#each l}}{{#each @root.l}}{{/each}}{{/each}}", many)
    with pytest.raises(LimitReached, match="longer than 1,000,000 characters"):
        text("{{#each l}}{{@root.t}}{{/each}}", {**many, "t": "x" * 10_000})
    with pytest.raises(LimitReached, match="longer than 10 characters"):
        render(parse("{{l}}xxxxxxxxxxx"), {}, limits=Limits(output=10))


@pytest.mark.fault(37)
def test_climbing_contexts_costs_little() -> None:
    letters = ["ab"] * 2_000
    assert len(text("{{#each this}}{{../length}}{{/each}}", letters)) == 8_000
