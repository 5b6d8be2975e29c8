"""The names of the months in every language that we read: English, German, Spanish, French, Portuguese, Italian, Dutch.

Japanese and Chinese count their months; whoever reads dates has a pattern for that.
"""

from __future__ import annotations

from inquiro.text.letter_case import folded

_NAMES = (
    "january jan januar jänner enero ene janvier janv janeiro gennaio januari",
    "february feb februar febrero février fevrier févr fevereiro fev febbraio febbr februari",
    "march mar märz maerz mär mrz marzo mars março maart mrt",
    "april apr abril abr avril avr aprile",
    "may mai mayo maio maggio mei",
    "june jun juni junio juin junho giugno giu",
    "july jul juli julio juillet juil julho luglio lug",
    "august aug agosto ago août aout augustus",
    "september sept sep septiembre setiembre septembre setembro settembre sett",
    "october oct oktober okt octubre octobre outubro ottobre ott",
    "november nov noviembre novembre novembro",
    "december dec dezember dez diciembre dic décembre decembre déc dezembro dicembre",
)
_SHORT = {"gen": 1, "mag": 5, "set": 9, "out": 10}

MONTHS = {name: number for number, names in enumerate(_NAMES, 1) for name in names.split()}
MONTHS_OF_DAYS = MONTHS | _SHORT  # with the short forms that are words as well: a month only between day and year

MONTH_PATTERN = "|".join(sorted(MONTHS, key=lambda name: (-len(name), name)))
# Names that are months wherever they stand: no short ones, and none of the fifth month, which are words as well.
MONTH_NAMES = frozenset(name for name, number in MONTHS.items() if len(name) > 3 and number != 5)


def month_number(name: str) -> int:
    """Of a name in any case, as patterns that ignore case find it; 0 for anything else."""
    return MONTHS_OF_DAYS.get(folded(name), 0)
