from __future__ import annotations

from typing import get_args

from inquiro.core.lei_findings import MARKS, found_out
from inquiro.core.types import LeiFinding, LeiVerdict


def told(**known):
    return list(found_out(LeiFinding(path="lei", lei="X", verdict="lapsed", **known), str.upper, repr))


def test_every_verdict_has_a_mark():
    assert set(MARKS) == set(get_args(LeiVerdict))


def test_what_the_register_and_the_research_say_of_it():
    assert told() == []
    assert told(record_name="a", record_jurisdiction="de", name="b", registration="lapsed") == [
        "the register: 'a' (DE)",
        "the research: 'b'",
        "LAPSED",
    ]
    assert told(record_name="a", name="a", successors=("s", "t"), hints=("h",)) == [
        "the register: 'a'",
        "succeeded by S, T",
        "perhaps meant: H",
    ]
