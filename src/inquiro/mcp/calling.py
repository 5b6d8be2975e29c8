"""What every tool shares: whom it works for, errors in one sentence, results as text and as data."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from mcp.server.mcpserver import Context
from mcp.server.mcpserver.exceptions import ToolError
from mcp_types import CallToolResult, TextContent, ToolAnnotations

from inquiro.core.errors import InquiroError
from inquiro.core.events import Event
from inquiro.core.types import Json
from inquiro.mcp.desk import LONGEST_LINE, Desk
from inquiro.present.size_limits import clipped

LONGEST_WAIT = 55  # clients give up on a call after a minute
Ctx = Context[Desk, Any]
P = ParamSpec("P")
T = TypeVar("T")
Entry = tuple[Callable[..., Awaitable[CallToolResult]], str, str, ToolAnnotations]
LOOKS = ToolAnnotations(read_only_hint=True, open_world_hint=False)
STARTS = ToolAnnotations(read_only_hint=False, destructive_hint=False, open_world_hint=True)
ACTS = ToolAnnotations(read_only_hint=False, destructive_hint=False, open_world_hint=False)


def refusing(tool: Callable[P, Awaitable[T]]) -> Callable[P, Awaitable[T]]:
    """Our own errors are the caller's to read; anything else stays on the server."""

    @wraps(tool)
    async def call(*args: P.args, **kwargs: P.kwargs) -> T:
        try:
            return await tool(*args, **kwargs)
        except InquiroError as error:
            raise ToolError(clipped(str(error), LONGEST_LINE)) from error

    return call


def shows_forms(ctx: Ctx) -> bool:
    declared = ctx.client_capabilities.elicitation if ctx.client_capabilities else None
    return declared is not None and (declared.form is not None or declared.url is None)


def client_name(ctx: Ctx) -> str:
    """What the client calls itself; nothing proves it."""
    given = ctx.request_context.session.client_params
    return given.client_info.name.strip() if given is not None else ""


def telling(ctx: Ctx) -> Callable[[Event], Awaitable[None]]:
    """Events as progress notifications; the protocol wants each value above the one before."""
    told = 0.0

    async def tell(event: Event) -> None:
        nonlocal told
        told = max(event.progress, told + 0.0001)
        await ctx.report_progress(told, 1.0, clipped(f"{event.stage}: {event.message}", LONGEST_LINE))

    return tell


def said(built: Json) -> CallToolResult:
    text = json.dumps(built, ensure_ascii=False)
    return CallToolResult(content=[TextContent(type="text", text=text)], structured_content=built)


def desk_of(ctx: Ctx) -> Desk:
    return ctx.request_context.lifespan_context
