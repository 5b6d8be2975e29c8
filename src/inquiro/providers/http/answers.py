"""Bodies of services as values: anything that is not what was asked for is a BadAnswer, never a crash."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree as ET
from xml.parsers import expat

import msgspec

from inquiro.core.errors import BadAnswer
from inquiro.core.web import WebAnswer

_DEEPEST = 100  # deeper than any service's answer, and far from the recursion limit


def json_of(answer: WebAnswer, who: str) -> Any:
    """Plain JSON values; a cut-off, too deep or HTML body is a BadAnswer."""
    if answer.truncated:
        raise BadAnswer(f"{who} answered with more than can be read")
    try:
        value = msgspec.json.decode(answer.body)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        raise BadAnswer(f"{who} did not answer in JSON: {_start(answer)}") from error
    if _depth_exceeds(value, _DEEPEST):
        raise BadAnswer(f"{who} answered with JSON that is nested too deep")
    return value


def object_of(answer: WebAnswer, who: str) -> dict[str, Any]:
    value = json_of(answer, who)
    if not isinstance(value, dict):
        raise BadAnswer(f"{who} answered with JSON that is not an object")
    return value


def results_in(body: dict[str, Any], who: str) -> list[Any]:
    """What stands under `results`, as several services write it."""
    results = body.get("results")
    if not isinstance(results, list):
        raise BadAnswer(f"{who} answered without results")
    return results


def xml_of(answer: WebAnswer, who: str) -> ET.Element:
    """An element tree; entities of the document's own are refused, so nothing can expand or be fetched."""
    if answer.truncated:
        raise BadAnswer(f"{who} answered with more than can be read")
    try:
        _refuse_entities(answer.body, who)
        return ET.fromstring(answer.body)  # noqa: S314  # it has no entities of its own, and its size is capped
    except (ET.ParseError, expat.ExpatError, ValueError, LookupError) as error:
        raise BadAnswer(f"{who} did not answer in XML: {_start(answer)}") from error


def text_of(element: ET.Element | None) -> str:
    """All text inside an element, markup left out, spaces folded."""
    return "" if element is None else " ".join("".join(element.itertext()).split())


def _refuse_entities(body: bytes, who: str) -> None:
    """Asks the parser itself: a search for `<!ENTITY` would miss it in UTF-16 or an old code page."""

    def refuse(*_declaration: object) -> None:
        raise BadAnswer(f"{who} answered with XML that declares entities")

    parser = expat.ParserCreate()
    parser.EntityDeclHandler = refuse
    parser.Parse(body, True)


def _start(answer: WebAnswer) -> str:
    kind = answer.headers.get("content-type", "no content type").split(";")[0]
    return f"{kind}, {len(answer.body)} bytes"


def _depth_exceeds(value: Any, limit: int) -> bool:
    layer = [value]
    for _ in range(limit):
        below: list[Any] = []
        for one in layer:
            if isinstance(one, dict):
                below.extend(one.values())
            elif isinstance(one, list):
                below.extend(one)
        if not below:
            return False
        layer = below
    return True
