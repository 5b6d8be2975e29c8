from __future__ import annotations

import re
from collections import Counter

import pytest

from inquiro.providers.pages.classify import SIGNS
from inquiro.providers.pages.guards import GUARDS
from inquiro.providers.pages.missing import MISSING
from inquiro.providers.pages.signs import DECISIVE, Sign, sign
from inquiro.providers.pages.walls import WALLS


@pytest.mark.parametrize("one", SIGNS, ids=lambda one: f"{one.kind}-{one.label}")
def test_signs_are_looked_for_in_lower_case(one: Sign):
    literals = re.sub(r"\\[A-Z]", "", one.pattern.pattern)
    assert literals == literals.lower()
    assert not one.pattern.search("")


def test_only_a_header_decides_alone():
    assert {one.place for one in SIGNS if one.worth >= 4} == {"header"}
    assert {one.worth for one in SIGNS if one.place == "header"} == {DECISIVE}


def test_every_kind_has_signs_and_content_has_none():
    kinds = Counter(one.kind for one in SIGNS)
    assert set(kinds) == {"captcha", "challenge", "blocked", "paywall", "login", "cookie_wall", "soft_404", "error"}
    assert {one.kind for one in GUARDS} == {"captcha", "challenge", "blocked"}
    assert {one.kind for one in WALLS} == {"paywall", "login", "cookie_wall"}
    assert {one.kind for one in MISSING} == {"soft_404", "error"}


def test_a_title_has_to_match_as_a_whole():
    titled = sign("login", 2, "title", "title", "log in", "sign in").pattern
    assert titled.match("sign in")
    assert not titled.match("how to sign in")
    assert sign("login", 2, "text", "text", "log in").pattern.search("please log in now")
