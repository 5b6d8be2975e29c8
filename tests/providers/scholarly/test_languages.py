"""Two letters here, three there."""

from __future__ import annotations

import pytest

from inquiro.providers.scholarly.languages import medline_language, two_letters


@pytest.mark.parametrize(
    ("given", "medline"),
    [
        ("en", "eng"),
        ("de-AT", "ger"),
        ("ZH_tw", "chi"),
        ("eng", "eng"),
        ("fra", "fre"),
        ("xx", None),
        (None, None),
        ("", None),
    ],
)
def test_to_medline(given, medline):
    assert medline_language(given) == medline


@pytest.mark.parametrize(
    ("given", "short"),
    [
        ("eng", "en"),
        ("ger", "de"),
        ("deu", "de"),
        ("en-US", "en"),
        ("EN", "en"),
        ("und", None),
        ("mul", None),
        ("", None),
    ],
)
def test_from_medline(given, short):
    assert two_letters(given) == short
