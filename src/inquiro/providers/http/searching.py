"""What every search service over HTTP shares: its address, its key, its pace, and errors that say what to do."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Literal
from urllib.parse import urlencode

import msgspec

from inquiro.core.errors import EffectError
from inquiro.core.protocols import ProviderContext
from inquiro.core.settings import Secret
from inquiro.core.types import Availability, Json, ProviderKind, SourceType
from inquiro.core.web import WebAnswer, WebRequest
from inquiro.providers.http.statuses import error_of

LACKING = frozenset({404, 410})
Params = Mapping[str, str | int | None]


class Service:
    """A subclass names itself and turns queries into requests and answers into hits; politeness is done here."""

    name: str
    kind: ProviderKind
    source_type: SourceType
    base_url: str
    leaves_machine: str = "the query"
    keys: tuple[str, ...] = ()
    filters: tuple[str, ...] = ()  # what of since, site and language the service itself narrows by
    needs_key: bool = False
    paces_requests: Literal[True] = True
    requests_per_second: float = 1.0
    content_is_extract: bool = True  # what comes with a hit is an abstract, or a copy whose page can be had
    burst: int = 1  # so many requests may follow each other at once after a rest

    def __init__(self, context: ProviderContext) -> None:
        self.settings = context.settings
        self._web = context.web
        self._pace = context.pace

    @property
    def base(self) -> str:
        """INQUIRO_<NAME>_URL, or the service's own address."""
        return self.settings.provider_urls.get(self.name, self.base_url).rstrip("/")

    @property
    def twin(self) -> str:
        """The address that the operator set instead of the service's own; empty if none."""
        return self.base if self.name in self.settings.provider_urls else ""

    def key(self, name: str | None = None) -> Secret | None:
        return next((self.settings.keys[n] for n in ((name,) if name else self.keys) if n in self.settings.keys), None)

    def availability(self) -> Availability:
        if self.needs_key and self.key() is None:
            return Availability(available=False, reason=f"set {' or '.join(self.keys)}")
        return Availability(available=True)

    def refusal(self, answer: WebAnswer) -> EffectError | None:  # noqa: ARG002
        """What a service says in words of its own: with a success, or with a reason that only the body holds."""
        return None

    async def get(
        self,
        path: str,
        params: Params | None = None,
        *,
        headers: Mapping[str, str] | None = None,
        credentials: Mapping[str, Secret] | None = None,
        secret_params: Mapping[str, Secret] | None = None,
        may_lack: bool = False,
    ) -> WebAnswer:
        given = {name: value for name, value in (params or {}).items() if value is not None}
        return await self.send(
            WebRequest(
                url=f"{self.base}{path}" + (f"?{urlencode(given)}" if given else ""),
                headers=headers or {},
                credentials=credentials or {},
                secret_params=secret_params or {},
            ),
            may_lack=may_lack,
        )

    async def post(self, path: str, body: Json, *, credentials: Mapping[str, Secret] | None = None) -> WebAnswer:
        return await self.send(
            WebRequest(
                url=f"{self.base}{path}",
                method="POST",
                headers={"content-type": "application/json"},
                body=msgspec.json.encode(body),
                credentials=credentials or {},
            )
        )

    async def send(self, request: WebRequest, *, may_lack: bool = False) -> WebAnswer:
        """One polite request: admitted, sent, and its outcome told to everyone who waits for the same service.

        `may_lack`: that it does not have something is an answer too, with its status.
        """
        operator = self.twin
        async with self._pace.turn(self.name, self.requests_per_second, self.burst) as ready:
            return await self._told(dataclasses.replace(request, operator_origin=operator, ready=ready), may_lack)

    async def _told(self, request: WebRequest, may_lack: bool) -> WebAnswer:
        try:
            answer = await self._web.send(request)
            lacks = may_lack and answer.status in LACKING
            if not lacks and (error := self.refusal(answer) or error_of(answer, self.name, self.keys)):
                raise error
        except EffectError as error:
            await self._pace.report(self.name, error)
            raise
        await self._pace.report(self.name, None)
        return answer
