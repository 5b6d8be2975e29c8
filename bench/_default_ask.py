"""One default `ask` in the checkout that PYTHONPATH names; prints what it took as JSON.

usage: _default_ask.py corpus|web QUESTION MODEL MODEL_URL WEB_URL
"""

from __future__ import annotations

import asyncio
import json
import sys
import tempfile
import time
from pathlib import Path

import msgspec

from _model_run import FakeWeb, settings_for
from _model_world import Outside
from inquiro.cli.example_corpus import example_corpus
from inquiro.core.types import Report, ResearchRequest
from inquiro.providers.search import registry
from inquiro.runtime import Runtime
from inquiro.testing import plugged_in


async def asked(where: str, question: str, model: str, world: Outside) -> tuple[Report, float, float]:
    request = ResearchRequest(
        question=question,
        model=model,
        unattended=True,
        public_corpora=(str(example_corpus()),) if where == "corpus" else (),
        sources=() if where == "corpus" else (FakeWeb.name,),
    )
    with tempfile.TemporaryDirectory() as home:
        settings = settings_for(Path(home), world)
        urls = {**settings.provider_urls, "ollama": world.model_url}
        runtime = Runtime.open(msgspec.structs.replace(settings, model=None, provider_urls=urls))
        processor, began = time.process_time(), time.perf_counter()
        report = await runtime.ask(request)
        taken = time.perf_counter() - began, time.process_time() - processor
        runtime.close()
    return report, *taken


def main() -> None:
    where, question, model, model_url, web_url = sys.argv[1:]
    world = Outside(model_url, web_url, None)  # type: ignore[arg-type]  # whoever served it keeps its log
    with plugged_in(registry, fakeweb=FakeWeb):
        report, seconds, processor = asyncio.run(asked(where, question, model, world))
    usage = report.usage
    print(
        json.dumps(
            {
                "seconds": seconds,
                "processor": processor,
                "calls": usage.calls,
                "tokens": usage.tokens,
                "dollars": usage.cost,
                "sources": len(report.sources),
                "rounds": report.iterations_used,
                "status": report.status,
                "engine": report.engine,
            }
        )
    )


if __name__ == "__main__":
    main()
