from __future__ import annotations

import msgspec

from inquiro.engine.modes.ranking import Ranks


def test_more_of_the_query_ranks_higher(pool, documents):
    ranks = Ranks(pool)
    about, beside = (ranks.of(text, documents[0]) for text in ("Cache function results in Python.", "Water is wet."))
    assert about.relevance > beside.relevance
    assert about.score > beside.score
    assert "4 of the 4 words asked for" in about.reasons


def test_a_better_source_ranks_higher(pool, documents):
    ranks = Ranks(pool)
    good, poor = (
        ranks.of("Cache function results.", msgspec.structs.replace(documents[0], quality=q)) for q in (0.9, 0.2)
    )
    assert (good.authority, poor.authority) == (0.9, 0.2)
    assert good.score > poor.score
    assert good.completeness is None


def test_of_code_completeness_counts_too_and_says_why(pool, documents):
    ranks = Ranks(pool)
    whole, part = (
        ranks.of("cache", documents[0], (share, (why,))) for share, why in ((1.0, "it runs"), (0.2, "cut off"))
    )
    assert whole.score > part.score
    assert whole.completeness == 1.0
    assert "it runs" in whole.reasons


def test_a_retracted_work_has_no_authority(pool, documents):
    withdrawn = Ranks(pool).of("cache", msgspec.structs.replace(documents[0], retracted=True))
    assert withdrawn.authority == 0.0
    assert "retracted" in withdrawn.reasons
