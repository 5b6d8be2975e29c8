from __future__ import annotations

import numpy as np
import pytest

from inquiro.core.errors import StoreCorrupt
from inquiro.index import vector_files as module
from inquiro.index.vector_files import VectorFiles, VectorView, sketched

DIMENSIONS = 100


@pytest.fixture
def files(tmp_path):
    return VectorFiles(tmp_path, 1, DIMENSIONS)


def some(number, seed=1):
    drawn = np.random.default_rng(seed).standard_normal((number, DIMENSIONS)).astype(np.float32)
    return drawn / np.linalg.norm(drawn, axis=1, keepdims=True)


def all_there(number):
    return np.ones(number, dtype=np.bool_)


NOTHING = np.zeros(0, dtype=np.int64)


def test_the_nearest_passages_are_found_with_their_exact_nearness(files, monkeypatch):
    monkeypatch.setattr(module, "LOOKED_AT", 60)
    known = some(400)
    files.put(range(400), known)
    view = VectorView(files, all_there(400))
    found_best = 0
    for number in range(50):
        query = known[number] + 0.05 * some(1, seed=number)[0]
        near = view.nearest(query, None, NOTHING)
        exact = known @ query
        best = near.numbers[near.cosines.argmax()]
        found_best += best == exact.argmax()
        np.testing.assert_allclose(near.cosines, exact[near.numbers], atol=2e-3)
        assert 60 <= len(near.numbers) < 400
    assert found_best == 50


def test_only_allowed_passages_with_a_vector_are_found(files):
    files.put([0, 1, 3], some(3))
    view = VectorView(files, np.array([True, True, False, True]))
    near = view.nearest(some(1)[0], np.array([True, False, True, True]), NOTHING)
    assert near.numbers.tolist() == [0, 3]
    assert view.nearest(some(1)[0], np.zeros(4, dtype=np.bool_), NOTHING).numbers.tolist() == []


def test_passages_that_are_asked_for_are_looked_at_too(files, monkeypatch):
    monkeypatch.setattr(module, "LOOKED_AT", 1)
    known = some(50)
    files.put(range(50), known)
    far = int((known @ known[0]).argmin())
    near = VectorView(files, all_there(50)).nearest(known[0], None, np.array([far, 70]))
    assert {0, far} <= set(near.numbers.tolist())
    assert len(near.numbers) < 10


def test_a_vector_is_copied_to_another_number(files):
    files.put([2], some(1))
    files.copy([(2, 5)])
    np.testing.assert_array_equal(files.open_exact()[5], files.open_exact()[2])
    np.testing.assert_array_equal(files.open_bits()[5], files.open_bits()[2])


def test_another_numbering_takes_the_rows_along(files, tmp_path):
    files.put([1, 3], some(2))
    after = VectorFiles(tmp_path, 2, DIMENSIONS)
    after.take_from(files, np.array([1, 3, 9]))  # the last never had a vector
    np.testing.assert_array_equal(after.open_exact()[:2], files.open_exact()[[1, 3]])
    assert len(after.open_bits()) == 3


@pytest.mark.fault(47)
def test_missing_vectors_are_noticed(files):
    files.put([0], some(1))
    with pytest.raises(StoreCorrupt):
        VectorView(files, all_there(2))


def test_bits_are_the_signs():
    rows = np.array([[1.0, -1.0, 0.5] + [-1.0] * 97], dtype=np.float32)
    assert sketched(rows).shape == (1, 2)
    assert int(np.bitwise_count(sketched(rows)).sum()) == 2
