"""A hundred and more documents that mean harm: each ends in text or in a sentence that says why not."""

from __future__ import annotations

import asyncio
import io
import random
import zipfile
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from inquiro.core.errors import ReadFailed
from inquiro.core.types import ReadText
from inquiro.readers.pool import MAX_WEB_CHARACTERS, MEMORY, ReadingPool

MB = 1_000_000
DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
WORD = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
PAGE = b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> >>"
FONT = b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"
SHOWN = b"BT /F 12 Tf 20 100 Td (Some words) Tj ET"

Body = Callable[[], bytes]


def stream(data: bytes, extra: bytes = b"") -> bytes:
    return b"<< /Length %d %s >>\nstream\n%s\nendstream" % (len(data), extra, data)


def pdf(*objects: bytes, trailer: bytes = b"") -> bytes:
    """Objects 1, 2, 3 … with a sound cross-reference table."""
    out, offsets = bytearray(b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n"), []
    for number, body in enumerate(objects, 1):
        offsets.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    start = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    out += b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    out += b"trailer << /Size %d /Root 1 0 R %s >>\nstartxref\n%d\n%%%%EOF" % (len(objects) + 1, trailer, start)
    return bytes(out)


def one_page(
    *, catalog: bytes = b"", kids: bytes = b"[3 0 R]", count: int = 1, page: bytes = PAGE, content: bytes | None = None
) -> bytes:
    return pdf(
        b"<< /Type /Catalog /Pages 2 0 R %s >>" % catalog,
        b"<< /Type /Pages /Kids %s /Count %d >>" % (kids, count),
        page,
        stream(SHOWN) if content is None else content,
        FONT,
    )


def bomb(megabytes: int, filler: bytes = b"\0", rounds: int = 1) -> bytes:
    data = filler * (megabytes * MB // len(filler))
    for _ in range(rounds):
        data = zlib.compress(data, 1)
    return data


def flate(megabytes: int, filler: bytes, rounds: int = 1) -> bytes:
    filters = b"/Filter [" + b" /FlateDecode" * rounds + b"]"
    return one_page(content=stream(bomb(megabytes, filler, rounds), filters))


def deep_pages(depth: int) -> bytes:
    nodes = [b"<< /Type /Pages /Kids [%d 0 R] /Count 1 /Parent %d 0 R >>" % (at + 3, at + 1) for at in range(depth)]
    return pdf(b"<< /Type /Catalog /Pages 2 0 R >>", *nodes)


def damaged(seed: int) -> bytes:
    chance = random.Random(seed)
    data = bytearray(one_page())
    for _ in range(30):
        data[chance.randrange(9, len(data))] = chance.randrange(256)
    return bytes(data)


PDFS: dict[str, Body] = {
    "encrypted": lambda: pdf(
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        PAGE,
        stream(SHOWN),
        FONT,
        b"<< /Filter /Standard /V 2 /R 3 /Length 128 /P -4 /O <%s> /U <%s> >>" % (b"41" * 32, b"42" * 32),
        trailer=b"/Encrypt 6 0 R /ID [<41> <42>]",
    ),
    "page tree loops to itself": lambda: one_page(kids=b"[2 0 R]"),
    "page tree loops many times": lambda: one_page(kids=b"[" + b"2 0 R " * 2000 + b"]", count=10**6),
    "parent is a child": lambda: one_page(page=b"<< /Type /Pages /Kids [2 0 R] /Count 9 /Parent 2 0 R >>", count=9),
    "claims a million pages": lambda: one_page(count=10**6),
    "claims two thousand million pages": lambda: one_page(count=2**31 - 1),
    "claims less than no pages": lambda: one_page(count=-5),
    "one page a hundred thousand times": lambda: one_page(kids=b"[" + b"3 0 R " * 100_000 + b"]", count=100_000),
    "page tree 20,000 deep": lambda: deep_pages(20_000),
    "flate bomb of zeros": lambda: flate(100, b"\0"),
    "flate bomb of text": lambda: flate(20, b"BT /F 9 Tf (word word) Tj ET\n"),
    "flate bomb of one string": lambda: flate(20, b"(("),
    "flate bomb in a flate bomb": lambda: flate(100, b" ", rounds=2),
    "flate bomb four deep": lambda: flate(100, b"q\n", rounds=4),
    "flate bomb of brackets": lambda: flate(20, b"["),
    "huge page": lambda: one_page(page=PAGE.replace(b"200 200", b"99999999999 99999999999")),
    "page of no size": lambda: one_page(page=PAGE.replace(b"200 200", b"0 0")),
    "page of no number": lambda: one_page(page=PAGE.replace(b"200 200", b"nan 1e400")),
    "cross-references point nowhere": lambda: one_page().replace(b"00000 n", b"99999 n"),
    "cross-references missing": lambda: one_page().replace(b"startxref", b"startnone"),
    "cross-references loop": lambda: one_page().replace(b"/Root 1 0 R", b"/Root 1 0 R /Prev 9"),
    "no root": lambda: one_page().replace(b"/Root", b"/Toot"),
    "root is a page": lambda: one_page().replace(b"/Root 1 0 R", b"/Root 3 0 R"),
    "script when opened": lambda: one_page(catalog=b"/OpenAction << /S /JavaScript /JS (while(true){}) >>"),
    "launches a program": lambda: one_page(catalog=b"/OpenAction << /S /Launch /F (/bin/sh) >>"),
    "opens an address": lambda: one_page(catalog=b"/OpenAction << /S /URI /URI (http://127.0.0.1:1/) >>"),
    "embedded file": lambda: one_page(
        catalog=b"/Names << /EmbeddedFiles << /Names [(x.exe) << /Type /Filespec /F (x.exe) /EF << /F 4 0 R >> >>] >> >>"
    ),
    "form from outside": lambda: one_page(catalog=b"/AcroForm << /XFA (<x:xdp/>) /Fields [3 0 R 3 0 R] >>"),
    "cut after the header": lambda: one_page()[:9],
    "cut in the middle": lambda: one_page()[:300],
    "cut before the table": lambda: one_page()[:-120],
    "only a header": lambda: b"%PDF-1.7",
    "header and zeros": lambda: b"%PDF-1.7\n" + bytes(2 * MB),
    "header and noise": lambda: b"%PDF-1.7\n" + random.Random(1).randbytes(2 * MB),
    "a million objects": lambda: b"%PDF-1.7\n" + b"1 0 obj <<>> endobj\n" * 200_000,
    "arrays 100,000 deep": lambda: one_page(catalog=b"/X " + b"[" * 100_000 + b"]" * 100_000),
    "dictionaries 100,000 deep": lambda: one_page(catalog=b"/X " + b"<</A " * 100_000 + b">>" * 100_000),
    "contents refer to themselves": lambda: one_page(content=b"[4 0 R 4 0 R]"),
    "a form that draws itself": lambda: one_page(
        page=PAGE.replace(b"/Font", b"/XObject << /X 4 0 R >> /Font"),
        content=stream(b"/X Do " * 50, b"/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources 3 0 R"),
    ),
    "length that lies": lambda: one_page().replace(b"/Length 40", b"/Length 4000000000"),
    "unknown filter": lambda: one_page(content=stream(SHOWN, b"/Filter /Nothing")),
    "predictor of absurd width": lambda: one_page(
        content=stream(
            zlib.compress(SHOWN), b"/Filter /FlateDecode /DecodeParms << /Predictor 15 /Columns 2147483647 >>"
        )
    ),
    "run-length bomb": lambda: one_page(content=stream(b"\x81A" * MB, b"/Filter /RunLengthDecode")),
    "absurd font": lambda: one_page().replace(b"/Helvetica", b"/" + b"H" * 20_000),
    **{f"bytes turned over, {seed}": lambda seed=seed: damaged(seed) for seed in range(12)},
}


def page(inner: bytes) -> bytes:
    return b"<!DOCTYPE html><html><head><title>T</title></head><body>" + inner + b"</body></html>"


PAGES: dict[str, Body] = {
    "100,000 deep": lambda: page(b"<div>" * 100_000 + b"words"),
    "100,000 deep lists": lambda: page(b"<ul><li>" * 50_000 + b"words"),
    "100,000 deep spans": lambda: page(b"<span>" * 100_000 + b"words"),
    "tables in tables": lambda: page(b"<table><tr><td>" * 5_000 + b"words"),
    "a million attributes": lambda: page(b"<p " + b" ".join(b"a%d=1" % n for n in range(300_000)) + b">words</p>"),
    "the same attribute a million times": lambda: page(b"<p " + b"a=1 " * 1_000_000 + b">words</p>"),
    "giant attribute": lambda: page(b'<p title="' + b"x" * 5 * MB + b'">words</p>'),
    "giant class": lambda: page(b'<div class="' + b"ad-x " * MB + b'">words</div>'),
    "giant style": lambda: page(b'<p style="' + b"display " * (MB // 2) + b'">words</p>'),
    "giant name": lambda: page(b"<" + b"x" * 3 * MB + b">words"),
    "endless comment": lambda: page(b"words<!--" + b"-" * 5 * MB),
    "a million comments": lambda: page(b"words" + b"<!-- -->" * 500_000),
    "zero bytes": lambda: page(b"<p>wo\0rds" + b"\0" * 50_000 + b"</p>" + b"x" * 2 * MB),
    "entity flood": lambda: page(b"<p>" + b"&amp;&nbsp;&#x41;" * 300_000),
    "entities that are none": lambda: page(b"&" + b"a" * MB + b";" + b"&#9999999999;" * 50_000),
    "5 MB in one line": lambda: page(b"<p>" + b"word " * MB),
    "5 MB without a space": lambda: page(b"<p>" + b"w" * 5 * MB),
    "script soup": lambda: page(b"<script>if (a<b) document.write('<p>x</p>')</script><p>words</p>" * 30_000),
    "script never closed": lambda: page(b"<p>words</p><script>" + b"x<y;" * MB),
    "style never closed": lambda: page(b"<p>words</p><style>" + b"a{}" * MB),
    "unclosed formatting": lambda: page(b"<p><b><i><u><a>x" * 3_000),
    "a million headings": lambda: page(b"<h1>x</h1>" * 300_000),
    "a million links": lambda: page(b"<ul>" + b"<li><a href=x>link</a>" * 100_000),
    "a million cells": lambda: page(b"<table>" + b"<tr><td>1<td>2" * 100_000),
    "a million breaks": lambda: page(b"x<br>" * 500_000),
    "noise inside noise": lambda: page(b"<div class=sidebar><ul><li><p>x" * 5_000),
    "forms in forms": lambda: page(b"<form><p>x</p><select><option>" * 50_000),
    "svg and math": lambda: page(b"<svg><foreignObject><math><mi><p>x" * 20_000),
    "templates in templates": lambda: page(b"<template>" * 50_000 + b"x"),
    "frames": lambda: b"<html><frameset>" + b"<frame src=x>" * 100_000,
    "only brackets": lambda: page(b"<" * MB),
    "only a doctype": lambda: b"<!DOCTYPE html " + b"x" * MB,
    "absurd charset": lambda: b"<html><meta charset='" + b"x" * 39 + b"'><body>words" + bytes(range(128, 256)) * 1000,
    "seven-bit trick": lambda: b"<html><meta charset=utf-7><body>+ADw-script+AD4-alert(1)+ADw-/script+AD4-</body>",
    "hidden flood": lambda: page(b"<p hidden>x</p><p style='display:none'>y</p>" * 50_000 + b"<p>words</p>"),
    "bidi and tags": lambda: page("\u202ewords\u2066\U000e0041\u200b".encode() * 100_000),
    "date flood": lambda: page(b"<time datetime=x>" * 100_000 + b"Published: 2021 2021 2021" * 50_000),
    "meta flood": lambda: b"<html>" + b"<meta name=date content=x>" * 100_000 + b"<body>words",
}


def laughs(depth: int, width: int) -> bytes:
    lines = ['<!ENTITY a0 "lol">']
    lines += [f'<!ENTITY a{n} "{f"&a{n - 1};" * width}">' for n in range(1, depth)]
    return f"<?xml version='1.0'?><!DOCTYPE x [{''.join(lines)}]><x>&a{depth - 1};</x>".encode()


XML: dict[str, Body] = {
    "billion laughs": lambda: laughs(10, 10),
    "quadratic blow-up": lambda: (
        b'<!DOCTYPE x [<!ENTITY a "' + b"x" * 100_000 + b'">]><x>' + b"&a;" * 100_000 + b"</x>"
    ),
    "external entity": lambda: b'<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><x>&a;</x>',
    "external address": lambda: b'<!DOCTYPE x SYSTEM "http://127.0.0.1:1/x.dtd"><x>words</x>',
    "parameter entity": lambda: (
        b"<!DOCTYPE x [<!ENTITY % a \"<!ENTITY b SYSTEM 'file:///etc/passwd'>\">%a;]><x>&b;</x>"
    ),
    "entity in an attribute": lambda: b'<!DOCTYPE x [<!ENTITY a "y">]><x b="&a;">words</x>',
    "attribute defaults": lambda: (
        b'<!DOCTYPE x [<!ATTLIST x y CDATA "' + b"z" * MB + b'">]><x>' + b"<x/>" * 10_000 + b"w</x>"
    ),
    "100,000 deep": lambda: b"<x>" * 100_000 + b"words" + b"</x>" * 100_000,
    "a million elements": lambda: b"<x>" + b"<y>1</y>" * 600_000 + b"</x>",
    "a million attributes": lambda: b"<x " + b" ".join(b"a%d='1'" % n for n in range(100_000)) + b">words</x>",
    "giant attribute": lambda: b"<x a='" + b"y" * 5 * MB + b"'>words</x>",
    "giant name": lambda: b"<" + b"x" * 3 * MB + b">words",
    "endless comment": lambda: b"<x>words<!--" + b" -" * 2 * MB,
    "endless cdata": lambda: b"<x>words<![CDATA[" + b"]" * 4 * MB,
    "instruction flood": lambda: b"<x>" + b"<?a b?>" * 300_000 + b"words</x>",
    "feed of a million items": lambda: b"<rss>" + b"<item><title>t</title></item>" * 150_000 + b"</rss>",
    "feed of broken markup": lambda: (
        b"<rss><item><description>" + b"&lt;script" * 200_000 + b"</description></item></rss>"
    ),
    "article in article": lambda: b"<article><front/><body><p>x</p>" * 70 + b"</body></article>" * 70,
    "table flood": lambda: b"<article><body><table-wrap>" + b"<tr><td>1</td></tr>" * 100_000,
    "wrong encoding": lambda: b"<?xml version='1.0' encoding='utf-32'?><x>words</x>",
    "zero bytes": lambda: b"<x>wo\0rds" + b" " * 100 + b"</x>",
    "named references": lambda: b"<x>" + b"&nbsp;&lol;" * 100_000 + b"</x>",
}


def archive(parts: dict[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, data in parts.items():
            packed.writestr(name, data)
    return out.getvalue()


def docx(document: bytes, extra: dict[str, bytes] | None = None) -> bytes:
    return archive(
        {
            "[Content_Types].xml": b'<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
            b'<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
            b'<Override PartName="/word/document.xml" ContentType="' + DOCX.encode() + b'.main+xml"/></Types>',
            "_rels/.rels": b'<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
            b'<Relationship Id="r" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/'
            b'officeDocument" Target="word/document.xml"/></Relationships>',
            "word/document.xml": document,
            **(extra or {}),
        }
    )


def words(inner: bytes) -> bytes:
    return b"<w:document " + WORD.encode() + b"><w:body>" + inner + b"</w:body></w:document>"


PARAGRAPH = b"<w:p><w:r><w:t>words</w:t></w:r></w:p>"
OFFICE: dict[str, Body] = {
    "zip bomb": lambda: docx(words(PARAGRAPH), {"word/media/x.png": bytes(60 * MB)}),
    "zip bomb below the limit": lambda: docx(words(PARAGRAPH), {"word/x.xml": bytes(9 * MB)}),
    "names that climb": lambda: docx(words(PARAGRAPH), {"../../../etc/cron.d/x": b"x", "/tmp/x": b"x"}),
    "huge text": lambda: docx(words(b"<w:p><w:r><w:t>" + b"word " * 3 * MB + b"</w:t></w:r></w:p>")),
    "huge markup": lambda: docx(words(PARAGRAPH * 60_000)),
    "deep markup": lambda: docx(words(b"<w:p>" * 100_000 + b"</w:p>" * 100_000)),
    "tables in tables": lambda: docx(words(b"<w:tbl><w:tr><w:tc>" * 200 + PARAGRAPH + b"</w:tc></w:tr></w:tbl>" * 200)),
    "billion laughs": lambda: docx(laughs(10, 10)),
    "external entity": lambda: docx(
        b'<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>' + words(b"<w:p><w:r><w:t>words &a;</w:t></w:r></w:p>")
    ),
    "no document": lambda: archive({"word/document.xml": b""}),
    "cut": lambda: docx(words(PARAGRAPH))[:-40],
    "flood of names": lambda: archive({"word/document.xml": b"x", **{f"x{n}": b"" for n in range(3_000)}}),
    "the same name twice": lambda: docx(words(PARAGRAPH)) + docx(words(PARAGRAPH * 2)),
    "relation to outside": lambda: docx(
        words(PARAGRAPH),
        {
            "word/_rels/document.xml.rels": b'<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/'
            b'relationships"><Relationship Id="a" Type="x" Target="http://127.0.0.1:1/" TargetMode="External"/>'
            b"</Relationships>"
        },
    ),
}

TEXTS: dict[str, Body] = {
    "random bytes": lambda: random.Random(2).randbytes(MB),
    "random letters": lambda: bytes(random.Random(3).choices(range(32, 127), k=MB)),
    "lone surrogates": lambda: b"words " + b"\xed\xa0\x80\xed\xbf\xbf" * 100_000,
    "seven-bit": lambda: b"+AGEAYgBj-" * 100_000,
    "5 MB without newline": lambda: b"w" * 5 * MB,
    "5 MB of newlines": lambda: b"x\n" + b"\n" * 5 * MB,
    "5 MB of blanks": lambda: b"x" + b" " * 5 * MB + b"x",
    "headings only": lambda: b"A HEADING\n\n" * 300_000,
    "numbers with dots": lambda: b"1.1.1.1.1.1.1 " * 300_000,
    "underlines": lambda: (b"x\n" + b"=" * 2000 + b"\n") * 1000,
    "sixteen-bit": lambda: ("words " * 300_000).encode("utf-16-be"),
    "thirty-two-bit mark": lambda: b"\xff\xfe\0\0" + b"w\0\0\0" * 200_000,
    "broken sixteen-bit": lambda: b"\xff\xfe" + b"\0\xd8" * 500_000,
    "escape codes": lambda: b"\x1b[31mwords\x1b]0;title\x07 " * 50_000,
    "bell": lambda: b"words" * 100 + b"\x07" * 5,
    "invisible": lambda: "\u200b\u202e\U000e0061".encode() * 200_000 + b"words",
    "combining marks": lambda: b"e" + "\u0301".encode() * 1_000_000,
    "authors": lambda: b"By " + b"A" * MB + b"\nAuthor: " + b"B " * MB,
}
MARKDOWN: dict[str, Body] = {
    "open brackets": lambda: b"[" * 200_000,
    "images in links": lambda: b"[![" * 100_000,
    "ticks": lambda: b"`" * 200_000 + b"x",
    "emphasis": lambda: b"*_~~" * 200_000,
    "quotes": lambda: b"> " * 200_000 + b"x",
    "comments": lambda: b"<!--" * 200_000,
    "front matter": lambda: b"---\n" + b"a: &a [*a, *a]\n" * 50_000 + b"---\nwords",
    "fences": lambda: b"```\n~~~\n" * 100_000,
}

BODIES: list[tuple[str, str, str | None, Body]] = [
    (f"{kind}: {title}", name, media_type, body)
    for kind, name, media_type, bodies in (
        ("pdf", "a.pdf", "application/pdf", PDFS),
        ("html", "https://example.org/a", "text/html; charset=utf-8", PAGES),
        ("xml", "https://example.org/a.xml", "application/xml", XML),
        ("docx", "a.docx", DOCX, OFFICE),
        ("text", "a.txt", "text/plain", TEXTS),
        ("markdown", "a.md", None, MARKDOWN),
    )
    for title, body in bodies.items()
]


@pytest.fixture(scope="module")
def pool() -> Iterator[ReadingPool]:
    opened = ReadingPool(workers=1, seconds=0.5)
    yield opened
    opened.close()


def test_there_are_enough_of_them():
    assert len(BODIES) >= 100
    assert len({title for title, *_ in BODIES}) == len(BODIES)


@pytest.mark.fault(19)
@pytest.mark.fault(20)
@pytest.mark.fault(22)
@pytest.mark.fault(23)
@pytest.mark.parametrize(("title", "name", "media_type", "body"), BODIES, ids=[title for title, *_ in BODIES])
def test_it_ends_in_text_or_in_words(title, name, media_type, body, pool):
    data = body()
    before = resident()
    found = outcome(pool, data, name, media_type)
    if isinstance(found, str):
        assert name in found
        assert len(found) < 300
    else:
        assert 0 < len(found.text) <= MAX_WEB_CHARACTERS
        assert all(found.text.startswith(a.label, a.offset) for a in found.headings)
        assert "root:" not in found.text
    assert resident() - before <= 64 * MB
    assert all(peak(pid) <= MEMORY for pid in pool.pids())


def test_the_process_that_read_them_all_is_as_good_as_new(pool):
    assert pool.read_now(b"<html><body><p>Honest words.</p></body></html>", "a.html").text == "Honest words."


def outcome(pool: ReadingPool, data: bytes, name: str, media_type: str | None) -> ReadText | str:
    try:
        return asyncio.run(pool.read(data, name, media_type))
    except ReadFailed as error:
        return str(error)


def resident() -> int:
    return figure("/proc/self/status", "VmRSS")


def peak(pid: int) -> int:
    return figure(f"/proc/{pid}/status", "VmHWM")


def figure(path: str, name: str) -> int:
    lines = Path(path).read_text().splitlines()
    return next((1024 * int(line.split()[1]) for line in lines if line.startswith(f"{name}:")), 0)
