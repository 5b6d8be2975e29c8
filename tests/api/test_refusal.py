from __future__ import annotations

import json

import pytest

from inquiro.api.refusal import explained
from inquiro.core import errors
from inquiro.core.errors import InquiroError
from inquiro.core.types import Problem


@pytest.mark.parametrize(
    ("error", "status"),
    [
        (errors.UsageError("wrong"), 422),
        (errors.UnknownName("source", "x", ["y"]), 422),
        (errors.RunNotFound("no such run"), 404),
        (errors.SessionNotFound("s1"), 404),
        (errors.BadFile("m.yaml", [Problem(message="no name", line=3)]), 422),
        (errors.BadEdit([("apex.name", "is too short")]), 422),
        (errors.Conflict("decided", ["a: 1 → 2"]), 409),
        (errors.NeedsPerson("ask somebody"), 403),
        (errors.NotConfigured("set it"), 409),
        (errors.PrivacyRefused("no"), 403),
        (errors.LeaseLost("elsewhere"), 409),
        (errors.StoreBusy("locked"), 503),
        (errors.StoreFull("full"), 507),
        (errors.TimedOut("late"), 502),
        (errors.InquiroError("oh"), 500),
    ],
)
def test_every_error_has_its_status_and_its_text(error, status):
    answer = explained(error)
    body = json.loads(bytes(answer.body))
    assert answer.status_code == status
    assert body["error"] == type(error).__name__
    assert body["detail"] == ("Session not found" if status == 404 else str(error))


@pytest.mark.parametrize("kind", [errors.RunNotFound, errors.SessionNotFound, errors.ReviewNotFound])
def test_an_id_that_nobody_knows_is_told_in_the_same_words_whatever_it_is_of(kind):
    answer = explained(kind("abc"))
    told = json.loads(bytes(answer.body))
    assert (answer.status_code, told["detail"], told["error"]) == (404, "Session not found", kind.__name__)


def test_a_program_gets_each_problem_and_each_difference_by_itself():
    def told(error):
        return json.loads(bytes(explained(error).body))

    edit = errors.BadEdit([("apex.name", "is too short")])
    assert told(edit)["problems"] == [{"where": "apex.name", "problem": "is too short"}]
    file = errors.BadFile("m.yaml", [Problem(message="no name", line=3)])
    assert told(file)["problems"] == [{"where": "line 3", "problem": "no name"}]
    assert told(errors.Conflict("decided", ["a: 1 → 2"]))["difference"] == ["a: 1 → 2"]
    assert "difference" not in told(errors.UsageError("wrong"))


def test_what_may_be_tried_again_says_when():
    assert explained(errors.StoreBusy("locked")).headers["Retry-After"]
    assert "Retry-After" not in explained(errors.UsageError("wrong")).headers


def test_no_error_is_without_a_status():
    def all_of(kind: type[InquiroError]):
        return [kind, *(deeper for sub in kind.__subclasses__() for deeper in all_of(sub))]

    for kind in all_of(InquiroError):
        error = kind.__new__(kind)
        error.__dict__ |= {"problems": (), "difference": (), "candidates": ()}
        Exception.__init__(error, "text")
        assert 400 <= explained(error).status_code < 600
