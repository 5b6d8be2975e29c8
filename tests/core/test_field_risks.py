from __future__ import annotations

import pytest

from inquiro.core.field_risks import NEEDS_LOOK, Risk, disguises, is_number, risk_of
from inquiro.core.types import LeiFinding


def finding(verdict):
    return LeiFinding(path="lei", lei="X", verdict=verdict)


@pytest.mark.parametrize(
    ("value", "label", "verdicts", "risk"),
    [
        ("X", "quoted", ["confirmed", "malformed"], Risk.STOPPED),
        ("X", "quoted", ["name_differs"], Risk.STOPPED),
        ("X", "quoted", ["unverified"], Risk.STOPPED_FOR_NOW),
        ("X", "quoted", ["lapsed"], Risk.STOPPED_FOR_NOW),
        ("X", "unsupported", ["confirmed"], Risk.UNSUPPORTED),
        ("name", "inferred", [], Risk.INFERRED),
        (25, "inferred", [], Risk.INFERRED),
        (25, "quoted", [], Risk.NUMBER),
        ("25 %", "supported", [], Risk.NUMBER),
        ("name", "edited", [], Risk.EDITED),
        ("name", "supported", [], Risk.SUPPORTED),
        ("name", "quoted", [], Risk.QUOTED),
        (True, "quoted", [], Risk.QUOTED),
        (None, "unfilled", [], Risk.UNFILLED),
    ],
)
def test_risks(value, label, verdicts, risk):
    assert risk_of(value, label, [finding(one) for one in verdicts], []) == risk


def test_what_stops_comes_first_and_what_is_quoted_late():
    assert sorted(Risk) == list(Risk)
    assert [risk for risk in Risk if risk <= NEEDS_LOOK] == [
        Risk.STOPPED,
        Risk.STOPPED_FOR_NOW,
        Risk.DISGUISED,
        Risk.UNSUPPORTED,
        Risk.INFERRED,
        Risk.EDITED,
    ]
    assert risk_of("\u0410ldra", "quoted", [], ["odd"]) == Risk.DISGUISED


@pytest.mark.fault(57)
def test_disguises():
    assert disguises("Аldra SE") == ["the word Аldra mixes letters: Cyrillic and Latin"]
    assert disguises("Ald\u200bra") == ["holds characters that cannot be seen: \\u200b"]
    for plain in ("Aldra SE", "Société Générale", "Сбербанк PJSC", "Ελλάς 12", "株式会社", 25, None):
        assert disguises(plain) == []


def test_numbers():
    assert all(map(is_number, [1, 2.5, "25", "25%", "1,200.50", " 12 percent"]))
    assert not any(map(is_number, [True, "", "%", "12 funds", None, ["1"]]))
