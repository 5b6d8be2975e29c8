from __future__ import annotations

import csv

import pytest


@pytest.fixture(scope="session")
def lei_rows(shared_data):
    """Real LEIs with names, places and statuses."""
    with (shared_data / "lei_list" / "lei_names.csv").open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines))
