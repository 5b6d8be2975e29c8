"""Build three folders of real documents to ask about: `python scripts/mixed_folders.py DIR [--vault ARCHIVE]`.

`mixed_folders.tsv` beside this file says which file of which package goes where. Packages come by name from the
package managers of this machine (apt-get of Debian 12, pip, npm) and are kept in --work for the next build. Notes of
the kind `vault` come from an archive of the Obsidian Tasks repository; without one they are left out.

Kinds other than a plain copy: `docx` is an HTML page as a Word document with the same words, `noimg` a Word document
without its large pictures, `xlsx-…` a table as a workbook. The same packages always give the same bytes.

Needs: apt-get, dpkg, npm; pip install setuptools wheel setuptools_scm python-docx openpyxl beautifulsoup4 lxml
"""

from __future__ import annotations

import argparse
import base64
import csv
import json
import re
import shutil
import subprocess
import sys
import tarfile
import warnings
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

LIST = Path(__file__).with_suffix(".tsv")
STAMP = (2020, 1, 1, 0, 0, 0)
LARGE = 20_000  # bytes of a picture
PIXEL = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)
FURNITURE = ".navheader, .navfooter, .footer, #footer, .toc"
BLOCKS = "p ul ol dl table pre div section h1 h2 h3 h4 h5 blockquote".split()
HEADING = re.compile(r"h[1-6]")
Row = Sequence[Any]


class Wanted(NamedTuple):
    """A line of the list."""

    folder: str
    kind: str
    package: str  # with its version where the registry keeps many
    inside: str
    file: str

    @property
    def bare(self) -> str:
        """The package's name alone."""
        if self.kind == "npm":
            return self.package.rpartition("@")[0]
        return self.package.partition("==")[0]


def listed(path: Path) -> list[Wanted]:
    lines = [line for line in path.read_text("utf-8").splitlines() if line and not line.startswith("#")]
    rows = [line.split("\t") for line in lines]
    return [Wanted(folder, *source.partition(":")[::2], inside, file) for folder, source, inside, file in rows]


def unpacked(one: Wanted, work: Path, vault: Path | None) -> Path | None:
    """The folder that a package was unpacked into, which happens once; None for a vault that was not given."""
    if one.kind == "vault":
        return _vault(vault, work / "vault") if vault else None
    target = work / {"pypi": "px", "npm": "nx"}.get(one.kind, "x") / one.bare
    if not target.is_dir():
        half = target.with_name(target.name + ".half")
        shutil.rmtree(half, ignore_errors=True)
        half.mkdir(parents=True)
        {"pypi": _from_pypi, "npm": _from_npm}.get(one.kind, _from_debian)(one, half)
        half.rename(target)
    return target


def _from_debian(one: Wanted, target: Path) -> None:
    _run("apt-get", "download", "-q", one.package, at=target)
    (package,) = target.glob("*.deb")
    _run("dpkg", "-x", package.name, ".", at=target)
    package.unlink()


def _from_pypi(one: Wanted, target: Path) -> None:
    pip = (sys.executable, "-m", "pip", "-q", "download", "--no-binary", ":all:", "--no-deps", "--no-build-isolation")
    _run(*pip, one.package, at=target)
    _untar(next(target.glob("*.tar.gz")), target)


def _from_npm(one: Wanted, target: Path) -> None:
    _run("npm", "pack", "--silent", one.package, at=target)
    _untar(next(target.glob("*.tgz")), target)


def _untar(archive: Path, target: Path) -> None:
    """Without the archive's one outer folder."""
    with tarfile.open(archive) as tar:
        tar.extractall(target, filter="data")
    archive.unlink()
    (outer,) = target.iterdir()
    for path in outer.iterdir():
        path.rename(target / path.name)


def _vault(archive: Path, target: Path) -> Path:
    if not target.is_dir():
        with tarfile.open(archive) as tar:
            tar.extractall(target, filter="data")
    return target


def _run(*command: str, at: Path) -> None:
    subprocess.run(command, cwd=at, check=True, stdout=subprocess.DEVNULL)


def without_pictures(source: Path, target: Path) -> None:
    """Text, tables and styles stay; a large picture becomes one pixel."""

    def small(name: str, data: bytes) -> bytes:
        return PIXEL if name.startswith("word/media/") and len(data) > LARGE else data

    with zipfile.ZipFile(source) as old:
        parts = [(name, small(name, old.read(name))) for name in old.namelist()]
    _zip(target, parts)


def page_as_word(source: Path, target: Path) -> None:
    """Headings, paragraphs, lists, definitions, code and tables of an HTML page, in order, the words unchanged."""
    import docx
    from bs4 import BeautifulSoup, XMLParsedAsHTMLWarning

    warnings.filterwarnings("ignore", category=XMLParsedAsHTMLWarning)
    page = BeautifulSoup(source.read_bytes(), "lxml")
    for tag in [*page(["script", "style", "nav"]), *page.select(FURNITURE)]:
        tag.decompose()
    document = docx.Document()
    _write(page.body, document, None)
    document.save(str(target))


def _write(node: Any, document: Any, style: str | None) -> None:
    loose: list[str] = []

    def end() -> None:
        if text := _squeezed("".join(loose)):
            document.add_paragraph(text, style=style)
        loose.clear()

    for child in node.children:
        name = getattr(child, "name", None)
        if name is None:
            if type(child).__name__ == "NavigableString":  # a comment is another kind
                loose.append(str(child))
        elif name in BLOCKS or name == "br" or HEADING.fullmatch(name) or child.find(BLOCKS):
            end()
            _write_block(child, name, document, style)
        else:
            loose.append(child.get_text())
    end()


def _write_block(node: Any, name: str, document: Any, style: str | None) -> None:
    if HEADING.fullmatch(name):
        if text := _squeezed(node.get_text()):
            document.add_heading(text, int(name[1]))
    elif name == "table":
        _write_table(node, document)
    elif name == "pre":
        document.add_paragraph(node.get_text().strip("\n"))
    elif name in {"ul", "ol"}:
        for item in node.find_all("li", recursive=False):
            _write(item, document, "List Bullet" if name == "ul" else "List Number")
    elif name == "dl":
        for part in node.find_all(["dt", "dd"], recursive=False):
            _write(part, document, None if part.name == "dt" else "List Continue")
    elif node.find(BLOCKS):
        _write(node, document, style)
    elif text := _squeezed(node.get_text()):
        document.add_paragraph(text, style=style)


def _write_table(table: Any, document: Any) -> None:
    rows = [
        [_squeezed(cell.get_text(" ")) for cell in row.find_all(["td", "th"], recursive=False)]
        for row in table.find_all("tr")
    ]
    if not (rows := [row for row in rows if any(row)]):
        return
    made = document.add_table(rows=len(rows), cols=max(map(len, rows)), style="Table Grid")
    for y, row in enumerate(rows):
        for x, text in enumerate(row):
            made.cell(y, x).text = text


def _squeezed(text: str) -> str:
    return re.sub(r"\s+", " ", text).strip()


def json_as_workbook(source: Path, target: Path) -> None:
    ((code, entries),) = json.loads(source.read_text("utf-8")).items()
    names = list(dict.fromkeys(name for entry in entries for name in entry))
    _workbook(target, {f"ISO {code}": [names, *([entry.get(name) for name in names] for entry in entries)]})


def releases_as_workbook(source: Path, target: Path) -> None:
    sheets = {}
    for name in ("debian", "ubuntu"):
        with (source / f"{name}.csv").open(encoding="utf-8") as file:
            sheets[name.title()] = list(csv.reader(file))
    _workbook(target, sheets)


def services_as_workbook(source: Path, target: Path) -> None:
    _workbook(target, {"Services": [("Service", "Port", "Protocol", "Aliases", "Comment"), *_services(source)]})


def _services(source: Path) -> Iterator[Row]:
    for line in source.read_text("utf-8").splitlines():
        body, _, note = line.partition("#")
        words = body.split()
        if len(words) >= 2:
            port, protocol = words[1].split("/")
            yield words[0], int(port), protocol, ", ".join(words[2:]), note.strip()


def _workbook(target: Path, sheets: Mapping[str, Iterable[Row]]) -> None:
    import openpyxl

    book = openpyxl.Workbook()
    book.remove(book.active)
    for title, rows in sheets.items():
        sheet = book.create_sheet(title)
        for row in rows:
            sheet.append(list(row))
        for cell in sheet[1]:
            cell.font = openpyxl.styles.Font(bold=True)
        sheet.freeze_panes = "A2"
    book.save(target)


def _with_fixed_dates(path: Path) -> None:
    with zipfile.ZipFile(path) as old:
        parts = [(name, old.read(name)) for name in old.namelist()]
    now = re.compile(rb"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ")
    _zip(path, [(n, now.sub(b"2020-01-01T00:00:00Z", d) if n == "docProps/core.xml" else d) for n, d in parts])


def _zip(target: Path, parts: Iterable[tuple[str, bytes]]) -> None:
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as new:
        for name, data in parts:
            new.writestr(zipfile.ZipInfo(name, STAMP), data, zipfile.ZIP_DEFLATED)


CHANGED: dict[str, Callable[[Path, Path], None]] = {
    "docx": page_as_word,
    "noimg": without_pictures,
    "xlsx-json": json_as_workbook,
    "xlsx-csv": releases_as_workbook,
    "xlsx-services": services_as_workbook,
}


def built(one: Wanted, source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    if change := CHANGED.get(one.kind):
        change(source, target)
        _with_fixed_dates(target)
    else:
        shutil.copyfile(source, target)


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("target", type=Path, metavar="DIR")
    parser.add_argument("--work", type=Path, default=Path(".mixed_folders"), help="where packages are kept")
    parser.add_argument("--vault", type=Path, metavar="ARCHIVE", help="tar archive of the Obsidian Tasks repository")
    given = parser.parse_args()
    missing = []
    for one in listed(LIST):
        place = unpacked(one, given.work.resolve(), given.vault)
        if place is None or not (place / one.inside).exists():
            missing.append(f"{one.kind} {one.package}: {one.inside}")
        else:
            built(one, place / one.inside, given.target / one.folder / one.file)
    for text in missing:
        print(f"left out: {text}", file=sys.stderr)
    return int(bool(missing))


if __name__ == "__main__":
    sys.exit(main())
