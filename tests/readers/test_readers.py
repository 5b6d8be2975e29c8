from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from inquiro import readers
from inquiro.core.errors import ReadFailed, UnknownName
from inquiro.core.protocols import Reader

CORPUS = Path(__file__).parents[2] / "examples" / "corpus"
EXAMPLES = sorted(path for path in CORPUS.glob("*") if path.suffix in readers.supported_suffixes())
HTML = b"<!DOCTYPE html><html><body><p>Some words.</p></body></html>"


def test_the_folder_is_the_registry():
    assert readers.registry.names() == [
        "docx",
        "html",
        "linked_docx",
        "linked_html",
        "markdown",
        "pdf",
        "plain",
        "rst",
        "xlsx",
        "xml",
    ]
    with pytest.raises(UnknownName, match="known: docx, html"):
        readers.registry.get("epub")


@pytest.mark.parametrize("name", readers.registry.names())
def test_every_reader_keeps_the_contract(name):
    reader: Reader = readers.registry.get(name)()
    assert reader.name == name
    assert all(re.fullmatch(r"\.[a-z]+", suffix) for suffix in reader.suffixes)
    assert all("/" in media_type for media_type in reader.media_types)
    with pytest.raises(ReadFailed, match="is empty"):
        reader.read(b"", "x")
    with pytest.raises(ReadFailed, match="is a PNG image"):
        reader.read(b"\x89PNG\r\n\x1a\n", "x")


def test_all_suffixes():
    known = ".md .markdown .rst .txt .html .htm .xhtml .pdf .docx .xlsx .xlsm .xml .nxml .rss .atom"
    assert readers.supported_suffixes() == set(known.split())


@pytest.mark.parametrize(
    ("data", "name", "media_type", "expected"),
    [
        (b"# Title", "A.MD", None, "text/markdown"),
        (b"# Title", "a.md", "text/plain; charset=utf-8", "text/markdown"),
        (b"words", "a.bin", "text/plain", "text/plain"),
        (HTML, "https://example.org/page.php?x=1.pdf", "text/html", "text/html"),
        (HTML, "https://example.org", None, "text/html"),
        (HTML, "page", None, "text/html"),
        (b"words", "README", "application/octet-stream", "text/plain"),
        (b"words", "#1 list.txt", None, "text/plain"),
    ],
)
def test_the_reader_is_chosen_by_type_then_name_then_content(data, name, media_type, expected):
    assert readers.read(data, name, media_type).media_type == expected


@pytest.mark.fault(22)
@pytest.mark.parametrize(
    ("data", "name", "media_type", "reason"),
    [
        (b"\x89PNG\r\n\x1a\n", "a.txt", None, "is a PNG image, not text"),
        (b"\x89PNG\r\n\x1a\n", "a", "text/html", "is a PNG image, not an HTML page"),
        (HTML, "a.pdf", None, "is an HTML page, not a PDF file"),
        (HTML, "https://x.org/a", "application/pdf", "is an HTML page, not a PDF file"),
        (b"%PDF-1.4", "a.txt", None, "is a PDF file, not text"),
        (b"words", "a.xyz", None, r"no reader for \.xyz; known: \.atom, \.docx"),
        (b"words", "a.txt", "image/png", "no reader for image/png"),
        (b"GIF89a", "picture", None, "is a GIF image, which no reader takes"),
        (b"", "nothing", None, "nothing is empty"),
    ],
)
def test_what_cannot_be_read_says_why(data, name, media_type, reason):
    with pytest.raises(ReadFailed, match=reason):
        readers.read(data, name, media_type)


@pytest.mark.fault(21)
def test_the_charset_of_a_header_is_honoured():
    page = "<html><body><p>Привет, улица</p></body></html>".encode("koi8-r")
    assert readers.read(page, "a.html", 'text/html; charset="KOI8-R"').text == "Привет, улица"


def test_heavy_libraries_wait_until_they_are_needed():
    code = (
        "import sys; from inquiro.readers import read, supported_suffixes; supported_suffixes(); read(b'x y', 'a.txt');"
        "print([m for m in ('pypdfium2', 'docx', 'resiliparse', 'lxml') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_the_example_corpus_exists():
    assert {path.suffix for path in EXAMPLES} == {".md", ".txt", ".html", ".pdf", ".docx"}


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.name)
def test_every_example_has_title_date_and_exact_headings(path):
    result = readers.read(path.read_bytes(), path.name)
    assert len(result.title) > 10
    assert re.fullmatch(r"20\d\d-\d\d-\d\d", result.published or "")
    assert "Fictional document, written for the Inquiro demonstration." in result.text
    assert all(result.text[a.offset :].startswith(a.label) for a in result.headings)
    assert result.flags == ()


@pytest.mark.parametrize("path", [p for p in EXAMPLES if p.suffix in {".pdf", ".docx"}], ids=lambda path: path.name)
def test_printed_examples_keep_the_sentences_of_their_source(path):
    """The Markdown that a printed example was made from must be found in it, paragraph by paragraph."""
    source = CORPUS.parent / "sources" / f"{path.stem}.md"
    text = readers.read(path.read_bytes(), path.name).text
    written = readers.read(source.read_bytes(), source.name).text
    sentences = [
        s for line in written.split("\n") if "|" not in line for s in re.split(r"(?<=[.?!]) ", line) if len(s) > 40
    ]
    missing = [sentence for sentence in sentences if sentence.removeprefix("- ") not in text]
    assert len(sentences) > 10
    assert missing == []


@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("2026-03-04 weekly.md", "2026-03-04 weekly"),
        ("2026-03-04.md", "2026-03-04"),
        ("heat-pump_noise.md", "heat pump noise"),
        ("Due dates - a template.md", "Due dates - a template"),
    ],
)
def test_a_note_without_a_heading_is_called_as_its_file(name, title):
    assert readers.read(b"The boiler was serviced in May.\n", name).title == title
