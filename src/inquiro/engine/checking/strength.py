"""Whether a sentence claims more than its evidence: all for some, the largest for the second-largest, cause for company."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import regex

from inquiro.engine.checking.verdict import Problem
from inquiro.retrieval.words import content_tokens

_FLAGS = regex.IGNORECASE | regex.VERSION1


def _any(words: str) -> regex.Pattern[str]:
    latin = [word for word in words.split("|") if regex.search(r"\p{Latin}", word)]
    others = [word for word in words.split("|") if not regex.search(r"\p{Latin}", word)]
    spaced = rf"(?<!\p{{L}})(?:{'|'.join(latin)})(?!\p{{L}})" if latin else "(?!)"
    return regex.compile("|".join([spaced, *others]), _FLAGS)


# From the widest to the narrowest; what is not among these says nothing about how many.
_ALL = _any(
    r"all(?!\s+but)|every|each|always|everyone|everybody|any|whole|entire|entirely|throughout|both|unanimous\w*|without\s+exception|universal\w*|complete\w*|fully|anyone|\p{L}*wide|"
    r"alle[nrs]?|jede[nrsm]?|sämtliche\w*|immer|stets|beide\w*|gesamte\w*|tous|toutes?|tout\s+le\s+monde|tout|chaque|toujours|"
    r"todos|todas|todo|toda|cada|siempre|所有|全部|全体|每|都|人人|一律|すべて|全て|全員|全ての|常に|毎|全\p{Han}"
)
_EVERY = _any(
    r"all(?!\s+but)|every|each|alle|jede[nrsm]?|sämtliche|tous\s+les|toutes\s+les|chaque|todos\s+los|todas\s+las|cada|所有|全部|すべての|全ての"
)
_MOST = _any(
    r"most|majority|mostly|usually|largely|predominantly|generally|meisten|mehrheit|überwiegend|plupart|majorité|mayoría|大多数|多数|大部分|大半|ほとんど|fast\s+alle|nearly\s+all|almost\s+all|all\s+but"
)
_SOME = _any(
    r"some|many|often|usually|a\s+few|part\s+of|in\s+part|partly|partially|a\s+portion|certain|sometimes|occasionally|several|not\s+(?:every|all|always)|hardly\s+any|few(?!er)|scarcely\s+any|a\s+minority|fewer\s+than\s+half|less\s+than\s+half|"
    r"einige|manche|teilweise|nicht\s+alle|nicht\s+jede\w*|kaum\s+ein\w*|quelques|certain[es]+|en\s+partie|une\s+partie|parfois|pas\s+tous|algunos|algunas|parte\s+de|apenas|no\s+todos|部分|一些|有些|并非所有|不是所有|一部|一部の"
)
_ONLY = _any(
    r"only|exclusively|solely|just|alone|limited\s+to|nur|ausschließlich|lediglich|allein|seuls?|seules?|seulement|uniquement|exclusivement|sólo|solo|solamente|únicamente|exclusivamente|只|仅|だけ|のみ"
)
_ANYBODY = _any(
    r"any|anyone|anybody|everyone|everybody|all|every|as\s+well\s+as|jeder\w*|alle\w*|tout\s+le\s+monde|tous|n['’]importe|cualquier\w*|todos|任何|所有|誰でも|全員"
)
_SUPERLATIVE = regex.compile(
    r"(?<!\p{L})(?:most\s+\p{L}+|(?!(?:for|inter|harv|for|qu|r|t|w|b|n|v|gu|mod|hon|pri|arr|conqu|requ|sugg|cont|prot|inv|man|dig|prog|inf)est)\p{L}{2,}(?:i)?est|best|worst)(?!\p{L})",
    _FLAGS,
)
_RANKED = regex.compile(
    r"(?:second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|\d+(?:nd|rd|th)|one\s+of\s+(?:the|its|their)|among\s+(?:the|its|their)|some\s+of\s+the)[\s-]+(?:\p{L}+\s+){0,1}?"
    r"(?P<word>most\s+\p{L}+|\p{L}{2,}est|best|worst)(?!\p{L})|(?<!\p{L})(?:zweit|dritt|viert)(?P<word>\p{L}+ste[nrs]?)",
    _FLAGS,
)
_FIRST = _any(
    r"first|earliest|last|erste[nrs]?|letzte[nrs]?|premier|première|dernière|primer[oa]?|últim[oa]|首次|第一|首个|初めて|最初"
)
_NOT_THE = regex.compile(r"\b(?:not|nicht|pas|no)\s+(?:the|der|die|das|le|la|el)?\s*$", _FLAGS)
_ORDINAL_DIGIT = regex.compile(r"(?<!\d)1(?:st|\.|er|re|ère|º|ª)(?!\p{L})|debut|inaugural", _FLAGS)
_PORTIONS = tuple(
    (regex.compile(rf"(?<!\p{{L}})(?:{words})(?!\p{{L}})", _FLAGS), value)
    for words, value in (
        (r"half|halves|halved|hälfte|halb\w*|moitié|mitad|50\s?%", 0.5),
        (r"a\s+third|one\s+third|ein\s+drittel|un\s+tiers|un\s+tercio", 1 / 3),
        (r"two\s+thirds|zwei\s+drittel|deux\s+tiers|dos\s+tercios", 2 / 3),
        (r"a\s+quarter|one\s+quarter|ein\s+viertel|un\s+quart|un\s+cuarto", 0.25),
        (r"three\s+quarters|drei\s+viertel|trois\s+quarts|tres\s+cuartos", 0.75),
        (r"twice|twofold|double[sd]?|doubling|doppelt\w*|verdoppelt\w*|deux\s+fois|double|doble|duplic\w+", 2.0),
        (r"three\s+times|threefold|triple[sd]?|tripling|dreimal|dreifach\w*|trois\s+fois|triple|tres\s+veces", 3.0),
    )
)
_PORTION = regex.compile("|".join(pattern.pattern for pattern, _ in _PORTIONS), _FLAGS)
_NUMBER = regex.compile(r"\d+(?:,\d{3})*(?:\.\d+)?")
WINDOW = 40  # characters in which stands what a word like `all` is said of
OF = 2  # content words of it
MOST = 30  # numbers that are compared in pairs
NEARLY = 0.12  # of a share: `half` may be 0.48 or 51 %
_CAUSE = _any(
    r"caus(?:e|es|ed|ing)|because(?:\s+of)?|due\s+to(?!\s+be)|led\s+to|leads?\s+to|result(?:s|ed|ing)?\s+(?:in|from)|as\s+a\s+result|owing\s+to|thanks\s+to|trigger(?:s|ed)?|brings?\s+about|brought\s+about|responsible\s+for|"
    r"verursach\w+|führ(?:t|te|ten|en)\s+zu|bewirk\w+|löst\s.+\saus|provoqu\w+|caus(?:e|ent|é|ée|a)|entraîn\w+|en\s+raison|provoc\w+|causa\w*|ocasion\w+|导致|引起|造成|致|引き起こ\w*|原因で"
)
_EFFECT = _any(
    r"lowers|raises|reduces|increases|prevents|improves|decreases|protects|boosts|harms|cures|damages|worsens|slows|promotes|senkt|erhöht|verringert|verbessert|verhindert|"
    r"réduit|augmente|diminue|prévient|reduce|aumenta|disminuye|previene|降低|提高|减少|增加"
)
_COMPANY = _any(
    r"associat\w+|correlat\w+|coincid\w+|linked?|relationship|related|predict\w+|accompan\w+|went\s+along|co-?occur\w*|odds|observational|"
    r"assoziiert|korrelier\w+|zusammenhang|einher\w*|corrél\w+|associé\w*|lié\w*|correlacion\w+|asociad\w+|相关|关联|相関|関連"
)
_BECAUSE = _any(r"because|weil|denn|da\s+die|parce\s+qu\w*|car|porque|ya\s+que|puesto\s+que|因为|由于|ため")
_REASON = _any(
    r"because|since|as|so|therefore|thus|hence|consequently|due|owing|reason\w*|rationale|why|means?|meant|result\w*|caus\w+|lead|leads|led|in\s+order|to\s+avoid|for|given|would|after|following|explain\w*|motivat\w+|"
    r"make\w*|made|weil|da|daher|deshalb|somit|also|wegen|aufgrund|denn|grund|führt\w*|damit|parce|donc|ainsi|car|raison|faute|puisque|porque|pues|debido|causa|por|因为|由于|所以|因此|故|ため|ので|から|伴い"
)
_ALIKE = _any(
    r"no\s+(?:\p{L}+\s+){0,2}differences?|not\s+differ\w*|did\s+not\s+differ|similar\w*|comparable|homogene\w+|equivalen\w+|equal(?:ly)?|not\s+superior|no\s+better|no\s+more|as\s+\p{L}+\s+as|"
    r"at\s+least\s+as|non-?inferior\w*|unchanged|kein\s+unterschied|keine\s+unterschiede|ähnlich\w*|vergleichbar\w*|gleich\w*|aucune\s+différence|similaires?|comparables?|ninguna\s+diferencia|sin\s+diferencias|没有差异|无显著|差はな"
)
_COMPARES = _any(
    r"outperform\w*|superior|better|worse|more\s+(?:\p{L}+\s+){0,3}than|less\s+(?:\p{L}+\s+){0,3}than|\p{L}+er\s+than|fewer|exceed\w*|surpass\w*|besser|schlechter|überlegen|mehr\s.+\sals|weniger\s.+\sals|"
    r"meilleure?s?|supérieure?s?|plus\s.+\sque|moins\s.+\sque|mejor\w*|superior\w*|más\s.+\sque|menos\s.+\sque|优于|更|より"
)
_HEDGED = _any(r"not|no|never|neither|nor|without|hardly|nicht|kein\w*|ne|pas|ni|sin|不|没|非|ない|なかっ\p{L}*")


def stronger(
    text: str, near: Sequence[str], around: Sequence[str], language: str, counted: Sequence[str] = ()
) -> Iterator[Problem]:
    """What a sentence adds in force.

    `near` is the evidence that it is about, `around` all that is looked at, `counted` where numbers are looked for.
    """
    told = " ".join(near)
    yield from _wider(text, told)
    yield from _ranked(text, near, around, language)
    yield from _firsts(text, around, language)
    yield from _portions(text, [*around, *counted])
    yield from _caused(text, told, " ".join(around))
    yield from _different(text, told)


def _different(text: str, told: str) -> Iterator[Problem]:
    """A comparison where the evidence finds things alike."""
    compares = _COMPARES.search(text)
    if compares and _ALIKE.search(told) and not (_COMPARES.search(told) or _ALIKE.search(text) or _HEDGED.search(text)):
        yield Problem(kind="comparison", text="its evidence finds no such difference", found=(compares[0],))


def _wider(text: str, told: str) -> Iterator[Problem]:
    """All or most of what the evidence says of some, or anybody where it says only."""
    narrow = _SOME.search(told)
    if narrow and not _SOME.search(text) and not _ONLY.search(text):
        wide = _ALL.search(text) or _MOST.search(text)
        if wide and not _ALL.search(_SOME.sub(" ", told)) and not _MOST.search(told):
            yield Problem(kind="scope", text=f"it says {wide[0]} where its evidence says {narrow[0]}", found=(wide[0],))
            return
    only = _ONLY.search(told)
    if only and not _ONLY.search(text) and not _HEDGED.search(text):
        anybody = _ANYBODY.search(text)
        if anybody and not _ANYBODY.search(told):
            yield Problem(
                kind="scope", text=f"it says {anybody[0]} where its evidence says {only[0]}", found=(anybody[0],)
            )
            return


def unmatched_all(clause: str, near: Sequence[str], language: str) -> str:
    """`All` and the like said of something that the evidence of a clause says it of nowhere; empty where it does.

    Only where that evidence speaks of the same thing: elsewhere a missing word says it.
    """
    match = _EVERY.search(clause)
    if match is None or _HEDGED.search(clause):
        return ""
    of = set(content_tokens(clause[match.end() :][:WINDOW], language)[:OF])
    speaking = [one for one in near if of & set(content_tokens(one, language))]
    if not of or not speaking:
        return ""
    for one in speaking:
        for licence in (*_ALL.finditer(one), *_MOST.finditer(one)):
            ahead = content_tokens(one[: licence.start()][-WINDOW:], language)[-OF:]
            after = content_tokens(one[licence.end() :][:WINDOW], language)[:OF]
            if of & {*ahead, *after}:
                return ""
    return match[0]


def _ranked(text: str, near: Sequence[str], around: Sequence[str], language: str) -> Iterator[Problem]:
    """The largest, where the evidence has it second or one of several; the first of something that it is not said of."""
    mine = {match[0].casefold() for match in _SUPERLATIVE.finditer(text)}
    mine -= {match["word"].casefold() for match in _RANKED.finditer(text)}
    if not mine:
        return
    for one in around:
        ranked = {match["word"].casefold() for match in _RANKED.finditer(one)}
        plain = {match[0].casefold() for match in _SUPERLATIVE.finditer(_RANKED.sub(" ", one))}
        if found := tuple(sorted(mine & ranked - plain)):
            shared = set(content_tokens(text, language)) & set(content_tokens(one, language))
            if len(shared) >= 2 and not any(
                found[0] in {m[0].casefold() for m in _SUPERLATIVE.finditer(_RANKED.sub(" ", other))} for other in near
            ):
                yield Problem(kind="scope", text=f"its evidence does not rank it {', '.join(found)}", found=found)
                return


def _caused(text: str, told: str, around: str) -> Iterator[Problem]:
    cause = _CAUSE.search(text) or _EFFECT.search(text)
    if cause and _goes_along(text, told):
        words = f"its evidence reports that things go together, not {cause[0]}"
        yield Problem(kind="cause", text=words, found=(cause[0],))
        return
    because = _BECAUSE.search(text)
    if because and not _REASON.search(around):
        yield Problem(kind="cause", text=f"its evidence does not say {because[0]}", found=(because[0],))


def _goes_along(text: str, told: str) -> bool:
    """Whether the evidence tells only that things go together, and the sentence does not say so."""
    together = _COMPANY.search(told) and not (_CAUSE.search(told) or _EFFECT.search(told))
    return bool(together) and not _COMPANY.search(text)


def _firsts(text: str, around: Sequence[str], language: str) -> Iterator[Problem]:
    """`The first show` needs evidence that calls something like a show the first."""
    for match in _FIRST.finditer(text):
        after = content_tokens(text[match.end() :][:40], language)[:2]
        loose = regex.match(r"\s*(?:of|and|or|,|und|,)", text[match.end() :]) or _NOT_THE.search(text[: match.start()])
        if not after or loose:
            continue
        holds = [one for one in around if _FIRST.search(one) or _ORDINAL_DIGIT.search(one)]
        if not any(set(after) & set(content_tokens(one, language)) for one in holds):
            found = text[match.start() : match.end()]
            yield Problem(kind="scope", text=f"its evidence does not say {found} of {after[0]}", found=(found,))
            return


def _portions(text: str, around: Sequence[str]) -> Iterator[Problem]:
    """Half, twice and the like: the evidence has to say so, or hold numbers of which it is true."""
    for match in _PORTION.finditer(text):
        word = match[0].casefold()
        share = next(value for pattern, value in _PORTIONS if pattern.fullmatch(word))
        told = " ".join(around)
        if any(value == share and pattern.search(told) for pattern, value in _PORTIONS) or _amounts(told, share):
            continue
        yield Problem(kind="scope", text=f"its evidence does not say {match[0]}", found=(match[0],))
        return


def _amounts(told: str, share: float) -> bool:
    """Whether a number is that share, or two numbers are to each other as it says."""
    numbers = [float(found.replace(",", "")) for found in _NUMBER.findall(told)][:MOST]
    wanted = {share, 100 * share, 1 / share}
    if any(abs(number - one) <= NEARLY * one for number in numbers for one in wanted):
        return True
    return any(
        abs(one / other - share) <= NEARLY * share for one in numbers for other in numbers if other and one != other
    )
