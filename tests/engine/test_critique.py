"""Patches touch what they name and nothing else."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from inquiro.core.types import CriticFinding, Critique, Draft, DraftClaim, DraftSection, Fact, Patch
from inquiro.engine.critique import MOST_ADDED, numbered, patched, wanted

FACTS = [
    Fact(id=f"f{n}", statement=f"Street trees need {n} litres of water.", evidence=(), sources=()) for n in range(1, 5)
]
DRAFT = Draft(
    opening=(DraftClaim(text="Trees cool.", facts=("f1",)), DraftClaim(text="They cost money.", facts=("f2",))),
    sections=(
        DraftSection(heading="Cooling", claims=(DraftClaim(text="By ten degrees.", facts=("f1",), paragraph=0),)),
        DraftSection(
            heading="Compared",
            part="comparison",
            claims=(DraftClaim(text="Much", facts=("f3",), row="Trees", column="Shade"),),
        ),
        DraftSection(heading="Limits", part="caveats", claims=(DraftClaim(text="Few sources.", facts=("f4",)),)),
    ),
)
CRITIQUE = Critique(
    round=1,
    findings=(
        CriticFinding(critic="gaps", problem="Water is missing.", question="How much water?", query="water"),
        CriticFinding(critic="readability", problem="Too short.", sentence=3),
        CriticFinding(critic="counter", problem="Is it true?", question="Who says no?", query="no cooling"),
        CriticFinding(critic="counter", problem="Is it?", question="Who else says no?", query="no cooling at all"),
    ),
)


def texts(draft):
    return [one.claim.text for one in numbered(draft)]


def mend(*patches):
    return patched(DRAFT, CRITIQUE, patches, FACTS)


def test_sentences_are_numbered_as_they_are_read():
    assert [(one.number, one.claim.text) for one in numbered(DRAFT)] == list(enumerate(texts(DRAFT), 1))


def test_a_sentence_is_replaced_where_it_stands_and_keeps_its_place_in_a_table():
    draft, told = mend(
        Patch(finding=2, action="replace", sentence=3, text="The air cools by ten degrees.", facts=("f1", "f9")),
        Patch(finding=1, action="replace", sentence=4, text="A lot", facts=("f3",)),
    )
    assert texts(draft) == ["Trees cool.", "They cost money.", "The air cools by ten degrees.", "A lot", "Few sources."]
    cell = draft.sections[1].claims[0]
    assert (cell.row, cell.column, cell.facts) == ("Trees", "Shade", ("f3",))
    assert (told.changed, told.added, told.removed) == (2, 0, 0)
    assert [one.outcome for one in told.findings] == ["changed", "changed", "open", "open"]


def test_a_sentence_is_added_behind_another_at_the_end_of_a_section_or_under_a_new_heading():
    draft, told = mend(
        Patch(finding=1, action="add", sentence=1, text="Water cools too.", facts=("f1",)),
        Patch(finding=1, action="add", section="cooling.", text="At night less.", facts=("f2",)),
        Patch(finding=1, action="add", section="Water need", text="They need 1 litre.", facts=("f1",)),
    )
    assert texts(draft)[:5] == [
        "Trees cool.",
        "Water cools too.",
        "They cost money.",
        "By ten degrees.",
        "At night less.",
    ]
    assert [section.heading for section in draft.sections] == ["Cooling", "Compared", "Water need", "Limits"]
    assert [claim.paragraph for claim in draft.sections[0].claims] == [0, 1]
    assert told.added == 3
    assert told.findings[0].outcome == "added"


def test_a_section_that_loses_its_last_sentence_goes_and_an_empty_opening_says_so():
    draft, told = mend(*(Patch(finding=2, action="remove", sentence=number) for number in (1, 2, 3)))
    assert [section.heading for section in draft.sections] == ["Compared", "Limits"]
    assert draft.opening
    assert not draft.opening[0].facts
    assert told.removed == 3


def test_what_names_no_fact_no_finding_or_nothing_new_is_no_patch():
    same = Patch(finding=1, action="add", section="Cooling", text="Trees cool.", facts=("f1",))
    draft, told = mend(
        Patch(finding=0, action="remove", sentence=1),
        Patch(finding=7, action="remove", sentence=1),
        Patch(finding=1, action="replace", sentence=1, text="No facts.", facts=("f99",)),
        Patch(finding=1, action="replace", sentence=44, text="Nowhere.", facts=("f1",)),
        Patch(finding=1, action="add", section="Berlin 1999", text="Held by nothing.", facts=("f1",)),
        same,
    )
    assert draft == DRAFT
    assert (told.changed, told.added, told.removed) == (0, 0, 0)


def test_critics_cannot_write_the_report_anew():
    many = [Patch(finding=1, action="add", section="Cooling", text=f"Sentence {n}.", facts=("f1",)) for n in range(40)]
    draft, told = patched(DRAFT, CRITIQUE, many, FACTS)
    assert told.added == MOST_ADDED == len(texts(draft)) - len(texts(DRAFT))


def test_each_critic_is_searched_for_in_turn():
    assert [one.query for one in wanted(CRITIQUE.findings, 2)] == ["water", "no cooling"]
    assert [one.query for one in wanted(CRITIQUE.findings, 9)] == ["water", "no cooling", "no cooling at all"]


PATCHES = st.lists(
    st.builds(
        Patch,
        finding=st.integers(-1, 6),
        action=st.sampled_from(["replace", "remove", "add"]),
        sentence=st.integers(-1, 8),
        section=st.sampled_from(["", "Cooling", "Limits", "New"]),
        text=st.sampled_from(["", "New one.", "Another.", "Trees cool."]),
        facts=st.lists(st.sampled_from(["f1", "f2", "f9"]), max_size=3).map(tuple),
    ),
    max_size=12,
)


@given(PATCHES)
def test_what_no_patch_names_stays_to_the_letter(patches):
    draft, told = patched(DRAFT, CRITIQUE, patches, FACTS)
    named = {one.sentence for one in patches if one.action != "add"}
    kept = [one.claim for one in numbered(DRAFT) if one.number not in named]
    after = [one.claim for one in numbered(draft)]
    assert [claim for claim in after if claim in kept] == kept
    assert len(after) - (not draft.opening[0].facts) == len(texts(DRAFT)) + told.added - told.removed
    assert all(set(claim.facts) <= {"f1", "f2", "f3", "f4"} for claim in after)


def test_a_reader_is_shown_no_ids_of_facts():
    told = Critique(findings=(CriticFinding(critic="gaps", problem="It omits water (f48), costs (f3, f12) and f1."),))
    _, after = patched(DRAFT, told, [], FACTS)
    assert after.findings[0].problem == "It omits water, costs and."
