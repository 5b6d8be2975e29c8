from __future__ import annotations

import hashlib
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.core.types import Document
from inquiro.engine.citing import NEAR, works_cited, works_named, works_of


def document(text: str, **known) -> Document:
    values = {"url": "https://a.example/"} | known
    return Document(
        id="d",
        title="t",
        text=text,
        sha256=hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest(),
        media_type="text/plain",
        fetched_at=datetime(2026, 1, 1, tzinfo=UTC),
        **values,
    )


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("as shown (doi:10.1000/XYZ.1).", {"doi:10.1000/xyz.1"}),
        ("see https://doi.org/10.1038/s41586-020-2649-2, and", {"doi:10.1038/s41586-020-2649-2"}),
        ("arXiv:2101.00001v2 says", {"arxiv:2101.00001"}),
        ("https://arxiv.org/abs/2101.00001", {"arxiv:2101.00001"}),
        ("PMID: 12345678.", {"pmid:12345678"}),
        ("https://pubmed.ncbi.nlm.nih.gov/12345678/", {"pmid:12345678"}),
        ("PMC1234567", {"pmc:PMC1234567"}),
        ("version 10.4/beta of 2024", set()),
        ("nothing", set()),
    ],
)
def test_works_are_named_in_many_notations(text, named):
    assert works_named(text) == named


def test_only_what_stands_near_the_quote_is_cited_with_it():
    quote = "Trees cool."
    text = f"{quote} (doi:10.1000/near) {'x ' * NEAR} doi:10.1000/far"
    assert works_cited(document(text), 0, len(quote)) == {"doi:10.1000/near"}


def test_a_work_does_not_cite_itself():
    text = "Trees cool. doi:10.1000/own"
    assert works_cited(document(text, doi="10.1000/own"), 0, 11) == set()


def test_a_document_is_known_by_its_address_and_its_identifiers():
    paper = document("-", url="https://www.arxiv.org/abs/2101.00001", doi="10.1000/X")
    assert works_of(paper) == {"url:https://arxiv.org/abs/2101.00001", "doi:10.1000/x", "arxiv:2101.00001"}


@given(st.text(), st.integers(0, 50), st.integers(0, 50))
def test_no_text_breaks_it(text, start, length):
    works_cited(document(text), start, start + length)
