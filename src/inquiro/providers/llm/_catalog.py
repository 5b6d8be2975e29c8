"""The data file of models: which is a vendor's default, what each can read and what it costs."""

from __future__ import annotations

import functools
import re
from pathlib import Path

import msgspec

from inquiro.core.decoders import from_toml
from inquiro.core.models import Price
from inquiro.core.types import Value

_SNAPSHOT = re.compile(r"-(?:\d{4}-\d\d-\d\d|20\d{6})$")


class Facts(Value, frozen=True, kw_only=True):
    """What the file tells of one model; None where it tells nothing."""

    context: int | None = None
    price: Price | None = None
    schema: bool | None = None
    web_search: bool | None = None
    temperature: bool = True


class Vendor(Value, frozen=True, kw_only=True):
    default: str
    models: dict[str, Facts] = msgspec.field(default_factory=dict)


@functools.cache
def catalog() -> dict[str, Vendor]:
    """Vendors in the order of the file, which is the order in which their keys are looked for."""
    data = Path(__file__).with_name("models.toml").read_bytes()
    return from_toml(data, dict[str, Vendor])


def facts_of(provider: str, model: str) -> Facts:
    vendor = catalog().get(provider)
    known = vendor.models if vendor else {}
    return known.get(model) or known.get(_SNAPSHOT.sub("", model)) or Facts()
