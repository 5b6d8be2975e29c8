from __future__ import annotations

import codecs

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.readers._decode import declared_in_html, decode, transcode

FORBIDDEN = set("\x00\r\x0b\x0c\x1b\x7f\u200b\u202e\u2066\ufeff\U000e0041\ufffe")
SENTENCE = "Schöne Grüße aus Tessenbrück: 12 °C kühler, sagt Frau Müller."


@pytest.mark.fault(21)
@pytest.mark.parametrize(
    ("mark", "codec"),
    [
        (codecs.BOM_UTF8, "utf-8"),
        (codecs.BOM_UTF16_LE, "utf-16-le"),
        (codecs.BOM_UTF16_BE, "utf-16-be"),
        (codecs.BOM_UTF32_LE, "utf-32-le"),
        (codecs.BOM_UTF32_BE, "utf-32-be"),
    ],
)
def test_a_byte_order_mark_decides_and_does_not_stay(mark, codec):
    assert decode(mark + SENTENCE.encode(codec)) == (SENTENCE, ())


@pytest.mark.fault(21)
@pytest.mark.parametrize("codec", ["utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("text", [SENTENCE, "Деревья охлаждают улицу летом на двенадцать градусов."])
def test_utf16_without_a_mark_is_recognised(codec, text):
    assert decode(text.encode(codec)) == (text, (f"decoded as {codec}",))


@pytest.mark.fault(21)
def test_old_office_text_falls_back_with_a_flag():
    assert decode("Grüße – 5 €".encode("windows-1252")) == ("Grüße – 5 €", ("decoded as windows-1252",))
    assert decode(b"caf\xe9 \x81")[1] == ("decoded as latin-1",)


@pytest.mark.fault(21)
def test_a_declared_charset_is_used_unless_the_bytes_prove_it_wrong():
    assert decode("Привет, улица".encode("windows-1251"), "windows-1251") == ("Привет, улица", ())
    assert decode("日本語の文".encode("shift_jis"), "shift_jis") == ("日本語の文", ())
    assert decode(SENTENCE.encode(), "iso-8859-1") == (SENTENCE, ("declared as iso-8859-1, decoded as utf-8",))


@pytest.mark.fault(21)
@pytest.mark.parametrize("declared", ["hex", "rot13", "unicode_escape", "utf-7", "zlib", "no-such-thing", "idna"])
def test_a_declared_codec_that_is_no_charset_is_ignored(declared):
    assert decode(SENTENCE.encode(), declared)[0] == SENTENCE


@pytest.mark.fault(21)
def test_one_damaged_byte_does_not_garble_the_rest():
    text, flags = decode(SENTENCE.encode() + b" \xff and " + SENTENCE.encode())
    assert text.startswith(SENTENCE)
    assert text.endswith(SENTENCE)
    assert flags == ("undecodable bytes replaced",)


@pytest.mark.fault(21)
def test_mojibake_is_flagged_and_left_alone():
    garbled = SENTENCE.encode().decode("windows-1252")
    assert decode(garbled.encode()) == (garbled, ("looks like mojibake",))
    assert decode("Ã© once is a quotation".encode())[1] == ()


@pytest.mark.fault(35)
def test_invisible_characters_go_with_a_flag():
    hidden = "pay\u200bment \u202eevil\u202c \U000e0049\U000e0047 in\u2066ner\u2069"
    assert decode(hidden.encode()) == ("payment evil  inner", ("invisible characters removed",))


def test_soft_hyphens_and_controls_go_silently_and_newlines_are_one():
    assert decode("a\u00adb\x00\x07\r\nc\rd\u2028e\tf".encode()) == ("ab\nc\nd\ne\tf", ())


def test_composed_and_decomposed_letters_stay_as_they_were():
    assert decode("e\u0301 é".encode())[0] == "e\u0301 é"


def test_charsets_that_pages_declare():
    assert declared_in_html(b'<meta charset="windows-1251">') == "windows-1251"
    assert declared_in_html(b'<meta http-equiv=x content="text/html; charset=koi8-r">') == "koi8-r"
    assert declared_in_html(b'<?xml version="1.0" encoding="ISO-8859-15"?><html>') == "ISO-8859-15"
    assert declared_in_html(b"<p>charset=utf-8</p>") is None


def test_a_charset_from_the_header_is_turned_into_utf8():
    assert decode(transcode("Привет".encode("koi8-r"), "koi8-r"))[0] == "Привет"
    assert transcode(SENTENCE.encode(), "latin-1") == SENTENCE.encode()


@pytest.mark.fault(21)
@given(st.binary(max_size=400), st.sampled_from([None, "utf-8", "windows-1252", "utf-16", "shift_jis", "hex", "big5"]))
def test_any_bytes_become_text_that_can_be_stored(data, declared):
    text, _ = decode(data, declared)
    assert not FORBIDDEN & set(text)
    assert text.encode("utf-8").decode("utf-8") == text


@given(st.text(max_size=200))
def test_decoding_is_stable(text):
    once, _ = decode(codecs.BOM_UTF8 + text.encode("utf-8", "replace"))
    assert decode(codecs.BOM_UTF8 + once.encode())[0] == once
