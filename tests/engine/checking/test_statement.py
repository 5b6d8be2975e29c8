from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.engine.checking.statement import counts, statement
from inquiro.text.dates import dates
from inquiro.text.figures import figures
from inquiro.text.identifiers import identifiers


@pytest.mark.parametrize(
    ("text", "holds"),
    [("two trees", True), ("in June", True), ("soixante-dix arbres", True), ("٣ trees", True), ("Trees cool.", False)],
)
def test_what_can_hold_a_number(text, holds):
    assert counts(text) == holds


@given(
    st.lists(st.sampled_from("a dozen tree two and in May june https://x.org B12 ½ twenty five of".split()), max_size=8)
)
def test_nothing_is_missed_by_not_looking(words):
    text = " ".join(words)
    if not counts(text):
        assert not [*identifiers(text), *dates(text), *figures(text)]
    assert statement(text).text == text
