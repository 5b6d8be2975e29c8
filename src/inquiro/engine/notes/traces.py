"""What never belongs into a search: addresses, numbers of people and accounts, amounts, paths, operators."""

from __future__ import annotations

import regex

from inquiro.text.months import MONTH_PATTERN

_DAY = r"(?:0?[1-9]|[12]\p{Nd}|3[01])"
_MONEY = r"(?:€|\$|£|¥|eur|euros?|usd|us-dollars?|dollars?|chf|francs?|franken|gbp|pounds?|yen|円|ユーロ|ドル|元)"
_SCALE = r"(?:k|m|mio\.?|mrd\.?|bn|thousand|million(?:en|s|es)?|billion|tausend|mille|mil)"
_ENDINGS = (
    "com|org|net|edu|gov|info|biz|io|ai|app|dev|xyz|site|online|co|me|eu|uk|de|fr|es|it|nl|ch|at|jp|cn|ru|local|onion"
)
TRACES: tuple[tuple[str, regex.Pattern[str]], ...] = tuple(
    (name, regex.compile(pattern, regex.IGNORECASE))
    for name, pattern in (
        ("an e-mail address", r"[\w.+%-]{1,64}(?:@|\s?\(at\)\s?|\s?\[at\]\s?)[\w-]{1,63}(?:\.[\w-]{1,63})*"),
        ("an address", r"[a-z][a-z0-9+.-]{1,20}:/{1,3}\S+|\bwww\d?\.\S+|\b(?:mailto|javascript|data|obsidian|file):\S+"),
        ("an address", rf"(?<![\w@.])(?:[\w-]{{1,63}}\.){{1,6}}(?:{_ENDINGS})(?:[:/?#]\S*)?(?![\w-])"),
        ("an address", r"(?<![\p{Nd}.])\p{Nd}{1,3}(?:\.\p{Nd}{1,3}){3}(?![\p{Nd}.])|\b[0-9a-f]{1,4}(?::[0-9a-f]{0,4}){3,7}\b"),
        ("a search operator", r"\b(?:site|filetype|ext|inurl|intitle|intext|allin\w+|link|cache|related|before|after|lang)\s?:\s?\S*"),
        ("a handle", r"(?<![\p{L}\p{N}])@[\p{L}\p{N}_][\p{L}\p{N}._-]*"),
        ("a file's path", r"(?<![\p{L}\p{N}])(?:[a-z]:)?[\\/~](?:[\w. -]*[\\/])*[\w.-]+|[\w.-]+(?:[\\/][\w.-]+){2,}|[\w-]+\\[\w.-]+"),
        ("a file's path", r"[\w-]+\.(?:md|markdown|txt|docx?|xlsx?|pptx?|pdf|csv|json|ya?ml|toml|env|key|pem|p12|kdbx|sqlite|db|log)\b"),
        ("a date", r"\b\p{Nd}{4}[-/.]\p{Nd}{1,2}[-/.]\p{Nd}{1,2}\b|\b\p{Nd}{1,2}[./-]\p{Nd}{1,2}[./-]\p{Nd}{2,4}\b"),
        ("a date", rf"\b{_DAY}(?:st|nd|rd|th|\.|er)?\s+(?:of\s+|de\s+)?(?:{MONTH_PATTERN})\b\.?,?(?:\s+(?:de\s+)?\p{{Nd}}{{4}})?"),
        ("a date", rf"\b(?:{MONTH_PATTERN})\.?\s+{_DAY}(?:st|nd|rd|th)?\b(?:,?\s+\p{{Nd}}{{4}})?|\p{{Nd}}{{4}}年\p{{Nd}}{{1,2}}月(?:\p{{Nd}}{{1,2}}日)?"),
        ("a street address", r"\b[\p{L}.-]+(?:straße|strasse|str\.|weg|platz|allee|gasse|ufer|damm)\s+\p{Nd}{1,4}\s?[a-z]?\b"),
        ("a street address", r"\b\p{Nd}{1,5}\s+(?:[\p{L}.’'-]+\s){1,3}(?:street|road|avenue|lane|drive|boulevard|court|square)\b"),
        ("a street address", r"\b(?:\p{Nd}{1,4}(?:\s?bis)?,?\s+(?:rue|avenue|boulevard|place)\s+(?:(?:de|du|des|la)\s+){0,2}[\p{L}’'-]+|calle\s+[\p{L}]+(?:\s\p{L}+)?,?\s+\p{Nd}{1,4})\b"),
        ("an account number", r"\b[a-z]{2}\p{Nd}{2}(?:[ -]?[a-z0-9]{4}){2,7}(?:[ -]?[a-z0-9]{1,4})?\b"),
        ("an amount of money", rf"{_MONEY}\s?\p{{Nd}}[\p{{Nd}}.,'’ ]*(?:\s?{_SCALE}\b)?|\p{{Nd}}[\p{{Nd}}.,'’ ]*\s?(?:{_SCALE}\s?)?{_MONEY}(?![\p{{L}}])"),
        ("a number that may be somebody's", r"(?<![\p{L}\p{Nd}]|\p{L}-)(?:\+|00)?\(?\p{Nd}[\p{Nd} ()/.-]{5,30}\p{Nd}(?![\p{L}\p{Nd}])"),
    )
)  # fmt: skip
_DIGIT = regex.compile(r"\p{Nd}")
_YEARS = regex.compile(r"(?:1[5-9]|20)\p{Nd}{2}\s?[-–/ ]\s?(?:1[5-9]|20)\p{Nd}{2}")
_FEWEST_DIGITS = 7


def without_traces(text: str) -> tuple[str, tuple[str, ...]]:
    """The text with blanks in their places, and what they were."""
    told: list[str] = []
    for name, pattern in TRACES:
        for found in list(pattern.finditer(text))[::-1]:
            if "number" in name and not _identifies(found[0], name):
                continue
            text = f"{text[: found.start()]} {text[found.end() :]}"
            told.append(name)
    return text, tuple(dict.fromkeys(told))


def _identifies(number: str, name: str) -> bool:
    digits = len(_DIGIT.findall(number))
    if name == "an account number":
        return digits * 2 > len(number.replace(" ", ""))
    return digits >= _FEWEST_DIGITS and not _YEARS.fullmatch(number.strip())
