"""Words that a note uses as names, whatever else they mean: Baker who said something, a project called Falcon."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import regex

from inquiro.engine.notes.disguises import squeezed
from inquiro.engine.notes.family_names import ENGLISH, GERMAN, families
from inquiro.engine.notes.people import ALSO_WORDS, FIRST_NAMES, WRITER
from inquiro.engine.notes.plain_use import plain_words, without_code
from inquiro.engine.notes.private_lines import body_of
from inquiro.retrieval.words import stop_words
from inquiro.text.terms import TERMS
from inquiro.text.vocabulary import shipped

_WORD = regex.compile(
    r"[[\p{L}\p{M}\p{Nd}]--[\p{Han}\p{Katakana}\p{Hiragana}]]+(?:[-'’][\p{L}\p{M}\p{Nd}]+)*", regex.V1
)
_LINE_MARK = regex.compile(r"[\s>#*+•\d.)(\[\]xX_\"'“”„«»¿¡-]*")
_ENDS = frozenset(".!?:;…。！？\n|")
_QUOTES = frozenset("\"“”„«»'‘’([{¿¡*_=")
HEADING = regex.compile(r"^ {0,3}#{1,6}[ \t][^\n]*$", regex.MULTILINE)
_CAPITAL = regex.compile(r"\p{Lu}")
_NAMED = regex.compile(
    r"(?i:\b(?:project|projekt|projet|proyecto|progetto|projeto|operation|operación|opération|operazione|operação|operatie|"
    r"code[ -]?name[ds]?|cover[ -]name|deckname|codename|nom de code|nombre en clave|nome in codice|nome de código|codenaam|alias|"
    r"called|named|nicknamed|calls? (?:me|him|her|it)|genannt|nennt (?:sich|mich|ihn|sie|es)|heißt|m['’]appelle|(?:me|se|le|la|lo) llama|"
    r"(?:mi|si|lo|la) chiama|noemt (?:me|mij|hem|haar)|appelée?|nommée?|llamad[oa]|chiamat[oa]|chamad[oa]|genaamd|firma|company|"
    r"kundin|kunde|client|boat|ship|host|user|gateway|server)\b)"
    r"[ ]*[\"“„«'‘]?(?P<name>[\p{L}\p{Nd}][\p{L}\p{Nd}'’_-]*(?:[ ]\p{Lu}[\p{L}'’-]+){0,2})"
)
_IS_NAME = regex.compile(
    r"(?P<name>\p{L}[\p{L}-]+)[ ](?i:is|ist|est|es|è|é)[ ](?i:the|our|der|unser|le|la|notre|el|nuestro|il|o|de)[ ]"
    r"(?i:cover|code|codename|deckname|nom de code|nombre en clave|project|projekt|projet|proyecto|progetto|projeto)"
)
# Whoever is addressed so is named next, also where nothing has a capital.
_ADDRESSED = regex.compile(
    r"(?i:\b(?:mrs?|ms|miss|dr|doctora?|docteure?|dottor(?:e|essa)?|dokter|prof(?:essor)?|frau|herrn?|monsieur|madame|mme|mlle|"
    r"señor(?:a|ita)?|sra?|signora?|senhora?|meneer|mevrouw|colonel|captain|sergeant|uncle|aunt(?:ie)?|tante|onkel|oncle|tía?o?|"
    r"zi[oa]|jef[ea])\b)\.?[ ]+\(?(?P<name>\p{L}[\p{L}'’-]+)|(?i:\bjef[ea]\b)[ ]\((?P<named>\p{L}[\p{L}'’-]+)"
)
# So is whoever comes after what they are to the writer; first and last name, in small letters too.
_KIN = regex.compile(
    r"(?i:\b(?:husband|wife|boyfriend|girlfriend|fiancée?|brother|sister|neighbou?r|landlord|landlady|mann|frau|freund(?:in)?|bruder|"
    r"schwester|nachbar(?:in)?|kolleg(?:e|in)|mari|femme|copine?|frère|sœur|soeur|voisine?|collègue|marido|mujer|esposa|novi[oa]|hij[oa]|"
    r"herman[oa]|vecin[oa]|suegr[oa]|cuñad[oa]|marito|moglie|figli[oa]|fratello|sorella|vicin[oa]|cognat[oa]|esposo|filh[oa]|irmão|irmã|"
    r"vizinh[oa]|vrouw|vriend(?:in)?|broer|zus|buurman|buurvrouw|zoon|dochter)\b)[,:]?[ ]"
    r"(?P<first>\p{L}[\p{L}'’-]+)(?:[ ](?P<last>\p{L}[\p{L}'’-]+))?"
)
_PRESENT = regex.compile(r"(?:人|者|员|員|同事|朋友|家人|メンバー|出席|参加)\p{Han}{0,3}[:：](?P<listed>[^。\n]{2,60})")
_IN_A_LIST = regex.compile(r"(?:^|(?<=[、,，和与及跟と]))(?P<name>\p{Han}{2,3}?)(?=[、,，和与及跟と。]|$)")
_LITTLE = regex.compile(r"\b(?:der|die)\s+(?:klein|groß|alt|jung|dick|lang)e\s+(?P<name>\p{Lu}\p{L}+)")
_SAYS = frozenset(
    """
    said says say told tells asked asks wants wanted thinks thought meint meinte sagt sagte fragt fragte will rechnet schreibt
    dit veut demande pense conseille dice quiere pregunta aconseja dijo vuole chiede consiglia quer pergunta diz wil zegt vraagt
    went got came took gave left won met saw felt kept ran sent spent slept bought brought died lives needs
    writes wrote called calls has had pays paid lost moved knows knew launches forgets struggles replaces
    """.split()
)
_BE = frozenset("is are was were has have had will would can could should does did".split())
_MEASURES = frozenset(
    """glas tasse liter menge ende anfang mitte gramm kilo prozent euro stück paar art sorte dose flasche löffel esslöffel teelöffel
    scheibe prise tonne meter mio mrd watt volt grad jahr jahre monat woche stunde minute januar februar märz april mai juni juli
    august september oktober november dezember montag dienstag mittwoch donnerstag freitag samstag sonntag frage""".split()
)
_DETERMINED = regex.compile(
    r"(?:der|die|das|dem|den|des|k?ein(?:e[rsnm]?)?|im|am|zum|zur|vom|beim|ins|ans|(?:mein|dein|sein|ihr|unser|euer)(?:e[rsnm]?)?|"
    r"diese[rsnm]?|jede[rsnm]?|alle[rsnm]?|manche[rsnm]?|viele[rn]?|einige[rn]?|welche[rsnm]?|de|het|een|deze|dit|die|\p{Ll}{3,}(?:e|en|er|es|em))"
)
_ARTICLES = frozenset(
    """the a an this that these those my your his her its our their some any each every no more most much many el la los las un una
    unos unas del al mi su tu este esta ese esa le les une des du au aux mon ma mes son sa ses ce cette ces notre leur il lo gli i
    della dello dei degli delle dal nel mio mia suo sua questo questa o os as um uma do da dos das no na meu minha seu sua""".split()
)
_PERSONAL = regex.compile(
    rf"{WRITER.pattern}|\b(?:io|mi|mio|mia|miei|mie|noi|nostr\w+|eu|meu|minha|meus|nosso|ik|mijn|wij|ons|onze)\b",
    regex.IGNORECASE,
)
_SENTENCE = regex.compile(r"[^.!?;\n。！？]+")
_FEWEST_SMALL = 4  # words of a sentence that could have a capital
_BESIDE = frozenset(
    """with to from by at in near for of and about met saw told asked mit bei von nach aus zu in an und über für avec chez à de en
    pour et vers con a de en para y desde da di in a per e com em para de até met bij van naar uit in en voor aan""".split()
)
_IDLE = frozenset().union(*(stop_words(language) for language in ("en", "de", "fr", "es", "it", "pt", "nl")))
_ONLY_SAYS_HOW = regex.compile(
    r"(?!honig|essig|könig|käfig|pfennig|reisig)\w{3,}(?:ig|lich|bar|sam|haft)"
)  # no noun has these ends
_ADJECTIVES = frozenset(
    "klein groß lang kurz jung alt schwarz weiß braun frisch fröhlich stark wild schön sauer reich linke lange frei".split()
)
_ARTICLED = frozenset({"fr", "es", "it", "pt", "nl"})  # there a sentence begins with an article, or with a name
_PLANNED = regex.compile(r"(?P<name>[\p{Han}\p{Katakana}ー]{1,6}?)(?:计划|計画|项目|工程|行动|作戦|プロジェクト)")
_PLACED = regex.compile(
    r"(?P<name>\p{Han}{1,4}?)(?:医院|病院|诊所|診所|クリニック|会社|公司|集团|光学|学校|小学|中学|大学|银行|銀行|医生|老师|先生|女士|律师|经理)"
)
_FAMILY = regex.compile(
    r"(?:姓|名叫|叫做|担任の|弁護士は|弁護士の|(?:医生|老师|律师|经理|教授|主任|护士|老板|同事)(?:是|叫|：|:)|(?:医師|主治医|先生|社長|同僚)は)"
    r"(?P<name>\p{Han}{1,3})"
)


def names_used(text: str, title: str, language: str) -> frozenset[str]:
    """Squeezed, as they are compared; one use as a name is enough, unless the note plainly uses the word as one."""
    body = HEADING.sub("", without_code(body_of(text)))  # in a heading every word may have a capital
    found = set(_german(body) if language == "de" else _capitalised(body, language))
    found |= set(_written_small(body))
    plain = plain_words(body, language)
    found = {word for word in found if squeezed(word) not in plain}
    found |= {word for name in _called(f"{title}\n{body_of(text)}") for word in _WORD.findall(name)}
    found |= set(_of_families(body, language))
    found |= {word for word in _acting(body) if word.lower() not in TERMS}
    found |= {match["name"] for match in _LITTLE.finditer(body) if match["name"].lower() in GERMAN}
    found |= {match["name"] or match["named"] for match in _ADDRESSED.finditer(body)} - _IDLE
    found |= {
        match["name"] for pattern in (_PLANNED, _PLACED, _FAMILY) for match in pattern.finditer(f"{title}\n{body}")
    }
    found |= {part for match in _FAMILY.finditer(body) for part in (match["name"][:2], match["name"][-2:])}
    found |= set(_first_and_last(body)) | set(_listed(body))
    return frozenset(squeezed(word) for word in found if word.lower() not in TERMS)


def speaks_of_oneself(text: str) -> bool:
    """Whether its writer is in it: `my`, `we`."""
    return _PERSONAL.search(text) is not None


def names_kin(text: str) -> bool:
    """Whether somebody's husband, boss or neighbour comes with a name."""
    return _KIN.search(text) is not None


def _first_and_last(text: str) -> Iterator[str]:
    """`renate lange`, `her husband, lorenzo guerra`: whoever has a first name has the word after it for a last one."""
    for match in _KIN.finditer(text):
        if match["first"].lower() not in _IDLE and match["last"] and match["last"].lower() not in _IDLE:
            yield from (match["first"], match["last"])
    for before, match in pairwise(_WORD.finditer(text)):
        first = before[0].lower()
        beside = text[before.end() : match.start()] == " "
        if beside and first in FIRST_NAMES and first not in ALSO_WORDS and match[0].lower() not in _IDLE:
            yield match[0]


def _listed(text: str) -> Iterator[str]:
    """Who was there, in Chinese and Japanese: a list of people has names, whatever else they mean."""
    for found in _PRESENT.finditer(text):
        yield from (match["name"] for match in _IN_A_LIST.finditer(found["listed"]))


def _called(text: str) -> Iterator[str]:
    for pattern in (_NAMED, _IS_NAME):
        yield from (match["name"] for match in pattern.finditer(text))


def _capitalised(text: str, language: str) -> Iterator[str]:
    """A capital within a sentence; at its beginning where something is said of it as of somebody."""
    small = {word for word in _WORD.findall(text) if word.islower()}
    found = list(_WORD.finditer(text))
    for place, match in enumerate(found):
        word = match[0]
        if not _CAPITAL.match(word) or len(word) < 2 or word.lower() in _IDLE:
            continue
        follows = [one[0] for one in found[place + 1 : place + 3]]
        within = language in _ARTICLED and _after_a_colon(text, match.start())  # there only a name has a capital
        if within or not _opens(text, match.start()) or (follows and follows[0] in _SAYS) or _without_s(word) != word:
            yield from (word, _without_s(word))
        elif word.lower() not in small:
            after = text[match.end() : match.end() + 1]
            if language in _ARTICLED or after in {",", ":"} or word.lower() in ENGLISH or _is_subject(follows):
                yield word


def _acting(text: str) -> Iterator[str]:
    """Whoever says, wants or owns something has a name, however often the word is used as one."""
    for match, follows in pairwise(_WORD.finditer(text)):
        word = match[0]
        if _CAPITAL.match(word) and word.lower() not in _IDLE and follows[0] in _SAYS - _BE:
            yield from (word, _without_s(word))


def _is_subject(follows: list[str]) -> bool:
    """Whether what comes after a word could be said of somebody: `is`, `launches`, `and Vogel`."""
    first, second = [*follows, "", ""][:2]
    if first in {"and", "or"}:
        return _CAPITAL.match(second) is not None
    return first in _BE or (first.islower() and first.endswith(("s", "ed")) and not first.endswith("ss"))


def _german(text: str) -> Iterator[str]:
    """A noun right after a noun is a name: the treasurer Koch; `eine Tasse Kaffee` is the exception."""
    found = list(_WORD.finditer(text))
    for before, match in pairwise(found):
        beside = text[before.end() : match.start()] in {" ", " „", ' "'}
        nouns = _CAPITAL.match(match[0]) and _CAPITAL.match(before[0]) and before[0].lower() not in _MEASURES
        if beside and nouns and not (_opens(text, before.start()) and _is_opening_function(before[0])):
            yield from (match[0], before[0])  # of which bank, practice or firm
        if _CAPITAL.match(match[0]) and _ONLY_SAYS_HOW.fullmatch(match[0].lower()) and not _opens(text, match.start()):
            yield match[0]
        abbreviated = text[before.end() : match.start()] == ". " and before[0] in {"Dr", "Prof", "Hr", "Fr", "Ing"}
        if abbreviated:
            yield match[0]


def _is_opening_function(word: str) -> bool:
    """At the beginning of a sentence every word has a capital: `Eine Kette`, `Hilft Salz`, `Wie Wachs`."""
    return _DETERMINED.fullmatch(word.lower()) is not None or word.lower() in shipped("de")


def _of_families(text: str, language: str) -> Iterator[str]:
    """A word that is a surname too, wherever it stands without an article or an adjective; in small letters only in a note
    that is about people, since elsewhere it is the word."""
    known = families(language)
    if not known:
        return
    personal = speaks_of_oneself(text)
    found = list(_WORD.finditer(text))
    for place, match in enumerate(found):
        word = match[0]
        if word.lower() not in known:
            continue
        small = word.islower()
        if small and (not personal if language != "de" else word in _ADJECTIVES):
            continue
        before = found[place - 1] if place else None
        beside = before is not None and text[before.end() : match.start()] == " "
        determined = before is not None and beside and _is_determined(before[0].lower(), language)
        if not determined or (small and language == "de"):
            yield word


def _is_determined(before: str, language: str) -> bool:
    if language in {"de", "nl"}:
        return _DETERMINED.fullmatch(before) is not None
    return before in _ARTICLES


def _written_small(text: str) -> Iterator[str]:
    """Where a sentence has no capital at all, who or what stands right after `with`, `at` or `in`, and who says something."""
    for sentence in _SENTENCE.findall(text):
        words = _WORD.findall(sentence)
        if len(words) < _FEWEST_SMALL or _CAPITAL.search(sentence):
            continue
        if words[1] in _SAYS or (words[1].endswith("s") and words[0] in GERMAN):
            yield words[0]
        for before, word, follows in zip(words, words[1:], [*words[2:], ""], strict=False):
            if before in _BESIDE and word not in _IDLE:
                yield word
                if follows and follows not in _IDLE:
                    yield follows


def _without_s(word: str) -> str:
    return regex.sub(r"['’]s?$", "", word)


def _after_a_colon(text: str, start: int) -> bool:
    before = text[text.rfind("\n", 0, start) + 1 : start].rstrip(" \t")
    return before.endswith(":") and before.count(" ") > 1


def _opens(text: str, start: int) -> bool:
    """Whether a word is the first of a sentence, a line or a quotation."""
    line = text.rfind("\n", 0, start) + 1
    if _LINE_MARK.fullmatch(text, line, start):
        return True
    before = text[line:start].rstrip(" \t")
    while before and before[-1] in _QUOTES:
        before = before[:-1].rstrip(" \t")
    return not before or before[-1] in _ENDS
