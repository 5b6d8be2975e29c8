from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.core.errors import BadFile
from inquiro.onboarding.macros.definition import load_macro, read_macro, read_macro_file

ROOT = Path(__file__).resolve().parents[3]
SMALLEST = """name: small
description: The smallest
prompt: Look for {{what}}
parameters: [{name: what}]
output: {schema: {type: object}}
"""

# As people outside write them: wrapped, review under its other name, null defaults, items, hints of their own.
FOREIGN = """
macro:
  name: group-research
  version: "2.1"
  description: |
    Researches a group.
  parameters:
    - name: client_name
      type: string
      required: true
      description: Who (e.g., "Example SE")
    - name: entity_lei
      type: string
      required: false
      pattern: "^[A-Z0-9]{20}$"
    - name: hint
      type: string
      default: null
    - name: checks
      type: array
      items: {type: string, enum: [sanctions, media]}
      default: [sanctions]
    - {name: threshold, type: number, default: 25}
    - {name: control, type: boolean, default: true}
  tools:
    - web_search
  prompt: |
    Research "{{client_name}}".
    {{#if (includes checks "media")}}
    {{#unless (eq hint "all")}}With {{threshold}} % {{#if control}}and control{{/if}}.{{/unless}}
    {{/if}}
  output:
    schema_name: group-result
    review_requirement: optional
    schema:
      $schema: http://json-schema.org/draft-07/schema#
      type: object
      required: [apex]
      properties:
        apex:
          type: object
          properties:
            name: {type: string}
            lei: {type: string, pattern: "^[A-Z0-9]{20}$"}
            share: {type: number}
        funds:
          type: array
          items: {type: object, properties: {name: {type: string}, share: {type: number, minimum: 0}}}
  suggested_verbs: |
    ;; For {{client_name}}: {{apex.name}} ({{apex.share}}%)
    {{#if apex.lei}}
    (gleif.enrich :lei "{{apex.lei}}" :as @apex)
    {{else}}
    (entity.ensure :entity-type "limited-company" :name "{{apex.name}}" :as @apex)
    {{/if}}
    {{#each funds}}
    (cbu.ensure :name "{{this.name}}" :client-type "fund" :as @cbu_{{@index}})
    (cbu.assign-role :cbu-id @cbu_{{@index}} :entity-id @apex :role "ASSET_OWNER" :ownership-percentage {{this.share}})
    (cbu.role:mark-ubo-terminus :entity-id @apex :reason :no-known-person)
    {{/each}}
  tags: [client, gleif]
  agent_hints:
    trigger_phrases: [research a group]
    example: {client_name: Example SE}
    when_not_to_use: For persons.
"""


def said(text: str, **options) -> list[str]:
    return [str(problem) for problem in read_macro(text, "x.yaml", **options)[1]]


def with_line(line: str) -> list[str]:
    return said(SMALLEST + line)


def test_the_macro_of_the_seed():
    text = """
macro:
  name: test-macro
  version: "1.0"
  description: Test macro
  parameters:
    - name: client_name
      type: string
      required: true
  tools:
    - web_search
  prompt: "Research {{client_name}}"
  output:
    schema_name: test-result
    schema:
      type: object
      properties:
        name: { type: string }
    review: required
"""
    macro, problems = read_macro(text, "test.yaml")
    assert problems == []
    assert macro is not None
    assert macro.name == "test-macro"
    assert macro.parameters[0].required


def test_a_macro_by_others_loads_unchanged():
    macro, problems = read_macro(FOREIGN, "group.yaml")
    assert problems == []
    assert macro is not None
    assert (macro.name, macro.version, macro.output.review) == ("group-research", "2.1", "optional")
    assert macro.description == "Researches a group."
    assert [parameter.default for parameter in macro.parameters] == [None, None, None, ["sanctions"], 25, True]
    assert macro.parameters[3].items == {"type": "string", "enum": ["sanctions", "media"]}
    assert macro.hints.triggers == ("research a group",)
    assert macro.hints.example == {"client_name": "Example SE"}
    assert macro.hints.not_for == "For persons."


def test_fields_may_stand_at_the_top():
    macro, problems = read_macro(SMALLEST, "x.yaml")
    assert problems == []
    assert macro is not None
    assert (macro.name, macro.version, macro.output.review) == ("small", "1", "required")


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("reqired: true", None),
        ("suggested_verb: x", "did you mean 'suggested_verbs'?"),
        ("Tags: [x]", "did you mean 'tags'?"),
        ("paramters: []", "did you mean 'parameters'?"),
        (
            "tools: [web_serch]",
            "unknown tool 'web_serch'; known: web_search, academic_search, registry_search, gleif_lookup",
        ),
        ("tools: {web_search: true}", "tools has to be a list"),
        ("tools: [no]", 'quote it ("no")'),
        ("version: [1]", "'version' has to be text"),
        ("version: true", 'quote it ("true")'),
        ("version: 2024-01-01", 'quote it ("2024-01-01")'),
        ("without_model: magic", "unknown without_model 'magic'; known: register"),
        ("tags: [1]", 'has to be text: quote it ("1")'),
        ("hints: {trigers: [x]}", "did you mean 'triggers'?"),
        ("hints: {triggers: [x], trigger_phrases: [y]}", "'trigger_phrases' says the same as 'triggers'"),
    ],
)
def test_what_changes_the_meaning_is_an_error(line, complaint):
    found = with_line(line)
    if complaint is None:
        assert found[0].startswith("line 6, column 1: warning: unknown key 'reqired' of a macro is ignored")
    else:
        assert len(found) == 1
        assert complaint in found[0]
        assert found[0].startswith("line 6, column ")
        assert "warning" not in found[0]


@pytest.mark.parametrize("line", ["author: me", "x-notes: {a: [1]}", "category: clients"])
def test_a_foreign_key_warns_and_fails_when_strict(line):
    macro, problems = read_macro(SMALLEST + line, "x.yaml")
    assert macro is not None
    assert [problem.severity for problem in problems] == ["warning"]
    macro, problems = read_macro(SMALLEST + line, "x.yaml", strict=True)
    assert macro is None
    assert [problem.severity for problem in problems] == ["error"]


def test_a_version_that_is_a_number_is_taken_as_written():
    macro, problems = read_macro(SMALLEST + "version: 1.10\n", "x.yaml")
    assert macro is not None
    assert macro.version == "1.10"
    assert [str(one) for one in problems] == ['line 6, column 10: warning: a version is text: quote it ("1.10")']


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("prompt: x\noutput: {schema: {}}\ndescription: d", "a name is missing, such as name: x"),
        ("name: a/b\nprompt: x\noutput: {schema: {}}\ndescription: d", "cannot name a macro"),
        ("name: x\noutput: {schema: {}}\ndescription: d", "a prompt is missing"),
        ("name: x\nprompt: ' '\noutput: {schema: {}}\ndescription: d", "a prompt is missing"),
        ("name: x\nprompt: x\ndescription: d", "output is missing"),
        ("name: x\nprompt: x\ndescription: d\noutput: {review: none}", "output.schema is missing"),
        ("name: x\nprompt: x\ndescription: d\noutput: {schema: 3}", "a schema has to be a map"),
        ("name: x\nprompt: x\ndescription: d\noutput: {schema: {}, review: maybe}", "known: required, optional, none"),
        (
            "name: x\nprompt: x\ndescription: d\noutput: {schema: {}, review_require: none}",
            "did you mean 'review_requirement'?",
        ),
        ("name: x\nprompt: x\noutput: {schema: {}}", "a description is missing"),
        ("[1, 2]", "a macro has to be a map"),
        ("macro: 3", "a macro has to be a map"),
    ],
)
def test_what_is_missing_or_of_the_wrong_kind(text, complaint):
    found = said(text)
    assert len(found) == 1
    assert complaint in found[0]


def test_schema_problems_stand_at_their_lines():
    text = """name: x
description: d
prompt: x
output:
  schema:
    type: object
    requird: [a]
    properties:
      a: {type: strin}
      b:
        $ref: https://example.org/x
      c: {pattern: "["}
"""
    assert said(text) == [
        "line 7, column 5: output.schema: unknown keyword 'requird' of a schema: did you mean 'required'?",
        "line 9, column 11: output.schema: 'strin' is no type; known: array, boolean, integer, null, number, object, string",
        "line 11, column 9: output.schema: only references within the schema are followed, such as #/$defs/company",
        "line 12, column 11: output.schema: '[' is no pattern that can be used",
    ]


def test_an_example_has_to_fit_the_parameters():
    (warning,) = with_line("hints: {example: {wat: 1}}")
    assert "warning: the example cannot run: unknown parameter 'wat'" in warning
    (warning,) = with_line("example: 3")
    assert "an example is a map of parameters" in warning
    macro, _ = read_macro(SMALLEST + "examples: [{params: {what: A}}, {params: {what: B}}]", "x.yaml")
    assert macro is not None
    assert macro.hints.example == {"what": "A"}


def test_what_a_person_would_say_is_an_example_too():
    macro, problems = read_macro(SMALLEST + "triggers: look up\nexamples: [research A, research B]\n", "x.yaml")
    assert macro is not None
    assert (macro.hints.triggers, macro.hints.example) == (("look up", "research A", "research B"), {})
    assert problems == []


def test_one_tool_needs_no_list():
    macro, _ = read_macro(SMALLEST + "tools: web_search\n", "x.yaml")
    assert macro is not None
    assert macro.tools == ("web_search",)


def test_problems_do_not_hide_each_other():
    text = "nam: x\nversion: no\nprompt: '{{> p}}'\ntools: [magic]\nparameters: [{typ: string}]\noutput: {review: 3}\n"
    found = said(text)
    for part in (
        "did you mean 'name'",
        "truth value",
        "partials",
        "unknown tool",
        "without a name",
        "review",
        "schema is missing",
    ):
        assert any(part in one for one in found), part


@pytest.mark.fault(38)
def test_a_python_object_is_refused(tmp_path):
    found = with_line("tags: !!python/object/apply:os.system ['true']")
    assert any("line 6, column 7: the tag !!python/object/apply:os.system is not supported" in one for one in found)


def test_files_that_cannot_be_read(tmp_path):
    binary = tmp_path / "b.yaml"
    binary.write_bytes(b"\xff\xfe\x00")
    assert "not UTF-8" in read_macro_file(binary)[1][0].message
    assert "cannot be read" in read_macro_file(tmp_path / "none.yaml")[1][0].message
    large = tmp_path / "l.yaml"
    large.write_text("#" * 1_000_001)
    assert "larger than 1,000,000 bytes" in read_macro_file(large)[1][0].message


def test_loading_tells_every_error_with_the_file(tmp_path):
    path = tmp_path / "bad.yaml"
    path.write_text("name: x\nprompt: '{{#if}}'\n")
    with pytest.raises(BadFile, match=r"bad\.yaml: line 1, column 1: output is missing"):
        load_macro(path)
    path.write_text(SMALLEST)
    assert load_macro(path).name == "small"


def test_the_example_of_the_guide_has_no_problems():
    macro, problems = read_macro_file(ROOT / "examples" / "macros" / "supplier-check.yaml", strict=True)
    assert problems == []
    assert macro is not None


@given(st.data())
def test_a_file_that_was_damaged_is_answered(data):
    """Whatever a slip of the hand makes of it: a macro or errors, never both or neither."""
    text = FOREIGN
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(text)))
        cut = data.draw(st.integers(0, 12))
        put = data.draw(st.text("{}#/[]:\"'|-&*! \n\tab1@()~", max_size=4))
        text = text[:at] + put + text[at + cut :]
    macro, problems = read_macro(text, "x.yaml")
    assert (macro is None) == any(problem.severity == "error" for problem in problems)
    assert all(0 <= problem.line <= text.count("\n") + 2 for problem in problems)
