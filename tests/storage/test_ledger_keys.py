from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from inquiro.storage.ledger_keys import LONGEST_KEY, entity_key, folded, name_key, natural_key


@given(st.text())
def test_folding_what_is_folded_changes_nothing(text):
    assert folded(folded(text)) == folded(text)


@given(st.text(max_size=40))
def test_case_and_blanks_make_no_difference(text):
    assert folded(f" {text}\t ") == folded(text)
    assert folded(folded(text).upper()) == folded(folded(folded(text).upper()))


@given(st.text(min_size=LONGEST_KEY))
def test_a_key_fits_into_an_index(text):
    assert len(name_key(text)) <= LONGEST_KEY
    name_key(text).encode()


@given(st.lists(st.text(max_size=5), max_size=4), st.lists(st.text(max_size=5), max_size=4))
def test_parts_never_run_into_each_other(one, other):
    unchanged = all("\x00" not in part for part in one + other)
    if unchanged:
        assert (natural_key(*one) == natural_key(*other)) == (one == other)


def test_entities_with_leis_of_their_own_may_share_everything_else():
    keys = {entity_key("fund", "Alpha", "LU", lei) for lei in ("", "one", "two")}
    assert len(keys) == 3
    assert entity_key("FUND", " alpha ", "lu", "one") in keys
