"""A browser's cookie at the door: pages, and beyond them only what our own page sent."""

from __future__ import annotations

import asyncio
import re

import pytest

from inquiro.api.browser_sessions import Visitor
from inquiro.api.refusal import Refused
from inquiro.api.visiting import COOKIE, fields_of, is_page, session_secret
from inquiro.core.access import Token

SETTINGS = {"privacy": "local_only"}


def csrf_in(page: str) -> str:
    return re.search(r'name="csrf" value="([^"]+)"', page)[1]


@pytest.mark.parametrize("path", ["/", "/reviews", "/reviews/x", "/login", "/logout"])
def test_what_people_see(path):
    assert is_page(path)


@pytest.mark.parametrize("path", ["/api/reviews", "/reviewsx", "/loginx", "/healthz", "/openapi.json", ""])
def test_what_programs_see(path):
    assert not is_page(path)


def test_a_form_is_read_and_a_broken_one_is_refused():
    assert fields_of(b"a=1&b=&a=2&%C3%A4=%E2%82%AC") == {"a": ["1", "2"], "b": [""], "ä": ["€"]}
    assert fields_of(b"") == {}
    for wrong in (b"no-equals-sign", b"\xff=1", b"&".join([b"a=1"] * 5_001)):
        with pytest.raises(Refused):
            fields_of(wrong)


@pytest.mark.parametrize(
    ("header", "found"),
    [
        (f"{COOKIE}=abc; other=1", "abc"),
        ("other=1", None),
        ("", None),
        ("=;;=", None),
        (f'{{"a": [1,"]}}; x="; {COOKIE}=abc', "abc"),
    ],
)
def test_the_cookie_among_others(header, found):
    scope = {"type": "http", "headers": [(b"cookie", header.encode())]}
    assert session_secret(scope) == found


@pytest.mark.fault(64)
def test_the_cookie_alone_opens_pages_and_nothing_else(served, propose):
    propose("cookie")
    with served.browser() as browser:
        assert browser.look("/reviews/cookie").status_code == 200
        for path in ("/api/reviews", "/api/reviews/cookie", "/api/traces", "/openapi.json", "/api/research/x/events"):
            assert browser.look(path).status_code == 401, path


@pytest.mark.fault(64)
@pytest.mark.parametrize(
    "lacking", ["no proof", "wrong proof", "two proofs", "no origin", "foreign origin", "null origin", "text"]
)
def test_a_decision_without_proof_of_our_own_page_is_a_403(served, propose, lacking):
    review = propose("proof")
    with served.browser() as browser:
        client = browser.client
        fields = {"do": "reject", "hash": review.payload_hash, "version": "1", "csrf": csrf_in(browser.shown.text)}
        headers, expected = {"Origin": served.url}, 403
        if lacking == "no proof":
            del fields["csrf"]
        elif lacking == "wrong proof":
            fields["csrf"] = fields["csrf"][:-1] + "_"
        elif lacking == "two proofs":
            fields["csrf"] = [fields["csrf"]] * 2
        elif lacking == "no origin":
            del client.headers["Origin"]
            headers = {}
        elif lacking == "foreign origin":
            headers = {"Origin": "http://127.0.0.1:1"}
        elif lacking == "null origin":
            headers = {"Origin": "null"}
        else:
            headers, expected = {**headers, "Content-Type": "text/plain"}, 415
        assert client.post("/reviews/proof", data=fields, headers=headers).status_code == expected
    with served.client() as known:
        assert known.get("/api/reviews/proof").json()["status"] == "pending"


@pytest.mark.fault(64)
def test_a_form_with_a_token_is_no_form_of_ours(served, propose):
    propose("form-with-token")
    with served.client() as client:
        assert client.post("/reviews/form-with-token", data={"do": "reject"}).status_code == 415
        assert client.post("/reviews/form-with-token", json={"x=&do=reject&y=": 1}).status_code == 403
        assert client.get("/api/reviews/form-with-token").json()["status"] == "pending"


def test_a_page_of_ours_may_decide_over_rest_with_the_header(served, propose):
    propose("by-header")
    with served.client() as known:
        etag = known.get("/api/reviews/by-header").headers["ETag"]
    with served.browser() as browser:
        path, headers = "/api/reviews/by-header/approve", {"If-Match": etag}
        assert browser.client.post(path, json={}, headers=headers).status_code == 403
        headers["X-Inquiro-CSRF"] = csrf_in(browser.shown.text)
        told = browser.client.post(path, json={}, headers=headers).json()
    assert told["decision"]["channel"] == "browser"


@pytest.mark.fault(63)
def test_a_session_ends_with_the_token_that_let_it_in(served):
    token, secret = asyncio.run(served.runtime.tokens.create("short-lived", "review"))
    with served.client(**served.bearer(secret)) as known, served.browser() as other:
        code = known.post("/api/browser/codes").json()["path"]
        with served.client(Origin=served.url) as client:
            del client.headers["Authorization"]
            assert client.get(code, follow_redirects=True).status_code == 200
            asyncio.run(served.runtime.tokens.revoke(token.id))
            assert client.get("/reviews").status_code == 401
        assert other.look("/reviews").status_code == 200


def test_a_visitor_is_known_by_name():
    assert Visitor(Token(id="", name="Rita", scope="review"), "x").token.allows("review")
