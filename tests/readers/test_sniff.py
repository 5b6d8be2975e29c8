from __future__ import annotations

import io
import zipfile

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.core.errors import ReadFailed
from inquiro.readers._sniff import expect, sniff


def zipped(*names: str) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name in names:
            archive.writestr(name, "x")
    return buffer.getvalue()


@pytest.mark.fault(22)
@pytest.mark.parametrize(
    ("data", "kind", "label"),
    [
        (b"", "empty", "empty"),
        (b"\x89PNG\r\n\x1a\n\x00\x00", "other", "a PNG image"),
        (b"\xff\xd8\xff\xe0\x00\x10JFIF", "other", "a JPEG image"),
        (b"RIFF\x00\x00\x00\x00WEBPVP8 ", "other", "a WebP image"),
        (b"\x00\x00\x00\x20ftypisom", "other", "an MP4 video or HEIC image"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(40), "other", "an old Microsoft Office file"),
        (b"{\\rtf1 hello}", "other", "an RTF file"),
        (b"%PDF-1.7\n", "pdf", "a PDF file"),
        (b"\n\n%PDF-1.4\n" + bytes(200), "pdf", "a PDF file"),
        (bytes(range(256)) * 4, "other", "a binary file"),
        (zipped("word/document.xml"), "docx", "a Word document"),
        (zipped("xl/workbook.xml"), "xlsx", "an Excel workbook"),
        (zipped("a.txt"), "other", "a zip archive"),
        (b"PK\x03\x04 cut off", "other", "a damaged zip archive"),
        (b"\xef\xbb\xbf  <!DOCTYPE html><p>", "html", "an HTML page"),
        (b"<?xml version='1.0'?>\n<!-- hi -->\n<html xmlns='x'>", "html", "an HTML page"),
        (b"The %PDF- header is explained here.", "text", "text"),
        ("Grüße".encode("windows-1252"), "text", "text"),
        ("Grüße aus Varnholt".encode("utf-16-le"), "text", "text"),
        ("Grüße".encode("utf-16"), "text", "text"),
    ],
)
def test_bytes_are_known_by_their_content(data, kind, label):
    assert sniff(data) == (kind, label)


@pytest.mark.fault(22)
def test_the_refusal_says_what_it_is_and_is_not():
    with pytest.raises(ReadFailed, match=r"^photo\.txt is a PNG image, not text$"):
        expect(b"\x89PNG\r\n\x1a\n", "photo.txt", "text", "text")
    with pytest.raises(ReadFailed, match="is empty"):
        expect(b"", "a.txt", "text", "text")


@given(st.binary(max_size=300))
def test_sniffing_never_fails(data):
    assert sniff(data).label


@given(st.text(alphabet=st.characters(categories=["L", "N", "P", "Zs"]), min_size=1))
def test_words_are_never_taken_for_binary(text):
    assert sniff(("A sentence. " + text).encode()).kind == "text"
