from __future__ import annotations

import pytest

from inquiro.core.types import Problem
from inquiro.onboarding.handlebars.limits import LimitReached, Limits, Meter, TemplateError


def test_a_meter_stops_at_its_limit() -> None:
    meter = Meter(Limits(steps=2))
    meter.spend()
    meter.spend()
    with pytest.raises(LimitReached, match="more than 2 steps"):
        meter.spend()


def test_every_problem_is_in_the_message() -> None:
    error = TemplateError([Problem(message="one", line=2, column=3), Problem(message="two")])
    assert str(error) == "template: line 2, column 3: one\ntemplate: two"
    assert error.exit_code == 2
