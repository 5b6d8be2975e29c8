from __future__ import annotations

import asyncio

import pytest

from inquiro.core.errors import RunNotFound
from inquiro.core.settings import Settings
from inquiro.core.types import ResearchRequest
from inquiro.runtime import Runtime

SAID = "The Varnholt Institute was founded on 5 May 1996 by Anna Berg, and it does not sell trees."


def test_a_run_tells_what_it_learned_with_the_proofs_of_its_ids(tmp_path):
    corpus = tmp_path / "corpus"
    corpus.mkdir()
    (corpus / "institute.md").write_text(f"# The Varnholt Institute\n\n{SAID}\n")
    settings = Settings.load({"INQUIRO_HOME": str(tmp_path / "home"), "INQUIRO_PRIVACY": "local_only"}, tmp_path)
    runtime = Runtime.open(settings)

    async def ask() -> str:
        request = ResearchRequest(question="Who founded the Varnholt Institute?", corpora=(str(corpus),), depth="light")
        run = await runtime.start(request)
        await runtime.execute(run.id)
        return run.id

    try:
        run_id = asyncio.run(ask())
        learned = asyncio.run(runtime.learned(run_id))
        with pytest.raises(RunNotFound):
            asyncio.run(runtime.learned("nobody"))
    finally:
        runtime.close()
    (fact,) = [one for one in learned.facts if "founded" in one.statement]
    assert ("5 May 1996", "1996-05-05") in [(date.text, date.iso) for date in fact.dates]
    assert "does not sell trees" in fact.denies
    told = {(r.subject, r.predicate, r.object): r for one in learned.entities for r in one.relations}
    founded = told["Varnholt Institute", "founded in", "1996-05-05"]
    quotes = {proof.id: proof.quote for proof in learned.evidence}
    assert quotes[founded.evidence] == SAID
    assert founded.private
