from __future__ import annotations

import base64
import codecs

from hypothesis import given
from hypothesis import strategies as st

from inquiro.engine.notes.disguises import disguises, encodings, squeezed, unquoted, unveiled

SECRET = "Grellholm-42"


def test_squeezed_is_letters_and_digits_in_one_case():
    assert squeezed("Grell-holm 42!") == "grellholm42"
    assert squeezed("ＧＲＥＬＬ") == "grell"
    assert squeezed("Müller") == "muller"
    assert squeezed("街路 樹") == "街路樹"


def test_a_secret_is_known_in_its_disguises():
    forms = set(disguises(SECRET))
    assert {squeezed(SECRET), "24mlohllerg", squeezed(codecs.encode("grellholm42", "rot13"))} <= forms
    assert squeezed(base64.b64encode(SECRET.encode()).decode()) in forms
    assert SECRET.encode().hex() in forms
    assert not set(disguises("ab"))


def test_what_is_encoded_can_be_read():
    assert squeezed(SECRET) in set(unveiled(base64.b64encode(SECRET.encode()).decode()))
    assert squeezed(SECRET) in set(unveiled(base64.b32encode(SECRET.encode()).decode()))
    assert squeezed(SECRET) in set(unveiled(SECRET.encode().hex()))
    assert list(unveiled("temperature")) == ["temperature"]
    assert unquoted("%2547rell") == "Grell"


@given(st.text(max_size=60))
def test_any_text_may_be_looked_into(text):
    assert next(unveiled(text)) == squeezed(unquoted(text))
    assert all(form == squeezed(form) for form in disguises(text))
    assert all(form == squeezed(form) for form in encodings(text))
