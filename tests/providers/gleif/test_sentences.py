"""A record in sentences: each one can be quoted, and says nothing that the register does not."""

from __future__ import annotations

import pytest

from inquiro.providers.gleif.records import LeiRecord
from inquiro.providers.gleif.sentences import exception_reason, readable

RECORD = LeiRecord(lei="529900K9B0N5BT694847", name="Varnholt SE", registration="LAPSED", renewal="2024-11-01")


def test_only_what_is_known_is_said():
    text = readable(RECORD, {"direct-parent": "The register holds no direct parent of Varnholt SE."}, "the page")
    assert text.text.splitlines() == [
        "Varnholt SE",
        "",
        "Identity",
        "",
        "Varnholt SE has the LEI 529900K9B0N5BT694847.",
        "",
        "Registration",
        "",
        "The registration status of the LEI 529900K9B0N5BT694847 is LAPSED.",
        "The next renewal is due on 2024-11-01.",
        "",
        "Parents",
        "",
        "The register holds no direct parent of Varnholt SE.",
        "",
        "Register page: the page",
    ]
    assert text.flags == ("registration LAPSED",)
    assert [text.text[heading.offset :].split("\n")[0] for heading in text.headings] == [
        "Identity",
        "Registration",
        "Parents",
    ]


@pytest.mark.parametrize(
    ("reason", "said"),
    [
        ("NO_LEI", "NO_LEI (the parent has no LEI)"),
        (["NO_LEI", "ODD"], "NO_LEI (the parent has no LEI), ODD"),
        (None, ""),
    ],
)
def test_reasons_in_plain_words(reason, said):
    assert exception_reason({"attributes": {"reason": reason}}) == said
