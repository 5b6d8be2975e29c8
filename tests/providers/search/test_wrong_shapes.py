"""Every field of every record in every wrong shape: a field is lost, the rest of the answer is not."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

import pytest

from inquiro.core.errors import EffectError

ODD = (None, True, -1, 10**30, 1.5, "", "x", "http://[bad", "9999-99-99", [], {}, [[]], [None], [{}], {"a": 1}, ["x"])
RECORDS: dict[str, Any] = {
    "semantic_scholar": {
        "data": [
            {
                "paperId": "a",
                "externalIds": {"DOI": "10.1000/a", "ArXiv": "2304.05376", "PubMed": "1", "PubMedCentral": "2"},
                "url": "https://x.example/",
                "title": "T",
                "abstract": "A",
                "tldr": {"text": "S"},
                "venue": "V",
                "year": 2023,
                "citationCount": 5,
                "openAccessPdf": {"url": "https://x.example/p"},
                "publicationTypes": ["Review"],
                "publicationDate": "2023-04-11",
                "journal": {"name": "J"},
                "authors": [{"name": "N"}],
            },
            {"snippet": {"text": "P"}, "paper": {"corpusId": "1", "title": "T", "authors": ["N"]}},
        ]
    },
    "openalex": {
        "results": [
            {
                "id": "https://openalex.org/W1",
                "doi": "https://doi.org/10.1000/a",
                "display_name": "T",
                "publication_year": 2023,
                "publication_date": "2023-05-31",
                "ids": {"pmid": "https://x.example/1", "pmcid": "https://x.example/articles/2"},
                "language": "en",
                "type": "article",
                "primary_location": {
                    "landing_page_url": "https://x.example/",
                    "source": {"display_name": "J", "type": "journal"},
                },
                "best_oa_location": {"pdf_url": "https://x.example/p", "landing_page_url": "https://x.example/l"},
                "open_access": {"oa_url": "https://x.example/o"},
                "authorships": [{"author": {"display_name": "N"}}],
                "cited_by_count": 1,
                "is_retracted": False,
                "abstract_inverted_index": {"A": [0], "b": [1]},
            }
        ]
    },
    "crossref": {
        "message-type": "work-list",
        "message": {
            "items": [
                {
                    "DOI": "10.1000/a",
                    "URL": "https://x.example/",
                    "title": ["T"],
                    "subtitle": ["S"],
                    "author": [{"given": "G", "family": "F", "name": "N"}],
                    "container-title": ["J"],
                    "published": {"date-parts": [[2023, 5, 31]]},
                    "issued": {"date-parts": [[2023]]},
                    "abstract": "<jats:p>A</jats:p>",
                    "type": "journal-article",
                    "is-referenced-by-count": 1,
                    "update-to": [{"type": "retraction", "DOI": "10.1000/b"}],
                    "updated-by": [{"type": "correction", "DOI": "10.1000/c"}],
                    "license": [{"URL": "https://creativecommons.org/"}],
                    "link": [{"URL": "https://x.example/p", "content-type": "application/pdf"}],
                    "language": "en",
                }
            ]
        },
    },
    "unpaywall": {
        "results": [
            {
                "response": {
                    "doi": "10.1000/a",
                    "doi_url": "https://doi.org/10.1000/a",
                    "title": "T",
                    "genre": "report",
                    "published_date": "2023-05-31",
                    "year": 2023,
                    "journal_name": "J",
                    "best_oa_location": {"url": "https://x.example/", "url_for_pdf": "https://x.example/p"},
                    "oa_locations": [{"url_for_landing_page": "https://x.example/l"}],
                    "z_authors": [{"given": "G", "family": "F", "raw_author_name": "N"}],
                }
            }
        ]
    },
    "europe_pmc": {
        "resultList": {
            "result": [
                {
                    "id": "1",
                    "source": "MED",
                    "pmid": "1",
                    "pmcid": "PMC1",
                    "doi": "10.1000/a",
                    "title": "T",
                    "authorString": "N",
                    "authorList": {"author": [{"fullName": "N", "collectiveName": "C"}]},
                    "journalInfo": {"journal": {"title": "J"}},
                    "pubYear": "2024",
                    "abstractText": "A",
                    "language": "eng",
                    "pubTypeList": {"pubType": ["Review"]},
                    "isOpenAccess": "Y",
                    "fullTextUrlList": {
                        "fullTextUrl": [{"availabilityCode": "OA", "documentStyle": "pdf", "url": "https://x.example/"}]
                    },
                    "citedByCount": 1,
                    "firstPublicationDate": "2024-01-25",
                    "commentCorrectionList": {"commentCorrection": [{"type": "Comment in"}]},
                }
            ]
        }
    },
}


def places(value: Any) -> Iterator[tuple[str | int, ...]]:
    pairs = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in pairs:
        yield (key,)
        yield from ((key, *rest) for rest in places(inner))


def replaced(record: Any, place: tuple[str | int, ...], odd: Any) -> Any:
    changed = copy.deepcopy(record)
    holder = changed
    for key in place[:-1]:
        holder = holder[key]
    holder[place[-1]] = odd
    return changed


@pytest.mark.parametrize("name", sorted(RECORDS))
def test_any_field_may_have_any_shape(parsed, name):
    record = RECORDS[name]
    assert parsed(name, record)
    for place in places(record):
        for odd in ODD:
            try:
                hits = parsed(name, replaced(record, place, odd))
            except EffectError:  # the list itself is gone
                continue
            assert all(hit.title and hit.url.startswith(("https://", "http://")) for hit in hits), (place, odd)
