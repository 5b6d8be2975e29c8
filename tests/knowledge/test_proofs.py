from __future__ import annotations

import pytest

from inquiro.core.types import Anchor
from inquiro.knowledge.proofs import is_fresh, proof_at


def test_a_proof_says_where_on_a_page_it_stands(tell):
    page = tell.page(
        "a", "One. Two.", page_starts=(0, 10, 20), headings=(Anchor(offset=12, label="Costs"),), private=True
    )
    start = page.text.index("Two.")
    proof = proof_at(page, start, start + 4)
    assert (proof.quote, proof.page, proof.heading, proof.private) == ("Two.", 3, "Costs", True)
    assert proof_at(tell.page("b", "One."), 0, 1).page is None


@pytest.mark.parametrize(
    ("fields", "fresh"), [({}, True), ({"source_type": "knowledge"}, False), ({"retracted": True}, False)]
)
def test_only_sound_pages_from_outside_prove_anything_new(tell, fields, fresh):
    assert is_fresh(tell.page("a", "One.", **fields)) is fresh
    assert not is_fresh(None)
