"""Names of sites in a sentence, such as example.org: whoever names one that no source has sends the reader nowhere."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import regex

from inquiro.engine.checking.verdict import Problem

_SITE = regex.compile(r"(?<![\w@.-])[a-z0-9][\w-]{1,62}(?:\.[\w-]{1,63})*\.[a-z]{2,24}(?![\w-])")
_CERTAIN = regex.compile(  # `os.path` and `node.js` are no sites
    r"(?i)(?<![\w@.-])[a-z0-9][\w-]{1,62}(?:\.[\w-]{1,63})*\."
    r"(?:com|org|net|edu|gov|info|biz|example|invalid|xyz|site|online|top)(?![\w-])"
)


def without_strange_hosts(text: str, held: str) -> str:
    """Without names of sites that the other text does not hold."""
    told = held.casefold()
    cut = _CERTAIN.sub(lambda found: found[0] if found[0].casefold() in told else " ", text)
    return " ".join(cut.split()).lstrip(" .,;:") if cut != text else text


def strange_hosts(text: str, evidence: Sequence[str]) -> Iterable[Problem]:
    if "." not in text.rstrip(" .") or not (named := dict.fromkeys(_SITE.findall(text))):
        return
    told = "\n".join(evidence).casefold()
    if found := tuple(name for name in named if name.casefold() not in told):
        listed = ", ".join(found)
        yield Problem(kind="identifier", text=f"its evidence does not hold {listed}", found=found)
