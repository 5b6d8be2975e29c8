"""Which exact words each field of a result rests on: looked up by code in what was read, whoever filled the field.

A value counts as quoted when it stands in a sentence that also names the thing it is said of, or when the fact that
the model named for it holds it. Words that stand somewhere, but not beside the name, prove nothing.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from typing import NamedTuple

from inquiro.core.types import Citation, Cite, Document, Evidence, Fact, FieldLabel, FieldSupport
from inquiro.engine.filling.leaves import Leaf
from inquiro.engine.synthesize import citation
from inquiro.retrieval.sentences import sentences

MOST_PROOFS = 2
MOST_PLACES = 40  # of a value that are looked at in one document
SHORT = 4  # characters; a shorter value means something only beside a name, and in its exact spelling
_OWN_WORDS = frozenset({"search_quality", "confidence"})  # what a model thinks of itself rests on nothing
_LEGAL_FORM = re.compile(
    r"[\s,]+(?:AG|SE|S\.?A\.?(?:S|R\.?L\.?)?|GmbH|Ltd\.?|Limited|LLC|LLP|L\.?P\.?|plc|PLC|Inc\.?|Corp\.?|N\.?V\.?|B\.?V\.?"
    r"|SICAV|S\.p\.A\.?|A/S|AB|ASA|Oyj)(?=[\s,.]|$)"
)
_STEM = 7  # letters of a field's name that a sentence has to begin a word with
_SHARES = frozenset({"percentage", "percent", "share", "stake", "ownership"})
_GOES_ON = re.compile(r"[\s,&-]+(?:[A-Z0-9]|&)")
_BLANKS = str.maketrans(dict.fromkeys("\t\n\r\v\f", " "))


class Read(NamedTuple):
    """Everything that was read and learned, as evidence is looked up in it."""

    facts: Mapping[str, Fact]
    evidence: Mapping[str, Evidence]
    documents: Mapping[str, Document]


class _Name(NamedTuple):
    """What a value is said of; `bare` is the name without its legal form, as prose likes to write it."""

    whole: str
    bare: str

    @classmethod
    def of(cls, leaf: Leaf) -> _Name:
        """The field that is the name stands for itself."""
        name = " ".join((leaf.name or str(leaf.value)).split())
        bare = _folded(_LEGAL_FORM.sub("", name).strip(" ,"))
        return cls(_folded(name), bare if len(bare) >= SHORT else _folded(name))

    def stands_in(self, quote: str) -> bool:
        """Whole words; a bare name that goes on with a capital is somebody else's: Allianz is not Allianz Trade."""
        text = _folded(quote)
        if re.search(rf"(?<!\w){re.escape(self.whole)}(?!\w)", text):
            return True
        found = re.finditer(rf"(?<!\w){re.escape(self.bare)}(?!\w)", text)
        return any(not _GOES_ON.match(quote, match.end()) for match in found)

    def distance(self, document: Document) -> tuple[bool, bool]:
        return document.source_type != "registry", not _folded(document.title).startswith(self.whole)


class _Proof(NamedTuple):
    rank: int  # the lower the better
    citation: Citation
    label: FieldLabel


def supported(fields: Iterable[Leaf], cites: Sequence[Cite], read: Read) -> list[FieldSupport]:
    """One entry for every field, in order."""
    named = {cite.path: cite.facts for cite in cites}
    folded = {document.id: _folded(document.text) for document in read.documents.values()}
    spans: dict[str, list[tuple[int, int]]] = {}
    return [_support(leaf, named.get(leaf.path, ()), read, folded, spans) for leaf in fields]


def _support(
    leaf: Leaf,
    facts: Sequence[str],
    read: Read,
    folded: Mapping[str, str],
    spans: dict[str, list[tuple[int, int]]],
) -> FieldSupport:
    if leaf.value is None or leaf.value == "":
        return FieldSupport(path=leaf.path, label="unfilled")
    if leaf.key in _OWN_WORDS:
        return FieldSupport(path=leaf.path, label="inferred", note="an assessment, not a finding")
    cited = _cited(leaf, facts, read)
    if held := sorted(cited, key=lambda proof: proof.rank):
        best = held[0].label
        if best == "quoted":
            return _entry(leaf, best, held)
    found = _standing_in(leaf, read, folded, spans)
    if found:
        return _entry(leaf, "quoted", found)
    if held:
        note = "" if held[0].label == "supported" else "the words that were named for it do not hold it"
        return _entry(leaf, held[0].label, held, note)
    return FieldSupport(path=leaf.path, label="unsupported", note="no source that was read says so")


def _entry(leaf: Leaf, label: FieldLabel, proofs: Sequence[_Proof], note: str = "") -> FieldSupport:
    kept = {(one.citation.document_id, one.citation.start): one.citation for one in proofs if one.label == label}
    return FieldSupport(path=leaf.path, label=label, evidence=tuple(islice(kept.values(), MOST_PROOFS)), note=note)


def _cited(leaf: Leaf, facts: Sequence[str], read: Read) -> list[_Proof]:
    """What the model named, weighed: it may name what says something else."""
    proofs = []
    for fact in (read.facts[one] for one in facts if one in read.facts):
        for proof in (read.evidence[one] for one in fact.evidence if one in read.evidence):
            document = read.documents.get(proof.document_id)
            if document is not None:
                label = _label(leaf, proof.quote)
                rank = ("quoted", "supported", "inferred").index(label)
                proofs.append(_Proof(rank, citation(proof, document), label))
    return proofs


def _label(leaf: Leaf, quote: str) -> FieldLabel:
    if _holds(quote, leaf.value) and _speaks_of(quote, leaf):
        return "quoted"
    words = set(re.findall(r"\w+", _folded(str(leaf.value))))
    if isinstance(leaf.value, str) and words and words <= set(re.findall(r"\w+", _folded(quote))):
        return "supported"
    return "inferred"


def _standing_in(
    leaf: Leaf, read: Read, folded: Mapping[str, str], spans: dict[str, list[tuple[int, int]]]
) -> list[_Proof]:
    """Sentences that hold the value and name what it is said of: its own register entry first, then other registers."""
    if isinstance(leaf.value, bool):
        return []
    name = _Name.of(leaf)
    proofs: list[_Proof] = []
    for document in sorted(read.documents.values(), key=name.distance):
        text = folded[document.id]
        if len(text) != len(document.text) or name.bare not in text:
            continue
        for start, end in _sentences_with(document, leaf, text, spans):
            quote = document.text[start:end]
            if name.stands_in(quote) and _holds(quote, leaf.value) and _speaks_of(quote, leaf):
                proof = Evidence(id="", document_id=document.id, start=start, end=end, quote=quote)
                proofs.append(_Proof(0, citation(proof, document), "quoted"))
                break
        if len(proofs) >= MOST_PROOFS:
            break
    return proofs


def _sentences_with(
    document: Document, leaf: Leaf, text: str, spans: dict[str, list[tuple[int, int]]]
) -> Iterable[tuple[int, int]]:
    wanted = _forms(leaf.value)
    if not any(form in text for form in wanted):
        return
    if document.id not in spans:
        spans[document.id] = sentences(document.text)
    held = (span for span in spans[document.id] if any(form in text[slice(*span)] for form in wanted))
    yield from islice(held, MOST_PLACES)


def _holds(quote: str, value: object) -> bool:
    """Whether the words of a value stand in a quote, whole."""
    if isinstance(value, bool):
        return False
    if isinstance(value, str) and len(value.strip()) < SHORT:
        return re.search(rf"(?<![\w-]){re.escape(value.strip())}(?![\w-])", quote) is not None
    text = _folded(quote)
    return any(re.search(rf"(?<!\w){re.escape(form)}(?!\w)", text) for form in _forms(value))


def _speaks_of(quote: str, leaf: Leaf) -> bool:
    """A number or a code may stand anywhere: it counts only where the sentence is about the field, too."""
    short = isinstance(leaf.value, str) and len(leaf.value.strip()) < SHORT
    if not short and not isinstance(leaf.value, int | float):
        return True
    text = _folded(quote)
    asked = [word for word in re.findall(r"[a-z]+", _folded(leaf.key)) if len(word) >= SHORT - 1]
    if any(re.search(rf"(?<!\w){re.escape(word[:_STEM])}", text) for word in asked):
        return True
    shares = not short and any(word in _SHARES for word in asked)
    return shares and any(
        re.search(rf"(?<!\w){re.escape(form)}\s?(?:%|per ?cent)", text) for form in _forms(leaf.value)
    )


def _forms(value: object) -> tuple[str, ...]:
    """How a value may be written."""
    if isinstance(value, bool):
        return ()
    if isinstance(value, int | float):
        whole = float(value).is_integer()
        plain = f"{int(value)}" if whole else f"{value:g}"
        return tuple(dict.fromkeys((plain, f"{float(value):.1f}", f"{float(value):.2f}", f"{value:,}")))
    return (_folded(" ".join(str(value).split())),)


def _folded(text: str) -> str:
    """Without regard to case; of the same length, so that places stay places."""
    if text.isascii():
        return text.lower().translate(_BLANKS)
    low = "".join(char.lower() if len(char.lower()) == 1 else char for char in text)
    return "".join(" " if char.isspace() else _unaccented(char) for char in low)


def _unaccented(char: str) -> str:
    if char.isascii():
        return char
    bare = unicodedata.normalize("NFD", char)[0]
    return bare if len(bare) == 1 else char
