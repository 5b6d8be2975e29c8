"""Driving the graph: from its last checkpoint to its end, or to the question it waits with."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from inquiro.engine.deps import Deps
from inquiro.engine.search import abandon

if TYPE_CHECKING:
    from inquiro.storage.checkpoints import StoreSaver

Way = Callable[[Any], Any]  # from the graph's module to the input that makes it go on


def _workflow(deps: Deps) -> Any:
    """The module whose graph the run goes through."""
    if deps.request.note is not None:
        from inquiro.workflows import note

        return note
    if deps.request.check is not None:
        from inquiro.workflows import check

        return check
    if deps.request.macro is not None:
        from inquiro.workflows import macro

        return macro
    from inquiro.workflows import deep_research

    return deep_research


async def drive(
    deps: Deps, saver: StoreSaver, record: Callable[[Mapping[str, Any]], None], way: Way | None = None
) -> str | None:
    """Run until the graph ends or pauses; returns the question a person has to answer, if it pauses."""
    from inquiro.workflows.state import initial  # LangGraph is slow to load, and only a run that works needs it

    workflow = _workflow(deps)
    graph = workflow.build(saver)
    config: Any = {
        "configurable": {"thread_id": deps.run_id},
        "recursion_limit": 4 * deps.request.max_iterations + 40,
    }
    before = await graph.aget_state(config)
    fresh = None if before.values else initial(deps.run_id, deps.request, deps.effects.mode)
    start = way(workflow) if way else fresh
    try:
        async for told in graph.astream(start, config, context=deps, stream_mode="custom", durability="sync"):
            record(told)
    finally:
        await abandon(deps)
    after = await graph.aget_state(config)
    return str(after.interrupts[0].value["question"]) if after.interrupts else None
