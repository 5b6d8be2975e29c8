"""What an entry of a list of sources says: its title, authors, year, identifiers and address, in any common style."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

import regex

from inquiro.core.identity import clean_arxiv_id, clean_doi
from inquiro.core.types import Value

LONGEST_KEPT = 2_000  # characters; documents are folded once by whoever needs them
_DOI = regex.compile(r"(?i)(?:doi\.org/|doi\s*[:：]?\s*)?\b(10\.\d{4,9}/[^\s\"<>\]]+)")
_VIEW = regex.compile(r"(?i)(?:/(?:full|pdf|abstract|html|epdf|meta|fulltext)|\.pdf)?[.,;)\]]*$")  # how a site shows it
_ARXIV = regex.compile(
    r"(?i)arxiv(?:\.org/(?:abs|pdf|html)/|\s*[:：]\s*|\s+)((?:\d{4}\.\d{4,5}|[a-z-]+(?:\.[A-Z]{2})?/\d{7})(?:v\d+)?)"
)
_PMID = regex.compile(r"(?i)(?:\bpmid\s*[:：]?\s*|pubmed\.ncbi\.nlm\.nih\.gov/)(\d{4,9})\b")
_LINK = regex.compile(
    r"\[((?:[^\[\]]++|\[[^\[\]]{0,200}+\]){1,50}+)\]\(<?((?:[^()\s<>]++|\([^()\s]{0,500}+\)){1,20}+)>?[^)]{0,300}+\)"
)
_ADDRESS = regex.compile(r"(?i)https?://(?:[^\s<>\"'()\]\[{}|]|\([^\s()<>]{0,200}\)){1,2000}")
_YEAR = regex.compile(r"(?<![\d./:-])((?:1[5-9]|20)\d{2})(?P<letter>[a-z]?)(?![\d/]|[-–]\d{3})")
_DATED = regex.compile(
    r"[(（\[]\s?(?:[^()（）\d]{0,20}\s)?((?:1[5-9]|20)\d{2})([a-z]?)(?:[,./-]\s?[^()（）]{1,30})?\s?[)）\]][.:,]?\s*"
)
_QUOTED = regex.compile(r"[“\"„«「『]\s?([^“”\"„«»「」『』]{8,400}?)[,.]?\s?[”\"“»」』]")
_SCHOLARLY = regex.compile(
    r"(?i)\b\d{1,4}\s?\(\d{1,4}(?:[-–]\d{1,4})?\)|\b(?:vol|no|pp|issue|bd|heft|nr)\.\s?\d|;\s?\d{1,4}(?:\(\d+\))?:\s?e?\d|\b\d{1,4}:\s?e?\d{1,6}(?:[-–]\d+)?"
    r"|\b(?:journal|proceedings|proc\.|transactions|annals|lancet|zeitschrift|revue|revista|arxiv|biorxiv|medrxiv|preprint)\b|学报|学会誌|期刊"
)
_INITIALS = regex.compile(r"\b\p{Lu}\.(?:\s?-?\p{Lu}\.)*|\b\p{Lu}[\p{L}'’-]+,?\s\p{Lu}{1,3}\b(?!\p{L})")
_PEOPLE = regex.compile(
    r"^(?:[\p{L}\p{M}'’.\-\s]{2,60}(?:,|;|&|\band\b|\bund\b|\bet\b|\by\b|$)\s?){1,40}(?:et\s+al\.?|u\.\s?a\.)?\s*$"
)
_SURNAME = r"(?:(?:van|von|de|der|den|del|di|la|le|du|al)\s)*\p{Lu}[\p{L}\p{M}'’-]+"
_JOINT = r"(?:\s?[,;]\s?(?:and\s|&\s|und\s)?|\s(?:and|&|und|et|y)\s)"
# `Smith J, Jones K-L.`, `Smith, J., & Jones, K.`, and `Ilse Brandt, Tomas Ruel.`
_INITIALLED = regex.compile(
    rf"(?:{_SURNAME}(?:\s{_SURNAME})?,?\s(?:\p{{Lu}}\.?[\s-]?){{1,4}}(?<!\s)(?:{_JOINT}|(?=[.:(\s])|$)){{1,40}}(?:et\s+al\.?|u\.\s?a\.)?[.:]?\s+(?=\S)"
)
_SPELLED = regex.compile(
    rf"{_SURNAME}(?:\s\p{{Lu}}\.)?\s{_SURNAME}(?:{_JOINT}{_SURNAME}(?:\s\p{{Lu}}\.)?(?:\s{_SURNAME}){{1,2}}){{1,40}}(?:,?\set\s+al\.?)?[.:]\s+(?=\S)"
)
_COLONED = regex.compile(  # `O. Haugen and D. Moss: …`, `A. Quintero et al.: …`, `Tobias Engel: …`
    rf"(?:(?:\p{{Lu}}\.\s?-?){{1,3}}{_SURNAME}(?:{_JOINT}(?:\p{{Lu}}\.\s?-?){{1,3}}{_SURNAME}){{0,40}}|{_SURNAME}(?:\s\p{{Lu}}\.)?\s{_SURNAME}"
    rf"|{_SURNAME},\s{_SURNAME}(?:\s\p{{Lu}}\.)?)(?:,?\s(?:et\s+al\.?|u\.\s?a\.))?\s?[:：]\s+(?=\S)"
)
_UNSPACED = regex.compile(r"\p{Han}{2,4}(?:\s?[,，、;；]\s?\p{Han}{2,4}){0,10}\s?(?:等|ほか)?[.．。:：]\s*(?=\S)")
_ET_AL = regex.compile(r"[^.]{2,80}\bet\s+al\.[,:]?\s+")
_LEADING_YEAR = regex.compile(r"^[(\[]?(?:1[5-9]|20)\d{2}[a-z]?(?:[)\].:,]+\s*|\s+)")
_TYPE = regex.compile(r"\s*\[[A-Z]{1,2}(?:/OL)?\]")  # [J], [R], [EB/OL]
_STOP = regex.compile(
    r"(?<=[\p{Ll}\p{Lo}\d)\]”\"’»%]{1}|\p{Lu}{2})[.。](?=\s+[\p{Lu}\d“\"«*_(,\p{Han}\p{Hiragana}\p{Katakana}]|\s*$)|[。．]|\s[–—|·•]\s"
)
_NOISE = regex.compile(
    r"(?i)(?:retrieved|accessed|abgerufen|zugriff|zuletzt|consulté|consultado|available(?: at| from)?|online)\b[^.]{0,60}[.:]?\s*$|\bdoi\s*[:：]?\s*$|\s*[\[(](?:accessed|abgerufen|retrieved)[^)\]]{0,60}[)\]]"
)
_MARKUP = regex.compile(r"[*_`\\]|^\s*[-–•]\s+")


class Reference(Value, frozen=True, kw_only=True):
    """A source as the document names it; what it leaves unsaid is empty."""

    number: str
    text: str
    line: int = 0
    title: str = ""
    authors: tuple[str, ...] = ()  # surnames
    year: int | None = None
    letter: str = ""  # behind the year: 2019a
    doi: str = ""
    arxiv: str = ""
    pmid: str = ""
    url: str = ""
    scholarly: bool = False  # it is written as articles are cited
    listed: bool = True  # it stands in a list; else it is an address in the text

    @property
    def identifier(self) -> str:
        pairs = (("doi", self.doi), ("arxiv", self.arxiv), ("pmid", self.pmid))
        return next((f"{kind}:{value}" for kind, value in pairs if value), "")


def reference_of(number: str, text: str, line: int = 0, *, listed: bool = True) -> Reference:
    """The fields of an entry, as far as they can be told."""
    whole = " ".join(text.replace("\\", "").split())
    linked = _LINK.search(whole)
    address = linked[2] if linked and linked[2].startswith("http") else ""
    spelled = _LINK.sub(lambda found: f"{found[1]} {found[2]}" if found[1] != found[2] else found[1], whole)
    address = address or next((found[0] for found in _ADDRESS.finditer(spelled)), "")
    doi_at, arxiv, pmid = _DOI.search(spelled), _ARXIV.search(spelled), _PMID.search(spelled)
    doi = clean_doi(_VIEW.sub("", doi_at[1])) if doi_at else None
    if doi and doi.startswith("10.48550/arxiv."):
        arxiv = arxiv or _ARXIV.search("arxiv:" + doi.removeprefix("10.48550/arxiv."))
    bare = _prose(whole)
    dated, year = _DATED.search(bare), _YEAR.search(bare)
    who, title = _parted(bare, linked[1] if linked and not _ADDRESS.match(linked[1]) else "")
    found = dated or year
    return Reference(
        number=number,
        text=whole,
        line=line,
        title=title,
        authors=surnames(who),
        year=int(found[1]) if found else None,
        letter=(found[2] or "") if found else "",
        doi=doi or "",
        arxiv=(clean_arxiv_id(arxiv[1]) or "") if arxiv else "",
        pmid=pmid[1] if pmid else "",
        url=address.rstrip(".,;:!?'\"”’"),
        scholarly=bool(doi or arxiv or pmid or _SCHOLARLY.search(bare)),
        listed=listed,
    )


def folded(text: str) -> str:
    """Without case, accents and punctuation."""
    return _folded(text) if len(text) <= LONGEST_KEPT else _folded.__wrapped__(text)


@lru_cache(maxsize=4_096)
def _folded(text: str) -> str:
    apart = unicodedata.normalize("NFKD", text.casefold())
    kept = "".join(c if c.isalnum() else " " for c in apart if not unicodedata.combining(c))
    return " ".join(kept.split())


def surnames(who: str) -> tuple[str, ...]:
    """Of a list of people, however names are turned round; an institution is one name."""
    who = regex.sub(r"(?i)\(?\b(?:eds?\.?|hrsg\.?|et\s+al\.?|u\.\s?a\.)\)?", "", who).strip(" .,;:(")
    found: list[str] = []
    for part in regex.split(r"[;,・、，]|\s&\s|\band\b|\bund\b|\s(?:et|y)\s", who):
        words = [word for word in regex.findall(r"[\p{L}\p{M}'’-]+\.?", part) if not _is_initial(word)]
        if words and len(words) <= 6:
            found.append(" ".join(words) if len(words) > 3 else words[-1])
    return tuple(dict.fromkeys(name.strip(".") for name in found))[:20]


def _is_initial(word: str) -> bool:
    bare = word.strip(".")
    return len(bare) == 1 or (bare.isupper() and len(bare) <= 3 and bare.isascii())


def _prose(text: str) -> str:
    """The entry without its addresses and identifiers."""
    text = _LINK.sub(lambda found: found[1] if not _ADDRESS.match(found[1]) else " ", text)
    for pattern in (_ADDRESS, _ARXIV, _PMID, _DOI):
        text = pattern.sub(" ", text)
    return " ".join(_NOISE.sub("", _MARKUP.sub("", text)).replace("<>", " ").split()).strip(" ,;:–—-")


def _parted(bare: str, linked: str) -> tuple[str, str]:
    """Who wrote it, and its title."""
    named = _MARKUP.sub("", linked).strip(' ."“”')
    if len(named.split()) >= 3 or (named and len(named) >= 8 and not named.isascii()):
        before = bare.partition(named)[0]
        return _DATED.split(before)[0], named
    if quoted := _QUOTED.search(bare):
        return _DATED.split(bare[: quoted.start()])[0], quoted[1].strip()
    if (people := _people(bare)) and not _DATED.match(bare, len(people)):
        return people, _title_after(bare[len(people) :])
    if dated := _DATED.search(bare):
        ahead, behind = bare[: dated.start()], bare[dated.end() :]
        title = _first(behind)
        if len(folded(title).split()) >= 2 and len(folded(ahead).split()) <= 60 and _sounds_like_people(ahead):
            return ahead, title
        if len(folded(ahead).split()) >= 3:
            return _people_first(ahead)
        return ahead, title
    return _people_first(bare)


def _people_first(bare: str) -> tuple[str, str]:
    """`Smith J, Jones K. The title. Journal 2019`, or a title alone."""
    people = _people(bare)
    return people, _title_after(bare[len(people) :])


def _people(bare: str) -> str:
    """The names at the beginning, with what ends them; empty where none can be told."""
    patterns = (_UNSPACED, _COLONED, _INITIALLED, _SPELLED, _ET_AL)
    return next((found[0] for pattern in patterns if (found := pattern.match(bare))), "")


def _title_after(rest: str) -> str:
    rest = _LEADING_YEAR.sub("", rest)
    return _TYPE.sub("", _first(rest) or rest)


def _first(text: str) -> str:
    """To the end of the first sentence; a dot behind an initial ends none."""
    for stop in _STOP.finditer(text):
        head = text[: stop.start()]
        if regex.search(r"(?:\b\p{Lu}|\bet al|\bvs|\bNo|\bSt|\bDr)$", head):
            continue
        if len(head) >= 4:
            return head.strip(' .,;:"“”')
    return text.strip(' .,;:"“”')


def _sounds_like_people(text: str) -> bool:
    text = text.strip(" .,;:(")
    if not text or len(text) > 600:
        return False
    if _INITIALS.search(text) or regex.search(r"(?i)\bet\s+al\b|等", text) or _PEOPLE.match(text):
        return True
    return len(text.split()) <= 8 and text[:1].isupper()
