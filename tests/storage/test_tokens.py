from __future__ import annotations

import asyncio

import pytest

from inquiro.core.errors import UsageError
from inquiro.storage import tokens as module
from inquiro.storage.tokens import Tokens


@pytest.fixture
def tokens(database):
    store = database.open()
    yield Tokens(store)
    store.close()


def test_only_the_right_secret_opens(tokens):
    async def scenario():
        ann, secret = await tokens.create("ann", "read")
        await tokens.create("bob", "admin")
        assert await tokens.holder(secret) == ann
        assert await tokens.holder(secret + "x") is None
        assert await tokens.holder("") is None

    asyncio.run(scenario())


@pytest.mark.fault(63)
def test_every_token_is_compared_in_constant_time(tokens, monkeypatch):
    compared = []
    real = module.compare_digest
    monkeypatch.setattr(module, "compare_digest", lambda a, b: compared.append(a) or real(a, b))

    async def scenario():
        secrets = [(await tokens.create(str(n), "read"))[1] for n in range(3)]
        for secret in (secrets[0], "nonsense"):
            compared.clear()
            await tokens.holder(secret)
            assert len(set(compared)) == 3

    asyncio.run(scenario())


def test_a_secret_is_registered_once_and_stays_revoked(tokens):
    async def scenario():
        first = await tokens.register("secret", "one", "admin")
        assert await tokens.register("secret", "two", "read") == first
        await tokens.revoke(first.id[:8])
        assert (await tokens.register("secret", "three", "admin")).revoked_at is not None
        assert await tokens.holder("secret") is None
        assert [token.name for token in await tokens.all()] == ["one"]

    asyncio.run(scenario())


def test_revoking_needs_one_token(tokens):
    async def scenario():
        await tokens.create("ann", "read")
        for prefix in ("", " ", "nothing"):
            with pytest.raises(UsageError, match="no token"):
                await tokens.revoke(prefix)

    asyncio.run(scenario())
