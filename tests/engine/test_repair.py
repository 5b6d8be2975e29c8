from __future__ import annotations

import pytest

from inquiro.core.types import Draft, DraftClaim, DraftSection, Ground, Objection
from inquiro.engine.checking import Excerpt
from inquiro.engine.repair import is_repair, loses_subject, repaired

SYNC = Excerpt("Standard: 1, Plus: 10.", heading="Synced vaults", title="Obsidian Sync")
OLD = "Obsidian Sync allows 5 synced vaults on Standard and 10 on Plus."


@pytest.mark.parametrize(
    ("new", "lost"),
    [
        ("The number of synced vaults is 1 or 10.", True),
        ("Obsidian Sync allows 1 synced vault on Standard and 10 on Plus.", False),
        ("It allows 1 synced vault on Standard and 10 on Plus.", True),
        ("Standard has 1, Plus has 10.", True),
    ],
)
def test_a_repair_stays_about_the_same_thing(new, lost):
    assert loses_subject(OLD, new, [SYNC]) is lost


def test_a_name_that_the_evidence_does_not_know_may_go():
    old = "In Varnholt the number of synced vaults is 5 on Standard."
    assert not loses_subject(old, "The number of synced vaults is 1 on Standard.", [SYNC])


def objection(text: str, quote: str) -> Objection:
    ground = Ground(fact="f1", quote=quote, title="Obsidian Sync", heading="Synced vaults")
    return Objection(claim=DraftClaim(text=text, facts=("f1",)), problem="p", quotes=(quote,), grounds=(ground,))


def test_a_repair_with_another_wrong_figure_is_none():
    failed = objection(OLD, SYNC.quote)
    assert not is_repair(OLD.replace("5", "7"), failed)
    assert is_repair("", failed)


def test_a_refused_repair_leaves_the_sentence_as_it_was():
    failed = objection(OLD, SYNC.quote)
    draft = Draft(opening=(failed.claim,), sections=(DraftSection(heading="h", claims=(failed.claim,)),))
    lost = DraftClaim(text="The number of synced vaults is 1 or 10.", facts=("f1",))
    assert repaired(draft, [failed], [lost], "en") == draft
