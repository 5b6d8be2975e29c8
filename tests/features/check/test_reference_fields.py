"""Entries of lists of sources in the styles that reports use."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.features.check.reference_fields import reference_of


@pytest.mark.parametrize(
    ("text", "authors", "year", "title", "identifier"),
    [
        (
            "Smith, J., & Jones, K. L. (2019). Street trees and cooling in dense cities. *Forestry*, 12(3). https://doi.org/10.1000/abc.12",
            ("Smith", "Jones"), 2019, "Street trees and cooling in dense cities", "doi:10.1000/abc.12",
        ),
        ("Smith J, Jones K. Street trees and cooling. Urban For. 2019;12:1-9. doi: 10.1000/abc",
         ("Smith", "Jones"), 2019, "Street trees and cooling", "doi:10.1000/abc"),
        ("Vaswani A, et al. Attention is all you need. arXiv:1706.03762, 2017.",
         ("Vaswani",), 2017, "Attention is all you need", "arxiv:1706.03762"),
        ("O. Haugen, E. Petrakis and D. Moss: Working time and sickness. Labour Review 31 (2022), 455-479",
         ("Haugen", "Petrakis", "Moss"), 2022, "Working time and sickness", ""),
        ("Müller, H. (2018): Kühlung durch Straßenbäume. In: Stadt und Grün 67 (4), S. 12–18.",
         ("Müller",), 2018, "Kühlung durch Straßenbäume", ""),
        ("林书航. 2023年电动公交运行报告[R]. 城市交通研究网, 2023. https://a.example/x",
         ("林书航",), 2023, "2023年电动公交运行报告", ""),
        ("[How trees cool cities](https://a.example/trees) – Agency, 2021", (), 2021, "How trees cool cities", ""),
        ("Ferreira, B. (2019). School start times. Sleep, 1(2). PMID: 97410226", ("Ferreira",), 2019, "School start times", "pmid:97410226"),
        ("Author, A. (2020). A title. https://www.frontiersin.org/articles/10.3389/fpsyg.2020.00001/full",
         ("Author",), 2020, "A title", "doi:10.3389/fpsyg.2020.00001"),
    ],
)  # fmt: skip
def test_styles(text, authors, year, title, identifier):
    found = reference_of("1", text)
    assert (found.authors, found.year, found.title, found.identifier) == (authors, year, title, identifier)


@pytest.mark.parametrize(
    "text", ["https://a.example/page", "<https://a.example/page>", "Page. https://a.example/page."]
)
def test_an_address_alone(text):
    assert reference_of("1", text).url == "https://a.example/page"


@given(st.text(max_size=300))
def test_any_text_is_an_entry_of_some_kind(text):
    assert reference_of("1", text).number == "1"
