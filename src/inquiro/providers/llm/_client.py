"""What every model client shares: its address, its key, its pace, and one streamed exchange that is whole or an error."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import ClassVar, Literal
from urllib.parse import urlsplit

import msgspec

from inquiro.core.errors import BadAnswer, EffectError, NotConfigured, UnsafeAddress
from inquiro.core.models import (
    FREE,
    Capabilities,
    Finish,
    Heard,
    ModelAnswer,
    ModelRequest,
    ModelUsage,
    Price,
    usage_of,
)
from inquiro.core.protocols import ProviderContext
from inquiro.core.settings import Secret
from inquiro.core.types import Availability, Json
from inquiro.core.web import WebAnswer, WebRequest
from inquiro.providers.http.addresses import is_loopback
from inquiro.providers.http.answers import object_of
from inquiro.providers.http.fields import number
from inquiro.providers.http.targets import parse_target
from inquiro.providers.llm._catalog import facts_of
from inquiro.providers.llm._embeddings import vectors_in
from inquiro.providers.llm._refusals import Asked, SchemaRefused, failure_in, quotable, refusal_of
from inquiro.providers.llm._schemas import in_words
from inquiro.providers.llm._streams import Assembly, StreamReading, only_text

_ANSWER_BYTES = 50_000_000  # pages that a vendor's search read come along, encrypted


class Client(ABC):
    """A subclass names itself and maps requests and answers of its vendor; the exchange is done here."""

    name: ClassVar[str]
    base_url: ClassVar[str] = ""
    path: ClassVar[str]
    embeddings: ClassVar[str] = "/embeddings"  # the path where vectors are made; empty where there is none
    version: ClassVar[str] = "/v1"  # added to an address that has no path
    keys: tuple[str, ...] = ()
    needs_key: ClassVar[bool] = True
    takes_schema: ClassVar[bool] = True
    searches_web: ClassVar[bool] = False
    paces_requests: Literal[True] = True
    requests_per_second: float = 5.0

    def __init__(self, context: ProviderContext, model: str) -> None:
        self.provider = self.name
        self.model = model
        self.settings = context.settings
        self._web = context.web
        self._pace = context.pace
        self._facts = facts_of(self.name, model)
        self._schema_refused = False

    # -- what a vendor's file says

    @abstractmethod
    def body(self, request: ModelRequest) -> Json:
        """The request in the vendor's words."""

    @abstractmethod
    def assembly(self) -> Assembly: ...

    @abstractmethod
    def read(self, whole: Json) -> ModelAnswer:
        """The vendor's whole answer as a value; one without a word is still one that was paid for."""

    @abstractmethod
    def used(self, whole: Json) -> ModelUsage:
        """What the vendor counted for it."""

    def credentials(self, key: Secret) -> Mapping[str, Secret]:
        return {"authorization": Secret(f"Bearer {key.reveal()}")}

    def headers(self) -> Mapping[str, str]:
        return {}

    async def prepared(self, request: ModelRequest) -> ModelRequest:
        """What has to happen before the request can be sent, such as starting a server of our own."""
        return request

    # -- what others ask

    @property
    def base(self) -> str:
        """INQUIRO_<PROVIDER>_URL, or the vendor's own address."""
        base = self.settings.provider_urls.get(self.provider, self.base_url).strip().rstrip("/")
        return base + self.version if base and not urlsplit(base).path else base

    @property
    def capabilities(self) -> Capabilities:
        facts = self._facts
        schema = self.takes_schema if facts.schema is None else facts.schema
        return Capabilities(
            schema=schema and not self._schema_refused,
            web_search=self.searches_web if facts.web_search is None else facts.web_search,
            context=self.settings.contexts.get(f"{self.provider}:{self.model}") or facts.context,
            local=self._is_local(),
        )

    @property
    def price(self) -> Price | None:
        """What the user says, then the vendor's list, whatever the address: a proxy on this machine is not free."""
        known = self.settings.prices.get(f"{self.provider}:{self.model}") or self._facts.price
        return known or (FREE if self._is_local() else None)

    @property
    def temperature_matters(self) -> bool:
        return self._facts.temperature

    def availability(self) -> Availability:
        if not self.base:
            return Availability(available=False, reason=f"set {self._address_setting}")
        try:
            self._is_local()
        except NotConfigured as error:
            return Availability(available=False, reason=str(error))
        if self.needs_key and self._key() is None and self.provider not in self.settings.provider_urls:
            return Availability(available=False, reason=f"set {' or '.join(self.keys)}")
        return Availability(available=True)

    async def complete(self, request: ModelRequest, heard: Heard | None = None) -> ModelAnswer:
        """Asks once; a second time, in words, only where a schema turns out not to be taken."""
        if not (found := self.availability()).available:
            raise NotConfigured(f"{self.provider}:{self.model} cannot be asked: {found.reason}")
        if request.web_search and not self.capabilities.web_search:
            raise NotConfigured(f"{self.provider}:{self.model} has no web search of its own")
        try:
            return await self._paced(request, heard)
        except SchemaRefused as error:
            if not self.enforces_schema(request):
                raise BadAnswer(str(error)) from None
        self._schema_refused = True
        return await self.complete(request, heard)

    async def embed(self, texts: Sequence[str], seconds: float) -> list[list[float]]:
        """One vector a text, as OpenAI and everybody who speaks like it make them."""
        if not self.embeddings:
            raise NotConfigured(f"{self.provider} makes no embeddings")
        if not (found := self.availability()).available:
            raise NotConfigured(f"{self.provider}:{self.model} cannot be asked: {found.reason}")
        body = {"model": self.model, "input": list(texts), "encoding_format": "float"}
        answer = await self._web.send(self._posted(self.embeddings, body, "application/json", seconds))
        if error := refusal_of(answer, self._asked()):
            raise error
        return vectors_in(object_of(answer, self.provider), len(texts), self.provider)

    def parse(self, answer: WebAnswer) -> ModelAnswer:
        """A whole answer, streamed or not; what was recorded can be read again."""
        if error := refusal_of(answer, self._asked()):
            raise error
        if not _is_stream(answer.headers):
            readable = replace(answer, body=only_text(answer.body).encode())
            return self._paid(object_of(readable, self.provider))
        reading = self._reading()
        for _ in reading.feed(answer.body):
            pass
        return self._paid(reading.whole())

    def told(self, request: ModelRequest) -> str:
        """What the model is told before the conversation, with the schema where it has to be told in words."""
        parts = [message.text for message in request.messages if message.role == "system"]
        if request.schema is not None and not self.enforces_schema(request):
            parts.append(in_words(request.schema))
        return "\n\n".join(part for part in parts if part.strip())

    def enforces_schema(self, request: ModelRequest) -> bool:
        return request.schema is not None and self.capabilities.schema

    def finish(self, reason: object, known: Mapping[str, Finish]) -> Finish:
        if not isinstance(reason, str) or reason not in known:
            why = quotable(str(reason), self._asked(), 40)
            raise BadAnswer(f"{self.provider}:{self.model} ended for a reason nobody asked for ({why})")
        return known[reason]

    # -- the exchange

    async def _paced(self, request: ModelRequest, heard: Heard | None) -> ModelAnswer:
        wire = self._wire(await self.prepared(request))
        rate = 0.0 if self._is_local() else self.requests_per_second
        async with self._pace.turn(self.provider, rate) as ready:
            try:
                answer = await self._exchange(replace(wire, ready=ready), heard or _unheard)
            except EffectError as error:
                await self._pace.report(self.provider, error)
                raise
            await self._pace.report(self.provider, None)
            return answer

    async def _exchange(self, request: WebRequest, heard: Heard) -> ModelAnswer:
        async with self._web.stream(request) as stream:
            if 200 <= stream.status < 300 and _is_stream(stream.headers):
                reading = self._reading()
                async for chunk in stream.chunks:
                    for text in reading.feed(chunk):
                        heard(text)
                return self._paid(reading.whole())
            body = b"".join([chunk async for chunk in stream.chunks])
            answer = self.parse(WebAnswer(url=stream.url, status=stream.status, headers=stream.headers, body=body))
            heard(answer.text)
            return answer

    def _paid(self, whole: Json) -> ModelAnswer:
        """What cannot be used has been paid for all the same."""
        try:
            return self.read(whole)
        except BadAnswer as error:
            error.usage = usage_of(self.used(whole), self.price)
            raise

    def _wire(self, request: ModelRequest) -> WebRequest:
        return self._posted(self.path, self.body(request), "text/event-stream", request.seconds)

    def _posted(self, path: str, body: Json, accept: str, seconds: float) -> WebRequest:
        key = self._key()
        base = self.base
        return WebRequest(
            url=f"{base}{path}",
            method="POST",
            headers={"content-type": "application/json", "accept": accept, **self._manners(), **self.headers()},
            body=msgspec.json.encode(body),
            credentials=self.credentials(key) if key else {},
            max_bytes=_ANSWER_BYTES,
            seconds=seconds,
            redirects=0,
            operator_origin=base if self.provider in self.settings.provider_urls or self._is_local() else "",
        )

    def _manners(self) -> Mapping[str, str]:
        """llama.cpp hangs up after many a stream without saying so; on this machine a new connection costs nothing."""
        return {"connection": "close"} if self._is_local() else {}

    def _reading(self) -> StreamReading:
        asked = self._asked()
        return StreamReading(self.assembly(), self.provider, lambda event: failure_in(event, asked))

    def _asked(self) -> Asked:
        theirs = self.base == self.base_url and not self._is_local()
        address = "" if theirs else self._address_setting
        return Asked(provider=self.provider, model=self.model, keys=self.keys, address=address, key=self._key())

    def _key(self) -> Secret | None:
        return next((self.settings.keys[name] for name in self.keys if name in self.settings.keys), None)

    def _is_local(self) -> bool:
        """Loopback, or where the operator said that it is as good as this machine."""
        if not self.base:
            return False
        try:
            target = parse_target(self.base)
        except UnsafeAddress as error:
            raise NotConfigured(f"{self._address_setting} is refused: {error}") from error
        if target.host == "localhost" or is_loopback(target.host):
            return True
        if not self.settings.allow_private_hosts:
            return False
        from inquiro.providers.http.dialing import Dialer  # speaks HTTP, which listing models does not need to

        return Dialer(self.settings.allow_private_hosts).is_local(target.host, target.port)

    @property
    def _address_setting(self) -> str:
        return f"INQUIRO_{self.provider.upper()}_URL"


def count(value: object) -> int:
    """A number of tokens or searches; what is no number counts nothing."""
    return max(int(number(value)), 0)


def _is_stream(headers: Mapping[str, str]) -> bool:
    return headers.get("content-type", "").lower().startswith("text/event-stream")


def _unheard(text: str) -> None:
    """Nobody listens."""
