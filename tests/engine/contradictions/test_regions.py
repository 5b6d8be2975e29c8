from __future__ import annotations

import pytest

from inquiro.engine.contradictions.regions import is_region


@pytest.mark.parametrize(
    "name", ["Germany", "GERMANY", "Deutschland", "Alemania", "Bavaria", "Québec", "New York", "UK"]
)
def test_what_holds_other_places_is_a_region(name):
    assert is_region(name)


@pytest.mark.parametrize("name", ["Munich", "Berlin", "Korvenau", "", "New"])
def test_a_city_is_none(name):
    assert not is_region(name)
