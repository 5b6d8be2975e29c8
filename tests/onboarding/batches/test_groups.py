import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.core.errors import UsageError
from inquiro.core.types import MacroParameter
from inquiro.onboarding.batches.groups import groups_of
from inquiro.onboarding.batches.registry import TemplateRegistry
from inquiro.onboarding.batches.rows import Row
from inquiro.onboarding.batches.templates import BatchTemplate
from inquiro.onboarding.dsl.reading import read_program
from inquiro.onboarding.verbs.checking import check_program
from inquiro.onboarding.verbs.registry import VerbRegistry

LEI = "529900K9B0N5BT694847"
MANAGER = {"name": "AGI", "lei": "OJ2TIQSVQND4IZYYK658"}
SMALL = BatchTemplate(
    name="small",
    version="2",
    parameters=(
        MacroParameter(name="name", required=True),
        MacroParameter(name="share", type="number"),
        MacroParameter(name="boss", type="object"),
    ),
    shared=("boss",),
    verbs='(a.b :name "{{name}}" :share {{share}} :boss "{{boss.name}}{{boss.lei}}" :extra {{city}})\n',
)


def row(line=2, **values):
    return Row(values, f"line {line}", line)


def calls(group):
    return read_program(group.verbs)


def test_a_group_for_each_row():
    groups, problems = groups_of(SMALL, [row(name="A", share="12.5", city="Ulm"), row(name="B")], {"boss": "Bo"})
    assert problems == []
    assert [(group.key, group.title) for group in groups] == [("small@2:a", "A"), ("small@2:b", "B")]
    (first,), (second,) = map(calls, groups)
    assert first.arguments == {"name": "A", "share": 12.5, "boss": "Bo", "extra": "Ulm"}
    assert second.arguments == {"name": "B", "share": None, "boss": "Bo", "extra": None}


def test_what_a_row_says_itself_counts_first():
    groups, _ = groups_of(SMALL, [row(name="A", boss=LEI), row(name="B", boss="")], {"boss": {"name": "Bo"}})
    assert [calls(group)[0].arguments["boss"] for group in groups] == [LEI, "Bo"]


def test_the_key_is_the_lei_else_the_name():
    groups, _ = groups_of(SMALL, [row(name=" Ａ  fund", lei=LEI), row(name=" Ａ  fund")])
    assert [group.key for group in groups] == [f"small@2:{LEI}", "small@2:a fund"]


def test_a_key_that_comes_again_is_taken_once():
    groups, problems = groups_of(SMALL, [row(name="A"), row(3, name="A"), row(4, name="a"), row(5, name="B")])
    assert [group.key for group in groups] == ["small@2:a", "small@2:b"]
    assert [(problem.line, problem.severity) for problem in problems] == [(3, "warning"), (4, "error")]
    assert str(problems[0]) == "line 3: warning: has the key of line 2 (small@2:a); it is taken once"
    assert "says something else" in problems[1].message


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({}, "parameter 'name' is missing"),
        ({"name": "A", "share": "a lot"}, "'share' has to be a number"),
        ({"name": "A", "boss": ["x"]}, "'boss'"),
        ({"name": "  "}, "parameter 'name' is empty"),
        ({"name": "x" * 500}, "its key has 500 characters"),
    ],
)
def test_a_row_that_cannot_be_used_does_not_hide_the_others(values, words):
    groups, problems = groups_of(SMALL, [row(3, **values), row(name="B")])
    assert [group.title for group in groups] == ["B"]
    assert str(problems[0]).startswith("line 3: ")
    assert words in problems[0].message
    assert "line 3" not in problems[0].message


def test_a_row_without_key_lei_and_name_is_told():
    _, (problem,) = groups_of(BatchTemplate(name="t", verbs="(a.b :x {{x}})"), [row(2, x=1)])
    assert str(problem) == "line 2: has nothing to know it by: a key, an LEI or a name"


def test_a_key_that_gives_nothing_is_told():
    template = BatchTemplate(name="t", key="{{lei}}", verbs='(cbu.ensure :name "{{name}}")')
    groups, (problem,) = groups_of(template, [row(2, name="A", lei=""), row(3, name="B", lei="X")])
    assert [group.key for group in groups] == ["t@1:X"]
    assert str(problem) == "line 2: its key is empty: '{{lei}}' gives nothing for it"


def test_a_row_that_leads_to_no_verbs_or_to_broken_ones_is_reported():
    template = BatchTemplate(name="t", verbs="{{#if name}}{{#if bad}}(a.b :x{{/if}}{{/if}}")
    groups, problems = groups_of(template, [row(2, name="A"), row(3, name="B", bad=True)])
    assert groups == []
    assert "leads to no verbs" in problems[0].message
    assert "its verbs cannot be read: line 1" in problems[1].message


def test_columns_are_known_in_other_spellings():
    template = TemplateRegistry().get("onboard-fund-cbu")
    manager = {"Name": "AGI", "LEI": MANAGER["lei"]}
    given = Row({"NAME": "A", "Lei": LEI, "Management Company": manager}, "line 2", 2)
    groups, problems = groups_of(template, [given], {"Client-Type": "ucits"})
    assert problems == []
    assert [group.key for group in groups] == [f"onboard-fund-cbu@1.0:{LEI}"]
    told = calls(groups[0])
    assert told[0].arguments["client-type"] == "ucits"
    assert [call.arguments["lei"] for call in told if call.verb == "gleif.enrich"] == [LEI, MANAGER["lei"]]


def test_a_misspelled_column_stops_the_batch_unless_research_found_it():
    template = TemplateRegistry().get("onboard-fund-cbu")
    rows = [row(name="A", jurisdication="LU"), row(3, name="B", jurisdication="LU")]
    with pytest.raises(UsageError, match=r"^line 2: unknown column 'jurisdication' \(did you mean 'jurisdiction'\?\)"):
        groups_of(template, rows)
    assert groups_of(template, rows, found=True).problems == []


@given(
    st.lists(st.sampled_from(['"', "\\", "\n(red-flag.raise)", ";", ")", "\u202e", "@x", "{{name}}", "A"])).map("".join)
)
def test_no_row_can_become_code(name):
    template = TemplateRegistry().get("onboard-fund-cbu")
    groups, problems = groups_of(
        template, [row(name=name or "x", manager=name)], {"management_company": {"name": name}}
    )
    if groups:
        assert [call.verb for call in calls(groups[0])][:3] == ["cbu.ensure", "entity.ensure", "cbu.assign-role"]
        assert calls(groups[0])[0].arguments["name"] == (name or "x")
        assert {call.verb for call in calls(groups[0])} == {"cbu.ensure", "entity.ensure", "cbu.assign-role"}
    else:
        assert problems


def test_the_template_that_comes_with_inquiro_makes_programs_that_can_run():
    template = TemplateRegistry().get("onboard-fund-cbu")
    rows = [row(name="A", lei=LEI, jurisdiction="LU"), row(name="B", investment_manager="Ivy"), row(name="C")]
    groups, problems = groups_of(template, rows, {"management_company": MANAGER})
    assert problems == []
    assert [group.key for group in groups] == [
        f"onboard-fund-cbu@1.0:{LEI}",
        "onboard-fund-cbu@1.0:B",
        "onboard-fund-cbu@1.0:C",
    ]
    registry = VerbRegistry.load()
    assert [check_program(calls(group), registry) for group in groups] == [[], [], []]
    roles = [[call.arguments["role"] for call in calls(group) if call.verb == "cbu.assign-role"] for group in groups]
    assert roles == [
        ["ASSET_OWNER", "MANAGEMENT_COMPANY"],
        ["ASSET_OWNER", "MANAGEMENT_COMPANY", "INVESTMENT_MANAGER"],
        ["ASSET_OWNER", "MANAGEMENT_COMPANY"],
    ]
    assert [calls(group)[1].verb for group in groups] == ["gleif.enrich", "entity.ensure", "entity.ensure"]
