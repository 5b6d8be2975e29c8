from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.core.types import VerbArgument, VerbSpec
from inquiro.onboarding.macros.verb_scan import scan, verb_problems

SPECS = {
    spec.name: spec
    for spec in (
        VerbSpec(
            name="gleif.enrich",
            one_of=(("lei", "entity-id"),),
            arguments=(VerbArgument(name="lei"), VerbArgument(name="entity-id", aliases=("entity",))),
        ),
        VerbSpec(
            name="cbu.role:assign", arguments=(VerbArgument(name="role", required=True), VerbArgument(name="why"))
        ),
        VerbSpec(name="entity.ensure", open=True, arguments=(VerbArgument(name="name", required=True),)),
    )
}


def said(template: str) -> list[str]:
    return [str(problem) for problem in verb_problems(template, SPECS)]


def test_calls_with_their_arguments():
    seen = scan('(a.b :x "y :z" :v [1 2] :as @n)\n  (c.d:e :k :word :m {{v}})')
    assert [(call.verb, call.arguments, call.line, call.column) for call in seen.calls] == [
        ("a.b", ("x", "v"), 1, 1),
        ("c.d:e", ("k", "m"), 2, 3),
    ]


def test_strings_comments_and_mustaches_are_not_code():
    template = """;; (no.verb :here)
    {{! (nor.here) }}{{#if (eq a "(x.y :z")}}(gleif.enrich :lei "(not.this :x \\" one)"){{/if}}
    {{{raw}}} {{lookup a "(b.c)"}}"""
    assert [call.verb for call in scan(template).calls] == ["gleif.enrich"]


@pytest.mark.fault(43)
def test_a_verb_that_is_not_on_the_list():
    assert said('\n  (gleif.enrish :lei "x")') == [
        "line 2, column 3: unknown verb 'gleif.enrish'; did you mean gleif.enrich?"
    ]


@pytest.mark.fault(43)
def test_wrong_arguments():
    assert said('(gleif.enrich :lie "x")') == [
        "line 1, column 1: gleif.enrich takes no :lie; did you mean :lei? known: :lei, :entity-id",
        "line 1, column 1: gleif.enrich needs one of :lei, :entity-id",
    ]
    assert said("(cbu.role:assign :why 1)") == ["line 1, column 1: cbu.role:assign needs :role"]


def test_what_any_branch_gives_counts():
    assert said("(gleif.enrich {{#if a}}:lei {{a}}{{else}}:entity {{b}}{{/if}})") == []
    assert said("(cbu.role:assign {{#each a}}:{{@key}} {{this}} {{/each}})") == []
    assert said('(entity.ensure :name "{{n}}" :anything-else {{x}})') == []
    assert said("({{verb}}.x :a 1)") == []


def test_names_that_nothing_binds():
    assert said("(gleif.enrich :lei 1 :as @a_{{@index}})(gleif.enrich :entity @a_{{../n}})") == []
    (warning,) = said("(gleif.enrich :entity-id @cbu)")
    assert warning == "line 1, column 26: warning: @cbu is used here, and nothing in this template binds it (:as @cbu)"


def test_a_name_may_be_one_of_those_that_a_loop_binds():
    loop = "{{#each x}}(a.b :as @f_{{@index}}){{/each}}"
    assert not [one for one in said(loop + "(a.b :x @f_0 :y @f_{{z}})") if "binds" in one]
    assert [one for one in said(loop + "(a.b :x @g_0)") if "binds" in one]


def test_calls_within_calls():
    assert [call.verb for call in scan("(a.b :x (c.d :y 1) :z 2)").calls] == ["a.b", "c.d"]
    assert scan("(a.b :x (c.d :y 1) :z 2)").calls[0].arguments == ("x", "z")


@given(st.text('(){}#/"\\;:@ab. \n', max_size=60))
def test_any_text_is_looked_through(text):
    seen = scan(text)
    assert all(1 <= call.line <= text.count("\n") + 1 for call in seen.calls)


def test_the_keys_of_a_map_are_no_arguments():
    template = '(entity.ensure :attributes {:visited-by {{who}} :on [:a {:b "{{{x}}}"}]} :name (len {{x}}) :as @a)'
    (call,) = scan(template).calls
    assert call.arguments == ("attributes", "name")


def test_a_call_that_begins_in_one_block_and_goes_on_after_it_may_be_whole():
    template = '{{#if fund}}(cbu.ensure :client-type "fund"{{else}}(cbu.ensure{{/if}} :name "{{name}}" :as @c)'
    assert [call.known for call in scan(template).calls] == [False, True]
