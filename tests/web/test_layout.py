from __future__ import annotations

from base64 import b64encode
from hashlib import sha256

from resiliparse.parse.html import HTMLTree

from inquiro.web.layout import STYLE, STYLE_HASH, document


def parsed(html):
    return HTMLTree.parse(str(html)).document


def test_the_policy_names_exactly_the_stylesheet_that_is_inside():
    style = parsed(document("T")).query_selector("style").text
    assert style == STYLE
    assert f"sha256-{b64encode(sha256(style.encode()).digest()).decode()}" == STYLE_HASH
    assert "@import" not in STYLE
    assert "url(" not in STYLE
    assert "<" not in STYLE


def test_only_whoever_came_in_can_leave():
    assert "/logout" not in document("T", "x")
    page = parsed(document("T", "x", who="Rita <b>", csrf="proof"))
    assert page.query_selector('form[action="/logout"] input').getattr("value") == "proof"
    assert page.query_selector("header span").text == "Rita <b>"


def test_a_page_asks_again_only_when_told_to():
    assert "refresh" not in document("T")
    assert '<meta http-equiv="refresh" content="2">' in document("T", refresh=2)
