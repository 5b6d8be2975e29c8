"""Which file of a folder a reference names."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from inquiro.core.types import Document
from inquiro.features.check.corpus_match import is_work
from inquiro.features.check.reference_fields import reference_of


def document(
    url: str = "file:///papers/measurements-varnholt-2021.md", title: str = "Surface temperatures"
) -> Document:
    return Document(
        id="d",
        url=url,
        title=title,
        text="Trees cool. doi:10.5555/trees.2021",
        sha256="0",
        media_type="text/markdown",
        fetched_at=datetime(2026, 1, 1, tzinfo=UTC),
    )


@pytest.mark.parametrize(
    "text",
    [
        "Measurements in Varnholt 2021, measurements-varnholt-2021.md",
        "Institute for Urban Climate (2021), see `Measurements-Varnholt-2021.md`.",
        "Maravold I. (2021). Something else entirely. doi:10.5555/trees.2021",
    ],
)
def test_a_file_is_known_by_its_name_or_identifier(text):
    assert is_work(document(), reference_of("1", text))


@pytest.mark.parametrize(
    "text",
    [
        "Costs, old-measurements-varnholt-2021.md",
        "Costs, measurements-varnholt-2021.md.bak",
        "Costs of street trees, costs.md",
    ],
)
def test_a_name_that_only_looks_like_it_is_another_file(text):
    assert not is_work(document(), reference_of("1", text))
