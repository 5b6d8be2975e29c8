"""In with a code, out with a button."""

from __future__ import annotations

import logging
from logging.handlers import QueueHandler
from queue import SimpleQueue

import pytest

from inquiro.api.access_log import JsonLines
from inquiro.api.visiting import COOKIE

SETTINGS = {"privacy": "local_only"}


@pytest.fixture
def stranger(served):
    with served.client() as client:
        del client.headers["Authorization"]
        yield client


def path_in(served, **wanted: str) -> str:
    with served.client() as client:
        told = client.post("/api/browser/codes", **({"json": wanted} if wanted else {})).json()
    assert told["expires_in"] == 60
    assert told["link"] == f"{served.url}{told['path']}"
    return told["path"]


def test_a_code_is_exchanged_for_a_cookie_that_scripts_and_other_sites_do_not_get(served, stranger):
    answer = stranger.get(path_in(served))
    assert (answer.status_code, answer.headers["Location"]) == (303, "/reviews")
    assert answer.headers["Referrer-Policy"] == "no-referrer"
    assert answer.headers["Cache-Control"] == "no-store"
    cookie = answer.headers["Set-Cookie"]
    for part in ("HttpOnly", "SameSite=strict", "Path=/", "Max-Age=28800"):
        assert part in cookie
    assert stranger.get("/reviews").status_code == 200


@pytest.mark.fault(63)
def test_a_code_that_was_used_or_made_up_opens_nothing(served, stranger):
    path = path_in(served)
    assert stranger.get(path).status_code == 303
    stranger.cookies.clear()
    for wrong in (path, "/login", "/login?code=", "/login?code=x", f"{path}x"):
        answer = stranger.get(wrong)
        assert answer.status_code == 401, wrong
        assert "Set-Cookie" not in answer.headers
        assert "has no session" in answer.text
    assert stranger.head(path_in(served)).status_code == 401
    assert stranger.get("/reviews").status_code == 401


@pytest.mark.parametrize(
    ("wanted", "there"), [("abc-1", "/reviews/abc-1"), ("//evil.example", "/reviews"), ("a/../..", "/reviews")]
)
def test_a_link_leads_to_a_review_and_to_no_other_site(served, stranger, wanted, there):
    path = path_in(served)
    assert stranger.get(f"{path}&review={wanted}").headers["Location"] == there


def test_a_link_can_name_the_review_it_is_for(served, stranger):
    assert stranger.get(path_in(served, review_id="abc-1")).headers["Location"] == "/reviews/abc-1"


def test_only_a_token_that_may_decide_makes_codes(served):
    for scope in ("read", "research"):
        with served.client(**served.bearer(served.token_of(scope))) as client:
            assert client.post("/api/browser/codes").status_code == 403
    with served.browser() as browser:
        proof = browser.shown.text.split('name="csrf" value="')[1].split('"')[0]
        assert browser.client.post("/api/browser/codes", headers={"X-Inquiro-CSRF": proof}).status_code == 403


def test_whoever_leaves_has_to_come_in_again(served):
    with served.browser() as browser:
        left = browser.press("/logout", "")
        assert left.status_code == 200
        assert browser.client.cookies.get(COOKIE) is None
        assert browser.look("/reviews").status_code == 401


@pytest.mark.fault(68)
def test_a_code_is_in_no_log(served, stranger, caplog):
    told_at = SimpleQueue()
    keep = QueueHandler(told_at)
    access = logging.getLogger("inquiro.access")
    lines = []
    with caplog.at_level(logging.INFO, access.name):
        access.addHandler(keep)
        try:
            path = path_in(served)
            assert stranger.get(path).status_code == 303
            while not any('"/login"' in line for line in lines):  # a line is written once its answer is out
                lines.append(JsonLines().format(told_at.get(timeout=20)))
        finally:
            access.removeHandler(keep)
    lines += [JsonLines().format(one) for one in caplog.records]
    code = path.split("code=")[1]
    assert not any(code in line for line in lines)
    told = logging.LogRecord("x", logging.INFO, "", 0, f"GET {path} status_code=200", None, None)
    assert code not in JsonLines().format(told)
    assert "status_code=200" in JsonLines().format(told)
