"""Names of a template that its data cannot have are told; whatever is open or unclear is not."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.onboarding.handlebars import parse, render
from inquiro.onboarding.macros.schemas import faults, validate
from inquiro.onboarding.macros.shapes import shape_of
from inquiro.onboarding.macros.template_names import unknown_names

COMPANY = {
    "type": "object",
    "properties": {"name": {"type": "string"}, "children": {"type": "array", "items": {"$ref": "#/$defs/company"}}},
}
SCHEMA = {
    "type": "object",
    "$defs": {"company": COMPANY},
    "properties": {
        "apex": {
            "type": "object",
            "properties": {
                "name": {"type": "string"},
                "lei": {"type": ["string", "null"]},
                "address": {"type": "object", "properties": {"city": {"type": "string"}}},
            },
        },
        "firms": {"type": "array", "items": {"$ref": "#/$defs/company"}},
        "tags": {"type": "array", "items": {"type": "string"}},
        "places": {"type": "object", "additionalProperties": {"properties": {"city": {}}}},
        "owner": {"anyOf": [{"properties": {"birth": {}}}, {"properties": {"lei": {}}}, {"type": "null"}]},
        "open": {"type": "object"},
    },
}
PARAMETERS = {"type": "object", "properties": {"client": {"type": "string"}}, "additionalProperties": False}


def said(template: str, *schemas: Any) -> list[str]:
    shape = shape_of(*(schemas or (SCHEMA, PARAMETERS)))
    return [problem.message for problem in unknown_names(parse(template), shape, "is nothing")]


@pytest.mark.parametrize(
    "template",
    [
        "{{apex.name}}{{this.apex.address.city}}{{./client}}{{@root.apex.lei}}{{apex.lei.length}}{{[apex].[name]}}",
        "{{#each firms}}{{name}}{{this.name}}{{../client}}{{@root.client}}{{@index}}{{@key}}{{@first}}{{@../index}}{{/each}}",
        "{{#each firms}}{{#each children}}{{name}}{{../name}}{{../../client}}{{#if name}}{{../../apex.name}}{{/if}}{{/each}}{{/each}}",
        "{{#each firms as |one at|}}{{one.name}}{{at}}{{one.children.0.children.[1].name}}{{#each ../tags}}{{one.name}}{{/each}}{{/each}}",
        "{{#with apex}}{{name}}{{#with address}}{{city}}{{../lei}}{{../../client}}{{/with}}{{else}}{{client}}{{/with}}",
        "{{#with apex.address as |a|}}{{a.city}}{{city}}{{/with}}{{#with @root}}{{client}}{{/with}}",
        "{{firms.0.name}}{{firms.length}}{{tags.1}}{{tags.1.length}}{{#each tags}}{{this}}{{length}}{{/each}}",
        "{{#each places}}{{@key}}{{city}}{{../client}}{{/each}}{{places.anywhere.city}}",
        "{{#with owner}}{{birth}}{{lei}}{{/with}}{{owner.lei}}",
        "{{open.a.b}}{{#each open}}{{x.y}}{{../client}}{{/each}}{{#with open.z}}{{q}}{{../client}}{{/with}}",
        "{{#apex}}{{name}}{{../client}}{{/apex}}{{#firms}}{{name}}{{@index}}{{../client}}{{/firms}}{{^firms}}{{client}}{{/firms}}",
        "{{#client}}{{anything}}{{../anything}}{{/client}}",
        "{{lookup apex 'name'}}{{lookup firms 0}}{{lookup (lookup firms client) 'name'}}{{lookup this client}}",
        "{{#each (lookup open client)}}{{whatever}}{{../client}}{{/each}}{{#with (json apex)}}{{x}}{{/with}}",
        "{{#each tags}}{{#each ../tags}}{{../whatever}}{{../../x}}{{/each}}{{/each}}",
        "{{#if (and apex.name (or client tags))}}{{else if (eq client 'x')}}{{apex.name}}{{/if}}{{#eq client 'a'}}{{client}}{{/eq}}",
    ],
)
def test_what_can_be_there_is_not_spoken_of(template):
    assert said(template) == []


@pytest.mark.parametrize(
    ("template", "message"),
    [
        ("{{clint}}", "the template uses 'clint', which is nothing; did you mean 'client'? known: apex,"),
        ("{{apex.nmae}}", "'nmae' of apex, which has no such field; did you mean 'name'? known: address, lei, name"),
        ("{{apex.lei.x}}", "'x' of apex.lei, which is text and has no fields"),
        ("{{firms.name}}", "'name' of firms, which is a list: go through it with {{#each}}"),
        (
            "{{#each firms}}{{#each children}}{{nam}}{{/each}}{{/each}}",
            "'nam' of firms[].children[], which has no such",
        ),
        (
            "{{#each firms}}{{client}}{{/each}}",
            "'client' of firms[], which has no such field; did you mean '../client'?",
        ),
        (
            "{{#each firms}}{{#with ../apex}}{{../../tag}}{{/with}}{{/each}}",
            "'tag', which is nothing; did you mean 'tags'",
        ),
        ("{{#each firms as |f|}}{{#if f.nam}}{{/if}}{{/each}}", "'nam' of firms[], which"),
        ("{{#with apex as |a|}}{{json a.address.town}}{{/with}}", "'town' of apex.address, which"),
        ("{{@root.apex.x}}", "'x' of apex, which"),
        ("{{#each firms}}{{else}}{{name}}{{/each}}", "'name', which is nothing"),
        ("{{lookup apex 'nme'}}", "'nme' of apex, which"),
        ("{{lookup (lookup firms client) 'nme'}}", "'nme' of firms[], which"),
        ("{{#each places}}{{town}}{{/each}}", "'town' of places[], which"),
        ("{{owner.name}}", "'name' of owner, which has no such field; known: birth, lei"),
        ("{{#firms}}{{nam}}{{/firms}}", "'nam' of firms[], which"),
        ("{{#if client includeZero=zero}}{{/if}}", "'zero', which is nothing"),
        ("{{#each firms}}{{#if name}}{{../../client}}{{/if}}{{/each}}", "'../../client' climbs out of the data"),
        ("{{#with this}}{{../client}}{{/with}}", "'../client' climbs out of the data"),
    ],
)
def test_what_cannot_be_there_is_told(template, message):
    (found,) = said(template)
    assert message in found


def test_a_name_is_told_once_with_the_place_of_its_first_use():
    template = parse("{{client}}\n {{#each firms}}{{x}}{{/each}}{{#each firms}}{{x}}{{/each}}")
    (problem,) = unknown_names(template, shape_of(SCHEMA, PARAMETERS), "is nothing")
    assert (problem.line, problem.column, problem.severity) == (2, 19, "warning")


def test_of_many_names_some_are_listed():
    (found,) = said("{{x}}", {"properties": {f"field_{number}": {} for number in range(30)}})
    assert found.endswith("and 10 more")


def test_branches_that_differ_about_a_name_leave_it_open():
    one, other = {"properties": {"a": {"type": "string"}}}, {"additionalProperties": {"properties": {"b": {}}}}
    assert said("{{a.b}}", {"anyOf": [one, other]}) == []
    assert said("{{a.b}}", {"anyOf": [one, {"type": "object"}]}) == []
    assert said("{{a.c}}", {"anyOf": [one, other]}) != []


def test_a_loop_may_come_to_the_very_value_around_it():
    texts = {"type": "array", "items": {"type": "array", "items": {"type": "string"}}}
    schema = {"properties": {"a": {"type": "object", "additionalProperties": texts}, "b": {}}}
    assert said("{{#with a.x}}{{#each @root.a}}{{../b}}{{/each}}{{/with}}", schema) == []
    assert said("{{#each a}}{{#with ../a.x}}{{../../b}}{{../c}}{{/with}}{{/each}}", schema) == []


@given(st.integers(0, 2**32))
def test_what_is_told_of_never_prints_anything(seed):
    """One path inside a chain of blocks: where any name is told of, nothing is printed, whatever the data are."""
    made = Made(Random(seed))
    for _ in range(5):
        schema, template = made.root(), made.template()
        warned = said(template, schema)
        value = made.value(schema, schema)
        if warned and not faults(schema) and not validate(schema, value):
            assert set(render(parse(template), value)) <= set("<>,"), (template, schema, value, warned)


class Made:
    """Schemas of few names, data that fit them with no others, and templates that mix up both."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.names: list[str] = []

    def root(self) -> dict[str, Any]:
        top = {"properties": {"a": self.schema(3), "b": self.schema(3)}}
        return {**top, "type": "object", "$defs": {"z": self.schema(2)}}

    def schema(self, deep: int) -> Any:
        pick = self.random.choice
        kinds = ["object", "object", "list", "list", "map", "any", "all", "tuple", "open", "defined"]
        match pick(kinds) if deep else "scalar":
            case "object":
                return {
                    "type": "object",
                    "properties": {name: self.schema(deep - 1) for name in pick(("a", "b", "ab"))},
                }
            case "list":
                return {"type": "array", "items": self.schema(deep - 1)}
            case "map":
                return {"type": "object", "additionalProperties": self.schema(deep - 1)}
            case "any":
                return {"anyOf": [self.schema(deep - 1), self.schema(deep - 1)]}
            case "all":
                return {"allOf": [{"properties": {name: self.schema(deep - 1)}} for name in pick(("ab", "bb"))]}
            case "tuple":
                return {"prefixItems": [self.schema(deep - 1)], "items": pick((False, self.schema(deep - 1)))}
            case "open":
                return pick(({}, {"type": "object"}))
            case "defined":
                return {"$ref": "#/$defs/z"}
        return {"type": pick(("string", "integer", ["integer", "null"], "boolean"))}

    def value(self, schema: Any, root: Any, deep: int = 0) -> Any:
        pick = self.random.choice
        if schema == {} or deep > 8:
            return pick((1, "1", [1], {"a": 1}))
        if "$ref" in schema:
            return self.value(root["$defs"]["z"], root, deep + 1)
        if "anyOf" in schema:
            return self.value(pick(schema["anyOf"]), root, deep + 1)
        if "allOf" in schema:
            both = [self.value(one, root, deep + 1) for one in schema["allOf"]]
            return both[0] | both[1] if all(isinstance(one, dict) for one in both) else both[0]
        if "properties" in schema:
            return {name: self.value(one, root, deep + 1) for name, one in schema["properties"].items()}
        if "additionalProperties" in schema:
            return {name: self.value(schema["additionalProperties"], root, deep + 1) for name in "ab"}
        if "prefixItems" in schema:
            more = [schema["items"]] if schema["items"] is not False else []
            return [self.value(one, root, deep + 1) for one in (*schema["prefixItems"], *more)]
        if "items" in schema:
            return [self.value(schema["items"], root, deep + 1) for _ in range(pick((1, 2)))]
        kinds = {"string": ("1", "1,1", "x"), "boolean": (True,), "object": ({"a": 1, "b": {"a": 1}},)}
        return pick(kinds.get(str(schema["type"]), (1, 1, 2)))

    def template(self) -> str:
        self.names = []
        opened, closed = "", ""
        for _ in range(self.random.randint(0, 4)):
            begin, end = self.block()
            opened, closed = opened + begin, end + closed
        return f"{opened}<{{{{{self.path()}}}}}>{closed}"

    def block(self) -> tuple[str, str]:
        path, kind = self.path(), self.random.choice(("each", "with", "section", "if", "lookup"))
        if kind == "section":
            return f"{{{{#{path}}}}}", f"{{{{/{path}}}}}"
        if kind == "lookup":
            key = self.random.choice(("0", "@key", "@index", "'a'", "'b'"))
            kind, path = "with", f"(lookup {path} {key})"
        name = self.random.choice(("", "", "x", "y")) if kind != "if" else ""
        self.names += [name] if name else []
        return f"{{{{#{kind} {path}{f' as |{name}|' if name else ''}}}}}", f"{{{{/{kind}}}}}"

    def path(self) -> str:
        pick = self.random.choice
        start = pick(("", "", "", "", "../", "../../", "@root.", *(f"{name}." for name in self.names)))
        parts = [pick(("a", "a", "b", "b", "0")) for _ in range(pick((0, 1, 1, 2)))]
        return start + ".".join(parts) if parts else start[:-1] or "this"
