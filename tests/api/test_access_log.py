"""Lines that a log can take: no secret, no control character, one line each."""

from __future__ import annotations

import asyncio
import json
import logging
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.sync.client import connect

from inquiro.api.access_log import AccessLog, JsonLines
from inquiro.core.access import new_secret


class Lines(logging.Handler):
    def __init__(self) -> None:
        super().__init__()
        self.setFormatter(JsonLines())
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(self.format(record))


@pytest.fixture
def log():
    handler = Lines()
    loggers = [logging.getLogger(name) for name in ("inquiro", "uvicorn")]
    before = [(logger.level, logger.propagate) for logger in loggers]
    for logger in loggers:
        logger.addHandler(handler)
        logger.setLevel(logging.INFO)
        logger.propagate = False
    yield handler.lines
    for logger, (level, propagate) in zip(loggers, before, strict=True):
        logger.removeHandler(handler)
        logger.setLevel(level)
        logger.propagate = propagate


def waited_for(log: list[str], part: str, count: int = 1) -> list[str]:
    """A line is written once its answer is out, so the client may be ahead of it."""
    deadline = time.monotonic() + 10
    while len(found := [line for line in log if part in line]) < count:
        assert time.monotonic() < deadline, log
        time.sleep(0.005)
    return found


def formatted(message: str, **fields: object) -> str:
    record = logging.LogRecord("inquiro.x", logging.INFO, "", 0, message, None, None)
    record.fields = fields
    return JsonLines().format(record)


@pytest.mark.fault(70)
@given(st.text(), st.text())
def test_nothing_can_end_a_line_or_move_a_cursor(message, path):
    line = formatted(message, path=path)
    assert all(" " <= character < "\x7f" for character in line)
    json.loads(line)


@pytest.mark.fault(70)
def test_a_path_full_of_control_characters_is_one_line(served, log):
    with served.client() as client:
        client.get("/%0d%0a%1b[2J%7f%E2%80%AEfake%22%20level=error")
    (line,) = waited_for(log, "fake")
    assert json.loads(line)["path"] == '/\r\n\x1b[2J\x7f\u202efake" level=error'
    assert line.isascii()
    assert line.isprintable()


@pytest.mark.fault(68)
@pytest.mark.parametrize(
    "text", ["Authorization: Bearer {}", "{}", "/api/x?token={}", "'key={}'", "bearer   {} and more", "a={}&ticket={}"]
)
def test_a_token_is_cut_out_of_whatever_is_logged(text):
    secret = new_secret()
    assert secret not in formatted(text.replace("{}", secret))


@pytest.mark.fault(68)
def test_a_traceback_holds_no_token():
    secret = new_secret()
    error = ValueError(f"could not use Bearer {secret}")
    record = logging.LogRecord("x", logging.ERROR, "", 0, "failed", None, (ValueError, error, None))
    line = JsonLines().format(record)
    assert secret not in line
    assert "could not use" in line


@pytest.mark.fault(68)
def test_neither_tokens_nor_tickets_appear_in_logs_answers_or_the_database(served, log, written):
    _, canary = asyncio.run(served.runtime.tokens.create("canary", "admin"))
    run = written(served.runtime, "canary-run")
    run.say()
    run.finish()
    answers = []
    with served.client(**served.bearer(canary)) as client:
        ticket = client.post("/api/tickets").json()["ticket"]
        for path in ("/openapi.json", "/api/traces", f"/api/research/{canary}", f"/{canary}?token={canary}"):
            answers.append(client.get(path).text)
        answers.append(client.get("/api/research/canary-run/events").text)
        answers.append(
            client.post("/api/research/start", json={"query": 1, canary: canary}).text.replace(canary, "", 2)
        )
        answers.append(client.get("/api/traces", headers={"Authorization": f"Bearer {canary}x"}).text)
        with connect(served.ws("canary-run", f"?ticket={ticket}"), proxy=None) as socket:
            answers.extend(socket)
    waited_for(log, '"method"', 9)
    for text in (*log, *answers):
        assert canary not in text
        assert ticket not in text
    database = served.runtime.settings.home / "inquiro.db"
    assert canary.encode() not in database.read_bytes()


def test_a_line_says_who_asked_and_what_came_of_it(served, log):
    with served.client() as client:
        client.get("/api/traces", params={"status": "failed"})
        client.get("/nothing", headers={"Authorization": ""})
    good, bad = (json.loads(line) for line in waited_for(log, '"method"', 2))
    assert (good["method"], good["path"], good["status"]) == ("GET", "/api/traces", 200)
    assert good["token"] == asyncio.run(served.runtime.tokens.all())[0].id
    assert (bad["status"], bad["token"]) == (401, None)


def test_an_application_that_dies_is_a_500_in_the_log(log):
    async def dies(scope, receive, send):
        raise ZeroDivisionError

    scope = {"type": "http", "method": "GET", "path": "/x", "client": None}
    with pytest.raises(ZeroDivisionError):
        asyncio.run(AccessLog(dies)(scope, None, None))
    assert json.loads(log[0])["status"] == 500
