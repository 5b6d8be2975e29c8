"""Bodies of services: values or a BadAnswer, never a crash."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.core.errors import BadAnswer
from inquiro.core.web import WebAnswer
from inquiro.providers.http.answers import json_of, object_of, text_of, xml_of


def answer(body: bytes, **more: object) -> WebAnswer:
    return WebAnswer(url="https://api.example.com/", status=200, body=body, **more)  # type: ignore[arg-type]


def test_json_values_come_back_plain() -> None:
    assert json_of(answer(b'[1, {"a": null}]'), "api") == [1, {"a": None}]
    assert object_of(answer(b'{"a": "\xc3\xbc"}'), "api") == {"a": "ü"}


@pytest.mark.fault(9)
@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"<html>Just a moment...</html>",
        b'{"a": [1, 2',
        b'{"a": NaN}',
        b'{"a": 1}{"b": 2}',
        b'"\xff\xfe"',
        b"[" * 100_000,
        b"[" * 1_000 + b"]" * 1_000,
        b'{"a":' * 150 + b"1" + b"}" * 150,
        b"\x1f\x8b\x08",
    ],
)
def test_what_is_not_usable_json_is_a_bad_answer(body: bytes) -> None:
    with pytest.raises(BadAnswer, match="api"):
        json_of(answer(body), "api")


def test_json_that_is_not_an_object_is_a_bad_answer() -> None:
    for body in (b"[]", b"1", b"null", b'"x"'):
        with pytest.raises(BadAnswer, match="not an object"):
            object_of(answer(body), "api")


@pytest.mark.fault(19)
def test_a_cut_off_body_is_never_parsed() -> None:
    for parse in (json_of, xml_of):
        with pytest.raises(BadAnswer, match="more than can be read"):
            parse(answer(b"{}", truncated=True), "api")


def test_errors_name_the_kind_and_size_but_not_the_content() -> None:
    with pytest.raises(BadAnswer, match="text/html, 16 bytes") as caught:
        json_of(answer(b"your key is 4711", headers={"content-type": "text/html; charset=utf-8"}), "api")
    assert "4711" not in str(caught.value)


def test_xml_text_is_folded() -> None:
    root = xml_of(answer(b"<a><t>Deep\n  <i>red</i> trees &amp; more</t></a>"), "api")
    assert text_of(root.find("t")) == "Deep red trees & more"
    assert text_of(root.find("missing")) == ""


LAUGHS = (
    '<!DOCTYPE a [<!ENTITY a "ha"><!ENTITY b "' + "&a;" * 50 + '"><!ENTITY c "' + "&b;" * 50 + '">]><a>' + "&c;" * 50
) + "</a>"


@pytest.mark.fault(9)
@pytest.mark.parametrize(
    "body",
    [
        LAUGHS.encode(),
        ('<?xml version="1.0" encoding="UTF-16"?>' + LAUGHS).encode("utf-16"),
        b'<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>',
        b'<!DOCTYPE a [<!ENTITY % x SYSTEM "http://127.0.0.1/x.dtd"> %x;]><a/>',
    ],
)
def test_entities_are_refused_in_every_encoding(body: bytes) -> None:
    with pytest.raises(BadAnswer, match="declares entities"):
        xml_of(answer(body), "api")


def test_a_document_type_without_entities_is_fine() -> None:
    body = b'<!DOCTYPE PubmedArticleSet PUBLIC "-//NLM//DTD" "https://dtd.nlm.nih.gov/x.dtd"><PubmedArticleSet/>'
    assert xml_of(answer(body), "api").tag == "PubmedArticleSet"


@pytest.mark.parametrize(
    "body", [b"", b"{}", b"<a><b></a>", b"<a>&nbsp;</a>", b'<?xml version="1.0" encoding="nope"?><a/>', b"<a>\xff</a>"]
)
def test_what_is_not_xml_is_a_bad_answer(body: bytes) -> None:
    with pytest.raises(BadAnswer, match="did not answer in XML"):
        xml_of(answer(body), "api")


@given(st.one_of(st.binary(max_size=100), st.text(max_size=50).map(str.encode)))
def test_no_bytes_crash_a_parser(body: bytes) -> None:
    for parse in (json_of, xml_of, object_of):
        try:
            parse(answer(body), "api")
        except BadAnswer:
            continue


@given(st.recursive(st.none() | st.booleans() | st.integers(-(2**60), 2**60) | st.text(), st.lists, max_leaves=20))
def test_json_round_trips(value: object) -> None:
    assert json_of(answer(msgspec.json.encode(value)), "api") == value
