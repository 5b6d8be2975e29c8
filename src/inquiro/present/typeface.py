"""Letters of a PDF: the shipped ones, those of this machine where a script needs them, and a mark where nothing does."""

from __future__ import annotations

import re
import sys
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from itertools import groupby
from pathlib import Path
from typing import TypeVar

from fpdf import FPDF
from fpdf.bidi import BidiParagraph
from fpdf.errors import FPDFException
from fpdf.fonts import TTFFont

NOT_SHOWN = "[…]"
T = TypeVar("T")
_JOINERS = frozenset("\u200c\u200d\ufe0e\ufe0f")  # they shape their neighbours and show nothing themselves
_FOLDERS = {
    "win32": ("C:/Windows/Fonts",),
    "darwin": ("/System/Library/Fonts", "/Library/Fonts"),
}
_LINUX = ("/usr/share/fonts", "/usr/local/share/fonts")
# Fonts with letters that the shipped ones lack, as systems ship them: by a letter that shows which script is meant.
_KNOWN = {
    "\u4e2d": r"(NotoSansCJK|NotoSans(SC|JP|KR|TC)|SourceHanSans|wqy-|DroidSansFallback|ipag|TakaoGothic|VL-Gothic|uming|"
    r"ukai|msyh|msgothic|simsun|malgun|PingFang|Hiragino|AppleSDGothicNeo|Arial ?Unicode)",
    "\u05d0": r"(DejaVuSans\.|NotoSansHebrew-Reg|FreeSans\.|Arial\.|Tahoma\.|ArialHB)",
    "\ufe8d": r"(DejaVuSans\.|NotoSansArabic-Reg|NotoNaskhArabic-Reg|FreeSerif\.|Arial\.|Tahoma\.|GeezaPro)",
}


class _Known(dict[str, T]):
    """What is found out once for each letter."""

    def __init__(self, find: Callable[[str], T]) -> None:
        super().__init__()
        self._find = find

    def __missing__(self, letter: str) -> T:
        self[letter] = found = self._find(letter)
        return found


class Typeface:
    """A family in two weights; `others` are families that stand in for letters it does not have."""

    def __init__(self, pdf: FPDF, family: str, others: Sequence[str] = ()) -> None:
        self._pdf = pdf
        self._families = (family, *others)
        self._fonts = {bold: [self._font(name, bold) for name in self._families] for bold in (False, True)}
        self._widths = {bold: _Known(partial(self._letter_width, bold=bold)) for bold in (False, True)}
        self._marked = _Known(self._or_mark)

    def shown(self, text: str) -> str:
        """The text as it can be set."""
        composed = unicodedata.normalize("NFC", text)
        marked = "".join(self._marked[character] for character in composed if character not in _JOINERS)
        return re.sub(r"\x00(?:\s*\x00)*", NOT_SHOWN, marked)

    def lacks(self, text: str) -> bool:
        return any(self._marked[character] == "\x00" for character in set(unicodedata.normalize("NFC", text)))

    def width(self, text: str, *, bold: bool) -> float:
        """In thousandths of the size."""
        known = self._widths[bold]
        return sum(known[letter] for letter in joined(text))

    def draw(self, left: float, baseline: float, text: str, *, bold: bool, size: float) -> None:
        for place, letters in groupby(visual(text), key=lambda letter: self._place(letter, bold)):
            piece = "".join(letters)
            family = self._families[place]
            weight = "B" if bold and f"{family.lower()}B" in self._pdf.fonts else ""
            self._pdf.set_font(family, weight, size)
            self._pdf.text(left, baseline, piece)
            font = self._fonts[bold][place]
            left += sum(font.cw[ord(letter)] for letter in piece) * size / 1000 / self._pdf.k

    def _letter_width(self, letter: str, *, bold: bool) -> float:
        return float(self._fonts[bold][self._place(letter, bold)].cw[ord(letter)])

    def _place(self, letter: str, bold: bool) -> int:
        known = (place for place, font in enumerate(self._fonts[bold]) if ord(letter) in font.cmap)
        return next(known, 0)

    def _font(self, family: str, bold: bool) -> TTFFont:
        fonts = self._pdf.fonts
        font = fonts[f"{family.lower()}B"] if bold and f"{family.lower()}B" in fonts else fonts[family.lower()]
        assert isinstance(font, TTFFont)
        return font

    def _or_mark(self, character: str) -> str:
        if character.isspace():
            return "\u00a0" if character == "\u00a0" else " "
        drawn = joined(character)
        known = character in _JOINERS or any(ord(drawn) in font.cmap for font in self._fonts[False])
        return character if known else "\x00"


def add_system_fonts(pdf: FPDF, family: str, text: str) -> list[str]:
    """Fonts of this machine for scripts that the family has no letters for; their families."""
    font = pdf.fonts[family.lower()]
    assert isinstance(font, TTFFont)
    lacking = {_script(letter) for letter in set(text) if ord(letter) not in font.cmap}
    added = []
    for letter in sorted(lacking & _KNOWN.keys()):
        for path in system_fonts(_KNOWN[letter]):
            name = f"System{ord(letter):x}"
            try:
                pdf.add_font(name, "", path)
            except (FPDFException, OSError, ValueError, KeyError):  # a font that this library cannot embed
                continue
            added.append(name)
            break
    return added


def close_fonts(pdf: FPDF) -> None:
    """Lets go of the font files; writing a document out does so by itself."""
    for font in pdf.fonts.values():
        if isinstance(font, TTFFont):
            font.close()


def _script(letter: str) -> str:
    """The letter that stands for its script among the known ones."""
    if unicodedata.bidirectional(letter) in {"R", "AL"}:
        return "\u05d0" if unicodedata.bidirectional(letter) == "R" else "\ufe8d"
    return "\u4e2d" if unicodedata.east_asian_width(letter) in "WF" and letter.isalpha() else ""


@cache
def system_fonts(named: str) -> tuple[Path, ...]:
    places = (*_FOLDERS.get(sys.platform, _LINUX), str(Path.home() / ".fonts"), str(Path.home() / ".local/share/fonts"))
    found = (path for place in places if Path(place).is_dir() for path in sorted(Path(place).rglob("*.[to]t[fc]")))
    return tuple(path for path in found if re.match(named, path.name, re.IGNORECASE))


# -- from right to left ----------------------------------------------------------------------------


def backwards(text: str) -> bool:
    return any(unicodedata.bidirectional(letter) in {"R", "AL"} for letter in text)


def visual(text: str) -> str:
    """Letters in the order in which they stand on the page, Arabic ones joined."""
    return BidiParagraph(joined(text)).get_reordered_string() if backwards(text) else text


def joined(text: str) -> str:
    """Arabic letters in the forms that their neighbours ask for."""
    if not any("\u0600" <= letter <= "\u06ff" for letter in text):
        return text
    return "".join(_formed(text))


def _formed(text: str) -> Iterator[str]:
    letters = list(text)
    for place, letter in enumerate(letters):
        forms = _forms().get(letter, {})
        before = next((one for one in reversed(letters[:place]) if not unicodedata.combining(one)), "")
        after = next((one for one in letters[place + 1 :] if not unicodedata.combining(one)), "")
        joins_before = "initial" in _forms().get(before, {}) and "final" in forms
        joins_after = "final" in _forms().get(after, {}) and "initial" in forms
        name = ("medial" if joins_after else "final") if joins_before else ("initial" if joins_after else "isolated")
        yield forms.get(name, letter)


@cache
def _forms() -> dict[str, dict[str, str]]:
    """By letter: its isolated, initial, medial and final form, as Unicode lists them."""
    found: dict[str, dict[str, str]] = {}
    for code in (*range(0xFB50, 0xFBFF), *range(0xFE70, 0xFEFD)):
        kind, _, base = unicodedata.decomposition(chr(code)).partition("> ")
        if kind[1:] in {"isolated", "initial", "medial", "final"} and " " not in base:
            found.setdefault(chr(int(base, 16)), {}).setdefault(kind[1:], chr(code))
    return found
