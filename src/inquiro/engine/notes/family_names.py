"""Words that are families, too: whether a note means the word or the family is told by how it uses it."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from inquiro.core.decoders import from_toml

GERMAN = frozenset(  # German and Dutch nouns and adjectives that are families first of all
    """
    koch fischer schneider weber richter wolf vogel stein sommer winter bauer becker bäcker schäfer jäger zimmermann schmied schmidt
    müller klein groß lang kurz jung alt schwarz weiß braun roth könig kaiser herzog graf fürst ritter berg baum busch busse horn
    hahn fuchs bär hirsch haas hase adler falke sperling fink storch schwan lamm bock löwe engel teufel pfaff abt bischof vogt
    schulz schultz meister sänger pfeifer trommler maler schreiber schuster seiler binder böttcher fassbinder gerber färber weiss
    kaufmann krämer wirt metzger fleischer kellner gärtner förster schiffer müllner zöllner wächter kern korn roggen weizen gerst
    hafer linde eiche buche birke esche tanne rose blume kraut kohl rübe apfel nuss pilz sand kies fels bach see moor heide feld wiese
    sonntag freitag montag oster christ winter frost sturm wind regen schnee blitz donner stern mond sonne licht hammer nagel zange
    säge eisen krug topf kessel haupt bart faust brandt hufnagel zaunkönig benz blum bürger fleck glück gross heim herbst heller
    holt kraft kraus krause krebs keller klotz knecht lenz linke lange mann pfeffer probst putz rath rauch reich ring salz sauer
    schalk schatz schenk scherz schiefer schiller schlosser schön schreiner schütz seifert stark staub steiger stock stolz sturm
    tischler wende wiener wild wurm zahn zimmer frisch fröhlich
    bakker visser smit kok kuiper mulder meester koning keizer prins graaf wit zwart bruin groen berg bos dijk brug molen veld haan vos
    """.split()
)
ENGLISH = frozenset(  # where they open a sentence they are rather somebody
    """
    smith brown miller white walker young king wright green baker turner cook bell gray brooks price butler foster griffin ford porter
    hicks burns hunt hunter knight rose stone pierce berry hart fox carpenter weaver fields bishop fuller lynch bowman brewer may graves
    chambers bates hale hardy barker page chandler barber cross moss farmer newton cannon potter pope stokes parsons drake sparks
    collier chase hood gates sawyer ware dyer shepherd garrison shields savage booth beard marks prince sexton sellers noble rivers
    spears buck gamble carver bender stark archer hawk mason cooper fisher fletcher gardner marshall palmer piper ryder shoemaker
    singer slater spencer steward taylor thatcher tinker tucker tyler wheeler woodward rowan hazel heather holly ivy iris lily daisy
    violet poppy jasmine olive ruby amber pearl jade crystal dawn faith hope joy grace patience prudence summer autumn sky reed
    dean grant wade clay glen dale heath forest cliff rich bill art mark frank jack rob drew pat sue
    """.split()
)


@lru_cache(maxsize=1)
def _by_language() -> dict[str, frozenset[str]]:
    listed = from_toml(Path(__file__).with_name("families.toml").read_bytes(), dict[str, str])
    return {language: frozenset(words.split()) for language, words in listed.items()}


def families(language: str) -> frozenset[str]:
    """Common words of a language that are surnames as well."""
    known = _by_language().get(language, frozenset[str]())
    return known | GERMAN if language in {"de", "nl"} else known
