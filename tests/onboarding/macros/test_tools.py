from __future__ import annotations

import pytest

from inquiro.onboarding.macros.tools import TOOLS, sources_of
from inquiro.providers.search import registry
from inquiro.runtime.wiring import KINDS


@pytest.mark.real_sources
@pytest.mark.parametrize("tool", TOOLS)
def test_every_tool_stands_for_sources_that_exist(tool):
    assert set(TOOLS[tool]) <= {*registry.names(), *KINDS}


def test_sources_stand_once():
    assert sources_of(["gleif_lookup", "web_search", "gleif_lookup"]) == ("gleif", "web", "reference")
    assert sources_of([]) == ()
