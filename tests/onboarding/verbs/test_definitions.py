import pytest

from inquiro.core.types import VerbArgument
from inquiro.onboarding.verbs.definitions import read_verbs

VISIT = """\
verbs:
  kyc.record-visit:
    description: Somebody was there.
    record: visit
    key: [entity_id, date]
    arguments:
      entity_id: {type: entity, required: true}
      date: date
      note:
      outcome: {enum: [fine, not-fine], default: fine, aliases: [result]}
"""


def test_a_record_verb_of_the_users_own():
    verbs, problems = read_verbs(VISIT)
    assert problems == []
    ((spec, line),) = verbs
    assert (spec.name, spec.record, spec.key, spec.yields, spec.effects, line) == (
        "kyc.record-visit",
        "visit",
        ("entity-id", "date"),
        "record",
        "store",
        2,
    )
    assert spec.arguments == (
        VerbArgument(name="entity-id", type="entity", required=True),
        VerbArgument(name="date", type="date"),
        VerbArgument(name="note"),
        VerbArgument(name="outcome", enum=("fine", "not-fine"), default="fine", aliases=("result",)),
    )


def test_verbs_may_be_a_list():
    verbs, problems = read_verbs("verbs:\n  - name: a.b\n    record: x\n  - name: a.c\n    record: y\n")
    assert problems == []
    assert [(spec.name, line) for spec, line in verbs] == [("a.b", 2), ("a.c", 4)]


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("verbs: 5", 1, "a map or a list"),
        ("other: 5", 1, "expected 'verbs:'"),
        ("verbs:\n  visit: {record: x}", 2, "'visit' is no name for a verb"),
        ("verbs:\n  - {record: x}", 2, "'' is no name for a verb"),
        ("verbs:\n  a.b: 5", 2, "has to be a map"),
        ("verbs:\n  a.b: {description: x}", 2, "which kind of record"),
        ("verbs:\n  a.b: {record: x, effects: outside}", 2, "its effects are 'store'"),
        ("verbs:\n  a.b: {record: x, effects: magic}", 2, "one of read, store, outside"),
        ("verbs:\n  a.b: {record: x, yields: entity}", 2, "yields 'record'"),
        ("verbs:\n  a.b:\n    record: x\n    recrod: y", 4, "unknown key 'recrod'"),
        ("verbs:\n  a.b:\n    record: x\n    key: [who]", 2, "no argument 'who'"),
        ("verbs:\n  a.b:\n    record: x\n    one_of: [[who]]", 2, "no argument 'who'"),
        ("verbs:\n  a.b:\n    record: x\n    key: 5", 2, "a.b"),
        ("verbs:\n  a.b:\n    record: x\n    arguments: [x]", 4, "have to be a map"),
        ("verbs:\n  a.b:\n    record: x\n    arguments:\n      x: {type: colour}", 5, "one of string, integer"),
        ("verbs:\n  a.b:\n    record: x\n    arguments:\n      x: {required: maybe}", 5, ":x of a.b"),
        ("verbs:\n  a.b:\n    record: x\n    arguments:\n      as: string", 5, "cannot be the name"),
        ("verbs:\n  a.b:\n    record: x\n    arguments:\n      x: [string]", 5, "a type or a map"),
        (
            "verbs:\n  a.b:\n    record: x\n    arguments:\n      x_y: string\n      x-y: string",
            2,
            "two arguments called x-y",
        ),
        ("verbs:\n  a.b:\n    record: x\n    arguments:\n      x: {aliases: [y]}\n      y: date", 2, "called y"),
        ("verbs: *x", 1, ""),
        ("verbs:\n  a.b: {record: x}\n  a.b: {record: y}", 3, "second time"),
    ],
)
def test_each_mistake_has_its_line(text, line, words):
    verbs, problems = read_verbs(text)
    assert verbs == []
    assert problems[0].line == line
    assert words in problems[0].message


def test_a_good_verb_is_there_beside_a_bad_one():
    verbs, problems = read_verbs("verbs:\n  a.b: {record: x}\n  a.c: {}\n")
    assert [spec.name for spec, _ in verbs] == ["a.b"]
    assert [problem.line for problem in problems] == [3]


def test_arguments_are_given_once():
    _, (problem,) = read_verbs("verbs:\n  a.b:\n    record: x\n    arguments: {x: string}\n    args: {y: string}\n")
    assert (problem.line, problem.message) == (5, "'args' of a.b says the same as 'arguments': keep one of them")


def test_arguments_may_be_a_list_and_choices_may_be_numbers():
    text = """
verbs:
  - name: note.add
    record: note
    args:
      - {name: text, type: string, required: true}
      - {name: priority, type: integer, enum: [1, 2, 3]}
"""
    ((spec, _),), problems = read_verbs(text)
    assert problems == []
    assert [(one.name, one.required, one.enum) for one in spec.arguments] == [
        ("text", True, ()),
        ("priority", False, (1, 2, 3)),
    ]
