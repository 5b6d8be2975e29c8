from __future__ import annotations

import pytest

from inquiro.engine.notes.verbs import verbs_in


@pytest.mark.parametrize(
    ("sentence", "verbs"),
    [
        ("You can control how tests run.", {"control"}),
        ("The date was moved by hand.", {"moved"}),
        ("Rain quickly floods the cellar.", {"quickly", "floods"}),
        ("Does the bonus apply to rented flats?", set()),
        ("A family needs a daily supply.", {"needs"}),
        ("The control of tests", set()),
        ("How often may copper be used?", {"used"}),
        ("", set()),
    ],
)
def test_what_its_neighbours_give_away(sentence, verbs):
    assert verbs_in(sentence) == verbs
