from __future__ import annotations

from inquiro.onboarding.handlebars.limits import LIMITS, Meter
from inquiro.onboarding.handlebars.output import PlainOutput


def test_nothing_is_escaped() -> None:
    output, meter = PlainOutput(), Meter(LIMITS)
    output.literal("<a> ", meter)
    output.value('"&', meter)
    output.value(None, meter)
    assert output.text() == '<a> "&'
