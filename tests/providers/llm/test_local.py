"""Weights on this machine: which file a name stands for, what is missing, and a server that does not start."""

from __future__ import annotations

import asyncio
import struct
from pathlib import Path

import pytest

from inquiro.core.errors import NotConfigured, TimedOut, Unavailable
from inquiro.core.models import FREE, Message, ModelRequest
from inquiro.providers.llm import _local_models, _local_server, client_for, offered
from inquiro.providers.llm._local_models import installable, installed, weights_named

QUESTION = ModelRequest(messages=(Message(role="user", text="Hello?"),), seconds=60.0)


def text(value: str) -> bytes:
    return struct.pack("<Q", len(value)) + value.encode()


# Enough to look like a model, and nothing that could be run.
HOLLOW = (
    b"GGUF"
    + struct.pack("<IQQ", 3, 0, 2)
    + text("general.architecture")
    + struct.pack("<I", 8)
    + text("llama")
    + text("llama.context_length")
    + struct.pack("<II", 4, 2_048)
)


@pytest.fixture
def hollow(settings) -> Path:
    """A file under an installed name."""
    path = settings.home / "models" / "hollow.gguf"
    path.parent.mkdir(parents=True)
    path.write_bytes(HOLLOW)
    return path


def test_the_data_file_names_what_can_be_installed():
    for name, model in installable().items():
        assert not _local_models.is_file_name(name)
        assert len(bytes.fromhex(model.sha256)) == 32
        assert model.member.endswith(".gguf")
        assert model.licence


def test_a_name_that_can_be_installed_says_how(context):
    client = client_for("local:smollm2", context())
    assert client.availability().reason == "not installed: inquiro models install smollm2"
    assert (client.capabilities.context, client.capabilities.local, client.price) == (8_192, True, FREE)
    with pytest.raises(NotConfigured, match="models install smollm2"):
        asyncio.run(client.complete(QUESTION))


def test_an_unknown_name_says_where_its_weights_would_lie(context, settings):
    reason = client_for("local:mine", context()).availability().reason
    assert str(settings.home / "models" / "mine.gguf") in reason


def test_an_installed_name_and_the_path_of_its_file_are_the_same_weights(settings, hollow, context):
    by_name, by_path = weights_named("hollow", settings.home), weights_named(str(hollow), settings.home)
    assert (by_name.path, by_name.missing) == (by_path.path, by_path.missing) == (hollow.resolve(), "")
    assert client_for(f"local:{hollow}", context()).capabilities.context == 2_048


def test_a_path_may_begin_at_home(settings, hollow, monkeypatch):
    monkeypatch.setenv("HOME", str(hollow.parent))
    assert weights_named("~/hollow.gguf", settings.home).path == hollow.resolve()


@pytest.mark.parametrize("name", ["hollow.gguf", "./hollow.gguf", "../hollow.gguf", "models/hollow"])
def test_a_path_into_the_working_directory_is_refused(settings, hollow, monkeypatch, name):
    """A settings file there may be a stranger's."""
    monkeypatch.chdir(hollow.parent)
    assert "whole path" in weights_named(name, settings.home).missing


def test_a_file_that_is_missing_or_no_model_is_told(context, tmp_path):
    assert "there is no file" in client_for(f"local:{tmp_path}/x.gguf", context()).availability().reason
    (tmp_path / "x.gguf").write_text("not weights")
    found = client_for(f"local:{tmp_path}/x.gguf", context())
    assert "cannot be used" in found.availability().reason
    assert found.capabilities.context is None


def test_a_missing_extra_is_named(context, hollow, monkeypatch):
    monkeypatch.setattr(_local_models, "find_spec", lambda name: None)
    assert "pip install 'inquiro[local]'" in client_for("local:hollow", context()).availability().reason


def test_what_is_installed_comes_before_what_could_be(settings, hollow):
    (hollow.parent / ".fetching-x.gguf").write_bytes(HOLLOW)
    assert installed(settings.home) == ["hollow"]
    assert offered("local", settings) == ["local:hollow", "local:smollm2"]
    assert offered("ollama", settings) == []


def test_more_is_never_reserved_than_a_machine_can_bear(tmp_path):
    path = tmp_path / "x.gguf"
    path.write_bytes(HOLLOW.replace(struct.pack("<I", 2_048), struct.pack("<I", 1_000_000)))
    assert weights_named(str(path), tmp_path).context == 16_384


# -- a real process that cannot run the weights ------------------------------------------------------------


@pytest.fixture
def needs_extra() -> None:
    pytest.importorskip("xllamacpp", reason="the extra 'local' is not installed")


def test_a_server_that_does_not_start_tells_its_last_words(context, hollow, needs_extra):
    client = client_for("local:hollow", context())
    for _ in range(2):  # tried anew each time, not remembered as broken
        with pytest.raises(Unavailable, match=r"local:hollow does not start: .*error loading model") as failed:
            asyncio.run(client.complete(QUESTION))
        assert len(str(failed.value)) < 300
    assert not _local_server._processes


def test_loading_counts_towards_the_time_for_the_answer(context, hollow, needs_extra):
    short = ModelRequest(messages=QUESTION.messages, seconds=0.001)
    with pytest.raises(TimedOut, match="still being loaded"):
        asyncio.run(client_for("local:hollow", context()).complete(short))
    _local_server.running(weights_named("hollow", hollow.parent.parent)).exception(timeout=60)


def test_a_server_that_takes_too_long_is_given_up(context, hollow, needs_extra, monkeypatch):
    monkeypatch.setattr(_local_server, "START_SECONDS", 0.0)
    with pytest.raises(Unavailable, match="does not start within 0 s"):
        asyncio.run(client_for("local:hollow", context()).complete(QUESTION))
    assert not _local_server._processes


def test_a_file_that_went_away_is_an_effect_that_failed(settings, hollow):
    weights = weights_named("hollow", settings.home)
    hollow.unlink()
    error = _local_server.running(weights).exception(timeout=60)
    assert isinstance(error, Unavailable)
    assert "hollow.gguf" in str(error)
