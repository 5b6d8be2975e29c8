"""Which lines of a note are marked private: by their key, by a mark, by their section, or by the whole note's."""

from __future__ import annotations

from typing import NamedTuple

import regex

from inquiro.engine.notes.keys import keys_in

_KEYS = (
    r"(?:clients?|patients?|persons?|people|(?:full|first|last)?[ _-]?names?|e-?mails?|mail|phone|tel(?:ephone|efon)?|mobile|handy|"
    r"address|adresse|account|konto|iban|bic|pass ?words?|passwort|passphrase|pw|pin|secret|token|api[ _-]?key|key|user(?:name)?|"
    r"login|birth(?:day|date)|date of birth|dob|born|geburts(?:tag|datum)|ssn|passport|insurance(?: number)?|salary|gehalt|"
    r"kund(?:e|in|en)|klient(?:in)?|patientin|telefon|attendees?|participants?|present|teilnehmer(?:innen)?|anwesend|contacts?|"
    r"kontakt|customers?|employees?|supervisor|doctor|arzt|ärztin|vermieter(?:in)?|landlord|tenant|cc|nom|prénom|téléphone|"
    r"mot de passe|présents|nombre|apellidos?|dirección|teléfono|cuenta|contraseña|clientes?|pacientes?|asistentes|correo|"
    r"氏名|名前|住所|電話|患者|顧客|参加者|出席者|パスワード|口座)"
)
_FRONT = regex.compile(r"\A\ufeff?---[ \t]*\r?\n(?P<yaml>(?s:.*?))\n(?:---|\.\.\.)[ \t]*\r?(?:\n|\Z)")
_KEYED = regex.compile(
    rf"^[\s>*+•-]*+(?:\[[^\[\]]\]\s++)?[*_]*+{_KEYS}[*_]*+\s*+(?:::?|：|=)[*_]*+\s*+\S", regex.IGNORECASE
)
_EXPLAINED = regex.compile(
    r"^[\s>*+•-]*+(?:\[[^\[\]]\]\s++)?[*_]*+(?:key|token|names?|address|account|contacts?|kontakt|present|insurance|doctor|mail|mobile|"
    r"login|born|user|persons?|people|secret|pin|konto|salary|passport|password|supervisor|tenant|landlord)\b",
    regex.IGNORECASE,
)
_SENTENCE = 8  # words
_YAML_KEYED = regex.compile(rf"^\s*[\"']?{_KEYS}[\"']?\s*:", regex.IGNORECASE)
_YAML_KEY = regex.compile(r"^[^\s#-][^:]*:")
_WORDS = (
    r"confidential|private|secret|passwords?|vertraulich\w*|geheim\w*|privat\w*|passw(?:ort|örter)|confidentiel\w*|privée?s?|"
    r"secrète?s?|confidencial\w*|privad[oa]s?|secret[oa]s?|contraseñas?|mots? de passe|秘密|機密|社外秘|極秘|パスワード"
)
_MARKED = regex.compile(
    rf"^[\s>*+•\[(!#_-]*+(?:strictly |streng |top )?(?:{_WORDS}|nda|internal only|nur intern|off the record)[*_]*\s*[:：\]!)–—=-]"
    rf"|(?<!\S)\#(?:private|confidential|secret|privat|vertraulich|geheim|privé|confidencial|privado)\b"
    r"|\b(?:do not share|don['’]t (?:share|tell)|off the record|under nda|strictly confidential|in confidence|keep this (?:secret|"
    r"private|confidential|between us)|between you and me|streng vertraulich|streng geheim|nicht weiter(?:geben|sagen)|unter uns|"
    r"ne pas (?:partager|diffuser)|no compartir)\b|社外秘|極秘|他言無用"
    r"|\b(?:secret|password|passphrase|pass ?code|pin|passwort|kennwort|contraseña|mot de passe|(?:access|deploy|door|entry|alarm|"
    r"activation|licen[cs]e|api|recovery|security) (?:code|key|token))\b[^.\n]{0,40}?"
    r"(?:\s(?:is|are|was|lautet|ist|est|es)\s|[=:])|\b(?:pw|pwd|pass|password|passwort|pin)\s+\S*\p{Nd}",
    regex.IGNORECASE,
)
_MENTIONED = regex.compile(rf"\b(?:{_WORDS})\b", regex.IGNORECASE)
_HEADING = regex.compile(r"^ {0,3}(#{1,6})\s+(.*?)[\s#]*$")
_PRIVATE_HEADING = regex.compile(
    rf"\W*(?:{_WORDS}|credentials|logins?|accounts?|personal|contacts?|attendees|participants|zugangsdaten|persönlich\w*|"
    r"kontakte|teilnehmer|attendees|participants|personnel|personal(?:es)?)(?:\s(?:notes?|infos?|data|stuff|notizen|daten|only))?\W*",
    regex.IGNORECASE,
)
_PRIVATE_NOTE = regex.compile(
    rf"^(?:(?:{_WORDS})\s*:\s*(?:true|yes|ja|1)|tags?\s*:.*\b(?:{_WORDS})\b|\s+-\s+[\"'#]*(?:{_WORDS})[\"']?\s*$)",
    regex.IGNORECASE | regex.MULTILINE,
)
_UNFILED = regex.compile(
    r"\b(?:unfiled|not (?:yet )?(?:been )?filed|before (?:the|a) (?:patent|application) is filed|invention disclosure|trade secret|"
    r"(?:noch )?nicht (?:zum patent )?angemeldet|vor der (?:patent)?anmeldung|bis zur patentanmeldung|erfindungsmeldung|"
    r"betriebsgeheimnis|brevet (?:pas|non) (?:encore )?déposé|pas encore (?:déposé|breveté)e?|secret de fabrication|"
    r"(?:patente )?(?:aún |todavía )?(?:no|sin) (?:ha sido )?(?:presentad|registrad|patentad)[oa]|secreto industrial|"
    r"non (?:è )?(?:ancora )?(?:stato )?(?:depositat|brevettat)[oa]|segreto industriale|"
    r"(?:ainda )?não (?:foi )?(?:registad|registrad|depositad|patentead)[oa]|segredo industrial|"
    r"(?:nog )?niet (?:aangevraagd|gedeponeerd|ingediend)|bedrijfsgeheim|strictly confidential|streng vertraulich|"
    r"strictement confidentiel\w*|estrictamente confidencial\w*|strettamente riservat\w*|estritamente confidencial\w*)\b"
    r"|未申请专利|尚未申请|未公开的发明|出願前|未出願|社外秘|極秘|绝密|机密",
    regex.IGNORECASE,
)
_KEPT = regex.compile(
    r"\b(?:do not share|don['’]t share|not for sharing|nicht weitergeben|nicht teilen|ne pas (?:partager|diffuser)|no compartir|"
    r"non condividere|não (?:partilhar|compartilhar)|niet delen)\b|他言無用|请勿外传",
    regex.IGNORECASE,
)
OPENING = 160  # characters of a note that speak for all of it
_MANY_LINES, _MANY_OF_ALL = 4, 0.2  # so often a mark is what the note is about


class Lines(NamedTuple):
    """A note's lines by how private they are."""

    marked: tuple[str, ...]  # no word of them leaves
    wary: tuple[str, ...]  # they speak of something private: no name or code of them leaves, no run of words either
    open: tuple[str, ...]


def split_lines(text: str, title: str = "") -> Lines:
    front, body = _front(text)
    marked = [line for line in front if line.strip()]
    rest: list[str] = []
    section = 7  # the level of the private heading above, none so far
    for line in body:
        heading = _HEADING.match(line)
        if heading and len(heading[1]) <= section:
            section = len(heading[1]) if _PRIVATE_HEADING.fullmatch(heading[2]) else 7
        if section < 7 or _is_keyed(line) or _MARKED.search(line):
            marked.append(line)
        else:
            rest.append(line)
    if _whole_note(text, title):
        return Lines((*marked, *rest, title), (), ())
    wary = [line for line in rest if _is_wary(line)]
    named = title, *(found[2] for line in rest if (found := _HEADING.match(line)))
    about = any(_MENTIONED.search(name) for name in named) or (
        len(wary) >= _MANY_LINES and len(wary) > _MANY_OF_ALL * len([line for line in rest if line.strip()])
    )
    if about:
        beside = [line for line in rest if keys_in(line)]
        return Lines(tuple(marked), tuple(beside), tuple(line for line in rest if line not in beside))
    return Lines(tuple(marked), tuple(wary), tuple(line for line in rest if not _is_wary(line)))


def _is_wary(line: str) -> bool:
    """It speaks of something private, or holds a key: whoever is named beside one has to do with it."""
    return bool(_MENTIONED.search(line) or keys_in(line))


def _is_keyed(line: str) -> bool:
    """`Token: the unit that a model reads` explains a word; `Token: 4471` gives one away."""
    keyed = _KEYED.match(line)
    return keyed is not None and not (_EXPLAINED.match(line) and len(line[keyed.end() :].split()) >= _SENTENCE)


def body_of(text: str) -> str:
    """The note without its front matter."""
    front = _FRONT.match(text)
    return text[front.end() :] if front else text


def value_of(line: str) -> str:
    """What a private line says, without the word that marks it."""
    keyed = _KEYED.match(line)
    return _MENTIONED.sub(" ", line[keyed.end() - 1 :] if keyed else line)


def is_private_note(text: str, title: str = "") -> bool:
    """Marked as a whole, or about something that nobody may hear of before it is filed."""
    body = body_of(text)
    opened = f"{title}\n{body.lstrip()[:OPENING]}"  # who begins with such words means all of it
    return _whole_note(text, title) or bool(_UNFILED.search(f"{title}\n{body}") or _KEPT.search(opened))


def _whole_note(text: str, title: str) -> bool:
    front = _FRONT.match(text)
    return bool(front and _PRIVATE_NOTE.search(front["yaml"])) or bool(title and _PRIVATE_HEADING.fullmatch(title))


def _front(text: str) -> tuple[list[str], list[str]]:
    """The private lines of the front matter with what is listed below them, and all lines that follow it.

    The other lines of the front matter are no prose, and nothing is made of them.
    """
    front = _FRONT.match(text)
    if not front:
        return [], text.splitlines()
    private: list[str] = []
    inside = False
    for line in front["yaml"].splitlines():
        if _YAML_KEYED.match(line):
            inside = True
        elif _YAML_KEY.match(line):
            inside = False
        if inside:
            private.append(line.partition(":")[2] if _YAML_KEYED.match(line) else line)
    return private, text[front.end() :].splitlines()
