"""The one file that reads the environment and `inquiro.toml`."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping
from math import inf
from pathlib import Path
from typing import Any, TypeVar, get_args

import msgspec

from inquiro.core.errors import NotConfigured, UsageError
from inquiro.core.models import Price, parse_model_id, parse_price
from inquiro.core.types import PRIVACY_MODES, Json, PrivacyMode, SendMode

LEAST_CONTEXT = 1_024  # tokens; what reads less cannot be asked
PORT = 8742  # where a server listens unless it is told otherwise
ROLES = ("plan", "extract", "write", "judge", "ask", "research", "note", "macro")
# The names users already have; a provider asks for its own by name.
KEY_NAMES = (
    "TAVILY_API_KEY",
    "EXA_API_KEY",
    "BRAVE_API_KEY",
    "NCBI_API_KEY",
    "SEMANTIC_SCHOLAR_API_KEY",
    "OPENALEX_API_KEY",
    "UNPAYWALL_EMAIL",
    "OPENAI_API_KEY",
    "ANTHROPIC_API_KEY",
    "FIREWORKS_API_KEY",
    "GROQ_API_KEY",
    "OPENROUTER_API_KEY",
)
# A file in the working directory may come from a stranger's repository, so it may not set these.
GUARDED = (
    "home",
    "database_url",
    "privacy",
    "allow_private_hosts",
    "contact",
    "vault",
    "embedding_model",
    "max_cost_per_day",
    "max_tokens_per_day",
    "prices",
    "context",
    "eval_data",
    "elicit_decisions",
    "send",
)
_PLAIN = ("model", *(f"{role}_model" for role in ROLES), *GUARDED)

_TRUE, _FALSE = frozenset({"true", "on", "yes", "1"}), frozenset({"false", "off", "no", "0"})

N = TypeVar("N", int, float)


class Secret:
    """A value that never prints itself."""

    __slots__ = ("_value",)

    def __init__(self, value: str) -> None:
        self._value = value

    def reveal(self) -> str:
        return self._value

    def __repr__(self) -> str:
        return "Secret(…)"

    __str__ = __repr__


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that can be set, already checked."""

    home: Path
    database_url: str
    privacy: PrivacyMode = "hybrid"
    model: str | None = None
    role_models: Mapping[str, str] = msgspec.field(default_factory=dict)
    vault: Path | None = None
    send: SendMode | None = None  # which words of a note leave; unattended only known ones
    contact: str | None = None
    embedding_model: Path | str | None = None  # a folder (`off`: none), or `provider:name`
    eval_data: Path | None = None
    max_cost_per_day: float | None = None  # US dollars, by UTC
    max_tokens_per_day: int | None = None
    prices: Mapping[str, Price] = msgspec.field(default_factory=dict)  # by `provider:name`
    contexts: Mapping[str, int] = msgspec.field(default_factory=dict)  # tokens that a model reads, by `provider:name`
    allow_private_hosts: tuple[str, ...] = ()
    elicit_decisions: tuple[str, ...] = ()  # MCP clients whose forms count as a person's decision, by name
    provider_urls: Mapping[str, str] = msgspec.field(default_factory=dict)
    keys: Mapping[str, Secret] = msgspec.field(default_factory=dict)
    ignored: tuple[str, ...] = ()  # what a working-directory file tried to set and may not

    @classmethod
    def load(cls, env: Mapping[str, str] | None = None, cwd: Path | None = None) -> Settings:
        """Environment first, then the user's `inquiro.toml`, then the working directory's harmless part."""
        env = os.environ if env is None else env
        home = Path(env.get("INQUIRO_HOME") or Path.home() / ".inquiro").expanduser()
        user_file = _read_toml(home / "inquiro.toml")
        here_path = (cwd or Path.cwd()) / "inquiro.toml"
        here = _read_toml(here_path) if here_path != home / "inquiro.toml" else {}
        refused = tuple(sorted(name for name in here if name not in ("model", *(f"{r}_model" for r in ROLES))))
        merged: Json = {k: v for k, v in here.items() if k not in refused} | user_file
        merged |= {name: env[f"INQUIRO_{name.upper()}"] for name in _PLAIN if env.get(f"INQUIRO_{name.upper()}")}
        urls = {k: str(v) for k, v in dict(merged.get("provider_urls", {})).items()}
        for name, value in env.items():
            if (found := re.fullmatch(r"INQUIRO_(\w+)_URL", name)) and name != "INQUIRO_DATABASE_URL" and value:
                urls[found[1].lower()] = value
        keys = {k: Secret(str(v)) for k, v in dict(merged.get("keys", {})).items()}
        own = (f"{name.upper()}_API_KEY" for name in urls)  # a server of the user's may want a key of its own
        keys |= {name: Secret(env[name]) for name in (*KEY_NAMES, *own) if env.get(name)}
        return cls(
            home=home,
            database_url=str(merged.get("database_url") or f"sqlite:///{home / 'inquiro.db'}"),
            privacy=_privacy(str(merged.get("privacy", "hybrid"))),
            model=merged.get("model"),
            role_models={r: str(merged[f"{r}_model"]) for r in ROLES if merged.get(f"{r}_model")},
            vault=_path(merged.get("vault")),
            send=_send(merged.get("send")),
            contact=merged.get("contact"),
            embedding_model=_embedding_model(merged.get("embedding_model")),
            eval_data=_path(merged.get("eval_data")),
            max_cost_per_day=_limit(merged, "max_cost_per_day", float, "US dollars, such as 2.50"),
            max_tokens_per_day=_limit(merged, "max_tokens_per_day", int, "a whole number, such as 500000"),
            prices=_prices(user_file.get("prices", {})) | _prices(env.get("INQUIRO_PRICES", "")),
            contexts=_contexts(user_file.get("context", {})) | _contexts(env.get("INQUIRO_CONTEXT", "")),
            allow_private_hosts=_words(merged.get("allow_private_hosts", ())),
            elicit_decisions=_clients(merged),
            provider_urls=urls,
            keys=keys,
            ignored=refused,
        )


def with_keys(settings: Settings, names: Iterable[str], env: Mapping[str, str] | None = None) -> Settings:
    """The same with keys that only a plug-in knows the names of; nothing else of the environment is read."""
    env = os.environ if env is None else env
    found = {name: Secret(env[name]) for name in names if env.get(name) and name not in settings.keys}
    return msgspec.structs.replace(settings, keys={**settings.keys, **found}) if found else settings


def debugging() -> bool:
    """Whether a person asked to see tracebacks; readable even when the other settings are broken."""
    return bool(os.environ.get("INQUIRO_DEBUG"))


def _read_toml(path: Path) -> Json:
    if not path.is_file():
        return {}
    import tomllib  # only here: most machines have no file, and start-up counts

    try:
        return tomllib.loads(path.read_text("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise NotConfigured(f"{path} is not valid TOML: {error}") from error


def _privacy(value: str) -> PrivacyMode:
    for mode in PRIVACY_MODES:
        if mode == value:
            return mode
    raise NotConfigured(f"INQUIRO_PRIVACY is '{value}'; it must be one of {', '.join(PRIVACY_MODES)}")


def _send(value: object) -> SendMode | None:
    modes: tuple[SendMode, ...] = get_args(SendMode)
    if value in {None, ""} or value in modes:
        return next((mode for mode in modes if mode == value), None)
    raise NotConfigured(f"INQUIRO_SEND is '{value}'; it must be one of {', '.join(modes)}")


def _clients(merged: Json) -> tuple[str, ...]:
    """Each is let in by its name: a client can fill in its own form, so none is trusted for being a client."""
    value = merged.get("elicit_decisions", ())
    listed = value if isinstance(value, list | tuple) else str(value).split(",")
    names = tuple(name for one in listed if (name := str(one).strip()) and name.lower() not in _FALSE)
    if any(name.lower() in _TRUE for name in names):
        raise NotConfigured(
            "INQUIRO_ELICIT_DECISIONS is on for no client: name those whose forms a person fills in, such as "
            "claude-ai, separated by commas"
        )
    return names


def _limit(merged: Json, name: str, kind: type[N], example: str) -> N | None:
    value = merged.get(name)
    if value is None:
        return None
    try:
        number = kind(str(value).strip().replace("_", "").removeprefix("$"))
    except ValueError:
        number = kind(-1)
    if isinstance(value, bool) or not 0 <= number < inf:
        raise NotConfigured(f"INQUIRO_{name.upper()} is '{value}'; it must be {example}, and not negative")
    return number


def _prices(value: Any) -> dict[str, Price]:
    """A table in the file, or `provider:name=INPUT/OUTPUT[/SEARCH], …` in the environment."""
    if isinstance(value, str):
        pairs = _pairs(value)
    else:
        pairs = list(value.items()) if isinstance(value, dict) else [("", str(value))]
    prices = {}
    for model, price in pairs:
        try:
            prices[":".join(parse_model_id(model))] = parse_price(str(price))
        except UsageError as error:
            raise NotConfigured(f"INQUIRO_PRICES: '{model}={price}' cannot be used: {error}") from error
    return prices


def _contexts(value: Any) -> dict[str, int]:
    """A table in the file, or `provider:name=TOKENS, …` in the environment."""
    pairs = value.items() if isinstance(value, dict) else _pairs(str(value))
    contexts = {}
    for model, tokens in pairs:
        try:
            number = int(str(tokens).strip().replace("_", ""))
            name = ":".join(parse_model_id(model))
        except (ValueError, UsageError):
            number, name = 0, ""
        if number < LEAST_CONTEXT:
            example = "write PROVIDER:NAME=TOKENS, such as ollama:llama3.2=8192"
            raise NotConfigured(
                f"INQUIRO_CONTEXT: '{model}={tokens}' cannot be used: {example} (at least {LEAST_CONTEXT})"
            )
        contexts[name] = number
    return contexts


def _pairs(text: str) -> list[tuple[str, str]]:
    return [(name, value) for part in text.split(",") if part.strip() for name, _, value in [part.rpartition("=")]]


def _path(value: object) -> Path | None:
    return Path(str(value)).expanduser() if value else None


def _embedding_model(value: object) -> Path | str | None:
    """`provider:name` of an endpoint, or a folder; a drive's letter is no provider."""
    written = str(value or "")
    provider, colon, name = written.partition(":")
    if colon and len(provider) > 1 and provider.replace("-", "_").isidentifier() and name.strip():
        return ":".join(parse_model_id(written))
    return _path(value)


def _words(value: object) -> tuple[str, ...]:
    if isinstance(value, str):
        return tuple(part for part in re.split(r"[,\s]+", value) if part)
    return tuple(str(part) for part in value) if isinstance(value, list | tuple) else ()
