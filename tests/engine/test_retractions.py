from __future__ import annotations

import hashlib
from datetime import UTC, datetime

from inquiro.core.types import Document, SourceResult
from inquiro.engine.quality import LOWEST
from inquiro.engine.retractions import marked, withdrawn_copies, withdrawn_names


def document(name: str, **known) -> Document:
    values = {"url": f"https://{name}.example/"} | known
    return Document(
        id=name,
        title=name,
        text=name,
        sha256=hashlib.sha256(name.encode()).hexdigest(),
        media_type="text/plain",
        fetched_at=datetime(2026, 1, 1, tzinfo=UTC),
        **values,
    )


def hit(url: str, **known) -> SourceResult:
    return SourceResult(url=url, title="t", snippet="s", source_name="crossref", **known)


def test_only_retracted_works_are_withdrawn_under_all_their_names():
    found = [
        hit("https://a.example/", doi="10.1000/a", pmid="123", retracted=True),
        hit("https://b.example/", doi="10.1000/b"),
    ]
    assert withdrawn_names(found) == ("doi:10.1000/a", "pmid:123", "url:https://a.example")


def test_a_work_is_marked_by_any_of_its_names():
    by_doi, by_url, by_id = document("a", doi="10.1000/A"), document("b"), document("c")
    sound = document("d", doi="10.1000/d")
    known = ["doi:10.1000/a", "url:https://b.example", "c"]
    found = marked([by_doi, by_url, by_id, sound], known)
    assert [one.retracted for one in found] == [True, True, True, False]
    assert found[0].quality == LOWEST
    assert found[0].quality_reasons[0].startswith("another source lists it as retracted")
    assert found[3] is sound


def test_a_retracted_snapshot_tells_on_the_same_work_elsewhere():
    publisher, repository = document("a", doi="10.1000/x"), document("b", doi="10.1000/x", retracted=True)
    found = marked([publisher, repository], [])
    assert [one.retracted for one in found] == [True, True]
    assert found[1] is repository


def test_a_page_read_in_place_of_a_retracted_copy_is_withdrawn():
    copies = [document("copy", retracted=True), document("other")]
    assert withdrawn_copies(copies, {"copy": "kept", "other": "fine"}) == ["kept"]
    assert withdrawn_copies(copies, {}) == []
