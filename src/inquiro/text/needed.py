"""The letters that a pattern cannot do without: looking for them first is many times faster than the pattern."""

from __future__ import annotations

_QUANTIFIERS = "?*+{"
_AROUND = ("=", "!", "<=", "<!")
SHORTEST = 2  # letters of Latin


def needed(pattern: str) -> frozenset[str]:
    """Runs of letters in lower case, one of which every match has; none where that cannot be told.

    For patterns of ours without flags inside and without blanks that do not count.
    """
    return _Pattern(pattern).alternatives() or frozenset()


class _Pattern:
    """Read from left to right; whatever is not plain letters ends a run of them."""

    def __init__(self, pattern: str) -> None:
        self._pattern = pattern
        self._at = 0

    def alternatives(self) -> frozenset[str] | None:
        found = [self._sequence()]
        while self._ahead() == "|":
            self._at += 1
            found.append(self._sequence())
        return None if None in found else frozenset(word for words in found if words for word in words)

    def _sequence(self) -> frozenset[str] | None:
        """Of all that every match of it has, what says most."""
        found: list[frozenset[str]] = []
        run = ""
        while (character := self._ahead()) and character not in "|)":
            letter = self._letter()
            inner = self._group() if letter is None and character == "(" else None
            quantifier = self._quantifier()
            if letter is not None and not quantifier:
                run += letter
                continue
            if letter is not None and quantifier == "+":
                run += letter
            found += _telling(run)
            run = ""
            if inner and quantifier in ("", "+"):
                found.append(inner)
        found += _telling(run)
        return max(found, key=lambda words: (min(map(len, words)), -len(words)), default=None)

    def _ahead(self) -> str:
        return self._pattern[self._at : self._at + 1]

    def _letter(self) -> str | None:
        """A letter that stands for itself; else what stands there is passed over, up to the inside of a group."""
        character = self._ahead()
        if character == "(":
            return None
        if character == "[":
            self._at = self._pattern.index("]", self._at + 2)
        elif character == "\\":
            self._at += 1
            if self._pattern.startswith(("p{", "P{"), self._at):
                self._at = self._pattern.index("}", self._at)
        self._at += 1
        return character if character.isalpha() else None

    def _group(self) -> frozenset[str] | None:
        """None for what only looks ahead or back."""
        self._at += 1
        around = False
        if self._ahead() == "?":
            self._at += 1
            around = self._pattern.startswith(_AROUND, self._at)
            while self._ahead() not in ":=!>":
                self._at += 1
            self._at += 1
        found = self.alternatives()
        self._at += 1
        return None if around else found

    def _quantifier(self) -> str:
        """`+` for at least once, `?` for any other, empty for none."""
        if (character := self._ahead()) not in _QUANTIFIERS or not character:
            return ""
        if character == "{":
            self._at = self._pattern.index("}", self._at)
        self._at += 1
        if self._ahead() in ("?", "+"):  # lazy, or greedy without going back
            self._at += 1
        return "+" if character == "+" else "?"


def _telling(run: str) -> list[frozenset[str]]:
    return [frozenset({run.lower()})] if len(run) >= SHORTEST or (run and not run.isascii()) else []
