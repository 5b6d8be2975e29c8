"""The tools as the protocol sees them: arguments checked, progress told, the person asked, errors in one sentence."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Annotated, Any, Literal

import msgspec
from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.exceptions import ToolError, UnexpectedToolError
from mcp.server.mcpserver.resolve import AcceptedElicitation, Elicit, ElicitationResult, Resolve
from mcp.server.mcpserver.tools import Tool
from mcp.server.mcpserver.utilities.func_metadata import ArgModelBase
from mcp_types import CallToolResult, InputRequiredResult, ToolAnnotations
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from inquiro import __version__
from inquiro.core.errors import UnknownName
from inquiro.core.outline import LONGEST_HEADING, MOST_HEADINGS
from inquiro.core.settings import Settings
from inquiro.core.types import Depth, Json, NoteDepth, NoteFilter, PrivacyMode, ResearchRequest, Run, SearchMode, Style
from inquiro.engine.modes.asked import modes_of
from inquiro.mcp import macro_tools, wording
from inquiro.mcp.calling import (
    ACTS,
    LONGEST_WAIT,
    LOOKS,
    STARTS,
    Ctx,
    Entry,
    desk_of,
    refusing,
    said,
    shows_forms,
    telling,
)
from inquiro.mcp.desk import LONGEST_LINE, Desk, Folders, question_of
from inquiro.present.size_limits import clipped
from inquiro.runtime.checks import clients_check
from inquiro.runtime.clients_vault import LONGEST_PART

MOST_SOURCES = 50
MOST_ITERATIONS = 50
MOST_ITEMS = 20
LONGEST_DOCUMENT = 500_000
LONGEST_QUESTION, LONGEST_CONTEXT, LONGEST_ANSWER = 4_000, 20_000, 4_000
LONGEST_PATH, LONGEST_FOCUS, LONGEST_NAME = 1_000, 500, 100
LONGEST_READ = 50_000  # characters of one note at a time
_log = logging.getLogger("inquiro.mcp")

RunId = Annotated[str, Field(description=wording.RUN_ID, min_length=4, max_length=64)]
Waiting = Annotated[float, Field(description=wording.WAIT_RESULT, ge=0, le=LONGEST_WAIT)]
Background = Annotated[str, Field(description=wording.CONTEXT, max_length=LONGEST_CONTEXT)]
HowDeep = Annotated[Depth, Field(description=wording.THOROUGH)]
Sources = Annotated[tuple[str, ...], Field(description=wording.SOURCES, max_length=MOST_SOURCES)]
Openness = Annotated[PrivacyMode | None, Field(description=wording.PRIVACY)]
Follows = Annotated[str | None, Field(description=wording.FOLLOW, min_length=4, max_length=64)]
Heading = Annotated[str, Field(min_length=1, max_length=LONGEST_HEADING)]
StartWaiting = Annotated[float, Field(description=wording.WAIT_START, ge=0, le=LONGEST_WAIT)]


class Answer(BaseModel):
    """The form a client shows when a run needs to know something."""

    answer: str = Field(description=wording.FORM_ANSWER, min_length=1, max_length=LONGEST_ANSWER)


class ResearchServer(MCPServer[Desk]):
    """Refuses what it does not know in words a model can act on, and writes refusals to the log."""

    async def call_tool(
        self, name: str, arguments: dict[str, Any], context: Context[Desk, Any] | None = None
    ) -> CallToolResult | InputRequiredResult:
        known = {tool.name: tool for tool in await self.list_tools()}
        if name not in known:
            refused = UnknownName("tool", name, known)
            _log.warning("refused: %s", refused)
            raise ToolError(str(refused))
        try:
            return await super().call_tool(name, arguments, context)
        except UnexpectedToolError:
            raise  # a defect of ours: the log gets it, the caller does not
        except ToolError as error:
            said = _wrong(name, error.__cause__, known[name].input_schema) or str(error.__cause__ or error)
            _log.warning("refused: %s", said)
            raise ToolError(said) from error


def build(folders: Folders, settings: Settings | None = None) -> ResearchServer:
    """A server whose runs search these folders and whatever the settings make available."""

    @asynccontextmanager
    async def lifespan(_: MCPServer[Desk]) -> AsyncIterator[Desk]:
        async with Desk.open(folders, settings) as desk:
            yield desk

    opened: Callable[[MCPServer[Desk]], AbstractAsyncContextManager[Desk]] = lifespan
    return ResearchServer(
        wording.SERVER,
        title=wording.TITLE,
        instructions=wording.INSTRUCTIONS,
        version=__version__,
        tools=[_tool(*entry) for entry in TOOLS],
        log_level="WARNING",
        lifespan=opened,
        subscriptions=False,
    )


# -- asking the person: resolvers run again on every round of a call, so they only look ---------------------


@refusing
async def asked(run_id: str, ctx: Ctx) -> Elicit[Answer] | None:
    """The form for a run that waits, where the client can show one."""
    return _form(await desk_of(ctx).find(run_id), ctx)


@refusing
async def asked_after_waiting(run_id: str, wait_seconds: float, ctx: Ctx) -> Elicit[Answer] | None:
    """The same, once the run has ended, waits for the person, or the time is up."""
    return _form(await desk_of(ctx).follow(run_id, wait_seconds, telling(ctx)), ctx)


def _form(run: Run, ctx: Ctx) -> Elicit[Answer] | None:
    question = question_of(run)
    return Elicit(clipped(question, LONGEST_LINE * 10), Answer) if question and shows_forms(ctx) else None


# -- the tools ------------------------------------------------------------------------------------------------


@refusing
async def deep_research(
    question: Annotated[str, Field(description=wording.QUESTION, min_length=1, max_length=LONGEST_QUESTION)],
    *,
    ctx: Ctx,
    context: Background = "",
    max_iterations: Annotated[int, Field(description=wording.MAX_ITERATIONS, ge=1, le=MOST_ITERATIONS)] = 10,
    depth: HowDeep = "deep",
    sources: Sources = (),
    domain: Annotated[str | None, Field(description=wording.DOMAIN, max_length=LONGEST_NAME)] = None,
    privacy: Openness = None,
    follow: Follows = None,
    style: Annotated[Style | None, Field(description=wording.STYLE)] = None,
    brief: Annotated[bool, Field(description=wording.BRIEF)] = False,
    outline: Annotated[tuple[Heading, ...], Field(description=wording.OUTLINE, max_length=MOST_HEADINGS)] = (),
    wait_seconds: StartWaiting = 0,
) -> CallToolResult:
    request = ResearchRequest(
        question=question,
        style=style,
        brief=brief,
        outline=outline,
        domain=domain,
        context=context,
        max_iterations=max_iterations,
        depth=depth,
        sources=sources,
        privacy=privacy,
        follow=follow,
    )
    return await _started(request, wait_seconds, ctx)


@refusing
async def research(
    query: Annotated[str, Field(description=wording.QUERY, min_length=1, max_length=LONGEST_QUESTION)],
    *,
    ctx: Ctx,
    mode: Annotated[str | tuple[str, ...] | None, Field(description=wording.MODE)] = None,
    top_k: Annotated[int, Field(description=wording.TOP_K, ge=1, le=MOST_ITEMS)] = 5,
    depth: Annotated[Literal["light", "deep"], Field(description=wording.DEPTH)] = "deep",
    context: Background = "",
    sources: Sources = (),
    privacy: Openness = None,
    follow: Follows = None,
    wait_seconds: StartWaiting = 0,
) -> CallToolResult:
    request = ResearchRequest(
        question=query,
        modes=modes_of(mode),
        top_k=top_k,
        depth=depth,
        context=context,
        sources=sources,
        privacy=privacy,
        follow=follow,
    )
    return await _started(request, wait_seconds, ctx)


@refusing
async def research_note(
    path: Annotated[str, Field(description=wording.NOTE_PATH, min_length=1, max_length=LONGEST_PATH)],
    *,
    ctx: Ctx,
    depth: Annotated[NoteDepth, Field(description=wording.NOTE_DEPTH)] = "shallow",
    focus: Annotated[str | None, Field(description=wording.NOTE_FOCUS, max_length=LONGEST_FOCUS)] = None,
    dry_run: Annotated[bool, Field(description=wording.NOTE_DRY_RUN)] = False,
    privacy: Openness = None,
    wait_seconds: StartWaiting = 0,
) -> CallToolResult:
    request = await desk_of(ctx).note_request(path, depth, focus, dry_run=dry_run)
    return await _started(msgspec.structs.replace(request, privacy=privacy), wait_seconds, ctx)


@refusing
async def check_document(
    *,
    ctx: Ctx,
    text: Annotated[str | None, Field(description=wording.CHECK_TEXT, max_length=LONGEST_DOCUMENT)] = None,
    url: Annotated[str | None, Field(description=wording.CHECK_URL, max_length=LONGEST_PATH)] = None,
    name: Annotated[str, Field(description=wording.CHECK_NAME, min_length=1, max_length=LONGEST_NAME)] = "document.md",
    privacy: Openness = None,
    wait_seconds: StartWaiting = 0,
) -> CallToolResult:
    return await _started(clients_check(text=text, url=url, name=name, privacy=privacy), wait_seconds, ctx)


@refusing
async def find_notes(
    query: Annotated[str, Field(description=wording.NOTE_QUERY, min_length=1, max_length=LONGEST_PATH)],
    *,
    ctx: Ctx,
    mode: Annotated[SearchMode, Field(description=wording.NOTE_MODE)] = "hybrid",
    n_results: Annotated[int, Field(description=wording.N_RESULTS, ge=1, le=MOST_ITEMS)] = 5,
    tags: Annotated[tuple[str, ...], Field(description=wording.NOTE_TAGS, max_length=MOST_ITEMS)] = (),
    folder: Annotated[str, Field(description=wording.NOTE_FOLDER, max_length=LONGEST_PATH)] = "",
    since: Annotated[str, Field(description=wording.NOTE_SINCE, max_length=10)] = "",
    until: Annotated[str, Field(description=wording.NOTE_UNTIL, max_length=10)] = "",
) -> CallToolResult:
    narrowed = NoteFilter(tags=tags, folder=folder, since=since, until=until)
    return said(await desk_of(ctx).find_notes(query, mode, n_results, narrowed))


@refusing
async def read_note(
    path: Annotated[str, Field(description=wording.NOTE_PATH, min_length=1, max_length=LONGEST_PATH)],
    *,
    ctx: Ctx,
    offset: Annotated[int, Field(description=wording.NOTE_OFFSET, ge=0)] = 0,
    length: Annotated[int, Field(description=wording.NOTE_LENGTH, ge=200, le=LONGEST_READ)] = LONGEST_PART,
) -> CallToolResult:
    return said(await desk_of(ctx).read_note(path, offset, length))


@refusing
async def run_status(
    run_id: RunId, outcome: Annotated[ElicitationResult[Answer], Resolve(asked)], ctx: Ctx
) -> CallToolResult:
    desk = desk_of(ctx)
    run = await _answered(desk, await desk.find(run_id), outcome)
    return said(await desk.status(run) | _declined(outcome))


@refusing
async def run_result(
    run_id: RunId,
    outcome: Annotated[ElicitationResult[Answer], Resolve(asked_after_waiting)],
    ctx: Ctx,
    wait_seconds: Waiting = 0,  # noqa: ARG001 - the resolver has waited
    full: Annotated[bool, Field(description=wording.FULL)] = False,
) -> CallToolResult:
    desk = desk_of(ctx)
    run = await _answered(desk, await desk.find(run_id), outcome)
    return said(await desk.result(run, full=full) | _declined(outcome))


@refusing
async def run_answer(
    run_id: RunId,
    answer: Annotated[str, Field(description=wording.ANSWER, min_length=1, max_length=LONGEST_ANSWER)],
    ctx: Ctx,
) -> CallToolResult:
    desk = desk_of(ctx)
    return said(await desk.status(await desk.answer(run_id, answer)))


@refusing
async def run_stop(run_id: RunId, ctx: Ctx) -> CallToolResult:
    desk = desk_of(ctx)
    return said(await desk.status(await desk.stop(run_id)))


TOOLS: tuple[Entry, ...] = (
    (deep_research, "Deep research", wording.DEEP_RESEARCH, STARTS),
    (research, "Ideas, code and a paper", wording.RESEARCH, STARTS),
    (research_note, "Research a note", wording.RESEARCH_NOTE, STARTS),
    (check_document, "Check a document", wording.CHECK_DOCUMENT, STARTS),
    (find_notes, "Search the vault", wording.FIND_NOTES, LOOKS),
    (read_note, "Read a note", wording.READ_NOTE, LOOKS),
    (run_status, "How far a run is", wording.RUN_STATUS, LOOKS),
    (run_result, "The report of a run", wording.RUN_RESULT, LOOKS),
    (run_answer, "Answer a run's question", wording.RUN_ANSWER, ACTS),
    (run_stop, "Stop a run", wording.RUN_STOP, ACTS),
    *macro_tools.TOOLS,
)


def _tool(
    function: Callable[..., Awaitable[CallToolResult]], title: str, description: str, hints: ToolAnnotations
) -> Tool:
    """A tool that takes the arguments it names and no others."""
    tool = Tool.from_function(
        function, title=title, description=description, annotations=hints, structured_output=False
    )
    loose = tool.fn_metadata.arg_model
    strict: type[ArgModelBase] = type(
        loose.__name__, (loose,), {"__module__": __name__, "model_config": ConfigDict(extra="forbid")}
    )
    tool.fn_metadata.arg_model = strict
    tool.parameters = strict.model_json_schema(by_alias=True)
    return tool


async def _started(request: ResearchRequest, wait_seconds: float, ctx: Ctx) -> CallToolResult:
    """The run's id at once; its report, where the caller waits and it is done in time."""
    desk = desk_of(ctx)
    run = await desk.start(request)
    if wait_seconds:
        run = await desk.follow(run.id, wait_seconds, telling(ctx))
    return said(await desk.result(run, full=False))


async def _answered(desk: Desk, run: Run, outcome: ElicitationResult[Answer]) -> Run:
    """Pass on what the person wrote into the form, unless someone was quicker."""
    given = outcome.data if isinstance(outcome, AcceptedElicitation) else None
    return await desk.answer(run.id, given.answer) if given and run.status == "waiting" else run


def _declined(outcome: ElicitationResult[Answer]) -> Json:
    return {} if isinstance(outcome, AcceptedElicitation) else {"next": wording.DECLINED_NEXT}


def _wrong(name: str, cause: object, schema: Json) -> str:
    """Wrong arguments in one line, with the ones there are."""
    if not isinstance(cause, ValidationError):
        return ""
    problems = "; ".join(f"{'.'.join(map(str, e['loc']))}: {e['msg']}" for e in cause.errors())
    return clipped(f"{name}: {problems}. It takes: {', '.join(schema['properties'])}", LONGEST_LINE * 2)
