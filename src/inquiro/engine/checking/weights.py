"""How much it matters that a word of a sentence is missing from its evidence."""

from __future__ import annotations

from collections.abc import Collection
from functools import cache

import regex

from inquiro.engine.checking.statement import Statement
from inquiro.engine.checking.synonyms import general
from inquiro.retrieval.word_forms import irregular_forms
from inquiro.retrieval.words import Word, content_tokens, tokens

STEM, ENDING = 5, 3  # letters: at least, at most
NAME, PLAIN, EVERYDAY = 2.0, 1.0, 0.3
# Light verbs, ways to report, adverbs of time and degree, and nouns that stand for any other: who retells a sentence
# changes these first, and none of them says much by itself.
_EVERYDAY = """
according act actually add added addition additionally allegedly along already although among announce announced announcement
appear appeared area around away back base based basis become becomes became becoming began begin begins begun beginning
bring brought call called came carried carry case come comes consider considered considers consist consists contain contained
contains continue continued continues current currently describe described describes despite due earlier effectively
especially establish established eventually fact feature featured features featuring finally find follow followed following follows form
formed formerly found founded gave general generally get give given gives go goes going got group having held help helped hold holds
however include included includes including indeed individual instead initially involve involved involves issue join joined keep kept
know known later lead leads led let level like likewise locate located location made mainly make makes making matter mean means
meanwhile member members mention mentioned moreover mostly move moved name named namely nearly new newly next notably note noted now number
numerous occur occurred occurs offer offered offers official officially often originally part particular particularly people
perform performed period person place placed play played plays point possible present presented previous previously
process produce produced provide provided provides purpose put range reach reached receive received recent recently regard
regarded regarding related release released remain remained remains report reported reportedly respectively result resulted
role run said saw say saying says section see seen serve served serves set several show showed shown shows similarly simply
since situation sometimes speak specifically spoke start started starts state stated states still subsequently take taken
takes taking tell term terms thing things though thought throughout thus time times title titled told took total toward towards
try turn turned type undergo use used uses using usually various way ways went whereas wide work worked working year years
allgemein anfang angekündigt bekannt bereits besonders bestehen besteht beginnt begann bleibt blieb bringt darunter derzeit
eingesetzt enthält entstand erhalten erhielt erklärt erklärte ermöglicht erreicht ersten folgt früher führt führte geben gebracht
gehört gekommen gemacht genannt genutzt gilt größtenteils gruppe hält heute insbesondere jahr jahre jahren kam kommt lassen laut
lässt liegt machen macht meist nennt neben nimmt nutzen nutzt sagt sagte sogenannt später stand statt steht stellt teil verwendet
verschiedene vorher weitere weiterhin zahl zahlreiche zeigt zudem zunächst zurzeit
actualmente además ahora algunos año años comenzó considera continuó contiene dado debido decir dice dijo empezó encuentra forma grupo
hace hacer hizo incluido incluye inicialmente luego llamado llegó lleva manera mientras momento nombre número ofrece parte permite pone
posteriormente principalmente puede quedó realizar realizó recibió según sigue siendo tiene tipo tomó uso usa usado utiliza varios
actuellement ainsi alors année années appelé aussi autour cependant commence commencé comprend contient depuis devenu devient dit
ensuite environ fait faire forme groupe initialement mis nombre nombreux notamment nommé obtenu offre partie permet place plusieurs
pris principalement propose reçu rendu reste selon situé souvent toujours trouve utilise utilisé
"""


# What joins sentences says nothing that evidence could hold.
_CONNECTIVES = """
however whereas therefore thus nevertheless nonetheless moreover furthermore besides although though while because since hence
consequently accordingly likewise similarly instead meanwhile otherwise yet still even also another neither either both by contrast
together across overall altogether namely notably specifically indeed unlike despite whether rather until unless per else
whereupon thereby thereafter hereby wherein ones one two first second finally lastly additionally importantly respectively
dagegen hingegen davon darunter jedoch allerdings dennoch trotzdem deshalb daher somit folglich außerdem zudem ferner demnach während obwohl weil
cependant toutefois néanmoins donc ainsi pourtant tandis alors car puisque parce outre soit
embargo obstante tanto pues aunque mientras porque además asimismo
"""
# They add to what is said, narrow it, widen it or rank it; an index takes most of them for words without meaning.
_PARTICLES = """
also too well even both only just merely solely alone exclusively all every each any anyone always never most mostly mainly primarily
largely generally especially entirely fully completely first last best worst
auch sogar nur lediglich allein alle allen jeder jede jedes immer nie niemals meist meisten hauptsächlich erste ersten letzte beste
aussi même seulement uniquement tous toutes chaque toujours jamais surtout plupart premier première dernier dernière meilleur
también incluso solo sólo solamente todos todas cada siempre nunca primero primera último última mejor
"""
# Those of one meaning; `each` is none of them: what each had is not what all had.
_SAME_PARTICLES = """
all every
only solely exclusively
mainly mostly primarily largely
jeder jede jedes
tous toutes
todos todas
"""
_STRONG = frozenset(tokens("significant significantly proven never always refute refutes worldwide unanimous"))
_VERBAL = regex.compile(
    r"(?:is|are|was|were|has|had|have|will|would|can|could|may|might|must|should|did|does|do|\p{Ll}+(?:ed|s))$"
)
_WORDLIKE = regex.compile(
    r"\p{Lu}\p{Ll}+(?:ing|ed|ly|tion|sion|ment|ness|ity|ance|ence|ism|ous|ful|less|able|ible|ive|al|ic|ers|ors|ures|ies)$"
)
# Endings of German nouns, and what stands before a noun: who has an article and such an ending is no name.
_GERMAN_NOUN = regex.compile(
    r"\p{Lu}[\p{Ll}-]+(?:ung|ungen|heit|heiten|keit|keiten|schaft|schaften|ion|ionen|tät|täten|nis|nisse|tum|ling|ment|mente|anz|enz|ur|erin|innen|el|er|ern|en|e|sen|ie|ik|ismus)$"
)
_GERMAN_TITLE = regex.compile(
    r"(?:Herr|Herrn|Frau|Dr|Prof|Professor|Professorin|Minister|Ministerin|Präsident|Präsidentin|König|Königin|Kaiser|Papst|Bischof|Graf|Fürst|"
    r"Bürgermeister|Bürgermeisterin|Kanzler|Kanzlerin|Richter|Richterin|Dichter|Dichterin|Firma|Stadt|Konzern|Brauerei)$"
)
_POSSESSIVE = regex.compile(r"['’]s?$")
_CAPITALS = regex.compile(r"\p{Lu}")


@cache
def _everyday() -> frozenset[str]:
    return frozenset(content_tokens(_EVERYDAY, "none"))


@cache
def _connectives() -> frozenset[str]:
    return frozenset(tokens(_CONNECTIVES))


@cache
def _particles() -> frozenset[str]:
    return frozenset(tokens(_PARTICLES))


def joins(term: str) -> bool:
    """Whether a word only says how sentences hang together."""
    return term in _connectives()


def light(term: str) -> bool:
    """Whether a word says little by itself."""
    return term in _everyday() or term in _connectives()


def names(said: Statement) -> list[Word]:
    """The words that name somebody or something: no first words that only have the capital, no German nouns."""
    return [word for at, word in enumerate(said.words) if _names(said, at, word)]


def _names(said: Statement, at: int, word: Word) -> bool:
    if not _CAPITALS.search(word.text) or not _specific(word, said.language):
        return False
    inner = bool(_CAPITALS.search(word.text, 1)) or any(c.isdigit() for c in word.text)
    after = said.words[at + 1] if at + 1 < len(said.words) else None
    followed = after is not None and after.start == word.end + 1 and _CAPITALS.match(after.text) is not None
    if inner and not said.text.isupper() and "-" not in word.text:
        return True
    before = said.words[at - 1] if at else None
    if said.language == "de":
        adjoined = before is not None and before.end + 1 == word.start
        titled = adjoined and _GERMAN_TITLE.match(before.text) is not None  # type: ignore[union-attr]
        beside = adjoined and _CAPITALS.match(before.text) is not None and at > 1  # type: ignore[union-attr]
        return titled or ((beside or (followed and at > 0)) and not _GERMAN_NOUN.match(word.text))
    if _opens(said.text, word):
        if followed and after is not None and _specific(after, said.language):
            return not _WORDLIKE.match(word.text) and not general(tokens(word.text)[0] if tokens(word.text) else "")
        verbal = after is not None and after.start == word.end + 1 and _verbal(after.text)
        return verbal and said.language == "en" and not _WORDLIKE.match(word.text) and not _plain(word)
    return _CAPITALS.match(word.text.lstrip("'’-")) is not None


def _verbal(word: str) -> bool:
    return _VERBAL.match(word) is not None or word in irregular_forms()


def _plain(word: Word) -> bool:
    """Whether it is a word that reports use, so that its capital comes from its place; plurals are things, not names."""
    return any(general(term) or term in _everyday() for term in tokens(word.text)) or word.text.endswith("s")


def _opens(text: str, word: Word) -> bool:
    """Whether a word stands where any would have a capital: first, or after a colon or an opening quotation mark."""
    ahead = text[: word.start].rstrip(" \"“„«‘'(*_–—-")
    return not ahead or ahead[-1] in ":.!?…;"


def _specific(word: Word, language: str) -> bool:
    terms = content_tokens(word.text, language)
    return bool(terms) and any(term not in _everyday() and term not in _connectives() for term in terms)


def weights(said: Statement) -> dict[str, float]:
    """Each index term of a sentence's words with its weight; numbers, dates and identifiers have rules of their own."""
    found: dict[str, float] = {}
    named = set(names(said))
    for word in said.words:
        for term in content_tokens(_POSSESSIVE.sub("", word.text), said.language):
            if term in _connectives():
                continue
            weight = EVERYDAY if term in _everyday() else NAME if term in _STRONG else PLAIN
            found[term] = max(found.get(term, 0.0), NAME if word in named else weight)
    return found


def particles(said: Statement, held: Collection[str]) -> dict[str, float]:
    """The terms of a sentence that change how much it says and are not held, each a word like any other."""
    own = (term for word in said.words for term in tokens(word.text) if term in _particles())
    return {term: PLAIN for term in own if _same_particles().get(term, frozenset({term})).isdisjoint(held)}


@cache
def _same_particles() -> dict[str, frozenset[str]]:
    lines = (frozenset(tokens(line)) for line in _SAME_PARTICLES.strip().splitlines())
    return {term: line for line in lines for term in line}


def derived(word: Word, language: str, held: Collection[str]) -> bool:
    """Whether the evidence holds what a name was made from, or what is made from it: Libyan and Libya."""
    return all(
        term in held or any(_made_from(term, other) for other in held)
        for term in content_tokens(_POSSESSIVE.sub("", word.text), language)
    )


def _made_from(one: str, other: str) -> bool:
    short, long = sorted((one, other), key=len)
    return len(short) >= STEM and len(long) - len(short) <= ENDING and long.startswith(short)
