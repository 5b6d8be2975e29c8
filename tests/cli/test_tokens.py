from __future__ import annotations

import json

import pytest

from inquiro.core.access import PREFIX


@pytest.mark.fault(68)
def test_a_token_is_shown_once_and_listed_without_itself(inquiro):
    made = inquiro("tokens", "create", "Ann's laptop", "--scope", "read")
    secret = made.stdout.strip()
    assert secret.startswith(PREFIX)
    assert "only now" in made.stderr
    listed = inquiro("tokens", "list")
    assert "Ann's laptop" in listed.stdout
    assert "read" in listed.stdout
    assert secret not in listed.stdout
    assert secret not in inquiro("tokens", "list", "--json").stdout


def test_a_token_can_be_revoked_by_the_beginning_of_its_id(inquiro):
    made = json.loads(inquiro("tokens", "create", "bot", "--json").stdout)
    assert (made["scope"], made["token"][:4]) == ("research", PREFIX)
    assert "is revoked" in inquiro("tokens", "revoke", made["id"][:8]).stdout
    assert json.loads(inquiro("tokens", "revoke", made["id"], "--json").stdout)["revoked_at"]
    assert "revoked" in inquiro("tokens", "list").stdout


def test_without_tokens_the_way_to_one_is_said(inquiro):
    assert "inquiro serve" in inquiro("tokens", "list").stdout


def test_an_unknown_token_is_wrong_usage(inquiro):
    done = inquiro("tokens", "revoke", "nothing")
    assert (done.exit_code, "no token" in done.stderr) == (2, True)


@pytest.mark.fault(70)
def test_a_name_cannot_act_on_the_terminal(inquiro):
    inquiro("tokens", "create", "evil\x1b[2J\nname")
    assert "\x1b" not in inquiro("tokens", "list").stdout
