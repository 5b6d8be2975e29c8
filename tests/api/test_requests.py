"""What a request may set."""

from __future__ import annotations

from dataclasses import replace

import msgspec
import pytest

from inquiro.api.desk import Desk
from inquiro.api.requests import Start, research_request
from inquiro.core.errors import PrivacyRefused
from inquiro.core.types import PRIVACY_MODES
from inquiro.runtime import Runner, Runtime


@pytest.fixture
def desk(settings):
    runtime = Runtime.open(settings)
    made = Desk(runtime, Runner(runtime), corpora=("/papers",), public_corpora=("/open",))
    yield made
    made.runner.close()
    runtime.close()


@pytest.mark.fault(69)
@pytest.mark.parametrize("operators", PRIVACY_MODES)
@pytest.mark.parametrize("asked", [None, *PRIVACY_MODES])
def test_a_request_can_only_tighten(desk, operators, asked):
    desk.runtime.settings = msgspec.structs.replace(desk.runtime.settings, privacy=operators)
    start = Start(query="Why?", privacy_mode=asked)
    if asked and PRIVACY_MODES.index(asked) > PRIVACY_MODES.index(operators):
        with pytest.raises(PrivacyRefused, match=f"runs as {operators}"):
            research_request(start, desk)
    else:
        assert research_request(start, desk).privacy == (asked or operators)


@pytest.mark.fault(69)
def test_a_wider_mode_is_a_403_with_the_reason(served):
    with served.client() as client:
        answer = client.post("/api/research/start", json={"query": "Why?", "privacy_mode": "cloud_allowed"})
    assert answer.status_code == 403
    assert "hybrid" in answer.json()["detail"]


def test_folders_are_the_operators(desk):
    request = research_request(Start(query="Why?", sources=["corpus"], since="2024", strict=True), replace(desk))
    assert (request.corpora, request.public_corpora) == (("/papers",), ("/open",))
    assert (request.sources, request.filters.since, request.strict) == (("corpus",), "2024", True)


@pytest.mark.parametrize(
    "extra",
    [
        {"corpora": ["/etc"]},
        {"model": "openai:x"},
        {"provider_urls": {"openai": "http://evil.example"}},
        {"max_iterations": 0},
        {"max_seconds": -1},
        {"since": "yesterday"},
        {"privacy_mode": "open"},
        {"sources": ["nonsense"]},
        {"query": "   "},
        {"query": "x" * 5_000},
    ],
)
def test_what_cannot_be_set_is_refused_by_name(served, extra):
    with served.client() as client:
        answer = client.post("/api/research/start", json={"query": "Why?"} | extra)
    assert answer.status_code == 422
    assert (set(extra) <= {"query", "sources"}) or next(iter(extra)) in answer.json()["detail"]
    assert "evil" not in answer.text


def test_how_it_is_written_may_be_told(desk):
    request = research_request(Start(query="Why?", style="answer", brief=True, outline=["Costs"]), desk)
    assert (request.style, request.brief, request.outline) == ("answer", True, ("Costs",))
    with pytest.raises(ValueError, match="outline"):
        Start(query="Why?", outline=["x" * 121])
