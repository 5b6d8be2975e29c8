"""What the first lines of a document say about it: title, date, author."""

from __future__ import annotations

import re
from itertools import takewhile

from inquiro.text.iso_dates import find_date

_TOP = 15
_DIGIT = re.compile(r"\d")
_DATE_LABEL = re.compile(
    r"(?i)\b(?:first\s+)?(?:published|posted|released|issued|publication date|date|dated|veröffentlicht|erschienen|datum|stand"
    r"|publicado|publicada|fecha|publiée?|parue?|mise? en ligne|date de publication|data|pubblicat[oa]|uscit[oa]"
    r"|gepubliceerd|geplaatst|公開日|掲載日|発行日|更新日|日付)(?:\b|(?<=日)|(?<=付))"
    r"(?:\s+(?:on|am|el|em|le|il|op|de publicación|de publicação|di pubblicazione))?\s*[:：]?\s*"
    r"(?:[^\W\d_]{2,10}(?:-feira)?,\s*|(?:lun|mar|mer|jeu|vendre|same)di\s+|dimanche\s+"
    r"|(?:maan|dins|woens|donder|vrij|zater|zon)dag\s+|(?:lune|marte|mercole|giove|vener)dì\s+|sabato\s+|domenica\s+)?"
)
_AUTHOR_LABEL = re.compile(
    r"(?i)^(?:authors?|autor(?:in|en|innen|es|a|as)?|auteurs?|aut(?:ore|rice|ori)|著者|執筆者?|verfasst von|written by"
    r"|text(?: and interviews?)?|interview|report(?:ed)? by)\s*[:：]\s*(?P<who>\S.{0,149})$"
)
_BY = re.compile(r"^(?:By|BY|Von|Por|Par|Di|Door)\s+(?P<who>[^\W\d_].{1,120})$")
_POSTED_BY = re.compile(r"\b(?:by|von|por|prepared by)\s+(?P<who>[A-ZÄÖÜÁÉÍÓÚÑ][^,;|]{1,80})")
_NAME_END = re.compile(r"(?<=\w\w)\.\s|\s[|·–—]\s|,?\s+(?i:published|posted|updated|veröffentlicht|publicado)\b|,\s+\d")
_ADDRESS = re.compile(r"\s*(?:<[^<>]*>|\((?:mailto:)?[^()\s]+(?:@| at )[^()\s]+\)|\[?\S+@[\w-]+(?:\.[\w-]+)+\]?)")
_STRAY = re.compile(r"(?:\s*([,;]))(?:\s*[,;])+")
# What heads a part of a document, or stands on a page without naming it.
_PART = re.compile(
    r"(?i)(?:table of )?contents|revision history|change ?log|navigation|index|abstract|summary|preface|introduction|foreword"
    r"|inhalt(?:sverzeichnis)?|zusammenfassung|vorwort|einleitung|table des matières|sommaire|résumé|índice|resumen|introducción"
    r"|(?:page |seite |página )?(?:[ivxlc]+|\d+)(?:\s*(?:/|of|von|de)\s*\d+)?"
    r"|(?:chapter|part|section|kapitel|teil|abschnitt|chapitre|partie|capítulo|parte)\s+(?:[ivxlc]+|\d+)\b.*"
)
_LISTED = re.compile(r"[-*+•‣◦▪●■–]\s|\(?(?:\d{1,3}(?:\.\d{1,3})*|[IVXLC]{1,6}|[a-z])[.)]\s")
_LEADS_TO_PAGE = re.compile(r"(?:\t|(?:\s?\.){3,}|…)\s*\d+$")
_SENTENCES = re.compile(r"[^\W\d_]{3,}[.!?] [A-ZÄÖÜÉÁÍÓÚ]")
_PROSE = 15  # words of a block that is no title, and before which a title stands
LONGEST_QUESTION = 300  # characters
_PLACE = re.compile(r"[^\W\d_][^\d,.;:]{0,40},\s*")


def top_lines(text: str) -> list[str]:
    """The first lines that are not blank."""
    return [line.strip() for line in text[:5000].split("\n") if line.strip()][:_TOP]


def published_near_top(text: str) -> str | None:
    """A labelled date ("Published: 14 March 2021"), else a line that is nothing but a date."""
    lines = top_lines(text)
    return next((iso for line in lines if (iso := _labelled(line))), None) or next(
        (iso for line in lines if (iso := _alone(line))), None
    )


def author_near_top(text: str) -> str | None:
    """Who wrote it, from "Author: …", "By …" or "Posted on … by …"."""
    lines = top_lines(text)
    return next((who for line in lines if (who := _who(line))), None)


def title_near_top(text: str) -> str:
    """The first line of a block above all prose that reads like a title; letterheads of a word or three are passed over."""
    blocks = [block.strip() for block in re.split(r"\n\s*\n", text[:5000]) if block.strip()][:_TOP]
    if blocks and _asks(blocks[0]):
        return blocks[0].strip("#*_ ")
    above = list(takewhile(lambda block: not _is_prose(block), blocks))
    likely = [line for block in above if _is_title_like(line := _only_cell(_one_of(block.split("\n"))))]
    best = next((line for line in likely if len(line.split()) >= 4), likely[0] if likely else "")
    return best.strip("#*_ ")


def names_of(stated: str) -> str:
    """People by their names alone: no addresses, no commas without a name between them."""
    return _STRAY.sub(r"\1", _ADDRESS.sub("", stated)).strip(" ,;\t")


def _labelled(line: str) -> str | None:
    if not _DIGIT.search(line):
        return None
    for label in _DATE_LABEL.finditer(line):
        found = find_date(line[label.end() : label.end() + 60])
        if found and found[1] <= 3:
            return found[0]
    return None


def _alone(line: str) -> str | None:
    found = find_date(line) if len(line) <= 60 else None
    if found is None:
        return None
    before, after = line[: found[1]], line[found[2] :]
    return found[0] if not after.strip(" .|*_)") and (not before.strip(" *_(") or _PLACE.fullmatch(before)) else None


def _who(line: str) -> str | None:
    line = line.strip("*_ ")
    if found := _AUTHOR_LABEL.match(line):
        return found["who"].strip(" .*_")
    if (found := _BY.match(line)) and not line.endswith((".", ":", "?", "!")):
        name = _NAME_END.split(found["who"], maxsplit=1)[0].strip(" *_")
        return name if name[:1].isupper() else None
    if _labelled(line) and (found := _POSTED_BY.search(line)):
        return found["who"].strip(" .*_")
    return None


def _one_of(block: list[str]) -> str:
    """The first line of a block, unless the next one goes on with it: then it is part of a sentence."""
    goes_on = len(block) > 1 and block[1].strip()[:1].islower()
    return "" if goes_on else block[0].strip()


def _asks(block: str) -> bool:
    """Studies are often called by what they asked: one line on top, however long, also after a first sentence."""
    return "\n" not in block and block.endswith(("?", "？")) and len(block) <= LONGEST_QUESTION and "|" not in block


def _is_prose(block: str) -> bool:
    return len(block.split()) >= _PROSE and block.endswith((".", "!", "?", ":")) and not _LISTED.match(block)


def _only_cell(line: str) -> str:
    """Of a row that lays out a page, what stands alone in it; a row of several cells stays one."""
    filled = [cell.strip() for cell in line.split("|") if cell.strip()]
    return filled[0] if len(filled) == 1 else line


def _is_title_like(line: str) -> bool:
    if len(line) > 200 or line.endswith((".", ":", ";", ",")) or not any(char.isalpha() for char in line):
        return False
    if "|" in line or "@" in line or _LISTED.match(line) or _PART.fullmatch(line):
        return False
    if _LEADS_TO_PAGE.search(line) or _SENTENCES.search(line):
        return False
    return not (_labelled(line) or _alone(line) or _who(line))
