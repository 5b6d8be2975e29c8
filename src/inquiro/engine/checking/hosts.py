"""Names of sites in a sentence, such as example.org: whoever names one that no source has sends the reader nowhere.

A file or a name of code (`upsd.conf`, `os.path`, `node.js`) leads nobody anywhere: it is a word like others.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import regex

from inquiro.engine.checking.verdict import Problem

_DOTTED = regex.compile(r"(?<![\w@.-])[a-z0-9][\w-]{1,62}(?:\.[\w-]{1,63})*\.[a-z]{2,24}(?![\w-])")
_CERTAIN = regex.compile(
    r"(?i)(?<![\w@.-])[a-z0-9][\w-]{1,62}(?:\.[\w-]{1,63})*\."
    r"(?:com|org|net|edu|gov|info|biz|example|invalid|xyz|site|online|top)(?![\w-])"
)
_GENERIC = frozenset(
    "com org net edu gov mil int info biz example invalid test xyz site online top app dev cloud blog shop store news tech "
    "live life world agency health care wiki page link click space website press media network foundation institute "
    "academy university museum travel today report review expert guru science global international eu asia africa "
    "london berlin paris club fun icu pro email group team works zone center solutions services support".split()
)
# Two letters that more often end a file or a name of code than a site.
_FILES = frozenset(
    "js ts py rs md sh rb go hs cs vb pl pm so ps cc hh ml mk am ac el gz xz bz db po mo la lo ko in is".split()
)


def without_strange_hosts(text: str, held: str) -> str:
    """Without names of sites that the other text does not hold."""
    told = held.casefold()
    cut = _CERTAIN.sub(lambda found: found[0] if found[0].casefold() in told else " ", text)
    return " ".join(cut.split()).lstrip(" .,;:") if cut != text else text


def strange_hosts(text: str, evidence: Sequence[str]) -> Iterable[Problem]:
    """Sites that no evidence names; a file or a name of code that none names is no site, and none of its words either."""
    if "." not in text.rstrip(" .") or not (named := dict.fromkeys(_DOTTED.findall(text))):
        return
    told = "\n".join(evidence).casefold()
    strange = [name for name in named if name.casefold() not in told]
    if sites := tuple(name for name in strange if _is_site(name)):
        yield Problem(kind="identifier", text=f"its evidence does not hold {', '.join(sites)}", found=sites)
    coded = (name for name in strange if name not in sites)
    if files := tuple(name for name in coded if not all(part in told for part in name.casefold().split("."))):
        yield Problem(kind="word", text=f"its evidence does not hold {', '.join(files)}", found=files)


def _is_site(name: str) -> bool:
    """By how it ends: as a country or as one of the endings that anybody may take."""
    first, *_, last = name.casefold().split(".")
    return first == "www" or last in _GENERIC or (len(last) == 2 and last not in _FILES)
