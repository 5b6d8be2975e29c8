"""Languages as MEDLINE writes them: three letters, where everyone else uses two."""

from __future__ import annotations

_MEDLINE = {
    "af": "afr", "ar": "ara", "bg": "bul", "bs": "bos", "ca": "cat", "cs": "cze", "da": "dan", "de": "ger", "el": "gre",
    "en": "eng", "es": "spa", "et": "est", "eu": "baq", "fa": "per", "fi": "fin", "fr": "fre", "he": "heb", "hi": "hin",
    "hr": "hrv", "hu": "hun", "hy": "arm", "id": "ind", "is": "ice", "it": "ita", "ja": "jpn", "ka": "geo", "ko": "kor",
    "lt": "lit", "lv": "lav", "mk": "mac", "ms": "may", "nl": "dut", "no": "nor", "pl": "pol", "pt": "por", "ro": "rum",
    "ru": "rus", "sk": "slo", "sl": "slv", "sq": "alb", "sr": "srp", "sv": "swe", "th": "tha", "tr": "tur", "uk": "ukr",
    "vi": "vie", "zh": "chi",
}  # fmt: skip
_ISO = {three: two for two, three in _MEDLINE.items()} | {
    "deu": "de", "fra": "fr", "zho": "zh", "nld": "nl", "ces": "cs", "ell": "el", "fas": "fa", "ron": "ro", "slk": "sk",
}  # fmt: skip


def medline_language(language: str | None) -> str | None:
    """`eng` for `en`; None for a language that MEDLINE has no works in, so that nothing is filtered away by mistake."""
    return _MEDLINE.get(two_letters(language) or "")


def two_letters(language: str | None) -> str | None:
    """`en` for `eng`, `en-GB` or `EN`; None for what is neither two letters nor known (`und`, `mul`)."""
    code = (language or "").strip().lower().replace("_", "-").partition("-")[0]
    return _ISO.get(code) or (code if len(code) == 2 and code.isalpha() else None)
