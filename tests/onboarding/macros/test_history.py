from __future__ import annotations

from msgspec.structs import replace

from inquiro.core.types import Decision, Macro, MacroOutput, MacroParameter, Payload, VerbGroup
from inquiro.onboarding.macros.history import replay_history
from inquiro.onboarding.suggesting import suggested_verbs

MACRO = Macro(
    name="m",
    version="1",
    parameters=(MacroParameter(name="client", required=True),),
    prompt="x",
    output=MacroOutput(schema={"type": "object", "properties": {"name": {"type": "string"}}}),
    suggested_verbs='(entity.ensure :name "{{name}}" :as @e)\n',
)


def decided(name: str, *, data=None, verdict="approve", macro: Macro | None = MACRO, **more) -> Decision:
    data = {"name": "A"} if data is None else data
    verbs = suggested_verbs(macro, data, {"client": "C"}).text if macro else ""
    payload = Payload(macro=macro, params={"client": "C"}, data=data, groups=(VerbGroup(key="k", verbs=verbs),))
    return Decision(
        id=name,
        review_id=f"r-{name}",
        verdict=verdict,
        version=1,
        seen_hash="h",
        payload=payload,
        payload_hash="h",
        who="ada",
        **more,
    )


def test_nothing_changed():
    (replayed,) = replay_history(MACRO, [decided("1", edits_made=True)])
    assert (replayed.outcome, replayed.problems, replayed.difference) == ("same", (), "")
    assert (replayed.decision_id, replayed.review_id, replayed.who, replayed.edits_made) == ("1", "r-1", "ada", True)


def test_layout_and_comments_are_no_change():
    relaid = replace(MACRO, suggested_verbs='; new\n(entity.ensure\n   :name "{{name}}"\n   :as @e)')
    assert replay_history(relaid, [decided("1")])[0].outcome == "same"


def test_other_verbs_are_shown_as_a_difference():
    changed = replace(MACRO, suggested_verbs='(entity.ensure :name "{{name}}" :jurisdiction "DE" :as @e)')
    (replayed,) = replay_history(changed, [decided("1")])
    assert replayed.outcome == "changed"
    assert '-(entity.ensure :name "A" :as @e)' in replayed.difference
    assert '+(entity.ensure :name "A" :jurisdiction "DE" :as @e)' in replayed.difference


def test_data_that_no_longer_fit():
    stricter = MacroOutput(schema={"type": "object", "required": ["lei"]})
    (replayed,) = replay_history(replace(MACRO, output=stricter), [decided("1")])
    assert replayed.outcome == "broken"
    assert replayed.problems == ("data: lei: is missing",)


def test_verbs_and_parameters_that_no_longer_work():
    broken = replace(MACRO, suggested_verbs='(entity.ensrue :name "{{name}}")', parameters=())
    (replayed,) = replay_history(broken, [decided("1")])
    assert replayed.outcome == "broken"
    assert any(
        problem.startswith("parameters: m cannot run: unknown parameter 'client'") for problem in replayed.problems
    )
    assert any(problem.startswith("verbs: line 1") for problem in replayed.problems)
    (replayed,) = replay_history(replace(MACRO, suggested_verbs="{{#if"), [decided("1")])
    assert replayed.outcome == "broken"


def test_rejected_ones_are_listed_and_others_left_out():
    other = replace(MACRO, name="other")
    decisions = [
        decided("1", verdict="reject", reason="wrong client", data={"name": 3}),
        decided("2", macro=other),
        decided("3", macro=None),
    ]
    (replayed,) = replay_history(MACRO, decisions)
    assert (replayed.outcome, replayed.reason, replayed.problems) == ("rejected", "wrong client", ())
