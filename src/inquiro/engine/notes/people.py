"""People whom a note names: by a title, a role, a meeting, a folder of contacts or a mention."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import regex

from inquiro.engine.entities import kind_of

_PART = r"\p{Lu}(?:\p{Ll}[\p{L}\p{M}’'-]*|\.)"
_NAME = rf"{_PART}(?:[ ](?:(?:von|van|de|der|den|zu|del|di|la|le|bin|al)[ ]){{0,2}}{_PART}){{0,2}}"
_PAIR = rf"{_PART}(?:[ ](?:(?:von|van|de|der|den|zu|del|di|la|le|bin|al)[ ]){{0,2}}{_PART}){{1,2}}"
_TITLED = regex.compile(
    rf"\b(?:(?i:dr|mr|mrs|ms|miss|prof|professor|doctor|herrn?|frau|sr|sra|señora?|mme|mlle|monsieur|madame|doña|dott|ing|rev|sir))"
    rf"\.?[ ]+(?:(?:Dr|Prof|med|rer|nat)\.?[ ]+)*(?P<name>{_NAME})"
)
_ROLES = (
    r"client|patient|customer|boss|colleague|coworker|friend|wife|husband|partner|girlfriend|boyfriend|son|daughter|mother|father|mum|"
    r"mom|dad|brother|sister|aunt|uncle|cousin|neighbou?r|landlord|landlady|tenant|housemate|babysitter|carer|manager|supervisor|therapist|lawyer|dentist|teacher|"
    r"coach|roommate|flatmate|nanny|intern|recruiter|plumber|installer"
)
_ROLE_CAPITAL = (
    r"Kund(?:e|in)|Klient(?:in)?|Patient(?:in)?|Chef(?:in)?|Kolleg(?:e|en|in)|Freund(?:in)?|Mann|Sohn|Tochter|Mutter|Vater|Bruder|"
    r"Schwester|Tante|Onkel|Nachbar(?:in|n)?|Vermieter(?:in)?|Mieter(?:in)?|Mitbewohner(?:in)?|Hausarzt|Anwalt|Anwältin|"
    r"Installateur(?:in)?|Handwerker(?:in)?|Betreuer(?:in)?"
)
_ROLE = regex.compile(
    rf"\b(?:(?:{_ROLES})|{_ROLE_CAPITAL})(?:[ ]is|[ ]named|[ ]called|[ ]heißt)?[:,]?[ ]+(?P<name>{_NAME})"
)
_MET = regex.compile(
    r"\b(?i:met(?: up)?(?: with)?|meeting with|call(?:ed)? with|spoke (?:to|with)|talk(?:ed|ing)? (?:to|with)|chat(?:ted)? with|"
    r"lunch with|dinner with|coffee with|interview with|1:1 with|e-?mail from|message from|session with|appointment with|"
    r"according to my|treffen mit|gespräch mit|telefonat mit|termin (?:mit|bei)|anruf (?:von|bei)|besuch bei|getroffen mit|"
    r"rendez-vous avec|appel avec|réunion avec|reunión con|llamada con|cita con)"
    rf"[ ]+(?P<name>{_PAIR})"
)
_BESIDE = regex.compile(
    r"(?<!\b(?i:book|paper|novel|study|article|essay|theory|author|album|song|film|poem|talk|buch|roman|studie|artikel|aufsatz|"
    r"theorie|film|gedicht|livre|étude|libro|estudio)[ ])"
    r"\b(?:(?i:with|from|for|to|call|called|ask|asked|tell|told|email|emailed|e-mail|phone|text|meet|met|thank|visit|invite|met with|"
    r"call with|von|bei|mit|für|an|fragen?|anrufen|avec|chez|pour|con|para))"
    rf"[ ]+(?P<name>{_NAME})"
)
_LONE = regex.compile(
    r"(?<!\p{Lu}[\p{L}.’'-]*[ ])(?<![\p{L}\p{N}’'-])(?P<name>\p{Lu}\p{Ll}+)(?:['’]s)?(?![\p{L}\p{N}-]|[ ]\p{Lu})"
)
_SENTENCE = regex.compile(r"[^.;!?\n。！？]+")
WRITER = regex.compile(
    r"\b(?:i|i['’]m|i['’]ve|my|me|mine|we|our|us|ich|mir|mich|mein\w*|wir|uns|unser\w*|je|mon|ma|mes|nous|notre|nos|yo|mis?|"
    r"nosotros|nuestr\w+|mum|mom|dad|wife|husband|mama|papa|oma|opa|maman|mamá|papá)\b|\bj['’]|私|僕|俺",
    regex.IGNORECASE,
)
_FULL = regex.compile(rf"(?P<first>\p{{Lu}}\p{{Ll}}[\p{{L}}\p{{M}}’'-]*)(?:[ ]{_PART}){{1,2}}")
_HONOURED = regex.compile(r"(?P<name>[\p{Han}]{1,4}|[\p{Katakana}ー]{2,10})(?:さん|先生|様|氏|君|くん|ちゃん)")
_MENTION = regex.compile(r"(?<![\p{L}\p{N}.])@(?P<name>[\p{L}\p{N}][\p{L}\p{N}._-]+)")
_FOLDER = regex.compile(
    r"(?:^|/)(?:people|persons?|contacts?|family|friends|clients?|customers?|patients?|team|colleagues|personen|menschen|kontakte|"
    r"familie|freunde|kunden|patienten|personnes|contactos?|personas|familia|amis|人物|連絡先)/",
    regex.IGNORECASE,
)
_LINK = regex.compile(r"\[\[(?P<target>[^\[\]|\n#]+)(?:#[^\[\]|\n]*)?(?:\|(?P<alias>[^\[\]\n]*))?\]\]")
_PERSON_TAG = regex.compile(
    r"(?<!\S)#(?:person|people|contact|mensch|kontakt|personne|persona)(?![\p{L}\p{N}])", regex.IGNORECASE
)
_TYPED = regex.compile(
    r"^(?:type|category|kind|art)\s*:\s*[\"']?(?:person|contact|people|mensch)\b", regex.IGNORECASE | regex.MULTILINE
)
_CODE = regex.compile(r"```(?s:.*?)(?:```|\Z)|`[^`\n]*+`")
_MARKUP = regex.compile(r"\[\[(?:[^\[\]|\n]*\|)?|\]\]|[*_`]+")
_ORGANISED = frozenset(
    "group gmbh ag inc team party energy systems software labs hospital clinic school college studio insurance versicherung klinik "
    "stadtwerke werke technologies technology solutions partners airlines airways motors electric bahn post telekom club center "
    "centre zentrum support service sales legal marketing engineering finance hr it office board council bank gas water power "
    "server side safety portal data care records architecture success journey relationship satisfaction experience".split()
)  # fmt: skip
ALSO_WORDS = frozenset(  # a first name alone is somebody the writer knows, unless it is something else as well
    "will mark max don grace jack robin iris christian victoria virginia julia claude rosa kim kay frank victor jean ana florian "
    "diana lea lucia leon carmen dorothea august".split()
)
_OPENING = 2_000  # characters, of which front matter is made
FIRST_NAMES = frozenset(
    """
    aaron adam adrian aisha alan albert alejandro alessandro alex alexander alexandra alfred ali alice alicia alina amanda amelia
    amy ana andrea andreas andrew angela anita anja anke ann anna anne annette antje anton antonio arthur astrid barbara beate
    ben benjamin bernd bernhard beth bianca birgit bob brian bruno camille carl carla carlos carmen carol caroline catherine
    cecilia charles charlotte chloé chris christa christian christiane christina christine christoph clara claude claudia
    claire colin cornelia daniel daniela david deborah dennis diana diego dieter dirk dominik don donna doris dorothea edith
    eduardo edward elena eleanor elisa elisabeth elizabeth elke ella ellen emil emilia emily emma eric erica erik erika esther
    eva evelyn fatima felix fernando fiona florian frances francesca francisco franck françois frank franz fred frederik friedrich gabriel
    gabriele george georg gerd gerhard gisela giulia grace greta günter hannah hans harald harry heather heidi heike heinrich
    helen helena helga henri henry herbert holger hugo ian ignacio ines inge ingo ingrid irene iris isabel isabelle jack jacob
    jacques james jan jana jane janet jason javier jean jennifer jens jessica jim joachim joan joe johan johann johanna john
    jonas jonathan jorge josé josef joseph joshua juan julia julian julie jürgen karen karin karl katharina katherine kathrin
    katja kate katie kay keith ken kevin khan kim klaus kurt lara larry laura lauren lea lena leo leon leonie linda lisa louis
    louise luca lucas lucia lucy luis luisa lukas luke magdalena manfred manuel manuela marc marco marcus margaret maria marianne
    marie mario marion mark markus marta martha martin martina mary mathias matthew matthias maurice max maximilian maya megan
    melanie mia michael michaela michel michelle miguel mike mohamed mohammed monica monika moritz nadine nancy natalie
    nathan nico nicolas nicole niklas nina nora norbert oliver olivia oscar otto pablo patricia patrick paul paula pedro peter
    petra philip philipp pierre rachel rafael rainer ralf ralph raphael rebecca reinhard renate richard rita robert roberto robin
    roger roland rolf ronald rosa ruth ryan sabine sally sam samantha samuel sandra sara sarah scott sebastian silke silvia simon
    simone sofia sonja sophia sophie stefan stefanie stephan stephanie stephen steve steven susan susanne suzanne sven sylvia
    tanja tara thomas tim timothy tina tobias tom tony ulrich ulrike ursula ute uwe valentina vera veronika victor victoria vincent
    virginia walter werner wendy wilhelm will william wolfgang xavier yasmin yusuf yvonne zoe
    """.split()
)


def people_in(text: str, path: str = "", title: str = "", linked: Iterable[str] = ()) -> frozenset[str]:
    """Every name of a private person, as written."""
    plain = _MARKUP.sub("", text)
    found = {name for name in _named(plain) if not _organisation(name)}
    found |= {match["name"] for match in _HONOURED.finditer(plain)} | {
        match["name"] for match in _MENTION.finditer(_CODE.sub(" ", text))
    }
    found |= set(_linked(text)) | {_stem(one) for one in linked if _FOLDER.search(one)}
    if _FOLDER.search(path) or _TYPED.search(text[:_OPENING]):
        found |= {_stem(path), title}
    return frozenset(name for name in found if name.strip())


def _named(plain: str) -> Iterator[str]:
    yield from _of_the_writer(plain)
    for pattern in (_TITLED, _ROLE, _MET):
        yield from (match["name"] for match in pattern.finditer(plain))
    for match in _BESIDE.finditer(plain, overlapped=True):
        parts = match["name"].split()
        if parts[0].lower() in FIRST_NAMES:
            yield match["name"]
    for match in _LONE.finditer(plain):
        name = match["name"].lower()
        if name in FIRST_NAMES and name not in ALSO_WORDS:
            yield match["name"]


def _of_the_writer(plain: str) -> Iterator[str]:
    """Whoever has first and last name in a sentence about the writer is no subject of research."""
    for sentence in _SENTENCE.findall(plain):
        if WRITER.search(sentence):
            yield from (found[0] for found in _FULL.finditer(sentence) if found["first"].lower() in FIRST_NAMES)


def _organisation(name: str) -> bool:
    parts = {part.lower() for part in name.split()}
    return kind_of(name) != "name" or bool(parts & _ORGANISED)


def _linked(text: str) -> Iterator[str]:
    """Links into a folder of people, and links on a line with a person's tag."""
    for match in _LINK.finditer(text):
        if _FOLDER.search(match["target"]):
            yield from filter(None, (_stem(match["target"]), match["alias"]))
    for line in text.splitlines() if _PERSON_TAG.search(text) else ():
        if _PERSON_TAG.search(line):
            yield from (_stem(match["target"]) for match in _LINK.finditer(line))


def _stem(path: str) -> str:
    return path.rpartition("/")[2].removesuffix(".md").removesuffix(".markdown")
