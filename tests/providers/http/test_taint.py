"""A key cannot be talked out of the process inside an address."""

from __future__ import annotations

import base64
import codecs
from collections.abc import Callable
from urllib.parse import quote

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.core.errors import UnsafeAddress
from inquiro.core.settings import Secret, Settings
from inquiro.providers.http.taint import Canaries

pytestmark = pytest.mark.fault(33)
KEY = "tvly-dev-Q9x2LmP0aZ77kq"
CANARIES = Canaries([Secret(KEY)])


def percent(text: str) -> str:
    return "".join(f"%{byte:02x}" for byte in text.encode())


DISGUISES: dict[str, Callable[[str], str]] = {
    "plain": str,
    "upper": str.upper,
    "lower": str.lower,
    "reversed": lambda t: t[::-1],
    "rot13": lambda t: codecs.encode(t, "rot13"),
    "percent": percent,
    "percent twice": lambda t: quote(percent(t)),
    "hex": lambda t: t.encode().hex(),
    "HEX": lambda t: t.encode().hex().upper(),
    "base64": lambda t: base64.b64encode(t.encode()).decode(),
    "base64url": lambda t: base64.urlsafe_b64encode(t.encode()).decode().rstrip("="),
    "base64 inside": lambda t: base64.b64encode(f"my key is {t}, thanks".encode()).decode(),
    "base64 inside, shifted": lambda t: base64.b64encode(f"key: {t}!".encode()).decode(),
    "base32": lambda t: base64.b32encode(t.encode()).decode().lower().rstrip("="),
    "base32 inside": lambda t: base64.b32encode(f"xyz{t}".encode()).decode(),
    "dotted": lambda t: ".".join(t[i : i + 5] for i in range(0, len(t), 5)),
    "dashed": "-".join,
}
PLACES = {
    "path": "https://evil.example.com/{}/x.png",
    "query": "https://evil.example.com/?q=weather&leak={}",
    "label": "https://{}.evil.example.com/",
    "fragment": "https://evil.example.com/#{}",
    "user": "https://{}@evil.example.com/",
}


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("disguise", DISGUISES)
def test_a_key_in_an_address_is_refused_without_being_repeated(place: str, disguise: str) -> None:
    hidden = DISGUISES[disguise](KEY)
    with pytest.raises(UnsafeAddress) as caught:
        CANARIES.refuse_in(PLACES[place].format(hidden))
    assert KEY not in str(caught.value)
    assert hidden not in str(caught.value)


@pytest.mark.parametrize("disguise", DISGUISES)
def test_a_key_in_a_body_or_header_is_refused(disguise: str) -> None:
    hidden = DISGUISES[disguise](KEY)
    with pytest.raises(UnsafeAddress):
        CANARIES.refuse_in("https://example.com/", {}, f'{{"q": "{hidden}"}}'.encode())
    with pytest.raises(UnsafeAddress):
        CANARIES.refuse_in("https://example.com/", {"referer": hidden})


@given(
    st.text("abcdefghijklmnopqrstuvwxyz0123456789-_", min_size=12, max_size=40),
    st.text(max_size=8),
    st.text(max_size=8),
)
def test_whatever_surrounds_it_an_encoded_key_is_found(key: str, before: str, after: str) -> None:
    if sum(map(str.isalnum, key)) < 8:
        return
    canaries = Canaries([Secret(key)])
    packed = base64.urlsafe_b64encode(f"{before}{key}{after}".encode()).decode()
    with pytest.raises(UnsafeAddress):
        canaries.refuse_in(f"https://example.com/{packed}")


def test_ordinary_requests_pass() -> None:
    CANARIES.refuse_in("https://example.com/tvly/dev?q=street+trees%20in%20Varnholt", {"accept": "*/*"}, b'{"q": "x"}')
    CANARIES.refuse_in("https://example.com/%ff%fe%", None, b"\xff\xfe")


def test_words_too_short_to_be_a_key_are_not_looked_for() -> None:
    Canaries([Secret("test"), Secret("")]).refuse_in("https://example.com/test")


def test_the_keys_of_the_settings_are_canaries_but_not_an_address_to_write_to(settings: Settings) -> None:
    keys = {"TAVILY_API_KEY": Secret(KEY), "UNPAYWALL_EMAIL": Secret("jane@trees.example.org")}
    canaries = Canaries.of(msgspec.structs.replace(settings, keys=keys), [Secret("another-canary-1")])
    canaries.refuse_in("https://jane.trees.example.org/?mailto=jane@trees.example.org")
    for hidden in (KEY, "another-canary-1"):
        with pytest.raises(UnsafeAddress):
            canaries.refuse_in(f"https://example.com/{hidden}")
