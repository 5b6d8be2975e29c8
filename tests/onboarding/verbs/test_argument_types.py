import pytest

from inquiro.core.types import Reference, Symbol, VerbArgument, VerbSpec
from inquiro.onboarding.verbs.argument_types import arguments_of, filled, type_problem

LEI = "529900K9B0N5BT694847"


@pytest.mark.parametrize(
    ("type_", "good", "bad"),
    [
        ("string", ["", "x", Symbol(name="x")], [5, True, ["x"], {}]),
        ("integer", [0, -3, 10**30], [1.0, True, "1"]),
        ("number", [0, 1.5], [False, "1.5", Symbol(name="nan")]),
        ("percentage", [0, 100, 33.3], [-0.1, 100.1, 10**30, "60", True]),
        ("boolean", [True, False], [1, "true", Symbol(name="yes")]),
        ("date", ["2024-02-29"], ["2023-02-29", "2024-2-9", "20240229", "٢٠٢٤-٠٢-٢٩", 20240229, ""]),
        ("lei", [LEI, Symbol(name="HWUPKR0MPOU8FGXBT394")], [LEI.lower(), LEI[:-1] + "8", LEI + " ", 5, "x"]),
        ("entity", [LEI, "Allianz SE", "01J8ZK"], [LEI[:-1] + "8", 5, ["x"], Symbol(name="x")]),
        ("symbol", [Symbol(name="x"), "x"], [5]),
        ("list", [[], [1]], ["x", {}]),
        ("map", [{}, {"a": 1}], [[], "x"]),
        ("any", [5, "x", [], {}], []),
    ],
)
def test_what_fits_and_what_does_not(type_, good, bad):
    argument = VerbArgument(name="x", type=type_)
    assert [value for value in good if type_problem(argument, value)] == []
    assert [value for value in bad if not type_problem(argument, value)] == []


def test_a_choice_is_known_by_its_letters_and_handed_on_as_the_verb_spells_it():
    direction = VerbArgument(name="direction", enum=("up", "both-ways"), default="up")
    spec = VerbSpec(name="a.b", arguments=(direction,))
    assert type_problem(direction, Symbol(name="BOTH_WAYS")) == ""
    assert type_problem(direction, "sideways") == 'is one of up, both-ways, not "sideways"'
    assert filled(spec, {"direction": Symbol(name="BOTH_WAYS")}) == {"direction": "both-ways"}
    assert filled(spec, {}) == {"direction": "up"}
    assert filled(spec, {"direction": None}) == {"direction": "up"}


def test_arguments_come_under_the_verbs_own_names():
    lei = VerbArgument(name="lei", type="lei", aliases=("manager-lei",))
    spec = VerbSpec(name="a.b", arguments=(lei, VerbArgument(name="note")), open=True)
    given = {"manager-lei": LEI, "note": "", "city": "Munich", "who": Reference(name="x"), "gone": None}
    assert arguments_of(spec, given) == {"lei": LEI, "note": "", "city": "Munich", "who": Reference(name="x")}


def test_an_empty_lei_or_entity_says_nothing():
    spec = VerbSpec(
        name="a.b", arguments=(VerbArgument(name="lei", type="lei"), VerbArgument(name="entity-id", type="entity"))
    )
    assert arguments_of(spec, {"lei": "", "entity-id": ""}) == {}


def test_a_long_wrong_value_is_cut():
    problem = type_problem(VerbArgument(name="x", type="integer"), "y" * 10_000)
    assert len(problem) < 120


def test_choices_may_be_numbers():
    priority = VerbArgument(name="priority", type="integer", enum=(0, 1))
    assert [type_problem(priority, value) for value in (0, 1)] == ["", ""]
    assert [type_problem(priority, value) for value in (2, True, "1")] == [
        f"is one of 0, 1, not {shown}" for shown in ("2", "true", '"1"')
    ]
    assert filled(VerbSpec(name="a.b", arguments=(priority,)), {"priority": 0}) == {"priority": 0}
