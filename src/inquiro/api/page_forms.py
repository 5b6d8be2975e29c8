"""What a person wrote into the form of a review page, as an edit of the data that the page showed."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from inquiro.core.errors import BadEdit
from inquiro.onboarding.reviewing.form_fields import FormField, data_text, form_fields, with_value

DATA = "data"  # the field with the whole of the data
OVERRIDE = "override:"
NUMBERS = (int, float)


def edited(data: Any, typed: Mapping[str, str]) -> Any:
    """The data as the form has it; the very same object where nothing was changed."""
    result = data
    whole = typed.get(DATA)
    if whole is not None and not _as_it_stood(data, whole):
        result = _parsed(whole)
    for field in form_fields(data):
        text = typed.get(field.name)
        if text is not None and text != field.text:
            result = with_value(result, field.steps, _value(field, text))
    return result


def changed(data: Any, typed: Mapping[str, str]) -> dict[str, str]:
    """The fields in which something else was written than stood there."""
    stood = {field.name: field.text for field in form_fields(data)}
    own = {name: typed[name] for name, text in stood.items() if typed.get(name, text) != text}
    return own | ({DATA: typed[DATA]} if DATA in typed and not _as_it_stood(data, typed[DATA]) else {})


def overrides(typed: Mapping[str, str]) -> dict[str, str]:
    """LEI -> reason, for those with a reason."""
    given = {name.removeprefix(OVERRIDE): text for name, text in typed.items() if name.startswith(OVERRIDE)}
    return {lei: reason for lei, reason in given.items() if reason.strip()}


def _value(field: FormField, text: str) -> Any:
    """In the type that stood there; what was empty becomes a text."""
    was = field.value
    if isinstance(was, bool):
        return text == "true"
    if isinstance(was, NUMBERS):
        try:
            number = json.loads(text, parse_constant=lambda _: text)
        except ValueError:
            return text
        return number if isinstance(number, NUMBERS) and not isinstance(number, bool) else text
    return None if was is None and not text else text


def _parsed(text: str) -> Any:
    def no_such_number(word: str) -> Any:
        raise BadEdit([("", f"{word} is no number")])

    try:
        return json.loads(text, parse_constant=no_such_number)
    except ValueError as error:
        raise BadEdit([("", f"this is not JSON: {error}")]) from error
    except RecursionError:
        raise BadEdit([("", "the JSON is nested too deeply")]) from None


def _as_it_stood(data: Any, text: str) -> bool:
    return text.replace("\r\n", "\n").strip() == data_text(data).strip()
