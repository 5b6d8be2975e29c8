"""What a language model is asked, what it answers, what that costs, and who can be asked."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from math import ceil, inf
from typing import Literal, Protocol, runtime_checkable

import msgspec

from inquiro.core.errors import UsageError
from inquiro.core.types import Availability, Json, Usage, Value

Role = Literal["system", "user", "assistant"]
ModelRole = Literal["plan", "extract", "write", "judge"]  # what a run wants a model for; each may have its own
MODEL_ROLES: tuple[ModelRole, ...] = ("plan", "extract", "write", "judge")
Finish = Literal["stop", "length", "refused", "paused"]  # only a stop is a whole answer
Heard = Callable[[str], None]  # told each piece of text as it arrives; a failed answer is told in part
_MILLION = 1_000_000
_AMOUNT = re.compile(r"\d{1,7}(?:\.\d{1,9})?|\.\d{1,9}", re.ASCII)
# What is sent besides the text, and what the pages that a vendor's search reads add to it: on the safe side.
_REQUEST_TOKENS = 64
_MESSAGE_TOKENS = 8
_SCHEMA_TOKENS = 400
_SEARCH_TOKENS = 20_000
_CHARACTERS_PER_TOKEN = 3  # of plain words; most languages in Latin letters have four and more
_WORDS = re.compile(r"[A-Za-z\s]+", re.ASCII)
_IDEOGRAPHS = re.compile(r"[\u0800-\U0010ffff]")  # and Indic letters, Thai, …: small vocabularies need two tokens each
_PICTOGRAPHS = re.compile(r"[\U00010000-\U0010ffff]")  # three


class Message(Value, frozen=True, kw_only=True):
    """One turn of what the model is told."""

    role: Role
    text: str


class ModelRequest(Value, frozen=True, kw_only=True):
    """One question to a model; the same for every vendor."""

    messages: tuple[Message, ...]
    schema: Json | None = None  # of the JSON to answer with: enforced where the model can, else asked for in words
    schema_name: str = "answer"
    max_output: int = 4_096  # tokens, thinking included
    temperature: float | None = None  # None: as the vendor likes; newer models take no other
    web_search: int = 0  # how many searches of its own the model may make
    seconds: float = 300.0  # for the whole answer


class ModelUsage(Value, frozen=True, kw_only=True):
    """Tokens and searches that were paid for; `cached` and `written` are parts of `input`."""

    input: int = 0
    cached: int = 0  # read from the vendor's prompt cache
    output: int = 0
    searches: int = 0
    written: int = 0  # put into the vendor's prompt cache

    def __add__(self, other: ModelUsage) -> ModelUsage:
        return ModelUsage(
            input=self.input + other.input,
            cached=self.cached + other.cached,
            output=self.output + other.output,
            searches=self.searches + other.searches,
            written=self.written + other.written,
        )


class NativeSource(Value, frozen=True, kw_only=True):
    """A page that the model's own search found; to be checked like any other hit."""

    url: str
    title: str = ""
    cited_text: str = ""  # words of the page, where the vendor tells them


class ModelAnswer(Value, frozen=True, kw_only=True):
    """What a model said; anything but `finish == "stop"` is not to be used as a whole answer."""

    text: str
    finish: Finish
    usage: ModelUsage = ModelUsage()
    model: str = ""  # as the vendor names what really answered
    sources: tuple[NativeSource, ...] = ()
    queries: tuple[str, ...] = ()  # what the model searched for


class Capabilities(Value, frozen=True, kw_only=True):
    """What a model can do, as far as it is known without asking it."""

    schema: bool  # answers in JSON of a given schema
    web_search: bool  # can search by itself
    context: int | None = None  # tokens it can read
    local: bool = False  # asking it keeps everything on this machine


class Price(Value, frozen=True, kw_only=True):
    """US dollars per million tokens, and per search."""

    input: float
    output: float
    cached: float | None = None  # None: like any other input
    written: float | None = None
    search: float = 0.0
    long_above: int | None = None  # a prompt of more tokens makes the whole request dearer
    long_input: float = 1.0
    long_output: float = 1.0

    def cost(self, usage: ModelUsage) -> float:
        long = self.long_above is not None and usage.input > self.long_above
        plain = max(usage.input - usage.cached - usage.written, 0)
        read = self.input if self.cached is None else self.cached
        write = self.input if self.written is None else self.written
        tokens_in = plain * self.input + usage.cached * read + usage.written * write
        tokens_out = usage.output * self.output
        if long:
            tokens_in, tokens_out = tokens_in * self.long_input, tokens_out * self.long_output
        return (tokens_in + tokens_out) / _MILLION + usage.searches * self.search


FREE = Price(input=0.0, output=0.0)


def parse_price(text: str) -> Price:
    """`INPUT/OUTPUT` or `INPUT/OUTPUT/SEARCH`: dollars per million tokens, and per search."""
    parts = [part.strip().removeprefix("$") for part in text.split("/")]
    if len(parts) not in (2, 3) or not all(_AMOUNT.fullmatch(part) for part in parts):
        raise UsageError(
            f"'{text}' is not a price: write INPUT/OUTPUT in US dollars per million tokens, such as 0.5/1.5"
        )
    return Price(input=float(parts[0]), output=float(parts[1]), search=float(parts[2]) if len(parts) > 2 else 0.0)


@lru_cache(maxsize=16)  # a prompt is measured several times before it is sent
def estimate_tokens(text: str) -> int:
    """More than most models will count, since limits are checked against it: a third more for English prose.

    Three plain letters or spaces make a token, and every other character is one of its own, or two or three.
    """
    words = sum(len(run) for run in _WORDS.findall(text))
    more = len(_IDEOGRAPHS.findall(text)) + len(_PICTOGRAPHS.findall(text))
    return ceil(words / _CHARACTERS_PER_TOKEN) + len(text) - words + more


def worst_case(request: ModelRequest, price: Price | None) -> Usage:
    """The most that one answer can cost, as far as it can be told before asking; infinite where no price is known."""
    read = _REQUEST_TOKENS + sum(_MESSAGE_TOKENS + estimate_tokens(message.text) for message in request.messages)
    if request.schema is not None:
        read += _SCHEMA_TOKENS + estimate_tokens(msgspec.json.encode(request.schema).decode())
    read += request.web_search * _SEARCH_TOKENS
    used = ModelUsage(input=read, output=request.max_output, searches=request.web_search)
    remembered = msgspec.structs.replace(used, written=read)  # a vendor's prompt cache may be dearer to fill
    cost = inf if price is None else max(price.cost(used), price.cost(remembered))
    return Usage(calls=1, tokens=read + request.max_output, cost=cost, searches=request.web_search)


@runtime_checkable
class ModelClient(Protocol):
    """One model of one vendor.

    `complete` raises an EffectError when no whole answer came: AccessDenied (the text names the setting),
    RateLimited, TimedOut, Unavailable (also a stream that was cut off), ContextTooLong, BadAnswer.
    """

    provider: str
    model: str

    @property
    def capabilities(self) -> Capabilities: ...
    @property
    def price(self) -> Price | None: ...  # None: nobody told us; never to be counted as nothing
    def availability(self) -> Availability: ...
    async def complete(self, request: ModelRequest, heard: Heard | None = None) -> ModelAnswer: ...


def model_id(client: ModelClient) -> str:
    return f"{client.provider}:{client.model}"


def usage_of(used: ModelUsage, price: Price | None) -> Usage:
    """One call; where nobody told the price, the tokens count all the same."""
    cost = price.cost(used) if price else 0.0
    return Usage(calls=1, tokens=used.input + used.output, cost=cost, searches=used.searches)


class Thinking(Protocol):
    """How one step of a run asks its models: every question is journaled, paced, and within budget and privacy mode.

    `ask` raises what the client raises once its patience is used up, BudgetExhausted, or PrivacyRefused.
    """

    def reads(self, role: ModelRole) -> int | None:
        """How many tokens the model can read; None: nobody knows."""

    def may_see_private(self, role: ModelRole) -> bool: ...

    async def ask(self, role: ModelRole, request: ModelRequest, *, private: bool = False) -> ModelAnswer:
        """`private`: the messages hold private text, or something derived from it."""

    async def keep(self, role: ModelRole, request: ModelRequest, answer: ModelAnswer, *, private: bool = False) -> None:
        """The answer was of use: the same question need not be paid for again soon, by whichever run."""

    def lose(self, what: str, reason: str) -> None:
        """Something was left out or done without the model: the report says so."""


def parse_model_id(text: str) -> tuple[str, str]:
    """`provider:name`; the name may have colons and slashes of its own."""
    written, colon, name = text.strip().partition(":")
    provider = written.lower().replace("-", "_")
    if not colon or not provider.isidentifier() or not name.strip():
        raise UsageError(f"'{text}' is not a model: write PROVIDER:NAME, such as openai:gpt-6-sol or ollama:llama3.2")
    return provider, name.strip()
