"""Whether a researched name is the name of a record: the same words, however they are spelled."""

from __future__ import annotations

import re
import unicodedata
from difflib import SequenceMatcher
from functools import lru_cache
from typing import NamedTuple

from inquiro.core.register import RegisterRecord
from inquiro.onboarding.leis.alphabets import in_latin, sounds
from inquiro.onboarding.leis.legal_forms import AT_THE_START, FORMS, LONGEST, VEHICLES

_JOINING = frozenset({"and", "und", "et", "en", "the", "och", "og"})  # single letters may be those of a series
_SHORT = {
    "intl": "international",
    "mgmt": "management",
    "mgt": "management",
    "svcs": "services",
    "svc": "service",
    "grp": "group",
    "hldg": "holding",
    "hldgs": "holdings",
    "invt": "investment",
    "invts": "investments",
    "invs": "investments",
    "assoc": "associates",
    "bros": "brothers",
    "mfg": "manufacturing",
    "natl": "national",
    "govt": "government",
    "univ": "university",
    "ii": "2",
    "iii": "3",
    "iv": "4",
    "vi": "6",
    "vii": "7",
    "viii": "8",
    "ix": "9",
}
_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "å": "aa", "ø": "oe"})
_LETTERS = str.maketrans({"ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i"})
_SAME_AS = re.compile(
    r"\b(?:in forma abbreviata|in breve|en abr[eé]g[eé]|abbreviated as|also known as|a\.?/?k\.?/?a|trading as|t/a|"
    r"d\.?/?b\.?/?a)\b[.:]?",
)
_FORMER = re.compile(r"[(,;]?\s*\b(?:formerly|previously|f/k/a|fka|vormals)\b.*|\(\s*lei\b[^()]*\)")
_UNSPACED = re.compile("(株式会社|合同会社|股份有限公司|有限责任公司|有限公司)")
_THAI_FORM = re.compile("บริษัท|จำกัด|[(]มหาชน[)]")
_DOTTED = re.compile(r"(?<![^\W_])(?:[^\W\d_]\.)+(?:[^\W\d_](?![^\W_]))?")
_APOSTROPHES = re.compile(r"['’ʼ`´]")
_ALIKE = 0.75  # of words in two alphabets


class NameMatch(NamedTuple):
    matches: bool
    reason: str = ""

    def __bool__(self) -> bool:
        return self.matches


class _Key(NamedTuple):
    words: tuple[str, ...]  # without the legal form, sorted
    joined: str  # in their order, without spaces
    forms: frozenset[str]
    vehicles: frozenset[str]
    spoken: tuple[str, ...]  # by their sound, in their order


def name_match(researched: str, record: RegisterRecord) -> NameMatch:
    """Against the legal name and every other name that the register gives."""
    theirs = [name for name in (record.name, *record.other_names) if name.strip()]
    if any(same_name(researched, name) for name in theirs):
        return NameMatch(True)
    if not _has_latin(record.name) and _has_latin(researched):
        reason = f"the register writes the name as {record.name!r}: compare it by hand and put that name in its place"
        return NameMatch(False, reason)
    return NameMatch(False, f"the register names it {record.name!r}, not {researched!r}")


def same_name(one: str, other: str) -> bool:
    mine, theirs = _keys(one), _keys(other)
    if any(_same(a, b) for a in mine for b in theirs):
        return True
    return _has_latin(one) != _has_latin(other) and any(_sound_alike(a, b) for a in mine for b in theirs)


def _same(one: _Key, other: _Key) -> bool:
    """A legal form may be left out; two different ones are two companies."""
    alike = one.words == other.words or one.joined == other.joined
    return alike and _may_be(one.forms, other.forms) and _may_be(one.vehicles, other.vehicles)


def _may_be(one: frozenset[str], other: frozenset[str]) -> bool:
    return not one or not other or one == other


def _sound_alike(one: _Key, other: _Key) -> bool:
    """Word by word, in their order."""
    if not _may_be(one.forms, other.forms) or len(one.spoken) != len(other.spoken) or not one.joined.isascii():
        return False
    return all(
        SequenceMatcher(a=mine, b=theirs, autojunk=False).ratio() >= _ALIKE
        for mine, theirs in zip(one.spoken, other.spoken, strict=True)
    )


@lru_cache(maxsize=4096)
def _keys(name: str) -> tuple[_Key, ...]:
    """One for each way to read the name: with a short name in it, in Latin letters, with umlauts in two spellings."""
    whole = _FORMER.sub(" ", unicodedata.normalize("NFKC", name).casefold())
    readings = [whole, *(part for part in _SAME_AS.split(whole) if part.strip()), in_latin(whole)]
    keys = (_key(text) for reading in readings for text in (reading, reading.translate(_UMLAUTS)))
    return tuple(dict.fromkeys(key for key in keys if key.joined))


def _key(text: str) -> _Key:
    words, forms = _without_forms(_words(text))
    core = [_SHORT.get(word, word) for word in words if word not in _JOINING] or words
    return _Key(
        words=tuple(sorted(core)),
        joined="".join(core),
        forms=frozenset(forms) - VEHICLES,
        vehicles=frozenset(forms) & VEHICLES,
        spoken=tuple(map(sounds, core)),
    )


def _words(text: str) -> list[str]:
    spaced = _UNSPACED.sub(r" \1 ", _THAI_FORM.sub(" ", text)).replace("&", " and ").replace("+", " and ")
    dotless = _DOTTED.sub(lambda found: f" {found[0].replace('.', '')} ", _APOSTROPHES.sub("", spaced))
    bare = unicodedata.normalize("NFKD", dotless.translate(_LETTERS))
    plain = "".join(char for char in bare if not unicodedata.combining(char))
    return _letters_joined("".join(char if char.isalnum() else " " for char in plain).split())


def _letters_joined(words: list[str]) -> list[str]:
    """`s a r l` is one word; so is a name that is written as J P."""
    joined: list[str] = []
    letters = ""
    for word in [*words, ""]:
        if len(word) == 1 and word.isalpha():
            letters += word
            continue
        joined += [one for one in (*_form_apart(letters), word) if one]
        letters = ""
    return joined


def _form_apart(letters: str) -> tuple[str, str]:
    """`i s a r l` is a number and a legal form."""
    cuts = (cut for cut in range(len(letters) - 1) if (letters[cut:],) in FORMS)
    cut = next(cuts, len(letters))
    return letters[:cut], letters[cut:]


def _without_forms(words: list[str]) -> tuple[list[str], set[str]]:
    """The legal forms at the end, and the few that stand at the start; a name of nothing else keeps its words."""
    kept, forms = list(words), set[str]()
    while taken := _form_at_end(kept):
        forms |= {taken[0]} - {"co"}
        kept = kept[: len(kept) - taken[1]]
        while kept and kept[-1] in _JOINING:
            kept.pop()
    if len(kept) > 1 and kept[0] in AT_THE_START:
        forms.add(kept.pop(0))
    return (kept, forms) if kept else (words, set())


def _form_at_end(words: list[str]) -> tuple[str, int] | None:
    for size in range(min(LONGEST, len(words)), 0, -1):
        if form := FORMS.get(tuple(words[-size:])):
            return form, size
    return None


def _has_latin(text: str) -> bool:
    return any("a" <= char <= "z" for char in unicodedata.normalize("NFKD", text.casefold()))
