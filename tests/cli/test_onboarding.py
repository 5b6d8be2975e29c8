"""A client is taken on, from its name to the tree of what was created: research, review, edit, decision, verbs."""

from __future__ import annotations

import json

import pytest

from inquiro.runtime import Runtime

pytestmark = pytest.mark.real_sources  # named by the macro, and never asked


@pytest.fixture
def editor(tmp_path, monkeypatch):
    """The reviewer changes two fields."""
    script = tmp_path / "editor.sh"
    script.write_text(
        '#!/bin/sh\nsed -i -e \'s/"Hafen Fonds"/"HAFEN FONDS"/\' -e \'s/"HIGH"\\|"MEDIUM"/"LOW"/\' "$1"\n'
    )
    script.chmod(0o755)
    monkeypatch.setenv("VISUAL", str(script))


def entities():
    import asyncio

    opened = Runtime.open()
    try:
        return asyncio.run(opened.executions.ledger.ledger_entities("local"))
    finally:
        opened.close()


@pytest.mark.usefixtures("editor")
def test_a_client_is_onboarded(inquiro, world, terminal, gleif_server):
    ran = inquiro("macro", "run", "client-discovery", "client_name=Nordwind Kapitalverwaltung")
    assert ran.exit_code == 0, ran.output
    assert "Pending review: 1 apex, 1 management company, 1 subsidiary, 1 fund; " in ran.stdout
    [waiting] = json.loads(inquiro("review", "list", "--json").stdout)
    short = waiting["id"][:8]

    shown = inquiro("review", "show", short).stdout
    assert f'✓ apex.lei "{gleif_server.APEX}"' in shown
    assert shown.index("need") < shown.index("apex.name")

    agent = inquiro("review", "approve", short, "--execute")
    assert agent.exit_code == 3
    assert "a person has to decide: open " in agent.stderr

    saved = inquiro("review", "edit", short)
    assert saved.exit_code == 0, saved.output
    assert "HAFEN FONDS" in saved.stderr
    assert 'search_quality: "MEDIUM" → "LOW"' in saved.stderr or 'search_quality: "HIGH" → "LOW"' in saved.stderr
    edited = json.loads(inquiro("review", "show", short, "--json").stdout)
    assert (edited["version"], edited["status"]) == (2, "pending")

    with terminal.Terminal(["review", "approve", short, "--execute"]) as person:
        seen = person.until("Enter leaves it for later:")
        assert f"hash {edited['short_hash']}" in seen
        assert '"HAFEN FONDS"' in seen
        person.type(edited["short_hash"])
        assert person.ends() == 0
    assert "created" in person.shown
    assert f"Nordwind Capital SE [{gleif_server.APEX}" in person.shown
    made = entities()
    assert {gleif_server.APEX, gleif_server.CHILD, gleif_server.FUND} <= {one.lei for one in made}
    assert len({one.decision_id for one in made}) == 1

    again = inquiro("review", "execute", short)
    assert (again.exit_code, "nothing was done again" in again.stdout) == (0, True)
    assert entities() == made
    assert "executed" in inquiro("review", "status", waiting["session_id"]).stdout

    rehearsed = inquiro("batch", "start", "onboard-fund-cbu", "--from-research", waiting["session_id"], "--dry-run")
    assert rehearsed.exit_code == 0, rehearsed.output
    assert "= HAFEN FONDS  cbu.ensure unchanged" in rehearsed.stdout
