"""`inquiro sources list`."""

from __future__ import annotations

import json


def test_the_table_says_what_works_and_why_not(runtime, inquiro, make_source):
    runtime.infos += [
        make_source(
            name="tavily",
            available=False,
            reason="set TAVILY_API_KEY",
            keys=("TAVILY_API_KEY",),
            leaves_machine="the query",
        ),
        make_source(name="crunchbase", available=False, declared=True, reason="declared, not available"),
    ]
    shown = inquiro("sources", "list").stdout
    local, tavily, crunchbase = (line for line in shown.splitlines() if line.split()[0] in shown_names(runtime))
    assert local.split()[:4] == ["local", "local", "unlimited", "available"]
    assert "nothing" in local
    assert "the query" in " ".join(tavily.split())
    assert "1/s" in tavily
    assert "declared" in crunchbase


def shown_names(runtime):
    return {source.name for source in runtime.infos}


def test_json(runtime, inquiro):
    [only] = json.loads(inquiro("sources", "list", "--json").stdout)
    assert only["name"] == "local"
    assert only["available"] is True
