from __future__ import annotations

import pytest

from inquiro.onboarding.macros.definition import read_macro

HEAD = """name: x
description: d
parameters: [{name: client}]
output: {schema: {properties: {apex: {}}}}
"""


def said(rest: str, **options) -> list[str]:
    return [str(problem) for problem in read_macro(HEAD + rest, "x.yaml", **options)[1]]


def test_template_problems_have_the_lines_of_the_file():
    found = said("prompt: |\n\n  Fine {{client}}\n    {{#if client}}open\n  {{> partial}}\n")
    assert any(one.startswith("line 8, column 5: ") for one in found)
    assert any(one.startswith("line 9, column 3: ") and "partial" in one for one in found)


def test_an_unknown_function_is_an_error():
    (problem,) = said('prompt: "Say {{shout client}}"\n')
    assert problem.startswith("line 5, column ")
    assert "shout" in problem


def test_a_prompt_that_uses_what_is_no_parameter():
    assert said("prompt: |\n  A\n  {{client}} {{country}}\n") == [
        "line 7, column 16: warning: the template uses 'country', which is no parameter; known: client"
    ]


def test_an_unknown_name_has_the_place_of_its_use_and_not_of_other_words():
    found = said(
        'prompt: |\n  {{#if (eq client "cuntry")}}z{{/if}}\n  {{! cuntry }}\n  {{cuntry}}\n  {{cuntry}} {{area}}\n'
    )
    assert [one.split(",")[:2] for one in found] == [
        ["line 8", " column 5: warning: the template uses 'cuntry'"],
        ["line 9", " column 16: warning: the template uses 'area'"],
    ]


def test_verbs_may_use_fields_and_parameters():
    assert said("prompt: x\nsuggested_verbs: |\n  ;; {{apex.name}} {{client}}\n") == []
    (warning,) = said("prompt: x\nsuggested_verbs: |\n  ;; {{apxe.name}}\n")
    assert warning.startswith("line 7, column 8: warning: the template uses 'apxe', which is neither a field")


@pytest.mark.fault(43)
def test_verbs_are_checked_before_there_is_data():
    found = said('prompt: x\nsuggested_verbs: |\n  ;; fine\n  (gleif.enrish :lei "{{apex.lei}}")\n  (gleif.enrich)\n')
    assert found[0].startswith("line 8, column 3: unknown verb 'gleif.enrish'; did you mean gleif.enrich")
    assert found[1] == "line 9, column 3: gleif.enrich needs one of :lei, :entity-id"


@pytest.mark.fault(43)
def test_verbs_of_the_users_own(tmp_path):
    text = "prompt: x\nsuggested_verbs: |\n  (visit.record :place {{apex}})\n"
    assert "unknown verb 'visit.record'" in said(text)[0]
    (tmp_path / "visits.yaml").write_text(
        "verbs:\n  visit.record:\n    description: A visit\n    record: visit\n"
        "    arguments:\n      place: {type: string, required: true}\n"
    )
    assert said(text, verb_folders=[tmp_path]) == []
