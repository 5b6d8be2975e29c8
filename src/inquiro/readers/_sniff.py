"""What bytes really are, whatever they are called."""

from __future__ import annotations

import io
import re
import zipfile
from typing import Literal, NamedTuple

from inquiro.core.errors import ReadFailed
from inquiro.readers._decode import is_utf16

Kind = Literal["empty", "text", "html", "pdf", "docx", "xlsx", "other"]


class Sniffed(NamedTuple):
    kind: Kind
    label: str  # with its article: "a PNG image"


_MAGIC: tuple[tuple[bytes, str], ...] = (
    (b"\x89PNG\r\n\x1a\n", "a PNG image"),
    (b"\xff\xd8\xff", "a JPEG image"),
    (b"GIF8", "a GIF image"),
    (b"II*\x00", "a TIFF image"),
    (b"MM\x00*", "a TIFF image"),
    (b"\x00\x00\x01\x00", "an icon"),
    (b"\x1f\x8b", "a gzip archive"),
    (b"BZh", "a bzip2 archive"),
    (b"\xfd7zXZ\x00", "an xz archive"),
    (b"(\xb5/\xfd", "a zstd archive"),
    (b"7z\xbc\xaf'\x1c", "a 7-Zip archive"),
    (b"Rar!\x1a\x07", "a RAR archive"),
    (b"\x7fELF", "a program"),
    (b"MZ\x90\x00", "a program"),
    (b"\xcf\xfa\xed\xfe", "a program"),
    (b"SQLite format 3\x00", "an SQLite database"),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an old Microsoft Office file"),
    (b"{\\rtf", "an RTF file"),
    (b"%!PS", "a PostScript file"),
    (b"ID3", "an MP3 recording"),
    (b"OggS", "an Ogg recording"),
    (b"fLaC", "a FLAC recording"),
    (b"\x1aE\xdf\xa3", "a Matroska video"),
    (b"wOF", "a web font"),
    (b"PAR1", "a Parquet table"),
)
_RIFF = {b"WEBP": "a WebP image", b"WAVE": "a WAV recording", b"AVI ": "an AVI video"}
_HTML = re.compile(
    rb"(?i)^\s*(?:<\?xml[^>]*>\s*)?(?:<!--.{0,2000}?-->\s*)*<(?:!doctype html|html|head|body)\b", re.DOTALL
)
_XML = re.compile(rb"^(?:\xef\xbb\xbf)?\s*<(?:\?xml\s|rss\b|feed\b|!DOCTYPE (?:article|pmc-articleset)\b)")
_UNICODE_MARKS = (b"\xff\xfe", b"\xfe\xff", b"\x00\x00\xfe\xff")
_CONTROLS = re.compile(rb"[\x01-\x08\x0e-\x1a\x1c-\x1f]")
_SAMPLE = 8192


def sniff(data: bytes) -> Sniffed:
    """The kind of document that the bytes are, by their content alone."""
    head = data[:_SAMPLE]
    if not data:
        return Sniffed("empty", "empty")
    if head.startswith(b"%PDF-") or (b"%PDF-" in head[:1024] and _is_binary(head)):
        return Sniffed("pdf", "a PDF file")
    if head.startswith((b"PK\x03\x04", b"PK\x05\x06")):
        return _archive(data)
    if label := _known_label(head):
        return Sniffed("other", label)
    if _is_binary(data[: 4 * _SAMPLE]):
        return Sniffed("other", "a binary file")
    return (
        Sniffed("html", "an HTML page") if _HTML.search(head.removeprefix(b"\xef\xbb\xbf")) else Sniffed("text", "text")
    )


def looks_like_xml(data: bytes) -> bool:
    """Whether text begins as XML does; a page in XHTML is an HTML page before that."""
    return _XML.search(data[:_SAMPLE]) is not None


def expect(data: bytes, name: str, wanted: str, *kinds: Kind) -> None:
    """Refuse bytes of another kind than the reader is for; `wanted` says which that is."""
    found = sniff(data)
    if found.kind == "empty":
        raise ReadFailed(f"{name} is empty")
    if found.kind not in kinds:
        raise ReadFailed(f"{name} is {found.label}, not {wanted}")


def _known_label(head: bytes) -> str | None:
    if head.startswith(b"RIFF"):
        return _RIFF.get(head[8:12], "a RIFF media file")
    if head[4:8] == b"ftyp":
        return "an MP4 video or HEIC image"
    return next((label for magic, label in _MAGIC if head.startswith(magic)), None)


def _archive(data: bytes) -> Sniffed:
    """Office files, books and plain archives are all zip files; the names inside tell them apart."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            names = set(archive.namelist())
    except (zipfile.BadZipFile, ValueError, NotImplementedError, OSError):
        return Sniffed("other", "a damaged zip archive")
    if "word/document.xml" in names:
        return Sniffed("docx", "a Word document")
    if "xl/workbook.xml" in names:
        return Sniffed("xlsx", "an Excel workbook")
    if "ppt/presentation.xml" in names:
        return Sniffed("other", "a PowerPoint presentation")
    if "META-INF/container.xml" in names:
        return Sniffed("other", "an EPUB book")
    return Sniffed("other", "an OpenDocument file" if "content.xml" in names else "a zip archive")


def _is_binary(sample: bytes) -> bool:
    """Zero bytes outside UTF-16 or UTF-32, or many control bytes: a few stray ones are cleaned away instead."""
    if sample.startswith(_UNICODE_MARKS) or is_utf16(sample):
        return False
    controls = sample.count(0) + len(_CONTROLS.findall(sample))
    return controls * 20 > len(sample)
