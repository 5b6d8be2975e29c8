from __future__ import annotations

import msgspec
import pytest

from inquiro.core.decision_chain import ChainProblem, DecisionChain
from inquiro.core.types import Decision, Payload, VerbGroup
from inquiro.onboarding.reviewing.payloads import new_review
from inquiro.onboarding.reviewing.view_text import text_of
from inquiro.onboarding.reviewing.viewing import summary, view


def test_a_summary_counts_what_was_found(payload):
    assert summary(payload) == "1 apex, 2 funds; 1 field needs a look"
    several = {
        "apex": {"name": "A"},
        "management_companies": [{"name": "m"}],
        "subsidiaries": [{"name": str(n)} for n in range(1200)],
        "empty": [],
        "notes": ["x"],
        "blank": {"name": None},
    }
    assert summary(Payload(macro=payload.macro, data=several)) == (
        "1 apex, 1 management company, 1,200 subsidiaries; 1,203 fields need a look"
    )
    assert (
        summary(Payload(data={"search_quality": None}, macro=payload.macro))
        == "nothing was found; no field needs a look"
    )
    groups = tuple(VerbGroup(key=str(n), verbs="(a.b)\n(c.d)") for n in range(3))
    assert summary(Payload(groups=groups)) == "6 verbs, in 3 groups"
    assert summary(Payload()) == "no verbs"


def test_a_view_holds_all_that_a_reviewer_needs(make_review):
    shown = view(make_review(leis=()))
    assert (shown.kind, shown.version, shown.status) == ("macro", 1, "pending")
    assert shown.hash.startswith(shown.short_hash)
    assert [one.path for one in shown.params] == ["client"]
    assert [(one.path, one.value) for one in shown.measured] == [
        ("search quality, as the model sees it", '"HIGH"'),
        ("pages", "3"),
    ]
    assert len(shown.groups[0].calls) == 2
    assert shown.warnings == ()


@pytest.mark.fault(55)
def test_a_payload_that_does_not_fit_its_hash_is_said_first(make_review):
    changed = msgspec.structs.replace(make_review(), payload=Payload(data={"x": 1}))
    shown = view(changed)
    assert "changed in the database" in shown.warnings[0]
    assert shown.hash != changed.payload_hash


def test_a_decided_review_shows_what_was_decided_on(make_review, payload):
    review = make_review(leis=(msgspec.structs.replace(payload.leis[0], verdict="lapsed"),), problems=("odd",))
    edited = msgspec.structs.replace(review.payload, data={"apex": {"name": "B"}})
    lei = payload.leis[0].lei
    decision = Decision(
        id="d", review_id=review.id, verdict="approve", version=3, seen_hash=review.payload_hash, payload=edited,
        payload_hash=new_review(edited, kind="macro", title="").payload_hash, edits_made=True, who="ann\u202e",
        channel="browser", reason="fits", overrides={lei: "on paper"},
    )  # fmt: skip
    assert [one.path for one in view(review).stopped] == [lei]
    shown = view(msgspec.structs.replace(review, draft={"a": 1}), decision)
    assert shown.stopped == ()
    assert (shown.version, shown.hash, shown.warnings) == (3, decision.payload_hash, ())
    assert shown.decision[0] == r"approved by ann\u202e through browser, with edits: fits"
    assert shown.decision[2:] == (
        "not chained: from before decisions had hashes of their own",
        f"overridden: {lei}: on paper",
    )
    sealed = msgspec.structs.replace(decision, hash="ab12", previous_hash="cd34")
    changed = ChainProblem(review_id=review.id, message="it was changed")
    other = ChainProblem(review_id="another", message="that, too")
    chain = DecisionChain(decisions=2, not_chained=0, head="ab12", problems=(changed, other))
    chained = view(review, sealed, chain)
    assert chained.decision[2] == "the decision itself: hash ab12, after cd34"
    assert chained.warnings == ("it was changed",)
    assert shown.draft == '{"a": 1}'


def test_errors_of_the_schema_are_shown(make_review):
    shown = view(make_review(schema_valid=False, validation_errors=("apex.name: is missing",)))
    assert shown.warnings == ("schema: apex.name: is missing",)
    assert view(make_review(schema_valid=False)).warnings == ("the data do not fit the schema",)


def test_a_version_says_who_wrote_it(make_review):
    second = msgspec.structs.replace(make_review(), version=2, edited_by="an agent\u202e")
    assert view(second).warnings == (r"version 2 was written by an agent\u202e",)
    assert "! version 2 was written by an agent" in text_of(view(second))


def test_leis_of_a_file_are_not_counted_as_fields_to_look_at(payload):
    groups = (VerbGroup(key="1", verbs="(a.b)"),)
    assert summary(Payload(groups=groups, leis=payload.leis)) == "1 verb; no field needs a look"
