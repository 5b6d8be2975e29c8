"""Through which channels a person is heard: a real terminal, and token files of scripts."""

from __future__ import annotations

import json

import pytest

ID = "aldra001"


@pytest.fixture
def waiting(kept):
    return kept.put()


def token_file(inquiro, tmp_path, scope="review", mode=0o600):
    path = tmp_path / "token"
    path.write_text(inquiro("tokens", "create", "nightly", "--scope", scope).stdout)
    path.chmod(mode)
    return str(path)


def test_a_script_decides_with_a_token_of_its_own(inquiro, kept, waiting, tmp_path):
    token = token_file(inquiro, tmp_path)
    done = inquiro("review", "approve", ID, "--token-file", token, "--hash", waiting.payload_hash, "--json")
    assert done.exit_code == 0, done.output
    assert json.loads(done.stdout)["channel"] == "token"
    assert kept.decision().who == "nightly"


def test_the_hash_has_to_be_given_and_right(inquiro, kept, waiting, tmp_path):
    token = token_file(inquiro, tmp_path)
    assert inquiro("review", "approve", ID, "--token-file", token).exit_code == 2
    assert inquiro("review", "approve", ID, "--token-file", token, "--hash", "0" * 64).exit_code == 1
    assert inquiro("review", "reject", ID, "--token-file", token, "--hash", "0" * 64).exit_code == 1
    assert kept.decision() is None


@pytest.mark.parametrize(("scope", "mode", "says"), [("research", 0o600, "scope"), ("review", 0o644, "chmod 600")])
def test_other_tokens_and_open_files_are_refused(inquiro, kept, waiting, tmp_path, *, scope, mode, says):
    token = token_file(inquiro, tmp_path, scope, mode)
    done = inquiro("review", "approve", ID, "--token-file", token, "--hash", waiting.payload_hash)
    assert (done.exit_code, says in done.stderr) == (3, True)
    assert kept.decision() is None


def test_an_unknown_token_or_no_file(inquiro, kept, waiting, tmp_path):
    (tmp_path / "token").write_text("inq_nobody")
    (tmp_path / "token").chmod(0o600)
    assert inquiro("review", "approve", ID, "--token-file", "token", "--hash", "0" * 8).exit_code == 3
    assert inquiro("review", "approve", ID, "--token-file", "nowhere", "--hash", "0" * 8).exit_code == 2


def test_on_a_real_terminal_only_what_is_typed_after_the_review_was_shown_counts(kept, waiting, terminal):
    short = waiting.payload_hash[:8]
    with terminal.Terminal(["review", "approve", ID, "--execute"], width=70) as person:
        person.type(short)  # before anything is on the screen
        shown = person.until("Enter leaves it for later:")
        assert "Verbs as they will run" in shown
        assert kept.decision() is None
        person.type("deadbeef")
        person.until("'deadbeef' is not its hash")
        person.type(short.upper())
        assert person.ends() == 0
    assert "5 created" in person.shown
    assert (kept.decision().channel, len(kept.entities())) == ("terminal", 3)
