from __future__ import annotations

from datetime import UTC, datetime

import pytest

from inquiro.core.access import PREFIX, SCOPES, Token, digest, new_secret


def test_a_secret_has_256_bits_and_never_repeats():
    made = {new_secret() for _ in range(50)}
    assert len(made) == 50
    assert {len(secret) for secret in made} == {len(PREFIX) + 43}


@pytest.mark.parametrize("held", SCOPES)
@pytest.mark.parametrize("wanted", SCOPES)
def test_a_scope_holds_those_before_it(held, wanted):
    token = Token(id="1", name="n", scope=held)
    assert token.allows(wanted) == (SCOPES.index(wanted) <= SCOPES.index(held))


def test_a_revoked_token_allows_nothing():
    assert not Token(id="1", name="n", scope="admin", revoked_at=datetime.now(UTC)).allows("read")


def test_any_text_has_a_digest():
    assert len({digest(text) for text in ("", "a", "ä", "\ud800")}) == 4
