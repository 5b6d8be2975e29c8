from __future__ import annotations

import pytest

from inquiro.web.layout import STYLE_HASH

SETTINGS = {"privacy": "local_only"}


@pytest.mark.parametrize("path", ["/reviews", "/reviews/nothing-like-it", "/reviews/x/y"])
def test_every_page_is_closed_to_scripts_frames_and_caches(served, path):
    with served.browser() as browser:
        headers = browser.look(path).headers
    policy = dict(part.strip().partition(" ")[::2] for part in headers["Content-Security-Policy"].split(";"))
    assert policy == {
        "default-src": "'none'",
        "style-src": f"'{STYLE_HASH}'",
        "form-action": "'self'",
        "base-uri": "'none'",
        "frame-ancestors": "'none'",
    }
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["Cache-Control"] == "no-store"
    assert headers["Referrer-Policy"].endswith("same-origin")  # the last one counts
    assert headers["Content-Type"] == "text/html; charset=utf-8"


def test_a_stranger_gets_a_page_without_data(served, propose):
    propose("secret-review")
    with served.client() as client:
        del client.headers["Authorization"]
        for path in ("/", "/reviews", "/reviews/secret-review", "/reviews/unknown"):
            answer = client.get(path)
            assert (answer.status_code, answer.headers["WWW-Authenticate"]) == (401, "Bearer")
            assert "This browser has no session" in answer.text
            assert "Aldra" not in answer.text
        assert client.get("/api/reviews").json()["detail"].startswith("a token is needed")


def test_a_refusal_is_a_page_where_people_look(served):
    with served.client() as client:
        answer = client.get("/reviews", headers={"Host": "evil.example"})
        assert answer.status_code == 403
        assert "does not answer to that Host" in answer.text
        assert answer.text.startswith("<!doctype html>")
        assert client.get("/api/reviews", headers={"Host": "evil.example"}).json()["detail"]


def test_a_token_may_look_at_a_page(served, propose):
    propose("looked-at")
    with served.client(**served.bearer(served.token_of("read"))) as client:
        page = client.get("/reviews/looked-at")
    assert page.status_code == 200
    assert "can only look" in page.text
