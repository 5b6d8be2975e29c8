from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.core.types import Symbol, VerbCall, VerbGroup
from inquiro.onboarding.dsl.reading import read_program
from inquiro.onboarding.executing.arguments import blocked_among
from inquiro.onboarding.reviewing.verb_views import group_view, stops

GOOD = "529900K9B0N5BT694847"
VERBS = f"""
;; Fund: hidden\u202e
(entity.ensure :name "Aldra" :lei "{GOOD}" :as @apex)
(entity.ensure :name "Other" :as @other)
(cbu.ensure :name "x" :of [@other {{:k @apex}}] :as @cbu)
(cbu.assign-role :cbu-id @cbu)
(entity.ensure :name "Third" :as @apex)
(cbu.assign-role :cbu-id @apex)
"""


@pytest.mark.fault(57)
def test_a_call_is_stopped_by_its_lei_and_by_what_it_needs():
    found = stops(read_program(VERBS), {GOOD: "has wrong check digits", "": "nothing"})
    assert found == {
        0: f"{GOOD} may not be used: has wrong check digits",
        2: f"needs @apex, which is not made: {GOOD} may not be used: has wrong check digits",
        3: f"needs @cbu, which is not made: {GOOD} may not be used: has wrong check digits",
    }
    assert stops(read_program(VERBS), {}) == {}


def test_verbs_are_shown_as_they_will_run():
    view = group_view(VerbGroup(key="k", title="t", verbs=VERBS), {GOOD: "no"})
    assert view.calls[1].text == '(entity.ensure :name "Other" :as @other)'
    assert [bool(call.stopped) for call in view.calls] == [True, False, True, True, False, False]
    assert view.problems == ("nothing of this runs while 3 of its verbs cannot",)
    assert view.source[1] == r";; Fund: hidden\u202e"


def test_names_that_are_bound_again_are_told():
    assert group_view(VerbGroup(key="k", verbs=VERBS), {}).warnings == (
        "line 7: @apex is bound again; uses from here on mean this one",
    )


def test_what_cannot_be_read_is_shown_as_it_is_written():
    view = group_view(VerbGroup(key="k", verbs='(entity.ensure :name "a"\x1b'), {})
    assert view.calls == ()
    assert view.problems
    assert view.source == (r'(entity.ensure :name "a"\u001b',)


@given(
    st.lists(st.text("aA9 ", max_size=22), min_size=1, max_size=3),
    st.dictionaries(st.text("aA9 ", max_size=20), st.just("why"), max_size=4),
)
def test_a_call_is_stopped_exactly_when_its_execution_would_be(texts, stopped):
    call = VerbCall(
        verb="a.b", arguments={"x": texts[0], "y": [Symbol(name=text) for text in texts], "z": {"k": texts}}
    )
    said = stops([call], {lei: why for lei, why in stopped.items() if lei.strip()})
    assert bool(said) == bool(blocked_among(call.arguments, {lei: why for lei, why in stopped.items() if lei.strip()}))


@pytest.mark.fault(57)
def test_an_lei_that_is_written_as_a_number_stops_its_call_too():
    calls = read_program("(entity.ensure :name 5 :attributes {:parent-lei 98450012345678901275})")
    assert stops(calls, {"98450012345678901275": "ended"}) == {0: "98450012345678901275 may not be used: ended"}
