import pytest

from inquiro.core.types import Reference, Symbol
from inquiro.onboarding.dsl.words import BadWord, meaning


@pytest.mark.parametrize(
    ("word", "value"),
    [
        ("true", True),
        ("false", False),
        ("nil", None),
        ("null", None),
        ("0", 0),
        ("-12", -12),
        ("+5", 5),
        ("123456789012345678901234567890", 123456789012345678901234567890),
        ("0.5", 0.5),
        ("100.0", 100.0),
        ("1e3", 1000.0),
        ("-1.5E-3", -0.0015),
        ("0e999", 0.0),
        ("fund", Symbol(name="fund")),
        (":fully-corroborated", Symbol(name="fully-corroborated")),
        (":true", Symbol(name="true")),
        (":1", Symbol(name="1")),
        ("société", Symbol(name="société")),
        ("@fund_0", Reference(name="fund_0")),
        ("@flag-media", Reference(name="flag-media")),
        ("@3m_société", Reference(name="3m_société")),
    ],
)
def test_words_that_stand_for_something(word, value):
    found = meaning(word)
    assert (found, type(found)) == (value, type(value))


@pytest.mark.parametrize(
    ("word", "complaint"),
    [
        ("25%", "a share is written without the sign: 25"),
        ("1e400", "too large"),
        ("-1e999", "too large"),
        ("1e-400", "too close to zero"),
        ("9" * 1001, "more than 1000 digits"),
        ("007", 'write 7, or "007"'),
        (".5", "write 0.5"),
        ("5.", "5. is not a number"),
        ("1_000", 'in quotes: "1_000"'),
        ("529900K9B0N5BT694847", 'in quotes: "529900K9B0N5BT694847"'),
        ("0x1F", "is not a number"),
        ("١٢", "neither a number nor a word"),
        (":", "a colon without a name"),
        ("@", "@ is not a name"),
        ("@a.b", "@a.b is not a name"),
        ("'a'", "straight double quotes"),
        ("“a”", "straight double quotes"),
        ("a\x00b", "U+0000 (control character) can stand in a string only"),
        ("a\u00a0b", "U+00A0 (no-break space)"),
        ("a\u202eb", "U+202E (right-to-left override)"),
        ("a$b", "$ has no meaning here"),
        ("#t", "# has no meaning here"),
    ],
)
def test_words_that_stand_for_nothing(word, complaint):
    with pytest.raises(BadWord) as raised:
        meaning(word)
    assert complaint in str(raised.value)


def test_a_message_is_short_and_visible():
    with pytest.raises(BadWord) as raised:
        meaning("$" + "\u200b" * 10_000)
    assert len(str(raised.value)) < 400
    assert "\u200b" not in str(raised.value)
