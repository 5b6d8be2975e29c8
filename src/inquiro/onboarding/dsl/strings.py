"""Strings of the verb language: their escapes, and a way of writing them in which nothing can hide."""

from __future__ import annotations

import re

from inquiro.text.display import escaped
from inquiro.text.unseen import UNSEEN, numbered

_ESCAPE = re.compile(r"\\(u\{[0-9A-Fa-f]{1,6}\}|u[0-9A-Fa-f]{4}|.)", re.DOTALL)
_HIGH, _LOW = r"\\u\{?0*[dD][89abAB][0-9A-Fa-f]{2}\}?", r"\\u\{?0*[dD][c-fC-F][0-9A-Fa-f]{2}\}?"
_HALF = re.compile(rf"{_HIGH}{_LOW}|(?P<half>{_HIGH}|{_LOW})|\\.", re.DOTALL)
_PLAIN = {'"': '"', "\\": "\\", "n": "\n", "t": "\t", "r": "\r", "/": "/", "b": "\b", "f": "\f"}
_WRITTEN = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r"}
_PAIR = re.compile("[\ud800-\udbff][\udc00-\udfff]")
_SURROGATE = re.compile("[\ud800-\udfff]")

_TO_WRITE = re.compile(rf'["\\{UNSEEN}]')


class BadEscape(ValueError):
    """An escape that means nothing, `at` so many characters into the text between the quotes."""

    def __init__(self, message: str, at: int) -> None:
        super().__init__(message)
        self.at = at


def unescaped(body: str) -> str:
    """What the text between the quotes stands for."""
    if "\\" not in body:
        return body
    text = _ESCAPE.sub(_meaning, body)
    if _SURROGATE.search(text):
        text = _PAIR.sub(lambda pair: pair[0].encode("utf-16", "surrogatepass").decode("utf-16"), text)
        if _SURROGATE.search(text):
            half = next(found for found in _HALF.finditer(body) if found["half"])
            raise BadEscape(f"{half['half']} is half a character", half.start())
    return text


def _meaning(escape: re.Match[str]) -> str:
    body = escape[1]
    if body in _PLAIN:
        return _PLAIN[body]
    if body[0] == "u" and len(body) > 1:
        point = int(body.strip("u{}"), 16)
        if point <= 0x10FFFF:
            return chr(point)
        raise BadEscape(f"{escape[0]} is beyond the last character of Unicode", escape.start())
    raise BadEscape(f'unknown escape \\{escaped(body)}; known: \\" \\\\ \\n \\t \\r \\uXXXX \\u{{X…}}', escape.start())


def quoted(text: str) -> str:
    """The one way in which a string is written; what cannot be seen is written as its number."""
    return f'"{_TO_WRITE.sub(_shown, text)}"'


def _shown(char: re.Match[str]) -> str:
    return _WRITTEN.get(char[0]) or numbered(char[0])
