from __future__ import annotations

import json

import pytest

from inquiro.api.refusal import explained
from inquiro.core import errors
from inquiro.core.errors import InquiroError


@pytest.mark.parametrize(
    ("error", "status"),
    [
        (errors.UsageError("wrong"), 422),
        (errors.UnknownName("source", "x", ["y"]), 422),
        (errors.RunNotFound("no such run"), 404),
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


def test_what_may_be_tried_again_says_when():
    assert explained(errors.StoreBusy("locked")).headers["Retry-After"]
    assert "Retry-After" not in explained(errors.UsageError("wrong")).headers


def test_no_error_is_without_a_status():
    def all_of(kind: type[InquiroError]):
        return [kind, *(deeper for sub in kind.__subclasses__() for deeper in all_of(sub))]

    for kind in all_of(InquiroError):
        error = kind.__new__(kind)
        Exception.__init__(error, "text")
        assert 400 <= explained(error).status_code < 600
