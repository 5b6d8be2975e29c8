from __future__ import annotations

import pytest

from inquiro.core.errors import BadFile
from inquiro.core.types import VerbGroup
from inquiro.onboarding.executing.programs import idempotency_key, read_groups
from inquiro.onboarding.verbs.handlers import HANDLERS
from inquiro.onboarding.verbs.registry import VerbRegistry, bundled_verbs


def read(*verbs, handlers=HANDLERS, blocked=None):
    groups = [VerbGroup(key=f"k{n}", title=f"Row {n}", verbs=text) for n, text in enumerate(verbs)]
    return read_groups(groups, registry=VerbRegistry(bundled_verbs()), handlers=handlers, blocked=blocked or {})


def test_how_verbs_are_written_makes_no_difference_to_their_keys():
    (plain,), (odd,) = read('(entity.ensure :name "A" :city "B")'), read('; a\n( entity.ensure\n:name "A", :city "B" )')
    assert [call.key for call in plain.calls] == [call.key for call in odd.calls]
    assert plain.calls[0].text == '(entity.ensure :name "A" :city "B")'


def test_the_key_of_a_call_is_its_own():
    (program,) = read('(entity.ensure :name "A")(entity.ensure :name "A")(entity.ensure :name "B")')
    keys = {call.key for call in program.calls}
    assert len(keys) == 3
    assert all(len(key) == 32 for key in keys)
    assert idempotency_key("a", 1, "b") != idempotency_key("b", 1, "a")


def test_every_problem_of_every_group_is_told_with_its_place():
    with pytest.raises(BadFile) as told:
        read('(entity.ensure :name "A")', "(entity.ensure)\n(cbu.ensure)", "(nothing.known)")
    assert [(problem.line, problem.message.split(":")[0]) for problem in told.value.problems] == [
        (1, "Row 1"),
        (2, "Row 1"),
        (1, "Row 2"),
    ]


def test_a_verb_that_nothing_stands_behind_cannot_run():
    with pytest.raises(BadFile, match=r"line 1: entity\.ensure cannot be executed"):
        read('(entity.ensure :name "A")', handlers={})


def test_a_group_that_names_what_is_blocked_is_refused_alone():
    lei = "529900K9B0N5BT694847"
    fine, refused = read('(entity.ensure :name "A")', f'\n(gleif.enrich :lei "{lei}")', blocked={lei: "annulled"})
    assert (fine.refusal, len(fine.calls)) == ("", 1)
    assert (refused.refusal, refused.calls) == (f"line 2: {lei} may not be used: annulled", ())
