from __future__ import annotations

import msgspec

from inquiro.engine.modes.telling import telling


def test_sentences_of_the_pages_best_first_with_their_places(pool):
    told = telling(pool)
    assert [one.value for one in told] == sorted((one.value for one in told), reverse=True)
    for one in told:
        assert " ".join(one.document.text[one.start : one.end].split()) == one.text
    assert told[0].text == pool.facts[0].statement


def test_code_tells_nothing(pool):
    assert not any("lru_cache(maxsize" in one.text or "import" in one.text for one in telling(pool))


def test_a_retracted_page_tells_nothing(pool):
    gone = tuple(msgspec.structs.replace(document, retracted=True) for document in pool.documents)
    assert telling(msgspec.structs.replace(pool, documents=gone)) == []


def test_what_only_leads_on_or_speaks_of_the_page_tells_nothing(pool):
    text = "Caches\n\nThe cache of the function keeps its results like this:\n\nThis page about a Python cache is licensed under CC0."
    page = msgspec.structs.replace(pool.documents[0], text=text, code=())
    assert telling(msgspec.structs.replace(pool, documents=(page,), facts=(), evidence=())) == []
