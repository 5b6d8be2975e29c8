from __future__ import annotations

import pytest

from inquiro.api import browser_sessions
from inquiro.api.browser_sessions import CODE_SECONDS, MOST_SESSIONS, SESSION_SECONDS, Browsers
from inquiro.api.refusal import Refused
from inquiro.core.access import Token

ANN = Token(id="1", name="Ann", scope="review")


def test_a_code_is_good_once():
    browsers = Browsers()
    code = browsers.code(ANN)
    secret = browsers.enter(code)
    assert browsers.visitor(secret).token == ANN
    assert browsers.enter(code) is None
    assert browsers.enter("") is None


def test_a_code_is_good_for_a_minute_and_a_session_for_a_working_day():
    now = [0.0]
    browsers = Browsers(lambda: now[0])
    late, early = browsers.code(ANN), browsers.code(ANN)
    now[0] = CODE_SECONDS - 0.1
    secret = browsers.enter(early)
    now[0] = CODE_SECONDS
    assert browsers.enter(late) is None
    now[0] = CODE_SECONDS - 0.2 + SESSION_SECONDS
    assert browsers.visitor(secret) is not None
    now[0] += 0.2
    assert browsers.visitor(secret) is None


def test_secrets_are_long_and_none_of_them_is_kept():
    browsers = Browsers()
    code = browsers.code(ANN)
    assert code not in str(browsers.__dict__)
    secret = browsers.enter(code)
    assert secret not in str(browsers.__dict__)
    assert min(len(code), len(secret), len(browsers.visitor(secret).csrf)) >= 43  # 256 bits


@pytest.mark.parametrize("scope", ["read", "research"])
def test_whoever_may_not_decide_lets_nobody_in(scope):
    with pytest.raises(Refused) as refused:
        Browsers().code(Token(id="1", name="agent", scope=scope))
    assert refused.value.status == 403


def test_a_browser_never_administers():
    browsers = Browsers()
    token = browsers.visitor(browsers.enter(browsers.code(Token(id="1", name="root", scope="admin")))).token
    assert (token.name, token.scope) == ("root", "review")


def test_codes_and_sessions_are_bounded(monkeypatch):
    monkeypatch.setattr(browser_sessions, "MOST_CODES", 1)
    browsers = Browsers()
    first = browsers.enter(browsers.code(ANN))
    for _ in range(MOST_SESSIONS - 1):
        browsers.enter(browsers.code(ANN))
    assert browsers.visitor(first)
    newest = browsers.enter(browsers.code(ANN))
    assert browsers.visitor(first) is None
    assert browsers.visitor(newest)
    browsers.code(ANN)
    with pytest.raises(Refused) as refused:
        browsers.code(ANN)
    assert refused.value.status == 429


def test_whoever_leaves_is_gone():
    browsers = Browsers()
    secret = browsers.enter(browsers.code(ANN))
    browsers.leave(secret)
    browsers.leave("never there")
    assert browsers.visitor(secret) is None


def test_a_proof_is_compared_whole():
    visitor = browser_sessions.Visitor(ANN, "proof")
    assert visitor.sent("proof")
    assert not any(visitor.sent(other) for other in ("", "proo", "prooff", "PROOF", "pröof", "\ud800"))
