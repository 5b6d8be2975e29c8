"""How each document at hand stands to the question: by its words, and by who names whom.

What a question is after is often told by a document that shares no word with it: the page of somebody whom a
better page names. So a document gains from those that mention it by its name, and from the one that it mentions.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from urllib.parse import unquote, urlsplit

import regex

from inquiro.core.types import Document, Passage
from inquiro.retrieval.words import content_tokens

NAMED = 0.6  # of a document's own standing goes to those that it names,
NAMING = 0.5  # and so much of that to those that name it
SHORTEST_NAME = 4
LONGEST_NAME = 60
_SHORT = 4  # letters of a name that is written in capitals
_NUMBERED = regex.compile(r"([A-Za-z]{2,})[-_ ]?0*(\d+)")
_ASIDE = regex.compile(r"\s*[(\[（][^)\]）]*[)\]）]\s*$|\s+[-–—|·]\s+[^-–—|·]*$")


def name_of(title: str) -> str:
    """What others call the thing that a document is about: its title without brackets and without the site's name."""
    name = _ASIDE.sub("", _ASIDE.sub("", title)).strip()
    fit = SHORTEST_NAME <= len(name) <= LONGEST_NAME and name[:1] != name[:1].lower()
    return name if fit else ""


def standings(
    questions: Sequence[str], asked: Sequence[Sequence[Passage]], passages: Iterable[Passage] = ()
) -> dict[str, float]:
    """0 to 1 for every document of the passages; for each question `asked` are the passages scored against it."""
    own: dict[str, float] = {}
    for question, ranked in zip(questions, asked, strict=True):
        for document, worth in _worths(question, ranked).items():
            own[document] = max(own.get(document, 0.0), worth)
    texts: dict[str, dict[str, None]] = {}
    names: dict[str, str] = {}
    for passage in (*(one for ranked in asked for one in ranked), *passages):
        names.setdefault(passage.document_id, name_of(passage.context.partition("\n")[0]))
        texts.setdefault(passage.document_id, {})[passage.text] = None
    gained = _gained(" ".join(questions), own, names, {one: "\n".join(parts) for one, parts in texts.items()})
    return {one: round((own.get(one, 0.0) + NAMED * gained[one]) / (1 + NAMED), 4) for one in texts}


def with_names(question: str, passages: Sequence[Passage], documents: Sequence[Document]) -> dict[str, float]:
    """What each document is worth to the question, 0 to 1: by its passages, and by who names whom."""
    own: dict[str, float] = {}
    for passage in passages:
        own[passage.document_id] = max(own.get(passage.document_id, 0.0), passage.standing)
    texts = {document.id: document.text for document in documents if document.id in own}
    names = {document.id: _own_name(document, texts.values()) for document in documents if document.id in own}
    gained = _gained(question, own, names, texts)
    both = {one: (worth + NAMED * gained[one]) / (1 + NAMED) for one, worth in own.items()}
    best = max(both.values(), default=0.0) or 1.0
    return {one: worth / best for one, worth in both.items()}


def _own_name(document: Document, texts: Iterable[str]) -> str:
    """The name of what a document is about; a title that others write small, such as `Settings`, is a word."""
    name = name_of(document.title)
    small = name.lower()
    return "" if name and any(mentions(text, small) for text in texts) else name


def is_named(question: str, document: Document) -> bool:
    """Whether a question names a document: `PEP 690` means pep-0690.txt, and a title means what bears it."""
    name = name_of(document.title)
    if " " in name and mentions(question.casefold(), name.casefold()):
        return True
    kind, _, number = numbered_name(document).partition(" ")
    return bool(number) and regex.search(rf"(?i)\b{regex.escape(kind)}[-_ ]?0*{number}\b", question) is not None


def numbered_name(document: Document) -> str:
    """What a document of a numbered series is called, by the name of its file: pep-0690.txt is `PEP 690`."""
    stem = unquote(urlsplit(document.url).path.rpartition("/")[2]).rpartition(".")[0]
    found = _NUMBERED.fullmatch(stem)
    if not found:
        return ""
    return f"{found[1].upper() if len(found[1]) <= _SHORT else found[1]} {found[2]}"


def _worths(question: str, ranked: Sequence[Passage]) -> dict[str, float]:
    """By words alone: beside the best passage, which is worth as much as it holds of the question's words."""
    best = max(ranked, key=lambda passage: passage.score, default=None)
    if best is None or best.score <= 0:
        return {}
    wanted = set(content_tokens(question))
    held = len(wanted.intersection(content_tokens(f"{best.context}\n{best.text}"))) / max(len(wanted), 1)
    worths: dict[str, float] = {}
    for passage in ranked:
        worths[passage.document_id] = max(worths.get(passage.document_id, 0.0), held * passage.score / best.score)
    return worths


def _gained(
    question: str, own: Mapping[str, float], names: Mapping[str, str], texts: Mapping[str, str]
) -> dict[str, float]:
    """What the best of those that name a document, or that it names, gives it; a question names too."""
    gained = {one: 1.0 if mentions(question, names[one]) else 0.0 for one in texts}
    for one, worth in own.items():
        for other in texts:
            if other == one:
                continue
            if worth > gained[other] and mentions(texts[one], names[other]):
                gained[other] = worth
            if NAMING * worth > gained[other] and mentions(texts[other], names[one]):
                gained[other] = NAMING * worth
    return gained


def mentions(text: str, name: str) -> bool:
    """Whether a name stands in a text as it is written, not inside a longer word."""
    at = text.find(name) if name else -1
    while at >= 0:
        end = at + len(name)
        if not (text[at - 1 : at].isalnum() or text[end : end + 1].isalnum()):
            return True
        at = text.find(name, at + 1)
    return False
