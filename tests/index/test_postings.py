from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.core.errors import StoreCorrupt
from inquiro.index import postings
from inquiro.index.postings import GONE, hashed, merged, open_segment, segment_of, write_segment

PASSAGES = st.lists(st.lists(st.sampled_from("abcdefgh"), max_size=12).map(Counter), min_size=1, max_size=8)


def numbers(segment, term):
    return (segment.of(hashed(term)) >> np.uint32(8)).tolist()


def weights(segment, term):
    return (segment.of(hashed(term)) & np.uint32(255)).tolist()


def written(tmp_path, *chunks):
    write_segment(tmp_path / "segment", chunks)
    return open_segment(tmp_path / "segment")


def test_a_term_leads_to_its_passages(tmp_path):
    found = written(tmp_path, segment_of([Counter(a=1, b=2), Counter(b=1)], first=10))
    assert numbers(found, "a") == [10]
    assert numbers(found, "b") == [10, 11]
    assert numbers(found, "c") == []


def test_a_term_says_more_of_a_passage_that_has_it_often_and_little_else():
    found = segment_of([Counter(a=1, b=99), Counter(a=1), Counter(a=5)], first=0)
    long, short, often = weights(found, "a")
    assert 0 < long < short < often <= 255


@given(PASSAGES, PASSAGES)
def test_merging_equals_building_at_once(one, two):
    whole = segment_of([*one, *two], 0)
    parts = [segment_of(one, 0), segment_of(two, len(one))]
    same = np.arange(len(one) + len(two), dtype=np.uint32)
    (found,) = merged(parts, same)
    for term in "abcdefgh":
        assert sorted(found.of(hashed(term)).tolist()) == sorted(whole.of(hashed(term)).tolist())


@given(PASSAGES, st.data())
def test_merging_leaves_out_what_is_gone_and_gives_new_numbers(passages, data):
    kept = data.draw(st.lists(st.booleans(), min_size=len(passages), max_size=len(passages)))
    renumbered = np.full(len(passages), GONE, dtype=np.uint32)
    renumbered[np.flatnonzero(kept)] = np.arange(sum(kept))
    (found,) = merged([segment_of(passages, 0)], renumbered)
    left = [counts for counts, there in zip(passages, kept, strict=True) if there]
    for term in "abcdefgh":
        assert numbers(found, term) == [at for at, counts in enumerate(left) if counts[term]]


def test_a_large_merge_goes_through_stretches_of_terms(tmp_path, monkeypatch):
    monkeypatch.setattr(postings, "_CHUNK", 3)
    passages = [Counter(dict.fromkeys("abcdefgh"[at:], 1)) for at in range(8)]
    chunks = list(merged([segment_of(passages, 0), segment_of(passages, 8)], np.arange(16, dtype=np.uint32)))
    assert len(chunks) > 3
    found = written(tmp_path, *chunks)
    assert [numbers(found, letter) for letter in "ah"] == [[0, 8], [*range(16)]]


def test_nothing_can_be_written_and_opened(tmp_path):
    assert numbers(written(tmp_path, segment_of([Counter()], 0)), "a") == []
    assert numbers(written(tmp_path), "a") == []


@pytest.mark.fault(47)
@pytest.mark.parametrize(
    "harm", [lambda data: data[:-9], lambda data: data + b"x", lambda data: b"", lambda data: b"?"]
)
def test_a_damaged_file_is_noticed(tmp_path, harm):
    path = tmp_path / "segment"
    write_segment(path, [segment_of([Counter(a=1)], 0)])
    path.write_bytes(harm(path.read_bytes()))
    with pytest.raises(StoreCorrupt):
        open_segment(path)


def test_a_missing_file_is_noticed(tmp_path):
    with pytest.raises(StoreCorrupt, match="missing"):
        open_segment(tmp_path / "nothing")
