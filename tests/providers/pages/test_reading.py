from __future__ import annotations

import asyncio
import io
from pathlib import Path

import docx
import pytest

from inquiro.core.errors import BadAnswer, ReadFailed
from inquiro.core.types import Document, ReadText, SourceResult
from inquiro.core.web import WebAnswer
from inquiro.providers.pages.classify import NEEDS_JAVASCRIPT
from inquiro.providers.pages.disguises import HIDDEN_REMOVED, LOOK_ALIKE
from inquiro.providers.pages.reading import document_of
from inquiro.readers import read as read_now

HIT = SourceResult(url="https://site.example/a", title="", snippet="", source_name="web")
HTML = "<!doctype html><html><head><title>Bäume</title></head><body><p>Größe der Bäume: „fünf“ Meter.</p></body></html>"
QUOTE = "Größe der Bäume: „fünf“ Meter."


async def read(data: bytes, name: str, media_type: str | None) -> ReadText:
    return read_now(data, name, media_type)


def opened(body: bytes, content_type: str = "text/html", *, hit: SourceResult = HIT, **more: object) -> Document:
    headers = {"content-type": content_type} if content_type else {}
    answer = {"url": "https://site.example/a", "status": 200, "headers": headers, "body": body} | more
    return asyncio.run(document_of(hit, WebAnswer(**answer), read))


@pytest.mark.fault(21)
@pytest.mark.parametrize(
    ("body", "content_type"),
    [
        (HTML.encode(), "text/html; charset=utf-8"),
        (HTML.encode(), "text/html; charset=ISO-8859-1"),  # a lie: valid UTF-8 is never Latin by chance
        (HTML.encode(), "text/html; charset=no-such-charset"),
        (HTML.encode(), ""),
        (HTML.encode("windows-1252"), "text/html; charset=windows-1252"),
        (HTML.encode("windows-1252"), "text/html"),
        (HTML.encode("windows-1252"), "text/html; charset=utf-8"),
        (HTML.encode("utf-16"), "text/html"),
        (HTML.encode("utf-16-le"), "text/html"),
        (b"\xef\xbb\xbf" + HTML.encode(), "text/html; charset=iso-8859-1"),
    ],
)
def test_a_quote_is_found_whatever_the_charset(body: bytes, content_type: str):
    document = opened(body, content_type)
    assert QUOTE in document.text
    assert (document.kind, document.title) == ("content", "Bäume")


@pytest.mark.fault(21)
def test_text_that_was_garbled_before_it_reached_us_is_flagged():
    garbled = "<html><body><p>" + "Größe für Bäume".encode().decode("latin-1") * 3 + "</p></body></html>"
    assert "looks like mojibake" in opened(garbled.encode()).flags


def pdf() -> bytes:
    """One page that says “Street trees cool cities”, written by hand."""
    stream = b"BT /F1 24 Tf 72 700 Td (Street trees cool cities) Tj ET"
    objects = [
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>",
        b"<</Length %d>>stream\n%s\nendstream" % (len(stream), stream),
        b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
    ]
    out, offsets = b"%PDF-1.4\n", []
    for number, body in enumerate(objects, 1):
        offsets.append(len(out))
        out += b"%d 0 obj%s endobj\n" % (number, body)
    table = b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    tail = b"trailer<</Size 6/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF" % len(out)
    return out + b"xref\n0 6\n0000000000 65535 f \n" + table + tail


def word() -> bytes:
    document, file = docx.Document(), io.BytesIO()
    document.add_paragraph("Street trees cool cities")
    document.save(file)
    return file.getvalue()


@pytest.mark.fault(22)
@pytest.mark.parametrize(
    ("body", "content_type", "url", "media_type"),
    [
        (pdf(), "text/html", "https://site.example/a", "application/pdf"),
        (pdf(), "", "https://site.example/a.html", "application/pdf"),
        (word(), "text/html", "https://site.example/a", "application/vnd.openxml"),
        (b"<html><body><p>Street trees cool cities</p></body></html>", "application/pdf", "https://site.example/a.pdf", "text/html"),
        (b"<html><body><p>Street trees cool cities</p></body></html>", "", "https://site.example/a.php?x=1", "text/html"),
        (b"<html><body><p>Street trees cool cities</p></body></html>", "image/png", "https://site.example/a", "text/html"),
        (b"Street trees cool cities", "application/pdf", "https://site.example/a.pdf", "text/plain"),
        (b"Street trees cool cities", "text/plain", "https://site.example/a.txt", "text/plain"),
    ],
)  # fmt: skip
def test_what_is_mislabelled_is_read_by_what_it_is(body: bytes, content_type: str, url: str, media_type: str):
    document = opened(body, content_type, url=url)
    assert "Street trees cool cities" in document.text
    assert document.media_type.startswith(media_type)
    assert document.url == url


@pytest.mark.fault(22)
@pytest.mark.parametrize(
    ("body", "content_type"),
    [
        (b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 8, "text/html"),
        (bytes(range(256)) * 40, "text/html; charset=utf-8"),
        (b"\x1f\x8b\x08" + b"\x00\xff" * 500, "text/plain"),
        (b"%PDF-1.4 broken", "application/pdf"),
        (b"{}", "application/json"),
        (b"", "text/html"),
        (b"<html><body></body></html>", "text/html"),
    ],
)
def test_what_cannot_be_read_is_a_bad_answer(body: bytes, content_type: str):
    with pytest.raises(BadAnswer):
        opened(body, content_type)


@pytest.mark.fault(24)
def test_an_obstacle_is_a_document_of_its_kind_with_the_reason():
    page = b"<html><head><title>Just a moment...</title><script>_cf_chl_opt={}</script></head><body></body></html>"
    document = opened(page, status=403)
    assert document.kind == "challenge"
    assert any(flag.startswith("challenge: ") for flag in document.flags)


def test_a_page_that_needs_a_browser_says_so():
    document = opened(b"<html><body><div id=root></div><script src=/a.js></script></body></html>")
    assert (document.kind, document.text) == ("blocked", "")
    assert NEEDS_JAVASCRIPT in document.flags


@pytest.mark.fault(35)
def test_hidden_characters_are_gone_before_anything_is_stored():
    body = "<html><body><h2>Re\u200bsults</h2><p>The cost is 5\u202e0\u202c € \U000e0041per tree.</p></body></html>"
    hit = SourceResult(url=HIT.url, title="Tr\u200bees", snippet="", source_name="web", authors=("A\u2060da",))
    document = opened(body.encode(), hit=hit)
    assert "The cost is 50 € per tree." in document.text
    assert (document.title, document.author) == ("Trees", "Ada")
    assert document.flags.count(HIDDEN_REMOVED) == 1
    (heading,) = document.headings
    assert document.text[heading.offset :].startswith("Results")


@pytest.mark.fault(35)
def test_a_reader_that_does_not_clean_is_cleaned_after():
    async def careless(data: bytes, name: str, media_type: str | None) -> ReadText:
        return ReadText(text="pay\u200bment", media_type="text/plain")

    answer = WebAnswer(url=HIT.url, status=200, headers={"content-type": "text/plain"}, body=b"x")
    document = asyncio.run(document_of(HIT, answer, careless))
    assert (document.text, document.flags) == ("payment", (HIDDEN_REMOVED,))


@pytest.mark.fault(35)
def test_a_look_alike_domain_is_flagged():
    assert LOOK_ALIKE in opened(HTML.encode(), url="https://nаture.com/a").flags
    assert LOOK_ALIKE not in opened(HTML.encode()).flags


def test_a_cut_off_page_says_so():
    assert "truncated" in opened(HTML.encode(), truncated=True).flags


def test_an_error_that_is_no_page_is_no_content():
    assert opened(b"Rate exceeded.", "text/plain", status=429).kind == "error"


def test_a_reader_that_gives_up_on_a_file_is_a_bad_answer():
    async def refusing(data: bytes, name: str, media_type: str | None) -> ReadText:
        raise ReadFailed("a million pages")

    answer = WebAnswer(url=HIT.url, status=200, headers={"content-type": "application/pdf"}, body=pdf())
    with pytest.raises(BadAnswer, match="a million pages"):
        asyncio.run(document_of(HIT, answer, refusing))


def test_a_recorded_page_keeps_its_title_and_address(shared_data: Path):
    import json

    line = (shared_data / "http_scholarly_paperqa" / "wikipedia_pages.jsonl").read_text().splitlines()[0]
    row = json.loads(line)
    document = opened(row["body"].encode(), row["headers"]["content-type"], url=row["url"])
    assert (document.kind, document.url, document.media_type) == ("content", row["url"], "text/html")
    assert "Flag of Canada Day" in document.title
