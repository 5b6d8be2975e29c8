"""Where rendered text goes: as it stands, or watched by whoever knows the language it is written in."""

from __future__ import annotations

from typing import Any, Protocol

from inquiro.onboarding.handlebars.javascript import text_of
from inquiro.onboarding.handlebars.limits import Meter


class Output(Protocol):
    """Told apart: what the template says, and what the data say."""

    def literal(self, text: str, meter: Meter) -> None: ...

    def value(self, value: Any, meter: Meter) -> None: ...

    def text(self) -> str: ...


class Pages:
    """Text that is being written, up to a limit."""

    def __init__(self) -> None:
        self._texts: list[str] = []
        self._length = 0

    def write(self, text: str, meter: Meter) -> None:
        self._length += len(text)
        meter.fits(self._length)
        self._texts.append(text)

    def text(self) -> str:
        return "".join(self._texts)


class PlainOutput(Pages):
    """Values as they print; nothing is escaped."""

    def literal(self, text: str, meter: Meter) -> None:
        self.write(text, meter)

    def value(self, value: Any, meter: Meter) -> None:
        self.write(text_of(value, meter), meter)
