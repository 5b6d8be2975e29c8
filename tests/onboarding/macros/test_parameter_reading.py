from __future__ import annotations

import pytest

from inquiro.onboarding.macros.findings import Findings
from inquiro.onboarding.macros.parameter_reading import read_parameters
from inquiro.onboarding.macros.parameters import value_errors
from inquiro.onboarding.yaml_text import read_yaml


def read(text: str, also=()):
    node, problems = read_yaml(text)
    assert node is not None
    findings = Findings(text)
    findings.doubt(problems)
    return read_parameters(node, findings, also), [str(problem) for problem in findings.problems]


def test_a_parameter_with_everything():
    (parameter,), problems = read(
        "- {name: x, type: array, required: true, description: ' d ', default: [a], enum: [a, b], items: {type: string}}"
    )
    assert problems == []
    assert (parameter.type, parameter.required, parameter.description) == ("array", True, "d")
    assert (parameter.default, parameter.enum, parameter.items) == (["a"], ("a", "b"), {"type": "string"})


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (
            "{name: x, type: strin}",
            "unknown type 'strin' of parameter 'x'; known: string, integer, number, boolean, array",
        ),
        ("{name: x, type: 3}", "has to be text"),
        ("{name: x, required: 'true'}", "'required' of parameter 'x' has to be true or false"),
        ("{name: x, required: yes}", "write true or false"),
        ("{name: x, reqired: true}", "did you mean 'required'?"),
        ("{name: x, enums: [a]}", "did you mean 'enum'?"),
        ("{name: x, defualt: a}", "did you mean 'default'?"),
        ("{name: x, type: integer, default: a}", "'default' of parameter 'x': \"a\" is not of type \"integer\""),
        ("{name: x, enum: [a], default: b}", "'default' of parameter 'x'"),
        ("{name: x, type: array, items: {enum: [a]}, default: [b]}", "'default' of parameter 'x'"),
        ("{name: x, type: integer, enum: [1, a]}", "'enum' of parameter 'x'"),
        ("{name: x, enum: []}", "lists nothing"),
        ("{name: x, enum: a}", "'enum' of parameter 'x' has to be a list"),
        ("{name: x, enum: [NO, SE]}", 'quote it ("NO")'),
        ("{name: x, pattern: '['}", "'pattern' of parameter 'x'"),
        ("{name: x, pattern: a, type: integer}", "only texts have one"),
        ("{name: x, items: {type: string}}", "only an array has them"),
        ("{name: x, type: array, items: {type: strin}}", "'items' of parameter 'x'"),
        ("{name: x, format: date}", "warning: 'format' is not checked for parameters"),
        ("{name: x, type: integer, minimum: 3, default: 2}", "'default' of parameter 'x'"),
        ("{name: x, type: integer, maximum: ten}", "parameter 'x': \"ten\" is not of type"),
        ("{name: x, type: string, maxLength: 2, enum: [abc]}", "'enum' of parameter 'x'"),
        ("{name: x, colour: red}", "warning: unknown key 'colour'"),
        ("{type: string}", "a parameter without a name"),
        ("{name: 'a b'}", "cannot name a parameter"),
        ("just text", "a parameter has to be a map"),
    ],
)
def test_what_is_wrong_is_said_once_with_its_line(text, complaint):
    _, problems = read(f"- {{name: fine}}\n- {text}\n")
    (problem,) = problems
    assert problem.startswith("line 2, column ")
    assert complaint in problem


def test_names_stand_once():
    parameters, problems = read("- {name: x}\n- {name: y}\n- {name: x, type: integer}\n")
    assert [parameter.name for parameter in parameters] == ["x", "y"]
    assert problems == ["line 3, column 10: a second parameter named 'x'"]


def test_keys_that_somebody_else_reads():
    assert read("- {name: x, cardinality: shared}", also=("cardinality",))[1] == []


@pytest.mark.fault(40)
def test_a_catastrophic_pattern_is_no_danger_to_the_check():
    assert read(f"- {{name: x, pattern: '(a+)+$', default: '{'a' * 40}!'}}")[1] != []


def test_there_is_a_limit_to_their_number():
    parameters, problems = read("\n".join(f"- {{name: p{n}}}" for n in range(201)))
    assert len(parameters) == 200
    assert problems == ["line 1, column 1: 201 parameters; 200 are allowed"]


def test_parameters_may_be_a_map_of_names():
    (first, second), problems = read("x: {type: integer, minimum: 1, maximum: 3, default: 2}\ny:\n")
    assert problems == []
    assert (first.name, first.limits, second.name) == ("x", {"minimum": 1, "maximum": 3}, "y")
    assert [error.message for error in value_errors(first, 5)] == ["5 is greater than the maximum of 3"]


def test_a_schema_is_no_list_of_parameters():
    (problem,) = read("type: object\nproperties: {x: {type: string}}\n")[1]
    assert "parameters is a list of parameters, not a schema" in problem


def test_remarks_for_people_are_nobodys_problem():
    assert read("- {name: x, title: X, example: a, examples: [b]}")[1] == []
