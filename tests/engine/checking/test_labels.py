from __future__ import annotations

import pytest

from inquiro.engine.checking.labels import label_grants

HELD = "PEP 522 proposes that os.urandom raises BlockingIOError; upsd.conf must not be world-readable."


@pytest.mark.parametrize(
    ("text", "label", "granted"),
    [
        ("Raises an error", "PEP 522: Allow blocking", ["PEP 522"]),
        ("Raises an error", "PEP 524", ["PEP"]),
        ("Not readable by all", "upsd.conf", ["upsd.conf"]),
        ("Not readable by all", "upsmon.conf", []),
        ("PEP 522 raises an error", "PEP 522", []),
        ("522 users saw an error", "PEP 522", ["PEP"]),
        ("Raises an error", "", []),
    ],
)
def test_a_label_may_name_what_is_known_and_its_cell_has_to_prove_its_own_words(text, label, granted):
    assert label_grants(text, (label, ""), [HELD]) == granted


def test_what_one_of_the_texts_does_not_hold_is_not_granted():
    assert label_grants("Raises", ("PEP 522",), [HELD, "PEP"]) == ["PEP"]
